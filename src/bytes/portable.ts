// Epee portable storage, the form of the node's `.bin` calls: sections of named, typed values. A page of blocks has tens of thousands of
// them, so reading is by visiting: nothing is copied and nothing is built that is not asked for.

import { join } from './bytes.ts'
import { FormatError, Reader, Writer } from './cursor.ts'

/** Bytes that are not portable storage, or hold another type than was asked for. */
export class PortableError extends FormatError {
  override readonly name: string = 'PortableError'
}

export type IntegerType = 'i64' | 'i32' | 'i16' | 'i8' | 'u64' | 'u32' | 'u16' | 'u8'

/** `blob` is what the reference calls string: text, a key, or fixed-size items packed one after the other. */
export type PortableType = IntegerType | 'blob' | 'bool' | 'section'

const SIGNATURE = [0x01, 0x11, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01]
const ARRAY = 0x80
const MAX_DEPTH = 50
const MAX_NAME = 254

const TAGS: { readonly [type in PortableType]: number } = {
  i64: 1,
  i32: 2,
  i16: 3,
  i8: 4,
  u64: 5,
  u32: 6,
  u16: 7,
  u8: 8,
  blob: 10,
  bool: 11,
  section: 12,
}
const TYPES = new Map<number, PortableType>(
  // Object.entries forgets the type of the keys.
  Object.entries(TAGS).map(([type, tag]) => [tag, type as PortableType]),
)

/** The fewest bytes that a value of a type takes. */
const MIN_SIZES: { readonly [type in PortableType]: number } = {
  i64: 8,
  i32: 4,
  i16: 2,
  i8: 1,
  u64: 8,
  u32: 4,
  u16: 2,
  u8: 1,
  blob: 1,
  bool: 1,
  section: 1,
}

const RANGES: { readonly [type in IntegerType]: readonly [least: bigint, most: bigint] } = {
  i64: [-(2n ** 63n), 2n ** 63n - 1n],
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  i16: [-(2n ** 15n), 2n ** 15n - 1n],
  i8: [-128n, 127n],
  u64: [0n, 2n ** 64n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  u16: [0n, 2n ** 16n - 1n],
  u8: [0n, 255n],
}

/** A count or length: the low two bits of the first byte tell how many bytes it takes. */
const readSize = (reader: Reader): number => {
  const first = reader.u8()
  const width = first & 3
  if (width === 0) return first >> 2
  if (width === 1) return (first - 1 + reader.u8() * 0x100) / 4
  const low = first + reader.u8() * 0x100 + reader.u16() * 0x10000
  if (width === 2) return (low - 2) / 4
  return reader.u32() * 2 ** 30 + (low - 3) / 4
}

/** A count of items of at least `itemSize` bytes each, which the rest of the bytes must be able to hold. */
const readCount = (reader: Reader, itemSize: number): number => {
  const count = readSize(reader)
  if (count * itemSize > reader.remaining)
    throw new PortableError(
      `a count of ${count} before offset ${reader.offset} is more than ${reader.remaining} bytes hold`,
    )
  return count
}

/** Names that were read, by length and first letter: a page of blocks spells the same few names ten thousands of times. */
const names: string[] = []

const readName = (reader: Reader): string => {
  const length = reader.u8()
  const bytes = reader.bytes(length)
  const slot = (length << 3) ^ (bytes[0] ?? 0)
  const known = names[slot]
  let same = known?.length === length
  for (let i = 0; same && i < length; i++) same = known?.charCodeAt(i) === bytes[i]
  if (same && known !== undefined) return known
  const name = String.fromCharCode(...bytes)
  names[slot] = name
  return name
}

const isInteger = (type: PortableType): type is IntegerType => type in RANGES

/** 64 bits as a safe integer, without the detour over bigint. */
const readSafe64 = (reader: Reader, signed: boolean): number => {
  const low = reader.u32()
  const high = reader.u32()
  const value = (signed ? high | 0 : high) * 2 ** 32 + low
  if (!Number.isSafeInteger(value)) throw new PortableError(`an integer before offset ${reader.offset} exceeds 2^53`)
  return value
}

const readNumber = (reader: Reader, type: IntegerType): number => {
  switch (type) {
    case 'u64':
      return readSafe64(reader, false)
    case 'i64':
      return readSafe64(reader, true)
    case 'u32':
      return reader.u32()
    case 'i32':
      return reader.u32() | 0
    case 'u16':
      return reader.u16()
    case 'i16':
      return (reader.u16() << 16) >> 16
    case 'u8':
      return reader.u8()
    case 'i8':
      return (reader.u8() << 24) >> 24
  }
}

const readBigint = (reader: Reader, type: IntegerType): bigint => {
  if (type === 'u64') return reader.u64()
  if (type === 'i64') return BigInt.asIntN(64, reader.u64())
  return BigInt(readNumber(reader, type))
}

/** What a visitor is called with: the name of a field and its value, to be asked for at once. */
export type FieldVisitor = (name: string, value: PortableCursor) => void

const visitSection = (reader: Reader, depth: number, visit: FieldVisitor): void => {
  if (depth > MAX_DEPTH) throw new PortableError(`sections are nested more than ${MAX_DEPTH} deep`)
  const count = readCount(reader, 3)
  // Most sections hold one field, which needs no remembering.
  const seen = count > 1 ? new Set<string>() : undefined
  for (let left = count; left > 0; left--) {
    const name = readName(reader)
    const tag = reader.u8()
    const type = TYPES.get(tag & ~ARRAY)
    if (type === undefined) throw new PortableError(`field "${name}" has a type that is not read, tag ${tag}`)
    const value = new PortableCursor(reader, name, type, (tag & ARRAY) !== 0, depth)
    // Of fields with one name the first counts.
    if (seen?.has(name) !== true) visit(name, value)
    seen?.add(name)
    value.skip()
  }
}

/**
 * One value inside the bytes. It can be taken once, in whichever form fits its type; what is not taken is skipped. Every method
 * throws PortableError when the value is of another type and FormatError when the bytes end too early.
 */
export class PortableCursor {
  readonly type: PortableType
  readonly isArray: boolean
  readonly #reader: Reader
  readonly #name: string
  readonly #depth: number
  #taken = false

  constructor(reader: Reader, name: string, type: PortableType, isArray: boolean, depth: number) {
    this.#reader = reader
    this.#name = name
    this.type = type
    this.isArray = isArray
    this.#depth = depth
  }

  #mismatch(wanted: string): PortableError {
    const found = this.isArray ? `an array of ${this.type}` : this.type
    return new PortableError(`field "${this.#name}" should be ${wanted}, it is ${found}`)
  }

  #take(): Reader {
    if (this.#taken) throw new PortableError(`field "${this.#name}" was read already`)
    this.#taken = true
    return this.#reader
  }

  #integerType(isArray: boolean, wanted: string): IntegerType {
    if (this.isArray !== isArray || !isInteger(this.type)) throw this.#mismatch(wanted)
    return this.type
  }

  #expect(type: PortableType, wanted: string): void {
    if (this.isArray || this.type !== type) throw this.#mismatch(wanted)
  }

  /** An integer of any width that is safe as a number: a height, an index, a count. */
  number(): number {
    const type = this.#integerType(false, 'an integer')
    return readNumber(this.#take(), type)
  }

  /** An integer of any width. */
  bigint(): bigint {
    const type = this.#integerType(false, 'an integer')
    return readBigint(this.#take(), type)
  }

  boolean(): boolean {
    this.#expect('bool', 'a bool')
    const flag = this.#take().u8()
    if (flag > 1) throw new PortableError(`field "${this.#name}" should be 0 or 1, it is ${flag}`)
    return flag === 1
  }

  /** A blob, as a view on the bytes that are read. */
  bytes(): Uint8Array {
    this.#expect('blob', 'a blob')
    const reader = this.#take()
    return reader.bytes(readCount(reader, 1))
  }

  /** A blob of fixed size: a key, a hash. */
  key(length = 32): Uint8Array {
    const bytes = this.bytes()
    if (bytes.length !== length)
      throw new PortableError(`field "${this.#name}" should have ${length} bytes, it has ${bytes.length}`)
    return bytes
  }

  /** A blob of items of `size` bytes, packed one after the other. */
  packed(size: number): Uint8Array[] {
    const bytes = this.bytes()
    if (bytes.length % size !== 0)
      throw new PortableError(`field "${this.#name}" has ${bytes.length} bytes, not a multiple of ${size}`)
    const items: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += size) items.push(bytes.subarray(at, at + size))
    return items
  }

  /** A blob that is UTF-8 text. */
  text(): string {
    return new TextDecoder().decode(this.bytes())
  }

  /** The fields of a section. */
  section(visit: FieldVisitor): void {
    this.#expect('section', 'a section')
    visitSection(this.#take(), this.#depth + 1, visit)
  }

  /** The items of an array, one by one. */
  each(visit: (item: PortableCursor) => void): void {
    if (!this.isArray) throw this.#mismatch('an array')
    const reader = this.#take()
    for (let left = readCount(reader, MIN_SIZES[this.type]); left > 0; left--) {
      const item = new PortableCursor(reader, this.#name, this.type, false, this.#depth)
      visit(item)
      item.skip()
    }
  }

  /** An array of integers that are safe as numbers. */
  numbers(): number[] {
    const type = this.#integerType(true, 'an array of integers')
    const reader = this.#take()
    const numbers: number[] = []
    for (let left = readCount(reader, MIN_SIZES[type]); left > 0; left--) numbers.push(readNumber(reader, type))
    return numbers
  }

  /** Passes over the value, unless it was taken. */
  skip(): void {
    if (this.#taken) return
    if (this.isArray) this.each((item) => item.skip())
    else if (this.type === 'section') this.section(() => undefined)
    else if (this.type === 'blob') this.bytes()
    else this.#take().bytes(MIN_SIZES[this.type])
  }
}

/**
 * Visits the fields of the root section in the order they come. Bytes after it are not looked at.
 * @throws PortableError, or FormatError when the bytes end too early
 */
export const visitPortable = (bytes: Uint8Array, visit: FieldVisitor): void => {
  const reader = new Reader(bytes)
  const signature = reader.bytes(SIGNATURE.length)
  if (SIGNATURE.some((byte, i) => byte !== signature[i]))
    throw new PortableError('the bytes do not begin with the signature of portable storage')
  visitSection(reader, 1, visit)
}

/** A value read as a whole: integers of up to 32 bits are numbers, wider ones bigints, blobs are views. */
export type PortableValue = number | bigint | boolean | Uint8Array | PortableSection | readonly PortableValue[]

/** Has no prototype, so that any name is safe. */
export type PortableSection = { readonly [name: string]: PortableValue }

const wholeValue = (cursor: PortableCursor): PortableValue => {
  if (cursor.isArray) {
    const items: PortableValue[] = []
    cursor.each((item) => items.push(wholeValue(item)))
    return items
  }
  switch (cursor.type) {
    case 'section':
      return sectionOf((visit) => cursor.section(visit))
    case 'blob':
      return cursor.bytes()
    case 'bool':
      return cursor.boolean()
    case 'u64':
    case 'i64':
      return cursor.bigint()
    default:
      return cursor.number()
  }
}

const sectionOf = (walk: (visit: FieldVisitor) => void): PortableSection => {
  const fields: { [name: string]: PortableValue } = Object.create(null)
  walk((name, value) => {
    fields[name] = wholeValue(value)
  })
  return fields
}

/**
 * Reads everything into plain values. For small answers; visit large ones.
 * @throws PortableError, or FormatError when the bytes end too early
 */
export const readPortable = (bytes: Uint8Array): PortableSection => sectionOf((visit) => visitPortable(bytes, visit))

/** A value to write; the type is the one the reader at the other end expects. */
export type Writable =
  | { readonly type: IntegerType; readonly value: number | bigint }
  | { readonly type: 'blob'; readonly value: Uint8Array }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'section'; readonly value: WritableSection }
  | { readonly type: 'array'; readonly of: PortableType; readonly items: readonly Writable[] }

/** Fields that are undefined are left out, and so are empty arrays. */
export type WritableSection = { readonly [name: string]: Writable | undefined }

export const asU64 = (value: number | bigint): Writable => ({ type: 'u64', value })
export const asU32 = (value: number): Writable => ({ type: 'u32', value })
export const asU8 = (value: number): Writable => ({ type: 'u8', value })
export const asBool = (value: boolean): Writable => ({ type: 'bool', value })
export const asBlob = (value: Uint8Array): Writable => ({ type: 'blob', value })
export const asText = (value: string): Writable => ({ type: 'blob', value: new TextEncoder().encode(value) })
export const asSection = (value: WritableSection): Writable => ({ type: 'section', value })

export const asU64s = (values: readonly (number | bigint)[]): Writable => ({
  type: 'array',
  of: 'u64',
  items: values.map(asU64),
})

export const asBlobs = (values: readonly Uint8Array[]): Writable => ({
  type: 'array',
  of: 'blob',
  items: values.map(asBlob),
})

export const asSections = (values: readonly WritableSection[]): Writable => ({
  type: 'array',
  of: 'section',
  items: values.map(asSection),
})

/** Items of one size packed into a blob; left out when there are none. */
export const asPacked = (items: readonly Uint8Array[]): Writable | undefined =>
  items.length === 0 ? undefined : asBlob(join(items))

const writeSize = (writer: Writer, size: number): void => {
  if (size < 2 ** 6) writer.u8(size * 4)
  else if (size < 2 ** 14) writer.u16(size * 4 + 1)
  else if (size < 2 ** 30) writer.u32(size * 4 + 2)
  else writer.u64(BigInt(size) * 4n + 3n)
}

const writeInteger = (writer: Writer, type: IntegerType, value: number | bigint): void => {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new PortableError(`${value} is not an integer that can be written`)
  // Nearly all that pages hold, without the detour over bigint.
  if (type === 'u64' && typeof value === 'number' && value >= 0) {
    writer.u32(value % 2 ** 32).u32(Math.floor(value / 2 ** 32))
    return
  }
  const wide = BigInt(value)
  const [least, most] = RANGES[type]
  if (wide < least || wide > most) throw new PortableError(`${value} does not fit ${type}`)
  const size = MIN_SIZES[type]
  const unsigned = BigInt.asUintN(8 * size, wide)
  if (size === 8) writer.u64(unsigned)
  else if (size === 4) writer.u32(Number(unsigned))
  else if (size === 2) writer.u16(Number(unsigned))
  else writer.u8(Number(unsigned))
}

const writeValue = (writer: Writer, value: Writable, depth: number): void => {
  switch (value.type) {
    case 'array':
      writeSize(writer, value.items.length)
      for (const item of value.items) {
        if (item.type !== value.of)
          throw new PortableError(`an array of ${value.of} cannot hold a value of type ${item.type}`)
        writeValue(writer, item, depth)
      }
      return
    case 'section':
      writeSection(writer, value.value, depth + 1)
      return
    case 'blob':
      writeSize(writer, value.value.length)
      writer.bytes(value.value)
      return
    case 'bool':
      writer.u8(value.value ? 1 : 0)
      return
    default:
      writeInteger(writer, value.type, value.value)
  }
}

const writeName = (writer: Writer, name: string): void => {
  const { length } = name
  let highest = 0
  writer.u8(length)
  for (let i = 0; i < length; i++) {
    const code = name.charCodeAt(i)
    highest |= code
    writer.u8(code)
  }
  if (length === 0 || length > MAX_NAME || highest > 0xff)
    throw new PortableError(`a field name has 1 to ${MAX_NAME} bytes, which "${name.slice(0, 40)}" has not`)
}

const isWritten = (value: Writable | undefined): boolean =>
  value !== undefined && (value.type !== 'array' || value.items.length > 0)

const writeSection = (writer: Writer, section: WritableSection, depth: number): void => {
  if (depth > MAX_DEPTH) throw new PortableError(`sections are nested more than ${MAX_DEPTH} deep`)
  const names = Object.keys(section).filter((name) => isWritten(section[name]))
  names.sort()
  writeSize(writer, names.length)
  for (const name of names) {
    const value = section[name]
    if (value === undefined) continue
    writeName(writer, name)
    writer.u8(value.type === 'array' ? ARRAY | TAGS[value.of] : TAGS[value.type])
    writeValue(writer, value, depth)
  }
}

/**
 * Bytes of a root section: fields in byte order of their names, counts in the smallest width, as the reference writes them.
 * @throws PortableError for a value that does not fit its type
 */
export const writePortable = (section: WritableSection): Uint8Array => {
  const writer = new Writer().bytes(Uint8Array.from(SIGNATURE))
  writeSection(writer, section, 1)
  return writer.finish()
}

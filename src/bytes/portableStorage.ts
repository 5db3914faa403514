// Epee portable storage, the form of the node's `.bin` calls: sections of named, typed values. A page of blocks has tens of thousands of
// them, so reading is by visiting: nothing is copied and nothing is built that is not asked for. portableWriter.ts writes it.

import { FormatError, Reader } from './cursor.ts'

/** Bytes that are not portable storage, or hold another type than was asked for. */
export class PortableError extends FormatError {
  override readonly name: string = 'PortableError'
}

export type IntegerType = 'i64' | 'i32' | 'i16' | 'i8' | 'u64' | 'u32' | 'u16' | 'u8'

/** `blob` is what the reference calls string: text, a key, or fixed-size items packed one after the other. */
export type PortableType = IntegerType | 'blob' | 'bool' | 'section'

export const SIGNATURE = [0x01, 0x11, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01]
export const ARRAY = 0x80
export const MAX_DEPTH = 50

export const TAGS: { readonly [type in PortableType]: number } = {
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

/** The fewest bytes that a value of a type takes; all that an integer takes. */
export const MIN_SIZES: { readonly [type in PortableType]: number } = {
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

const isInteger = (type: PortableType): type is IntegerType => type !== 'blob' && type !== 'bool' && type !== 'section'

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

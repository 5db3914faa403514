// Reads epee portable storage, the format of the node's `.bin` calls: sections of named, typed values. A response with blocks has tens
// of thousands of values, so the reader visits them: it copies nothing and builds only the requested values. portableStorageWriter.ts
// writes the format.

import { splitRows } from './bytes.ts'
import { FormatError, Reader } from './cursor.ts'

/** Bytes that are not portable storage, or contain another type than requested. */
export class PortableError extends FormatError {
  override readonly name = 'PortableError'
  override readonly code = 'portable'
}

export type IntegerType = 'i64' | 'i32' | 'i16' | 'i8' | 'u64' | 'u32' | 'u16' | 'u8'

/** `blob` is epee's string: text, a key, or fixed-size items packed one after the other. */
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
/** by tag; an array is faster than a map */
const TYPES: readonly (PortableType | undefined)[] = Array.from({ length: ARRAY }, (_, tag) =>
  // Object.keys does not keep the type of the keys.
  (Object.keys(TAGS) as PortableType[]).find((type) => TAGS[type] === tag),
)

/** The minimum size of a value in bytes; the exact size of an integer. */
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

/** Reads a count or length: the low two bits of the first byte give its width. */
const readSize = (reader: Reader): number => {
  const first = reader.u8()
  const width = first & 3
  if (width === 0) return first >> 2
  if (width === 1) return (first - 1 + reader.u8() * 0x100) / 4
  const low = first + reader.u8() * 0x100 + reader.u16() * 0x10000
  if (width === 2) return (low - 2) / 4
  return reader.u32() * 2 ** 30 + (low - 3) / 4
}

/** Reads a count of items of at least `itemSize` bytes each. Rejects a count that the remaining bytes cannot hold. */
const readCount = (reader: Reader, itemSize: number): number => {
  const count = readSize(reader)
  if (count * itemSize > reader.remaining)
    throw new PortableError(
      `a count of ${count} before offset ${reader.offset} is more than ${reader.remaining} bytes hold`,
    )
  return count
}

/** Cache of field names by length and first letter: a response with blocks repeats the same few names tens of thousands of times. */
const names: string[] = []

const readName = (reader: Reader): string => {
  const length = reader.u8()
  const start = reader.skip(length)
  const slot = (length << 3) ^ reader.byteAt(start)
  const known = names[slot]
  let same = known?.length === length
  for (let i = 0; same && i < length; i++) same = known?.charCodeAt(i) === reader.byteAt(start + i)
  if (same && known !== undefined) return known
  const name = String.fromCharCode(...reader.at(start, length))
  names[slot] = name
  return name
}

const isInteger = (type: PortableType): type is IntegerType => type !== 'blob' && type !== 'bool' && type !== 'section'

/** Reads 64 bits as a safe integer, without a bigint. */
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

/** Called for each field with its name and its value. The value must be read before the visitor returns. */
export type FieldVisitor = (name: string, value: PortableCursor) => void

/** The names of so few fields are compared one by one: a page of blocks has tens of thousands of sections with two fields. */
const FEW_FIELDS = 8

/**
 * One value inside the bytes. It can be read once, in a form that fits its type; an unread value is skipped. Every method throws
 * PortableError if the value has another type, and FormatError if the bytes end too early.
 */
export class PortableCursor {
  readonly #reader: Reader
  readonly #depth: number
  /** of the fields before, in all sections around the value */
  readonly #names: string[]
  #name: string
  #type: PortableType
  #isArray: boolean
  #isRead = false

  private constructor(reader: Reader, depth: number, names: string[], name: string, type: PortableType) {
    this.#reader = reader
    this.#depth = depth
    this.#names = names
    this.#name = name
    this.#type = type
    this.#isArray = false
  }

  /** Visits the fields of a section. All have the same cursor. */
  static visitSection(reader: Reader, depth: number, names: string[], visit: FieldVisitor): void {
    if (depth > MAX_DEPTH) throw new PortableError(`sections are nested more than ${MAX_DEPTH} deep`)
    const count = readCount(reader, 3)
    const value = new PortableCursor(reader, depth, names, '', 'u8')
    const first = names.length
    const many = count > FEW_FIELDS ? new Set<string>() : undefined
    for (let left = count; left > 0; left--) {
      const name = readName(reader)
      value.#open(name, reader.u8())
      // Of fields with the same name the first is used.
      const isRepeated = many === undefined ? names.indexOf(name, first) >= 0 : many.has(name)
      if (many === undefined) names.push(name)
      else many.add(name)
      if (!isRepeated) visit(name, value)
      value.skip()
    }
    names.length = first
  }

  #open(name: string, tag: number): void {
    const type = TYPES[tag & ~ARRAY]
    if (type === undefined) throw new PortableError(`field "${name}" has an unsupported type, tag ${tag}`)
    this.#name = name
    this.#type = type
    this.#isArray = (tag & ARRAY) !== 0
    this.#isRead = false
  }

  get type(): PortableType {
    return this.#type
  }

  get isArray(): boolean {
    return this.#isArray
  }

  #mismatch(expected: string): PortableError {
    const found = this.isArray ? `an array of ${this.type}` : this.type
    return new PortableError(`field "${this.#name}" should be ${expected}, it is ${found}`)
  }

  #take(): Reader {
    if (this.#isRead) throw new PortableError(`field "${this.#name}" has already been read`)
    this.#isRead = true
    return this.#reader
  }

  #integerType(isArray: boolean, expected: string): IntegerType {
    if (this.isArray !== isArray || !isInteger(this.type)) throw this.#mismatch(expected)
    return this.type
  }

  #expect(type: PortableType, expected: string): void {
    if (this.isArray || this.type !== type) throw this.#mismatch(expected)
  }

  /** Reads an integer of any width that is a safe number: a height, an index, a count. */
  number(): number {
    const type = this.#integerType(false, 'an integer')
    return readNumber(this.#take(), type)
  }

  /** Reads an integer of any width. */
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

  /** Reads a blob, as a view on the same memory. */
  bytes(): Uint8Array {
    this.#expect('blob', 'a blob')
    const reader = this.#take()
    return reader.bytes(readCount(reader, 1))
  }

  /** Reads a blob of fixed size: a key, a hash. */
  key(length = 32): Uint8Array {
    const bytes = this.bytes()
    if (bytes.length !== length)
      throw new PortableError(`field "${this.#name}" should have ${length} bytes, it has ${bytes.length}`)
    return bytes
  }

  /** Reads a blob of at most `max` items of `size` bytes, packed one after the other. */
  packed(size: number, max: number): Uint8Array[] {
    const bytes = this.bytes()
    if (bytes.length > max * size)
      throw new PortableError(`field "${this.#name}" has more than ${max} items of ${size} bytes`)
    if (bytes.length % size !== 0)
      throw new PortableError(`field "${this.#name}" has ${bytes.length} bytes, not a multiple of ${size}`)
    return splitRows(bytes, size)
  }

  /** Reads a blob of UTF-8 text. */
  text(): string {
    return new TextDecoder().decode(this.bytes())
  }

  /** Visits the fields of a section. */
  section(visit: FieldVisitor): void {
    this.#expect('section', 'a section')
    PortableCursor.visitSection(this.#take(), this.#depth + 1, this.#names, visit)
  }

  /** Visits the items of an array. An item must be read before the visitor returns: the next one has the same cursor. */
  each(visit: (item: PortableCursor) => void): void {
    if (!this.isArray) throw this.#mismatch('an array')
    const reader = this.#take()
    const item = new PortableCursor(reader, this.#depth, this.#names, this.#name, this.type)
    for (let left = readCount(reader, MIN_SIZES[this.type]); left > 0; left--) {
      item.#isRead = false
      visit(item)
      item.skip()
    }
  }

  /** Reads an array of at most `max` integers that are safe numbers. */
  numbers(max: number): number[] {
    const type = this.#integerType(true, 'an array of integers')
    const reader = this.#take()
    const count = readCount(reader, MIN_SIZES[type])
    if (count > max) throw new PortableError(`field "${this.#name}" has ${count} integers, more than ${max}`)
    // Of their final size: growing arrays reserve room for 17 numbers, and a page of blocks has tens of thousands of lists of two.
    const numbers = new Array<number>(count)
    for (let i = 0; i < count; i++) numbers[i] = readNumber(reader, type)
    return numbers
  }

  /** Skips the value, unless it has been read. */
  skip(): void {
    if (this.#isRead) return
    if (this.isArray) this.each((item) => item.skip())
    else if (this.type === 'section') this.section(() => undefined)
    else {
      const reader = this.#take()
      reader.skip(this.type === 'blob' ? readCount(reader, 1) : MIN_SIZES[this.type])
    }
  }
}

/**
 * Visits the fields of the root section in their order. Bytes after the root section are ignored.
 * @throws PortableError if the bytes are not portable storage, FormatError if they end too early
 *
 * @example
 * import { asU8, writePortable } from './portableStorageWriter.ts'
 * const heights = []
 * visitPortable(writePortable({ height: asU8(7) }), (name, value) => heights.push([name, value.number()]))
 * heights // [['height', 7]]
 */
export const visitPortable = (bytes: Uint8Array, visit: FieldVisitor): void => {
  const reader = new Reader(bytes)
  const signature = reader.bytes(SIGNATURE.length)
  if (SIGNATURE.some((byte, i) => byte !== signature[i]))
    throw new PortableError('the bytes do not begin with the signature of portable storage')
  PortableCursor.visitSection(reader, 1, [], visit)
}

/** A fully read value: integers of up to 32 bits are numbers, wider ones bigints, blobs are views. */
export type PortableValue = number | bigint | boolean | Uint8Array | PortableSection | readonly PortableValue[]

/** An object without a prototype, so any field name is safe. */
export type PortableSection = { readonly [name: string]: PortableValue }

/** A reading in progress: the number of values that may still follow. */
type Reading = { valuesLeft: number }

const wholeValue = (cursor: PortableCursor, reading: Reading): PortableValue => {
  if (reading.valuesLeft-- === 0) throw new PortableError('there are more values than are allowed here')
  if (cursor.isArray) {
    const items: PortableValue[] = []
    cursor.each((item) => items.push(wholeValue(item, reading)))
    return items
  }
  switch (cursor.type) {
    case 'section':
      return sectionOf((visit) => cursor.section(visit), reading)
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

const sectionOf = (walk: (visit: FieldVisitor) => void, reading: Reading): PortableSection => {
  const fields: { [name: string]: PortableValue } = Object.create(null)
  walk((name, value) => {
    fields[name] = wholeValue(value, reading)
  })
  return fields
}

/**
 * Reads all fields into plain values. Use it for small responses and `visitPortable` for large ones.
 * @param maxValues for bytes of others: fields, items of arrays and sections, each counted
 * @throws PortableError if the bytes are not portable storage or have more values, FormatError if they end too early
 *
 * @example
 * import { asU8, writePortable } from './portableStorageWriter.ts'
 * readPortable(writePortable({ height: asU8(7) })).height // 7
 */
export const readPortable = (bytes: Uint8Array, maxValues = Number.POSITIVE_INFINITY): PortableSection =>
  sectionOf((visit) => visitPortable(bytes, visit), { valuesLeft: maxValues })

// A codec for a subset of CBOR (RFC 8949) in its shortest forms. Every value keeps its type: a bigint is always encoded as a bignum,
// a number never.

import { FabaError } from '../errors/fabaError.ts'
import { FormatError, Reader, Writer } from './cursor.ts'
import { fromUtf8, Utf8Error } from './text.ts'

/** A value that cannot be encoded, or bytes that are not CBOR of this subset. */
export class CborError extends FabaError {
  override readonly name = 'CborError'
  readonly code = 'cbor'
}

/** A value that can be encoded. Undefined members of objects are omitted. */
export type CborValue =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly CborValue[]
  | { readonly [name: string]: CborValue }

const MAX_DEPTH = 64
const MAX_BIGINT_BYTES = 64

const UNSIGNED = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const LIST = 4
const OBJECT = 5
const TAG = 6
const SIMPLE = 7

const POSITIVE_BIGNUM = 2
const NEGATIVE_BIGNUM = 3

const FALSE = 20
const TRUE = 21
const NULL = 22
const FLOAT64 = 27

const bigEndian = (writer: Writer, value: number, bytes: number): void => {
  for (let factor = 256 ** (bytes - 1); factor >= 1; factor /= 256) writer.u8(Math.floor(value / factor) % 256)
}

const writeHead = (writer: Writer, major: number, argument: number): void => {
  const type = major << 5
  if (argument < 24) writer.u8(type | argument)
  else if (argument < 2 ** 8) writer.u8(type | 24).u8(argument)
  else if (argument < 2 ** 16) bigEndian(writer.u8(type | 25), argument, 2)
  else if (argument < 2 ** 32) bigEndian(writer.u8(type | 26), argument, 4)
  else bigEndian(writer.u8(type | 27), argument, 8)
}

const writeNumber = (writer: Writer, value: number): void => {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
    if (value >= 0) writeHead(writer, UNSIGNED, value)
    else writeHead(writer, NEGATIVE, -1 - value)
    return
  }
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value)
  writer.u8((SIMPLE << 5) | FLOAT64).bytes(bytes)
}

const writeBigint = (writer: Writer, value: bigint): void => {
  let rest = value < 0n ? -1n - value : value
  const bytes: number[] = []
  for (; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn))
  if (bytes.length > MAX_BIGINT_BYTES)
    throw new CborError(
      `an integer of ${bytes.length} bytes is too long: at most ${MAX_BIGINT_BYTES} bytes can be encoded`,
    )
  writeHead(writer, TAG, value < 0n ? NEGATIVE_BIGNUM : POSITIVE_BIGNUM)
  writeHead(writer, BYTES, bytes.length)
  writer.bytes(Uint8Array.from(bytes))
}

const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

const writeText = (writer: Writer, text: string): void => {
  if (isAscii(text)) {
    // Most texts are short names, for which TextEncoder is slower.
    writeHead(writer, TEXT, text.length)
    for (let i = 0; i < text.length; i++) writer.u8(text.charCodeAt(i))
    return
  }
  if (!text.isWellFormed()) throw new CborError('text with an unpaired surrogate cannot be encoded')
  const bytes = new TextEncoder().encode(text)
  writeHead(writer, TEXT, bytes.length)
  writer.bytes(bytes)
}

const isList = (value: object): value is readonly CborValue[] => Array.isArray(value)

const writeObject = (writer: Writer, value: { readonly [name: string]: CborValue }, depth: number): void => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new CborError('only plain objects can be encoded, not instances of classes')
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  writeHead(writer, OBJECT, members.length)
  for (const [name, member] of members) {
    writeText(writer, name)
    write(writer, member, depth)
  }
}

const write = (writer: Writer, value: CborValue, depth: number): void => {
  if (depth > MAX_DEPTH) throw new CborError(`a CBOR value is nested at most ${MAX_DEPTH} deep`)
  switch (typeof value) {
    case 'undefined':
      throw new CborError('undefined cannot be encoded, except as a member of an object, which is omitted')
    case 'boolean':
      writer.u8((SIMPLE << 5) | (value ? TRUE : FALSE))
      return
    case 'number':
      writeNumber(writer, value)
      return
    case 'bigint':
      writeBigint(writer, value)
      return
    case 'string':
      writeText(writer, value)
      return
    case 'object':
      if (value === null) writer.u8((SIMPLE << 5) | NULL)
      else if (value instanceof Uint8Array) {
        writeHead(writer, BYTES, value.length)
        writer.bytes(value)
      } else if (isList(value)) {
        writeHead(writer, LIST, value.length)
        for (const item of value) write(writer, item, depth + 1)
      } else writeObject(writer, value, depth + 1)
      return
    default:
      throw new CborError(`a ${typeof value} cannot be encoded`)
  }
}

/**
 * Encodes a value as CBOR.
 * @throws CborError if the value, or one inside it, cannot be encoded
 *
 * @example
 * encodeCbor({ a: 1 }) // Uint8Array.of(0xa1, 0x61, 0x61, 0x01)
 */
export const encodeCbor = (value: CborValue): Uint8Array => {
  const writer = new Writer()
  write(writer, value, 0)
  return writer.finish()
}

const readBigEndian = (reader: Reader, bytes: number): number => {
  let value = 0
  for (let i = 0; i < bytes; i++) value = value * 256 + reader.u8()
  return value
}

const MIN_ARGUMENTS = [24, 2 ** 8, 2 ** 16, 2 ** 32]

const readArgument = (reader: Reader, info: number): number => {
  if (info < 24) return info
  if (info > 27)
    throw new CborError(`CBOR lengths and numbers have up to 8 bytes, additional information ${info} is not supported`)
  const value = readBigEndian(reader, 2 ** (info - 24))
  if (!Number.isSafeInteger(value)) throw new CborError('a CBOR number exceeds 2^53')
  if (value < (MIN_ARGUMENTS[info - 24] ?? 0)) throw new CborError(`${value} is not in its shortest form`)
  return value
}

const readCount = (reader: Reader, info: number, itemSize: number): number => {
  const count = readArgument(reader, info)
  if (count * itemSize > reader.remaining)
    throw new CborError(`a CBOR count of ${count} exceeds what the remaining ${reader.remaining} bytes can hold`)
  return count
}

const readBigint = (reader: Reader, info: number): bigint => {
  const tag = readArgument(reader, info)
  if (tag !== POSITIVE_BIGNUM && tag !== NEGATIVE_BIGNUM) throw new CborError(`CBOR tag ${tag} is not supported`)
  const head = reader.u8()
  if (head >> 5 !== BYTES) throw new CborError('a CBOR bignum is not a byte string')
  const bytes = reader.bytes(readCount(reader, head & 0x1f, 1))
  if (bytes.length > MAX_BIGINT_BYTES || bytes[0] === 0)
    throw new CborError('a CBOR bignum is too long or not in its shortest form')
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return tag === NEGATIVE_BIGNUM ? -1n - value : value
}

const readText = (reader: Reader, info: number): string => {
  const bytes = reader.bytes(readCount(reader, info, 1))
  try {
    return fromUtf8(bytes)
  } catch (error) {
    if (error instanceof Utf8Error) throw new CborError('a CBOR text is not UTF-8', { cause: error })
    throw error
  }
}

const readName = (reader: Reader): string => {
  const head = reader.u8()
  if (head >> 5 !== TEXT) throw new CborError('a CBOR map key is not text')
  return readText(reader, head & 0x1f)
}

const readSimple = (reader: Reader, info: number): CborValue => {
  switch (info) {
    case FALSE:
      return false
    case TRUE:
      return true
    case NULL:
      return null
    case FLOAT64: {
      const bytes = reader.bytes(8)
      return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0)
    }
    default:
      throw new CborError(`CBOR simple value ${info} is not supported`)
  }
}

/** A decoding in progress. */
type Decoding = {
  /** Returns a byte array of the decoded value for one of the encoded bytes. */
  readonly take: (view: Uint8Array) => Uint8Array
  /** values that may still follow */
  valuesLeft: number
}

const read = (reader: Reader, depth: number, decoding: Decoding): CborValue => {
  if (depth > MAX_DEPTH) throw new CborError(`a CBOR value is nested at most ${MAX_DEPTH} deep`)
  if (decoding.valuesLeft-- === 0) throw new CborError('there are more CBOR values than are allowed here')
  const head = reader.u8()
  const info = head & 0x1f
  switch (head >> 5) {
    case UNSIGNED:
      return readArgument(reader, info)
    case NEGATIVE:
      return -1 - readArgument(reader, info)
    case BYTES:
      return decoding.take(reader.bytes(readCount(reader, info, 1)))
    case TEXT:
      return readText(reader, info)
    case LIST: {
      const items: CborValue[] = []
      for (let left = readCount(reader, info, 1); left > 0; left--) items.push(read(reader, depth + 1, decoding))
      return items
    }
    case OBJECT: {
      const members = new Map<string, CborValue>()
      for (let left = readCount(reader, info, 2); left > 0; left--) {
        const name = readName(reader)
        if (members.has(name)) throw new CborError(`a CBOR map has two members "${name}"`)
        members.set(name, read(reader, depth + 1, decoding))
      }
      return Object.fromEntries(members)
    }
    case TAG:
      return readBigint(reader, info)
    default:
      return readSimple(reader, info)
  }
}

/**
 * Decodes what `encodeCbor` encoded. Byte arrays are copies.
 * @param maxValues for bytes of others: lists, objects and what they contain, each counted
 * @throws CborError if the bytes are not CBOR of this subset, not in its shortest form, or more values
 *
 * @example
 * decodeCbor(Uint8Array.of(0xa1, 0x61, 0x61, 0x01)) // { a: 1 }
 * decodeCbor(Uint8Array.of(0x18, 0x01)) // throws CborError
 * decodeCbor(Uint8Array.of(0x82, 0x01, 0x02), 2) // throws CborError
 */
export const decodeCbor = (bytes: Uint8Array, maxValues = Number.POSITIVE_INFINITY): CborValue =>
  decode(bytes, { take: (view) => view.slice(), valuesLeft: maxValues })

/**
 * Decodes what `encodeCbor` encoded. Byte arrays are views of `bytes`: wiping them wipes these.
 * @throws CborError if the bytes are not CBOR of this subset, or not in its shortest form
 *
 * @example
 * const bytes = Uint8Array.of(0x41, 7)
 * decodeCborViews(bytes).buffer === bytes.buffer // true
 */
export const decodeCborViews = (bytes: Uint8Array): CborValue =>
  decode(bytes, { take: (view) => view, valuesLeft: Number.POSITIVE_INFINITY })

const decode = (bytes: Uint8Array, decoding: Decoding): CborValue => {
  const reader = new Reader(bytes)
  try {
    const value = read(reader, 0, decoding)
    reader.end('the CBOR value')
    return value
  } catch (error) {
    if (error instanceof FormatError) throw new CborError(error.message, { cause: error })
    throw error
  }
}

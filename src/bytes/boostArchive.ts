// The primitives of Boost's "portable binary archive", in which oxen-core's wallet2 (and older versions of monero's) exports lists. An
// integer is a size byte followed by that many bytes, little-endian; an array is its length followed by its bytes.

import { concat, equalBytes, utf8 } from './bytes.ts'
import { FormatError, Reader, Writer } from './cursor.ts'

/** The length and text of the archive's name, then library version 0, little-endian. */
const HEADER = concat(Uint8Array.of(1, 22), utf8('serialization::archive'), Uint8Array.of(0, 0x80))

const MAX_INTEGER = 8

/** Reads an archive from front to back. Callers name the types, since the first value of each type carries its class information. */
export class BoostReader {
  readonly #reader: Reader
  readonly #seenTypes = new Set<string>()

  /** @throws FormatError if the archive's header is missing */
  constructor(bytes: Uint8Array) {
    this.#reader = new Reader(bytes)
    if (bytes.length < HEADER.length || !equalBytes(this.#reader.bytes(HEADER.length), HEADER))
      throw new FormatError('not a Boost archive: its header is missing')
  }

  /** @throws FormatError if the integer exceeds 2^53 */
  integer(): number {
    const value = this.integer64()
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new FormatError(`${value} exceeds 2^53`)
    return Number(value)
  }

  /** Reads an unsigned integer of 64 bits. Values from 2^63 are stored as the negative number with the same bits. */
  integer64(): bigint {
    const sizeByte = this.#reader.u8()
    const isNegative = sizeByte >= 0x80
    const size = isNegative ? 0x100 - sizeByte : sizeByte
    if (size > MAX_INTEGER)
      throw new FormatError(`an integer of this archive has up to ${MAX_INTEGER} bytes, not ${size}`)
    let value = 0n
    for (const [i, byte] of this.#reader.bytes(size).entries()) value |= BigInt(byte) << BigInt(8 * i)
    if (size > 0 && value >> BigInt(8 * (size - 1)) === 0n)
      throw new FormatError(`the integer ${value} is not in its shortest form`)
    const signed = isNegative ? -value : value
    if (signed !== BigInt.asIntN(64, signed)) throw new FormatError(`the integer ${signed} has more than 64 bits`)
    return BigInt.asUintN(64, signed)
  }

  /** @throws FormatError if the value is not 0 or 1 */
  flag(): boolean {
    const value = this.integer()
    if (value > 1) throw new FormatError(`a flag is 0 or 1, not ${value}`)
    return value === 1
  }

  /** Reads raw bytes. */
  bytes(length: number): Uint8Array {
    return this.#reader.bytes(length)
  }

  /** Reads the class information before the first value of a type. Returns its version; 0 for later values. */
  classInfo(type: string): number {
    if (this.#seenTypes.has(type)) return 0
    this.#seenTypes.add(type)
    this.#reader.u8()
    return this.integer()
  }

  /**
   * Reads the class information before the first value of a type.
   * @throws FormatError if the type has another version
   */
  objectOf(type: string, version = 0): void {
    const isFirst = !this.#seenTypes.has(type)
    const actual = this.classInfo(type)
    if (isFirst && actual !== version)
      throw new FormatError(`a ${type} of version ${actual} is not supported, only version ${version}`)
  }

  /** Reads a list of numbers. Each takes at least `itemSize` bytes. */
  list<T>(itemSize: number, read: () => T): T[] {
    const count = this.count(itemSize)
    this.integer()
    return Array.from({ length: count }, read)
  }

  /**
   * Reads a list of objects of a version, each of which takes at least `itemSize` bytes. `type` names the list.
   * @throws FormatError if the objects have another version
   */
  objects<T>(type: string, itemSize: number, read: () => T, version = 0): T[] {
    this.classInfo(type)
    const count = this.count(itemSize)
    const actual = this.integer()
    if (actual !== version)
      throw new FormatError(`${type} of version ${actual} are not supported, only version ${version}`)
    return Array.from({ length: count }, read)
  }

  /** Reads a set or map, whose items take at least `itemSize` bytes each. */
  set<T>(type: string, itemSize: number, read: () => T): T[] {
    this.classInfo(type)
    return Array.from({ length: this.count(itemSize) }, read)
  }

  /** Reads a text as its bytes. */
  text(): Uint8Array {
    return this.bytes(this.count(1))
  }

  /** Reads a count of items, each of which takes at least `itemSize` bytes. */
  count(itemSize: number): number {
    const count = this.integer()
    if (count * itemSize > this.#reader.remaining)
      throw new FormatError(`a count of ${count} is more than the ${this.#reader.remaining} bytes left can hold`)
    return count
  }

  /** Reads a key, hash or signature of a known length and its own type. */
  array(type: string, length: number): Uint8Array {
    this.classInfo(type)
    const storedLength = this.integer()
    if (storedLength !== length) throw new FormatError(`a ${type} has ${length} bytes, not ${storedLength}`)
    return this.#reader.bytes(length)
  }

  /** Asserts that no bytes are left. `what` names the parsed object in the error message. */
  end(what: string): void {
    this.#reader.end(what)
  }
}

/** Writes an archive from front to back. Calls chain. */
export class BoostWriter {
  readonly #writer = new Writer().bytes(HEADER)
  readonly #seenTypes = new Set<string>()

  /** @param value below 2^64; from 2^63 it is stored as the negative number with the same bits */
  integer(value: number | bigint): this {
    const signed = BigInt.asIntN(64, BigInt(value))
    const bytes: number[] = []
    for (let rest = signed < 0n ? -signed : signed; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn))
    this.#writer.u8(signed < 0n ? 0x100 - bytes.length : bytes.length).bytes(Uint8Array.from(bytes))
    return this
  }

  flag(value: boolean): this {
    return this.integer(value ? 1 : 0)
  }

  /** Writes raw bytes. */
  bytes(bytes: Uint8Array): this {
    this.#writer.bytes(bytes)
    return this
  }

  /** Writes the class information before the first value of a type. */
  classInfo(type: string, version = 0): this {
    if (this.#seenTypes.has(type)) return this
    this.#seenTypes.add(type)
    this.#writer.u8(0)
    return this.integer(version)
  }

  /** Writes a list of numbers. */
  list<T>(items: readonly T[], write: (item: T) => void): this {
    this.integer(items.length).integer(0)
    for (const item of items) write(item)
    return this
  }

  /** Writes a list of objects of a version. `type` names the list. */
  objects<T>(type: string, items: readonly T[], write: (item: T) => void, version = 0): this {
    this.classInfo(type).integer(items.length).integer(version)
    for (const item of items) write(item)
    return this
  }

  /** Writes a long list of objects of a version, and yields after each. */
  *objectSteps<T>(
    type: string,
    items: readonly T[],
    write: (item: T) => void,
    version = 0,
  ): Generator<undefined, void> {
    this.classInfo(type).integer(items.length).integer(version)
    for (const item of items) {
      write(item)
      yield
    }
  }

  /** Writes a set or map. */
  set<T>(type: string, items: readonly T[], write: (item: T) => void): this {
    this.classInfo(type).integer(items.length)
    for (const item of items) write(item)
    return this
  }

  /** Writes a text of the given bytes. */
  text(bytes: Uint8Array): this {
    return this.integer(bytes.length).bytes(bytes)
  }

  /** Writes a key, hash or signature of its own type. */
  array(type: string, bytes: Uint8Array): this {
    this.classInfo(type).integer(bytes.length)
    this.#writer.bytes(bytes)
    return this
  }

  finish(): Uint8Array {
    return this.#writer.finish()
  }
}

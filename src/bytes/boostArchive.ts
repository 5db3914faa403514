// The "portable binary archive" in which wallets of the oxen family (and old ones of the other) write lists: the pieces that every
// such text is made of. Integers are a size byte and as many bytes, little-endian; arrays are their length and their bytes.

import { concat, equalBytes, utf8 } from './bytes.ts'
import { FormatError, Reader, Writer } from './cursor.ts'

/** Length and name, library version 0, little-endian. */
const HEADER = concat(Uint8Array.of(1, 22), utf8('serialization::archive'), Uint8Array.of(0, 0x80))

const MAX_INTEGER = 8

/** Reads an archive from front to back. Types are told by name, since the first of each type carries its class information. */
export class BoostReader {
  readonly #reader: Reader
  readonly #known = new Set<string>()

  /** @throws FormatError when the bytes do not begin as an archive does */
  constructor(bytes: Uint8Array) {
    this.#reader = new Reader(bytes)
    if (bytes.length < HEADER.length || !equalBytes(this.#reader.bytes(HEADER.length), HEADER))
      throw new FormatError('this is not an archive: its header is missing')
  }

  /** @throws FormatError for one beyond 2^53 */
  integer(): number {
    const value = this.integer64()
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      throw new FormatError(`${value} is beyond what a count or an index can be`)
    return Number(value)
  }

  /** An unsigned integer of 64 bits. Those from 2^63 on are written as the negative number of the same bits. */
  integer64(): bigint {
    const told = this.#reader.u8()
    const isNegative = told >= 0x80
    const size = isNegative ? 0x100 - told : told
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

  /** @throws FormatError for a number other than 0 and 1 */
  flag(): boolean {
    const value = this.integer()
    if (value > 1) throw new FormatError(`a flag is 0 or 1, not ${value}`)
    return value === 1
  }

  /** Bytes as they are. */
  bytes(length: number): Uint8Array {
    return this.#reader.bytes(length)
  }

  /** The class information that the first value of a type has; returns its version, 0 for later ones. */
  classInfo(type: string): number {
    if (this.#known.has(type)) return 0
    this.#known.add(type)
    this.#reader.u8()
    return this.integer()
  }

  /** A count of items, each of which takes at least `itemSize` bytes. */
  count(itemSize: number): number {
    const count = this.integer()
    if (count * itemSize > this.#reader.remaining)
      throw new FormatError(`a count of ${count} is more than the ${this.#reader.remaining} bytes left can hold`)
    return count
  }

  /** A key, hash or signature of a known length, of a type of its own. */
  array(type: string, length: number): Uint8Array {
    this.classInfo(type)
    const told = this.integer()
    if (told !== length) throw new FormatError(`a ${type} has ${length} bytes, not ${told}`)
    return this.#reader.bytes(length)
  }

  /** Asserts that nothing is left. */
  end(what: string): void {
    this.#reader.end(what)
  }
}

/** Writes an archive from front to back. Calls chain. */
export class BoostWriter {
  readonly #writer = new Writer().bytes(HEADER)
  readonly #known = new Set<string>()

  /** @param value below 2^64; from 2^63 on it is written as the negative number of the same bits */
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

  /** Bytes as they are. */
  bytes(bytes: Uint8Array): this {
    this.#writer.bytes(bytes)
    return this
  }

  /** The class information that the first value of a type has. */
  classInfo(type: string, version = 0): this {
    if (this.#known.has(type)) return this
    this.#known.add(type)
    this.#writer.u8(0)
    return this.integer(version)
  }

  /** A key, hash or signature, of a type of its own. */
  array(type: string, bytes: Uint8Array): this {
    this.classInfo(type).integer(bytes.length)
    this.#writer.bytes(bytes)
    return this
  }

  finish(): Uint8Array {
    return this.#writer.finish()
  }
}

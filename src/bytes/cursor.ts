// A reader and a writer over byte arrays for the chain's formats. Varints are LEB128: seven bits per byte, low group first. As in
// monerod (common/varint.h), only the shortest form is accepted.

import { FabaError } from '../errors/fabaError.ts'

/** Bytes that end too early, continue after their end, or encode a number in a form that is not allowed. */
export class FormatError extends FabaError {
  override readonly name: string = 'FormatError'
  readonly code: 'format' | 'portable' = 'format'
}

/** Bigints that need not be made anew for each value. */
const SMALL_BIGINTS: readonly bigint[] = Array.from({ length: 0x80 }, (_, value) => BigInt(value))

/** Bytes of a varint that a number holds. */
const NARROW = 7

const smallBigint = (value: number): bigint => SMALL_BIGINTS[value] ?? BigInt(value)

/** Reads a byte array from front to back. Every method throws FormatError if the bytes do not contain the requested value. */
export class Reader {
  readonly #bytes: Uint8Array
  /** created on first use: varints and keys do not need it */
  #view: DataView | undefined
  #offset: number

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes
    this.#offset = offset
  }

  #viewed(): DataView {
    this.#view ??= new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
    return this.#view
  }

  /** Position of the next byte. */
  get offset(): number {
    return this.#offset
  }

  /** Number of bytes left. */
  get remaining(): number {
    return this.#bytes.length - this.#offset
  }

  #take(length: number, what?: string): number {
    const start = this.#offset
    const end = start + length
    if (end > this.#bytes.length)
      throw new FormatError(
        `${what ?? `a field of ${length} bytes`} does not fit at offset ${start}: bytes left: ${this.remaining}`,
      )
    this.#offset = end
    return start
  }

  u8(): number {
    return this.#bytes[this.#take(1, 'a byte')] ?? 0
  }

  /** Reads 2 bytes, little-endian. */
  u16(): number {
    return this.#viewed().getUint16(this.#take(2, 'a u16'), true)
  }

  /** Reads 4 bytes, little-endian. */
  u32(): number {
    return this.#viewed().getUint32(this.#take(4, 'a u32'), true)
  }

  /** Reads 8 bytes, little-endian. */
  u64(): bigint {
    return this.#viewed().getBigUint64(this.#take(8, 'a u64'), true)
  }

  /** Reads `length` bytes, as a view on the same memory. */
  bytes(length: number): Uint8Array {
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Skips `length` bytes. Returns their offset. */
  skip(length: number): number {
    return this.#take(length)
  }

  /** Returns the byte at an offset, or 0 after the end. */
  byteAt(offset: number): number {
    return this.#bytes[offset] ?? 0
  }

  /** Returns `length` bytes from an earlier offset, as a view on the same memory. */
  at(offset: number, length: number): Uint8Array {
    return this.#bytes.subarray(offset, offset + length)
  }

  /** Returns the bytes between an earlier offset and the current one, as a view on the same memory. */
  since(offset: number): Uint8Array {
    return this.#bytes.subarray(offset, this.#offset)
  }

  /** Reads a varint of up to 64 bits. */
  varint64(): bigint {
    const value = this.#narrowVarint()
    if (value < 0) return this.#wideVarint()
    return value < 0x80 ? smallBigint(value) : BigInt(value)
  }

  /** Reads a varint of up to 7 bytes: numbers are much faster than bigints, and most values are small. Returns -1 for a longer one, and reads nothing. */
  #narrowVarint(): number {
    const start = this.#offset
    let value = 0
    for (let factor = 1; factor < 2 ** 49; factor *= 0x80) {
      const byte = this.u8()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) {
        this.#assertShortest(start, byte, factor)
        return value
      }
    }
    this.#offset = start
    return -1
  }

  #assertShortest(start: number, last: number, factor: number): void {
    if (last === 0 && factor !== 1) throw new FormatError(`the varint at offset ${start} is not in its shortest form`)
  }

  #wideVarint(): bigint {
    const start = this.#offset
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.u8()
      if (shift === 63n && byte > 1) throw new FormatError(`the varint at offset ${start} exceeds 64 bits`)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) {
        this.#assertShortest(start, byte, Number(shift + 1n))
        return value
      }
    }
  }

  /** Reads a varint that must be a safe integer: a height, an index, a count, a version. */
  varint(): number {
    const start = this.#offset
    const value = this.#narrowVarint()
    if (value >= 0) return value
    const wide = this.#wideVarint()
    if (wide > BigInt(Number.MAX_SAFE_INTEGER))
      throw new FormatError(`the varint at offset ${start} is ${wide}, which exceeds 2^53`)
    return Number(wide)
  }

  /** Skips varints of up to 64 bits without computing them. Rejects what `varint64` rejects. */
  skipVarints(count: number): void {
    const bytes = this.#bytes
    let offset = this.#offset
    for (let left = count; left > 0; left--) {
      const start = offset
      while ((bytes[offset] ?? 0) >= 0x80) offset++
      offset++
      const length = offset - start
      if (length === 1 && offset <= bytes.length) continue
      if (length <= NARROW && (bytes[offset - 1] ?? 0) !== 0) continue
      // Long, malformed or cut off.
      this.#offset = start
      this.varint64()
      offset = this.#offset
    }
    this.#offset = offset
  }

  /**
   * Reads a varint that counts the items that follow. Each item takes at least `itemSize` bytes: a count that the remaining bytes
   * cannot hold is rejected before memory is allocated for it.
   */
  count(itemSize: number): number {
    const start = this.#offset
    const count = this.varint()
    if (count * itemSize > this.remaining)
      throw new FormatError(
        `a count of ${count} at offset ${start} is more than the ${this.remaining} bytes left can hold`,
      )
    return count
  }

  /** Asserts that no bytes are left. `what` names the parsed object in the error message. */
  end(what: string): void {
    if (this.remaining !== 0) throw new FormatError(`${this.remaining} bytes are left after the end of ${what}`)
  }
}

/** Builds a byte array from front to back. Calls chain. */
export class Writer {
  #bytes = new Uint8Array(128)
  /** created on first use: keys and short numbers do not need it */
  #view: DataView | undefined
  #length = 0

  #grow(length: number): number {
    const start = this.#length
    this.#length += length
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length))
      grown.set(this.#bytes)
      this.#bytes = grown
      this.#view = undefined
    }
    return start
  }

  #viewed(): DataView {
    this.#view ??= new DataView(this.#bytes.buffer)
    return this.#view
  }

  /** Number of bytes written. */
  get length(): number {
    return this.#length
  }

  u8(value: number): this {
    const start = this.#grow(1)
    this.#bytes[start] = value
    return this
  }

  /** Writes 2 bytes, little-endian. */
  u16(value: number): this {
    const start = this.#grow(2)
    this.#viewed().setUint16(start, value, true)
    return this
  }

  /** Writes 4 bytes, little-endian. */
  u32(value: number): this {
    const start = this.#grow(4)
    this.#viewed().setUint32(start, value, true)
    return this
  }

  /** Writes 8 bytes, little-endian. */
  u64(value: bigint): this {
    const start = this.#grow(8)
    this.#viewed().setBigUint64(start, value, true)
    return this
  }

  bytes(bytes: Uint8Array): this {
    const start = this.#grow(bytes.length)
    this.#bytes.set(bytes, start)
    return this
  }

  /** Writes a varint: a non-negative safe integer or a bigint below 2^64. */
  varint(value: number | bigint): this {
    if (typeof value === 'bigint') {
      if (value < 0n || value >= 1n << 64n) throw new FormatError(`a varint holds 0 .. 2^64-1, not ${value}`)
      while (value >= 0x80n) {
        this.u8(Number(value & 0x7fn) | 0x80)
        value >>= 7n
      }
      return this.u8(Number(value))
    }
    if (!Number.isSafeInteger(value) || value < 0) throw new FormatError(`a varint holds 0 .. 2^64-1, not ${value}`)
    while (value >= 0x80) {
      this.u8((value % 0x80) | 0x80)
      value = Math.floor(value / 0x80)
    }
    return this.u8(value)
  }

  /** Returns a copy of the written bytes. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

/**
 * Encodes a value (0 .. 2^64-1) as varint bytes.
 * @throws FormatError if the value is out of range
 *
 * @example
 * varintBytes(300) // Uint8Array.of(0xac, 0x02)
 */
export const varintBytes = (value: number | bigint): Uint8Array =>
  typeof value === 'number' && value >= 0 && value < 0x80 && Number.isInteger(value)
    ? Uint8Array.of(value)
    : new Writer().varint(value).finish()

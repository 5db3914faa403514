// A reader and a writer over byte arrays for the chain's formats. LEB128 varints: seven bits per byte, low group first, and
// only the shortest form is accepted, as the reference does.

/** Bytes that ended too early, ran on, or spelled a number in a form that is refused. */
export class FormatError extends Error {
  override readonly name: string = 'FormatError'
}

/** Reads a byte array from front to back. Every method throws FormatError when the bytes do not hold what is asked for. */
export class Reader {
  readonly #bytes: Uint8Array
  /** made when it is needed, which for varints and keys it is not */
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

  /** How many bytes are left. */
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

  /** Little-endian. */
  u16(): number {
    return this.#viewed().getUint16(this.#take(2, 'a u16'), true)
  }

  /** Little-endian. */
  u32(): number {
    return this.#viewed().getUint32(this.#take(4, 'a u32'), true)
  }

  /** Little-endian. */
  u64(): bigint {
    return this.#viewed().getBigUint64(this.#take(8, 'a u64'), true)
  }

  /** The next `length` bytes, as a view on the same memory. */
  bytes(length: number): Uint8Array {
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Passes over `length` bytes; returns where they begin. */
  skip(length: number): number {
    return this.#take(length)
  }

  /** `length` bytes from an earlier offset on, as a view on the same memory. */
  at(offset: number, length: number): Uint8Array {
    return this.#bytes.subarray(offset, offset + length)
  }

  /** Everything between an earlier offset and the current one, as a view on the same memory. */
  since(offset: number): Uint8Array {
    return this.#bytes.subarray(offset, this.#offset)
  }

  /** A varint of up to 64 bits. */
  varint64(): bigint {
    const start = this.#offset
    // Most are small, and numbers are much faster.
    if (start < this.#bytes.length && (this.#bytes[start] ?? 0) < 0x80) return BigInt(this.u8())
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.u8()
      if (shift === 63n && byte > 1) throw new FormatError(`the varint at offset ${start} exceeds 64 bits`)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) {
        if (byte === 0 && shift !== 0n)
          throw new FormatError(`the varint at offset ${start} is not in its shortest form`)
        return value
      }
    }
  }

  /** A varint that must be a safe integer: a height, an index, a count, a version. */
  varint(): number {
    const start = this.#offset
    let value = 0
    for (let factor = 1; factor < 2 ** 49; factor *= 0x80) {
      const byte = this.u8()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) {
        if (byte === 0 && factor !== 1)
          throw new FormatError(`the varint at offset ${start} is not in its shortest form`)
        return value
      }
    }
    this.#offset = start
    const wide = this.varint64()
    if (wide > BigInt(Number.MAX_SAFE_INTEGER))
      throw new FormatError(`the varint at offset ${start} is ${wide}, beyond what an index or a height can be`)
    return Number(wide)
  }

  /**
   * A varint that counts items still to come. Each item takes at least `itemSize` bytes, so a count that the remaining
   * bytes cannot hold is refused before anything is allocated.
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

  /** Asserts that nothing is left. `what` names the thing that was read. */
  end(what: string): void {
    if (this.remaining !== 0) throw new FormatError(`${this.remaining} bytes are left after the end of ${what}`)
  }
}

/** Builds a byte array from front to back. Calls chain. */
export class Writer {
  #bytes = new Uint8Array(128)
  /** made when it is needed, which for keys and short numbers it is not */
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

  /** How many bytes were written. */
  get length(): number {
    return this.#length
  }

  u8(value: number): this {
    const start = this.#grow(1)
    this.#bytes[start] = value
    return this
  }

  /** Little-endian. */
  u16(value: number): this {
    const start = this.#grow(2)
    this.#viewed().setUint16(start, value, true)
    return this
  }

  /** Little-endian. */
  u32(value: number): this {
    const start = this.#grow(4)
    this.#viewed().setUint32(start, value, true)
    return this
  }

  /** Little-endian. */
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

  /** A varint: a non-negative safe integer or a bigint below 2^64. */
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

  /** What was written, as a copy of its own. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

/** A value as varint bytes, for hashing. */
export const varintBytes = (value: number | bigint): Uint8Array =>
  typeof value === 'number' && value >= 0 && value < 0x80 && Number.isInteger(value)
    ? Uint8Array.of(value)
    : new Writer().varint(value).finish()

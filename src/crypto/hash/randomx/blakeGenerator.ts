// BlakeGenerator of RandomX (its specification, chapter 3.4): the source of bytes for random programs.

import { blake2b } from '@noble/hashes/blake2.js'

/** A generator of bytes: repeated Blake2b. */
export class BlakeGenerator {
  #state: Uint8Array
  #used: number

  /** @param seed up to 60 bytes */
  constructor(seed: Uint8Array) {
    this.#state = new Uint8Array(64)
    this.#state.set(seed.subarray(0, 60))
    this.#used = 64
  }

  #take(count: number): Uint8Array {
    if (this.#used + count > 64) {
      this.#state = blake2b(this.#state, { dkLen: 64 })
      this.#used = 0
    }
    this.#used += count
    return this.#state.subarray(this.#used - count, this.#used)
  }

  byte(): number {
    return this.#take(1)[0] ?? 0
  }

  u32(): number {
    const bytes = this.#take(4)
    return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
  }
}

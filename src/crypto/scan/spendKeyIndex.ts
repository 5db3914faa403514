// The positions of spend keys in a list of them: open addressing, as in the scan kernel. It takes 4 to 16 bytes a key beside the list.

import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { keyPrefix } from '../keys/keyPrefix.ts'

const sameKey = (a: Uint8Array, aStart: number, b: Uint8Array, bStart: number): boolean => {
  for (let i = 0; i < KEY_LENGTH; i++) if (a[aStart + i] !== b[bStart + i]) return false
  return true
}

/** Finds keys of a list, to which keys may be appended. */
export class SpendKeyIndex {
  #keys: Uint8Array = new Uint8Array()
  /** position + 1 of the key in each slot; 0 if it is empty; at least half of them are */
  #slots: Uint16Array | Uint32Array = new Uint16Array(2)

  /** @param keys 32 bytes each; the first of equal keys is found */
  constructor(keys: Uint8Array) {
    this.extend(keys)
  }

  get keys(): Uint8Array {
    return this.#keys
  }

  /** @param keys the keys so far, and more behind them */
  extend(keys: Uint8Array): void {
    let first = this.#keys.length / KEY_LENGTH
    const count = keys.length / KEY_LENGTH
    let size = this.#slots.length
    while (size < 2 * count) size *= 2
    if (size > this.#slots.length) {
      this.#slots = size <= 0x10000 ? new Uint16Array(size) : new Uint32Array(size)
      first = 0
    }
    this.#keys = keys
    for (let i = first; i < count; i++) {
      const slot = this.#slotOf(keys, KEY_LENGTH * i)
      if (this.#slots[slot] === 0) this.#slots[slot] = i + 1
    }
  }

  /** Returns the slot of a key, or the empty one where it belongs. */
  #slotOf(bytes: Uint8Array, start: number): number {
    const mask = this.#slots.length - 1
    let slot = keyPrefix(bytes, start) & mask
    for (;;) {
      const taken = this.#slots[slot] ?? 0
      if (taken === 0 || sameKey(bytes, start, this.#keys, KEY_LENGTH * (taken - 1))) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Returns the position of the key in a row of `rows`; undefined if it is not in the list. */
  positionOf(rows: Uint8Array, row = 0): number | undefined {
    const taken = this.#slots[this.#slotOf(rows, KEY_LENGTH * row)] ?? 0
    return taken === 0 ? undefined : taken - 1
  }
}

// The ids of outputs by a key of 32 bytes: a one-time key, or a key image. Several outputs may share one.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { keyPrefix } from '../../crypto/keys/keyPrefix.ts'

/** Returns the prefix of a key in hex. Other texts have any prefix. */
const hexPrefix = (key: string): number =>
  Number.parseInt(key.slice(6, 8) + key.slice(4, 6) + key.slice(2, 4) + key.slice(0, 2), 16) | 0

const NO_KEY = new Uint8Array()

/** Entries of a new index; a table has at least twice as many slots as entries. */
const FIRST_CAPACITY = 16

/**
 * An index of ids by key. It contains the prefixes of keys, in a hash table of numbers: the keys of a hundred thousand outputs as texts would
 * take as much memory as the outputs, and a Map of their prefixes more time to fill.
 */
export class KeyIndex {
  /** Open addressing with linear steps: 0 is free, any other value is the number of an entry, from 1. Entries of a prefix are in their order. */
  #slots = new Int32Array()
  #prefixes = new Int32Array()
  /** undefined for entries that were removed, whose slots stay until the table grows */
  #ids: (string | undefined)[] = []
  readonly #shared = new Set<string>()
  readonly #keyOf: (id: string) => Uint8Array | undefined

  /**
   * @param keyOf returns the present key of an id; undefined if the id is gone or has none
   * @param expected number of ids that will be added at once: the table need not grow then
   */
  constructor(keyOf: (id: string) => Uint8Array | undefined, expected = 0) {
    this.#keyOf = keyOf
    this.#allocate(expected)
  }

  /** Creates an empty table for a number of entries. */
  #allocate(count: number): void {
    let capacity = FIRST_CAPACITY
    while (capacity < count) capacity *= 2
    this.#slots = new Int32Array(2 * capacity)
    this.#prefixes = new Int32Array(capacity)
    this.#ids = []
  }

  /** Returns the first slot from a place on that has an entry of a prefix; -1 if there is none. */
  #slotOf(prefix: number, from: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let at = from & mask; ; at = (at + 1) & mask) {
      const slot = slots[at] ?? 0
      if (slot === 0) return -1
      if (this.#prefixes[slot - 1] === prefix && this.#ids[slot - 1] !== undefined) return at
    }
  }

  /** Returns the entries of a prefix, oldest first. */
  #entriesOf(prefix: number): number[] {
    const entries: number[] = []
    for (let at = this.#slotOf(prefix, prefix); at !== -1; at = this.#slotOf(prefix, at + 1))
      entries.push((this.#slots[at] ?? 0) - 1)
    return entries
  }

  #withPrefix(prefix: number): readonly string[] {
    return this.#entriesOf(prefix).flatMap((entry) => this.#ids[entry] ?? [])
  }

  #noteShared(key: string): void {
    if (this.get(key).length > 1) this.#shared.add(key)
    else this.#shared.delete(key)
  }

  /** Returns whether an id has a key with this prefix (keyPrefix.ts). */
  hasPrefix(prefix: number): boolean {
    return this.#slotOf(prefix, prefix) !== -1
  }

  /** Returns the ids of a key (hex), in the order in which they were added. */
  get(key: string): readonly string[] {
    return this.#withPrefix(hexPrefix(key)).filter((id) => {
      const own = this.#keyOf(id)
      return own !== undefined && toHex(own) === key
    })
  }

  /** Keys (hex) that have several ids. */
  get shared(): ReadonlySet<string> {
    return this.#shared
  }

  /**
   * Adds an id to those of its key, once. `keyOf` must know it already.
   * @param prefix of its key (keyPrefix.ts)
   */
  add(prefix: number, id: string): void {
    if (!this.hasPrefix(prefix)) {
      this.#append(prefix, id)
      return
    }
    const known = this.#withPrefix(prefix)
    if (!known.includes(id)) this.#append(prefix, id)
    const key = this.#keyOf(id) ?? NO_KEY
    const isShared = known.some((other) => other !== id && equalBytes(this.#keyOf(other) ?? NO_KEY, key))
    if (isShared) this.#shared.add(toHex(key))
  }

  /** Removes an id, which `keyOf` must not know any more, from those of its key. */
  remove(key: Uint8Array, id: string): void {
    this.#removeEntries(keyPrefix(key), [id])
    const hex = toHex(key)
    if (this.#shared.has(hex)) this.#noteShared(hex)
  }

  /** Changes the order of the ids of a key (hex). */
  reorder(key: string, ids: readonly string[]): void {
    const prefix = hexPrefix(key)
    this.#removeEntries(prefix, ids)
    for (const id of ids) this.#append(prefix, id)
  }

  #removeEntries(prefix: number, ids: readonly string[]): void {
    for (const entry of this.#entriesOf(prefix)) if (ids.includes(this.#ids[entry] ?? '')) this.#ids[entry] = undefined
  }

  #append(prefix: number, id: string): void {
    if (this.#ids.length === this.#prefixes.length) this.#rebuild()
    this.#prefixes[this.#ids.length] = prefix
    this.#ids.push(id)
    this.#fillSlot(prefix, this.#ids.length)
  }

  #fillSlot(prefix: number, value: number): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let at = prefix & mask
    while (slots[at] !== 0) at = (at + 1) & mask
    slots[at] = value
  }

  /** Makes room for as many entries again as there are, without those that were removed. */
  #rebuild(): void {
    const prefixes = this.#prefixes
    const ids = this.#ids
    const count = ids.reduce((sum, id) => (id === undefined ? sum : sum + 1), 0)
    this.#allocate(2 * count)
    for (const [entry, id] of ids.entries()) if (id !== undefined) this.#append(prefixes[entry] ?? 0, id)
  }
}

// The ids of outputs by a key of 32 bytes: a one-time key, or a key image. Several outputs may share one.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'

/**
 * Returns the first four bytes of a key as a number. An index by these prefixes rejects nearly all of the thousands of key images in a page of
 * blocks without a conversion to hex.
 */
export const keyPrefix = (key: Uint8Array): number =>
  (key[0] ?? 0) | ((key[1] ?? 0) << 8) | ((key[2] ?? 0) << 16) | ((key[3] ?? 0) << 24)

/** Returns the prefix of a key in hex. Other texts have any prefix. */
const hexPrefix = (key: string): number =>
  Number.parseInt(key.slice(6, 8) + key.slice(4, 6) + key.slice(2, 4) + key.slice(0, 2), 16) | 0

/**
 * An index of ids by key. It contains the prefixes of keys: the keys of a hundred thousand outputs as texts would take as much memory as the
 * outputs.
 */
export class KeyIndex {
  /** by prefix; nearly every prefix has one id */
  readonly #ids = new Map<number, string | readonly string[]>()
  readonly #shared = new Set<string>()
  readonly #keyOf: (id: string) => Uint8Array | undefined

  /** @param keyOf returns the present key of an id; undefined if the id is gone or has none */
  constructor(keyOf: (id: string) => Uint8Array | undefined) {
    this.#keyOf = keyOf
  }

  #withPrefix(prefix: number): readonly string[] {
    const ids = this.#ids.get(prefix) ?? []
    return typeof ids === 'string' ? [ids] : ids
  }

  #put(prefix: number, ids: readonly string[]): void {
    const [first, ...others] = ids
    if (first === undefined) this.#ids.delete(prefix)
    else this.#ids.set(prefix, others.length === 0 ? first : ids)
  }

  #noteShared(key: string): void {
    if (this.get(key).length > 1) this.#shared.add(key)
    else this.#shared.delete(key)
  }

  /** Returns false only if no id has the key; true may be a false positive. */
  mayHave(key: Uint8Array): boolean {
    return this.#ids.has(keyPrefix(key))
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

  /** Adds an id to those of its key, once. `keyOf` must know it already. */
  add(key: Uint8Array, id: string): void {
    const prefix = keyPrefix(key)
    const ids = this.#ids.get(prefix)
    if (ids === undefined) {
      this.#ids.set(prefix, id)
      return
    }
    if (ids === id) return
    const known = this.#withPrefix(prefix)
    if (!known.includes(id)) this.#put(prefix, [...known, id])
    const isShared = known.some((other) => other !== id && equalBytes(this.#keyOf(other) ?? new Uint8Array(), key))
    if (isShared) this.#shared.add(toHex(key))
  }

  /** Removes an id, which `keyOf` must not know any more, from those of its key. */
  remove(key: Uint8Array, id: string): void {
    const prefix = keyPrefix(key)
    this.#put(
      prefix,
      this.#withPrefix(prefix).filter((other) => other !== id),
    )
    const hex = toHex(key)
    if (this.#shared.has(hex)) this.#noteShared(hex)
  }

  /** Changes the order of the ids of a key (hex). */
  reorder(key: string, ids: readonly string[]): void {
    const prefix = hexPrefix(key)
    this.#put(prefix, [...this.#withPrefix(prefix).filter((id) => !ids.includes(id)), ...ids])
  }
}

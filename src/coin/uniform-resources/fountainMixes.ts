// The parts of a fountain code that mix several unknown fragments. A sender makes parts without end, so no more are kept than can be of use.

/** Fragments, by their index, and their XOR. */
export type Mix = { readonly indexes: Set<number>; readonly data: Uint8Array }

/** Indexes of all mixes together: some ten megabytes. A part of the largest message mixes a thousand fragments on average. */
export const MAX_MIXED_INDEXES = 250_000

/**
 * XORs bytes into others.
 *
 * @example
 * const target = Uint8Array.of(1, 2)
 * xorInto(target, Uint8Array.of(3, 3))
 * target // Uint8Array.of(2, 1)
 */
export const xorInto = (target: Uint8Array, source: Uint8Array): void => {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) ^ (source[i] ?? 0)
}

export class FountainMixes {
  #mixes: Mix[] = []
  #indexCount = 0

  /** The number of mixes. */
  get length(): number {
    return this.#mixes.length
  }

  /** The number of indexes of all mixes together. */
  get indexCount(): number {
    return this.#indexCount
  }

  /**
   * Adds a mix of unknown fragments. Leaves out those with the most fragments, which are the last to be solved: as many mixes as there are
   * unknown fragments determine them.
   * @param unknown number of unknown fragments
   */
  add(mix: Mix, unknown: number): void {
    this.#mixes.push(mix)
    this.#indexCount += mix.indexes.size
    while (this.#mixes.length > unknown || this.#indexCount > MAX_MIXED_INDEXES) this.#dropLargest()
  }

  /** Removes a fragment that is known from now on from all mixes. */
  solve(index: number, fragment: Uint8Array): void {
    for (const { indexes, data } of this.#mixes)
      if (indexes.delete(index)) {
        xorInto(data, fragment)
        this.#indexCount--
      }
  }

  /** Removes and returns a mix of one fragment, which is that fragment; undefined if there is none. */
  takeSolved(): Mix | undefined {
    this.#mixes = this.#mixes.filter(({ indexes }) => indexes.size > 0)
    const at = this.#mixes.findIndex(({ indexes }) => indexes.size === 1)
    if (at < 0) return undefined
    this.#indexCount--
    return this.#mixes.splice(at, 1)[0]
  }

  #dropLargest(): void {
    let largest = 0
    for (const [at, { indexes }] of this.#mixes.entries())
      if (indexes.size > (this.#mixes[largest]?.indexes.size ?? 0)) largest = at
    const [dropped] = this.#mixes.splice(largest, 1)
    this.#indexCount -= dropped?.indexes.size ?? 0
  }
}

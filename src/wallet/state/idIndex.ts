// The ids of outputs by a key that several outputs may share.

/** An index of ids. Nearly every key has one id, which needs no list of its own: a large wallet has a hundred thousand of them. */
export class IdIndex {
  readonly #ids = new Map<string, string | readonly string[]>()
  readonly #shared = new Set<string>()

  /** Returns the ids of a key, in the order in which they were added. */
  get(key: string): readonly string[] {
    const ids = this.#ids.get(key) ?? []
    return typeof ids === 'string' ? [ids] : ids
  }

  /** Keys that have several ids. */
  get shared(): ReadonlySet<string> {
    return this.#shared
  }

  /** Adds an id to those of a key, once. */
  add(key: string, id: string): void {
    const ids = this.#ids.get(key)
    if (ids === undefined) this.#ids.set(key, id)
    else if (ids !== id && !this.get(key).includes(id)) this.replace(key, [...this.get(key), id])
  }

  remove(key: string, id: string): void {
    this.replace(
      key,
      this.get(key).filter((other) => other !== id),
    )
  }

  /** Replaces the ids of a key. */
  replace(key: string, ids: readonly string[]): void {
    const [first, ...others] = ids
    if (first === undefined) this.#ids.delete(key)
    else this.#ids.set(key, others.length === 0 ? first : ids)
    if (others.length === 0) this.#shared.delete(key)
    else this.#shared.add(key)
  }
}

// What changes of a development node is told to whoever listens.

export type NodeEvent =
  | { readonly kind: 'block'; readonly height: number }
  | { readonly kind: 'pool'; readonly txid: Uint8Array }
  /** a block came in from outside or was made here, on the main chain or beside it; it may have been refused */
  | { readonly kind: 'submitted'; readonly id: Uint8Array }
  /** something left the pool, and not for a block */
  | { readonly kind: 'dropped' }

/** Tells listeners, also of several things at once. */
export class NodeEvents {
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  #held: NodeEvent[] | undefined

  /** Calls back after each change; answers how to stop that. */
  listen(listener: (event: NodeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: NodeEvent): void {
    if (this.#held !== undefined) this.#held.push(event)
    else for (const listener of this.#listeners) listener(event)
  }

  /** Does something of which nobody hears, as nothing of it stays. */
  muted<T>(work: () => T): T {
    const held = this.#held
    this.#held = []
    try {
      return work()
    } finally {
      this.#held = held
    }
  }

  /** Does several things as one: listeners hear of them when all is done, also when it failed halfway. */
  batch<T>(work: () => T): T {
    if (this.#held !== undefined) return work()
    const held: NodeEvent[] = []
    this.#held = held
    try {
      return work()
    } finally {
      this.#held = undefined
      for (const event of held) this.emit(event)
    }
  }
}

// Changes of a development node, reported to listeners.

export type NodeEvent =
  | { readonly kind: 'block'; readonly height: number }
  | { readonly kind: 'pool'; readonly txid: Uint8Array }
  /** a block was submitted, from outside or by the miner; the chain may refuse it */
  | { readonly kind: 'submitted'; readonly id: Uint8Array }
  /** a transaction left the pool, but not for a block */
  | { readonly kind: 'dropped' }

/** Calls listeners, at once or after a batch of changes. */
export class NodeEvents {
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  #deferred: NodeEvent[] | undefined

  /** Calls back after each change; returns a function that removes the listener. */
  listen(listener: (event: NodeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: NodeEvent): void {
    if (this.#deferred !== undefined) this.#deferred.push(event)
    else for (const listener of this.#listeners) listener(event)
  }

  /** Runs `work` and discards its events. */
  muted<T>(work: () => T): T {
    const deferred = this.#deferred
    this.#deferred = []
    try {
      return work()
    } finally {
      this.#deferred = deferred
    }
  }

  /** Runs `work` and reports its events afterwards, also if it throws. */
  batch<T>(work: () => T): T {
    if (this.#deferred !== undefined) return work()
    const deferred: NodeEvent[] = []
    this.#deferred = deferred
    try {
      return work()
    } finally {
      this.#deferred = undefined
      for (const event of deferred) this.emit(event)
    }
  }
}

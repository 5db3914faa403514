// Changes of a development node, reported to listeners after them, and its steps, reported to watchers amid a change.

import type { BlockRecord } from '../records/chainRecords.ts'
import type { PoolEntry } from '../txpool/poolEntry.ts'

export type NodeEvent =
  | { readonly kind: 'block'; readonly height: number }
  | { readonly kind: 'pool'; readonly txid: Uint8Array }
  /** a block was submitted, from outside or by the miner; the chain may refuse it */
  | { readonly kind: 'submitted'; readonly id: Uint8Array }
  /** a transaction left the pool, but not for a block */
  | { readonly kind: 'dropped' }

/** A step of a change, reported at once: a later step of the same change may still fail and undo it. */
export type NodeStep =
  /** a block became the top of the main chain */
  | { readonly kind: 'extended'; readonly block: BlockRecord }
  /** an alternative chain became the main chain; its blocks, the lowest first, have been reported as `extended` */
  | { readonly kind: 'reorganised'; readonly blocks: readonly BlockRecord[] }
  /** a transaction entered the pool from outside, or one with do_not_relay was relayed */
  | { readonly kind: 'pooled'; readonly entry: PoolEntry }

/** Calls listeners, at once or after a batch of changes, and watchers at once. */
export class NodeEvents {
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  readonly #watchers = new Set<(step: NodeStep) => void>()
  #deferred: NodeEvent[] | undefined
  #isMuted = false

  /** Calls back after each change; returns a function that removes the listener. */
  listen(listener: (event: NodeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: NodeEvent): void {
    if (this.#deferred !== undefined) this.#deferred.push(event)
    else for (const listener of this.#listeners) listener(event)
  }

  /** Calls back at each step, with the chain and the pool as they are after it; returns a function that removes the watcher. */
  watch(watcher: (step: NodeStep) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  report(step: NodeStep): void {
    if (!this.#isMuted) for (const watcher of this.#watchers) watcher(step)
  }

  /** Runs `work` and discards its events and steps. */
  muted<T>(work: () => T): T {
    const [deferred, isMuted] = [this.#deferred, this.#isMuted]
    this.#deferred = []
    this.#isMuted = true
    try {
      return work()
    } finally {
      this.#deferred = deferred
      this.#isMuted = isMuted
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

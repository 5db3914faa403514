// When transactions entered and left the pool, so that a wallet receives only what changed since its last request.

import type { UnixSeconds } from '../../async/time.ts'
import { fromHex } from '../../bytes/hex.ts'

/** Limits of monerod: removals are kept for half an hour, and at most 20,000 of them. */
const REMOVAL_LIFETIME_SECONDS = 30 * 60
const MAX_REMOVALS = 20_000

type Removal = { readonly id: string; readonly at: UnixSeconds; readonly wasHidden: boolean }

/** What changed since a time. */
export type PoolDifference = {
  /** ids of the transactions that were added and are still in the pool, in hex */
  readonly added: ReadonlySet<string>
  /** an id is in it as often as it was removed, also if the transaction is back in the pool */
  readonly removed: readonly Uint8Array[]
}

/** The times of additions and removals (monerod: `tx_memory_pool::get_pool_info`). */
export class PoolChanges {
  /** by id in hex */
  readonly #added = new Map<string, UnixSeconds>()
  /** in the order of their times */
  readonly #removals: Removal[] = []
  /** from when on all additions, and all removals, are known; undefined before the first one */
  #addedFrom: UnixSeconds | undefined
  #removedFrom: UnixSeconds | undefined

  /** Records that a transaction entered the pool, or became visible to everyone. */
  add(id: string, now: UnixSeconds): void {
    this.#added.set(id, now)
    this.#addedFrom ??= now
  }

  /** @param wasHidden whether restricted services hid the transaction */
  remove(id: string, now: UnixSeconds, wasHidden: boolean): void {
    this.#added.delete(id)
    this.#removedFrom ??= now
    this.#removals.push({ id, at: now, wasHidden })
    this.#forgetOldRemovals(now)
  }

  #forgetOldRemovals(now: UnixSeconds): void {
    const earliest = now - REMOVAL_LIFETIME_SECONDS
    if (this.#removals.length > MAX_REMOVALS) {
      this.#removals.splice(0, MAX_REMOVALS / 4 + 1)
      this.#removedFrom = this.#removals[0]?.at
      return
    }
    const old = this.#removals.findIndex(({ at }) => at >= earliest)
    if (old <= 0) return
    this.#removals.splice(0, old)
    this.#removedFrom = earliest
  }

  /** Forgets everything: the pool is another one, whose transactions enter now. */
  reset(ids: Iterable<string>, now: UnixSeconds): void {
    this.#added.clear()
    this.#removals.length = 0
    this.#addedFrom = undefined
    this.#removedFrom = undefined
    for (const id of ids) this.add(id, now)
  }

  /**
   * Returns what changed at or after a time; undefined if that is not known, so that the whole pool must be read.
   * @param since 0 for no earlier request
   * @param includeHidden whether removals of transactions that restricted services hide are included
   */
  since(since: UnixSeconds, includeHidden: boolean): PoolDifference | undefined {
    if (since === 0 || this.#addedFrom === undefined || this.#removedFrom === undefined) return undefined
    // A change within the very second of the first known one may be missing.
    if (since <= this.#addedFrom || since <= this.#removedFrom) return undefined
    return {
      added: new Set([...this.#added].flatMap(([id, at]) => (at >= since ? [id] : []))),
      removed: this.#removals
        .filter(({ at, wasHidden }) => at >= since && (includeHidden || !wasHidden))
        .map(({ id }) => fromHex(id)),
    }
  }
}

// What a wallet knows of its node's txpool, in memory only.

import type { ChainTransaction } from '../scan/scanBatch.ts'
import type { OwnedOutput } from './ledger.ts'

/** A transaction of the pool that pays this wallet. */
export type TxpoolEntry = {
  readonly source: ChainTransaction
  /** change is marked as such */
  readonly received: readonly OwnedOutput[]
  readonly doubleSpendSeen: boolean
}

/** What is known of the node's pool; it is kept in memory only. */
export class TxpoolView {
  /** transactions that concern us, by id */
  readonly entries = new Map<string, TxpoolEntry>()
  /** ids that were looked at */
  readonly seen = new Set<string>()
  /** when a pending payment was last missed, milliseconds */
  readonly missed = new Map<string, number>()

  clear(): void {
    this.entries.clear()
    this.seen.clear()
    this.missed.clear()
  }
}

// A wallet's view of the txpool of its node, kept in memory only.

import type { ChainTransaction } from '../scan/scanBatch.ts'
import type { OwnedOutput } from './ledger.ts'

/** A txpool transaction that pays this wallet. */
export type TxpoolEntry = {
  readonly source: ChainTransaction
  /** includes change, flagged as such */
  readonly received: readonly OwnedOutput[]
  readonly doubleSpendSeen: boolean
}

/** Known txpool transactions. */
export class TxpoolView {
  /** transactions that pay this wallet, by id */
  readonly entries = new Map<string, TxpoolEntry>()
  /** ids of scanned transactions */
  readonly seen = new Set<string>()
  /** when a pending payment was last found missing, UNIX milliseconds */
  readonly missed = new Map<string, number>()

  clear(): void {
    this.entries.clear()
    this.seen.clear()
    this.missed.clear()
  }
}

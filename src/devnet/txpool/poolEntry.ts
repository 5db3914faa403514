// A transaction that waits for a block, with what the pool knows of it. Plain data.

import { compareBytes } from '../../bytes/bytes.ts'
import type { ParsedTransaction } from '../chain/chainRecords.ts'
import { isTransfer } from '../rules/semantics.ts'

export type PoolEntry = {
  readonly parsed: ParsedTransaction
  /** what the miner gets, without what is burnt; atomic units */
  readonly fee: bigint
  /** UNIX seconds */
  readonly receivedAt: number
  readonly keptByBlock: boolean
  readonly doNotRelay: boolean
  readonly relayed: boolean
  readonly lastRelayedAt: number
  readonly doubleSpendSeen: boolean
  readonly maxUsedHeight: number
  readonly lastFailedHeight: number
  readonly lastFailedId: Uint8Array
}

/** What may become of an entry while it waits. */
export type PoolEntryUpdate = Partial<Omit<PoolEntry, 'parsed' | 'fee' | 'receivedAt' | 'keptByBlock'>>

/** An entry written down. One that says nothing but the transaction is taken as one that a popped block left. */
export type DumpedEntry = { readonly blob: Uint8Array } & Partial<Omit<PoolEntry, 'parsed'>>

/** What a pool is at one moment. */
export type PoolState = {
  readonly entries: readonly PoolEntry[]
  /** ids in hex */
  readonly timedOut: readonly string[]
  /** ids in hex */
  readonly approved: readonly string[]
}

/** A pool written down. */
export type DumpedPool = {
  readonly pool: readonly DumpedEntry[]
  /** ids of transactions that a quorum confirmed */
  readonly approved?: readonly Uint8Array[]
}

/** How a transaction came into the pool. */
export type Arrival = { readonly keptByBlock: boolean; readonly doNotRelay: boolean }

/** Transactions without a fee first, then by fee per weight, then the one that came first. */
export const comparePriority = (a: PoolEntry, b: PoolEntry): number => {
  const orders = Number(isTransfer(a.parsed.transaction)) - Number(isTransfer(b.parsed.transaction))
  if (orders !== 0) return orders
  const difference = b.fee * BigInt(a.parsed.weight) - a.fee * BigInt(b.parsed.weight)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a.receivedAt - b.receivedAt || compareBytes(a.parsed.id, b.parsed.id)
}

/** By id, the last byte first, which is the order of the reference's database. */
export const compareDatabaseOrder = ({ parsed: { id: a } }: PoolEntry, { parsed: { id: b } }: PoolEntry): number => {
  for (let i = a.length - 1; i >= 0; i--) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

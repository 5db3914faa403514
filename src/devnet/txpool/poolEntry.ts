// A pool transaction with its metadata. Plain data.

import { compareBytes } from '../../bytes/bytes.ts'
import type { ParsedTransaction } from '../records/chainRecords.ts'
import { isTransfer } from '../rules/semantics.ts'

export type PoolEntry = {
  readonly parsed: ParsedTransaction
  /** without the burnt part; atomic units */
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

/** What can change of an entry. */
export type PoolEntryUpdate = Partial<Omit<PoolEntry, 'parsed' | 'fee' | 'receivedAt' | 'keptByBlock'>>

/** A dumped entry. Without metadata it counts as a transaction of a popped block. */
export type DumpedEntry = { readonly blob: Uint8Array } & Partial<Omit<PoolEntry, 'parsed'>>

/** The state of a pool. */
export type PoolState = {
  readonly entries: readonly PoolEntry[]
  /** ids in hex */
  readonly timedOut: readonly string[]
  /** ids in hex */
  readonly approved: readonly string[]
}

/** A dumped pool. */
export type DumpedPool = {
  readonly pool: readonly DumpedEntry[]
  /** ids of transactions that a quorum approved */
  readonly approved?: readonly Uint8Array[]
}

/** How a transaction entered the pool. */
export type Arrival = { readonly keptByBlock: boolean; readonly doNotRelay: boolean }

/** Compares by priority: first transactions without inputs, then by fee per weight, then by arrival, then by id. */
export const comparePriority = (a: PoolEntry, b: PoolEntry): number => {
  const kinds = Number(isTransfer(a.parsed.transaction)) - Number(isTransfer(b.parsed.transaction))
  if (kinds !== 0) return kinds
  const difference = b.fee * BigInt(a.parsed.weight) - a.fee * BigInt(b.parsed.weight)
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a.receivedAt - b.receivedAt || compareBytes(a.parsed.id, b.parsed.id)
}

/** Compares by id, from its last byte on: the order of monerod's database. */
export const compareDatabaseOrder = ({ parsed: { id: a } }: PoolEntry, { parsed: { id: b } }: PoolEntry): number => {
  for (let i = a.length - 1; i >= 0; i--) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

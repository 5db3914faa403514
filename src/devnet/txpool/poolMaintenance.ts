// Maintenance of the pool: when transactions expire, when they are relayed again, and which are evicted. The limits are monerod's and
// oxen-core's.

import { isTransfer } from '../rules/semantics.ts'
import type { PoolEntry } from './poolEntry.ts'

/** Seconds. */
const LIFETIME = 259_200
const LIFETIME_FROM_BLOCK = 604_800
const STATE_CHANGE_LIFETIME = 7200
/** Seconds between two relays: the age, rounded up to a multiple of the step, up to the maximum. */
const RELAY_STEP = 300
const MAX_RELAY_DELAY = 14_400
const MAX_POOL_WEIGHT = 648_000_000

const lifetimeOf = ({ keptByBlock }: PoolEntry): number => (keptByBlock ? LIFETIME_FROM_BLOCK : LIFETIME)

/** Whether a transaction is older than three days, or seven if it was in a block. It is not accepted again. */
export const isExpired = (entry: PoolEntry, now: number): boolean => now - entry.receivedAt > lifetimeOf(entry)

/** Whether a transaction without inputs, such as a state change, is older than two hours. */
export const isStateChangeExpired = ({ parsed, receivedAt }: PoolEntry, now: number): boolean =>
  !isTransfer(parsed.transaction) && now - receivedAt > STATE_CHANGE_LIFETIME

/** Whether to relay a transaction now, for the first time or again. */
export const isDueForRelay = (entry: PoolEntry, now: number): boolean => {
  const age = now - entry.receivedAt
  if (entry.doNotRelay || age > lifetimeOf(entry) / 2) return false
  const delay = Math.min(MAX_RELAY_DELAY, Math.max(1, Math.ceil(age / RELAY_STEP)) * RELAY_STEP)
  return !entry.relayed || now - entry.lastRelayedAt > delay
}

/**
 * Returns the entries to evict until the rest does not exceed the maximum weight of a pool: the lowest priority first, none that was in a
 * block or is approved.
 * @param byPriority all entries, the highest priority first
 * @param weight of all entries
 */
export const entriesToEvict = (
  byPriority: readonly PoolEntry[],
  weight: number,
  isApproved: (entry: PoolEntry) => boolean,
): readonly PoolEntry[] => {
  const evicted: PoolEntry[] = []
  let excess = weight - MAX_POOL_WEIGHT
  for (let i = byPriority.length - 1; excess > 0 && i >= 0; i--) {
    const entry = byPriority[i]
    if (entry === undefined || entry.keptByBlock || isApproved(entry)) continue
    evicted.push(entry)
    excess -= entry.parsed.weight
  }
  return evicted
}

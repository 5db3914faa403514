// How long transactions wait in the pool, when others are told of them again, and which have to go when there are too many.

import { isTransfer } from '../rules/semantics.ts'
import type { PoolEntry } from './poolEntry.ts'

/** Seconds. */
const LIFE = 259_200
const LIFE_FROM_BLOCK = 604_800
const LIFE_OF_ORDER = 7200
/** Seconds between two tellings: as much as the age, in steps, up to the most. */
const RELAY_STEP = 300
const LONGEST_RELAY = 14_400
const MAX_WEIGHT = 648_000_000

const lifeOf = ({ keptByBlock }: PoolEntry): number => (keptByBlock ? LIFE_FROM_BLOCK : LIFE)

/** Whether a transaction has waited in vain and is not taken again: for three days, or seven where it was in a block. */
export const isExpired = (entry: PoolEntry, now: number): boolean => now - entry.receivedAt > lifeOf(entry)

/** Whether a transaction without inputs, which tells the network to do something now, is older than two hours. */
export const isStateChangeExpired = ({ parsed, receivedAt }: PoolEntry, now: number): boolean =>
  !isTransfer(parsed.transaction) && now - receivedAt > LIFE_OF_ORDER

/** Whether others are to be told of a transaction now, of which they were not told yet, or long ago. */
export const isDueForRelay = (entry: PoolEntry, now: number): boolean => {
  const age = now - entry.receivedAt
  if (entry.doNotRelay || age > lifeOf(entry) / 2) return false
  const delay = Math.min(LONGEST_RELAY, Math.max(1, Math.ceil(age / RELAY_STEP)) * RELAY_STEP)
  return !entry.relayed || now - entry.lastRelayedAt > delay
}

/**
 * Those that have to go until the others weigh no more than a pool may: the least worth first, none that was in a block or is approved.
 * @param byWorth all that waits, the most worth first
 * @param weight of all together
 */
export const entriesToEvict = (
  byWorth: readonly PoolEntry[],
  weight: number,
  isApproved: (entry: PoolEntry) => boolean,
): readonly PoolEntry[] => {
  const dropped: PoolEntry[] = []
  let excess = weight - MAX_WEIGHT
  for (let i = byWorth.length - 1; excess > 0 && i >= 0; i--) {
    const entry = byWorth[i]
    if (entry === undefined || entry.keptByBlock || isApproved(entry)) continue
    dropped.push(entry)
    excess -= entry.parsed.weight
  }
  return dropped
}

// Block weight limits of the monero family (monerod's 2021 scaling).

import type { WeightHistory, WeightLimits } from '../../rules/consensus.ts'
import { longMedianOf, SURGE_FACTOR, shortMedianOf } from '../../rules/weights.ts'
import { Fork } from './forks.ts'

/** Returns the long-term weight of a block: bounded by the long-term median divided and multiplied by 1.7. */
export const longTermWeight = (history: WeightHistory, fork: number, weight: number): number => {
  if (fork < Fork.newest) return weight
  const median = longMedianOf(history)
  const minimum = Math.floor((median * 10) / 17)
  return Math.min(Math.max(weight, minimum), median + Math.floor((median * 7) / 10))
}

/** Returns the weight limits of the block after the history. */
export const weightLimits = (history: WeightHistory): WeightLimits => {
  const shortMedian = shortMedianOf(history)
  const longMedian = longMedianOf(history)
  const effectiveMedian = Math.min(Math.max(longMedian, shortMedian), SURGE_FACTOR * longMedian)
  return { shortMedian, longMedian, effectiveMedian, limit: 2 * effectiveMedian }
}

// Block weight limits of the oxen family.

import type { WeightHistory, WeightLimits } from '../../rules/consensus.ts'
import { FULL_REWARD_ZONE, longMedianOf, SURGE_FACTOR, shortMedianOf } from '../../rules/weights.ts'
import { Fork } from './forks.ts'

/** Returns the long-term weight of a block: at most 40 percent above the long-term median. */
export const longTermWeight = (history: WeightHistory, fork: number, weight: number): number => {
  if (fork < Fork.infiniteStaking) return weight
  const median = longMedianOf(history)
  return Math.min(weight, median + Math.floor((median * 2) / 5))
}

/** Returns the weight limits of the block after the history. */
export const weightLimits = (history: WeightHistory): WeightLimits => {
  const shortMedian = shortMedianOf(history)
  const longMedian = longMedianOf(history)
  const effective = Math.min(Math.max(FULL_REWARD_ZONE, shortMedian), SURGE_FACTOR * longMedian)
  const effectiveMedian = Math.max(FULL_REWARD_ZONE, effective)
  return { shortMedian, longMedian, effectiveMedian, limit: 2 * effectiveMedian }
}

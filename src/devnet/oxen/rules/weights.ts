// How block weights bound each other in the oxen family.

import type { WeightHistory, WeightLimits } from '../../rules/consensus.ts'
import { FULL_REWARD_ZONE, longMedianOf, SURGE_FACTOR, shortMedianOf } from '../../rules/weights.ts'
import { Fork } from './forks.ts'

/** The weight with which a block counts in the long run: growth is held to 40 percent. */
export const longTermWeight = (history: WeightHistory, fork: number, weight: number): number => {
  if (fork < Fork.infiniteStaking) return weight
  const median = longMedianOf(history)
  return Math.min(weight, median + Math.floor((median * 2) / 5))
}

/** What holds for the block after the last one of the history. */
export const weightLimits = (history: WeightHistory): WeightLimits => {
  const shortMedian = shortMedianOf(history)
  const longMedian = longMedianOf(history)
  const effective = Math.min(Math.max(FULL_REWARD_ZONE, shortMedian), SURGE_FACTOR * longMedian)
  const effectiveMedian = Math.max(FULL_REWARD_ZONE, effective)
  return { shortMedian, longMedian, effectiveMedian, limit: 2 * effectiveMedian }
}

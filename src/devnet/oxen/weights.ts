// Medians of block weights, from which the size limit, the penalty and the fee are reckoned.

import type { WeightHistory, WeightLimits } from '../consensus.ts'
import { medianOf } from '../median.ts'
import { Fork } from './rules.ts'

/** The weight up to which a block is never penalised. */
export const FULL_REWARD_ZONE = 300000
const SHORT_WINDOW = 100
const LONG_WINDOW = 100000
const SURGE_FACTOR = 50

const longTermMedian = ({ longTermWeights }: WeightHistory): number => {
  const recent = longTermWeights.slice(-LONG_WINDOW)
  let heavy = 0
  for (const weight of recent) if (weight > FULL_REWARD_ZONE) heavy++
  // Sorting is for chains whose blocks are large: elsewhere the median is below the least that counts.
  return 2 * heavy < recent.length - 1 ? FULL_REWARD_ZONE : Math.max(FULL_REWARD_ZONE, medianOf(recent))
}

/** The weight with which a block counts in the long run: growth is held to 40 percent. */
export const longTermWeight = (history: WeightHistory, fork: number, weight: number): number => {
  if (fork < Fork.infiniteStaking) return weight
  const median = longTermMedian(history)
  return Math.min(weight, median + Math.floor((median * 2) / 5))
}

/** What holds for the block after the last one of the history. */
export const weightLimits = (history: WeightHistory): WeightLimits => {
  const shortMedian = medianOf(history.weights.slice(-SHORT_WINDOW))
  const longMedian = longTermMedian(history)
  const effective = Math.min(Math.max(FULL_REWARD_ZONE, shortMedian), SURGE_FACTOR * longMedian)
  const effectiveMedian = Math.max(FULL_REWARD_ZONE, effective)
  return { shortMedian, longMedian, effectiveMedian, limit: 2 * effectiveMedian }
}

/** The short median as it will be when the next `graceBlocks` blocks weigh no more than the full reward zone. */
export const medianWithGrace = ({ weights }: Pick<WeightHistory, 'weights'>, graceBlocks: number): number => {
  const grace = Math.min(graceBlocks, SHORT_WINDOW - 1)
  const recent = weights.slice(-(SHORT_WINDOW - grace))
  return medianOf([...recent, ...Array.from({ length: grace }, () => FULL_REWARD_ZONE)])
}

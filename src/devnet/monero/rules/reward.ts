// The block reward of the monero family. Amounts in atomic units.

import { penalizedReward } from '../../rules/weights.ts'

/** Money supply before the tail emission. */
const MONEY_SUPPLY = 2n ** 64n - 1n
/** Emission speed: each block generates 1/2^19 of the remaining supply, at a block time of two minutes. */
const EMISSION_SPEED = 19n
/** Tail emission per block. */
const TAIL_EMISSION = 600_000_000_000n

/** Returns the reward of the next block before any penalty. */
export const baseReward = (generated: bigint): bigint => {
  const reward = (MONEY_SUPPLY - generated) >> EMISSION_SPEED
  return reward < TAIL_EMISSION ? TAIL_EMISSION : reward
}

/** Returns the reward of a block of a weight; undefined if it is heavier than twice the median. */
export const blockReward = (generated: bigint, median: number, weight: number): bigint | undefined =>
  penalizedReward(baseReward(generated), median, weight)

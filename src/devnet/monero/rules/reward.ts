// How many coins a block of the monero family makes. Amounts in atomic units.

import { penalizedReward } from '../../rules/weights.ts'

/** All coins there will be before the tail emission. */
const SUPPLY = 2n ** 64n - 1n
/** What each block makes, of those left: a part in 2^19, for blocks every two minutes. */
const SPEED = 19n
/** What a block makes at least, forever. */
const TAIL = 600_000_000_000n

/** What the next block makes, before any penalty. */
export const baseReward = (generated: bigint): bigint => {
  const reward = (SUPPLY - generated) >> SPEED
  return reward < TAIL ? TAIL : reward
}

/** The same for a block of a weight; undefined when it weighs more than twice the median. */
export const blockReward = (generated: bigint, median: number, weight: number): bigint | undefined =>
  penalizedReward(baseReward(generated), median, weight)

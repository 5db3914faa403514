// Block weights shared by all families: their medians, and the reward penalty of heavy blocks.

import type { WeightHistory } from './consensus.ts'

/** Weight up to which a block is never penalised (monerod: `CRYPTONOTE_BLOCK_GRANTED_FULL_REWARD_ZONE_V5`). */
export const FULL_REWARD_ZONE = 300000
/** Weight reserved for the coinbase (`CRYPTONOTE_COINBASE_BLOB_RESERVED_SIZE`). */
export const COINBASE_RESERVE = 600
/** Maximum ratio of the short-term median to the long-term median (`CRYPTONOTE_SHORT_TERM_BLOCK_WEIGHT_SURGE_FACTOR`). */
export const SURGE_FACTOR = 50
const SHORT_WINDOW = 100
const LONG_WINDOW = 100000

/** Returns the median, rounded down between two values; 0 for an empty list. */
export const medianOf = (values: readonly number[]): number => {
  if (values.length === 0) return 0
  const sorted = Float64Array.from(values).sort()
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] ?? 0) + upper) / 2)
}

/** Returns the median weight of the last 100 blocks. */
export const shortMedianOf = ({ weights }: Pick<WeightHistory, 'weights'>): number =>
  medianOf(weights.slice(-SHORT_WINDOW))

/** Returns the median of the long-term weights, at least the full reward zone. */
export const longMedianOf = ({
  longTermWeights,
  heavyCount,
}: Pick<WeightHistory, 'longTermWeights' | 'heavyCount'>): number => {
  const count = Math.min(longTermWeights.length, LONG_WINDOW)
  // With fewer heavy blocks than half, the median is below the minimum: no need to sort.
  if (2 * heavyCount < count - 1) return FULL_REWARD_ZONE
  return Math.max(FULL_REWARD_ZONE, medianOf(longTermWeights.slice(-LONG_WINDOW)))
}

/** Block weights of a chain that grows and shrinks at its end. */
export class BlockWeights implements WeightHistory {
  readonly weights: number[] = []
  readonly longTermWeights: number[] = []
  #heavy = 0

  get heavyCount(): number {
    return this.#heavy
  }

  /** The last long-term weight that left the window; 0 if none has. */
  get #left(): number {
    return this.longTermWeights.at(-LONG_WINDOW - 1) ?? 0
  }

  push(weight: number, longTermWeight: number): void {
    this.weights.push(weight)
    this.longTermWeights.push(longTermWeight)
    if (longTermWeight > FULL_REWARD_ZONE) this.#heavy++
    if (this.#left > FULL_REWARD_ZONE) this.#heavy--
  }

  pop(): void {
    if (this.#left > FULL_REWARD_ZONE) this.#heavy++
    if ((this.longTermWeights.pop() ?? 0) > FULL_REWARD_ZONE) this.#heavy--
    this.weights.pop()
  }
}

/** Returns the short-term median after `graceBlocks` more blocks of weight `graceWeight` each. */
export const medianWithGrace = (
  { weights }: Pick<WeightHistory, 'weights'>,
  graceBlocks: number,
  graceWeight = FULL_REWARD_ZONE,
): number => {
  const grace = Math.min(graceBlocks, SHORT_WINDOW - 1)
  const recent = weights.slice(-(SHORT_WINDOW - grace))
  return medianOf([...recent, ...Array.from({ length: grace }, () => graceWeight)])
}

/**
 * Returns a reward less the penalty of a block heavier than the median; undefined if the block is heavier than twice the median, which
 * is invalid (`get_block_reward`).
 */
export const penalizedReward = (reward: bigint, median: number, weight: number): bigint | undefined => {
  const m = BigInt(Math.max(median, FULL_REWARD_ZONE))
  const w = BigInt(weight)
  if (w <= m) return reward
  if (w > 2n * m) return undefined
  return (reward * w * (2n * m - w)) / m / m
}

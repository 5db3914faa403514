// Block weights: their medians, and the penalty for a block that weighs more than others did. What all families share.

import type { WeightHistory } from './consensus.ts'

/** The weight up to which a block is never penalised. */
export const FULL_REWARD_ZONE = 300000
/** Weight that is left to the coinbase. */
export const COINBASE_RESERVE = 600
/** How many times the long median the short one may be. */
export const SURGE_FACTOR = 50
const SHORT_WINDOW = 100
const LONG_WINDOW = 100000

/** The median, rounded down between two; 0 of an empty list. */
export const medianOf = (values: readonly number[]): number => {
  if (values.length === 0) return 0
  const sorted = Float64Array.from(values).sort()
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] ?? 0) + upper) / 2)
}

/** Of the last hundred blocks. */
export const shortMedianOf = ({ weights }: Pick<WeightHistory, 'weights'>): number =>
  medianOf(weights.slice(-SHORT_WINDOW))

/** Of the long-term weights, at least the full reward zone. */
export const longMedianOf = ({
  longTermWeights,
  heavyCount,
}: Pick<WeightHistory, 'longTermWeights' | 'heavyCount'>): number => {
  const count = Math.min(longTermWeights.length, LONG_WINDOW)
  // Sorting is for chains whose blocks are large: elsewhere the median is below the least that counts.
  if (2 * heavyCount < count - 1) return FULL_REWARD_ZONE
  return Math.max(FULL_REWARD_ZONE, medianOf(longTermWeights.slice(-LONG_WINDOW)))
}

/** Weights of a chain that grows and shrinks at its end. */
export class BlockWeights implements WeightHistory {
  readonly weights: number[] = []
  readonly longTermWeights: number[] = []
  #heavy = 0

  get heavyCount(): number {
    return this.#heavy
  }

  /** The last one that has left the window, if one has. */
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

/** The short median as it will be when the next `graceBlocks` blocks weigh `graceWeight` each. */
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
 * A reward less the penalty for a block that weighs more than the median; undefined where it weighs more than twice as much, which
 * is not allowed.
 */
export const penalizedReward = (reward: bigint, median: number, weight: number): bigint | undefined => {
  const m = BigInt(Math.max(median, FULL_REWARD_ZONE))
  const w = BigInt(weight)
  if (w <= m) return reward
  if (w > 2n * m) return undefined
  return (reward * w * (2n * m - w)) / m / m
}

// Transaction fees of the monero family: by weight, four levels (monerod's 2021 scaling).

import type { FeeRates, FeeView } from '../../rules/consensus.ts'
import { FULL_REWARD_ZONE, medianWithGrace, SURGE_FACTOR } from '../../rules/weights.ts'
import { blockReward } from './reward.ts'

const REFERENCE_WEIGHT = 3000n
const QUANTIZATION_MASK = 10_000n
const ZONE = BigInt(FULL_REWARD_ZONE)
const SIGNIFICANT_DIGITS = 2

const reward = ({ tip, limits }: FeeView): bigint => blockReward(tip.generated, limits.limit / 2, 1) ?? 0n

/** Returns the minimum fee that the pool accepts: rounded up, less a tolerance of two percent. */
export const minFee = (chain: FeeView, weight: number): bigint => {
  const { limit, longMedian } = chain.limits
  const median = BigInt(Math.max(FULL_REWARD_ZONE, Math.min(limit / 2, longMedian)))
  const exact = (reward(chain) * REFERENCE_WEIGHT) / median / median
  const perByte = exact - exact / 20n
  const fee = BigInt(weight) * (perByte === 0n ? 1n : perByte)
  const needed = ((fee + QUANTIZATION_MASK - 1n) / QUANTIZATION_MASK) * QUANTIZATION_MASK
  return needed - needed / 50n
}

/** Rounds an amount up to two significant digits. */
const roundedUp = (amount: bigint): bigint => {
  const digits = amount.toString().length
  const unit = 10n ** BigInt(Math.max(0, digits - SIGNIFICANT_DIGITS))
  return ((amount + unit - 1n) / unit) * unit
}

const max = (a: bigint, b: bigint): bigint => {
  if (a > b) return a
  return b
}

/** Returns fee levels that remain sufficient if the next `graceBlocks` blocks are empty (`get_dynamic_base_fee_estimate_2021_scaling`). */
export const feeRates = (chain: FeeView, graceBlocks: number): FeeRates => {
  const long = chain.limits.longMedian
  const short = Math.max(medianWithGrace(chain, graceBlocks, 0), long)
  const effective = BigInt(Math.min(short, SURGE_FACTOR * long))
  const smaller = BigInt(Math.min(Number(effective), long))
  const base = reward(chain) * REFERENCE_WEIGHT
  const low = base / (smaller * smaller)
  const normal = (4n * base) / (smaller * smaller)
  const medium = (16n * base) / (ZONE * smaller)
  const high = max(4n * medium, (4n * medium * smaller) / ((32n * REFERENCE_WEIGHT * effective) / ZONE))
  const perByteLevels = [low, normal, medium, high].map(roundedUp)
  return {
    perByte: perByteLevels[0] ?? 0n,
    perOutput: 0n,
    perByteLevels,
    quantizationMask: QUANTIZATION_MASK,
  }
}

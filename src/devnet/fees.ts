// What a transaction must pay, by weight and number of outputs.

import { hardForkAt } from '../coin/network.ts'
import type { Chain } from './chain.ts'
import { baseReward } from './reward.ts'
import { Fork } from './rules.ts'
import { FULL_REWARD_ZONE, medianWithGrace } from './weights.ts'

/** Fees in atomic units. */
export type FeeRates = { readonly perByte: bigint; readonly perOutput: bigint }

const REFERENCE_WEIGHT = 3000n
const CHECKPOINTS_REFERENCE_WEIGHT = 240000n
const PER_OUTPUT = 20_000_000n
/** Fees are rounded up to a multiple. */
export const QUANTIZATION_MASK = 10n
/** Of blink: what is paid in percent of the ordinary fee, burnt part included. */
export const BLINK_PERCENT = 250n

/** Rates for the next block, from a median of block weights. */
const ratesAt = (chain: Chain, median: number): FeeRates => {
  const fork = hardForkAt(chain.rules.network, chain.height)
  const m = BigInt(Math.max(FULL_REWARD_ZONE, median))
  const base = baseReward(fork, chain.height, chain.tip.generated)
  const weight = fork === Fork.checkpoints ? CHECKPOINTS_REFERENCE_WEIGHT : REFERENCE_WEIGHT
  const perByte = (base * weight) / BigInt(FULL_REWARD_ZONE) / m / 5n
  return { perByte, perOutput: fork >= Fork.perOutputFee ? PER_OUTPUT : 0n }
}

/** The rates that the pool demands now. */
const demandedRates = (chain: Chain): FeeRates => {
  const { limit, longMedian } = chain.limits
  return ratesAt(chain, Math.min(Math.floor(limit / 2), longMedian))
}

/** The rates that will be enough for a while, should the coming blocks be as large as is free of penalty. */
export const estimatedRates = (chain: Chain, graceBlocks: number): FeeRates => {
  const { longMedian } = chain.limits
  const median = Math.max(FULL_REWARD_ZONE, medianWithGrace(chain, graceBlocks))
  return ratesAt(chain, Math.min(median, longMedian))
}

/** The least fee that the pool takes: rounded up, less two percent. */
export const leastFee = (chain: Chain, weight: number, outputs: number): bigint => {
  const { perByte, perOutput } = demandedRates(chain)
  const exact = BigInt(weight) * perByte + BigInt(outputs) * perOutput
  const needed = ((exact + QUANTIZATION_MASK - 1n) / QUANTIZATION_MASK) * QUANTIZATION_MASK
  return needed - needed / 50n
}

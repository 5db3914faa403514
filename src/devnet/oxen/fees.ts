// What a transaction must pay, by weight and number of outputs.

import { hardForkAt, type Network } from '../../coin/network.ts'
import type { FeeRates, FeeView } from '../consensus.ts'
import { FULL_REWARD_ZONE, medianWithGrace } from '../weights.ts'
import { baseReward } from './reward.ts'
import { Fork } from './rules.ts'

const REFERENCE_WEIGHT = 3000n
const CHECKPOINTS_REFERENCE_WEIGHT = 240000n
const PER_OUTPUT = 20_000_000n
const QUANTIZATION_MASK = 10n
/** Of blink: what is paid in percent of the ordinary fee, burnt part included. */
export const BLINK_PERCENT = 250n

/** Rates for the next block, from a median of block weights. */
const ratesAt = (network: Network, chain: FeeView, median: number): FeeRates => {
  const fork = hardForkAt(network, chain.height)
  const m = BigInt(Math.max(FULL_REWARD_ZONE, median))
  const base = baseReward(fork, chain.height, chain.tip.generated)
  const weight = fork === Fork.checkpoints ? CHECKPOINTS_REFERENCE_WEIGHT : REFERENCE_WEIGHT
  const perByte = (base * weight) / BigInt(FULL_REWARD_ZONE) / m / 5n
  return {
    perByte,
    perOutput: fork >= Fork.perOutputFee ? PER_OUTPUT : 0n,
    perByteLevels: [],
    quantizationMask: QUANTIZATION_MASK,
  }
}

/** The rates that the pool demands now. */
const demandedRates = (network: Network, chain: FeeView): FeeRates => {
  const { limit, longMedian } = chain.limits
  return ratesAt(network, chain, Math.min(Math.floor(limit / 2), longMedian))
}

/** The rates that will be enough for a while, should the coming blocks be as large as is free of penalty. */
export const estimatedRates = (network: Network, chain: FeeView, graceBlocks: number): FeeRates => {
  const { longMedian } = chain.limits
  const median = Math.max(FULL_REWARD_ZONE, medianWithGrace(chain, graceBlocks))
  return ratesAt(network, chain, Math.min(median, longMedian))
}

/** The least fee that the pool takes: rounded up, less two percent. */
export const leastFee = (network: Network, chain: FeeView, weight: number, outputs: number): bigint => {
  const { perByte, perOutput } = demandedRates(network, chain)
  const exact = BigInt(weight) * perByte + BigInt(outputs) * perOutput
  const needed = ((exact + QUANTIZATION_MASK - 1n) / QUANTIZATION_MASK) * QUANTIZATION_MASK
  return needed - needed / 50n
}

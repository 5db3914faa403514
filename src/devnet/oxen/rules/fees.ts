// Transaction fees by weight and number of outputs.

import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import type { FeeRates, FeeView } from '../../rules/consensus.ts'
import { FULL_REWARD_ZONE, medianWithGrace } from '../../rules/weights.ts'
import { Fork } from './forks.ts'
import { baseReward } from './reward.ts'

const REFERENCE_WEIGHT = 3000n
const CHECKPOINTS_REFERENCE_WEIGHT = 240000n
const PER_OUTPUT = 20_000_000n
const QUANTIZATION_MASK = 10n
/** Blink fee in percent of the base fee, burnt part included. */
export const BLINK_PERCENT = 250n

/** Returns the rates of the next block for a median block weight. */
const feesAtMedian = (network: Network, chain: FeeView, median: number): FeeRates => {
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

/** Returns the effective median: from fork 11 on at most the long-term median. */
const boundedMedian = (network: Network, { height, limits }: FeeView, median: number): number =>
  hardForkAt(network, height) >= Fork.infiniteStaking ? Math.min(median, limits.longMedian) : median

/** Returns the rates that the pool requires now. */
const currentFees = (network: Network, chain: FeeView): FeeRates =>
  feesAtMedian(network, chain, boundedMedian(network, chain, Math.floor(chain.limits.limit / 2)))

/** Returns rates that remain sufficient for `graceBlocks` full blocks (oxen-core: `get_dynamic_base_fee_estimate`). */
export const estimateFees = (network: Network, chain: FeeView, graceBlocks: number): FeeRates =>
  feesAtMedian(
    network,
    chain,
    boundedMedian(network, chain, Math.max(FULL_REWARD_ZONE, medianWithGrace(chain, graceBlocks))),
  )

/** Returns the minimum fee that the pool accepts: rounded up, less a tolerance of two percent. */
export const minFee = (network: Network, chain: FeeView, weight: number, outputs: number): bigint => {
  const { perByte, perOutput } = currentFees(network, chain)
  const exact = BigInt(weight) * perByte + BigInt(outputs) * perOutput
  const needed = ((exact + QUANTIZATION_MASK - 1n) / QUANTIZATION_MASK) * QUANTIZATION_MASK
  return needed - needed / 50n
}

// How many coins a block makes and who gets which part, by fork. Amounts in atomic units.

import { hardForkAt } from '../../coin/network.ts'
import { penalised } from '../weights.ts'
import { Fork, type OxenRules } from './rules.ts'

/** Atomic units in a coin. */
export const COIN = 1_000_000_000n
const PREMINE = 22_500_000n * COIN
const SERVICE_NODES_REWARD = 16_500_000_000n

/** What a block of the given fork and height makes, before any penalty. */
export const baseReward = (fork: number, height: number, generated: bigint): bigint => {
  if (generated === 0n) return PREMINE
  if (fork >= Fork.newest) return 18_333_333_333n
  if (fork >= Fork.names) return 25n * COIN
  // Double arithmetic is part of the rule here.
  if (fork >= Fork.flatEmission) return BigInt(Math.floor(28e9 + 100e9 / 2 ** (height / 64800)))
  const left = 2n ** 58n - (generated * 19n) / 10n
  return left < 0n ? 0n : left / 2_000_000n
}

/** The governance part of a block's reward, whether or not it is paid at once. */
const governanceDue = (fork: number, reward: bigint): bigint => {
  if (fork >= Fork.newest) return 1_833_333_333n
  if (fork >= Fork.clsag) return 8_500_000_000n
  if (fork >= Fork.names) return 2_500_000_000n
  return reward / 20n
}

/** What the block at a height pays out to the governance: from fork 10 on, the parts of many blocks at once. */
export const governancePayment = (
  rules: Pick<OxenRules, 'network' | 'governance'>,
  height: number,
  due: bigint,
): bigint => {
  const fork = hardForkAt(rules.network, height)
  const { interval } = rules.governance
  if (height === 0) return 0n
  if (fork < Fork.bulletproofs) return due
  if (height % interval !== 0) return 0n
  if (fork >= Fork.names) return due * BigInt(interval)
  let total = 0n
  for (let h = Math.max(1, height - interval); h < height; h++) {
    const then = hardForkAt(rules.network, h)
    if (then >= Fork.bulletproofs) total += governanceDue(then, baseReward(then, h, 1n))
  }
  return total
}

/** The parts of one block's reward. */
export type RewardParts = {
  /** to the miner, from the reward */
  readonly miner: bigint
  /** to whoever made the block, from the fees of its transactions */
  readonly fees: bigint
  /** to the service node that leads; unclaimed when there is none */
  readonly serviceNodes: bigint
  readonly governance: bigint
}

export type PartsRequest = {
  readonly height: number
  /** coins made by all blocks before */
  readonly generated: bigint
  readonly median: number
  readonly weight: number
  /** of the block's transactions, without what they burn */
  readonly fees: bigint
}

const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

/** Divides a block's reward; undefined when the block weighs too much. */
export const rewardParts = (
  rules: Pick<OxenRules, 'network' | 'governance'>,
  request: PartsRequest,
): RewardParts | undefined => {
  const { height, generated, median, weight, fees } = request
  const fork = hardForkAt(rules.network, height)
  const base = baseReward(fork, height, generated)
  const reduced = penalised(base, median, weight)
  if (reduced === undefined) return undefined
  const shared = fork >= Fork.perOutputFee ? base : reduced
  const due = governanceDue(fork, shared)
  const governance = governancePayment(rules, height, due)
  if (fork >= Fork.clsag)
    return { miner: 0n, fees: atLeastZero(fees - (base - reduced)), serviceNodes: SERVICE_NODES_REWARD, governance }
  const half = fork >= Fork.serviceNodes ? shared / 2n : 0n
  const serviceNodes = fork >= Fork.names ? SERVICE_NODES_REWARD : half
  return { miner: atLeastZero(reduced - due - serviceNodes), fees, serviceNodes, governance }
}

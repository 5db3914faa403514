// How many coins a block makes and who gets which part, by fork. Amounts in atomic units.

import { sumAmounts } from '../../../coin/amount.ts'
import { hardForkAt } from '../../../coin/networks/network.ts'
import type { Transaction } from '../../../coin/transactions/transaction.ts'
import { penalizedReward } from '../../rules/weights.ts'
import { Fork, type OxenRules } from './forks.ts'
import { powerOfTwo } from './powerOfTwo.ts'

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
  if (fork >= Fork.flatEmission) return BigInt(Math.floor(28e9 + 100e9 / powerOfTwo(height / 64800)))
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

/** The part of the governance in the block at a height, by the rules. */
export const scheduledGovernance = ({ network }: Pick<OxenRules, 'network'>, height: number): bigint => {
  const fork = hardForkAt(network, height)
  return governanceDue(fork, baseReward(fork, height, 1n))
}

/**
 * The part of the governance in the block at a height, by what its miner transaction paid to service nodes: half of the reward. Nothing
 * where the miner took less than what was left. Of forks 10 to 14.
 */
export const derivedGovernance = (
  { governance }: Pick<OxenRules, 'governance'>,
  height: number,
  { outputs }: Transaction,
): bigint => {
  const end = height % governance.interval === 0 ? outputs.length - 1 : outputs.length
  const reward = 2n * sumAmounts(outputs.slice(1, end))
  const due = reward / 20n
  return reward - due > sumAmounts(outputs) ? 0n : due
}

/**
 * What the block at a height pays out to the governance: from fork 10 on, the parts of many blocks at once.
 * @param due of this block
 * @param dueAt of earlier blocks
 */
export const governancePayment = (
  rules: Pick<OxenRules, 'network' | 'governance'>,
  height: number,
  due: bigint,
  dueAt = (at: number): bigint => scheduledGovernance(rules, at),
): bigint => {
  const fork = hardForkAt(rules.network, height)
  const { interval } = rules.governance
  if (height === 0) return 0n
  if (fork < Fork.bulletproofs) return due
  if (height % interval !== 0) return 0n
  if (fork >= Fork.names) return due * BigInt(interval)
  let total = 0n
  for (let h = Math.max(1, height - interval); h < height; h++)
    if (hardForkAt(rules.network, h) >= Fork.bulletproofs) total += dueAt(h)
  return total
}

/** The parts of one block's reward. */
export type RewardParts = {
  /** to the miner, from the reward: what the others leave of it; below zero where they get more than a penalty left */
  readonly miner: bigint
  /** to whoever made the block, from the fees of its transactions */
  readonly fees: bigint
  /** to the service node that leads; unclaimed when there is none */
  readonly serviceNodes: bigint
  readonly governance: bigint
}

export type RewardPartsRequest = {
  readonly height: number
  /** coins made by all blocks before */
  readonly generated: bigint
  readonly median: number
  readonly weight: number
  /** of the block's transactions, without what they burn */
  readonly fees: bigint
  /** what was due to the governance in an earlier block; by the rules where left out */
  readonly governanceDueAt?: (height: number) => bigint
}

/** An amount, or nothing where it is below zero. */
export const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

/** Divides a block's reward; undefined when the block weighs too much, be it that a penalty leaves nothing of the reward. */
export const rewardParts = (
  rules: Pick<OxenRules, 'network' | 'governance'>,
  request: RewardPartsRequest,
): RewardParts | undefined => {
  const { height, generated, median, weight, fees, governanceDueAt } = request
  const fork = hardForkAt(rules.network, height)
  const base = baseReward(fork, height, generated)
  const reduced = penalizedReward(base, median, weight)
  if (reduced === undefined || reduced === 0n) return undefined
  const shared = fork >= Fork.perOutputFee ? base : reduced
  const due = governanceDue(fork, shared)
  const governance = governancePayment(rules, height, due, governanceDueAt)
  if (fork >= Fork.clsag)
    return { miner: 0n, fees: atLeastZero(fees - (base - reduced)), serviceNodes: SERVICE_NODES_REWARD, governance }
  const half = fork >= Fork.serviceNodes ? shared / 2n : 0n
  const serviceNodes = fork >= Fork.names ? SERVICE_NODES_REWARD : half
  return { miner: reduced - due - serviceNodes, fees, serviceNodes, governance }
}

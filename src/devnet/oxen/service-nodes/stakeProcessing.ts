// Applies registrations and contributions to the service node list by the rules of the block's fork. Invalid ones have no effect.

import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import {
  MAX_CONTRIBUTIONS,
  minContribution,
  portionsToAmount,
  stakingLockBlocks,
  stakingRequirement,
} from '../../../coin/stakes/stakingRequirement.ts'
import type { Transaction } from '../../../coin/transactions/transaction.ts'
import type { PublicKeys } from '../../records/chainRecords.ts'
import { Fork } from '../rules/forks.ts'
import {
  type Contributor,
  DECOMMISSION_INITIAL_CREDIT,
  isFunded,
  type QueuePosition,
  type ServiceNode,
  type ServiceNodes,
  totalReserved,
  withNode,
} from './serviceNodes.ts'
import { type Contribution, isSameAddress, parseContribution, parseRegistration } from './stakeTransaction.ts'
import { UNASSIGNED_SWARM_ID } from './swarms.ts'

/** Position of a transaction in the chain; `timestamp` of its block in UNIX seconds. */
export type TransactionPosition = QueuePosition & { readonly timestamp: number }

/** Returns whether the initial contribution of a registration is sufficient. */
const isInitialStakeSufficient = (
  fork: number,
  requirement: bigint,
  [operator, ...others]: readonly Contributor[],
  stake: Contribution,
): boolean => {
  if (operator === undefined) return false
  const isOperator = isSameAddress(stake.contributor, operator.address)
  if (fork >= Fork.clsag) return isOperator && stake.locked.length === 1 && stake.amount >= operator.reserved
  // Before fork 16, any contributor could send the initial stake, also less than the operator's reserved amount.
  const isKnown = isOperator || others.some(({ address }) => isSameAddress(address, stake.contributor))
  const contributors = 1 + others.length + (isKnown ? 0 : 1)
  const minimum = minContribution(fork, requirement, 0n, 0)
  return contributors <= MAX_CONTRIBUTIONS && minimum !== undefined && stake.amount >= minimum
}

/** Returns the service node that a transaction registers, without its stake; undefined if it registers none. */
export const registeredNode = (
  network: Network,
  transaction: Transaction,
  { height, index, timestamp }: TransactionPosition,
): ServiceNode | undefined => {
  const fork = hardForkAt(network, height)
  const registration = parseRegistration(network, transaction, fork)
  if (registration === undefined || BigInt(timestamp) > registration.expiration) return undefined
  const requirement = stakingRequirement(network, height)
  const contributors = registration.reserved.map(({ address, portions }) => ({
    address,
    amount: 0n,
    reserved: portionsToAmount(portions, requirement),
    locked: [],
  }))
  const [operator] = contributors
  const stake = parseContribution(network, transaction, height)
  if (operator === undefined || stake === undefined) return undefined
  if (!isInitialStakeSufficient(fork, requirement, contributors, stake)) return undefined
  return {
    key: registration.serviceNodeKey,
    operator: operator.address,
    operatorPortions: registration.operatorPortions,
    requirement,
    contributors,
    registrationHeight: height,
    registrationFork: fork,
    requestedUnlockHeight: 0,
    lastReward: { height, index },
    lastValidation: { height: 0, index: 0 },
    activeSince: 0,
    lastDecommissionHeight: 0,
    decommissionCount: 0,
    recommissionCredit: DECOMMISSION_INITIAL_CREDIT,
    lastAddressChangeHeight: height,
    pulseTurns: [],
    swarm: UNASSIGNED_SWARM_ID,
  }
}

/** Applies a registration to the list, without its stake. */
export const applyRegistration = (
  network: Network,
  list: ServiceNodes,
  transaction: Transaction,
  place: TransactionPosition,
): ServiceNodes => {
  const node = registeredNode(network, transaction, place)
  if (node === undefined) return list
  const old = list.nodes.get(toHex(node.key))
  if (old === undefined) return withNode(list, node)
  // In fork 10, an expired node stayed for some blocks and could register again, keeping its reward queue position.
  const isOver = place.height >= old.registrationHeight + stakingLockBlocks(network)
  if (hardForkAt(network, place.height) !== Fork.bulletproofs || !isOver) return list
  return withNode(list, { ...node, lastReward: old.lastReward })
}

/** Returns the contributor with an address; undefined if there is none. */
const contributorOf = ({ contributors }: ServiceNode, contributor: PublicKeys): Contributor | undefined =>
  contributors.find(({ address }) => isSameAddress(address, contributor))

/** Returns the bounds of a contribution in atomic units; undefined if the node accepts no more contributions. */
const contributionBounds = (
  fork: number,
  node: ServiceNode,
  { contributor, locked }: Contribution,
): { readonly minimum: bigint; readonly maximum?: bigint } | undefined => {
  const { contributors, requirement } = node
  const own = contributorOf(node, contributor)
  const made = contributors.reduce((count, each) => count + each.locked.length, 0)
  const reserved = totalReserved(node)
  if (fork < Fork.clsag) {
    const isOld = fork < Fork.infiniteStaking
    if (isOld && own !== undefined) return { minimum: 1n }
    // Before fork 11, contributors were counted, then their outputs; reserved contributions were not counted.
    if (isOld ? contributors.length >= MAX_CONTRIBUTIONS : made + locked.length > MAX_CONTRIBUTIONS) return undefined
    const minimum = minContribution(fork, requirement, reserved, made)
    return minimum === undefined ? undefined : { minimum }
  }
  const promised = contributors.filter((each) => each !== own && each.amount < each.reserved).length
  if (locked.length !== 1 || made + promised + 1 > MAX_CONTRIBUTIONS) return undefined
  const unfilled = own === undefined ? 0n : own.reserved - own.amount
  const minimum = unfilled > 0n ? unfilled : minContribution(fork, requirement, reserved, made + promised)
  const maximum = ((requirement - (reserved - unfilled)) * 101n) / 100n
  return minimum === undefined ? undefined : { minimum, maximum }
}

/** Applies a contribution to the list. */
export const applyContribution = (
  network: Network,
  list: ServiceNodes,
  transaction: Transaction,
  { height, index }: QueuePosition,
): ServiceNodes => {
  const stake = parseContribution(network, transaction, height)
  const node = stake === undefined ? undefined : list.nodes.get(toHex(stake.serviceNodeKey))
  if (stake === undefined || node === undefined || isFunded(node)) return list
  const allowed = contributionBounds(hardForkAt(network, height), node, stake)
  if (allowed === undefined || stake.amount < allowed.minimum) return list
  if (allowed.maximum !== undefined && stake.amount > allowed.maximum) return list
  const own = contributorOf(node, stake.contributor)
  const before = own ?? { address: stake.contributor, amount: 0n, reserved: 0n, locked: [] }
  // 64-bit arithmetic is part of the rule.
  const room = BigInt.asUintN(64, before.reserved + node.requirement - totalReserved(node) - before.amount)
  const amount = before.amount + (stake.amount < room ? stake.amount : room)
  const filled: Contributor = {
    ...before,
    amount,
    reserved: before.reserved > amount ? before.reserved : amount,
    locked: [...before.locked, ...stake.locked],
  }
  const contributors =
    own === undefined
      ? [...node.contributors, filled]
      : node.contributors.map((contributor) => (contributor === own ? filled : contributor))
  const changed = { ...node, contributors, lastReward: { height, index } }
  return withNode(list, isFunded(changed) ? { ...changed, activeSince: height } : changed)
}

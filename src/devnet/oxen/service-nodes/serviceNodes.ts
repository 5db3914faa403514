// The list of service nodes, block by block: who is registered, who staked what, whose turn it is to be paid, whose stakes are locked.
// A list is a value; the registry keeps the last ones, so that blocks can be taken off again.

import { compareBytes, equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { findField } from '../../../coin/transactions/extra.ts'
import type { ParsedTransaction, PublicKeys } from '../../chain/chainRecords.ts'
import { NewState } from '../quorums/stateChange.ts'
import { Fork } from '../rules/forks.ts'
import { parseStrictExtra } from '../rules/strictExtra.ts'
import type { LockedOutput } from './stakeTransaction.ts'
import { stakingLockBlocks, unlockDelayBlocks } from './stakingRequirement.ts'
import { UNASSIGNED_SWARM_ID } from './swarms.ts'

/** Somebody with a share in a service node. Amounts in atomic units. */
export type Contributor = {
  readonly address: PublicKeys
  /** staked */
  readonly amount: bigint
  /** promised, at least what is staked */
  readonly reserved: bigint
  readonly locked: readonly LockedOutput[]
}

/** A block that a node was to sign, and whether it did. */
export type PulseParticipation = { readonly height: number; readonly round: number; readonly hasSigned: boolean }

/** A place in a row: the smallest comes next. */
export type QueuePosition = { readonly height: number; readonly index: number }

export type ServiceNode = {
  /** 32 bytes */
  readonly key: Uint8Array
  readonly operator: PublicKeys
  readonly operatorPortions: bigint
  readonly requirement: bigint
  /** the operator first */
  readonly contributors: readonly Contributor[]
  readonly registrationHeight: number
  readonly registrationFork: number
  /** 0 while nobody asked for a stake */
  readonly requestedUnlockHeight: number
  readonly lastReward: QueuePosition
  readonly lastValidation: QueuePosition
  /** since when it is active; negative: since when before it was decommissioned; 0 before it is funded */
  readonly activeSince: number
  readonly lastDecommissionHeight: number
  readonly decommissionCount: number
  /** blocks of downtime that it had when it last began to serve */
  readonly recommissionCredit: number
  readonly lastAddressChangeHeight: number
  /** the last ones since it began to serve, the oldest first */
  readonly pulseTurns: readonly PulseParticipation[]
  /** NO_SWARM while it does not serve */
  readonly swarm: bigint
}

/** A deregistered stake: the height at which it is free again, and what it is worth in atomic units. */
export type BlacklistedStake = { readonly until: number; readonly amount: bigint }

export type ServiceNodes = {
  /** by key in hex */
  readonly nodes: ReadonlyMap<string, ServiceNode>
  /** deregistered stakes, by key image in hex */
  readonly blacklist: ReadonlyMap<string, BlacklistedStake>
}

/** As an index in a block: after every transaction of it. */
export const LAST_INDEX_OF_BLOCK = 0xffffffff
/** Blocks of downtime that a new node has. */
export const DECOMMISSION_INITIAL_CREDIT = 60
const BLOCKS_PER_DAY = 720
const CREDIT_PER_DAY = 24
const MAX_CREDIT = 1440

/** The list of a chain without service nodes. */
export const NO_SERVICE_NODES: ServiceNodes = { nodes: new Map(), blacklist: new Map() }

const sum = (contributors: readonly Contributor[], value: (contributor: Contributor) => bigint): bigint =>
  contributors.reduce((total, contributor) => total + value(contributor), 0n)

export const totalContributed = ({ contributors }: ServiceNode): bigint => sum(contributors, ({ amount }) => amount)

export const totalReserved = ({ contributors }: ServiceNode): bigint => sum(contributors, ({ reserved }) => reserved)

export const isFunded = (node: ServiceNode): boolean => totalContributed(node) >= node.requirement

export const isDecommissioned = (node: ServiceNode): boolean => node.activeSince < 0

export const isActive = (node: ServiceNode): boolean => isFunded(node) && !isDecommissioned(node)

const byKey = (a: ServiceNode, b: ServiceNode): number => compareBytes(a.key, b.key)

/** Nodes that serve, by their keys. */
export const activeNodes = ({ nodes }: ServiceNodes): ServiceNode[] => [...nodes.values()].filter(isActive).sort(byKey)

/** Funded nodes that are out of service, by their keys. */
export const decommissionedNodes = ({ nodes }: ServiceNodes): ServiceNode[] =>
  [...nodes.values()].filter((node) => isFunded(node) && isDecommissioned(node)).sort(byKey)

const byReward = (a: ServiceNode, b: ServiceNode): number =>
  a.lastReward.height - b.lastReward.height || a.lastReward.index - b.lastReward.index || compareBytes(a.key, b.key)

/** Whose turn it is to be paid; undefined while nobody serves. */
export const blockLeader = (list: ServiceNodes): ServiceNode | undefined => activeNodes(list).sort(byReward)[0]

/** Blocks of downtime that a node has earned and not used; below zero when it has been down for longer. */
export const earnedDowntime = (node: ServiceNode, height: number): number => {
  if (!isFunded(node)) return DECOMMISSION_INITIAL_CREDIT
  const from = Math.abs(node.activeSince)
  const until = isDecommissioned(node) ? node.lastDecommissionHeight : height
  const earned = Math.min(
    MAX_CREDIT,
    node.recommissionCredit + Math.floor(((until - from) * CREDIT_PER_DAY) / BLOCKS_PER_DAY),
  )
  return isDecommissioned(node) ? earned - (height - node.lastDecommissionHeight) : earned
}

/** The list with a node. */
export const withNode = (list: ServiceNodes, node: ServiceNode): ServiceNodes => ({
  ...list,
  nodes: new Map(list.nodes).set(toHex(node.key), node),
})

/** The list without a node. */
export const withoutNode = (list: ServiceNodes, node: ServiceNode): ServiceNodes => {
  const nodes = new Map(list.nodes)
  nodes.delete(toHex(node.key))
  return { ...list, nodes }
}

/** The node of which a key image is a stake. */
export const nodeOfStake = ({ nodes }: ServiceNodes, keyImage: Uint8Array): ServiceNode | undefined =>
  [...nodes.values()].find(({ contributors }) =>
    contributors.some(({ locked }) => locked.some((output) => equalBytes(output.keyImage, keyImage))),
  )

/** The list with a stake asked back. */
export const applyKeyImageUnlock = (
  network: Network,
  list: ServiceNodes,
  { transaction }: ParsedTransaction,
  height: number,
): ServiceNodes => {
  const fields = parseStrictExtra(network, transaction.extra)
  const field = findField(fields, 'keyImageUnlock')
  const key = findField(fields, 'serviceNodeKey')?.key
  const node = field === undefined ? undefined : nodeOfStake(list, field.proof.keyImage)
  if (node === undefined || key === undefined || !equalBytes(node.key, key)) return list
  if (node.requestedUnlockHeight !== 0) return list
  return withNode(list, { ...node, requestedUnlockHeight: height + unlockDelayBlocks(network) })
}

/** Whether a verdict would change a node as it stands. */
const isStateChangeApplicable = (node: ServiceNode, verdict: number): boolean =>
  verdict === NewState.deregister || (verdict === NewState.recommission) === isDecommissioned(node)

/** Whether a verdict can be about a node as it stands. */
export const canTransition = (node: ServiceNode, verdict: number): boolean =>
  isFunded(node) && isStateChangeApplicable(node, verdict)

/** Whether the quorum of a block can have seen what it would decide about a node: that it is as it is since an earlier block. */
export const canBeVotedOn = (node: ServiceNode, verdict: number, height: number): boolean => {
  const { registrationHeight, activeSince, lastDecommissionHeight, lastAddressChangeHeight } = node
  const since = isDecommissioned(node) ? lastDecommissionHeight : activeSince
  const changed = verdict === NewState.ipChangePenalty ? lastAddressChangeHeight : 0
  return height > Math.max(registrationHeight, since, changed)
}

/** Whether the verdict of a quorum of a height could be about a node as it stands before fork 13, which asked for less. */
export const canTransitionBeforeFork13 = (node: ServiceNode, verdict: number, height: number): boolean =>
  isStateChangeApplicable(node, verdict) && (verdict !== NewState.deregister || height >= node.registrationHeight)

/** The list with a quorum's verdict carried out. */
export const applyStateChange = (
  network: Network,
  list: ServiceNodes,
  node: ServiceNode,
  verdict: number,
  height: number,
): ServiceNodes => {
  if (!isStateChangeApplicable(node, verdict)) return list
  const toTheBack = { height, index: LAST_INDEX_OF_BLOCK }
  if (verdict === NewState.deregister) {
    const blacklist = new Map(list.blacklist)
    for (const { locked } of node.contributors)
      for (const { keyImage, amount } of locked)
        blacklist.set(toHex(keyImage), { until: height + stakingLockBlocks(network), amount })
    return { ...withoutNode(list, node), blacklist }
  }
  if (verdict === NewState.decommission)
    return withNode(list, {
      ...node,
      activeSince: -node.activeSince,
      lastDecommissionHeight: height,
      decommissionCount: node.decommissionCount + 1,
      // Earlier it stayed where it was.
      swarm: hardForkAt(network, height) < Fork.perOutputFee ? node.swarm : UNASSIGNED_SWARM_ID,
    })
  if (verdict === NewState.recommission) {
    const down = height - node.lastDecommissionHeight
    const credit = earnedDowntime(node, node.lastDecommissionHeight)
    return withNode(list, {
      ...node,
      activeSince: height,
      recommissionCredit: Math.max(0, credit - 2 * down),
      pulseTurns: [],
      lastReward: toTheBack,
    })
  }
  return withNode(list, { ...node, lastReward: toTheBack, lastAddressChangeHeight: height })
}

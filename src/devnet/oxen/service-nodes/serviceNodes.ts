// The service node list: registrations, contributions, reward queue, blacklisted stakes. A list is an immutable value; the registry keeps
// recent ones so that blocks can be popped.

import { compareBytes, equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { stakingLockBlocks, unlockDelayBlocks } from '../../../coin/stakes/stakingRequirement.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import type { ParsedTransaction, PublicKeys } from '../../records/chainRecords.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { Fork } from '../rules/forks.ts'
import type { LockedOutput } from './stakeTransaction.ts'
import { NewState } from './stateChange.ts'
import { UNASSIGNED_SWARM_ID } from './swarms.ts'

/** A contributor of a service node. Amounts in atomic units. */
export type Contributor = {
  readonly address: PublicKeys
  /** staked */
  readonly amount: bigint
  /** reserved, at least `amount` */
  readonly reserved: bigint
  readonly locked: readonly LockedOutput[]
}

/** A pulse block whose validator a node was, and whether it signed. */
export type PulseParticipation = { readonly height: number; readonly round: number; readonly hasSigned: boolean }

/** A position in a queue: the smallest comes next. */
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
  /** 0 if no unlock was requested */
  readonly requestedUnlockHeight: number
  readonly lastReward: QueuePosition
  readonly lastValidation: QueuePosition
  /** height since when it is active; negated while decommissioned; 0 until fully funded */
  readonly activeSince: number
  readonly lastDecommissionHeight: number
  readonly decommissionCount: number
  /** earned downtime (blocks) at the last recommission */
  readonly recommissionCredit: number
  readonly lastAddressChangeHeight: number
  /** recent participations since the last recommission, oldest first */
  readonly pulseTurns: readonly PulseParticipation[]
  /** UNASSIGNED_SWARM_ID while it is not active */
  readonly swarm: bigint
}

/** A stake of a deregistered node: the unlock height, and the amount in atomic units. */
export type BlacklistedStake = { readonly until: number; readonly amount: bigint }

export type ServiceNodes = {
  /** by key in hex */
  readonly nodes: ReadonlyMap<string, ServiceNode>
  /** deregistered stakes, by key image in hex */
  readonly blacklist: ReadonlyMap<string, BlacklistedStake>
}

/** Index in a block after all of its transactions. */
export const LAST_INDEX_OF_BLOCK = 0xffffffff
/** Earned downtime of a new node, in blocks (oxen-core: `DECOMMISSION_INITIAL_CREDIT`). */
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

/** Returns the active nodes, sorted by key. */
export const activeNodes = ({ nodes }: ServiceNodes): ServiceNode[] => [...nodes.values()].filter(isActive).sort(byKey)

/** Returns the decommissioned nodes, sorted by key. */
export const decommissionedNodes = ({ nodes }: ServiceNodes): ServiceNode[] =>
  [...nodes.values()].filter((node) => isFunded(node) && isDecommissioned(node)).sort(byKey)

const byReward = (a: ServiceNode, b: ServiceNode): number =>
  a.lastReward.height - b.lastReward.height || a.lastReward.index - b.lastReward.index || compareBytes(a.key, b.key)

/** Returns the block leader: the node rewarded next; undefined without active nodes. */
export const blockLeader = (list: ServiceNodes): ServiceNode | undefined => activeNodes(list).sort(byReward)[0]

/** Returns the unused earned downtime of a node in blocks; negative if it was down for longer. */
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

/** Returns the list with a node added or replaced. */
export const withNode = (list: ServiceNodes, node: ServiceNode): ServiceNodes => ({
  ...list,
  nodes: new Map(list.nodes).set(toHex(node.key), node),
})

/** Returns the list without a node. */
export const withoutNode = (list: ServiceNodes, node: ServiceNode): ServiceNodes => {
  const nodes = new Map(list.nodes)
  nodes.delete(toHex(node.key))
  return { ...list, nodes }
}

/** Returns the node that holds the stake of a key image. */
export const nodeOfStake = ({ nodes }: ServiceNodes, keyImage: Uint8Array): ServiceNode | undefined =>
  [...nodes.values()].find(({ contributors }) =>
    contributors.some(({ locked }) => locked.some((output) => equalBytes(output.keyImage, keyImage))),
  )

/** Applies a key image unlock to the list. */
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

/** Returns whether a state change has an effect on a node. */
const isStateChangeApplicable = (node: ServiceNode, newState: number): boolean =>
  newState === NewState.deregister || (newState === NewState.recommission) === isDecommissioned(node)

/** Returns whether a node can take a new state (oxen-core: `can_transition_to_state`). */
export const canTransition = (node: ServiceNode, newState: number): boolean =>
  isFunded(node) && isStateChangeApplicable(node, newState)

/** Returns whether the quorum of a block can vote on a node: the node's state is older than the block (oxen-core: `can_be_voted_on`). */
export const canBeVotedOn = (node: ServiceNode, newState: number, height: number): boolean => {
  const { registrationHeight, activeSince, lastDecommissionHeight, lastAddressChangeHeight } = node
  const since = isDecommissioned(node) ? lastDecommissionHeight : activeSince
  const changed = newState === NewState.ipChangePenalty ? lastAddressChangeHeight : 0
  return height > Math.max(registrationHeight, since, changed)
}

/** As `canTransition`, with the weaker rules before fork 13. */
export const canTransitionBeforeFork13 = (node: ServiceNode, newState: number, height: number): boolean =>
  isStateChangeApplicable(node, newState) && (newState !== NewState.deregister || height >= node.registrationHeight)

/** Applies a quorum's state change to the list. */
export const applyStateChange = (
  network: Network,
  list: ServiceNodes,
  node: ServiceNode,
  newState: number,
  height: number,
): ServiceNodes => {
  if (!isStateChangeApplicable(node, newState)) return list
  const backOfQueue = { height, index: LAST_INDEX_OF_BLOCK }
  if (newState === NewState.deregister) {
    const blacklist = new Map(list.blacklist)
    for (const { locked } of node.contributors)
      for (const { keyImage, amount } of locked)
        blacklist.set(toHex(keyImage), { until: height + stakingLockBlocks(network), amount })
    return { ...withoutNode(list, node), blacklist }
  }
  if (newState === NewState.decommission)
    return withNode(list, {
      ...node,
      activeSince: -node.activeSince,
      lastDecommissionHeight: height,
      decommissionCount: node.decommissionCount + 1,
      // Before fork 13, the node kept its swarm.
      swarm: hardForkAt(network, height) < Fork.perOutputFee ? node.swarm : UNASSIGNED_SWARM_ID,
    })
  if (newState === NewState.recommission) {
    const down = height - node.lastDecommissionHeight
    const credit = earnedDowntime(node, node.lastDecommissionHeight)
    return withNode(list, {
      ...node,
      activeSince: height,
      recommissionCredit: Math.max(0, credit - 2 * down),
      pulseTurns: [],
      lastReward: backOfQueue,
    })
  }
  return withNode(list, { ...node, lastReward: backOfQueue, lastAddressChangeHeight: height })
}

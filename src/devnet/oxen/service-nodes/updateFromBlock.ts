// Updates the service node list from a block (oxen-core: `state_t::update_from_block`), in consensus order: expired nodes, the rewarded node,
// the transactions one by one, and the swarms if the set of active nodes changed.

import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { stakingLockBlocks } from '../../../coin/stakes/stakingRequirement.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { TransactionType } from '../../../coin/transactions/transaction.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { Fork } from '../rules/forks.ts'
import {
  activeNodes,
  applyKeyImageUnlock,
  applyStateChange,
  isActive,
  LAST_INDEX_OF_BLOCK,
  type ServiceNode,
  type ServiceNodes,
  withNode,
  withoutNode,
} from './serviceNodes.ts'
import { applyContribution, applyRegistration, registeredNode } from './stakeProcessing.ts'
import { parseStateChange } from './stateChange.ts'
import { calculateSwarmChanges, UNASSIGNED_SWARM_ID } from './swarms.ts'

/** Blocks that an expired node of fork 9 or 10 stays registered, so that it can register again. */
const REREGISTRATION_GRACE_BLOCKS = 20

/** Returns whether transactions of a type can be stakes at a height. There are none before fork 9. */
export const isStakeTransactionType = (network: Network, type: TransactionType, height: number): boolean => {
  const fork = hardForkAt(network, height)
  return fork >= Fork.serviceNodes && type === (fork < Fork.blink ? TransactionType.standard : TransactionType.stake)
}

/** Returns the service node keys of a block's registrations, ineffective ones included. */
const registeredBy = (network: Network, { height, timestamp, transactions }: BlockRecord): Uint8Array[] =>
  transactions
    .slice(1)
    .flatMap(({ transaction }) => registeredNode(network, transaction, { height, timestamp, index: 0 })?.key ?? [])

/** Returns whether a node is expired, after fork 9. */
const isExpired = (network: Network, node: ServiceNode, height: number): boolean => {
  const { registrationFork, registrationHeight, requestedUnlockHeight } = node
  return registrationFork >= Fork.infiniteStaking
    ? requestedUnlockHeight !== 0 && height > requestedUnlockHeight
    : height > registrationHeight + stakingLockBlocks(network) + REREGISTRATION_GRACE_BLOCKS
}

/** Returns the nodes that expire with a block. */
const expiringNodes = (
  network: Network,
  { nodes }: ServiceNodes,
  height: number,
  blocks: readonly BlockRecord[],
): ServiceNode[] => {
  if (hardForkAt(network, height) !== Fork.serviceNodes)
    return [...nodes.values()].filter((node) => isExpired(network, node, height))
  // In fork 9, registrations expired, not nodes.
  const registered = height - stakingLockBlocks(network)
  const block = registered < 1 || nodes.size === 0 ? undefined : blocks[registered]
  if (block === undefined || block.isEmpty === true) return []
  if (hardForkAt(network, registered) < Fork.serviceNodes) return []
  return registeredBy(network, block).flatMap((key) => nodes.get(toHex(key)) ?? [])
}

/** Removes expired nodes and expired blacklist entries, before a block's transactions. */
const removeExpired = (
  network: Network,
  list: ServiceNodes,
  height: number,
  blocks: readonly BlockRecord[],
): ServiceNodes => {
  const locked = [...list.blacklist].filter(([, { until }]) => height < until)
  const remaining = locked.length < list.blacklist.size ? { ...list, blacklist: new Map(locked) } : list
  return expiringNodes(network, remaining, height, blocks).reduce(withoutNode, remaining)
}

/** Moves the winner of a block to the back of the reward queue. */
const moveWinnerToBack = (network: Network, list: ServiceNodes, { block, height }: BlockRecord): ServiceNodes => {
  const winner = findField(parseStrictExtra(network, block.minerTransaction.extra), 'serviceNodeWinner')?.key
  const node = winner === undefined ? undefined : list.nodes.get(toHex(winner))
  return node === undefined ? list : withNode(list, { ...node, lastReward: { height, index: LAST_INDEX_OF_BLOCK } })
}

const countActive = ({ nodes }: ServiceNodes): number => [...nodes.values()].filter(isActive).length

/** Returns whether the set of active nodes changed, if nodes were only added or only removed. */
const hasActiveCountChanged = (before: ServiceNodes, after: ServiceNodes): boolean =>
  before.nodes !== after.nodes && countActive(before) !== countActive(after)

/** Reassigns the active nodes to swarms, seeded by the block id. */
const reassignSwarms = (list: ServiceNodes, id: Uint8Array): ServiceNodes => {
  const groups = new Map<bigint, string[]>()
  for (const { key, swarm } of activeNodes(list)) {
    const group = groups.get(swarm) ?? []
    groups.set(swarm, [...group, toHex(key)])
  }
  if (groups.size === 0) return list
  const swarms = [...groups]
    .filter(([swarm]) => swarm !== UNASSIGNED_SWARM_ID)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([swarm, members]) => ({ id: swarm, members }))
  const seed = new DataView(id.buffer, id.byteOffset, id.byteLength).getBigUint64(0, true)
  const nodes = new Map(list.nodes)
  for (const { id: swarm, members } of calculateSwarmChanges(swarms, groups.get(UNASSIGNED_SWARM_ID) ?? [], seed))
    for (const member of members) {
      const node = nodes.get(member)
      if (node !== undefined && node.swarm !== swarm) nodes.set(member, { ...node, swarm })
    }
  return { ...list, nodes }
}

/** Returns the key of the worker at an index in the obligations quorum of a height. */
export type WorkerLookup = (height: number, index: number) => Uint8Array | undefined

/** Returns the list after a block. `blocks`: the earlier blocks by height. */
export const updateFromBlock = (
  network: Network,
  before: ServiceNodes,
  record: BlockRecord,
  blocks: readonly BlockRecord[],
  workerOf: WorkerLookup,
): ServiceNodes => {
  const { height, timestamp, id } = record
  const remaining = removeExpired(network, before, height, blocks)
  let mustReassignSwarms = hasActiveCountChanged(before, remaining)
  let list = moveWinnerToBack(network, remaining, record)
  for (const [index, parsed] of record.transactions.slice(1).entries()) {
    const { type, extra } = parsed.transaction
    if (isStakeTransactionType(network, type, height)) {
      const registered = applyRegistration(network, list, parsed.transaction, { height, index, timestamp })
      list = applyContribution(network, registered, parsed.transaction, { height, index })
      mustReassignSwarms ||= hasActiveCountChanged(registered, list)
    } else if (type === TransactionType.keyImageUnlock) list = applyKeyImageUnlock(network, list, parsed, height)
    else if (type === TransactionType.stateChange) {
      const change = parseStateChange(parseStrictExtra(network, extra), hardForkAt(network, height))
      const worker = change === undefined ? undefined : workerOf(change.blockHeight, change.serviceNodeIndex)
      const node = worker === undefined ? undefined : list.nodes.get(toHex(worker))
      if (change === undefined || node === undefined) continue
      const changed = applyStateChange(network, list, node, change.state, height)
      // As oxen-core, also if the set of active nodes is unchanged.
      mustReassignSwarms ||= changed !== list
      list = changed
    }
  }
  return mustReassignSwarms ? reassignSwarms(list, id) : list
}

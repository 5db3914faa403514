// What a block makes of the list of service nodes, in the order that every node keeps to: who leaves, who is paid, the transactions one by
// one, and the swarms where it changed who serves.

import { toHex } from '../../bytes/hex.ts'
import { findField } from '../../coin/extra.ts'
import type { Network } from '../../coin/network.ts'
import { TransactionType } from '../../coin/transaction.ts'
import type { BlockRecord } from '../records.ts'
import {
  activeNodes,
  contribute,
  decide,
  isActive,
  LAST_OF_BLOCK,
  register,
  requestUnlock,
  type ServiceNodes,
  withNode,
  withoutNode,
} from './serviceNodes.ts'
import { divided, NO_SWARM } from './swarms.ts'
import { parseWholeExtra } from './wholeExtra.ts'

/** Nodes whose time is over, and key images that are free again, taken off before a block's transactions. */
const expire = (list: ServiceNodes, height: number): ServiceNodes => {
  let kept = list
  const locked = [...list.blacklist].filter(([, { until }]) => height < until)
  if (locked.length < list.blacklist.size) kept = { ...kept, blacklist: new Map(locked) }
  for (const node of list.nodes.values())
    if (node.requestedUnlockHeight !== 0 && height > node.requestedUnlockHeight) kept = withoutNode(kept, node)
  return kept
}

/** The list with the winner of a block sent to the back. */
const reward = (network: Network, list: ServiceNodes, { block, height }: BlockRecord): ServiceNodes => {
  const winner = findField(parseWholeExtra(network, block.minerTransaction.extra), 'serviceNodeWinner')?.key
  const node = winner === undefined ? undefined : list.nodes.get(toHex(winner))
  return node === undefined ? list : withNode(list, { ...node, lastReward: { height, index: LAST_OF_BLOCK } })
}

const serving = ({ nodes }: ServiceNodes): number => [...nodes.values()].filter(isActive).length

/** Whether other nodes serve, where nodes only left or only came. */
const hasChanged = (before: ServiceNodes, after: ServiceNodes): boolean =>
  before.nodes !== after.nodes && serving(before) !== serving(after)

/** The list with the nodes that serve divided into swarms anew, by the id of the block. */
const inSwarms = (list: ServiceNodes, id: Uint8Array): ServiceNodes => {
  const groups = new Map<bigint, string[]>()
  for (const { key, swarm } of activeNodes(list)) {
    const group = groups.get(swarm) ?? []
    groups.set(swarm, [...group, toHex(key)])
  }
  if (groups.size === 0) return list
  const swarms = [...groups]
    .filter(([swarm]) => swarm !== NO_SWARM)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([swarm, members]) => ({ id: swarm, members }))
  const seed = new DataView(id.buffer, id.byteOffset, id.byteLength).getBigUint64(0, true)
  const nodes = new Map(list.nodes)
  for (const { id: swarm, members } of divided(swarms, groups.get(NO_SWARM) ?? [], seed))
    for (const member of members) {
      const node = nodes.get(member)
      if (node !== undefined && node.swarm !== swarm) nodes.set(member, { ...node, swarm })
    }
  return { ...list, nodes }
}

/** Finds the node that a verdict is about, by the quorum of its height. */
export type WorkerOf = (height: number, index: number) => Uint8Array | undefined

/** What a block makes of a list. */
export const afterBlock = (
  network: Network,
  before: ServiceNodes,
  record: BlockRecord,
  workerOf: WorkerOf,
): ServiceNodes => {
  const { height, timestamp, id } = record
  const kept = expire(before, height)
  let isStirred = hasChanged(before, kept)
  let list = reward(network, kept, record)
  for (const [index, parsed] of record.transactions.slice(1).entries()) {
    const { type, extra } = parsed.transaction
    const turn = { height, index }
    if (type === TransactionType.stake) {
      const staked = contribute(network, register(network, list, parsed, { ...turn, timestamp }), parsed, turn)
      isStirred ||= hasChanged(list, staked)
      list = staked
    } else if (type === TransactionType.keyImageUnlock) list = requestUnlock(network, list, parsed, height)
    else if (type === TransactionType.stateChange) {
      const change = findField(parseWholeExtra(network, extra), 'stateChange')
      const worker = change === undefined ? undefined : workerOf(change.blockHeight, change.serviceNodeIndex)
      const node = worker === undefined ? undefined : list.nodes.get(toHex(worker))
      if (change === undefined || node === undefined) continue
      const decided = decide(network, list, node, change.state, height)
      // Also where it changed nobody's service: the reference does not look.
      isStirred ||= decided !== list
      list = decided
    }
  }
  return isStirred ? inSwarms(list, id) : list
}

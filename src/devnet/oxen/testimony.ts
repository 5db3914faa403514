// What nodes know of service nodes beside the chain: that they run, by proofs that they send each hour, and whether they voted when it was
// their turn. Here those prove it whose keys this node holds; nobody else is heard of.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Chain } from '../chain.ts'
import { type Conduct, HOME } from './conduct.ts'
import type { HeldKeys } from './heldKeys.ts'
import { TURNS_KEPT } from './nodeRegistry.ts'
import type { NodeKeys, OwnNode } from './ownNode.ts'
import { CHECKPOINT_INTERVAL, CHECKPOINT_LAG } from './quorums.ts'
import { isDecommissioned, type ServiceNode } from './serviceNodes.ts'

/** Seconds between two proofs. */
const HOUR = 3600
/** Blocks to look back to at most, as far as lists of service nodes are at hand. */
const REACH = 480

/** A proof that a service node runs. */
export type UptimeProof = {
  readonly keys: NodeKeys
  /** UNIX seconds */
  readonly time: number
  /** from where it came */
  readonly address: string
}

export type WitnessSource = {
  readonly chain: Pick<Chain, 'height' | 'blockAt' | 'state'>
  readonly own: OwnNode
  readonly held: HeldKeys | undefined
  readonly conduct: Conduct
  /** UNIX seconds */
  readonly now: number
}

/** The last proof that a service node sent; undefined while none came. */
export const lastProof = ({ chain, held, conduct, now }: WitnessSource, node: ServiceNode): UptimeProof | undefined => {
  const keys = held?.of(node.key)
  if (keys === undefined) return undefined
  const { silentSince, restartedAt, moved } = conduct.of(node.key)
  const timeOf = (height: number): number => chain.blockAt(height)?.timestamp ?? now
  // Proofs do not outlast what puts a node out of service; the next one comes within the hour.
  const out = node.lastDecommissionHeight === 0 ? undefined : timeOf(node.lastDecommissionHeight)
  const isOut = isDecommissioned(node)
  const start = isOut ? (out ?? now) : timeOf(node.registrationHeight)
  // Who begins again proves it at once.
  const isRestarted = restartedAt >= start
  const begin = isRestarted ? restartedAt : start
  const until = Math.min(now, silentSince ?? now)
  if (silentSince !== undefined && (silentSince < begin || silentSince <= (out ?? 0))) return undefined
  const hours = Math.max(0, Math.floor((until - begin) / HOUR))
  if (isOut && hours === 0 && !isRestarted) return undefined
  const time = begin + hours * HOUR
  return { keys, time, address: (moved === undefined || time >= moved.at ? moved?.to : moved.from) ?? HOME }
}

/** The last proof as the node tells it: the recorded node told of none of its own either. */
export const toldProof = (source: WitnessSource, node: ServiceNode): UptimeProof | undefined => {
  const own = source.own.keys.service
  return own !== undefined && equalBytes(own.publicKey, node.key) ? undefined : lastProof(source, node)
}

/** A checkpoint that a node was to sign. */
export type CheckpointTurn = {
  /** of the block by which the quorum was drawn */ readonly height: number
  readonly hasSigned: boolean
}

/** The last checkpoints that nodes were to sign since they began to serve, the oldest first, by their keys in hex. */
export const checkpointTurns = (source: WitnessSource): ReadonlyMap<string, readonly CheckpointTurn[]> => {
  const { chain, held, conduct } = source
  const found = new Map<string, CheckpointTurn[]>()
  const registry = chain.state.serviceNodes
  if (registry === undefined) return found
  const nodes = [...registry.list.nodes.keys()]
  // A checkpoint counts once nothing before it is reorganised any more.
  const newest = chain.height - 2 - CHECKPOINT_LAG
  const oldest = Math.max(CHECKPOINT_LAG, newest - REACH)
  for (let at = newest - (newest % CHECKPOINT_INTERVAL); at >= oldest; at -= CHECKPOINT_INTERVAL) {
    if (nodes.every((key) => found.get(key)?.length === TURNS_KEPT)) break
    for (const key of registry.checkpointersAt(at)?.validators ?? []) {
      const node = registry.find(key)
      const turns = found.get(toHex(key)) ?? []
      if (node === undefined || turns.length === TURNS_KEPT || at + CHECKPOINT_LAG < Math.abs(node.activeSince))
        continue
      turns.unshift({
        height: at - CHECKPOINT_LAG,
        hasSigned: held?.find(key) !== undefined && conduct.isPresent(key, at),
      })
      found.set(toHex(key), turns)
    }
  }
  return found
}

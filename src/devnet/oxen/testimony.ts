// What nodes know of service nodes beside the chain: that they run, by proofs that they send each hour, and whether they voted when it was
// their turn. Here those prove it whose keys this node holds; nobody else is heard of.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Chain } from '../chain.ts'
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
export type UptimeProof = { readonly keys: NodeKeys /** UNIX seconds */; readonly time: number }

export type WitnessSource = {
  readonly chain: Pick<Chain, 'height' | 'blockAt' | 'state'>
  readonly own: OwnNode
  readonly held: HeldKeys | undefined
  /** UNIX seconds */
  readonly now: number
}

/** The last proof of a service node; undefined while none came. */
export const lastProof = (source: WitnessSource, node: ServiceNode): UptimeProof | undefined => {
  const { chain, own, held, now } = source
  const keys = held?.of(node.key)
  // The recorded node had none of its own either.
  const isOwn = own.keys.service !== undefined && equalBytes(own.keys.service.publicKey, node.key)
  if (keys === undefined || isOwn) return undefined
  // Proofs do not outlast what puts a node out of service; the next one comes within the hour.
  const isOut = isDecommissioned(node)
  const start = chain.blockAt(isOut ? node.lastDecommissionHeight : node.registrationHeight)?.timestamp ?? now
  const hours = Math.max(0, Math.floor((now - start) / HOUR))
  return isOut && hours === 0 ? undefined : { keys, time: start + hours * HOUR }
}

/** A checkpoint that a node was to sign. */
export type CheckpointTurn = {
  /** of the block by which the quorum was drawn */ readonly height: number
  readonly hasSigned: boolean
}

/** The last checkpoints that nodes were to sign since they began to serve, the oldest first, by their keys in hex. */
export const checkpointTurns = (source: WitnessSource): ReadonlyMap<string, readonly CheckpointTurn[]> => {
  const { chain, held } = source
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
      turns.unshift({ height: at - CHECKPOINT_LAG, hasSigned: held?.find(key) !== undefined })
      found.set(toHex(key), turns)
    }
  }
  return found
}

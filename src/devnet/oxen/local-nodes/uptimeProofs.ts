// Uptime proofs and checkpoint participation of service nodes: what nodes know of each other beside the chain. Local service nodes send a
// proof each hour; there is no network, so that no other proofs arrive.

import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { Chain } from '../../chain/chain.ts'
import { serviceNodesOf } from '../blocks/oxenState.ts'
import type { NodeKeys } from '../service-nodes/nodeKeys.ts'
import { CHECKPOINT_INTERVAL, REORG_SAFETY_BUFFER } from '../service-nodes/quorums.ts'
import { PARTICIPATION_HISTORY_LENGTH } from '../service-nodes/serviceNodeRegistry.ts'
import type { ServiceNode } from '../service-nodes/serviceNodes.ts'
import { type BehaviourOverrides, DEFAULT_ADDRESS } from './behaviourOverrides.ts'
import type { LocalNodeKeys } from './localNodeKeys.ts'
import type { OwnNode } from './ownNode.ts'

const UPTIME_PROOF_INTERVAL_SECONDS = 3600
/** Seconds after which a decommissioned node notices that it must send a new proof. */
const UPTIME_PROOF_RETRY_SECONDS = 300
/** Maximum blocks to look back; older service node lists are not kept. */
const MAX_LOOKBACK_BLOCKS = 480

/** An uptime proof of a service node. */
export type UptimeProof = {
  readonly keys: NodeKeys
  /** UNIX seconds; 0 if it was invalidated by a later decommission */
  readonly time: number
  /** time of arrival, UNIX seconds */
  readonly seen: number
  /** public address of the sender */
  readonly address: string
}

export type TestInputs = {
  readonly chain: Pick<Chain, 'height' | 'blockAt' | 'state'>
  readonly own: OwnNode
  readonly localKeys: LocalNodeKeys | undefined
  readonly overrides: BehaviourOverrides
  /** UNIX seconds */
  readonly now: number
}

/** Returns the time of the last of the hourly proofs from `begin` to `until`. */
const lastOf = (begin: number, until: number): number =>
  begin + UPTIME_PROOF_INTERVAL_SECONDS * Math.max(0, Math.floor((until - begin) / UPTIME_PROOF_INTERVAL_SECONDS))

/** Returns the last uptime proof of a service node; undefined if there is none. */
export const lastUptimeProof = (
  { chain, localKeys, overrides, now }: TestInputs,
  node: ServiceNode,
): UptimeProof | undefined => {
  const keys = localKeys?.of(node.key)
  if (keys === undefined) return undefined
  const { silentSince, restartedAt, moved } = overrides.of(node.key)
  const timeOf = (height: number): number => chain.blockAt(height)?.timestamp ?? now
  // A restarted node sends a proof at once.
  const begin = Math.max(restartedAt, timeOf(node.registrationHeight))
  if (silentSince !== undefined && silentSince < begin) return undefined
  const until = Math.min(now, silentSince ?? now)
  const out = node.lastDecommissionHeight === 0 ? 0 : timeOf(node.lastDecommissionHeight)
  const again = out > begin ? out + UPTIME_PROOF_RETRY_SECONDS : begin
  const counts = again === begin || again <= until
  const seen = counts ? lastOf(again, until) : lastOf(begin, Math.min(out, until))
  return {
    keys,
    time: counts ? seen : 0,
    seen,
    address: moved === undefined || seen >= moved.at ? (moved?.to ?? DEFAULT_ADDRESS) : moved.from,
  }
}

/** Returns the last uptime proof as the RPC reports it: oxen-core reports none of the node itself. */
export const reportedUptimeProof = (source: TestInputs, node: ServiceNode): UptimeProof | undefined => {
  const own = source.own.keys.service
  return own !== undefined && equalBytes(own.publicKey, node.key) ? undefined : lastUptimeProof(source, node)
}

/** A checkpoint whose quorum a node was in. */
export type CheckpointParticipation = {
  /** of the block from which the quorum was drawn */ readonly height: number
  readonly hasSigned: boolean
}

/** Returns the checkpoint participations of nodes since they became active, oldest first, by service node key in hex. */
export const checkpointParticipations = (
  source: TestInputs,
): ReadonlyMap<string, readonly CheckpointParticipation[]> => {
  const { chain, localKeys, overrides } = source
  const found = new Map<string, CheckpointParticipation[]>()
  const registry = serviceNodesOf(chain.state)
  if (registry === undefined) return found
  const nodes = [...registry.list.nodes.keys()]
  // A checkpoint counts once it is deeper than the reorg safety buffer.
  const newest = chain.height - 2 - REORG_SAFETY_BUFFER
  const oldest = Math.max(REORG_SAFETY_BUFFER, newest - MAX_LOOKBACK_BLOCKS)
  for (let at = newest - (newest % CHECKPOINT_INTERVAL); at >= oldest; at -= CHECKPOINT_INTERVAL) {
    if (nodes.every((key) => found.get(key)?.length === PARTICIPATION_HISTORY_LENGTH)) break
    for (const key of registry.checkpointQuorumAt(at)?.validators ?? []) {
      const node = registry.find(key)
      const turns = found.get(toHex(key)) ?? []
      if (
        node === undefined ||
        turns.length === PARTICIPATION_HISTORY_LENGTH ||
        at + REORG_SAFETY_BUFFER < Math.abs(node.activeSince)
      )
        continue
      turns.unshift({
        height: at - REORG_SAFETY_BUFFER,
        hasSigned: localKeys?.find(key) !== undefined && overrides.isSigningAt(key, at),
      })
      found.set(toHex(key), turns)
    }
  }
  return found
}

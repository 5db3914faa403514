// What nodes know of service nodes beside the chain: that they run, by proofs that they send each hour, and whether they voted when it was
// their turn. Here those prove it whose keys this node holds; nobody else is heard of.

import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { Chain } from '../../chain/chain.ts'
import { serviceNodesOf } from '../oxenState.ts'
import { CHECKPOINT_INTERVAL, REORG_SAFETY_BUFFER } from '../quorums/quorums.ts'
import type { NodeKeys } from '../service-nodes/nodeKeys.ts'
import { PARTICIPATION_HISTORY_LENGTH } from '../service-nodes/serviceNodeRegistry.ts'
import type { ServiceNode } from '../service-nodes/serviceNodes.ts'
import { type BehaviourOverrides, DEFAULT_ADDRESS } from './behaviourOverrides.ts'
import type { LocalNodeKeys } from './localNodeKeys.ts'
import type { OwnNode } from './ownNode.ts'

/** Seconds between two proofs. */
const UPTIME_PROOF_INTERVAL_SECONDS = 3600
/** Seconds after which a node that is put out of service sees that it has to prove again. */
const UPTIME_PROOF_RETRY_SECONDS = 300
/** Blocks to look back to at most, as far as lists of service nodes are at hand. */
const MAX_LOOKBACK_BLOCKS = 480

/** A proof that a service node runs. */
export type UptimeProof = {
  readonly keys: NodeKeys
  /** UNIX seconds; 0 where it does not count any more, as the node was put out of service since */
  readonly time: number
  /** when it came, UNIX seconds */
  readonly seen: number
  /** from where it came */
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

/** The last of proofs that come each hour from a time on. */
const lastOf = (begin: number, until: number): number =>
  begin + UPTIME_PROOF_INTERVAL_SECONDS * Math.max(0, Math.floor((until - begin) / UPTIME_PROOF_INTERVAL_SECONDS))

/** The last proof that a service node sent; undefined while none came. */
export const lastUptimeProof = (
  { chain, localKeys, overrides, now }: TestInputs,
  node: ServiceNode,
): UptimeProof | undefined => {
  const keys = localKeys?.of(node.key)
  if (keys === undefined) return undefined
  const { silentSince, restartedAt, moved } = overrides.of(node.key)
  const timeOf = (height: number): number => chain.blockAt(height)?.timestamp ?? now
  // Who begins again proves it at once.
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

/** The last proof as the node tells it: the recorded node told of none of its own either. */
export const reportedUptimeProof = (source: TestInputs, node: ServiceNode): UptimeProof | undefined => {
  const own = source.own.keys.service
  return own !== undefined && equalBytes(own.publicKey, node.key) ? undefined : lastUptimeProof(source, node)
}

/** A checkpoint that a node was to sign. */
export type CheckpointParticipation = {
  /** of the block by which the quorum was drawn */ readonly height: number
  readonly hasSigned: boolean
}

/** The last checkpoints that nodes were to sign since they began to serve, the oldest first, by their keys in hex. */
export const checkpointParticipations = (
  source: TestInputs,
): ReadonlyMap<string, readonly CheckpointParticipation[]> => {
  const { chain, localKeys, overrides } = source
  const found = new Map<string, CheckpointParticipation[]>()
  const registry = serviceNodesOf(chain.state)
  if (registry === undefined) return found
  const nodes = [...registry.list.nodes.keys()]
  // A checkpoint counts once nothing before it is reorganised any more.
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

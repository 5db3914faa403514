// The tests that an obligations quorum runs on a service node, and the state change that it votes for by their results.

import { toHex } from '../../../bytes/hex.ts'
import {
  earnedDowntime,
  isActive,
  isDecommissioned,
  isFunded,
  type ServiceNode,
} from '../service-nodes/serviceNodes.ts'
import { NewState } from '../service-nodes/stateChange.ts'
import {
  type CheckpointParticipation,
  checkpointParticipations,
  lastUptimeProof,
  type TestInputs,
} from './uptimeProofs.ts'

/** oxen-core: `UPTIME_PROOF_VALIDITY`. */
const UPTIME_PROOF_VALIDITY_SECONDS = 7500
/** Entries of a participation history at which misses are counted (oxen-core: `QUORUM_VOTE_CHECK_COUNT`). */
const PARTICIPATION_CHECK_COUNT = 8
const MAX_MISSED = 4
/** Earned downtime (blocks) from which a node is decommissioned instead of deregistered (oxen-core: `DECOMMISSION_MINIMUM`). */
const DECOMMISSION_MINIMUM_CREDIT = 60
/** Seconds to look back for proofs from another address (oxen-core: `IP_CHANGE_WINDOW`). */
const IP_CHANGE_WINDOW_SECONDS = 86_400
/** Seconds after an IP change penalty in which address changes do not count (oxen-core: `IP_CHANGE_BUFFER`). */
const IP_CHANGE_BUFFER_SECONDS = 7200

/** Test results of a service node; true is a pass. */
export type TestResults = {
  readonly isProven: boolean
  readonly isReachable: boolean
  readonly signsCheckpoints: boolean
  readonly signsBlocks: boolean
  readonly hasOneAddress: boolean
}

const hasParticipated = (turns: readonly { readonly hasSigned: boolean }[]): boolean =>
  turns.length < PARTICIPATION_CHECK_COUNT || turns.filter(({ hasSigned }) => !hasSigned).length <= MAX_MISSED

const timestampAt = ({ chain }: TestInputs, height: number): number => chain.blockAt(height)?.timestamp ?? 0

const hasOneAddress = (source: TestInputs, node: ServiceNode): boolean => {
  const { moved } = source.overrides.of(node.key)
  if (moved === undefined) return true
  const seen = lastUptimeProof(source, node)?.seen ?? 0
  if (seen < moved.at) return true
  const since = Math.max(
    source.now - IP_CHANGE_WINDOW_SECONDS,
    timestampAt(source, node.lastAddressChangeHeight) + IP_CHANGE_BUFFER_SECONDS,
  )
  return moved.seen <= since || seen <= since
}

/** Returns the time of a node's last valid uptime proof; UNIX seconds. */
const lastProvenAt = (source: TestInputs, node: ServiceNode): number => {
  const proven = lastUptimeProof(source, node)?.time ?? 0
  // A recommissioned node has time until its next proof.
  const isBack = isActive(node) && node.lastDecommissionHeight > 0
  return isBack ? Math.max(proven, timestampAt(source, node.activeSince)) : proven
}

/**
 * Tests a service node.
 * @param checkpointed its checkpoint participations, if already known
 */
export const testResultsOf = (
  source: TestInputs,
  node: ServiceNode,
  checkpointed: readonly CheckpointParticipation[] | undefined = checkpointParticipations(source).get(toHex(node.key)),
): TestResults => ({
  isProven: source.now - lastProvenAt(source, node) <= UPTIME_PROOF_VALIDITY_SECONDS,
  isReachable: source.own.reachabilityOf(node).isReachable,
  // Decommissioned nodes are in no quorums.
  signsCheckpoints: isDecommissioned(node) || hasParticipated(checkpointed ?? []),
  signsBlocks: isDecommissioned(node) || hasParticipated(node.pulseTurns),
  hasOneAddress: hasOneAddress(source, node),
})

/** Returns the new state that quorums vote for; undefined for no change. `height`: of the next block. */
export const proposedNewState = (results: TestResults, node: ServiceNode, height: number): number | undefined => {
  if (!isFunded(node)) return undefined
  const { isProven, isReachable, signsCheckpoints, signsBlocks } = results
  const credit = earnedDowntime(node, height)
  if (isProven && isReachable && signsCheckpoints && signsBlocks) {
    if (isDecommissioned(node)) return NewState.recommission
    return results.hasOneAddress ? undefined : NewState.ipChangePenalty
  }
  if (isDecommissioned(node)) return credit < 0 ? NewState.deregister : undefined
  return credit >= DECOMMISSION_MINIMUM_CREDIT ? NewState.decommission : NewState.deregister
}

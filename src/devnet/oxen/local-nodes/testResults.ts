// What an obligations quorum finds of a service node, and what it decides by that.

import { toHex } from '../../../bytes/hex.ts'
import { NewState } from '../quorums/stateChange.ts'
import {
  earnedDowntime,
  isActive,
  isDecommissioned,
  isFunded,
  type ServiceNode,
} from '../service-nodes/serviceNodes.ts'
import {
  type CheckpointParticipation,
  checkpointParticipations,
  lastUptimeProof,
  type TestInputs,
} from './uptimeProofs.ts'

/** Seconds for which a proof is good. */
const UPTIME_PROOF_VALIDITY_SECONDS = 7500
/** Turns after which it counts how many were missed. */
const PARTICIPATION_CHECK_COUNT = 8
const MAX_MISSED = 4
/** Blocks of earned downtime with which a node is decommissioned, and not deregistered. */
const DECOMMISSION_MINIMUM_CREDIT = 60
/** Seconds that a quorum looks back for other addresses. */
const IP_CHANGE_WINDOW_SECONDS = 86_400
/** Seconds after a verdict for which other addresses do not count. */
const IP_CHANGE_BUFFER_SECONDS = 7200

/** What is found of a service node, each true where it is as it should be. */
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

/** When a node counts as proven for the last time; UNIX seconds. */
const lastProvenAt = (source: TestInputs, node: ServiceNode): number => {
  const proven = lastUptimeProof(source, node)?.time ?? 0
  // Who was taken back has time for the next proof.
  const isBack = isActive(node) && node.lastDecommissionHeight > 0
  return isBack ? Math.max(proven, timestampAt(source, node.activeSince)) : proven
}

/**
 * Tests a service node.
 * @param checkpointed the checkpoints that it was to sign, where they are known already
 */
export const testResultsOf = (
  source: TestInputs,
  node: ServiceNode,
  checkpointed: readonly CheckpointParticipation[] | undefined = checkpointParticipations(source).get(toHex(node.key)),
): TestResults => ({
  isProven: source.now - lastProvenAt(source, node) <= UPTIME_PROOF_VALIDITY_SECONDS,
  isReachable: source.own.reachabilityOf(node).isReachable,
  // Who is out of service has no turns.
  signsCheckpoints: isDecommissioned(node) || hasParticipated(checkpointed ?? []),
  signsBlocks: isDecommissioned(node) || hasParticipated(node.pulseTurns),
  hasOneAddress: hasOneAddress(source, node),
})

/** What quorums decide about a node; undefined where it stays as it is. `height`: of the next block. */
export const proposedNewState = (findings: TestResults, node: ServiceNode, height: number): number | undefined => {
  if (!isFunded(node)) return undefined
  const { isProven, isReachable, signsCheckpoints, signsBlocks } = findings
  const credit = earnedDowntime(node, height)
  if (isProven && isReachable && signsCheckpoints && signsBlocks) {
    if (isDecommissioned(node)) return NewState.recommission
    return findings.hasOneAddress ? undefined : NewState.ipChangePenalty
  }
  if (isDecommissioned(node)) return credit < 0 ? NewState.deregister : undefined
  return credit >= DECOMMISSION_MINIMUM_CREDIT ? NewState.decommission : NewState.deregister
}

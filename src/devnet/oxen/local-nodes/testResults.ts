// What an obligations quorum finds of a service node, and what it decides by that.

import { toHex } from '../../../bytes/hex.ts'
import { Verdict } from '../quorums/stateChange.ts'
import {
  earnedDowntime,
  isActive,
  isDecommissioned,
  isFunded,
  type ServiceNode,
} from '../service-nodes/serviceNodes.ts'
import { type CheckpointTurn, checkpointTurns, lastProof, type WitnessSource } from './uptimeProofs.ts'

/** Seconds for which a proof is good. */
const PROOF_LIFE = 7500
/** Turns after which it counts how many were missed. */
const TURNS_COUNTED = 8
const MAX_MISSED = 4
/** Blocks of earned downtime with which a node is decommissioned, and not deregistered. */
const MIN_EARNED = 60
/** Seconds that a quorum looks back for other addresses. */
const ADDRESS_WINDOW = 86_400
/** Seconds after a verdict for which other addresses do not count. */
const ADDRESS_GRACE = 7200

/** What is found of a service node, each true where it is as it should be. */
export type Findings = {
  readonly isProven: boolean
  readonly isReachable: boolean
  readonly signsCheckpoints: boolean
  readonly signsBlocks: boolean
  readonly hasOneAddress: boolean
}

const isAttentive = (turns: readonly { readonly hasSigned: boolean }[]): boolean =>
  turns.length < TURNS_COUNTED || turns.filter(({ hasSigned }) => !hasSigned).length <= MAX_MISSED

const timestampAt = ({ chain }: WitnessSource, height: number): number => chain.blockAt(height)?.timestamp ?? 0

const hasOneAddress = (source: WitnessSource, node: ServiceNode): boolean => {
  const { moved } = source.conduct.of(node.key)
  if (moved === undefined) return true
  const seen = lastProof(source, node)?.seen ?? 0
  if (seen < moved.at) return true
  const since = Math.max(source.now - ADDRESS_WINDOW, timestampAt(source, node.lastAddressChangeHeight) + ADDRESS_GRACE)
  return moved.seen <= since || seen <= since
}

/** When a node counts as proven for the last time; UNIX seconds. */
const provenAt = (source: WitnessSource, node: ServiceNode): number => {
  const proven = lastProof(source, node)?.time ?? 0
  // Who was taken back has time for the next proof.
  const isBack = isActive(node) && node.lastDecommissionHeight > 0
  return isBack ? Math.max(proven, timestampAt(source, node.activeSince)) : proven
}

/**
 * Tests a service node.
 * @param checkpointed the checkpoints that it was to sign, where they are known already
 */
export const findingsOn = (
  source: WitnessSource,
  node: ServiceNode,
  checkpointed: readonly CheckpointTurn[] | undefined = checkpointTurns(source).get(toHex(node.key)),
): Findings => ({
  isProven: source.now - provenAt(source, node) <= PROOF_LIFE,
  isReachable: source.own.reachabilityOf(node).isReachable,
  // Who is out of service has no turns.
  signsCheckpoints: isDecommissioned(node) || isAttentive(checkpointed ?? []),
  signsBlocks: isDecommissioned(node) || isAttentive(node.pulseTurns),
  hasOneAddress: hasOneAddress(source, node),
})

/** What quorums decide about a node; undefined where it stays as it is. `height`: of the next block. */
export const verdictBy = (findings: Findings, node: ServiceNode, height: number): number | undefined => {
  if (!isFunded(node)) return undefined
  const { isProven, isReachable, signsCheckpoints, signsBlocks } = findings
  const credit = earnedDowntime(node, height)
  if (isProven && isReachable && signsCheckpoints && signsBlocks) {
    if (isDecommissioned(node)) return Verdict.recommission
    return findings.hasOneAddress ? undefined : Verdict.addressChange
  }
  if (isDecommissioned(node)) return credit < 0 ? Verdict.deregister : undefined
  return credit >= MIN_EARNED ? Verdict.decommission : Verdict.deregister
}

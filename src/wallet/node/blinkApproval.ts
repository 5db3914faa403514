// Whether a blink can be approved now: two quorums of service nodes must exist, with enough members each (oxen-core: handle_blink_tx).

import type { Network } from '../../coin/networks/network.ts'
import { NodeError } from '../../daemon/errors.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'

/** Quorums exist at multiples of the interval; the older one of a blink is at least the lag below (oxen-core: blink_tx::quorum_height). */
const INTERVAL = 5
const LAG = 35

/** Approvals that each quorum gives (oxen-core: BLINK_MIN_VOTES). */
const MIN_VALIDATORS = 7

/** A node that is asked about its quorums. */
export type QuorumSource = Pick<NodeClient, 'blinkQuorums' | 'developmentCall'>

/** Returns whether a development node approves every blink, as its user wants. */
const assumesQuorum = async ({ developmentCall }: QuorumSource): Promise<boolean> => {
  const state = await developmentCall?.('dev_quorum', {})
  return typeof state === 'object' && state !== null && 'present' in state && state['present'] === true
}

/**
 * Returns whether the quorums that would approve a blink exist, as far as the node knows.
 * @param height number of blocks of the chain
 * @param isDevelopment the node is a development node
 * @returns false if the node does not answer
 */
export const canApproveBlinks = async (
  { hasBlink }: Pick<Network, 'hasBlink'>,
  node: QuorumSource,
  height: number,
  isDevelopment: boolean,
): Promise<boolean> => {
  if (!hasBlink) return false
  const older = height - (height % INTERVAL) - LAG
  const heights = [older, older + INTERVAL]
  try {
    if (isDevelopment && (await assumesQuorum(node))) return true
    if (older <= 0) return false
    const quorums = await node.blinkQuorums(older, older + INTERVAL)
    return heights.every((at) => quorums.some((quorum) => quorum.height === at && quorum.validators >= MIN_VALIDATORS))
  } catch (error) {
    if (error instanceof NodeError) return false
    throw error
  }
}

// Blinks: transactions that two quorums approve before they are in a block. Whether there are such quorums, whether this node can sign
// for them, and what they ask of a fee.

import { hardForkAt } from '../../../coin/networks/network.ts'
import type { Chain } from '../../chain/chain.ts'
import type { ParsedTransaction } from '../../chain/chainRecords.ts'
import { serviceNodesOf } from '../oxenState.ts'
import { minFee } from '../rules/fees.ts'
import { Fork } from '../rules/forks.ts'
import type { CanSign, LocalNodeKeys } from './localNodeKeys.ts'

/** How a request for approval ends, as the reference numbers it. */
export const BlinkStatus = { rejected: 1, accepted: 2, timeout: 3 } as const

/** Why nobody approves. */
export type BlinkObstacle = { readonly status: number; readonly reason: string }

const INTERVAL = 5
/** Blocks between a request and the older of its quorums. */
const LAG = 35
/** Members that a quorum must have, and approvals that it takes. */
const APPROVALS = 7

const failed = (reason: string): BlinkObstacle => ({
  status: BlinkStatus.rejected,
  reason: `Transaction failed: ${reason}`,
})

/** Why no blink can be approved now; undefined when one can. */
export const blinkObstacle = (
  { height, state }: Chain,
  keys: LocalNodeKeys | undefined,
  attends?: CanSign,
): BlinkObstacle | undefined => {
  const first = height - (height % INTERVAL) - LAG
  for (const at of [first, first + INTERVAL]) {
    if (at <= 0) return failed('too early in blockchain to create a quorum')
    const quorum = serviceNodesOf(state)?.blinkQuorumAt(at)
    if (quorum === undefined) return failed('failed to obtain a blink quorum')
    if (quorum.validators.length < APPROVALS) return failed('not enough blink nodes to form a quorum')
    if ((keys?.countOf(quorum.validators, attends) ?? 0) < APPROVALS)
      return { status: BlinkStatus.timeout, reason: 'Blink quorum timeout' }
  }
  return undefined
}

/** Whether a transaction burns what a blink must: 150 percent of the least fee, 400 on the fork that began with it. */
export const burnsEnough = (chain: Chain, { transaction, weight }: ParsedTransaction): boolean => {
  const { network, consensus } = chain.rules
  const fork = hardForkAt(network, chain.height)
  const percent = fork === Fork.blink ? 400n : 150n
  const least = minFee(network, chain, weight, transaction.outputs.length)
  return consensus.burnedFee(transaction, fork) >= (least * percent) / 100n
}

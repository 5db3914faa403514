// Blink approval: whether the two blink quorums of a height exist, whether this node holds enough of their keys, and the fee that a blink
// must burn.

import { hardForkAt } from '../../../coin/networks/network.ts'
import type { Chain } from '../../chain/chain.ts'
import type { ParsedTransaction } from '../../records/chainRecords.ts'
import { serviceNodesOf } from '../blocks/oxenState.ts'
import { minFee } from '../rules/fees.ts'
import { Fork } from '../rules/forks.ts'
import type { CanSign, LocalNodeKeys } from './localNodeKeys.ts'

/** Result of a blink submission (oxen-core: `blink_result`). */
export const BlinkStatus = { rejected: 1, accepted: 2, timeout: 3 } as const

/** Why a blink cannot be approved. */
export type BlinkObstacle = { readonly status: number; readonly reason: string }

const INTERVAL = 5
/** Blocks between a submission and the older of its quorums (oxen-core: `BLINK_QUORUM_LAG`). */
const LAG = 35
/** Minimum members of a quorum, and approvals required of each. */
const APPROVALS = 7

const failed = (reason: string): BlinkObstacle => ({
  status: BlinkStatus.rejected,
  reason: `Transaction failed: ${reason}`,
})

/** Returns why no blink can be approved now; undefined if one can. */
export const blinkObstacle = (
  { height, state }: Chain,
  keys: LocalNodeKeys | undefined,
  canSign?: CanSign,
): BlinkObstacle | undefined => {
  const first = height - (height % INTERVAL) - LAG
  for (const at of [first, first + INTERVAL]) {
    if (at <= 0) return failed('too early in blockchain to create a quorum')
    const quorum = serviceNodesOf(state)?.blinkQuorumAt(at)
    if (quorum === undefined) return failed('failed to obtain a blink quorum')
    if (quorum.validators.length < APPROVALS) return failed('not enough blink nodes to form a quorum')
    if ((keys?.countOf(quorum.validators, canSign) ?? 0) < APPROVALS)
      return { status: BlinkStatus.timeout, reason: 'Blink quorum timeout' }
  }
  return undefined
}

/** Returns whether a transaction burns the blink fee: 150 percent of the minimum fee, 400 percent at the first fork with blinks. */
export const burnsEnough = (chain: Chain, { transaction, weight }: ParsedTransaction): boolean => {
  const { network, consensus } = chain.rules
  const fork = hardForkAt(network, chain.height)
  const percent = fork === Fork.blink ? 400n : 150n
  const base = minFee(network, chain, weight, transaction.outputs.length)
  return consensus.burnedFee(transaction, fork) >= (base * percent) / 100n
}

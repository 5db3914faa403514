// Submission of a blink transaction: approved by the chain's quorums, or by the assumed quorum of dev_quorum.

import type { JsonWritable } from '../../../jsonrpc/json.ts'
import type { NodeContext } from '../../rpc/calls/nodeContext.ts'
import { type RefusalFlags, submissionResponse, toSubmissionResponse } from '../../rpc/calls/submissionResponse.ts'
import type { SubmitOptions } from '../../txpool/submitResult.ts'
import { BlinkStatus, blinkObstacle, burnsEnough } from '../local-nodes/blinkApprovals.ts'
import { oxenServicesOf } from '../local-nodes/oxenServices.ts'

const rejected = (reason: string, refusal?: RefusalFlags): JsonWritable =>
  submissionResponse('Failed', { blink_status: BlinkStatus.rejected, reason }, refusal)

const ACCEPTED = submissionResponse('OK', { blink_status: BlinkStatus.accepted })

/** Submits a blink transaction and returns the result of send_raw_transaction. */
export const submitBlink = (context: NodeContext, blob: Uint8Array, options: SubmitOptions): JsonWritable => {
  const { chain, pool, hasQuorum } = context.node
  if (hasQuorum) {
    const result = context.node.submitApproved(blob, options)
    return result.accepted ? ACCEPTED : toSubmissionResponse(result)
  }
  const parsed = pool.parse(blob)
  // The sanity check precedes the quorum, as for other transactions.
  if (options.sanityCheck && !pool.isSane(parsed))
    return submissionResponse('Failed', { reason: 'Sanity check failed', sanity_check_failed: true })
  const { localServiceNodes } = oxenServicesOf(context)
  const obstacle = blinkObstacle(chain, localServiceNodes?.keys, localServiceNodes?.canSign)
  if (obstacle !== undefined)
    return submissionResponse('Failed', { blink_status: obstacle.status, reason: obstacle.reason })
  if (parsed === undefined) return rejected('Could not parse transaction data')
  if (chain.placeOf(parsed.id) !== undefined || (pool.isApproved(parsed.id) && pool.get(parsed.id) !== undefined))
    return rejected('Transaction was already submitted')
  if (!burnsEnough(chain, parsed)) return rejected('Transaction rejected by quorum', { flags: ['failed', 'feeTooLow'] })
  const result = context.node.submitApproved(blob, options)
  return result.accepted ? ACCEPTED : rejected('Transaction rejected by quorum', result)
}

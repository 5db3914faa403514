// Calls to a node about outputs and fees, used to build transactions.

import { asBool, asSections, asU64, asU64s, writePortable } from '../../bytes/portableStorageWriter.ts'
import { parseBlacklistResponse, parseDistributionResponse, parseOutputsResponse } from '../binaryResponses.ts'
import { NodeRefusedError } from '../errors.ts'
import { FeeResponse } from '../jsonResponses.ts'
import type { FeeEstimate, RingOutput } from '../nodeClient.ts'
import type { NodeRpc } from '../nodeRpc.ts'
import type { OutputDistribution } from '../outputDistribution.ts'
import { verifyFeeEstimate, verifyOutputDistribution } from '../verifyResponses.ts'

const KIB = 1024
const MIB = 1024 * KIB
const MAX_DISTRIBUTION_BYTES = 64 * MIB
const MAX_BLACKLIST_BYTES = 32 * MIB
/** Upper bound of one output in a response. */
const OUTPUT_BYTES = 256

/** Number of blocks for which a fee estimate remains sufficient (wallet2: FEE_ESTIMATE_GRACE_BLOCKS). */
const GRACE_BLOCKS = 10

type Signal = AbortSignal | undefined

export const fetchOutputs = async (
  rpc: NodeRpc,
  indices: readonly number[],
  signal: Signal,
): Promise<readonly RingOutput[]> => {
  const path = '/get_outs.bin'
  const body = writePortable({
    outputs: asSections(indices.map((index) => ({ amount: asU64(0), index: asU64(index) }))),
    get_txid: asBool(false),
  })
  const maxBytes = 4 * KIB + indices.length * OUTPUT_BYTES
  const { outputs } = await rpc.callBinary(path, body, parseOutputsResponse, { maxBytes, signal })
  if (outputs.length !== indices.length)
    throw rpc.invalidResponse(path, `it contains ${outputs.length} outputs, requested were ${indices.length}`)
  if (outputs.some(({ key, commitment }) => key.length !== 32 || commitment.length !== 32))
    throw rpc.invalidResponse(path, 'it contains an output without key or commitment')
  return outputs
}

/**
 * Requests the outputs of each block, as wallet2 does: epee omits the defaults, which are the whole chain, counts that are not cumulative,
 * and the binary form.
 */
export const fetchOutputDistribution = async (
  rpc: NodeRpc,
  fromHeight: number,
  signal: Signal,
): Promise<OutputDistribution> => {
  const path = '/get_output_distribution.bin'
  const body = writePortable({
    amounts: asU64s([0]),
    compress: asBool(true),
    from_height: fromHeight === 0 ? undefined : asU64(fromHeight),
  })
  const limits = { maxBytes: MAX_DISTRIBUTION_BYTES, signal }
  const { distributions } = await rpc.callBinary(path, body, parseDistributionResponse, limits)
  return rpc.parse(path, () => verifyOutputDistribution(distributions, fromHeight))
}

/** Returns an empty list if the node does not serve the call. */
export const fetchOutputBlacklist = async (rpc: NodeRpc, signal: Signal): Promise<readonly number[]> => {
  const path = '/get_output_blacklist.bin'
  try {
    const limits = { maxBytes: MAX_BLACKLIST_BYTES, signal }
    return (await rpc.callBinary(path, writePortable({}), parseBlacklistResponse, limits)).indices
  } catch (error) {
    if (error instanceof NodeRefusedError && error.details.httpStatus === 404) return []
    throw error
  }
}

export const fetchFeeEstimate = async (rpc: NodeRpc, signal: Signal): Promise<FeeEstimate> => {
  const method = 'get_fee_estimate'
  const response = await rpc.callMethod(method, { grace_blocks: GRACE_BLOCKS }, signal)
  const fee = rpc.validate(method, FeeResponse, response)
  const perByte = fee.fee_per_byte ?? fee.fee
  if (perByte === undefined) throw rpc.invalidResponse(method, 'it contains no fee')
  const estimate = {
    perByte,
    perOutput: fee.fee_per_output,
    perByteLevels: fee.fees,
    quantizationMask: fee.quantization_mask,
  }
  return rpc.parse(method, () => verifyFeeEstimate(estimate))
}

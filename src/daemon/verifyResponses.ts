// Verifies that responses of a node are consistent with themselves and with the request. Checks that need parsed blocks (that they form a
// chain, and which one) are the wallet's; it reports failures by `NodeClient.distrust`.

import { equalBytes } from '../bytes/bytes.ts'
import { MAX_HEIGHT } from '../coin/blocks/chainLimits.ts'
import { FabaError } from '../errors/fabaError.ts'
import type { BlocksResponse, Distribution, HashesResponse } from './binaryResponses.ts'
import type { BlockPage, FeeEstimate } from './nodeClient.ts'
import { OutputDistribution } from './outputDistribution.ts'

/** A response is inconsistent with itself or with the request. */
export class InconsistentResponseError extends FabaError {
  override readonly name = 'InconsistentResponseError'
  readonly code = 'inconsistent-response'
}

const MAX_HASHES = 10_000

const checkSpan = (startHeight: number, count: number, chainHeight: number): void => {
  if (chainHeight > MAX_HEIGHT) throw new InconsistentResponseError(`the chain cannot have ${chainHeight} blocks`)
  if (count === 0) throw new InconsistentResponseError('it contains no block, not even the first requested one')
  if (startHeight + count > chainHeight)
    throw new InconsistentResponseError(
      `it contains ${count} blocks from ${startHeight}, but the chain has ${chainHeight} blocks`,
    )
}

/**
 * Verifies a page of blocks of which there may be none: the wallet has the top block of the node.
 * @throws InconsistentResponseError
 */
export const verifyNewBlocks = (response: BlocksResponse): BlockPage | undefined =>
  response.blocks.length === 0 && response.outputIndices.length === 0 ? undefined : verifyBlockPage(response)

/**
 * Verifies the counts of a page of blocks: blocks within the chain, output indices for each transaction.
 * @throws InconsistentResponseError
 */
export const verifyBlockPage = ({ startHeight, chainHeight, blocks, outputIndices }: BlocksResponse): BlockPage => {
  checkSpan(startHeight, blocks.length, chainHeight)
  if (outputIndices.length !== blocks.length)
    throw new InconsistentResponseError(
      `it contains ${blocks.length} blocks, but output indices of ${outputIndices.length} blocks`,
    )
  return {
    startHeight,
    chainHeight,
    blocks: blocks.map(({ block, transactions, prunableHashes }, i) => {
      const height = startHeight + i
      const indices = outputIndices[i] ?? []
      if (block.length === 0) throw new InconsistentResponseError(`block ${height} is empty`)
      if (indices.length !== transactions.length + 1)
        throw new InconsistentResponseError(
          `block ${height} has ${transactions.length} transactions and its coinbase, but output indices of ${indices.length}`,
        )
      return { block, transactions, prunableHashes, outputIndices: indices }
    }),
  }
}

/**
 * Verifies a page of block ids: it begins with an id of `history` and lies within the chain.
 * @throws InconsistentResponseError
 */
export const verifyHashPage = (
  answer: HashesResponse,
  history: readonly Uint8Array[],
): Omit<HashesResponse, 'status'> => {
  const { startHeight, chainHeight, hashes } = answer
  checkSpan(startHeight, hashes.length, chainHeight)
  if (hashes.length > MAX_HASHES)
    throw new InconsistentResponseError(`it contains ${hashes.length} ids, at most ${MAX_HASHES} are allowed`)
  const [first] = hashes
  if (first === undefined || !history.some((id) => equalBytes(id, first)))
    throw new InconsistentResponseError('it begins with a block that was not requested')
  return { startHeight, chainHeight, hashes }
}

/**
 * Returns the distribution of amount 0 after verifying that it begins as requested.
 * @param fromHeight height of the first requested block; 0 for the whole, which begins where the network has such outputs
 * @throws InconsistentResponseError, FormatError
 */
export const verifyOutputDistribution = (
  distributions: readonly Distribution[],
  fromHeight: number,
): OutputDistribution => {
  const found = distributions.find(({ amount }) => amount === 0)
  if (found === undefined)
    throw new InconsistentResponseError('it does not contain the distribution of the requested amount')
  const { startHeight, base, counts } = found
  if (counts.length === 0) throw new InconsistentResponseError('its distribution is empty')
  if (fromHeight > 0 && startHeight !== fromHeight)
    throw new InconsistentResponseError(`its distribution begins at height ${startHeight} instead of ${fromHeight}`)
  const distribution = OutputDistribution.read(startHeight, base, counts)
  if (distribution.endHeight > MAX_HEIGHT)
    throw new InconsistentResponseError('its distribution extends beyond the maximum height')
  return distribution
}

/**
 * Verifies that fees are positive and do not decrease with increasing priority. How high they may be is the wallet's decision.
 * @throws InconsistentResponseError
 */
export const verifyFeeEstimate = (estimate: FeeEstimate): FeeEstimate => {
  const { perByte, perByteLevels, quantizationMask } = estimate
  if (perByte < 1n || quantizationMask < 1n) throw new InconsistentResponseError('its fees are zero')
  if (perByteLevels.some((level, i) => level < (perByteLevels[i - 1] ?? 1n)))
    throw new InconsistentResponseError('its fees decrease with increasing priority')
  return estimate
}

// Checks of what a node answers, as far as the answer and the question tell. What takes parsed blocks to check (that they form a chain, and
// which) is checked where they are parsed: the wallet tells its node of it by `distrust`.

import { equalBytes } from '../bytes/bytes.ts'
import type { BlockPage, FeeEstimate, OutputDistribution } from './nodeClient.ts'
import type { BlocksAnswer, Distribution, HashesAnswer } from './responses.ts'

/** An answer contradicts the question or itself. */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError'
}

/** Blocks of any network come at least this many seconds apart in the long run, so that no chain is higher. */
const MAX_HEIGHT = 1_000_000_000

const MAX_HASHES = 10_000

const checkSpan = (startHeight: number, count: number, chainHeight: number): void => {
  if (chainHeight > MAX_HEIGHT) throw new ContradictionError(`no chain has ${chainHeight} blocks`)
  if (count === 0) throw new ContradictionError('it holds no block, not even the one asked from')
  if (startHeight + count > chainHeight)
    throw new ContradictionError(
      `it holds ${count} blocks from ${startHeight}, but says that the chain has ${chainHeight} only`,
    )
}

/**
 * A page whose counts fit together: blocks within the chain, indices for each transaction.
 * @throws ContradictionError
 */
export const checkedPage = ({ startHeight, chainHeight, blocks, outputIndices }: BlocksAnswer): BlockPage => {
  checkSpan(startHeight, blocks.length, chainHeight)
  if (outputIndices.length !== blocks.length)
    throw new ContradictionError(`it holds ${blocks.length} blocks, but output indices of ${outputIndices.length}`)
  return {
    startHeight,
    chainHeight,
    blocks: blocks.map(({ block, transactions }, i) => {
      const height = startHeight + i
      const indices = outputIndices[i] ?? []
      if (block.length === 0) throw new ContradictionError(`block ${height} is empty`)
      if (indices.length !== transactions.length + 1)
        throw new ContradictionError(
          `block ${height} has ${transactions.length} transactions and its own, but output indices of ${indices.length}`,
        )
      return { block, transactions, outputIndices: indices }
    }),
  }
}

/**
 * Ids that begin with one of `history`, within the chain, each once.
 * @throws ContradictionError
 */
export const checkedHashes = (answer: HashesAnswer, history: readonly Uint8Array[]): Omit<HashesAnswer, 'status'> => {
  const { startHeight, chainHeight, hashes } = answer
  checkSpan(startHeight, hashes.length, chainHeight)
  if (hashes.length > MAX_HASHES)
    throw new ContradictionError(`it holds ${hashes.length} ids, more than any node sends`)
  const [first] = hashes
  if (first === undefined || !history.some((id) => equalBytes(id, first)))
    throw new ContradictionError('it begins with a block that was not asked for')
  return { startHeight, chainHeight, hashes }
}

/**
 * The distribution of amount 0, which never falls.
 * @throws ContradictionError
 */
export const checkedDistribution = (distributions: readonly Distribution[]): OutputDistribution => {
  const found = distributions.find(({ amount }) => amount === 0)
  if (found === undefined) throw new ContradictionError('it holds no distribution of the amount asked for')
  const { startHeight, base, counts } = found
  if (counts.length === 0) throw new ContradictionError('it holds an empty distribution')
  if (startHeight + counts.length > MAX_HEIGHT) throw new ContradictionError('it reaches beyond any chain')
  let before = base
  for (const [i, count] of counts.entries()) {
    if (!Number.isSafeInteger(count) || count < before)
      throw new ContradictionError(`the count of outputs falls at block ${startHeight + i}`)
    before = count
  }
  return { startHeight, cumulative: counts }
}

/** The highest fees a node is believed, in atomic units. */
export type FeeBounds = { readonly perByte: bigint; readonly perOutput: bigint }

/**
 * Fees within the bounds.
 * @throws ContradictionError
 */
export const checkedFee = (estimate: FeeEstimate, most: FeeBounds | undefined): FeeEstimate => {
  const { perByte, perOutput, perByteLevels, quantizationMask } = estimate
  if (perByte < 1n || quantizationMask < 1n) throw new ContradictionError('it holds fees of nothing')
  if (perByteLevels.some((level, i) => level < (perByteLevels[i - 1] ?? 1n)))
    throw new ContradictionError('its fees fall with rising priority')
  if (most === undefined) return estimate
  for (const fee of [perByte, ...perByteLevels])
    if (fee > most.perByte) throw new ContradictionError(`a fee of ${fee} per byte is more than ${most.perByte}`)
  if (perOutput > most.perOutput)
    throw new ContradictionError(`a fee of ${perOutput} per output is more than ${most.perOutput}`)
  // Fees are rounded up to a multiple of the mask, which must not become a fee of its own.
  if (quantizationMask > 1000n * most.perByte)
    throw new ContradictionError(`fees in steps of ${quantizationMask} are beyond all measure`)
  return estimate
}

// Pages of blocks, as nodes hand them out, turned into what a wallet looks at: a chain of ids, and transactions with their keys.

import { equalBytes } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import { blockHeight, blockIdsOfParts, splitBlock } from '../coin/block.ts'
import type { Network } from '../coin/network.ts'
import { feeOf, parsePrunedTransaction, type Transaction } from '../coin/transaction.ts'
import type { BlockPage, RawBlock } from '../daemon/node.ts'
import { type ExtraFacts, extraFacts } from './extraFacts.ts'

/** A transaction as a wallet sees it. All bytes are views on the page. */
export type ChainTransaction = {
  readonly txid: Uint8Array
  readonly transaction: Transaction
  readonly extra: ExtraFacts
  readonly fee: bigint
  readonly coinbase: boolean
  /** global index of each output; empty in the pool */
  readonly outputIndices: readonly number[]
  /** undefined in the pool */
  readonly height: number | undefined
  /** of the block, or of the arrival in the pool; UNIX seconds */
  readonly timestamp: number
  /** fork version of the block */
  readonly blockVersion: number
}

export type ChainBlock = {
  readonly height: number
  readonly id: Uint8Array
  readonly previousId: Uint8Array
  readonly timestamp: number
  /** sum of the coinbase's outputs, fees included */
  readonly reward: bigint
  /** the coinbase first */
  readonly transactions: readonly ChainTransaction[]
}

/** Blocks that do not fit together or do not say what they must: a node that is broken, or lies. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
}

/** A transaction of the pool. */
export const poolTransaction = (
  network: Network,
  { txid, transaction, timestamp }: Pick<ChainTransaction, 'txid' | 'transaction' | 'timestamp'>,
  blockVersion: number,
): ChainTransaction => ({
  txid,
  transaction,
  extra: extraFacts(network, transaction.extra),
  fee: feeOf(transaction),
  coinbase: false,
  outputIndices: [],
  height: undefined,
  timestamp,
  blockVersion,
})

const chainBlock = (network: Network, raw: RawBlock, height: number): ChainBlock => {
  const parts = splitBlock(network, raw.block)
  const { block } = parts
  const { timestamp, previousId, minerTransaction, transactionIds, majorVersion: blockVersion } = block
  if (blockHeight(block) !== height)
    throw new ChainError(`the node sent a block of height ${blockHeight(block)} for height ${height}`)
  if (raw.transactions.length !== transactionIds.length)
    throw new ChainError(
      `block ${height} has ${transactionIds.length} transactions, but the node sent ${raw.transactions.length}`,
    )
  const { id, minerId } = blockIdsOfParts(parts)
  const common = { height, timestamp, blockVersion }
  const facts = ({ extra }: Transaction): ExtraFacts => extraFacts(network, extra)
  const outputIndicesOf = (position: number, { outputs }: Transaction): readonly number[] => {
    const indices = raw.outputIndices[position] ?? []
    if (indices.length !== outputs.length)
      throw new ChainError(
        `transaction ${position} of block ${height} has ${outputs.length} outputs, but the node sent ${indices.length} indices`,
      )
    return indices
  }
  const transactions: ChainTransaction[] = [
    {
      ...common,
      txid: minerId,
      transaction: minerTransaction,
      extra: facts(minerTransaction),
      fee: 0n,
      coinbase: true,
      outputIndices: outputIndicesOf(0, minerTransaction),
    },
  ]
  for (const [i, txid] of transactionIds.entries()) {
    const transaction = parsePrunedTransaction(network, raw.transactions[i] ?? new Uint8Array())
    transactions.push({
      ...common,
      ...{ txid, transaction, extra: facts(transaction), fee: feeOf(transaction), coinbase: false },
      outputIndices: outputIndicesOf(i + 1, transaction),
    })
  }
  let reward = 0n
  for (const { amount } of minerTransaction.outputs) reward += amount
  return { height, id, previousId, timestamp, reward, transactions }
}

/**
 * Parses the blocks of a page from position `skip` on; each must follow the one before.
 * @param previousId id of the block before them, undefined when it is not known
 * @throws ChainError when they do not form a chain, or miss a checkpoint
 * @throws FormatError when one is malformed
 */
export const parseBlocks = (
  network: Network,
  page: BlockPage,
  skip: number,
  previousId: Uint8Array | undefined,
): ChainBlock[] => {
  const blocks: ChainBlock[] = []
  let previous = previousId
  for (let i = skip; i < page.blocks.length; i++) {
    const raw = page.blocks[i] as RawBlock // i is below the length
    const height = page.startHeight + i
    const block = chainBlock(network, raw, height)
    if (previous !== undefined && !equalBytes(previous, block.previousId))
      throw new ChainError(`block ${height} does not follow block ${height - 1} ${toHex(previous)}`)
    const checkpoint = network.checkpoints.find((known) => known.height === height)
    if (checkpoint !== undefined && !equalBytes(checkpoint.id, block.id))
      throw new ChainError(`block ${height} is ${toHex(block.id)}, but the network's is ${toHex(checkpoint.id)}`)
    blocks.push(block)
    previous = block.id
  }
  return blocks
}

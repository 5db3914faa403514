// Looking at single transactions that scanning did not look at: from before the wallet's beginning, or to addresses that it did
// not watch yet. What the node tells is held to its ids and to the blocks that the wallet knows.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import { type VisitedBlock, visitBlock } from '../../coin/blocks/block.ts'
import type { Network } from '../../coin/networks/network.ts'
import {
  parsePrunedTransactionParts,
  parseTransactionParts,
  type TransactionParts,
} from '../../coin/transactions/transactionBytes.ts'
import { transactionIdOfParts, transactionIdOfPruned } from '../../coin/transactions/transactionHash.ts'
import { visitPrunedTransaction, visitTransaction } from '../../coin/transactions/transactionVisitor.ts'
import type { NodeTransaction } from '../../daemon/nodeClient.ts'
import { issueUpTo } from '../accounts/subaddressTable.ts'
import { TransactionBatch } from '../scan/scanBatch.ts'
import { applyMined } from './applyToLedger.ts'
import { ChainError } from './pageReader.ts'
import type { SyncedWallet } from './rescan.ts'
import type { SyncContext } from './syncContext.ts'

/** The node knows no transaction of an id. */
export class TransactionMissingError extends Error {
  override readonly name = 'TransactionMissingError'

  constructor(txid: string) {
    super(`the node knows no transaction ${txid}`)
  }
}

/** A transaction that is in a block, with where it stands. */
type Mined = {
  readonly answered: NodeTransaction
  readonly parts: TransactionParts
  readonly height: number
  /** 0 is the coinbase */
  readonly position: number
  readonly block: VisitedBlock
}

const partsOf = (network: Network, { id, blob, pruned, prunableHash }: NodeTransaction): TransactionParts => {
  const parts = pruned ? parsePrunedTransactionParts(network, blob) : parseTransactionParts(network, blob)
  const found = pruned ? transactionIdOfPruned(parts, prunableHash ?? new Uint8Array()) : transactionIdOfParts(parts)
  if (!equalBytes(found, id)) throw new ChainError(`the node answered ${toHex(found)} when asked for ${toHex(id)}`)
  return parts
}

/** A block as the node has it, and as the wallet has it where it kept the id. */
const blockAt = async (
  { network, state }: SyncedWallet,
  height: number,
  { node, signal }: SyncContext,
): Promise<VisitedBlock> => {
  const block = visitBlock(network, await node.block(height, signal), {})
  if (block.height !== height) throw new ChainError(`the node answered block ${height} with block ${block.height}`)
  const known = state.blockIds.idAt(height) ?? network.checkpoints.find((one) => one.height === height)?.id
  if (known !== undefined && !equalBytes(known, block.id))
    throw new ChainError(`block ${height} is ${toHex(known)}, but the node has ${toHex(block.id)} in its place`)
  return block
}

/** Those that are in blocks the wallet has passed, in the order of the chain. Others it meets when it follows on. */
const minedOf = async (
  wallet: SyncedWallet,
  answers: readonly NodeTransaction[],
  context: SyncContext,
): Promise<Mined[]> => {
  const { network, state } = wallet
  const blocks = new Map<number, VisitedBlock>()
  const mined: Mined[] = []
  for (const answered of answers) {
    const parts = partsOf(network, answered)
    const { id, blockHeight: height, outputIndices } = answered
    if (height === undefined || height >= state.height) continue
    const block = blocks.get(height) ?? (await blockAt(wallet, height, context))
    blocks.set(height, block)
    const position = [block.minerTransactionId, ...block.transactionIds].findIndex((other) => equalBytes(other, id))
    if (position === -1) throw new ChainError(`block ${height} does not hold the transaction ${toHex(id)}`)
    if (outputIndices.length !== parts.transaction.outputs.length)
      throw new ChainError(
        `transaction ${toHex(id)} has ${parts.transaction.outputs.length} outputs, but the node sent ${outputIndices.length} indices`,
      )
    mined.push({ answered, parts, height, position, block })
  }
  return mined.sort((a, b) => a.height - b.height || a.position - b.position)
}

const gather = (network: Network, mined: readonly Mined[]): TransactionBatch => {
  const transactionBatch = new TransactionBatch(network)
  for (const { answered, parts, height, position, block } of mined) {
    const { id, blob, pruned, outputIndices } = answered
    const visit = pruned ? visitPrunedTransaction : visitTransaction
    transactionBatch.add({
      txid: id,
      rawExtra: visit(network, blob, transactionBatch.read(blob)).extra,
      coinbase: position === 0,
      outputIndices,
      height,
      timestamp: block.header.timestamp,
      blockVersion: block.header.majorVersion,
      transaction: () => parts.transaction,
    })
  }
  return transactionBatch
}

const record = async (
  wallet: SyncedWallet,
  answers: readonly NodeTransaction[],
  context: SyncContext,
): Promise<void> => {
  const { network, state } = wallet
  const mined = await minedOf(wallet, answers, context)
  const scanned = await context.outputScanner.scan(gather(network, mined), context.signal)
  await state.update('strict', (draft) => {
    let { labels } = state
    for (const transaction of scanned) {
      applyMined(draft, transaction, transaction.source.height ?? 0)
      for (const { subaddress } of transaction.received) labels = issueUpTo(labels, subaddress)
    }
    return labels === state.labels ? undefined : { labels }
  })
}

/**
 * Fetches transactions and records what they brought or took. Blocks from where the wallet stands on, and the pool, are looked at as
 * always. A spend in a block that was passed before its output was known is not found by this: `rescanSpent` finds it.
 * @throws TransactionMissingError, ChainError where the node contradicts itself or the wallet's chain; then nothing is recorded. NodeError
 */
export const scanTransactions = async (wallet: SyncedWallet, txids: readonly Uint8Array[]): Promise<void> => {
  if (txids.length === 0) return
  const { sync } = wallet
  await sync.refresh()
  await sync.pause(async (context) => {
    const answers = await context.node.transactions(txids, context.signal)
    const known = new Set(answers.map(({ id }) => toHex(id)))
    const missing = txids.map(toHex).find((txid) => !known.has(txid))
    if (missing !== undefined) throw new TransactionMissingError(missing)
    try {
      await record(wallet, answers, context)
    } catch (error) {
      if (error instanceof ChainError || error instanceof FormatError) context.node.distrust?.(error.message)
      throw error
    }
  })
  await sync.refresh()
}

// Scans single transactions that the sync did not scan: below the restore height, or to addresses that were not watched yet. The
// node's responses are verified against transaction ids and known blocks.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import { blockVersion, transactionPosition, type VisitedBlock, visitBlock } from '../../coin/blocks/block.ts'
import { type Network, newestHardFork } from '../../coin/networks/network.ts'
import type { TransactionParts } from '../../coin/transactions/transactionBytes.ts'
import { visitPrunedTransaction, visitTransaction } from '../../coin/transactions/transactionVisitor.ts'
import type { NodeTransaction } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { UnknownForkError } from '../node/unknownFork.ts'
import { TransactionBatch } from '../scan/scanBatch.ts'
import { applyMined } from './applyToLedger.ts'
import type { ScannedTransaction } from './outputScanner.ts'
import { ChainError, checkTime } from './pageReader.ts'
import type { SyncedWallet } from './rescan.ts'
import type { SyncContext } from './syncContext.ts'
import { verifiedParts } from './verifyTransactions.ts'

/** The node does not know a transaction. */
export class TransactionMissingError extends FabaError<{ readonly txid: string }> {
  override readonly name = 'TransactionMissingError'
  readonly code = 'transaction-missing'

  constructor(txid: string) {
    super(`the node knows no transaction ${txid}`, { details: { txid } })
  }
}

/** The wallet knows a transaction that is as recent as one that is to be scanned, or more recent. */
export class OlderTransactionError extends FabaError<{
  readonly txid: string
  /** of the block of the transaction that is to be scanned: a scan from there finds it */
  readonly height: number
}> {
  override readonly name = 'OlderTransactionError'
  readonly code = 'older-transaction'

  constructor(txid: string, height: number) {
    super(
      `the wallet knows the transaction ${txid}, which is as recent as one that is to be scanned, and could spend its outputs; use a trusted node, or scan the chain again`,
      { details: { txid, height } },
    )
  }
}

/**
 * Which transactions are scanned: all of them, if it is checked afterwards which outputs are spent; otherwise only those more recent than
 * all known transactions of the wallet, so that no known transaction can spend their outputs
 * (wallet2: has_nonrequested_tx_at_height_or_above_requested). `newest own`: the same, but transactions of others are ignored, however old
 * they are.
 */
export type ScannedAge = 'any' | 'newest' | 'newest own'

/** A mined transaction with its position in the chain. */
type Mined = {
  readonly answered: NodeTransaction
  readonly parts: TransactionParts
  readonly height: number
  /** 0 is the coinbase */
  readonly position: number
  readonly block: VisitedBlock
}

/** Fetches a block and checks it against the wallet's block id or a checkpoint, if known. */
const blockAt = async (
  { network, state }: SyncedWallet,
  height: number,
  { node, signal }: SyncContext,
): Promise<VisitedBlock> => {
  const bytes = await node.block(height, signal)
  const version = blockVersion(bytes)
  if (version > newestHardFork(network)) throw new UnknownForkError(network, { version, height })
  const block = visitBlock(network, bytes, {})
  if (block.height !== height) throw new ChainError(`the node returned block ${block.height} for block ${height}`)
  checkTime(block)
  const known = state.blockIds.idAt(height) ?? network.checkpoints.find((one) => one.height === height)?.id
  if (known !== undefined && !equalBytes(known, block.id))
    throw new ChainError(`block ${height} is ${toHex(known)}, but the node has ${toHex(block.id)} in its place`)
  return block
}

/** Returns the transactions in blocks that the wallet has scanned past, in chain order. The sync finds the others. */
const minedOf = async (
  wallet: SyncedWallet,
  answers: readonly NodeTransaction[],
  context: SyncContext,
): Promise<Mined[]> => {
  const { network, state } = wallet
  const blocks = new Map<number, VisitedBlock>()
  const mined: Mined[] = []
  for (const answered of answers) {
    const parts = verifiedParts(network, answered)
    const { id, blockHeight: height, outputIndices } = answered
    if (height === undefined || height >= state.height) continue
    const block = blocks.get(height) ?? (await blockAt(wallet, height, context))
    blocks.set(height, block)
    const position = transactionPosition(block, id)
    if (position === -1) throw new ChainError(`block ${height} does not contain the transaction ${toHex(id)}`)
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
    const { extra } = visit(network, blob, transactionBatch.read(blob))
    transactionBatch.add(id, extra, {
      coinbase: position === 0,
      outputIndices,
      height,
      timestamp: block.header.timestamp,
      blockVersion: block.header.majorVersion,
      bytes: blob,
      parse: () => parts.transaction,
    })
  }
  return transactionBatch
}

/** @throws OlderTransactionError if the wallet knows another transaction at the height of one of these, or above */
const checkNewest = ({ state: { ledger } }: SyncedWallet, [oldest, ...later]: readonly Mined[]): void => {
  if (oldest === undefined) return
  const requested = new Set([oldest, ...later].map(({ answered }) => toHex(answered.id)))
  for (const known of [ledger.outputs.values(), ledger.payments.values()])
    for (const { txid, height } of known)
      if (height !== undefined && height >= oldest.height && !requested.has(toHex(txid)))
        throw new OlderTransactionError(toHex(txid), oldest.height)
}

/** Returns whether a transaction pays or spends something of the wallet. */
const isOwn = ({ state: { ledger } }: SyncedWallet, { parts }: Mined, { received }: ScannedTransaction): boolean =>
  received.length > 0 ||
  parts.transaction.inputs.some(
    (input) => input.kind === 'key' && ledger.withKeyImage(toHex(input.keyImage)).length > 0,
  )

const record = async (
  wallet: SyncedWallet,
  answers: readonly NodeTransaction[],
  age: ScannedAge,
  context: SyncContext,
): Promise<void> => {
  const { network, state } = wallet
  const mined = await minedOf(wallet, answers, context)
  if (age === 'newest') checkNewest(wallet, mined)
  const scanned = await context.outputScanner.scan(gather(network, mined), context.signal)
  if (age === 'newest own') {
    const own = mined.filter((each, i) => scanned[i] !== undefined && isOwn(wallet, each, scanned[i]))
    checkNewest(wallet, own)
  }
  await state.update('strict', (draft) => {
    let { labels } = state
    for (const transaction of scanned) {
      applyMined(draft, transaction, transaction.source.height ?? 0)
      labels = context.outputScanner.issue(labels, transaction.received)
    }
    return labels === state.labels ? undefined : { labels }
  })
}

/**
 * Fetches transactions and records their outputs and spends, after a sync of new blocks and the pool. A spend in a block that was
 * scanned before its output was known is found only by `rescanSpent`.
 * @throws TransactionMissingError, OlderTransactionError; ChainError if the node contradicts itself or the wallet's chain, and nothing is recorded; the
 * errors of the node client
 */
export const scanTransactions = async (
  wallet: SyncedWallet,
  txids: readonly Uint8Array[],
  age: ScannedAge,
): Promise<void> => {
  if (txids.length === 0) return
  const { sync } = wallet
  await sync.refresh()
  await sync.pause(async (context) => {
    const answers = await context.node.transactions(txids, context.signal)
    const known = new Set(answers.map(({ id }) => toHex(id)))
    const missing = txids.map(toHex).find((txid) => !known.has(txid))
    if (missing !== undefined) throw new TransactionMissingError(missing)
    try {
      await record(wallet, answers, age, context)
    } catch (error) {
      if (error instanceof ChainError || error instanceof FormatError) context.node.distrust?.(error.message)
      throw error
    }
  })
  await sync.refresh()
}

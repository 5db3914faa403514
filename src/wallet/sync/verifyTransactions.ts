// Verifies transactions of nodes against their ids. A block proves the ids of its transactions, but pages of blocks contain pruned
// transactions, from which no id follows: a node can alter them. Whole transactions prove them. Whole blocks are requested first: they
// take one request for hundreds of transactions. What a node, such as a pruned one, does not prove by them is requested by id.

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import {
  parsePrunedTransactionParts,
  parseTransactionParts,
  type TransactionParts,
} from '../../coin/transactions/transactionBytes.ts'
import {
  transactionIdOfParts,
  transactionIdOfPruned,
  transactionIdOfVisited,
} from '../../coin/transactions/transactionHash.ts'
import { visitPrunedTransaction } from '../../coin/transactions/transactionVisitor.ts'
import type { NodeTransaction, WholeBlock } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { ChainTransaction } from '../scan/scanBatch.ts'
import { ChainError } from './pageReader.ts'
import { awaitNode, type SyncContext, unlessRefused } from './syncContext.ts'

/** A node altered a transaction inside a genuine block. */
export class AlteredTransactionError extends FabaError<{ readonly txid: string }> {
  override readonly name = 'AlteredTransactionError'
  readonly code = 'altered-transaction'

  constructor(txid: string) {
    super(`the node altered the transaction ${txid} of a block; choose another node, and scan again`, {
      details: { txid },
    })
  }
}

const NO_BYTES = new Uint8Array()

/** The parts of a transaction, and the id that follows from its bytes. A pruned transaction of version 1 has none: it covers the signatures. */
type Identified = { readonly parts: TransactionParts; readonly foundId: Uint8Array | undefined }

/** @throws FormatError */
const identify = (network: Network, { blob, pruned, prunableHash = NO_BYTES }: NodeTransaction): Identified => {
  if (!pruned) {
    const parts = parseTransactionParts(network, blob)
    return { parts, foundId: transactionIdOfParts(parts) }
  }
  const parts = parsePrunedTransactionParts(network, blob)
  return { parts, foundId: parts.transaction.version === 1 ? undefined : transactionIdOfPruned(parts, prunableHash) }
}

const isProven = ({ foundId }: Identified, id: Uint8Array): boolean => foundId !== undefined && equalBytes(foundId, id)

/** @throws ChainError if the id does not follow from the bytes */
const provenParts = (identified: Identified, id: Uint8Array): TransactionParts => {
  const { parts, foundId } = identified
  if (isProven(identified, id)) return parts
  throw new ChainError(
    `the node returned ${foundId === undefined ? 'a part of a transaction' : toHex(foundId)} for the requested transaction ${toHex(id)}`,
  )
}

/**
 * Parses a transaction of a node's response and verifies that it has the reported id.
 * @throws ChainError, FormatError
 */
export const verifiedParts = (network: Network, answer: NodeTransaction): TransactionParts =>
  provenParts(identify(network, answer), answer.id)

type NodeContext = Pick<SyncContext, 'network' | 'node' | 'signal'>

/** Requests transactions, by id in hex: pruned with the hash of the rest, whole where that is no proof. */
const fetchProven = async (
  context: NodeContext,
  ids: readonly Uint8Array[],
): Promise<ReadonlyMap<string, TransactionParts>> => {
  const { network, node, signal } = context
  const found = new Map<string, TransactionParts>()
  if (ids.length === 0) return found
  for (const answer of await awaitNode(context, node.transactions(ids, signal))) {
    const identified = identify(network, answer)
    // A whole transaction is all that a node has.
    if (!answer.pruned || isProven(identified, answer.id))
      found.set(toHex(answer.id), provenParts(identified, answer.id))
  }
  const unproven = ids.filter((id) => !found.has(toHex(id)))
  if (unproven.length === 0) return found
  for (const answer of await awaitNode(context, node.wholeTransactions(unproven, signal)))
    found.set(toHex(answer.id), verifiedParts(network, answer))
  return found
}

/** Transactions of the whole blocks that are requested at once; more only if one block has more. */
const TRANSACTIONS_PER_REQUEST = 1000

/** A block with all its transactions as a page contains them, without the coinbase. */
type PrunedBlock = { readonly height: number; readonly transactions: ChainTransaction[] }

const blocksOf = (transactions: readonly ChainTransaction[]): PrunedBlock[] => {
  const blocks: PrunedBlock[] = []
  for (const transaction of transactions) {
    const { height = 0 } = transaction
    const last = blocks.at(-1)
    if (last?.height === height) last.transactions.push(transaction)
    else blocks.push({ height, transactions: [transaction] })
  }
  return blocks
}

/** Divides blocks into requests. */
const requestsOf = (blocks: readonly PrunedBlock[]): PrunedBlock[][] => {
  const requests: PrunedBlock[][] = []
  let count = 0
  for (const block of blocks) {
    const last = requests.at(-1)
    count += block.transactions.length
    if (last !== undefined && count <= TRANSACTIONS_PER_REQUEST) last.push(block)
    else {
      requests.push([block])
      count = block.transactions.length
    }
  }
  return requests
}

/** Whether a pruned transaction is the beginning of a whole one with its id. */
const isPartOf = (network: Network, { txid, bytes }: ChainTransaction, whole: Uint8Array): boolean => {
  if (!equalBytes(whole.subarray(0, bytes.length), bytes)) return false
  // The page's reader has visited these bytes before.
  const visited = visitPrunedTransaction(network, bytes, {})
  return equalBytes(transactionIdOfVisited({ ...visited, prunable: whole.subarray(bytes.length) }), txid)
}

const isProvenBy = (network: Network, { transactions }: PrunedBlock, whole: WholeBlock | undefined): boolean =>
  whole?.transactions.length === transactions.length &&
  whole.transactions.every((bytes, i) => {
    const transaction = transactions[i]
    return transaction !== undefined && isPartOf(network, transaction, bytes)
  })

/** Returns the transactions of blocks that the node does not prove by its whole blocks. */
const unprovenByBlocks = async (
  context: NodeContext,
  transactions: readonly ChainTransaction[],
): Promise<ChainTransaction[]> => {
  const { network, node, signal } = context
  const unproven: ChainTransaction[] = []
  for (const blocks of requestsOf(blocksOf(transactions))) {
    const heights = blocks.map(({ height }) => height)
    const whole = await unlessRefused(awaitNode(context, node.wholeBlocks(heights, signal)))
    for (const [i, block] of blocks.entries())
      if (!isProvenBy(network, block, whole[i])) unproven.push(...block.transactions)
  }
  return unproven
}

/** Transactions that were proven already, for a wallet that shares the page of blocks. */
const provenTransactions = new WeakSet<ChainTransaction>()

/**
 * Verifies pruned transactions of a node's blocks, unless the user vouches for the node, or all were proven already. If one was not, all
 * are requested: the node does not learn which ones only this wallet chose.
 * @param transactions all of each block without its coinbase, in the order of the chain
 * @throws AlteredTransactionError; ChainError if the node cannot prove its own transactions; FormatError, NodeError
 */
export const verifyTransactions = async (
  context: NodeContext,
  transactions: readonly ChainTransaction[],
): Promise<void> => {
  if (transactions.length === 0 || context.node.trusted === true) return
  if (transactions.every((transaction) => provenTransactions.has(transaction))) return
  const unproven = await unprovenByBlocks(context, transactions)
  const proven = await fetchProven(
    context,
    unproven.map(({ txid }) => txid),
  )
  for (const { txid, bytes } of unproven) {
    const id = toHex(txid)
    const parts = proven.get(id)
    if (parts === undefined) throw new ChainError(`the node does not know the transaction ${id} of its own block`)
    if (!equalBytes(concat(parts.prefix, parts.base), bytes)) throw new AlteredTransactionError(id)
  }
  for (const transaction of transactions) provenTransactions.add(transaction)
}

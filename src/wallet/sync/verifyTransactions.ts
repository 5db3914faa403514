// Verifies transactions of nodes against their ids. A block proves the ids of its transactions, but pages of blocks contain pruned
// transactions, from which no id follows: a node can alter them. The hash of the pruned part, or the whole transaction, proves them.
// A page of monerod 0.19 has these hashes; for others they are requested for all. What a page contains is proven by them alone: the
// transactions are read only where that fails.

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
  transactionIdOfVisitedPruned,
} from '../../coin/transactions/transactionHash.ts'
import { visitPrunedTransaction } from '../../coin/transactions/transactionVisitor.ts'
import type { NodeTransaction } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { ChainTransaction } from '../scan/scanBatch.ts'
import { ChainError } from './pageReader.ts'
import { awaitNode, type SyncContext } from './syncContext.ts'

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

export type NodeContext = Pick<SyncContext, 'network' | 'node' | 'signal'>

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

/** A pruned transaction with the id that its block has, and the hash of the rest if its page has that. */
export type PrunedTransaction = Pick<ChainTransaction, 'txid' | 'bytes' | 'prunableHash'>

/** Whether the id of a pruned transaction follows from its bytes and the hash of the rest. */
const isProvenBy = (
  network: Network,
  { txid, bytes }: PrunedTransaction,
  prunableHash: Uint8Array | undefined,
): boolean => {
  if (prunableHash === undefined) return false
  // The reader of the page has visited these bytes before: they are well-formed.
  const id = transactionIdOfVisitedPruned(visitPrunedTransaction(network, bytes, {}), prunableHash)
  return id !== undefined && equalBytes(id, txid)
}

/** Returns the transactions that the node does not prove by the hashes of their pruned parts. */
const unprovenByHashes = async (
  context: NodeContext,
  transactions: readonly PrunedTransaction[],
): Promise<PrunedTransaction[]> => {
  const { network, node, signal } = context
  const ids = transactions.map(({ txid }) => txid)
  const answers = await awaitNode(context, node.prunableHashes(ids, signal))
  const hashes = new Map(answers.map(({ id, prunableHash }) => [toHex(id), prunableHash]))
  return transactions.filter((transaction) => {
    return !isProvenBy(network, transaction, hashes.get(toHex(transaction.txid)))
  })
}

/** Transactions that were proven already, for a wallet that shares the page of blocks. */
const provenTransactions = new WeakSet<PrunedTransaction>()

/**
 * Verifies pruned transactions of a node's blocks, unless all were proven already. If its page does not prove one of them, all are requested:
 * the node does not learn which ones only this wallet chose.
 * @throws AlteredTransactionError; ChainError if the node cannot prove its own transactions; FormatError, NodeError
 */
export const verifyTransactions = async (
  context: NodeContext,
  transactions: readonly PrunedTransaction[],
): Promise<void> => {
  for (const transaction of transactions)
    if (!provenTransactions.has(transaction) && isProvenBy(context.network, transaction, transaction.prunableHash))
      provenTransactions.add(transaction)
  if (transactions.every((transaction) => provenTransactions.has(transaction))) return
  const unproven = await unprovenByHashes(context, transactions)
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

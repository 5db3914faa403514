// Verifies transactions of nodes against their ids. A block proves the ids of its transactions, but pages of blocks contain pruned
// transactions, from which no id follows: a node can alter them. The hash of the pruned part, or the whole transaction, proves them.

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import {
  parsePrunedTransactionParts,
  parseTransactionParts,
  type TransactionParts,
} from '../../coin/transactions/transactionBytes.ts'
import { transactionIdOfParts, transactionIdOfPruned } from '../../coin/transactions/transactionHash.ts'
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

/**
 * Returns the id that follows from the bytes of a response. A pruned transaction of version 1 has none: its id covers the signatures.
 * @throws FormatError
 */
const provenId = (
  parts: TransactionParts,
  { pruned, prunableHash = NO_BYTES }: NodeTransaction,
): Uint8Array | undefined => {
  if (!pruned) return transactionIdOfParts(parts)
  return parts.transaction.version === 1 ? undefined : transactionIdOfPruned(parts, prunableHash)
}

/**
 * Parses a transaction of a node's response and verifies that it has the reported id.
 * @throws ChainError, FormatError
 */
export const verifiedParts = (network: Network, answer: NodeTransaction): TransactionParts => {
  const { id, blob, pruned } = answer
  const parts = pruned ? parsePrunedTransactionParts(network, blob) : parseTransactionParts(network, blob)
  const found = provenId(parts, answer)
  if (found === undefined || !equalBytes(found, id))
    throw new ChainError(
      `the node returned ${found === undefined ? 'a part of a transaction' : toHex(found)} for the requested transaction ${toHex(id)}`,
    )
  return parts
}

/** Whether a response proves its transaction. */
const isProven = (network: Network, answer: NodeTransaction): boolean => {
  const { id, blob, pruned } = answer
  if (!pruned) return true
  const found = provenId(parsePrunedTransactionParts(network, blob), answer)
  return found !== undefined && equalBytes(found, id)
}

/** Requests transactions that prove their ids: pruned with the hash of the rest, whole where that is no proof. */
const fetchProven = async (context: SyncContext, ids: readonly Uint8Array[]): Promise<NodeTransaction[]> => {
  const { network, node, signal } = context
  const answers = await awaitNode(context, node.transactions(ids, signal))
  const proven = answers.filter((answer) => isProven(network, answer))
  if (proven.length === ids.length) return proven
  const known = new Set(proven.map(({ id }) => toHex(id)))
  const unproven = ids.filter((id) => !known.has(toHex(id)))
  return [...proven, ...(await awaitNode(context, node.wholeTransactions(unproven, signal)))]
}

/**
 * Verifies pruned transactions of a node's blocks, unless the user vouches for the node.
 * @throws AlteredTransactionError; ChainError if the node cannot prove its own transactions; FormatError, NodeError
 */
export const verifyTransactions = async (
  context: SyncContext,
  transactions: readonly ChainTransaction[],
): Promise<void> => {
  if (transactions.length === 0 || context.node.trusted === true) return
  const answers = await fetchProven(
    context,
    transactions.map(({ txid }) => txid),
  )
  const proven = new Map(answers.map((answer) => [toHex(answer.id), answer]))
  for (const { txid, bytes } of transactions) {
    const id = toHex(txid)
    const answer = proven.get(id)
    if (answer === undefined) throw new ChainError(`the node does not know the transaction ${id} of its own block`)
    const { prefix, base } = verifiedParts(context.network, answer)
    if (!equalBytes(concat(prefix, base), bytes)) throw new AlteredTransactionError(id)
  }
}

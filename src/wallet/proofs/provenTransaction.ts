// The transactions that proofs are about: fetched from the node, held to their ids, and what an address received by them.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Address } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { additionalPublicKeys, txPublicKeys } from '../../coin/transactions/findExtraField.ts'
import { openAmount } from '../../coin/transactions/openAmount.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import {
  parsePrunedTransactionParts,
  parseTransactionParts,
  type TransactionParts,
} from '../../coin/transactions/transactionBytes.ts'
import { transactionIdOfParts, transactionIdOfPruned } from '../../coin/transactions/transactionHash.ts'
import { commit } from '../../crypto/amounts/commitment.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { derivationToScalar, deriveOutputKey } from '../../crypto/keys/keys.ts'
import type { NodeTransaction } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../engine/wallet.ts'

/** Something that cannot be proved, or a proof that cannot be checked. */
export class ProofError extends FabaError {
  override readonly name = 'ProofError'
  readonly code = 'proof'
}

/** Where a transaction is. `confirmations` is 0 in the pool. */
export type TransactionStatus = { readonly inPool: boolean; readonly confirmations: number }

/** A transaction that a proof is about. */
export type ProvenTransaction = {
  readonly txid: Uint8Array
  /** by which proofs of payments call it */
  readonly proofId: Uint8Array
  readonly transaction: Transaction
  /** main public keys, of which a coinbase may have two */
  readonly mainKeys: readonly Uint8Array[]
  /** one per output, or empty */
  readonly additionalKeys: readonly Uint8Array[]
  readonly inPool: boolean
  readonly height: number | undefined
}

const NO_PRUNABLE = keccak256()

const partsOf = (network: Network, { blob, pruned }: NodeTransaction): TransactionParts =>
  pruned ? parsePrunedTransactionParts(network, blob) : parseTransactionParts(network, blob)

const idOf = (parts: TransactionParts, { pruned, prunableHash }: NodeTransaction): Uint8Array =>
  pruned ? transactionIdOfPruned(parts, prunableHash ?? NO_PRUNABLE) : transactionIdOfParts(parts)

const parseNodeTransaction = (network: Network, answered: NodeTransaction): ProvenTransaction => {
  const { id: txid, inPool, blockHeight: height } = answered
  try {
    const parts = partsOf(network, answered)
    if (!equalBytes(idOf(parts, answered), txid))
      throw new ProofError(`the node answered another transaction than ${toHex(txid)}; use another node`)
    const { transaction } = parts
    const fields = parseExtra(network, transaction.extra)
    return {
      txid,
      proofId: network.proofs.prunedIds && transaction.version > 1 ? transactionIdOfPruned(parts, NO_PRUNABLE) : txid,
      transaction,
      mainKeys: txPublicKeys(fields),
      additionalKeys: additionalPublicKeys(fields),
      inPool,
      height,
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ProofError(`the node answered what is no transaction for ${toHex(txid)}: ${error.message}`, {
      cause: error,
    })
  }
}

/**
 * Transactions by their ids, from the node, in the order asked.
 * @throws ProofError when the node does not know one, or answers another; NodeError
 */
export const fetchTransactions = async (
  { network, sync }: Wallet,
  txids: readonly Uint8Array[],
): Promise<ProvenTransaction[]> => {
  const known = new Map((await sync.node.transactions(txids)).map((answered) => [toHex(answered.id), answered]))
  return txids.map((txid) => {
    const answered = known.get(toHex(txid))
    if (answered === undefined)
      throw new ProofError(`Failed to get transaction(s) from daemon: expected ${txids.length} txes, got ${known.size}`)
    try {
      return parseNodeTransaction(network, answered)
    } catch (error) {
      if (error instanceof ProofError) sync.node.distrust?.(error.message)
      throw error
    }
  })
}

/** Fetches one transaction; throws as above. */
export const fetchTransaction = async (wallet: Wallet, txid: Uint8Array): Promise<ProvenTransaction> => {
  const [transaction] = await fetchTransactions(wallet, [txid])
  if (transaction === undefined) throw new ProofError('Failed to get transaction(s) from daemon')
  return transaction
}

/** How deep a transaction is, by the node's chain. */
export const transactionStatus = async (
  { sync }: Wallet,
  { inPool, height }: ProvenTransaction,
): Promise<TransactionStatus> => {
  if (inPool || height === undefined) return { inPool: true, confirmations: 0 }
  return { inPool: false, confirmations: Math.max(0, (await sync.node.info()).height - height) }
}

/** What an output holds for who knows its shared scalar: 0 where it holds another amount than its commitment. */
export const amountOf = (transaction: Transaction, index: number, shared: Uint8Array): bigint => {
  const opened = openAmount(transaction, index, shared)
  if (opened === undefined) return 0n
  const { amount, mask, commitment } = opened
  return commitment === undefined || equalBytes(commit(amount, mask), commitment) ? amount : 0n
}

/**
 * What an address received by a transaction.
 * @param derivations the main one (undefined where it is not known), then one per output; may be empty behind the first
 */
export const receivedBy = (
  { transaction }: ProvenTransaction,
  { spendKey }: Pick<Address, 'spendKey'>,
  [main, ...additional]: readonly (Uint8Array | undefined)[],
): bigint => {
  let received = 0n
  for (const [index, { key }] of transaction.outputs.entries())
    for (const derivation of [main, additional[index]]) {
      if (derivation === undefined || !equalBytes(deriveOutputKey(derivation, index, spendKey), key)) continue
      received += amountOf(transaction, index, derivationToScalar(derivation, index))
      break
    }
  return received
}

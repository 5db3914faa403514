// Transactions that proofs refer to: fetched from the node, verified against their ids; and the amounts that an address received.

import { equalBytes, withSecrets } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Address } from '../../coin/addresses/address.ts'
import { wrapAmount } from '../../coin/amount.ts'
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
import type { Wallet } from '../open/wallet.ts'

/** Why a proof cannot be created or verified. */
export type ProofFault =
  | 'watch-only'
  | 'shared'
  | 'not-ours'
  | 'no-key'
  | 'nothing-received'
  | 'no-balance'
  | 'balance'
  | 'amount'
  | 'subaddress'
  | 'address'
  | 'unconfirmed'
  | 'old'
  | 'form'
  | 'node'

/** The proof cannot be created or verified. */
export class ProofError extends FabaError<{ readonly fault: ProofFault }> {
  override readonly name = 'ProofError'
  readonly code = 'proof'

  constructor(fault: ProofFault, message: string, cause?: unknown) {
    super(message, { details: { fault }, cause })
  }
}

/** The node does not have a transaction. */
export class TransactionUnknownError extends FabaError {
  override readonly name = 'TransactionUnknownError'
  readonly code = 'transaction-unknown'
}

/** Status of a transaction. `confirmations` is 0 in the txpool. */
export type TransactionStatus = { readonly inPool: boolean; readonly confirmations: number }

/** A transaction that a proof refers to. */
export type ProvenTransaction = {
  readonly txid: Uint8Array
  /** the id that payment proofs sign */
  readonly proofId: Uint8Array
  readonly transaction: Transaction
  /** as the node returned it */
  readonly blob: Uint8Array
  /** `blob` lacks the signatures */
  readonly isPruned: boolean
  /** main tx public keys; a coinbase may have two */
  readonly mainKeys: readonly Uint8Array[]
  /** additional tx public keys: empty or one per output */
  readonly additionalKeys: readonly Uint8Array[]
  readonly inPool: boolean
  readonly height: number | undefined
}

const NO_PRUNABLE = keccak256()

const partsOf = (network: Network, { blob, pruned }: NodeTransaction): TransactionParts =>
  pruned ? parsePrunedTransactionParts(network, blob) : parseTransactionParts(network, blob)

const idOf = (parts: TransactionParts, { pruned, prunableHash }: NodeTransaction): Uint8Array =>
  pruned ? transactionIdOfPruned(parts, prunableHash ?? NO_PRUNABLE) : transactionIdOfParts(parts)

/** @throws ProofError if the bytes are not the transaction with its id */
const parseNodeTransaction = (network: Network, response: NodeTransaction): ProvenTransaction => {
  const { id: txid, inPool, blockHeight: height } = response
  try {
    const parts = partsOf(network, response)
    if (!equalBytes(idOf(parts, response), txid))
      throw new ProofError('node', `the node returned a transaction other than ${toHex(txid)}; use another node`)
    const { transaction } = parts
    const fields = parseExtra(network, transaction.extra)
    return {
      txid,
      proofId: network.proofs.prunedIds && transaction.version > 1 ? transactionIdOfPruned(parts, NO_PRUNABLE) : txid,
      transaction,
      blob: response.blob,
      isPruned: response.pruned,
      mainKeys: txPublicKeys(fields),
      additionalKeys: additionalPublicKeys(fields),
      inPool,
      height,
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ProofError('node', `the node returned an invalid transaction for ${toHex(txid)}: ${error.message}`, error)
  }
}

/**
 * Fetches transactions from the node and verifies their ids. Returns them in the order of `txids`.
 * @throws ProofError if the node does not know one or returns another; NodeError
 */
export const fetchTransactions = async (
  { network, sync }: Wallet,
  txids: readonly Uint8Array[],
): Promise<ProvenTransaction[]> => {
  const responses = new Map((await sync.node.transactions(txids)).map((response) => [toHex(response.id), response]))
  return txids.map((txid) => {
    const response = responses.get(toHex(txid))
    if (response === undefined)
      throw new TransactionUnknownError(
        `Failed to get transaction(s) from daemon: expected ${txids.length} txes, got ${responses.size}`,
      )
    try {
      return parseNodeTransaction(network, response)
    } catch (error) {
      if (error instanceof ProofError) sync.node.distrust?.(error.message)
      throw error
    }
  })
}

/**
 * Fetches one transaction from the node and verifies its id.
 * @throws TransactionUnknownError if the node does not know it, ProofError if it returns another; NodeError
 */
export const fetchTransaction = async (wallet: Wallet, txid: Uint8Array): Promise<ProvenTransaction> => {
  const [transaction] = await fetchTransactions(wallet, [txid])
  if (transaction === undefined) throw new ProofError('node', 'Failed to get transaction(s) from daemon')
  return transaction
}

/** Returns the number of confirmations by the height of the node. */
export const transactionStatus = async (
  { sync }: Wallet,
  { inPool, height }: ProvenTransaction,
): Promise<TransactionStatus> => {
  if (inPool || height === undefined) return { inPool: true, confirmations: 0 }
  return { inPool: false, confirmations: Math.max(0, (await sync.node.info()).height - height) }
}

/**
 * Decrypts the amount of an output in atomic units; 0 if it does not match the commitment.
 * @param shared Hs(derivation || index), 32 bytes
 */
export const amountOf = (transaction: Transaction, index: number, shared: Uint8Array): bigint => {
  const opened = openAmount(transaction, index, shared)
  if (opened === undefined) return 0n
  const { amount, mask, commitment } = opened
  return withSecrets((keep) =>
    commitment === undefined || equalBytes(commit(amount, keep(mask)), commitment) ? amount : 0n,
  )
}

/**
 * Returns the amount that an address received by a transaction, atomic units.
 * @param derivations the main one, then none or one per output; undefined if unknown
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
      received += withSecrets((keep) => amountOf(transaction, index, keep(derivationToScalar(derivation, index))))
      break
    }
  return wrapAmount(received)
}

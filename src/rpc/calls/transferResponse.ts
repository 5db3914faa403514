// Payments made by RPC: prepared, turned into a response, and committed unless the caller requested `do_not_relay`.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { parseTransaction } from '../../coin/transactions/transactionBytes.ts'
import { transactionTypeName, transactionVersionName } from '../../coin/transactions/transactionNames.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { index, u64 } from '../../jsonrpc/schemas.ts'
import { transactionKeyText } from '../../wallet/history/transferView.ts'
import { buildProposal, signProposal } from '../../wallet/multisig/proposeSet.ts'
import type { RelayResult } from '../../wallet/node/relay.ts'
import { makeUnsignedSet, type UnsignedTransaction } from '../../wallet/offline/unsignedSet.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { PaymentIntent } from '../../wallet/spend/intent.ts'
import {
  discardBuilt,
  discardPrepared,
  type PreparedPayment,
  type PreparedTransaction,
} from '../../wallet/spend/prepare.ts'
import { formatMetadata } from '../../wallet/spend/txMetadata.ts'
import { type ApprovedPayment, checkTransactionCount } from './paymentApproval.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import { falseByDefault } from './walletRpcContext.ts'

const BLINK_FAILED = -1000

/** Parameters that select what a response contains beside hash, amount and fee, and whether the payment is relayed. */
export const flags = { do_not_relay: falseByDefault, get_tx_hex: falseByDefault, get_tx_metadata: falseByDefault }

export type Flags = { readonly do_not_relay: boolean; readonly get_tx_hex: boolean; readonly get_tx_metadata: boolean }

/** `keys`: whether the response contains the secret keys of the transactions. */
type ResponseFlags = Flags & { readonly keys: boolean }

const amountsByDestination = v.object({ amounts: v.array(u64) })
const spentKeyImages = v.object({ key_images: v.array(v.string()) })

/** Result of a method that makes one transaction. */
export const transactionResult = v.object({
  tx_hash: v.string(),
  tx_key: v.string(),
  amount: u64,
  amounts_by_dest: amountsByDestination,
  fee: u64,
  weight: index,
  spent_key_images: spentKeyImages,
  tx_blob: v.string(),
  tx_metadata: v.string(),
  multisig_txset: v.string(),
  unsigned_txset: v.string(),
})

const texts = v.optional(v.array(v.string()))
const amounts = v.optional(v.array(u64))

/** Result of a method that makes several transactions: lists with one entry each. Lists that were not requested are omitted. */
export const transactionsResult = v.object({
  tx_hash_list: texts,
  tx_key_list: texts,
  amount_list: amounts,
  amounts_by_dest_list: v.optional(v.array(amountsByDestination)),
  fee_list: amounts,
  weight_list: v.optional(v.array(index)),
  spent_key_images_list: v.optional(v.array(spentKeyImages)),
  tx_blob_list: texts,
  tx_metadata_list: texts,
  multisig_txset: v.string(),
  unsigned_txset: v.string(),
})

/** The response for one transaction. */
type TransactionResponse = {
  readonly tx_hash: string
  readonly tx_key: string
  readonly amount: bigint
  readonly amounts_by_dest: { readonly amounts: bigint[] }
  readonly fee: bigint
  readonly weight: number
  readonly spent_key_images: { readonly key_images: string[] }
  readonly tx_blob: string
  readonly tx_metadata: string
}

const transactionResponse = (
  wallet: Wallet,
  prepared: PreparedTransaction,
  flags: ResponseFlags,
): TransactionResponse => ({
  tx_hash: toHex(prepared.txid),
  tx_key: flags.keys ? transactionKeyText(prepared.keys) : '',
  amount: sumAmounts(prepared.destinations),
  amounts_by_dest: { amounts: prepared.destinations.map(({ amount }) => amount) },
  fee: prepared.fee,
  weight: prepared.weight,
  // Only wallets that know the key images of their outputs spend them.
  spent_key_images: { key_images: prepared.inputs.flatMap(({ keyImage }) => (keyImage ? [toHex(keyImage)] : [])) },
  tx_blob: flags.get_tx_hex ? toHex(prepared.blob) : '',
  tx_metadata: flags.get_tx_metadata ? toHex(formatMetadata(wallet.network, prepared)) : '',
})

/** What a payment gives: responses for its transactions, and the sets that others sign. */
type PaymentResponse = {
  readonly transactions: readonly TransactionResponse[]
  readonly multisig_txset: string
  readonly unsigned_txset: string
}

/** Sets of offline and multisig signing, of which there are none. */
export const NO_SETS = { multisig_txset: '', unsigned_txset: '' }

/** The response for a transaction of an unsigned set. It has no bytes, keys and metadata: the signer makes it anew. */
const unsignedResponse = ({ hash, weight, fee, destinations, inputs }: UnsignedTransaction): TransactionResponse => ({
  tx_hash: toHex(hash),
  tx_key: '',
  amount: sumAmounts(destinations),
  amounts_by_dest: { amounts: destinations.map(({ amount }) => amount) },
  ...{ fee, weight },
  spent_key_images: { key_images: inputs.flatMap(({ keyImage }) => (keyImage ? [toHex(keyImage)] : [])) },
  tx_blob: '',
  tx_metadata: '',
})

/** Builds a payment for the copy of this wallet that has the spend key. Nothing is recorded or sent. */
const makeUnsignedPayment = async (
  wallet: Wallet,
  intent: PaymentIntent,
  maxTransactions: number,
): Promise<PaymentResponse> => {
  const { transactions, bytes } = await makeUnsignedSet(wallet, intent)
  checkTransactionCount(transactions, maxTransactions)
  return { transactions: transactions.map(unsignedResponse), multisig_txset: '', unsigned_txset: toHex(bytes) }
}

/** Builds a payment for the other participants of this multisig wallet. Nothing is sent. */
const makeProposal = async (
  wallet: Wallet,
  { intent, proposal: approved }: ApprovedPayment,
  flags: ResponseFlags,
  maxTransactions: number,
): Promise<PaymentResponse> => {
  const proposal = approved ?? (await buildProposal(wallet, intent))
  try {
    checkTransactionCount(proposal.transactions, maxTransactions)
    const { transactions, txKeys, bytes } = await signProposal(wallet, proposal)
    const responses = transactions.map((transaction, i) => ({
      ...unsignedResponse(transaction),
      tx_hash: '',
      tx_key: flags.keys ? (txKeys[i] ?? '') : '',
    }))
    return { transactions: responses, multisig_txset: toHex(bytes), unsigned_txset: '' }
  } finally {
    discardBuilt(proposal.transactions)
  }
}

/** Returns why the node rejected a transaction, as oxen-core's wallet2 writes it (get_text_reason) if the node is an oxen-core node. */
const refusalText = (
  network: Network,
  transaction: PreparedTransaction | undefined,
  { reason, verification }: Extract<RelayResult, { readonly state: 'refused' }>,
): string => {
  if (verification === undefined || transaction === undefined) return reason
  const parsed = parseTransaction(network, transaction.blob)
  const kind = `TX Version: ${transactionVersionName(parsed)}, Type: ${transactionTypeName(parsed)}`
  const text = [...verification.flags, kind].join(', ')
  return verification.verbose === '' ? text : `${verification.verbose}\n${text}`
}

/** @throws JsonRpcError if the node rejected the payment or a part of it */
const checkRelayed = (network: Network, prepared: PreparedPayment, results: readonly RelayResult[]): void => {
  const refused = results.find((result) => result.state === 'refused')
  if (refused === undefined) return
  const blink = prepared.some((transaction) => transaction.blink)
  const sent = prepared.filter((_, i) => results[i]?.state !== 'refused').map(({ txid }) => toHex(txid))
  const reason = blink ? refused.reason : refusalText(network, prepared[results.indexOf(refused)], refused)
  const message = blink ? 'Transaction was not accepted blink quorum' : 'Transaction was rejected by daemon'
  throw new JsonRpcError(
    blink ? BLINK_FAILED : WALLET_RPC_CODES.unknown,
    reason === '' ? message : `${message}: ${reason}`,
    sent.length === 0 ? 'nothing was sent' : `of ${prepared.length} transactions these were sent: ${sent.join(', ')}`,
  )
}

/**
 * Makes a payment and returns the responses for its transactions: those that the user approved, or new ones. With `do_not_relay` nothing
 * is recorded or sent. A watch-only wallet makes an unsigned set, a multisig wallet proposes one. The responses are built before the
 * payment is committed: afterwards its keys belong to the wallet state.
 * @param maxTransactions rejects a payment that takes more
 * @throws JsonRpcError if the payment takes too many transactions or the node rejects it; what `Payments` throws: PaymentOutdatedError if
 * the coins of approved transactions were spent meanwhile
 */
export const makePayment = async (
  wallet: Wallet,
  payment: ApprovedPayment,
  flags: ResponseFlags,
  maxTransactions = Number.POSITIVE_INFINITY,
): Promise<PaymentResponse> => {
  const { intent, prepared: approved } = payment
  if (wallet.viewOnly) return await makeUnsignedPayment(wallet, intent, maxTransactions)
  if (wallet.keys.multisig !== undefined) return await makeProposal(wallet, payment, flags, maxTransactions)
  return await wallet.payments.exclusively(async ({ prepare, commit }) => {
    const prepared = approved ?? (await prepare(intent))
    let isCommitted = false
    try {
      checkTransactionCount(prepared, maxTransactions)
      const transactions = prepared.map((transaction) => transactionResponse(wallet, transaction, flags))
      if (flags.do_not_relay) return { transactions, ...NO_SETS }
      const results = await commit(prepared)
      isCommitted = true
      checkRelayed(wallet.network, prepared, results)
      return { transactions, ...NO_SETS }
    } finally {
      if (!isCommitted) discardPrepared(prepared)
    }
  })
}

/** Returns the result of a method that makes one transaction. */
export const singleResult = ({ transactions, ...sets }: PaymentResponse) => {
  const [first] = transactions
  if (first === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
  return { ...first, ...sets }
}

/** Returns the result of a method that makes several transactions. */
export const listResult = ({ transactions, ...sets }: PaymentResponse, flags: ResponseFlags) => {
  if (transactions.length === 0) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
  // A proposal has no final transactions.
  const isFinal = sets.multisig_txset === ''
  return {
    tx_hash_list: isFinal ? transactions.map(({ tx_hash }) => tx_hash) : undefined,
    tx_key_list: flags.keys ? transactions.map(({ tx_key }) => tx_key) : undefined,
    amount_list: transactions.map(({ amount }) => amount),
    amounts_by_dest_list: transactions.map(({ amounts_by_dest }) => amounts_by_dest),
    fee_list: transactions.map(({ fee }) => fee),
    weight_list: transactions.map(({ weight }) => weight),
    spent_key_images_list: transactions.map(({ spent_key_images }) => spent_key_images),
    tx_blob_list: isFinal && flags.get_tx_hex ? transactions.map(({ tx_blob }) => tx_blob) : undefined,
    tx_metadata_list: isFinal && flags.get_tx_metadata ? transactions.map(({ tx_metadata }) => tx_metadata) : undefined,
    ...sets,
  }
}

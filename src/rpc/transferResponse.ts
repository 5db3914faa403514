// What is answered of payments: made, and sent unless the caller keeps them.

import * as v from 'valibot'
import { toHex } from '../bytes/hex.ts'
import { formatAmount, sumAmounts } from '../coin/amount.ts'
import type { Network } from '../coin/networks/network.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { index, u64 } from '../jsonrpc/schemas.ts'
import type { Wallet } from '../wallet/engine/wallet.ts'
import type { RelayResult } from '../wallet/spend/relay.ts'
import { discardPrepared, type PreparedTransaction } from '../wallet/spend/request.ts'
import { TransactionNotPossibleError } from '../wallet/spend/select.ts'
import { transactionKeyText } from '../wallet/state/transferView.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import { falseByDefault } from './walletSource.ts'

const BLINK_FAILED = -1000

/** What is answered of a transaction beside its hash, amount and fee, and whether it is sent. */
export const flags = { do_not_relay: falseByDefault, get_tx_hex: falseByDefault, get_tx_metadata: falseByDefault }

const amountsByDestination = v.object({ amounts: v.array(u64) })
const spentKeyImages = v.object({ key_images: v.array(v.string()) })

/** One transaction. */
export const transaction = v.object({
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

/** One entry per transaction; lists of what was not asked for are left out. */
export const transactions = v.object({
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

/** What the answer tells of a transaction. Made before it is sent: afterwards its keys are the state's. */
type Told = {
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

/** What a caller wants to know, and whether anything is sent. */
export type Flags = { readonly do_not_relay: boolean; readonly get_tx_hex: boolean; readonly get_tx_metadata: boolean }

/** `keys`: whether the answer has the secret keys of the transactions. */
type Wanted = Flags & { readonly keys: boolean }

const tell = (wallet: Wallet, prepared: PreparedTransaction, flags: Wanted): Told => ({
  tx_hash: toHex(prepared.txid),
  tx_key: flags.keys ? transactionKeyText(prepared.keys) : '',
  amount: sumAmounts(prepared.destinations),
  amounts_by_dest: { amounts: prepared.destinations.map(({ amount }) => amount) },
  fee: prepared.fee,
  weight: prepared.weight,
  // Only wallets that know the key images of their outputs spend them.
  spent_key_images: { key_images: prepared.inputs.flatMap(({ keyImage }) => (keyImage ? [toHex(keyImage)] : [])) },
  tx_blob: flags.get_tx_hex ? toHex(prepared.blob) : '',
  tx_metadata: flags.get_tx_metadata ? toHex(wallet.keep(prepared)) : '',
})

/** What a node refused, of a payment of which nothing or only a part was sent. */
const checkRelayed = (prepared: readonly PreparedTransaction[], results: readonly RelayResult[]): void => {
  const refused = results.find((result) => result.state === 'refused')
  if (refused === undefined) return
  const blink = prepared.some((transaction) => transaction.blink)
  const sent = prepared.filter((_, i) => results[i]?.state !== 'refused').map(({ txid }) => toHex(txid))
  const what = blink ? 'Transaction was not accepted blink quorum' : 'Transaction was rejected by daemon'
  throw new JsonRpcError(
    blink ? BLINK_FAILED : WALLET_RPC_CODES.unknown,
    refused.reason === '' ? what : `${what}: ${refused.reason}`,
    sent.length === 0 ? 'nothing was sent' : `of ${prepared.length} transactions these were sent: ${sent.join(', ')}`,
  )
}

/** The reference's words for amounts that cannot be put together. */
const inReferenceWords = (error: unknown, { decimals }: Network): unknown => {
  if (!(error instanceof TransactionNotPossibleError)) return error
  const { available, amount, fee } = error
  const [a, b, c, d] = [available, amount + fee, amount, fee].map((value) => formatAmount(value, decimals))
  return new JsonRpcError(
    WALLET_RPC_CODES.notPossible,
    `Transaction not possible. Available only ${a}, transaction amount ${b} = ${c} + ${d} (fee)`,
    error.message,
  )
}

/** Prepares, and pays unless it is told not to; nothing is recorded then. */
export const make = async (
  wallet: Wallet,
  flags: Wanted,
  prepare: () => Promise<readonly PreparedTransaction[]>,
): Promise<readonly Told[]> => {
  let told: readonly Told[] = []
  const prepareAndTell = async (): Promise<readonly PreparedTransaction[]> => {
    const prepared = await prepare().catch((error: unknown) => {
      throw inReferenceWords(error, wallet.network)
    })
    told = prepared.map((transaction) => tell(wallet, transaction, flags))
    return prepared
  }
  if (flags.do_not_relay) discardPrepared(await prepareAndTell())
  else {
    const { prepared, results } = await wallet.prepareAndPay(prepareAndTell)
    checkRelayed(prepared, results)
  }
  return told
}

/** Of several signers, and of offline signing: there are none. */
export const NO_SETS = { multisig_txset: '', unsigned_txset: '' }

/** The one transaction of a call that makes one. */
export const single = (told: readonly Told[]) => {
  const [first] = told
  if (first === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
  return { ...first, ...NO_SETS }
}

/** The transactions of a call that makes as many as it takes. */
export const listed = (told: readonly Told[], flags: Wanted) => {
  if (told.length === 0) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
  return {
    tx_hash_list: told.map(({ tx_hash }) => tx_hash),
    tx_key_list: flags.keys ? told.map(({ tx_key }) => tx_key) : undefined,
    amount_list: told.map(({ amount }) => amount),
    amounts_by_dest_list: told.map(({ amounts_by_dest }) => amounts_by_dest),
    fee_list: told.map(({ fee }) => fee),
    weight_list: told.map(({ weight }) => weight),
    spent_key_images_list: told.map(({ spent_key_images }) => spent_key_images),
    tx_blob_list: flags.get_tx_hex ? told.map(({ tx_blob }) => tx_blob) : undefined,
    tx_metadata_list: flags.get_tx_metadata ? told.map(({ tx_metadata }) => tx_metadata) : undefined,
    ...NO_SETS,
  }
}

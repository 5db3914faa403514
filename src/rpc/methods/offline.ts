// Offline signing: a watch-only wallet builds unsigned sets (transfer, sweep_all and others), the copy with the spend key describes and
// signs them, and the watch-only wallet submits the signed sets.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts, wrapAmount } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { TransferSetError } from '../../coin/sealed-exports/transferSetFile.ts'
import type { TransferSetAction } from '../../engine/api/approvalRequest.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { index, u32, u64 } from '../../jsonrpc/schemas.ts'
import { transactionKeyText } from '../../wallet/history/transferView.ts'
import { NotMultisigError } from '../../wallet/multisig/multisigKeyring.ts'
import { MultisigSetError } from '../../wallet/multisig/multisigWallet.ts'
import { describeMultisigSet } from '../../wallet/multisig/readSet.ts'
import { UnsafeTransferSetError } from '../../wallet/offline/checkedTransfer.ts'
import { describeUnsignedSet, sumByAddress, unlockTimesIn, unlockTimesOf } from '../../wallet/offline/describeSet.ts'
import type { TransferDescription } from '../../wallet/offline/setViews.ts'
import { discardSigned, signUnsignedSet } from '../../wallet/offline/signSet.ts'
import { type CheckedSignedSet, readSignedSet, submitSignedSet } from '../../wallet/offline/submitSet.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { RelayedTransaction } from '../../wallet/spend/payments.ts'
import type { Payment } from '../../wallet/state/ledger.ts'
import { requireApprovalOf } from '../calls/approval.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  parseHexParam,
  requireWallet,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

const BAD_HEX = 'Failed to parse hex.'

/** @throws JsonRpcError for a wallet without a spend key */
const requireSpendKey = (context: WalletRpcContext): Wallet => {
  const wallet = requireWallet(context)
  if (wallet.viewOnly) throw new JsonRpcError(WALLET_RPC_CODES.watchOnly, 'command not supported by watch-only wallet')
  return wallet
}

/** @throws JsonRpcError */
export const parseSet = (hex: string): Uint8Array => parseHexParam(hex, WALLET_RPC_CODES.badHex, BAD_HEX)

/** The detail of a refused set, which wallet2's message lacks. */
const detailOf = (error: unknown): string | undefined => (error instanceof Error ? error.message : undefined)

const cannotLoad = (error?: unknown): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.badUnsignedSet, 'cannot load unsigned_txset', detailOf(error))

const recipients = v.array(v.object({ address: v.string(), amount: u64 }))

const sources = v.array(v.object({ amount: u64, global_index: index, rct: v.boolean(), pubkey: v.string() }))

const description = v.object({
  amount_in: u64,
  amount_out: u64,
  sources: v.optional(sources),
  ring_size: u32,
  unlock_time: u64,
  recipients,
  payment_id: v.string(),
  change_amount: u64,
  change_address: v.string(),
  fee: u64,
  weight: v.optional(u32),
  dummy_outputs: u32,
  extra: v.string(),
})

/** The fields of the monero family only. */
const describedSources = ({ sources, weight }: TransferDescription) => ({
  sources: sources.map(({ amount, globalIndex, confidential, key, commitment }) => ({
    ...{ amount, global_index: globalIndex, rct: confidential, pubkey: toHex(key) + toHex(commitment) },
  })),
  weight,
})

const describedTransfer = (transfer: TransferDescription) => ({
  amount_in: transfer.amountIn,
  amount_out: transfer.amountOut,
  ring_size: transfer.ringSize,
  unlock_time: transfer.unlockTime,
  recipients: [...transfer.recipients],
  payment_id: toHex(transfer.paymentId),
  change_amount: transfer.change,
  change_address: transfer.changeAddress,
  fee: transfer.fee,
  dummy_outputs: transfer.dummyOutputs,
  extra: toHex(transfer.extra),
})

const summaryOf = (transfers: readonly TransferDescription[]) => {
  const sum = (amountOf: (transfer: TransferDescription) => bigint): bigint =>
    wrapAmount(transfers.reduce((total, transfer) => total + amountOf(transfer), 0n))
  return {
    amount_in: sum(({ amountIn }) => amountIn),
    amount_out: sum(({ amountOut }) => amountOut),
    recipients: sumByAddress(transfers.flatMap((transfer) => transfer.recipients)),
    change_amount: sum(({ change }) => change),
    change_address: transfers.findLast(({ change }) => change > 0n)?.changeAddress ?? '',
    fee: sum(({ fee }) => fee),
  }
}

/** Returns the error of describe_transfer for a set that cannot be read; oxen-wallet-rpc wraps it into another one. */
const describeError = (wallet: Wallet, code: number, message: string, kind: string): JsonRpcError => {
  const outer = kind === 'unsigned' ? WALLET_RPC_CODES.badUnsignedSet : WALLET_RPC_CODES.badMultisigSet
  return wallet.network.walletRpc.wrapsSetErrors
    ? new JsonRpcError(outer, `failed to parse ${kind} transfers: Wallet rpc error: ${message} (${code})`)
    : new JsonRpcError(code, message)
}

const isHex = (text: string): boolean => text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text)

/** A kind of set that `describe_transfer` reads. */
type DescribedKind = {
  readonly name: 'unsigned' | 'multisig'
  /** the error code of sets that cannot be read */
  readonly code: number
  readonly read: (wallet: Wallet, bytes: Uint8Array) => Promise<readonly TransferDescription[]>
}

const UNSIGNED: DescribedKind = {
  name: 'unsigned',
  code: WALLET_RPC_CODES.badUnsignedSet,
  read: describeUnsignedSet,
}

const MULTISIG: DescribedKind = {
  name: 'multisig',
  code: WALLET_RPC_CODES.badMultisigSet,
  read: describeMultisigSet,
}

/** Returns what a set does, or wallet2's error for one that this wallet cannot read. */
const describeSet = async (
  wallet: Wallet,
  { name, code, read }: DescribedKind,
  hex: string,
): Promise<readonly TransferDescription[]> => {
  if (!isHex(hex)) throw describeError(wallet, WALLET_RPC_CODES.badHex, BAD_HEX, name)
  try {
    return await read(wallet, parseSet(hex))
  } catch (error) {
    // Only a multisig wallet reads multisig sets.
    if (error instanceof TransferSetError || error instanceof NotMultisigError)
      throw describeError(wallet, code, `cannot load ${name}_txset`, name)
    if (error instanceof UnsafeTransferSetError || error instanceof MultisigSetError)
      throw new JsonRpcError(code, `failed to parse ${name} transfers: ${error.message}`)
    throw error
  }
}

const describeTransfer = method({
  names: ['describe_transfer'],
  about:
    'Describes what an unsigned set or a multisig set does, before it is signed; everything is computed from the set and the keys of this wallet',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { unsigned_txset: v.optional(v.string(), ''), multisig_txset: v.optional(v.string(), '') },
  result: v.object({
    desc: v.array(description),
    summary: v.object({
      amount_in: u64,
      amount_out: u64,
      recipients,
      change_amount: u64,
      change_address: v.string(),
      fee: u64,
    }),
  }),
  handler: async (context, { unsigned_txset, multisig_txset }) => {
    const wallet = requireSpendKey(context)
    if (unsigned_txset === '' && multisig_txset === '')
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'no txset provided')
    const transfers =
      unsigned_txset === ''
        ? await describeSet(wallet, MULTISIG, multisig_txset)
        : await describeSet(wallet, UNSIGNED, unsigned_txset)
    const { describesSources } = wallet.network.walletRpc
    const desc = transfers.map((transfer) => ({
      ...describedTransfer(transfer),
      ...(describesSources ? describedSources(transfer) : {}),
    }))
    return { desc, summary: summaryOf(transfers) }
  },
})

/** Returns what signing a set approves. */
export const signAction = (transfers: readonly TransferDescription[]): TransferSetAction => {
  const destinations = sumByAddress(transfers.flatMap((transfer) => transfer.recipients))
  return {
    kind: 'sign set',
    account: undefined,
    amount: sumAmounts(destinations),
    fee: transfers.reduce((sum, { fee }) => sum + fee, 0n),
    transactions: transfers.length,
    destinations,
    unlockTimes: unlockTimesOf(transfers),
    orders: transfers.flatMap(({ order }) => order ?? []),
  }
}

/** Rethrows a refusal as wallet2's error for a set that is not signed. */
const signError = (error: unknown): unknown => {
  if (error instanceof TransferSetError) return cannotLoad(error)
  if (error instanceof JsonRpcError || !(error instanceof FabaError)) return error
  return new JsonRpcError(WALLET_RPC_CODES.signUnsigned, `Failed to sign unsigned tx: ${error.message}`)
}

type SignParams = { readonly unsigned_txset: string }

/** A set to sign, as the user saw it. */
type ReadSet = { readonly bytes: Uint8Array; readonly transfers: readonly TransferDescription[] }

const readSetToSign = async (context: WalletRpcContext, { unsigned_txset }: SignParams): Promise<ReadSet> => {
  const wallet = requireSpendKey(context)
  const bytes = parseSet(unsigned_txset)
  try {
    return { bytes, transfers: await describeUnsignedSet(wallet, bytes) }
  } catch (error) {
    throw signError(error)
  }
}

const approveSigning = requireApprovalOf(readSetToSign, (_context, _params, { transfers }) => signAction(transfers))

const signTransfer = method({
  names: ['sign_transfer'],
  about: 'Signs an unsigned set of a watch-only copy of this wallet; sends nothing',
  access: 'admin',
  effect: 'spend',
  params: {
    unsigned_txset: v.optional(v.string(), ''),
    export_raw: falseByDefault,
    get_tx_keys: falseByDefault,
  },
  result: v.object({
    signed_txset: v.string(),
    tx_hash_list: v.array(v.string()),
    tx_raw_list: v.optional(v.array(v.string())),
    tx_key_list: v.optional(v.array(v.string())),
  }),
  approval: approveSigning,
  handler: async (context, params, _call, approved) => {
    const wallet = requireSpendKey(context)
    const set = approved?.bytes ?? parseSet(params.unsigned_txset)
    try {
      const { transactions, bytes } = await signUnsignedSet(wallet, set)
      try {
        return {
          signed_txset: toHex(bytes),
          tx_hash_list: transactions.map(({ txid }) => toHex(txid)),
          tx_raw_list: params.export_raw ? transactions.map(({ blob }) => toHex(blob)) : undefined,
          tx_key_list: params.get_tx_keys ? transactions.map(({ keys }) => transactionKeyText(keys)) : undefined,
        }
      } finally {
        discardSigned(transactions)
      }
    } catch (error) {
      throw signError(error)
    }
  },
})

/** Returns what submitting payments approves. */
export const submitAction = (network: Network, payments: readonly Payment[]): TransferSetAction => {
  const destinations = sumByAddress(payments.flatMap((payment) => payment.destinations))
  return {
    kind: 'submit set',
    account: payments[0]?.account,
    amount: sumAmounts(destinations),
    fee: payments.reduce((sum, { fee }) => sum + fee, 0n),
    transactions: payments.length,
    destinations,
    unlockTimes: unlockTimesIn(network, payments),
  }
}

type SubmitParams = { readonly tx_data_hex: string }

const readSetToSubmit = async (context: WalletRpcContext, { tx_data_hex }: SubmitParams): Promise<CheckedSignedSet> => {
  const wallet = requireWallet(context)
  const bytes = parseSet(tx_data_hex)
  try {
    return await readSignedSet(wallet, bytes)
  } catch (error) {
    if (error instanceof TransferSetError || error instanceof UnsafeTransferSetError)
      throw new JsonRpcError(WALLET_RPC_CODES.badSignedSet, 'Failed to parse signed tx data.', error.message)
    throw error
  }
}

const approveSubmission = requireApprovalOf(readSetToSubmit, (context, _params, { payments }) =>
  submitAction(requireWallet(context).network, payments),
)

/** Returns wallet2's message for a transaction that the node refused; undefined if it refused none. */
export const refusalText = (relayed: readonly RelayedTransaction[]): string | undefined => {
  const refused = relayed.find(({ result }) => result.state === 'refused')
  if (refused?.result.state !== 'refused') return undefined
  return `transaction ${toHex(refused.txid)} was rejected by daemon: ${refused.result.reason}`
}

const submitTransfer = method({
  names: ['submit_transfer'],
  about: 'Sends a set that the copy with the spend key signed; records it before it is sent',
  access: 'admin',
  effect: 'spend',
  params: { tx_data_hex: v.optional(v.string(), '') },
  result: v.object({ tx_hash_list: v.array(v.string()) }),
  approval: approveSubmission,
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const set = approved ?? (await readSetToSubmit(context, params))
    try {
      const relayed = await submitSignedSet(wallet, set)
      const refusal = refusalText(relayed)
      if (refusal !== undefined)
        throw new JsonRpcError(WALLET_RPC_CODES.signedSubmission, `Failed to submit signed tx: ${refusal}`)
      return { tx_hash_list: relayed.map(({ txid }) => toHex(txid)) }
    } catch (error) {
      if (error instanceof JsonRpcError || !(error instanceof FabaError)) throw error
      throw new JsonRpcError(WALLET_RPC_CODES.signedSubmission, `Failed to submit signed tx: ${error.message}`)
    }
  },
})

/** The methods of this file. */
export const offlineMethods = [describeTransfer, signTransfer, submitTransfer]

// Received payments: by output and by payment id.

import * as v from 'valibot'
import { concat, equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { choiceText, heightLimit, index, list, u32, u64 } from '../../jsonrpc/schemas.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { isFree, isUnlocked } from '../../wallet/state/balance.ts'
import type { OwnedOutput } from '../../wallet/state/ledger.ts'
import { changedOutput } from '../../wallet/state/packedOutput.ts'
import { requireApproval } from '../calls/approval.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  omitIfEmpty,
  parseHexParam,
  requireWallet,
  subaddressIndex,
} from '../calls/walletRpcContext.ts'

/** The outputs that each `transfer_type` selects. */
const TRANSFER_TYPES = new Map<string, (output: OwnedOutput) => boolean>([
  ['all', () => true],
  ['available', ({ spent }) => spent === undefined],
  ['unavailable', ({ spent }) => spent !== undefined],
])

const incomingTransfers = method({
  names: ['incoming_transfers'],
  about: 'Returns the outputs that an account received',
  access: 'admin',
  effect: 'read',
  params: {
    transfer_type: choiceText([...TRANSFER_TYPES.keys()], ''),
    account_index: v.optional(u32, 0),
    subaddr_indices: list(u32),
    // Key images are always included.
    verbose: falseByDefault,
  },
  result: v.object({
    transfers: v.optional(
      v.array(
        v.object({
          amount: u64,
          spent: v.boolean(),
          global_index: index,
          tx_hash: v.string(),
          subaddr_index: subaddressIndex,
          key_image: v.string(),
          pubkey: v.string(),
          block_height: index,
          frozen: v.boolean(),
          unlocked: v.boolean(),
        }),
      ),
    ),
  }),
  approval: requireApproval(() => ({ kind: 'export', what: 'coins' })),
  handler: (context, { transfer_type, account_index, subaddr_indices }) => {
    const { state, network, moment } = requireWallet(context)
    const isOfType = TRANSFER_TYPES.get(transfer_type)
    if (isOfType === undefined)
      throw new JsonRpcError(
        WALLET_RPC_CODES.transferType,
        'Transfer type must be one of: all, available, or unavailable',
      )
    const isAsked = ({ subaddress: { major, minor } }: OwnedOutput): boolean =>
      major === account_index && (subaddr_indices.length === 0 || subaddr_indices.includes(minor))
    const outputs = state.shownOutputs().filter((output) => isAsked(output) && isOfType(output))
    return {
      transfers: omitIfEmpty(
        outputs.map((output) => ({
          amount: output.amount,
          spent: output.spent !== undefined,
          global_index: output.globalIndex,
          tx_hash: toHex(output.txid),
          subaddr_index: output.subaddress,
          key_image: output.keyImage === undefined ? '' : toHex(output.keyImage),
          pubkey: toHex(output.key),
          block_height: output.height,
          frozen: output.frozen,
          unlocked: isFree(network, output, moment),
        })),
      ),
    }
  },
})

const payment = v.object({
  payment_id: v.string(),
  tx_hash: v.string(),
  amount: u64,
  block_height: index,
  unlock_time: u64,
  locked: v.boolean(),
  subaddr_index: subaddressIndex,
  address: v.string(),
})
const payments = v.object({ payments: v.optional(v.array(payment)) })

const LONG_ID = 32

/** Returns a payment id, or none, padded with zeros to the long form. */
const longId = (id: Uint8Array): Uint8Array => concat(id, new Uint8Array(LONG_ID - id.length))

const SIZES = [16, 64]

const sizeError = (id: string): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.wrongPaymentId, `Payment ID has invalid size: ${id}`, 'it has 16 or 64 hex digits')

/** @param message error message used when the string is not hexadecimal */
const parsePaymentId = (id: string, message: string): Uint8Array =>
  parseHexParam(id, WALLET_RPC_CODES.wrongPaymentId, message)

/** Merges the outputs that one transaction paid to one address into their sum. */
const joined = (outputs: readonly OwnedOutput[]): OwnedOutput[] => {
  const sums = new Map<string, OwnedOutput>()
  for (const output of outputs) {
    const { txid, subaddress, amount } = output
    const key = `${toHex(txid)}/${subaddress.major}/${subaddress.minor}`
    const known = sums.get(key)
    sums.set(key, known === undefined ? output : changedOutput(known, { amount: known.amount + amount }))
  }
  return [...sums.values()]
}

/**
 * Returns received payments without change, newest first. Their amounts are what they add to the balance: 0 if their one-time key held
 * as much already. wallet2 lists these where it sums amounts per address.
 */
const receivedOutputs = ({ state, network }: Wallet, minHeight = 0): OwnedOutput[] => {
  const { ledger } = state
  const outputs = [...ledger.outputs.values()]
    .filter(({ change, height }) => !change && height >= minHeight)
    .map((output) => changedOutput(output, { amount: ledger.credit(output) }))
  return (
    network.walletRpc.receivedPer === 'address' ? joined(outputs) : outputs.filter(({ amount }) => amount > 0n)
  ).reverse()
}

const paymentObject = (wallet: Wallet, output: OwnedOutput, paymentId: string) => ({
  payment_id: paymentId,
  tx_hash: toHex(output.txid),
  amount: output.amount,
  block_height: output.height,
  unlock_time: output.unlockTime,
  locked: !isUnlocked(wallet.network, output, wallet.moment),
  subaddr_index: output.subaddress,
  address: wallet.addressText(output.subaddress),
})

/** Returns the payments with a payment id; the response repeats it as requested. */
const paymentsWith = (wallet: Wallet, outputs: readonly OwnedOutput[], id: Uint8Array, paymentId: string) =>
  outputs
    .filter(({ paymentId }) => equalBytes(longId(paymentId), longId(id)))
    .map((output) => paymentObject(wallet, output, paymentId))

const getPayments = method({
  names: ['get_payments'],
  about: 'Returns the payments received with a payment id',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { payment_id: v.optional(v.string(), '') },
  result: payments,
  handler: (context, { payment_id }) => {
    const wallet = requireWallet(context)
    const id = parsePaymentId(payment_id, 'Payment ID has invalid format')
    if (!SIZES.includes(payment_id.length)) throw sizeError(payment_id)
    return { payments: omitIfEmpty(paymentsWith(wallet, receivedOutputs(wallet), id, payment_id)) }
  },
})

const getBulkPayments = method({
  names: ['get_bulk_payments'],
  about: 'Returns the payments received from a height on, with some payment ids, or all',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { payment_ids: list(v.string()), min_block_height: v.optional(heightLimit, 0) },
  result: payments,
  handler: (context, { payment_ids, min_block_height }) => {
    const wallet = requireWallet(context)
    const excludes = wallet.network.walletRpc.bulkPayments === 'after min_block_height'
    const outputs = receivedOutputs(wallet, excludes ? min_block_height + 1 : min_block_height)
    const found =
      payment_ids.length === 0
        ? outputs.map((output) => paymentObject(wallet, output, toHex(longId(output.paymentId))))
        : payment_ids.flatMap((paymentId) => {
            if (!SIZES.includes(paymentId.length)) throw sizeError(paymentId)
            const id = parsePaymentId(paymentId, `Payment ID has invalid format: ${paymentId}`)
            return paymentsWith(wallet, outputs, id, paymentId)
          })
    return { payments: omitIfEmpty(found) }
  },
})

/** The methods of this file. */
export const listingMethods = [incomingTransfers, getPayments, getBulkPayments]

// Transfers, and the relay of prepared transactions.

import * as v from 'valibot'
import { wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { hex, list, secretText, u32 } from '../../jsonrpc/schemas.ts'
import { FrozenCoinError, PaymentOutdatedError, UnknownPaymentError } from '../../wallet/node/relay.ts'
import { UnsafeTransferSetError } from '../../wallet/offline/checkedTransfer.ts'
import { MetadataError, readMetadata } from '../../wallet/offline/readMetadata.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { type TransferIntent, transferIntent } from '../../wallet/spend/intent.ts'
import type { Payment } from '../../wallet/state/ledger.ts'
import { describeRelay, requireApprovalOf } from '../calls/approval.ts'
import { withNode } from '../calls/nodeFailures.ts'
import { resolveDestination } from '../calls/openAlias.ts'
import { requirePaymentApproval } from '../calls/paymentApproval.ts'
import { destinationList, type Origin, origin, paymentSource } from '../calls/paymentRequest.ts'
import {
  type Flags,
  flags,
  listResult,
  makePayment,
  singleResult,
  transactionResult,
  transactionsResult,
} from '../calls/transferResponse.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  parseHexParam,
  requireWallet,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

type TransferParams = Origin &
  Flags & {
    readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
    readonly subtract_fee_from_outputs: readonly number[]
  }

const transferParams = {
  destinations: destinationList,
  ...origin,
  subtract_fee_from_outputs: list(u32),
}

/** Parses the parameters of a transfer; names in place of addresses are resolved first. */
const parseTransfer = async (context: WalletRpcContext, params: TransferParams): Promise<TransferIntent> => {
  const { network } = requireWallet(context)
  const destinations: { readonly address: string; readonly amount: bigint }[] = []
  for (const destination of params.destinations) destinations.push(await resolveDestination(context, destination))
  return transferIntent(network, {
    ...paymentSource(network, params),
    destinations,
    feeFrom: params.subtract_fee_from_outputs,
    standalonePaymentId: params.payment_id,
  })
}

const approveTransfer = requirePaymentApproval(parseTransfer, 1)

const approveTransferSplit = requirePaymentApproval(parseTransfer)

const transfer = method({
  names: ['transfer'],
  about: 'Sends a payment in one transaction',
  access: 'admin',
  effect: 'spend',
  params: { ...transferParams, get_tx_key: falseByDefault, ...flags },
  result: transactionResult,
  approval: (...call) => withNode(call[0], 'paymentWithoutNode', () => approveTransfer(...call)),
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const payment = approved ?? { intent: await parseTransfer(context, params) }
    const responseFlags = { ...params, keys: params.get_tx_key }
    const made = withNode(context, 'paymentWithoutNode', () => makePayment(wallet, payment, responseFlags, 1))
    return singleResult(await made)
  },
})

const transferSplit = method({
  names: ['transfer_split'],
  about: 'Sends a payment in as many transactions as needed',
  access: 'admin',
  effect: 'spend',
  params: { ...transferParams, get_tx_keys: falseByDefault, ...flags },
  result: transactionsResult,
  approval: (...call) => withNode(call[0], 'paymentWithoutNode', () => approveTransferSplit(...call)),
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const payment = approved ?? { intent: await parseTransfer(context, params) }
    const responseFlags = { ...params, keys: params.get_tx_keys }
    const made = withNode(context, 'paymentWithoutNode', () => makePayment(wallet, payment, responseFlags))
    return listResult(await made, responseFlags)
  },
})

/** wallet2's errors for payments that cannot be relayed. */
const toRelayError = (error: unknown): unknown => {
  if (error instanceof MetadataError)
    return new JsonRpcError(WALLET_RPC_CODES.badMetadata, 'Failed to parse tx metadata.', error.message)
  if (error instanceof UnknownPaymentError)
    return new JsonRpcError(WALLET_RPC_CODES.wrongTxid, 'Transaction not found.', error.message)
  const isRefused = error instanceof UnsafeTransferSetError
  if (isRefused || error instanceof PaymentOutdatedError || error instanceof FrozenCoinError)
    return new JsonRpcError(WALLET_RPC_CODES.transfer, 'Failed to commit tx.', error.message)
  return error
}

const TXID_BYTES = 32

/** Returns a payment of the wallet that is relayed again, with its transaction. Its secret keys stay where they are. */
const readRecorded = async ({ payments, state }: Wallet, txidText: string): Promise<Payment> => {
  const txid = toHex(parseHexParam(txidText, WALLET_RPC_CODES.wrongTxid, 'TX ID has invalid format', TXID_BYTES))
  const blob = (await state.readTransaction(txid)) ?? new Uint8Array()
  return { ...payments.resendable(txid), keys: undefined, blob }
}

/** Reads a payment from its metadata, or from the wallet. */
const parseRelay = async (
  context: WalletRpcContext,
  params: { readonly hex: string; readonly txid: string },
): Promise<Payment> => {
  const wallet = requireWallet(context)
  const metadata = v.safeParse(hex, params.hex)
  if (!metadata.success) throw new JsonRpcError(WALLET_RPC_CODES.badHex, 'Failed to parse hex.')
  try {
    return params.txid === '' ? readMetadata(wallet, metadata.output) : await readRecorded(wallet, params.txid)
  } catch (error) {
    throw toRelayError(error)
  }
}

const discardPayment = ({ keys }: Payment): void => {
  if (keys !== undefined) wipe(keys.main, ...keys.additional)
}

const approveRelay = requireApprovalOf(
  parseRelay,
  (context, _params, payment) => describeRelay(requireWallet(context).network, payment),
  discardPayment,
)

const relayTx = method({
  names: ['relay_tx'],
  about:
    'Relays a transaction that was prepared with do_not_relay and get_tx_metadata, or again one that a reorganisation removed from the chain',
  access: 'admin',
  effect: 'spend',
  flat: true,
  params: { hex: v.optional(secretText, ''), blink: falseByDefault, txid: v.optional(v.string(), '') },
  result: v.object({ tx_hash: v.string() }),
  approval: approveRelay,
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    try {
      const payment = approved ?? (await parseRelay(context, params))
      const { txid } = payment
      const result =
        params.txid === ''
          ? (await wallet.payments.commitMetadata(payment, { blink: params.blink })).result
          : await wallet.payments.resend(toHex(txid))
      if (result.state === 'refused')
        throw new JsonRpcError(WALLET_RPC_CODES.transfer, 'Failed to commit tx.', result.reason)
      return { tx_hash: toHex(txid) }
    } catch (error) {
      throw toRelayError(error)
    }
  },
})

/** The methods of this file. */
export const paymentMethods = [transfer, transferSplit, relayTx]

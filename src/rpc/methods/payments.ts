// Payments: transfers, and relaying what was kept.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import { NodeTimeoutError, NodeUnreachableError } from '../../daemon/errors.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { hex, list, u32 } from '../../jsonrpc/schemas.ts'
import type { Wallet } from '../../wallet/engine/wallet.ts'
import { checkFeeFrom, FeeFromError } from '../../wallet/spend/feeFrom.ts'
import { FrozenCoinError, PaymentOutdatedError } from '../../wallet/spend/relay.ts'
import { discardPrepared, type PreparedTransaction } from '../../wallet/spend/request.ts'
import { MetadataError } from '../../wallet/spend/txMetadata.ts'
import { describeRelay, describeTransfer, isLocalOnly, requireApproval } from '../approval.ts'
import { withAddresses } from '../openAlias.ts'
import {
  checkAmounts,
  checkDestinations,
  clampPriority,
  type Destination,
  destinationList,
  type Origin,
  origin,
} from '../paymentRequest.ts'
import { type Flags, flags, listed, make, single, transaction, transactions } from '../transferResponse.ts'
import { WALLET_RPC_CODES } from '../walletRpcCodes.ts'
import { falseByDefault, method, requireWallet } from '../walletSource.ts'

const NO_NETWORK_VERSION = -1001

type TransferParams = Origin & {
  readonly destinations: readonly Destination[]
  readonly subtract_fee_from_outputs: readonly number[]
}

/** The reference's words for why destinations cannot pay the fee. */
const inFeeWords = (
  error: unknown,
  { maxOutputs }: Network,
  { destinations, subtract_fee_from_outputs: feeFrom }: TransferParams,
): unknown => {
  if (!(error instanceof FeeFromError)) return error
  const { obstacle, message } = error
  if (obstacle === 'amount')
    return new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'Destination amount is zero', message)
  if (obstacle === 'index')
    return new JsonRpcError(
      WALLET_RPC_CODES.transfer,
      `subtractfeefrom: bad index: ${Math.max(...feeFrom)} (indexes are 0-based)`,
      message,
    )
  const words =
    destinations.length < maxOutputs
      ? 'feature subtractfeefrom not supported for split transactions'
      : 'subtractfeefrom transfers cannot be split over multiple transactions yet'
  return new JsonRpcError(WALLET_RPC_CODES.transfer, words, message)
}

/** The parameters of a transfer, as the wallet takes them. */
const transferRequest = ({ network }: Wallet, params: TransferParams) => {
  const { destinations, subtract_fee_from_outputs: feeFrom } = params
  checkDestinations(network, destinations, params.payment_id)
  try {
    checkFeeFrom(destinations.length, feeFrom, network.maxOutputs)
  } catch (error) {
    throw inFeeWords(error, network, params)
  }
  checkAmounts(network, destinations)
  return {
    account: params.account_index,
    subaddresses: params.subaddr_indices,
    destinations,
    feeFrom,
    priority: clampPriority(network, params.priority),
    unlockTime: params.unlock_time,
  }
}

const askToTransfer = requireApproval((source, params: TransferParams & Flags) => {
  const wallet = requireWallet(source)
  const request = transferRequest(wallet, params)
  return isLocalOnly(params) ? undefined : describeTransfer(wallet, request)
})

/** Prepares a transfer. What the reference asks a node first fails in its own words. */
const prepareTransfer = async (wallet: Wallet, params: TransferParams): Promise<readonly PreparedTransaction[]> => {
  try {
    return await wallet.prepareTransfer(transferRequest(wallet, params))
  } catch (error) {
    if (!(error instanceof NodeUnreachableError || error instanceof NodeTimeoutError))
      throw inFeeWords(error, wallet.network, params)
    const words = 'Could not query the current network version, try later'
    throw new JsonRpcError(NO_NETWORK_VERSION, words, error.message)
  }
}

const transfer = method({
  names: ['transfer'],
  about: 'Pays, in one transaction',
  access: 'admin',
  effect: 'spend',
  params: {
    destinations: destinationList,
    ...origin,
    subtract_fee_from_outputs: list(u32),
    get_tx_key: falseByDefault,
    ...flags,
  },
  result: transaction,
  approval: askToTransfer,
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const resolved = await withAddresses(source, params)
    const told = await make(wallet, { ...params, keys: params.get_tx_key }, async () => {
      const prepared = await prepareTransfer(wallet, resolved)
      if (prepared.length <= 1) return prepared
      discardPrepared(prepared)
      throw new JsonRpcError(WALLET_RPC_CODES.tooLarge, 'Transaction would be too large.  try /transfer_split.')
    })
    return single(told)
  },
})

const transferSplit = method({
  names: ['transfer_split'],
  about: 'Pays, in as many transactions as it takes',
  access: 'admin',
  effect: 'spend',
  params: {
    destinations: destinationList,
    ...origin,
    subtract_fee_from_outputs: list(u32),
    get_tx_keys: falseByDefault,
    ...flags,
  },
  result: transactions,
  approval: askToTransfer,
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const resolved = await withAddresses(source, params)
    const wanted = { ...params, keys: params.get_tx_keys }
    return listed(await make(wallet, wanted, () => prepareTransfer(wallet, resolved)), wanted)
  },
})

const keptIn = (text: string): Uint8Array => {
  const kept = v.safeParse(hex, text)
  if (!kept.success) throw new JsonRpcError(WALLET_RPC_CODES.badHex, 'Failed to parse hex.')
  return kept.output
}

/** The reference's words for why nothing that was kept is sent. */
const inRelayWords = (error: unknown): unknown => {
  if (error instanceof MetadataError)
    return new JsonRpcError(WALLET_RPC_CODES.badMetadata, 'Failed to parse tx metadata.', error.message)
  if (error instanceof PaymentOutdatedError || error instanceof FrozenCoinError)
    return new JsonRpcError(WALLET_RPC_CODES.transfer, 'Failed to commit tx.', error.message)
  return error
}

const relayTx = method({
  names: ['relay_tx'],
  about: 'Sends a transaction that was prepared with do_not_relay and get_tx_metadata',
  access: 'public',
  effect: 'spend',
  flat: true,
  params: { hex: v.optional(v.string(), ''), blink: falseByDefault },
  result: v.object({ tx_hash: v.string() }),
  approval: requireApproval((source, params) => {
    try {
      return describeRelay(requireWallet(source), keptIn(params.hex))
    } catch (error) {
      throw inRelayWords(error)
    }
  }),
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const kept = keptIn(params.hex)
    try {
      const { txid, result } = await wallet.payKept(kept, { blink: params.blink })
      if (result.state === 'refused')
        throw new JsonRpcError(WALLET_RPC_CODES.transfer, 'Failed to commit tx.', result.reason)
      return { tx_hash: toHex(txid) }
    } catch (error) {
      throw inRelayWords(error)
    }
  },
})

/** The methods of this file. */
export const paymentMethods = [transfer, transferSplit, relayTx]

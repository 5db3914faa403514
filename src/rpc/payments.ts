// Payments.

import * as v from 'valibot'
import { toHex } from '../bytes/hex.ts'
import { sumAmounts } from '../coin/amount.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { list, u32, u64 } from '../jsonrpc/schemas.ts'
import { PaymentRefusedError } from '../wallet/relay.ts'
import { transactionKeyText } from '../wallet/transferView.ts'
import { method, no, requireWallet, WALLET_RPC_CODES } from './source.ts'

const pay = method({
  names: ['transfer'],
  about: 'Pays, in one transaction',
  access: 'admin',
  params: {
    destinations: list(v.object({ amount: u64, address: v.string() })),
    account_index: v.optional(u32, 0),
    subaddr_indices: list(u32),
    priority: v.optional(u32, 0),
    unlock_time: v.optional(u64, 0n),
    payment_id: v.optional(v.string(), ''),
    get_tx_key: no,
    do_not_relay: no,
    get_tx_hex: no,
    get_tx_metadata: no,
  },
  result: v.object({
    tx_hash: v.string(),
    tx_key: v.string(),
    amount: u64,
    fee: u64,
    tx_blob: v.string(),
    tx_metadata: v.string(),
    multisig_txset: v.string(),
    unsigned_txset: v.string(),
  }),
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    if (params.destinations.length === 0)
      throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'No destinations for this transfer')
    if (params.destinations.some(({ amount }) => amount === 0n))
      throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'Destination amount is zero')
    if (params.payment_id !== '')
      throw new JsonRpcError(
        WALLET_RPC_CODES.wrongPaymentId,
        'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
      )
    const prepared = await wallet.prepareTransfer({
      account: params.account_index,
      subaddresses: params.subaddr_indices,
      destinations: params.destinations,
      priority: params.priority,
      unlockTime: params.unlock_time,
    })
    const [transaction, ...others] = prepared
    if (transaction === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
    if (others.length > 0)
      throw new JsonRpcError(WALLET_RPC_CODES.tooLarge, 'Transaction would be too large.  try /transfer_split.')
    if (!params.do_not_relay) {
      const [result] = await wallet.pay(prepared)
      if (result?.state === 'refused') throw new PaymentRefusedError(result.reason)
    }
    return {
      tx_hash: toHex(transaction.txid),
      tx_key: params.get_tx_key ? transactionKeyText(transaction.keys) : '',
      amount: sumAmounts(transaction.destinations),
      fee: transaction.fee,
      tx_blob: params.get_tx_hex ? toHex(transaction.blob) : '',
      tx_metadata: '',
      multisig_txset: '',
      unsigned_txset: '',
    }
  },
})

/** The methods of this file. */
export const paymentMethods = [pay]

// Payment URIs.

import * as v from 'valibot'
import { formatPaymentUri, PaymentUriError, parsePaymentUri } from '../../coin/addresses/paymentUri.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { u64 } from '../../jsonrpc/schemas.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import { method, omitIfEmpty, requireWallet } from '../calls/walletRpcContext.ts'

const text = v.optional(v.string(), '')

/** Prefixes errors of payment URIs, as wallet2 does. */
const prefixed = <T>(prefix: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof PaymentUriError)
      throw new JsonRpcError(WALLET_RPC_CODES.wrongUri, `${prefix}: ${error.message}`)
    throw error
  }
}

const makeUri = method({
  names: ['make_uri'],
  about: 'Returns a payment URI',
  access: 'public',
  effect: 'read',
  flat: true,
  params: {
    address: text,
    payment_id: text,
    amount: v.optional(u64, 0n),
    tx_description: text,
    recipient_name: text,
  },
  result: v.object({ uri: v.string() }),
  handler: (context, { address, payment_id, amount, tx_description, recipient_name }) => {
    const { network } = requireWallet(context)
    const request = {
      address,
      amount,
      paymentId: payment_id,
      recipientName: recipient_name,
      description: tx_description,
    }
    return { uri: prefixed('Cannot make URI from supplied parameters', () => formatPaymentUri(network, request)) }
  },
})

const parseUri = method({
  names: ['parse_uri'],
  about: 'What such a link asks for',
  access: 'public',
  effect: 'read',
  params: { uri: text },
  result: v.object({
    uri: v.object({
      address: v.string(),
      payment_id: v.string(),
      amount: u64,
      tx_description: v.string(),
      recipient_name: v.string(),
    }),
    unknown_parameters: v.optional(v.array(v.string())),
  }),
  handler: (context, { uri }) => {
    const { network } = requireWallet(context)
    const parsed = prefixed('Error parsing URI', () => parsePaymentUri(network, uri))
    return {
      uri: {
        address: parsed.address,
        payment_id: parsed.paymentId,
        amount: parsed.amount,
        tx_description: parsed.description,
        recipient_name: parsed.recipientName,
      },
      unknown_parameters: omitIfEmpty([...parsed.unknownParameters]),
    }
  },
})

/** The methods of this file. */
export const uriMethods = [makeUri, parseUri]

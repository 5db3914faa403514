// Addresses and payment links as people type, paste and scan them.

import { AddressError, parseAddress } from '../../coin/addresses/address.ts'
import { PaymentUriError, parsePaymentUri } from '../../coin/addresses/paymentUri.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { ParsedDestination } from './engineApi.ts'

/** What a text says of where to pay; where it says nothing, why. */
export const parseDestination = (network: Network, text: string): ParsedDestination => {
  const typed = text.trim()
  const isUri = typed.toLowerCase().startsWith(`${network.uri.scheme}:`)
  try {
    const uri = isUri ? parsePaymentUri(network, typed) : undefined
    // Paid without it, nobody could tell whose payment it is; and an id beside an address can no longer be sent.
    if (uri !== undefined && uri.paymentId !== '')
      return {
        valid: false,
        reason: `this request has a payment id (${uri.paymentId}) beside its address, which cannot be sent: ask for an integrated address or a subaddress`,
      }
    const address = uri?.address ?? typed
    return {
      valid: true,
      address,
      kind: parseAddress(network, address).kind,
      amount: uri === undefined || uri.amount === 0n ? undefined : uri.amount,
      recipientName: uri?.recipientName ?? '',
      description: uri?.description ?? '',
    }
  } catch (error) {
    if (error instanceof AddressError || error instanceof PaymentUriError)
      return { valid: false, reason: error.message }
    throw error
  }
}

// Parses addresses and payment URIs that a user types, pastes or scans.

import { withoutInvisibleCharacters } from '../../bytes/invisibleCharacters.ts'
import { AddressError, addressForm, parseAddress } from '../../coin/addresses/address.ts'
import { parsePaymentLink } from '../../coin/addresses/paymentLink.ts'
import { PaymentUriError } from '../../coin/addresses/paymentUri.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { ParsedDestination } from './accountViews.ts'

/** A text of fewer characters is no address with a mistake, but something else. */
const MIN_ADDRESS_LENGTH = 80

/** A longer text is neither: links with a name, a description and several recipients have some hundred characters. */
const MAX_LENGTH = 20_000

/** Returns the id of the other network that an address belongs to, also that of a link. */
const networkOf = (error: unknown): string | undefined => {
  if (error instanceof PaymentUriError) return networkOf(error.cause)
  return error instanceof AddressError ? error.details.network : undefined
}

/** Parses an address or a payment URI of a network; an invalid text returns the reason. */
export const parseDestination = (network: Network, text: string): ParsedDestination => {
  if (text.length > MAX_LENGTH)
    return {
      valid: false,
      reason: `this is not an address: it has ${text.length} characters`,
      ...{ fault: 'address', network: undefined, expected: undefined },
    }
  // Copies of an address contain spaces, line breaks and characters that are not displayed.
  const typed = withoutInvisibleCharacters(text).replace(/\s/g, '')
  try {
    const uri = parsePaymentLink(network, text)
    // Without the id the receiver cannot attribute the payment, and standalone payment ids can no longer be sent.
    if (uri !== undefined && uri.paymentId !== '')
      return {
        valid: false,
        fault: 'payment-id',
        network: undefined,
        expected: undefined,
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
      unknownParameters: uri?.unknownParameters ?? [],
    }
  } catch (error) {
    if (error instanceof AddressError || error instanceof PaymentUriError) {
      const owner = networkOf(error)
      const isLink = error instanceof PaymentUriError
      return {
        valid: false,
        reason: error.message,
        fault: owner === undefined ? (isLink ? 'link' : 'address') : 'network',
        network: owner,
        expected: isLink || typed.length >= MIN_ADDRESS_LENGTH ? undefined : addressForm(network),
      }
    }
    throw error
  }
}

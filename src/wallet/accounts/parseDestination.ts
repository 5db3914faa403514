// Parses addresses and payment URIs that a user types, pastes or scans.

import { withoutGaps } from '../../bytes/invisibleCharacters.ts'
import { AddressError, addressForm, parseAddress } from '../../coin/addresses/address.ts'
import { parsePaymentLink } from '../../coin/addresses/paymentLink.ts'
import { PaymentUriError } from '../../coin/addresses/paymentUri.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { InvalidDestination, ParsedDestination } from './accountViews.ts'
import { addressInLink, coinOf, isPageUrl } from './foreignCoins.ts'

/** A text of fewer characters is no address with a mistake, but something else. */
const MIN_ADDRESS_LENGTH = 80

/** A longer text is neither: links with a name, a description and several recipients have some hundred characters. */
const MAX_LENGTH = 20_000

/** Returns the id of the other network that an address belongs to, also that of a link. */
const networkOf = (error: unknown): string | undefined => {
  if (error instanceof PaymentUriError) return networkOf(error.cause)
  return error instanceof AddressError ? error.details.network : undefined
}

const NO_DETAILS = { network: undefined, coin: undefined, expected: undefined } as const

/** Returns what a text is that is neither an address nor a payment link of a network; undefined if that is not known. */
const foreignDestination = (network: Network, typed: string): InvalidDestination | undefined => {
  if (isPageUrl(typed))
    return { ...NO_DETAILS, valid: false, fault: 'page', reason: 'this is the address of a page, not of a wallet' }
  const coin = coinOf(typed)
  if (coin === undefined || typed.toLowerCase().includes(`${network.uri.scheme}:`)) return undefined
  return { ...NO_DETAILS, valid: false, fault: 'coin', coin, reason: `this is a link or an address of ${coin}` }
}

/** Returns the id of the known network that the address in a link of another coin belongs to. */
const networkOfLink = (network: Network, typed: string): string | undefined => {
  try {
    parseAddress(network, addressInLink(typed))
    return undefined
  } catch (error) {
    return networkOf(error)
  }
}

/** Parses an address or a payment URI of a network; an invalid text returns the reason. */
export const parseDestination = (network: Network, text: string): ParsedDestination => {
  if (text.length > MAX_LENGTH)
    return {
      valid: false,
      reason: `this is not an address: it has ${text.length} characters`,
      ...{ ...NO_DETAILS, fault: 'address' },
    }
  // Copies of an address contain spaces, line breaks and characters that are not displayed.
  const typed = withoutGaps(text)
  try {
    const uri = parsePaymentLink(network, text)
    // Without the id the receiver cannot attribute the payment, and standalone payment ids can no longer be sent.
    if (uri !== undefined && uri.paymentId !== '')
      return {
        valid: false,
        ...NO_DETAILS,
        fault: 'payment-id',
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
      const owner = networkOf(error) ?? networkOfLink(network, typed)
      const isLink = error instanceof PaymentUriError
      const foreign = owner === undefined ? foreignDestination(network, typed) : undefined
      if (foreign !== undefined) return foreign
      return {
        valid: false,
        reason: error.message,
        fault: owner === undefined ? (isLink ? 'link' : 'address') : 'network',
        network: owner,
        coin: undefined,
        expected: isLink || typed.length >= MIN_ADDRESS_LENGTH ? undefined : addressForm(network),
      }
    }
    throw error
  }
}

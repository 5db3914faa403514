// Payment links as people meet them: payment URIs (see paymentUri.ts) with the deviations of sites and other wallets.

import { withoutGaps } from '../../bytes/invisibleCharacters.ts'
import type { Network } from '../networks/network.ts'
import { LINK_HEAD } from './linkRecipients.ts'
import { type ParsedPaymentUri, parsePaymentUri } from './paymentUri.ts'

/** Returns a parameter with every `=` of its value escaped, which wallet2 requires; undefined if there is no value behind its `=`. */
const tidyParameter = (parameter: string): string | undefined => {
  const [key = '', ...value] = parameter.split('=')
  if (value.length === 0) return parameter
  return value.join('') === '' ? undefined : `${key}=${value.join('%3D')}`
}

/** Returns the payment URI that a text with the scheme of a network is; undefined for other texts. */
const tidyLink = ({ uri: { scheme } }: Network, text: string): string | undefined => {
  const [head = '', ...query] = text.split('?')
  const [, typedScheme = '', address = ''] = LINK_HEAD.exec(withoutGaps(head)) ?? []
  if (typedScheme.toLowerCase() !== scheme) return undefined
  const parameters = query
    .join('?')
    .trim()
    .split('&')
    .flatMap((parameter) => tidyParameter(parameter) || [])
  return `${scheme}:${address}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
}

/**
 * Parses a payment link: a payment URI with a scheme in any case, also behind `web+` or before `//`, with parameters that have no value, and
 * with values that contain `=`. Returns undefined for a text that is not a link of the network.
 * @throws PaymentUriError
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * const address = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
 * parsePaymentLink(networkById('oxen-mainnet'), `web+OXEN:${address}?tx_payment_id=&tx_amount=1.5&`).amount // 1500000000n
 * parsePaymentLink(networkById('oxen-mainnet'), address) // undefined
 */
export const parsePaymentLink = (network: Network, text: string): ParsedPaymentUri | undefined => {
  const link = tidyLink(network, text)
  return link === undefined ? undefined : parsePaymentUri(network, link)
}

// The recipients of payment links with several of them.

import { withoutInvisibleCharacters } from '../../bytes/invisibleCharacters.ts'

/**
 * The scheme and the address of a link, before its parameters. Sites can handle links only of schemes that begin with web+; the case of a scheme does not
 * matter (RFC 3986).
 */
export const LINK_HEAD = /^(?:web\+)?([a-z]+):(?:\/\/)?(.*?)\/?$/i

/** Separates the addresses, amounts and names of several recipients, also if it is escaped. */
const SEPARATOR = /;|%3b/i

/** A text that can be an address of some coin, by its characters and length. */
export const ADDRESS_LIKE = /^[1-9A-HJ-NP-Za-km-z]{80,}$/

/**
 * Returns the links of the single recipients of a payment link with several of them (Monero: docs/URI_SCHEME.md): each gets its own amount and name, and
 * the description of all. Other texts are returned as they are, also links whose amounts are not as many as their addresses.
 *
 * @example
 * const address = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
 * splitPaymentLink(`oxen:${address};${address}?tx_amount=1;2`) // [`oxen:${address}?tx_amount=1`, `oxen:${address}?tx_amount=2`]
 * splitPaymentLink(address) // [address]
 */
export const splitPaymentLink = (text: string): readonly string[] => {
  const [head = '', ...query] = withoutInvisibleCharacters(text).trim().split('?')
  const [, scheme = '', list = ''] = LINK_HEAD.exec(head) ?? []
  const addresses = list.split(SEPARATOR)
  if (addresses.length < 2 || !addresses.every((address) => ADDRESS_LIKE.test(address))) return [text]
  const parameters = query.join('?').split('&').filter(Boolean)
  const parts = parameters.map((parameter) => {
    const [key = '', ...value] = parameter.split('=')
    const isList = key === 'tx_amount' || key === 'recipient_name'
    return { key, values: isList ? value.join('=').split(SEPARATOR) : [value.join('=')] }
  })
  if (parts.some(({ key, values }) => key === 'tx_amount' && values.length !== addresses.length)) return [text]
  return addresses.map((address, i) => {
    const own = parts.map(
      ({ key, values }) => `${key}=${values.length === addresses.length ? values[i] : values.join(';')}`,
    )
    return `${scheme}:${address}${own.length === 0 ? '' : `?${own.join('&')}`}`
  })
}

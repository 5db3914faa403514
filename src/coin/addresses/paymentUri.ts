// Payment URIs: an address and details of a payment, for links and QR codes (wallet2: make_uri, parse_uri).

import { utf8 } from '../../bytes/bytes.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { fromUtf8, Utf8Error } from '../../bytes/text.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { AmountError, formatAmount, parseAmount } from '../amount.ts'
import type { Network } from '../networks/network.ts'
import { AddressError, parseAddress } from './address.ts'

/** A payment URI cannot be parsed or formatted. The message is wallet2's, which RPC responses contain. */
export class PaymentUriError extends FabaError {
  override readonly name = 'PaymentUriError'
  readonly code = 'payment-uri'
}

export type PaymentRequest = {
  readonly address: string
  /** atomic units; 0 if unspecified */
  readonly amount: bigint
  /** hex; empty if there is none, or if the address is integrated */
  readonly paymentId: string
  readonly recipientName: string
  readonly description: string
}

export type ParsedPaymentUri = PaymentRequest & {
  /** unknown parameters, unchanged */
  readonly unknownParameters: readonly string[]
}

const escapeByte = (byte: number): string => {
  const character = String.fromCharCode(byte)
  if (/[A-Za-z0-9\-._~]/.test(character)) return character
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

const escapeText = (text: string): string => Array.from(utf8(text), escapeByte).join('')

/**
 * Decodes each %XX; keeps a malformed escape unchanged.
 * @throws PaymentUriError
 */
const unescapeText = (text: string): string => {
  const bytes: number[] = []
  const escaped = utf8(text)
  for (let i = 0; i < escaped.length; i++) {
    const pair = String.fromCharCode(...escaped.subarray(i, i + 3))
    if (/^%[0-9a-fA-F]{2}$/.test(pair)) {
      bytes.push(Number.parseInt(pair.slice(1), 16))
      i += 2
    } else bytes.push(escaped[i] ?? 0)
  }
  try {
    return fromUtf8(Uint8Array.from(bytes))
  } catch (error) {
    if (error instanceof Utf8Error) throw new PaymentUriError(`Not UTF-8: ${text}`, { cause: error })
    throw error
  }
}

/** @param message of the error if the payment id is invalid */
const checkPaymentId = ({ uri }: Network, text: string, message: string): string => {
  try {
    const id = fromHex(text)
    if (uri.paymentIdLengths.includes(id.length)) return toHex(id)
  } catch (error) {
    // Handled like a wrong length, below.
    if (!(error instanceof HexError)) throw error
  }
  throw new PaymentUriError(message)
}

const parseUriAddress = (network: Network, text: string, message: (text: string) => string) => {
  try {
    return parseAddress(network, text)
  } catch (error) {
    if (error instanceof AddressError) throw new PaymentUriError(message(text), { cause: error })
    throw error
  }
}

/**
 * Formats a payment URI. Omits empty values.
 * @throws PaymentUriError for an invalid address or payment id, or an integrated address with a separate payment id
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * const address = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
 * const request = { address, amount: 1500000000n, paymentId: '', recipientName: 'Ann B', description: '' }
 * formatPaymentUri(networkById('oxen-mainnet'), request) // `oxen:${address}?tx_amount=1.500000000&recipient_name=Ann%20B`
 */
export const formatPaymentUri = (
  network: Network,
  { address, amount, paymentId, recipientName, description }: PaymentRequest,
): string => {
  const parsed = parseUriAddress(network, address, network.uri.invalidFormattedAddress)
  if (paymentId !== '') {
    if (network.uri.standalonePaymentId !== undefined) throw new PaymentUriError(network.uri.standalonePaymentId)
    if (parsed.kind === 'integrated') throw new PaymentUriError('A single payment id is allowed')
    checkPaymentId(network, paymentId, 'Invalid payment id')
  }
  const parameters = [
    paymentId === '' ? undefined : `tx_payment_id=${paymentId}`,
    amount === 0n ? undefined : `tx_amount=${formatAmount(amount, network.decimals)}`,
    recipientName === '' ? undefined : `recipient_name=${escapeText(recipientName)}`,
    description === '' ? undefined : `tx_description=${escapeText(description)}`,
  ].filter((parameter) => parameter !== undefined)
  const uri = `${network.uri.scheme}:${address}`
  return parameters.length === 0 ? uri : `${uri}?${parameters.join('&')}`
}

const parseUriAmount = ({ decimals }: Network, text: string): bigint => {
  try {
    return parseAmount(text, decimals)
  } catch (error) {
    if (error instanceof AmountError) throw new PaymentUriError(`URI has invalid amount: ${text}`, { cause: error })
    throw error
  }
}

/**
 * Parses a payment URI.
 * @throws PaymentUriError
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * const address = 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz'
 * parsePaymentUri(networkById('oxen-mainnet'), `oxen:${address}?tx_amount=1.5`).amount // 1500000000n
 * parsePaymentUri(networkById('oxen-mainnet'), 'bitcoin:1') // throws PaymentUriError
 */
export const parsePaymentUri = (network: Network, text: string): ParsedPaymentUri => {
  const { uri } = network
  if (!text.startsWith(`${uri.scheme}:`))
    throw new PaymentUriError(`URI has wrong scheme (expected "${uri.scheme}:"): ${text}`)
  const rest = text.slice(uri.scheme.length + 1)
  const end = rest.indexOf('?')
  const address = end < 0 ? rest : rest.slice(0, end)
  const query = end < 0 ? '' : rest.slice(end + 1)
  const { kind } = parseUriAddress(network, address, uri.invalidAddress)

  const request = { address, amount: 0n, paymentId: '', recipientName: '', description: '' }
  const unknownParameters: string[] = []
  const seen = new Set<string>()
  for (const parameter of query === '' ? [] : query.split('&')) {
    const [key, value, ...more] = parameter.split('=')
    if (key === undefined || value === undefined || more.length > 0)
      throw new PaymentUriError(uri.invalidParameter(parameter))
    if (seen.has(key)) throw new PaymentUriError(`URI has more than one instance of ${key}`)
    seen.add(key)
    if (key === 'tx_amount') request.amount = parseUriAmount(network, value)
    else if (key === 'tx_payment_id') {
      if (kind === 'integrated') throw new PaymentUriError(uri.duplicatePaymentId)
      request.paymentId = checkPaymentId(network, value, `Invalid payment id: ${value}`)
    } else if (key === 'recipient_name') request.recipientName = unescapeText(value)
    else if (key === 'tx_description') request.description = unescapeText(value)
    else unknownParameters.push(parameter)
  }
  return { ...request, unknownParameters }
}

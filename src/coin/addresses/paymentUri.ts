// Payment URIs: an address and what to pay there, as links and QR codes carry them.

import { utf8 } from '../../bytes/bytes.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { AmountError, formatAmount, parseAmount } from '../amount.ts'
import type { Network } from '../networks/network.ts'
import { AddressError, parseAddress } from './address.ts'

/** A URI that cannot be read or made; the message is the reference's, without its prefix. */
export class UriError extends Error {
  override readonly name = 'UriError'
}

/** How a family words and restricts URIs. */
export type UriRules = {
  /** without the colon */
  readonly scheme: string
  /** lengths that a payment id of its own may have, in bytes */
  readonly paymentIdLengths: readonly number[]
  /** why a payment id of its own is not put into a URI; undefined where it is */
  readonly standalonePaymentId: string | undefined
  readonly badAddress: (text: string) => string
  readonly badMadeAddress: (text: string) => string
  readonly badParameter: (text: string) => string
  readonly twoPaymentIds: string
}

export type PaymentRequest = {
  readonly address: string
  /** atomic units; 0 for any */
  readonly amount: bigint
  /** hex; empty for none, and for integrated addresses */
  readonly paymentId: string
  readonly recipientName: string
  readonly description: string
}

export type ParsedUri = PaymentRequest & {
  /** parameters nobody knows, as they stand */
  readonly unknownParameters: readonly string[]
}

const escapeByte = (byte: number): string => {
  const character = String.fromCharCode(byte)
  if (/[A-Za-z0-9\-._~]/.test(character)) return character
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

const escapeText = (text: string): string => Array.from(utf8(text), escapeByte).join('')

/** Decodes %XX alone; what is no such pair stays as it is. */
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
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

/** @param message of the error for one that cannot be */
const checkPaymentId = ({ uri }: Network, text: string, message: string): string => {
  try {
    const id = fromHex(text)
    if (uri.paymentIdLengths.includes(id.length)) return toHex(id)
  } catch (error) {
    // Not hex is as wrong as another length.
    if (!(error instanceof HexError)) throw error
  }
  throw new UriError(message)
}

const addressIn = (network: Network, text: string, message: (text: string) => string) => {
  try {
    return parseAddress(network, text)
  } catch (error) {
    if (error instanceof AddressError) throw new UriError(message(text), { cause: error })
    throw error
  }
}

/**
 * The URI of a request. Absent values are left out.
 * @throws UriError for a wrong address or payment id, or both an integrated address and a payment id
 */
export const makeUri = (
  network: Network,
  { address, amount, paymentId, recipientName, description }: PaymentRequest,
): string => {
  const parsed = addressIn(network, address, network.uri.badMadeAddress)
  if (paymentId !== '') {
    if (network.uri.standalonePaymentId !== undefined) throw new UriError(network.uri.standalonePaymentId)
    if (parsed.kind === 'integrated') throw new UriError('A single payment id is allowed')
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

const amountIn = ({ decimals }: Network, text: string): bigint => {
  try {
    return parseAmount(text, decimals)
  } catch (error) {
    if (error instanceof AmountError) throw new UriError(`URI has invalid amount: ${text}`, { cause: error })
    throw error
  }
}

/**
 * What a URI asks for.
 * @throws UriError
 */
export const parseUri = (network: Network, text: string): ParsedUri => {
  const { uri } = network
  if (!text.startsWith(`${uri.scheme}:`))
    throw new UriError(`URI has wrong scheme (expected "${uri.scheme}:"): ${text}`)
  const rest = text.slice(uri.scheme.length + 1)
  const end = rest.indexOf('?')
  const address = end < 0 ? rest : rest.slice(0, end)
  const query = end < 0 ? '' : rest.slice(end + 1)
  const { kind } = addressIn(network, address, uri.badAddress)

  const request = { address, amount: 0n, paymentId: '', recipientName: '', description: '' }
  const unknownParameters: string[] = []
  const seen = new Set<string>()
  for (const parameter of query === '' ? [] : query.split('&')) {
    const [key, value, ...more] = parameter.split('=')
    if (key === undefined || value === undefined || more.length > 0) throw new UriError(uri.badParameter(parameter))
    if (seen.has(key)) throw new UriError(`URI has more than one instance of ${key}`)
    seen.add(key)
    if (key === 'tx_amount') request.amount = amountIn(network, value)
    else if (key === 'tx_payment_id') {
      if (kind === 'integrated') throw new UriError(uri.twoPaymentIds)
      request.paymentId = checkPaymentId(network, value, `Invalid payment id: ${value}`)
    } else if (key === 'recipient_name') request.recipientName = unescapeText(value)
    else if (key === 'tx_description') request.description = unescapeText(value)
    else unknownParameters.push(parameter)
  }
  return { ...request, unknownParameters }
}

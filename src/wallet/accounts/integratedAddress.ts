// Integrated addresses of the wallet: its primary address with a payment id.

import { isZero } from '../../bytes/bytes.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { formatAddress, subaddressAt, toIntegratedAddress } from '../../coin/addresses/address.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import type { IntegratedAddress } from './accountViews.ts'

const PAYMENT_ID = 8

/** The text is no payment id of 8 bytes in hex, or is all zeros, which means none. */
export class PaymentIdFormatError extends FabaError {
  override readonly name = 'PaymentIdFormatError'
  readonly code = 'payment-id-format'
}

/** Returns a random payment id that is not all zeros, which would mean none. */
export const randomPaymentId = ({ random }: Pick<Wallet, 'random'>): Uint8Array => {
  const id = random(PAYMENT_ID)
  if (isZero(id)) id[0] = 1
  return id
}

const parsePaymentId = (text: string): Uint8Array => {
  try {
    const id = fromHex(text.trim(), PAYMENT_ID)
    if (!isZero(id)) return id
  } catch (error) {
    if (!(error instanceof HexError)) throw error
  }
  throw new PaymentIdFormatError(`a payment id has 16 hex digits, not all of them 0; this is “${text}”`)
}

/**
 * Returns the integrated address of a payment id.
 * @param text 16 hex digits; a random id if it is empty
 * @throws PaymentIdFormatError
 */
export const integratedAddressOf = (wallet: Wallet, text: string): IntegratedAddress => {
  const id = text.trim() === '' ? randomPaymentId(wallet) : parsePaymentId(text)
  const primary = subaddressAt(wallet.keys, 0, 0)
  return { address: formatAddress(wallet.network, toIntegratedAddress(primary, id)), paymentId: toHex(id) }
}

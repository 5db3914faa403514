// Short payment ids travel encrypted to the view key of the receiver.

import { keccak256 } from '../hash/keccak.ts'
import { keyDerivation } from '../keys/keys.ts'

const ENCRYPTED_PAYMENT_ID_TAIL = Uint8Array.of(0x8d)

/** Encrypts or decrypts a payment id of 8 bytes (the two are one) with the derivation that sender and receiver share. */
export const cryptPaymentIdWith = (paymentId: Uint8Array, derivation: Uint8Array): Uint8Array => {
  const pad = keccak256(derivation, ENCRYPTED_PAYMENT_ID_TAIL)
  return paymentId.map((byte, i) => byte ^ (pad[i] ?? 0))
}

/**
 * Encrypts or decrypts a payment id of 8 bytes. The sender hands in the receiver's view key and the transaction secret, the
 * receiver the transaction key and the view secret.
 * @throws InvalidPointError when `publicKey` is not a point
 */
export const cryptPaymentId = (paymentId: Uint8Array, publicKey: Uint8Array, secret: Uint8Array): Uint8Array =>
  cryptPaymentIdWith(paymentId, keyDerivation(publicKey, secret))

// The encryption of short payment ids, to the view key of the receiver.

import { withSecrets } from '../../bytes/bytes.ts'
import { keccak256 } from '../hash/keccak.ts'
import { keyDerivation } from '../keys/keys.ts'

const ENCRYPTED_PAYMENT_ID_TAIL = Uint8Array.of(0x8d)

/**
 * Encrypts or decrypts a payment id of 8 bytes (the operation is its own inverse) with the shared derivation of sender and receiver.
 *
 * @example
 * const [id, derivation] = [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), new Uint8Array(32)]
 * cryptPaymentIdWith(cryptPaymentIdWith(id, derivation), derivation) // id
 */
export const cryptPaymentIdWith = (paymentId: Uint8Array, derivation: Uint8Array): Uint8Array =>
  withSecrets((keep) => {
    const pad = keep(keccak256(derivation, ENCRYPTED_PAYMENT_ID_TAIL))
    return paymentId.map((byte, i) => byte ^ (pad[i] ?? 0))
  })

/**
 * Encrypts or decrypts a payment id of 8 bytes. The sender passes the receiver's view key and the transaction secret, the receiver
 * the transaction key and the view secret.
 * @throws InvalidPointError if `publicKey` is not a point
 *
 * @example
 * import { publicKeyOf } from '../keys/keys.ts'
 * const [id, a, r] = [new Uint8Array(8), Uint8Array.of(5, ...new Uint8Array(31)), Uint8Array.of(6, ...new Uint8Array(31))]
 * cryptPaymentId(cryptPaymentId(id, publicKeyOf(a), r), publicKeyOf(r), a) // id
 */
export const cryptPaymentId = (paymentId: Uint8Array, publicKey: Uint8Array, secret: Uint8Array): Uint8Array =>
  withSecrets((keep) => cryptPaymentIdWith(paymentId, keep(keyDerivation(publicKey, secret))))

// The encryption of data that copies of a wallet exchange (wallet2: `encrypt_with_view_secret_key`): ChaCha20 under the CryptoNight hash
// of the view secret, signed with the view secret. Only holders of the view secret can read or write it.

import { concat, wipe } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { keccak256 } from '../hash/keccak.ts'
import { currentSlowHashes } from '../hash/slowHashes.ts'
import { type Random, randomBytes } from '../random/random.ts'
import { SIGNATURE_LENGTH, signHash, verifyHash } from '../signatures/signature.ts'
import { chacha20 } from './cipher.ts'

/** Bytes that were not encrypted with this view secret, or that were changed. */
export class ViewCipherError extends FabaError {
  override readonly name = 'ViewCipherError'
  readonly code = 'view-cipher'
}

/** The view key pair of a wallet, 32 bytes each. */
export type ViewKeys = { readonly viewSecret: Uint8Array; readonly viewPublic: Uint8Array }

const NONCE_LENGTH = 8

const crypt = async ({ viewSecret }: ViewKeys, nonce: Uint8Array, data: Uint8Array): Promise<Uint8Array> => {
  const key = await currentSlowHashes().cryptonight(viewSecret)
  try {
    return chacha20(key, nonce, data)
  } finally {
    wipe(key)
  }
}

/**
 * Encrypts and signs data. Returns nonce (8 bytes), ciphertext, signature (64 bytes).
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { publicKeyOf } from '../keys/keys.ts'
 * const viewSecret = Uint8Array.of(5, ...new Uint8Array(31))
 * const keys = { viewSecret, viewPublic: publicKeyOf(viewSecret) }
 * const sealed = await sealForView(keys, Uint8Array.of(1), (length) => new Uint8Array(length).fill(3))
 * await openForView(keys, sealed) // Uint8Array.of(1)
 */
export const sealForView = async (keys: ViewKeys, plain: Uint8Array, random: Random): Promise<Uint8Array> => {
  const nonce = randomBytes(random, NONCE_LENGTH)
  const signed = concat(nonce, await crypt(keys, nonce, plain))
  return concat(signed, signHash(keccak256(signed), keys.viewPublic, keys.viewSecret, random))
}

/**
 * Verifies and decrypts what `sealForView` encrypted.
 * @throws ViewCipherError if the signature is not valid or the data is too short
 *
 * @example
 * openForView({ viewSecret: new Uint8Array(32), viewPublic: new Uint8Array(32) }, new Uint8Array(8)) // throws ViewCipherError
 */
export const openForView = async (keys: ViewKeys, sealed: Uint8Array): Promise<Uint8Array> => {
  const end = sealed.length - SIGNATURE_LENGTH
  if (end < NONCE_LENGTH) throw new ViewCipherError('Unexpected ciphertext size')
  const signed = sealed.subarray(0, end)
  if (!verifyHash(keccak256(signed), keys.viewPublic, sealed.subarray(end)))
    throw new ViewCipherError('Failed to authenticate ciphertext')
  return await crypt(keys, signed.subarray(0, NONCE_LENGTH), signed.subarray(NONCE_LENGTH))
}

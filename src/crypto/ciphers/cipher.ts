// How data is kept secret at rest: XChaCha20-Poly1305, whose nonces are long enough to be random. ChaCha20 alone is what the
// reference wraps its exported files in.

import { chacha20orig, xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { concat } from '../../bytes/bytes.ts'
import { type Random, randomBytes } from '../random.ts'

/** Sealed data that the key does not open: another key, other associated data, or bytes that changed. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

/** Length of a key. */
export const CIPHER_KEY_LENGTH = 32

const NONCE_LENGTH = 24
const TAG_LENGTH = 16

/**
 * Encrypts and authenticates: nonce (24 bytes), ciphertext, tag (16 bytes).
 * @param key 32 bytes
 * @param associated what the data belongs to; authenticated but not contained
 * @throws RandomnessError when `random` fails
 */
export const seal = (key: Uint8Array, plain: Uint8Array, associated: Uint8Array, random: Random): Uint8Array => {
  const nonce = randomBytes(random, NONCE_LENGTH)
  return concat(nonce, xchacha20poly1305(key, nonce, associated).encrypt(plain))
}

/**
 * The data that `seal` was given.
 * @throws DecryptionError when anything differs
 */
export const open = (key: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Uint8Array => {
  if (key.length !== CIPHER_KEY_LENGTH)
    throw new DecryptionError(`a key has ${CIPHER_KEY_LENGTH} bytes, not ${key.length}`)
  if (sealed.length < NONCE_LENGTH + TAG_LENGTH)
    throw new DecryptionError(`${sealed.length} bytes are too few to be sealed data`)
  try {
    return xchacha20poly1305(key, sealed.subarray(0, NONCE_LENGTH), associated).decrypt(sealed.subarray(NONCE_LENGTH))
  } catch {
    throw new DecryptionError('the data does not open with this key: it is another one, or the data changed')
  }
}

/**
 * XORs data with the stream of ChaCha20 in its original form (64-bit nonce and counter), which encrypts and decrypts alike.
 * @param key 32 bytes
 * @param nonce 8 bytes
 */
export const chacha20 = (key: Uint8Array, nonce: Uint8Array, data: Uint8Array): Uint8Array =>
  chacha20orig(key, nonce, data)

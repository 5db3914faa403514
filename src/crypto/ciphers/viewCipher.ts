// How the reference wraps what goes from one copy of a wallet to another: ChaCha20 under a key that is hashed slowly out of the view
// secret, signed with the view secret. Whoever has the view secret reads it, and nobody else can have written it.

import { concat, wipe } from '../../bytes/bytes.ts'
import { cryptonight } from '../hash/cryptonight.ts'
import { keccak256 } from '../hash/keccak.ts'
import { type Random, randomBytes } from '../random.ts'
import { SIGNATURE_LENGTH, signHash, verifyHash } from '../signatures/signature.ts'
import { chacha20 } from './cipher.ts'

/** Bytes that were not wrapped with this view secret, or that changed since. */
export class ViewCipherError extends Error {
  override readonly name = 'ViewCipherError'
}

/** 32 bytes each. */
export type ViewKeys = { readonly viewSecret: Uint8Array; readonly viewPublic: Uint8Array }

const NONCE_LENGTH = 8

const crypt = async ({ viewSecret }: ViewKeys, nonce: Uint8Array, data: Uint8Array): Promise<Uint8Array> => {
  const key = await cryptonight(viewSecret)
  const crypted = chacha20(key, nonce, data)
  wipe(key)
  return crypted
}

/**
 * Nonce (8 bytes), ciphertext, signature (64 bytes).
 * @throws RandomnessError when `random` fails
 */
export const sealForView = async (keys: ViewKeys, plain: Uint8Array, random: Random): Promise<Uint8Array> => {
  const nonce = randomBytes(random, NONCE_LENGTH)
  const signed = concat(nonce, await crypt(keys, nonce, plain))
  return concat(signed, signHash(keccak256(signed), keys.viewPublic, keys.viewSecret, random))
}

/**
 * What `sealForView` was given.
 * @throws ViewCipherError
 */
export const openForView = async (keys: ViewKeys, sealed: Uint8Array): Promise<Uint8Array> => {
  const end = sealed.length - SIGNATURE_LENGTH
  if (end < NONCE_LENGTH) throw new ViewCipherError('Unexpected ciphertext size')
  const signed = sealed.subarray(0, end)
  if (!verifyHash(keccak256(signed), keys.viewPublic, sealed.subarray(end)))
    throw new ViewCipherError('Failed to authenticate ciphertext')
  return await crypt(keys, signed.subarray(0, NONCE_LENGTH), signed.subarray(NONCE_LENGTH))
}

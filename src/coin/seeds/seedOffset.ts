// Seed offsets: a passphrase, hashed with CryptoNight, that is subtracted from the key of the words (wallet2: encrypt_key, decrypt_key).

import { utf8, wipe } from '../../bytes/bytes.ts'
import { scalarFromBytes, scalarToBytes } from '../../crypto/curve/scalar.ts'
import { cryptonight } from '../../crypto/hash/cryptonight.ts'

/** Text, or bytes if another wallet encoded it differently from UTF-8. Empty for no offset. */
export type Passphrase = string | Uint8Array

const offsetOf = async (passphrase: Passphrase): Promise<bigint> => {
  const hash = await cryptonight(typeof passphrase === 'string' ? utf8(passphrase) : passphrase)
  const offset = scalarFromBytes(hash)
  wipe(hash)
  return offset
}

/**
 * Returns the key that seed words and a passphrase restore: the key of the words minus the offset. Returns `key` for an empty passphrase.
 *
 * @example
 * const key = new Uint8Array(32).fill(1)
 * await removeSeedOffset(key, '') // key
 */
export const removeSeedOffset = async (key: Uint8Array, passphrase: Passphrase): Promise<Uint8Array> =>
  passphrase.length === 0 ? key : scalarToBytes(scalarFromBytes(key) - (await offsetOf(passphrase)))

/**
 * Returns the key whose seed words restore `key` together with a passphrase. Returns `key` for an empty passphrase.
 *
 * @example
 * const key = new Uint8Array(32).fill(1)
 * await removeSeedOffset(await addSeedOffset(key, 'secret'), 'secret') // key
 */
export const addSeedOffset = async (key: Uint8Array, passphrase: Passphrase): Promise<Uint8Array> =>
  passphrase.length === 0 ? key : scalarToBytes(scalarFromBytes(key) + (await offsetOf(passphrase)))

// Seed offsets: a passphrase, hashed with CryptoNight, that is subtracted from the key of the words (wallet2: encrypt_key, decrypt_key).

import { utf8, wipe } from '../../bytes/bytes.ts'
import { addSecrets, subtractSecrets } from '../../crypto/curve/secretScalar.ts'
import { currentSlowHashes } from '../../crypto/hash/slowHashes.ts'

/** Text, or bytes if another wallet encoded it differently from UTF-8. Empty for no offset. */
export type Passphrase = string | Uint8Array

/**
 * Returns the bytes of a passphrase. The caller wipes them.
 *
 * @example
 * passphraseBytes('a') // Uint8Array.of(0x61)
 */
export const passphraseBytes = (passphrase: Passphrase): Uint8Array =>
  typeof passphrase === 'string' ? utf8(passphrase) : passphrase.slice()

/** Combines a key with the hash of a passphrase. */
const withOffset = async (
  key: Uint8Array,
  passphrase: Passphrase,
  combine: (key: Uint8Array, offset: Uint8Array) => Uint8Array,
): Promise<Uint8Array> => {
  const bytes = passphraseBytes(passphrase)
  try {
    const offset = await currentSlowHashes().cryptonight(bytes)
    try {
      return combine(key, offset)
    } finally {
      wipe(offset)
    }
  } finally {
    wipe(bytes)
  }
}

/**
 * Returns the key that seed words and a passphrase restore: the key of the words minus the offset. Returns `key` for an empty passphrase.
 *
 * @example
 * const key = new Uint8Array(32).fill(1)
 * await removeSeedOffset(key, '') // key
 */
export const removeSeedOffset = async (key: Uint8Array, passphrase: Passphrase): Promise<Uint8Array> =>
  passphrase.length === 0 ? key : await withOffset(key, passphrase, subtractSecrets)

/**
 * Returns the key whose seed words restore `key` together with a passphrase. Returns `key` for an empty passphrase.
 *
 * @example
 * const key = new Uint8Array(32).fill(1)
 * await removeSeedOffset(await addSeedOffset(key, 'secret'), 'secret') // key
 */
export const addSeedOffset = async (key: Uint8Array, passphrase: Passphrase): Promise<Uint8Array> =>
  passphrase.length === 0 ? key : await withOffset(key, passphrase, addSecrets)

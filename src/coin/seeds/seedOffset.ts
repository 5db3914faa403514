// A seed offset: a passphrase that turns the key of the words into another. Its hash is slow on purpose.

import { utf8, wipe } from '../../bytes/bytes.ts'
import { scalarFromBytes, scalarToBytes } from '../../crypto/curve/scalar.ts'
import { cryptonight } from '../../crypto/hash/cryptonight.ts'

/** A text, or bytes for one that another wallet did not read as UTF-8. Empty is none. */
export type Passphrase = string | Uint8Array

const offsetOf = async (passphrase: Passphrase): Promise<bigint> => {
  const hash = await cryptonight(typeof passphrase === 'string' ? utf8(passphrase) : passphrase)
  const offset = scalarFromBytes(hash)
  wipe(hash)
  return offset
}

/** The key that words with an offset restore: their key less the offset. Without one the key itself. */
export const removeSeedOffset = async (key: Uint8Array, passphrase: Passphrase): Promise<Uint8Array> =>
  passphrase.length === 0 ? key : scalarToBytes(scalarFromBytes(key) - (await offsetOf(passphrase)))

/** The key whose words restore `key` together with the passphrase. Without one the key itself. */
export const addSeedOffset = async (key: Uint8Array, passphrase: Passphrase): Promise<Uint8Array> =>
  passphrase.length === 0 ? key : scalarToBytes(scalarFromBytes(key) + (await offsetOf(passphrase)))

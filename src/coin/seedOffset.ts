// A seed offset: a passphrase that turns the key of the words into another. Its hash is slow on purpose.

import { utf8, wipe } from '../bytes/bytes.ts'
import { cryptonight } from '../crypto/cryptonight.ts'
import { scalarFromBytes, scalarToBytes } from '../crypto/scalar.ts'

const offsetOf = async (passphrase: string): Promise<bigint> => {
  const hash = await cryptonight(utf8(passphrase))
  const offset = scalarFromBytes(hash)
  wipe(hash)
  return offset
}

/** The key that words with an offset restore: their key less the offset. An empty passphrase is none and changes nothing. */
export const removeSeedOffset = async (key: Uint8Array, passphrase: string): Promise<Uint8Array> =>
  passphrase === '' ? key : scalarToBytes(scalarFromBytes(key) - (await offsetOf(passphrase)))

/** The key whose words restore `key` together with the passphrase. An empty passphrase changes nothing. */
export const addSeedOffset = async (key: Uint8Array, passphrase: string): Promise<Uint8Array> =>
  passphrase === '' ? key : scalarToBytes(scalarFromBytes(key) + (await offsetOf(passphrase)))

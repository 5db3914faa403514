// Keys from the words that a user types: seeds of wallet2, of a participant of a multisig wallet, of MyMonero, and polyseeds.

import type { UnixSeconds } from '../../async/time.ts'
import { wipe } from '../../bytes/bytes.ts'
import { encodeText, type TextEncoding } from '../../bytes/text.ts'
import type { Network } from '../../coin/networks/network.ts'
import { myMoneroKeys } from '../../coin/seeds/myMoneroSeed.ts'
import {
  cryptPolyseed,
  decodePolyseed,
  isPolyseedEncrypted,
  POLYSEED_WORDS,
  type Polyseed,
  PolyseedError,
  polyseedBirthday,
} from '../../coin/seeds/polyseed.ts'
import { decodeHalfSeed } from '../../coin/seeds/seed.ts'
import { seedWordsOf } from '../../coin/seeds/seedText.ts'
import { type Keyring, keyringFromWords } from '../../wallet/open/keyring.ts'
import { polyseedKeyring } from './polyseedKeyring.ts'

const HALF_SEED_WORDS = 13

export type RestoredSeed = {
  readonly keyring: Keyring
  /** when the seed was created; undefined if the words do not contain it */
  readonly created: UnixSeconds | undefined
}

/** Returns a seed as it was before its encryption. An empty passphrase decrypts nothing. */
const decryptPolyseed = (seed: Polyseed, passphrase: string): Polyseed => {
  if (!isPolyseedEncrypted(seed)) return seed
  if (passphrase === '')
    throw new PolyseedError('the seed is encrypted: its passphrase is needed', { details: { fault: 'passphrase' } })
  return cryptPolyseed(seed, passphrase)
}

/** The passphrase decrypts an encrypted seed, and is the offset of any other, as in Feather. */
const keyringFromPolyseed = async (
  network: Network,
  words: string,
  passphrase: string,
  encoding: TextEncoding,
): Promise<RestoredSeed> => {
  const coin = network.polyseedCoin
  if (coin === undefined)
    throw new PolyseedError(`${network.familyName} has no polyseeds`, { details: { fault: 'coin' } })
  const read = await decodePolyseed(words, coin)
  const seed = decryptPolyseed(read, passphrase)
  try {
    const offset = isPolyseedEncrypted(read) ? new Uint8Array() : encodeText(passphrase, encoding)
    const noted = { seed: read, needsPassphrase: passphrase !== '' }
    return { keyring: await polyseedKeyring({ seed, coin }, noted, offset), created: polyseedBirthday(seed) }
  } finally {
    wipe(read.secret, seed.secret)
  }
}

const keyringFromHalfSeed = async (words: string): Promise<RestoredSeed> => {
  const { bytes, language } = await decodeHalfSeed(words)
  try {
    return { keyring: { keys: myMoneroKeys(bytes), language }, created: undefined }
  } finally {
    wipe(bytes)
  }
}

/**
 * Returns the keyring of the words of a seed, whose kind follows from their number.
 * @throws PolyseedError, SeedError, and the errors of `keyringFromWords`
 */
export const keyringFromSeed = async (
  network: Network,
  text: string,
  passphrase: string,
  encoding: TextEncoding = 'utf-8',
): Promise<RestoredSeed> => {
  const found = seedWordsOf(text)
  const words = found.join(' ')
  const count = found.length
  if (count === POLYSEED_WORDS) return await keyringFromPolyseed(network, words, passphrase, encoding)
  if (count === HALF_SEED_WORDS) return await keyringFromHalfSeed(words)
  return { keyring: await keyringFromWords(words, passphrase, encoding), created: undefined }
}

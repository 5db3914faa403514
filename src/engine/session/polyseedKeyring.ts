// Keys from a polyseed, which the keyring keeps: the words that the user noted can be shown again.

import { wipe } from '../../bytes/bytes.ts'
import { type Polyseed, polyseedKey } from '../../coin/seeds/polyseed.ts'
import { removeSeedOffset } from '../../coin/seeds/seedOffset.ts'
import { generateKeys } from '../../crypto/keys/keys.ts'
import { DEFAULT_LANGUAGE, type Keyring, type NotedPolyseed } from '../../wallet/open/keyring.ts'

/**
 * Returns the keyring of a polyseed.
 * @param seed not encrypted
 * @param noted what the user noted, whose secret is copied
 * @param offset passphrase whose hash is subtracted from the key, as in Feather; empty for none
 */
export const polyseedKeyring = async (
  { seed, coin }: { readonly seed: Polyseed; readonly coin: number },
  noted: NotedPolyseed,
  offset: Uint8Array,
): Promise<Keyring> => {
  const key = polyseedKey(seed, coin)
  const secret = await removeSeedOffset(key, offset)
  try {
    const polyseed = { ...noted, seed: { ...noted.seed, secret: noted.seed.secret.slice() } }
    return { keys: generateKeys(secret), language: DEFAULT_LANGUAGE, polyseed }
  } finally {
    wipe(key, secret)
  }
}

// The vault key before a change of the password, encrypted with the key after it, until no record is sealed with it any more. It is removed then.

import { blake2b } from '@noble/hashes/blake2.js'
import { utf8, wipe } from '../bytes/bytes.ts'
import { encodeCbor } from '../bytes/cbor.ts'
import { CIPHER_KEY_LENGTH, DecryptionError, open, seal } from '../crypto/ciphers/cipher.ts'
import type { Random } from '../crypto/random/random.ts'
import { TamperedRecordError } from './errors.ts'
import type { Store, StoreChange } from './store.ts'

/** The table of previous vault keys, by wallet id. */
export const PREVIOUS_KEYS_TABLE = 'previous-keys'

const associatedData = (walletId: string): Uint8Array => encodeCbor(['faba previous key', walletId])

const keyOf = (vaultKey: Uint8Array): Uint8Array =>
  blake2b(utf8('faba previous key'), { key: vaultKey, dkLen: CIPHER_KEY_LENGTH })

/** Returns the change of a commit that stores the previous vault key of a wallet beside the present one. */
export const previousKeyChange = (
  walletId: string,
  vaultKey: Uint8Array,
  previous: Uint8Array,
  random: Random,
): StoreChange => {
  const key = keyOf(vaultKey)
  const value = seal(key, previous, associatedData(walletId), random)
  wipe(key)
  return { table: PREVIOUS_KEYS_TABLE, key: walletId, value }
}

/** Returns the change of a commit that removes the previous vault key of a wallet. */
export const previousKeyRemoval = (walletId: string): StoreChange => ({ table: PREVIOUS_KEYS_TABLE, key: walletId })

/**
 * Returns the previous vault key of a wallet, to be wiped; undefined if no record is sealed with one.
 * @throws TamperedRecordError if it is stored, and not beside `vaultKey`
 */
export const findPreviousKey = async (
  store: Store,
  walletId: string,
  vaultKey: Uint8Array,
): Promise<Uint8Array | undefined> => {
  const sealed = await store.get(PREVIOUS_KEYS_TABLE, walletId)
  if (sealed === undefined) return undefined
  const key = keyOf(vaultKey)
  try {
    return open(key, sealed, associatedData(walletId))
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    throw new TamperedRecordError(
      'the previous key of the wallet was changed, or is of another password: restore the wallet from its seed words or a copy',
    )
  } finally {
    wipe(key)
  }
}

// Passkeys: a second way to open a vault. The vault key is encrypted with a secret that only an authenticator computes (WebAuthn, extension
// `prf`), from a salt that is stored with it. The password stays valid.

import { blake2b } from '@noble/hashes/blake2.js'
import { utf8, wipe } from '../bytes/bytes.ts'
import { encodeCbor } from '../bytes/cbor.ts'
import { CIPHER_KEY_LENGTH, DecryptionError, open, seal } from '../crypto/ciphers/cipher.ts'
import type { Random } from '../crypto/random/random.ts'
import { PasskeyMissingError, WrongPasskeyError } from './errors.ts'
import type { Passkey, PasskeySecret } from './passkeyCredential.ts'
import type { Store, StoreChange } from './store.ts'
import { FORMAT, PASSKEYS_TABLE, parsePasskey } from './storedPasskey.ts'

const associatedData = (walletId: string, { credentialId, salt }: Passkey): Uint8Array =>
  encodeCbor(['faba passkey', FORMAT, walletId, credentialId, salt])

/** The secret is uniform: it needs no slow derivation. */
const keyOf = (secret: Uint8Array): Uint8Array =>
  blake2b(utf8('faba passkey key'), { key: secret, dkLen: CIPHER_KEY_LENGTH })

/** Encrypts the vault key of a wallet with the secret of a passkey and stores it durably; replaces an earlier passkey. */
export const storePasskey = async (
  store: Store,
  walletId: string,
  vaultKey: Uint8Array,
  { credentialId, salt, secret }: PasskeySecret,
  random: Random,
): Promise<void> => {
  const key = keyOf(secret)
  try {
    const sealedKey = seal(key, vaultKey, associatedData(walletId, { credentialId, salt }), random)
    const value = encodeCbor({ format: FORMAT, credentialId, salt, sealedKey })
    await store.commit([{ table: PASSKEYS_TABLE, key: walletId, value }], 'strict')
  } finally {
    wipe(key)
  }
}

/**
 * Decrypts the vault key of a wallet with the secret of its passkey.
 * @returns 32 bytes, to be wiped
 * @throws PasskeyMissingError, WrongPasskeyError, TamperedRecordError
 */
export const openVaultKeyByPasskey = async (
  store: Store,
  walletId: string,
  secret: Uint8Array,
): Promise<Uint8Array> => {
  const bytes = await store.get(PASSKEYS_TABLE, walletId)
  if (bytes === undefined) throw new PasskeyMissingError('this wallet has no passkey: unlock it with its password')
  const { sealedKey, ...passkey } = parsePasskey(bytes)
  const key = keyOf(secret)
  try {
    return open(key, sealedKey, associatedData(walletId, passkey))
  } catch (error) {
    if (error instanceof DecryptionError)
      throw new WrongPasskeyError('this passkey does not open the wallet: unlock it with its password')
    throw error
  } finally {
    wipe(key)
  }
}

/** Returns the change of a commit that removes the passkey of a wallet. */
export const passkeyRemoval = (walletId: string): StoreChange => ({ table: PASSKEYS_TABLE, key: walletId })

// Passkeys of stored wallets: set up with the password, used instead of it to unlock.

import { wipe } from '../../bytes/bytes.ts'
import { openVaultKeyByPasskey, passkeyRemoval, storePasskey } from '../../store/passkey.ts'
import type { PasskeySecret } from '../../store/passkeyCredential.ts'
import { openVaultKey } from '../../store/vaultKey.ts'
import { type VaultHost, vaultOptions } from './walletVault.ts'

/**
 * Sets up the passkey of a wallet after verifying its password; replaces an earlier one.
 * @throws WrongPasswordError, VaultMissingError
 */
export const addPasskey = async (
  host: VaultHost,
  id: string,
  password: string,
  passkey: PasskeySecret,
): Promise<void> => {
  const vaultKey = await openVaultKey(host.store, id, password, vaultOptions(host))
  try {
    await storePasskey(host.store, id, vaultKey, passkey, host.random)
  } finally {
    wipe(vaultKey, passkey.secret)
  }
}

/**
 * Decrypts the vault key of a wallet with the secret of its passkey, which is wiped.
 * @returns 32 bytes, to be wiped
 * @throws PasskeyMissingError, WrongPasskeyError
 */
export const openPasskeyKey = async (host: VaultHost, id: string, secret: Uint8Array): Promise<Uint8Array> => {
  try {
    return await openVaultKeyByPasskey(host.store, id, secret)
  } finally {
    wipe(secret)
  }
}

/** Removes the passkey of a wallet. The authenticator keeps its part, which opens nothing then. */
export const removePasskey = (host: VaultHost, id: string): Promise<void> =>
  host.store.commit([passkeyRemoval(id)], 'strict')

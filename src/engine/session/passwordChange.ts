// The change of the password of the open wallet: another vault key, with which all records are sealed again while the wallet is used.

import { wipe } from '../../bytes/bytes.ts'
import { newVaultKey, vaultKeyHash } from '../../store/vaultKey.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import { vaultOptions } from '../vault/walletVault.ts'
import type { OpenWallet } from './openWallet.ts'

/** Returns the hash of the stored vault key, if other processes may have the wallet open; else empty. */
export const sharedVaultHash = async ({ store, follows }: EngineEnvironment, walletId: string): Promise<Uint8Array> =>
  follows === undefined ? new Uint8Array() : await vaultKeyHash(store, walletId)

/**
 * Gives the open wallet another password and vault key, and removes its passkey. Its records are still to be sealed again.
 * @throws WrongPasswordError; the old password then stays valid
 */
export const changeVaultKey = async (
  host: EngineEnvironment,
  opened: OpenWallet,
  passwords: { readonly old: string; readonly new: string },
): Promise<void> => {
  const { summary, store } = opened
  const next = await newVaultKey(host.store, summary.id, passwords, vaultOptions(host))
  try {
    // Records of the key before the present one, after an earlier change.
    await store.reseal()
    await store.changeKey(next)
  } finally {
    wipe(next.vaultKey)
  }
  opened.vaultHash = await sharedVaultHash(host, summary.id)
}

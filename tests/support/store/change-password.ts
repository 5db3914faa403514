// A change of the password of a vault, with all that follows.
import { createSealedStore } from '../../../src/store/sealedStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { openVault } from '../../../src/store/vault.ts'
import { newVaultKey, type VaultOptions } from '../../../src/store/vaultKey.ts'

/** Changes the password of a wallet that is not open, and seals its records again. */
export const changePassword = async (
  store: Store,
  walletId: string,
  passwords: { readonly old: string; readonly new: string },
  options: VaultOptions,
): Promise<void> => {
  const next = await newVaultKey(store, walletId, passwords, options)
  const sealed = createSealedStore(store, await openVault(store, walletId, passwords.old, options))
  await sealed.changeKey(next)
  await sealed.reseal()
  await sealed.close()
}

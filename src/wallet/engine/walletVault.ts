// A wallet at rest: what is sealed in its vault, made, read and taken away again. The engine opens what is read here.

import { toHex } from '../../bytes/hex.ts'
import { networkById } from '../../coin/networks/networks.ts'
import { VaultMissingError } from '../../store/errors.ts'
import { createSealedStore } from '../../store/sealedStore.ts'
import type { Store } from '../../store/store.ts'
import { createVault, openVault, removeVault, type Vault } from '../../store/vault.ts'
import type { VaultOptions } from '../../store/vaultKey.ts'
import { WalletState } from '../state/walletState.ts'
import type { NewWallet, RestoreFrom, WalletSettings, WalletSummary } from './engineApi.ts'
import type { EngineEnvironment } from './engineHost.ts'
import { getKeyring, type Keyring, putKeyring, revealKeyring, wipeKeyring } from './keyring.ts'
import { restoreDateOf, restoreHeightOf } from './restoreHeight.ts'
import { checkName, putWallet, removeWalletEntry } from './walletCatalog.ts'
import { getSettings, putSettings } from './walletSettings.ts'

/** All that a wallet is while nobody has it open. Whoever has one closes its store and wipes its keys. */
export type StoredWallet = {
  readonly summary: WalletSummary
  readonly store: Store
  readonly settings: WalletSettings
  readonly keyring: Keyring
  readonly state: WalletState
}

type VaultHost = Pick<EngineEnvironment, 'store' | 'random' | 'passwordCost'>

/** How the vaults of a host are made and opened. */
export const vaultOptions = ({ random, passwordCost }: VaultHost): VaultOptions => ({ random, ...passwordCost })

/**
 * Stores a new wallet. It is listed last, so that a kill on the way leaves none that is half there.
 * @throws WalletNameError
 */
export const createStoredWallet = async (
  host: VaultHost,
  { networkId, name, password }: NewWallet,
  settings: WalletSettings,
  keyring: Keyring,
  from: RestoreFrom,
): Promise<StoredWallet> => {
  const network = networkById(networkId)
  const id = toHex(host.random(16))
  const viewOnly = keyring.keys.spendSecret === undefined
  const summary = { id, name: checkName(name), networkId: network.id, viewOnly }
  const store = createSealedStore(host.store, await createVault(host.store, id, password, vaultOptions(host)))
  try {
    await putKeyring(store, keyring)
    await putSettings(store, settings)
    const state = await WalletState.create(store, restoreHeightOf(network, from), restoreDateOf(from))
    await putWallet(host.store, summary)
    return { summary, store, settings, keyring, state }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Reads a wallet whose vault is open. */
export const readStoredWallet = async (
  host: VaultHost,
  summary: WalletSummary,
  vault: Vault,
): Promise<StoredWallet> => {
  const store = createSealedStore(host.store, vault)
  try {
    const settings = await getSettings(store)
    const state = await WalletState.open(store)
    return { summary, store, settings, keyring: await getKeyring(store), state }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens the vault of a wallet.
 * @throws WrongPasswordError, VaultMissingError
 */
export const openWalletVault = (host: VaultHost, id: string, password: string): Promise<Vault> =>
  openVault(host.store, id, password, vaultOptions(host))

/** @throws WrongPasswordError, VaultMissingError */
export const checkPassword = async (host: VaultHost, id: string, password: string): Promise<void> => {
  const vault = await openWalletVault(host, id, password)
  vault.close()
}

/**
 * Checks the password of a wallet that is to be removed. One whose removal was cut short has no vault any more; what is left of it
 * needs no password.
 * @throws WrongPasswordError
 */
export const checkPasswordToRemove = async (host: VaultHost, id: string, password: string): Promise<void> => {
  try {
    await checkPassword(host, id, password)
  } catch (error) {
    if (!(error instanceof VaultMissingError)) throw error
  }
}

/** Takes a wallet away for good: its vault first, its place in the list last. */
export const removeStoredWallet = async (host: VaultHost, id: string): Promise<void> => {
  await removeVault(host.store, id)
  await removeWalletEntry(host.store, id)
}

/**
 * The secrets of a wallet in words and hex.
 * @throws WrongPasswordError
 */
export const exportSecrets = async (host: VaultHost, id: string, password: string) => {
  const store = createSealedStore(host.store, await openWalletVault(host, id, password))
  try {
    const keyring = await getKeyring(store)
    return await revealKeyring(keyring).finally(() => wipeKeyring(keyring))
  } finally {
    await store.close()
  }
}

// Stored wallets: creates, reads and removes the records that are sealed in a wallet's vault.

import { wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { networkById } from '../../coin/networks/networks.ts'
import { prepareCipher } from '../../crypto/ciphers/cipher.ts'
import { randomBytes } from '../../crypto/random/random.ts'
import { VaultMissingError } from '../../store/errors.ts'
import { PREVIOUS_KEYS_TABLE } from '../../store/previousKey.ts'
import type { RecordRange } from '../../store/retainingStore.ts'
import { createSealedStore, readAllRecords, type SealedStore } from '../../store/sealedStore.ts'
import { createStagedStore } from '../../store/stagedStore.ts'
import type { Store } from '../../store/store.ts'
import { PASSKEYS_TABLE } from '../../store/storedPasskey.ts'
import { createVault, openVault, recordsTable, removeVault, type Vault } from '../../store/vault.ts'
import { VAULTS_TABLE, type VaultOptions } from '../../store/vaultKey.ts'
import { getKeyring, type Keyring, putKeyring, wipeKeyring } from '../../wallet/open/keyring.ts'
import { discardNonces } from '../../wallet/state/nonceToken.ts'
import { isWatchOnly } from '../../wallet/state/outputSecrets.ts'
import { DISTRIBUTION } from '../../wallet/state/stateTables.ts'
import { WalletState } from '../../wallet/state/walletState.ts'
import { restoreDateOf, restoreHeightOf } from '../../wallet/sync/restoreHeight.ts'
import type { RestoreFrom } from '../../wallet/sync/syncViews.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { NewWallet, WalletSettings, WalletSummary } from '../api/engineViews.ts'
import { type BackupFacts, getBackupFacts, putBackupFacts, RESTORED } from './backupFacts.ts'
import { type Backup, formatBackup } from './backupFile.ts'
import { checkName, putWallet, removeWalletEntry, WALLETS_TABLE } from './walletCatalog.ts'
import { getSettings, putSettings } from './walletSettings.ts'

/** A wallet read from its store but not open. The holder closes the store and wipes the keys. */
export type StoredWallet = {
  readonly summary: WalletSummary
  readonly store: SealedStore
  readonly settings: WalletSettings
  readonly keyring: Keyring
  readonly state: WalletState
  readonly backup: BackupFacts
}

export type VaultHost = Pick<EngineEnvironment, 'store' | 'random' | 'passwordCost'>

/** Returns the options for creating and opening vaults on a host. */
export const vaultOptions = ({ random, passwordCost }: VaultHost): VaultOptions => ({ random, ...passwordCost })

/** Puts the content of a file into the state of a new wallet. */
export type StateImport = (state: WalletState) => Promise<void>

/** Where a new wallet comes from. */
export type WalletOrigin = {
  readonly from: RestoreFrom
  readonly backup: BackupFacts
  readonly importInto?: StateImport | undefined
}

/**
 * Stores a new wallet in one commit, so that an interruption leaves nothing of it.
 * @throws WalletNameError
 */
export const createStoredWallet = async (
  host: VaultHost,
  { networkId, name, password }: NewWallet,
  settings: WalletSettings,
  keyring: Keyring,
  { from, backup, importInto }: WalletOrigin,
): Promise<StoredWallet> => {
  const network = networkById(networkId)
  const id = toHex(randomBytes(host.random, 16))
  const viewOnly = isWatchOnly(keyring.keys)
  const summary = { id, name: checkName(name), networkId: network.id, viewOnly }
  const staged = createStagedStore(host.store)
  const store = createSealedStore(staged, await createVault(staged, id, password, vaultOptions(host)))
  try {
    await putKeyring(store, keyring)
    await putSettings(store, settings)
    // Without a record the wallet counts as restored.
    if (backup !== RESTORED) await putBackupFacts(store, backup)
    const state = await WalletState.create(store, restoreHeightOf(network, from), restoreDateOf(from))
    await importInto?.(state)
    await putWallet(staged, summary)
    await staged.publish()
    return { summary, store, settings, keyring, state, backup }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Stores a wallet with the records of a backup, as another wallet than the original one, in one commit.
 * @throws WalletNameError, and what `readWallet` throws if the records are not those of a wallet
 */
export const storeBackup = async (
  host: VaultHost,
  { name, networkId, records }: Backup,
  password: string,
): Promise<StoredWallet> => {
  const entry = { id: toHex(randomBytes(host.random, 16)), name: checkName(name), networkId: networkById(networkId).id }
  const staged = createStagedStore(host.store)
  const store = createSealedStore(staged, await createVault(staged, entry.id, password, vaultOptions(host)))
  try {
    await store.commit(records, 'strict')
    await putBackupFacts(store, { ...(await getBackupFacts(store)), isBackedUp: true })
    const stored = await readWallet({ ...entry, viewOnly: false }, store)
    try {
      await discardNonces({ state: stored.state, random: host.random, nonceTokens: undefined })
      const summary = { ...entry, viewOnly: isWatchOnly(stored.keyring.keys) }
      await putWallet(staged, summary)
      await staged.publish()
      return { ...stored, summary }
    } catch (error) {
      wipeKeyring(stored.keyring)
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Returns the backup file of a wallet, encrypted with its password.
 * @throws WrongPasswordError, VaultMissingError
 */
export const writeBackup = async (
  host: VaultHost,
  { id, name, networkId }: WalletSummary,
  password: string,
): Promise<Uint8Array> => {
  const vault = await openWalletVault(host, id, password)
  try {
    const records = await readAllRecords(host.store, vault)
    const kept = records.filter(({ table }) => table !== DISTRIBUTION)
    const file = await formatBackup({ name, networkId, records: kept }, password, vaultOptions(host))
    wipe(...records.map(({ value }) => value))
    return file
  } finally {
    vault.close()
  }
}

/** Returns where the records are by which a wallet is listed and unlocked, and which are not a part of its state: keys, settings, facts of backups. */
export const accessRecords = (id: string): readonly RecordRange[] => [
  { table: WALLETS_TABLE, prefix: id },
  { table: VAULTS_TABLE, prefix: id },
  { table: PREVIOUS_KEYS_TABLE, prefix: id },
  { table: PASSKEYS_TABLE, prefix: id },
  { table: recordsTable(id), prefix: 'wallet/' },
]

/** Reads a wallet from its open vault. */
export const readStoredWallet = async (
  host: VaultHost,
  summary: WalletSummary,
  vault: Vault,
): Promise<StoredWallet> => {
  const store = createSealedStore(host.store, vault)
  try {
    return await readWallet(summary, store)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Reads a wallet from its sealed store. If its keys are new, its state starts over. */
export const readWallet = async (summary: WalletSummary, store: SealedStore): Promise<StoredWallet> => {
  await prepareCipher()
  const settings = await getSettings(store)
  const { startOver, ...keyring } = await getKeyring(store)
  try {
    if (startOver !== undefined) {
      await WalletState.startOver(store, startOver.restoreHeight, startOver.restoreDate)
      await putKeyring(store, keyring)
    }
    const state = await WalletState.open(store)
    return { summary, store, settings, keyring, state, backup: await getBackupFacts(store) }
  } catch (error) {
    wipeKeyring(keyring)
    throw error
  }
}

/**
 * Opens the vault of a wallet.
 * @throws WrongPasswordError, VaultMissingError
 */
export const openWalletVault = (host: VaultHost, id: string, password: string): Promise<Vault> =>
  openVault(host.store, id, password, vaultOptions(host))

/**
 * Verifies the password of a wallet.
 * @throws WrongPasswordError, VaultMissingError
 */
export const checkPassword = async (host: VaultHost, id: string, password: string): Promise<void> => {
  const vault = await openWalletVault(host, id, password)
  vault.close()
}

/**
 * Verifies the password before a wallet is removed. After an interrupted removal the vault is missing, and no password is needed.
 * @throws WrongPasswordError
 */
export const checkPasswordToRemove = async (host: VaultHost, id: string, password: string): Promise<void> => {
  try {
    await checkPassword(host, id, password)
  } catch (error) {
    if (!(error instanceof VaultMissingError)) throw error
  }
}

const hasRecords = async (store: Store, id: string): Promise<boolean> => {
  for await (const page of store.pages(recordsTable(id))) if (page.length > 0) return true
  return false
}

/**
 * Removes the vaults that an interrupted creation of an earlier version has left before it stored keys: those of no listed wallet and without a
 * record. A vault with records stays, whatever the list says: it may have the keys of a user.
 * @param listed all wallets of the store, from a list that was read without an error
 */
export const removeEmptyVaults = async (store: Store, listed: readonly WalletSummary[]): Promise<void> => {
  const known = new Set(listed.map(({ id }) => id))
  for (const [id] of await store.list(VAULTS_TABLE))
    if (!known.has(id) && !(await hasRecords(store, id))) await removeVault(store, id)
}

/** Removes a wallet permanently: its vault first, its list entry last. */
export const removeStoredWallet = async (host: VaultHost, id: string): Promise<void> => {
  await removeVault(host.store, id)
  await removeWalletEntry(host.store, id)
}

/**
 * Calls `use` with the keys of a wallet after verifying its password, and wipes them.
 * @throws WrongPasswordError, VaultMissingError
 */
export const withKeyring = async <T>(
  host: VaultHost,
  id: string,
  password: string,
  use: (keyring: Keyring) => Promise<T>,
): Promise<T> => {
  const store = createSealedStore(host.store, await openWalletVault(host, id, password))
  try {
    const keyring = await getKeyring(store)
    return await use(keyring).finally(() => wipeKeyring(keyring))
  } finally {
    await store.close()
  }
}

// The stored wallets: opening, locking, passwords, names, secrets.

import { wipe } from '../../bytes/bytes.ts'
import type { TextEncoding } from '../../bytes/text.ts'
import { formatWatchUri } from '../../coin/addresses/walletUri.ts'
import type { Network } from '../../coin/networks/network.ts'
import { cacheKeyOf } from '../../coin/wallet-files/cacheFile.ts'
import { keysFileKey } from '../../coin/wallet-files/keysFileCipher.ts'
import { StoreFullError, StoreUnreadableError } from '../../store/errors.ts'
import { findPasskey } from '../../store/storedPasskey.ts'
import { type Keyring, revealKeyring, revealPolyseed } from '../../wallet/open/keyring.ts'
import type { WalletsApi } from '../api/walletsApi.ts'
import { writeKeysFile } from '../files/keysFiles.ts'
import { writeWalletCache } from '../files/walletCacheExport.ts'
import type { EngineCore } from '../session/engineCore.ts'
import { postponeBackup, recordBackup } from '../vault/backupFacts.ts'
import { getDrafts, putDrafts } from '../vault/walletDrafts.ts'
import { getWalletNote, putWalletNote } from '../vault/walletNote.ts'
import { addPasskey, removePasskey } from '../vault/walletPasskeys.ts'
import { withKeyring, writeBackup } from '../vault/walletVault.ts'

/** Errors of the store do not matter, others do. */
const ignoreStoreErrors = (error: unknown): void => {
  const isOfStore = error instanceof StoreFullError || error instanceof StoreUnreadableError
  if (!isOfStore) throw error
}

/** Takes out of the wallet what restores it, and records that the user has it. */
const backUp = <T>(core: EngineCore, take: () => Promise<T>): Promise<T> =>
  core.manager.runSerially(async () => {
    const taken = await take()
    // A full store must not keep the backup from the user: the reminder comes again.
    await recordBackup(core.manager.use()).catch(ignoreStoreErrors)
    core.publisher.now()
    return taken
  })

/** Calls `use` with the keys file of the open wallet, and with its key, which is wiped afterwards. */
const withKeysFile = <T>(
  { manager, environment }: EngineCore,
  { text, encoding = 'utf-8' }: { readonly text: string; readonly encoding?: TextEncoding | undefined },
  use: (keys: Uint8Array, fileKey: Uint8Array) => T | Promise<T>,
): Promise<T> => {
  const { summary, wallet } = manager.use()
  const { clock, random } = environment
  const heights = { restoreHeight: wallet.state.restoreHeight, now: Math.floor(clock() / 1000) }
  return withKeyring(environment, summary.id, text, async (keyring) => {
    const fileKey = await keysFileKey(text, encoding)
    try {
      return await use(await writeKeysFile(wallet.network, keyring, heights, fileKey, random), fileKey)
    } finally {
      wipe(fileKey)
    }
  })
}

/** Returns the words that the user noted, and the keys. */
const revealAll = async (network: Network, keyring: Keyring) => {
  const secrets = await revealKeyring(keyring)
  const noted = await revealPolyseed(keyring, network)
  const needsPassphrase = noted !== undefined && keyring.polyseed?.needsPassphrase === true
  return {
    ...secrets,
    words: noted ?? secrets.words,
    olderWords: noted === undefined ? '' : secrets.words,
    needsPassphrase,
  }
}

/** Returns the part of the engine that `WalletsApi` declares. */
export const walletsActions = (core: EngineCore): WalletsApi => ({
  openWallet(id, password) {
    return core.manager.open(id, password)
  },

  async passkey(id) {
    return findPasskey(core.environment.store, id)
  },

  openWithPasskey(id, secret) {
    return core.manager.openWithPasskey(id, secret)
  },

  addPasskey(password, passkey) {
    return core.manager.runSerially(() =>
      addPasskey(core.environment, core.manager.use().summary.id, password, passkey),
    )
  },

  removePasskey() {
    return core.manager.runSerially(() => removePasskey(core.environment, core.manager.use().summary.id))
  },

  closeWallet() {
    return core.manager.close()
  },

  lock() {
    return core.manager.lock()
  },

  verifyPassword(password) {
    return core.checkPassword(password)
  },

  changePassword(oldPassword, newPassword) {
    return core.manager.changePassword({ old: oldPassword, new: newPassword })
  },

  setLookAhead(lookAhead) {
    return core.manager.setLookAhead(lookAhead)
  },

  renameWallet(name) {
    return core.manager.rename(name)
  },

  removeWallet(id, password) {
    return core.manager.remove(id, password)
  },

  revealSecrets(password) {
    const { wallet, summary } = core.manager.use()
    return backUp(core, async () => {
      const secrets = await withKeyring(core.environment, summary.id, password, (keyring) =>
        revealAll(wallet.network, keyring),
      )
      const watched = {
        address: wallet.addressText({ major: 0, minor: 0 }),
        viewKey: secrets.viewSecret,
        height: wallet.state.restoreHeight,
      }
      return { ...secrets, watchUri: formatWatchUri(wallet.network, watched) }
    })
  },

  exportBackup(password) {
    return backUp(core, () => writeBackup(core.environment, core.manager.use().summary, password))
  },

  exportKeysFile(password, encoding) {
    return backUp(core, () => withKeysFile(core, { text: password, encoding }, (keys) => keys))
  },

  exportWalletFiles(password) {
    return backUp(core, () =>
      withKeysFile(core, { text: password }, async (keys, fileKey) => {
        const key = cacheKeyOf(fileKey)
        const cache = await writeWalletCache(core.manager.use().wallet, undefined, key).finally(() => wipe(key))
        return { keys, cache }
      }),
    )
  },

  writeBack() {
    return core.manager.runSerially(async () => {
      await core.environment.retaining?.writeBack()
      core.publisher.now()
    })
  },

  // Neither is an activity of the user, which would delay the lock.
  async keptDrafts() {
    return getDrafts(core.manager.requireOpened().store, Math.floor(core.environment.clock() / 1000))
  },

  keepDrafts(walletId, text) {
    // A lock that follows waits for it.
    return core.manager.runSerially(async () => {
      const { summary, store } = core.manager.requireOpened()
      if (summary.id === walletId) await putDrafts(store, text, Math.floor(core.environment.clock() / 1000))
    })
  },

  async walletNote() {
    return getWalletNote(core.manager.requireOpened().store)
  },

  setWalletNote(text) {
    // A lock that follows waits for it.
    return core.manager.runSerially(() => putWalletNote(core.manager.use().store, text))
  },

  postponeBackupReminder() {
    return core.manager.runSerially(async () => {
      await postponeBackup(core.manager.use(), Math.floor(core.environment.clock() / 1000))
      core.publisher.now()
    })
  },
})

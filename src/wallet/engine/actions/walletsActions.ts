// The stored wallets: opening, locking, passwords, names, secrets.

import { findPasskey } from '../../../store/storedPasskey.ts'
import type { WalletsApi } from '../api/walletsApi.ts'
import { postponeBackup, recordBackup } from '../backupFacts.ts'
import type { EngineCore } from '../engineCore.ts'
import { revealKeyring } from '../keyring.ts'
import { writeKeysFile } from '../keysFiles.ts'
import { addPasskey, removePasskey } from '../walletPasskeys.ts'
import { withKeyring, writeBackup } from '../walletVault.ts'

/** Takes out of the wallet what restores it, and records that the user has it. */
const backUp = <T>(core: EngineCore, take: () => Promise<T>): Promise<T> =>
  core.manager.runSerially(async () => {
    const taken = await take()
    await recordBackup(core.manager.use())
    core.publisher.now()
    return taken
  })

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

  renameWallet(name) {
    return core.manager.rename(name)
  },

  removeWallet(id, password) {
    return core.manager.remove(id, password)
  },

  revealSecrets(password) {
    return backUp(core, () => withKeyring(core.environment, core.manager.use().summary.id, password, revealKeyring))
  },

  exportBackup(password) {
    return backUp(core, () => writeBackup(core.environment, core.manager.use().summary, password))
  },

  exportKeysFile(password, encoding) {
    return backUp(core, () => {
      const { summary, wallet } = core.manager.use()
      const { restoreHeight } = wallet.state
      const now = Math.floor(core.environment.clock() / 1000)
      return withKeyring(core.environment, summary.id, password, (keyring) =>
        writeKeysFile(
          wallet.network,
          keyring,
          { restoreHeight, now },
          { text: password, encoding },
          core.environment.random,
        ),
      )
    })
  },

  postponeBackupReminder() {
    return core.manager.runSerially(async () => {
      await postponeBackup(core.manager.use(), Math.floor(core.environment.clock() / 1000))
      core.publisher.now()
    })
  },
})

// The wallets of an engine: the list of stored wallets, and what changes it or the open wallet (currentWallet.ts), one after the other.

import { SerialQueue } from '../../async/serialQueue.ts'
import { equalBytes, wipe } from '../../bytes/bytes.ts'
import type { LookAhead } from '../../coin/lookAhead.ts'
import { VaultKeyChangedError } from '../../store/errors.ts'
import { openVaultKey } from '../../store/vaultKey.ts'
import {
  getKeyring,
  isStartingOver,
  type Keyring,
  keyringHash,
  putKeyring,
  wipeKeyring,
} from '../../wallet/open/keyring.ts'
import type { RestoreFrom } from '../../wallet/sync/syncViews.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { NewWallet, ReloadHalf, WalletSummary } from '../api/engineViews.ts'
import { UnknownWalletError } from '../api/walletErrors.ts'
import { putBackupFacts, RESTORED } from '../vault/backupFacts.ts'
import type { Backup } from '../vault/backupFile.ts'
import { checkName, checkNameIsFree, listWallets, putWallet } from '../vault/walletCatalog.ts'
import { openPasskeyKey } from '../vault/walletPasskeys.ts'
import { newSettings } from '../vault/walletSettings.ts'
import {
  checkPasswordToRemove,
  createStoredWallet,
  removeEmptyVaults,
  removeStoredWallet,
  type StateImport,
  storeBackup,
  vaultOptions,
  type WalletOrigin,
} from '../vault/walletVault.ts'
import { CurrentWallet } from './currentWallet.ts'
import { changeLookAhead } from './lookAheadChange.ts'
import type { OpenWallet, WalletManagerEvents } from './openWallet.ts'
import { changeVaultKey, sharedVaultHash } from './passwordChange.ts'
import { createWalletNode } from './walletNode.ts'

/** Manages the stored wallets and the open one. */
export class WalletManager {
  readonly #host: EngineEnvironment
  readonly #listener: WalletManagerEvents
  #list: readonly WalletSummary[] = []
  /** the storage was cleared, and nothing of the wallets in it was in memory */
  #wereLost = false
  #loaded: Promise<void> | undefined
  /** The open wallet, or the one that was locked last; serial operations change it. */
  readonly current: CurrentWallet
  readonly #queue = new SerialQueue()

  constructor(host: EngineEnvironment, listener: WalletManagerEvents) {
    this.#host = host
    this.#listener = listener
    this.current = new CurrentWallet(host, listener, {
      lock: () => this.lock(),
      runSerially: (work) => this.runSerially(work),
    })
    host.retaining?.onCleared(() => void this.#onCleared().catch(host.report))
  }

  /** All wallets, sorted by name; empty until `load`. */
  get list(): readonly WalletSummary[] {
    return this.#list
  }

  /** Whether the storage was cleared with all wallets, and none was added since. */
  get wereLost(): boolean {
    return this.#wereLost && this.#list.length === 0
  }

  /**
   * Returns the open wallet.
   * @throws NoWalletError also if the wallet should have locked while the device slept; it locks then
   */
  requireOpened(): OpenWallet {
    return this.current.requireOpened()
  }

  /**
   * Returns the open wallet and restarts its lock timer.
   * @throws NoWalletError, as `requireOpened` does
   */
  use(): OpenWallet {
    return this.current.use()
  }

  /** Reads the list, unless it is loaded. */
  load(): Promise<void> {
    this.#loaded ??= this.#reload().then(
      () => this.#removeEmptyVaults(),
      (error: unknown) => {
        this.#loaded = undefined
        throw error
      },
    )
    return this.#loaded
  }

  /** No creation is under way: those of this engine have not begun, and an engine that has lost the store to this one can store nothing. */
  async #removeEmptyVaults(): Promise<void> {
    const { store, follows, report } = this.#host
    if (follows?.() === true) return
    // What is left stays until the next start.
    await removeEmptyVaults(store, this.#list).catch(report)
  }

  async #reload(): Promise<void> {
    this.#list = await listWallets(this.#host.store)
  }

  /** Puts the state of the open wallet into the memory that replaces the cleared store. The other wallets are lost. */
  #onCleared(): Promise<void> {
    return this.#change(async () => {
      await this.current.shown?.wallet.state.storeAgain()
      this.#wereLost ||= this.#list.length > 0
      await this.#reload()
      this.current.forgetLocked((locked) => this.#list.some(({ id }) => id === locked.id))
    })
  }

  /** Runs an operation serially with opening, closing and every change of the wallet list. */
  runSerially<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => this.load().then(work))
  }

  /** Runs a change serially and publishes the result, also after a failure. */
  #change(work: () => Promise<void>): Promise<void> {
    return this.runSerially(() => work().finally(() => this.#listener.now()))
  }

  /** Stores a new wallet and opens it. On failure the caller still owns the keys. */
  create(request: NewWallet, origin: WalletOrigin, keyringOf: () => Keyring): Promise<void> {
    return this.#change(async () => this.#create(request, keyringOf(), origin))
  }

  /** Stores a wallet with known keys and opens it. On failure the keys are wiped. */
  restore(
    request: NewWallet,
    from: RestoreFrom,
    keyringOf: () => Promise<Keyring>,
    importInto?: StateImport,
  ): Promise<void> {
    return this.#change(async () => {
      const keyring = await keyringOf()
      try {
        await this.#create(request, keyring, { from, backup: RESTORED, importInto })
      } catch (error) {
        wipeKeyring(keyring)
        throw error
      }
    })
  }

  async #create(request: NewWallet, keyring: Keyring, origin: WalletOrigin): Promise<void> {
    checkNameIsFree(this.#list, request.name)
    const settings = newSettings(request.nodes)
    // Rejects an invalid node address before anything is stored.
    const node = createWalletNode(this.#host, settings)
    const { lookAhead = request.lookAhead } = keyring
    const stored = await createStoredWallet(this.#host, request, settings, { ...keyring, lookAhead }, origin)
    try {
      await this.#reload()
      await this.current.close()
      await this.current.start(stored, node)
    } catch (error) {
      await stored.store.close()
      throw error
    }
  }

  /**
   * Stores the wallet of a backup under a name, and opens it.
   * @throws WalletNameError, WalletNameTakenError
   */
  restoreBackup(backup: Backup, password: string): Promise<void> {
    return this.#change(async () => {
      checkNameIsFree(this.#list, backup.name)
      const stored = await storeBackup(this.#host, backup, password)
      await this.#reload()
      await this.current.close()
      await this.current.startStored(stored)
    })
  }

  /**
   * Opens a wallet and closes the open one.
   * @throws UnknownWalletError, WrongPasswordError, VaultMissingError
   */
  open(id: string, password: string): Promise<void> {
    return this.#open(id, () => openVaultKey(this.#host.store, id, password, vaultOptions(this.#host)))
  }

  /**
   * Opens a wallet with the secret of its passkey, and closes the open one.
   * @throws UnknownWalletError, PasskeyMissingError, WrongPasskeyError
   */
  openWithPasskey(id: string, secret: Uint8Array): Promise<void> {
    return this.#open(id, () => openPasskeyKey(this.#host, id, secret))
  }

  /**
   * Opens the wallet of a tab that was reloaded, if the user allowed that and the half of the tab opens it in time. Copies of keys that an
   * earlier engine left are removed. Returns whether the wallet is open.
   */
  async resume(saved: ReloadHalf): Promise<boolean> {
    await this.#change(async () => {
      if (this.current.shown !== undefined) return
      const vaultKey = await this.current.reloadUnlock.take(saved)
      const summary = this.#list.find(({ id }) => id === saved.walletId)
      if (vaultKey === undefined) return
      if (summary === undefined) wipe(vaultKey)
      else await this.current.openWithKey(summary, vaultKey)
    })
    return this.current.shown?.summary.id === saved.walletId
  }

  /**
   * Lets the open wallet stay unlocked when its tab reloads, after verifying its password.
   * @throws WrongPasswordError, ReloadUnsupportedError
   */
  stayUnlocked(password: string): Promise<void> {
    return this.runSerially(async () => {
      const { id } = this.use().summary
      const vaultKey = await openVaultKey(this.#host.store, id, password, vaultOptions(this.#host))
      await this.current.reloadUnlock.enable(id, vaultKey).finally(() => wipe(vaultKey))
    })
  }

  #open(id: string, openKey: () => Promise<Uint8Array>): Promise<void> {
    return this.#change(async () => {
      const summary = this.#summaryOf(id)
      await this.current.openWithKey(summary, await openKey())
    })
  }

  /**
   * Changes the password of the open wallet, and with it the vault key; its passkey is removed. All records are sealed again afterwards.
   * @throws NoWalletError, WrongPasswordError; the old password then stays valid
   */
  changePassword(passwords: { readonly old: string; readonly new: string }): Promise<void> {
    return this.runSerially(async () => {
      const opened = this.use()
      // A copy of the key that the old password unlocked must not outlive it.
      await this.current.reloadUnlock.disarm()
      await changeVaultKey(this.#host, opened, passwords)
      this.current.resealSoon(opened.store)
    })
  }

  /**
   * Changes how far the open wallet looks for payments beyond its used addresses, in blocks that are scanned from now on.
   * @throws NoWalletError
   */
  setLookAhead(lookAhead: LookAhead): Promise<void> {
    return this.#change(() => changeLookAhead(this.#host, this.use(), lookAhead))
  }

  /**
   * Replaces the keys of the open wallet, whose state starts over, and opens it with them. The new keys are stored before this returns.
   * @param next returns the new keys; the wallet stays as it is if it throws
   * @throws NoWalletError
   */
  changeKeys(next: (keyring: Keyring) => Keyring): Promise<void> {
    return this.#change(async () => {
      const opened = this.use()
      const { wallet, store, backup } = opened
      const current = await getKeyring(store)
      try {
        const { restoreHeight, restoreDate } = wallet.state
        const changed = { ...next(current), startOver: { restoreHeight, restoreDate } }
        await this.current.reopen(opened, async () => {
          // What was saved of the earlier keys does not restore the new ones.
          await putBackupFacts(store, { ...backup, isBackedUp: false, quietUntil: 0 })
          await putKeyring(store, changed).finally(() => wipeKeyring(changed))
        })
      } finally {
        wipeKeyring(current)
      }
    })
  }

  /**
   * Reads the open wallet again, which another process has changed. If that one replaced the keys, the wallet is opened with the new ones.
   * @param accept called when nothing of the earlier state is left, if this process changes the wallet from now on
   * @throws NoWalletError, errors of the store; VaultKeyChangedError if that one changed the password: the wallet is closed then
   */
  reload(accept?: () => void): Promise<void> {
    return this.#change(async () => {
      const opened = this.requireOpened()
      if (!equalBytes(await sharedVaultHash(this.#host, opened.summary.id), opened.vaultHash)) {
        await this.current.close()
        throw new VaultKeyChangedError('another process has changed the password: open the wallet again')
      }
      const hasSameKeys = equalBytes(await keyringHash(opened.store), opened.keysHash)
      if (hasSameKeys) {
        await opened.wallet.reload()
        accept?.()
        if (accept !== undefined) this.current.resealSoon(opened.store)
      }
      // Otherwise the other process has not completed the change of the keys. If it never does, the next leader does.
      else if (accept !== undefined || !(await isStartingOver(opened.store)))
        await this.current.reopen(opened, async () => accept?.())
    })
  }

  #summaryOf(id: string): WalletSummary {
    const summary = this.#list.find((wallet) => wallet.id === id)
    if (summary === undefined) throw new UnknownWalletError(`there is no wallet with id ${id}`)
    return summary
  }

  /** Closes the open wallet, if any, and wipes its keys. */
  close(): Promise<void> {
    return this.#change(() => this.current.close())
  }

  /** Closes the open wallet and keeps its summary for unlocking. */
  lock(): Promise<void> {
    return this.#change(() => this.current.lock())
  }

  /**
   * Renames the open wallet.
   * @throws NoWalletError, WalletNameError, WalletNameTakenError
   */
  rename(name: string): Promise<void> {
    return this.#change(async () => {
      const opened = this.use()
      const summary = { ...opened.summary, name: checkName(name) }
      checkNameIsFree(this.#list, summary.name, summary.id)
      await putWallet(this.#host.store, summary)
      opened.summary = summary
      await this.#reload()
    })
  }

  /**
   * Removes a wallet permanently.
   * @throws UnknownWalletError, WrongPasswordError
   */
  remove(id: string, password: string): Promise<void> {
    return this.#change(async () => {
      this.#summaryOf(id)
      await checkPasswordToRemove(this.#host, id, password)
      if (this.current.shown?.summary.id === id) await this.current.close()
      this.current.forgetLocked((locked) => locked.id !== id)
      await removeStoredWallet(this.#host, id)
      await this.#reload()
    })
  }
}

// The wallets of an engine: the list of stored wallets, and the one that is open until it is closed or locked.

import { SerialQueue } from '../../async/serialQueue.ts'
import { equalBytes, wipe } from '../../bytes/bytes.ts'
import type { LookAhead } from '../../coin/lookAhead.ts'
import { networkById } from '../../coin/networks/networks.ts'
import { loadPointKernel } from '../../crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../crypto/hash/keccak.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { VaultKeyChangedError } from '../../store/errors.ts'
import type { SealedStore } from '../../store/sealedStore.ts'
import { vaultOfKey } from '../../store/vault.ts'
import { openVaultKey } from '../../store/vaultKey.ts'
import {
  getKeyring,
  isStartingOver,
  type Keyring,
  keyringHash,
  putKeyring,
  wipeKeyring,
} from '../../wallet/open/keyring.ts'
import { Wallet } from '../../wallet/open/wallet.ts'
import type { RestoreFrom } from '../../wallet/sync/syncViews.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { NewWallet, ReloadHalf, WalletSummary } from '../api/engineViews.ts'
import { NoWalletError, UnknownWalletError } from '../api/walletErrors.ts'
import { putBackupFacts, RESTORED } from '../vault/backupFacts.ts'
import type { Backup } from '../vault/backupFile.ts'
import { checkName, checkNameIsFree, listWallets, putWallet } from '../vault/walletCatalog.ts'
import { openPasskeyKey } from '../vault/walletPasskeys.ts'
import { newSettings } from '../vault/walletSettings.ts'
import {
  accessRecords,
  checkPasswordToRemove,
  createStoredWallet,
  readStoredWallet,
  readWallet,
  removeEmptyVaults,
  removeStoredWallet,
  type StateImport,
  type StoredWallet,
  storeBackup,
  vaultOptions,
  type WalletOrigin,
} from '../vault/walletVault.ts'
import { LockTimer } from './lockTimer.ts'
import { changeLookAhead, sharedKeysHash } from './lookAheadChange.ts'
import type { OpenWallet, WalletManagerEvents } from './openWallet.ts'
import { changeVaultKey, sharedVaultHash } from './passwordChange.ts'
import { ReloadUnlock } from './reloadUnlock.ts'
import { createWalletNode } from './walletNode.ts'

/** Manages the stored wallets and the open one. */
export class WalletManager {
  readonly #host: EngineEnvironment
  readonly #listener: WalletManagerEvents
  #list: readonly WalletSummary[] = []
  /** the storage was cleared, and nothing of the wallets in it was in memory */
  #wereLost = false
  #loaded: Promise<void> | undefined
  #opened: OpenWallet | undefined
  #locked: WalletSummary | undefined
  readonly #lockTimer: LockTimer
  /** Serial operations call it. */
  readonly reloadUnlock: ReloadUnlock
  readonly #queue = new SerialQueue()

  constructor(host: EngineEnvironment, listener: WalletManagerEvents) {
    this.#host = host
    this.#listener = listener
    // Locking fails only if the store fails, which the next operation reports.
    this.#lockTimer = new LockTimer(host, () => void this.lock().catch(() => undefined))
    host.retaining?.onCleared(() => void this.#onCleared().catch(host.report))
    this.reloadUnlock = new ReloadUnlock(host, {
      lockAt: () => this.#lockTimer.lockAt,
      runSerially: (work) => this.runSerially(work),
    })
  }

  /** All wallets, sorted by name; empty until `load`. */
  get list(): readonly WalletSummary[] {
    return this.#list
  }

  /** Whether the storage was cleared with all wallets, and none was added since. */
  get wereLost(): boolean {
    return this.#wereLost && this.#list.length === 0
  }

  /** The open wallet. One that should have locked while the device slept locks now, and is not returned. */
  get opened(): OpenWallet | undefined {
    return this.#opened === undefined || this.lockIfDue() ? undefined : this.#opened
  }

  /** Locks the open wallet if it was not used for the time of its settings. Returns whether it was not. */
  lockIfDue(): boolean {
    return this.#lockTimer.lockIfDue()
  }

  /** The open wallet, also while it locks. */
  get shown(): OpenWallet | undefined {
    return this.#opened
  }

  /** The wallet that was locked last; undefined while a wallet is open. */
  get locked(): WalletSummary | undefined {
    return this.#locked
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
      await this.#opened?.wallet.state.storeAgain()
      this.#wereLost ||= this.#list.length > 0
      await this.#reload()
      if (!this.#list.some(({ id }) => id === this.#locked?.id)) this.#locked = undefined
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

  /**
   * Returns the open wallet.
   * @throws NoWalletError also if the wallet should have locked while the device slept; it locks then
   */
  requireOpened(): OpenWallet {
    const { opened } = this
    if (opened === undefined) throw new NoWalletError()
    return opened
  }

  /**
   * Returns the open wallet and restarts its lock timer.
   * @throws NoWalletError, as `requireOpened` does
   */
  use(): OpenWallet {
    const opened = this.requireOpened()
    this.#lockTimer.restart(opened.settings.lockMinutes)
    return opened
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
      await this.#close()
      await this.#start(stored, node)
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
      await this.#close()
      await this.#startStored(stored)
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
      if (this.#opened !== undefined) return
      const vaultKey = await this.reloadUnlock.take(saved)
      const summary = this.#list.find(({ id }) => id === saved.walletId)
      if (vaultKey === undefined) return
      if (summary === undefined) wipe(vaultKey)
      else await this.#openWithKey(summary, vaultKey)
    })
    return this.#opened?.summary.id === saved.walletId
  }

  /**
   * Lets the open wallet stay unlocked when its tab reloads, after verifying its password.
   * @throws WrongPasswordError, ReloadUnsupportedError
   */
  stayUnlocked(password: string): Promise<void> {
    return this.runSerially(async () => {
      const { id } = this.use().summary
      const vaultKey = await openVaultKey(this.#host.store, id, password, vaultOptions(this.#host))
      await this.reloadUnlock.enable(id, vaultKey).finally(() => wipe(vaultKey))
    })
  }

  #open(id: string, openKey: () => Promise<Uint8Array>): Promise<void> {
    return this.#change(async () => {
      const summary = this.#summaryOf(id)
      await this.#openWithKey(summary, await openKey())
    })
  }

  /** Opens a wallet with its vault key, which is wiped, and closes the open one. */
  async #openWithKey(summary: WalletSummary, vaultKey: Uint8Array): Promise<void> {
    try {
      // The wallet may be the open one, whose state is saved before it is read.
      await this.#close()
      await this.reloadUnlock.arm(summary.id, vaultKey)
    } catch (error) {
      wipe(vaultKey)
      throw error
    }
    const vault = await vaultOfKey(this.#host.store, summary.id, vaultKey, this.#host.random)
    try {
      await this.#startStored(await readStoredWallet(this.#host, summary, vault))
    } catch (error) {
      vault.close()
      await this.reloadUnlock.disarm()
      throw error
    }
  }

  async #startStored(stored: StoredWallet): Promise<void> {
    try {
      await this.#start(stored, createWalletNode(this.#host, stored.settings))
    } catch (error) {
      wipeKeyring(stored.keyring)
      await stored.store.close()
      throw error
    }
  }

  async #start({ summary, store, settings, keyring, state, backup }: StoredWallet, node: NodeClient): Promise<void> {
    // Scanner workers start while the kernels are compiled.
    const [scanner] = await Promise.all([this.#host.createScanner(), loadPointKernel(), prepareKeccak()])
    const { follows, settings: fixed } = this.#host
    const keysHash = await sharedKeysHash(this.#host, store)
    const vaultHash = await sharedVaultHash(this.#host, summary.id)
    const wallet = await Wallet.open({
      host: this.#host,
      network: networkById(summary.networkId),
      keys: keyring.keys,
      ...{ language: keyring.language, lookAhead: keyring.lookAhead },
      state,
      scanner,
      node,
      changed: () => this.#listener.soon(),
    })
    const inForce = { ...settings, ...fixed }
    wallet.apply(inForce)
    await this.#host.retaining?.retain(accessRecords(summary.id))
    this.#opened = { wallet, store, summary, settings: inForce, backup, keysHash, vaultHash }
    this.use()
    if (follows?.() !== true) this.#resealSoon(store)
  }

  /** Seals records that a change of the password has left, while the wallet is used. If that fails, it goes on at the next opening. */
  #resealSoon(store: SealedStore): void {
    store.reseal().catch((error: unknown) => {
      if (this.#opened?.store === store) this.#host.report(error)
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
      await this.reloadUnlock.disarm()
      await changeVaultKey(this.#host, opened, passwords)
      this.#resealSoon(opened.store)
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
        await this.#reopen(opened, async () => {
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
        await this.#close()
        throw new VaultKeyChangedError('another process has changed the password: open the wallet again')
      }
      const hasSameKeys = equalBytes(await keyringHash(opened.store), opened.keysHash)
      if (hasSameKeys) {
        await opened.wallet.reload()
        accept?.()
        if (accept !== undefined) this.#resealSoon(opened.store)
      }
      // Otherwise the other process has not completed the change of the keys. If it never does, the next leader does.
      else if (accept !== undefined || !(await isStartingOver(opened.store)))
        await this.#reopen(opened, async () => accept?.())
    })
  }

  /** Closes the open wallet, and opens it with the keys that are stored after `change`. No view without a wallet is published in between. */
  #reopen({ wallet, store, summary }: OpenWallet, change: () => Promise<void>): Promise<void> {
    return this.#listener.hold(async () => {
      this.#opened = undefined
      this.#listener.left()
      try {
        // Nothing of the earlier keys is stored after the new ones.
        await wallet.close()
        await change()
        await this.#startStored(await readWallet(summary, store))
      } catch (error) {
        await store.close()
        throw error
      }
    })
  }

  #summaryOf(id: string): WalletSummary {
    const summary = this.#list.find((wallet) => wallet.id === id)
    if (summary === undefined) throw new UnknownWalletError(`there is no wallet with id ${id}`)
    return summary
  }

  /** Closes the open wallet, if any, and wipes its keys. */
  close(): Promise<void> {
    return this.#change(() => this.#close())
  }

  async #close(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    this.#locked = undefined
    this.#host.retaining?.release()
    this.#lockTimer.stop()
    this.#listener.left()
    await this.reloadUnlock.disarm()
    if (opened === undefined) return
    try {
      await opened.wallet.close()
    } finally {
      await opened.store.close()
    }
  }

  /** Closes the open wallet and keeps its summary for unlocking. */
  lock(): Promise<void> {
    return this.#change(async () => {
      const summary = this.#opened?.summary
      if (summary === undefined) return
      try {
        await this.#close()
      } finally {
        this.#locked = summary
      }
    })
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
      if (this.#opened?.summary.id === id) await this.#close()
      if (this.#locked?.id === id) this.#locked = undefined
      await removeStoredWallet(this.#host, id)
      await this.#reload()
    })
  }
}

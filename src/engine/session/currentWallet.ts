// The wallet that is open, or that was locked last: how it is started, used and closed. The wallet manager calls it serially.

import { wipe } from '../../bytes/bytes.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { SealedStore } from '../../store/sealedStore.ts'
import { vaultOfKey } from '../../store/vault.ts'
import { wipeKeyring } from '../../wallet/open/keyring.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { WalletSummary } from '../api/engineViews.ts'
import { NoWalletError } from '../api/walletErrors.ts'
import { readStoredWallet, readWallet, type StoredWallet } from '../vault/walletVault.ts'
import { LockTimer } from './lockTimer.ts'
import type { OpenWallet, WalletManagerEvents } from './openWallet.ts'
import { ReloadUnlock } from './reloadUnlock.ts'
import { startWallet } from './startWallet.ts'
import { createWalletNode } from './walletNode.ts'

type Operations = {
  /** Locks the open wallet. */
  lock(): Promise<void>
  runSerially<T>(work: () => Promise<T>): Promise<T>
}

export class CurrentWallet {
  readonly #host: EngineEnvironment
  readonly #listener: WalletManagerEvents
  #opened: OpenWallet | undefined
  #locked: WalletSummary | undefined
  readonly #lockTimer: LockTimer
  /** Serial operations call it. */
  readonly reloadUnlock: ReloadUnlock

  constructor(host: EngineEnvironment, listener: WalletManagerEvents, { lock, runSerially }: Operations) {
    this.#host = host
    this.#listener = listener
    // Locking fails only if the store fails, which the next operation reports.
    this.#lockTimer = new LockTimer(host, () => void lock().catch(() => undefined))
    this.reloadUnlock = new ReloadUnlock(host, { lockAt: () => this.#lockTimer.lockAt, runSerially })
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

  /** Forgets the locked wallet if it is no longer stored. */
  forgetLocked(isStored: (summary: WalletSummary) => boolean): void {
    if (this.#locked !== undefined && !isStored(this.#locked)) this.#locked = undefined
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

  /** Opens a wallet with its vault key, which is wiped, and closes the open one. */
  async openWithKey(summary: WalletSummary, vaultKey: Uint8Array): Promise<void> {
    try {
      // The wallet may be the open one, whose state is saved before it is read.
      await this.close()
      await this.reloadUnlock.arm(summary.id, vaultKey)
    } catch (error) {
      wipe(vaultKey)
      throw error
    }
    const vault = await vaultOfKey(this.#host.store, summary.id, vaultKey, this.#host.random)
    try {
      await this.startStored(await readStoredWallet(this.#host, summary, vault))
    } catch (error) {
      vault.close()
      await this.reloadUnlock.disarm()
      throw error
    }
  }

  /** Starts a stored wallet; closes it on failure. */
  async startStored(stored: StoredWallet): Promise<void> {
    try {
      await this.start(stored, createWalletNode(this.#host, stored.settings))
    } catch (error) {
      wipeKeyring(stored.keyring)
      await stored.store.close()
      throw error
    }
  }

  /** Starts a stored wallet with a node. On failure the caller still owns its keys and its store. */
  async start(stored: StoredWallet, node: NodeClient): Promise<void> {
    this.#opened = await startWallet(this.#host, stored, node, () => this.#listener.soon())
    this.use()
    if (this.#host.follows?.() !== true) this.resealSoon(stored.store)
  }

  /** Seals records that a change of the password has left, while the wallet is used. If that fails, it goes on at the next opening. */
  resealSoon(store: SealedStore): void {
    store.reseal().catch((error: unknown) => {
      if (this.#opened?.store === store) this.#host.report(error)
    })
  }

  /** Closes the open wallet, and opens it with the keys that are stored after `change`. No view without a wallet is published in between. */
  reopen({ wallet, store, summary }: OpenWallet, change: () => Promise<void>): Promise<void> {
    return this.#listener.hold(async () => {
      this.#opened = undefined
      this.#listener.left()
      try {
        // Nothing of the earlier keys is stored after the new ones.
        await wallet.close()
        await change()
        await this.startStored(await readWallet(summary, store))
      } catch (error) {
        await store.close()
        throw error
      }
    })
  }

  /** Closes the open wallet, if any, and wipes its keys. */
  async close(): Promise<void> {
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
  async lock(): Promise<void> {
    const summary = this.#opened?.summary
    if (summary === undefined) return
    try {
      await this.close()
    } finally {
      this.#locked = summary
    }
  }
}

// The wallets of an engine: all of them at rest, and one of them open until it is closed or locked.

import { networkById } from '../../coin/networks/networks.ts'
import { loadPointKernel } from '../../crypto/curve/point.ts'
import { prepareKeccak } from '../../crypto/hash/keccak.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { Store } from '../../store/store.ts'
import type { NewWallet, RestoreFrom, WalletSettings, WalletSummary } from './engineApi.ts'
import type { EngineEnvironment } from './engineHost.ts'
import { type Keyring, wipeKeyring } from './keyring.ts'
import { Wallet } from './wallet.ts'
import { checkName, listWallets, putWallet } from './walletCatalog.ts'
import { newSettings } from './walletSettings.ts'
import {
  checkPasswordToRemove,
  createStoredWallet,
  openWalletVault,
  readStoredWallet,
  removeStoredWallet,
  type StoredWallet,
} from './walletVault.ts'

/** Something that needs an open wallet was asked while none is open. */
export class NoWalletError extends Error {
  override readonly name = 'NoWalletError'

  constructor() {
    super('no wallet is open')
  }
}

/** There is no wallet with that id. */
export class UnknownWalletError extends Error {
  override readonly name = 'UnknownWalletError'
}

/** The open wallet with what belongs to its being open. */
export type OpenWallet = {
  readonly wallet: Wallet
  readonly store: Store
  summary: WalletSummary
  settings: WalletSettings
}

/** Who is told of what happens to the wallets. */
export type WalletManagerEvents = {
  /** something changed that can wait a moment */
  soon(): void
  /** something changed that everybody waits for */
  now(): void
  /** the open wallet is left: it is closed, locked or removed, or another one takes its place */
  left(): void
}

/** Which wallets there are, and which one is open. */
export class WalletManager {
  readonly #host: EngineEnvironment
  readonly #listener: WalletManagerEvents
  #list: readonly WalletSummary[] = []
  #loaded: Promise<void> | undefined
  #opened: OpenWallet | undefined
  #locked: WalletSummary | undefined
  #cancelLock: (() => void) | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(host: EngineEnvironment, listener: WalletManagerEvents) {
    this.#host = host
    this.#listener = listener
  }

  /** All of them, by name; none until they were loaded. */
  get list(): readonly WalletSummary[] {
    return this.#list
  }

  get opened(): OpenWallet | undefined {
    return this.#opened
  }

  /** The wallet that was locked last, while no other is open. */
  get locked(): WalletSummary | undefined {
    return this.#locked
  }

  /** Reads the list, unless that was done. */
  load(): Promise<void> {
    this.#loaded ??= this.#reload().catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }

  async #reload(): Promise<void> {
    this.#list = await listWallets(this.#host.store)
  }

  /** Opening, closing and what changes the list of wallets happen one after the other, and so does what must not meet them. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.load()).then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Work in turn that changes what there is. Everybody is told how things stand, also where it failed half-way. */
  #change(work: () => Promise<void>): Promise<void> {
    return this.inTurn(() => work().finally(() => this.#listener.now()))
  }

  /** @throws NoWalletError */
  requireOpened(): OpenWallet {
    if (this.#opened === undefined) throw new NoWalletError()
    return this.#opened
  }

  /**
   * The open wallet, which somebody uses: it does not lock for a while.
   * @throws NoWalletError
   */
  use(): OpenWallet {
    const opened = this.requireOpened()
    this.#cancelLock?.()
    this.#cancelLock = undefined
    const { lockMinutes } = opened.settings
    if (lockMinutes > 0)
      this.#cancelLock = this.#host.schedule(() => {
        // Locking fails only with the store; the next use shows that.
        this.lock().catch(() => undefined)
      }, lockMinutes * 60_000)
    return opened
  }

  /** Stores a new wallet and opens it. Its keys are the caller's again where that fails. */
  create(request: NewWallet, from: RestoreFrom, keyringOf: () => Keyring): Promise<void> {
    return this.#change(async () => this.#create(request, from, keyringOf()))
  }

  /** Stores a wallet whose keys were given and opens it. They are wiped where that fails. */
  restore(request: NewWallet, from: RestoreFrom, keyringOf: () => Promise<Keyring>): Promise<void> {
    return this.#change(async () => {
      const keyring = await keyringOf()
      try {
        await this.#create(request, from, keyring)
      } catch (error) {
        wipeKeyring(keyring)
        throw error
      }
    })
  }

  async #create(request: NewWallet, from: RestoreFrom, keyring: Keyring): Promise<void> {
    const settings = newSettings(request.nodes)
    // What is no address of a node is refused before anything is stored.
    const node = this.#host.createNode(settings.nodes.urls)
    const resting = await createStoredWallet(this.#host, request, settings, keyring, from)
    try {
      await this.#reload()
      await this.#close()
      await this.#start(resting, node)
    } catch (error) {
      await resting.store.close()
      throw error
    }
  }

  /** Opens a wallet in place of the one that is open. Throws UnknownWalletError, WrongPasswordError, VaultMissingError. */
  open(id: string, password: string): Promise<void> {
    return this.#change(async () => {
      const summary = this.#summaryOf(id)
      const vault = await openWalletVault(this.#host, id, password)
      try {
        // It may be the open one, which is saved first.
        await this.#close()
        await this.#startResting(await readStoredWallet(this.#host, summary, vault))
      } catch (error) {
        vault.close()
        throw error
      }
    })
  }

  async #startResting(resting: StoredWallet): Promise<void> {
    try {
      await this.#start(resting, this.#host.createNode(resting.settings.nodes.urls))
    } catch (error) {
      wipeKeyring(resting.keyring)
      await resting.store.close()
      throw error
    }
  }

  async #start({ summary, store, settings, keyring, state }: StoredWallet, node: NodeClient): Promise<void> {
    // Threads that scan start while the kernels are compiled.
    const [scanner] = await Promise.all([this.#host.createScanner(), loadPointKernel(), prepareKeccak()])
    const wallet = await Wallet.open({
      host: this.#host,
      network: networkById(summary.networkId),
      keys: keyring.keys,
      language: keyring.language,
      state,
      scanner,
      node,
      changed: () => this.#listener.soon(),
    })
    this.#opened = { wallet, store, summary, settings }
    this.use()
  }

  #summaryOf(id: string): WalletSummary {
    const summary = this.#list.find((wallet) => wallet.id === id)
    if (summary === undefined) throw new UnknownWalletError(`there is no wallet with id ${id}`)
    return summary
  }

  /** Closes the open wallet, if there is one; its keys are wiped. */
  close(): Promise<void> {
    return this.#change(() => this.#close())
  }

  async #close(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    this.#locked = undefined
    this.#cancelLock?.()
    this.#cancelLock = undefined
    this.#listener.left()
    if (opened === undefined) return
    try {
      await opened.wallet.close()
    } finally {
      await opened.store.close()
    }
  }

  /** Closes the open wallet and remembers which one it was. */
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

  /** Names the open wallet. Throws NoWalletError, WalletNameError. */
  rename(name: string): Promise<void> {
    return this.#change(async () => {
      const opened = this.use()
      const summary = { ...opened.summary, name: checkName(name) }
      await putWallet(this.#host.store, summary)
      opened.summary = summary
      await this.#reload()
    })
  }

  /** Takes a wallet away for good. Throws UnknownWalletError, WrongPasswordError. */
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

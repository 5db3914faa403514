// The wallets of `faba rpc`: each a file of its own, one of them open. The engine is the same as in a page.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from '../../coin/networks/network.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { MiningRequest } from '../../daemon/nodeMining.ts'
import { startMining, stopMining } from '../../daemon/nodeMining.ts'
import type { ResolveAlias } from '../../dns/aliasResolver.ts'
import { isLocal, nodeUrlOf } from '../../rpc/hosts/nodeAddress.ts'
import {
  type DaemonChoice,
  FilenameError,
  type NewWalletFile,
  UnsupportedByHostError,
  WalletFileExistsError,
  WalletFileMissingError,
  type WalletHost,
  type WalletRpcContext,
} from '../../rpc/walletSource.ts'
import { openMemoryStore } from '../../store/memoryStore.ts'
import { openSqliteStore } from '../../store/sqliteStore.ts'
import type { Store } from '../../store/store.ts'
import { Engine } from '../../wallet/engine/engine.ts'
import type { NewWallet } from '../../wallet/engine/engineApi.ts'
import type { Wallet } from '../../wallet/engine/wallet.ts'
import { listWallets } from '../../wallet/engine/walletCatalog.ts'
import { POLL } from '../../wallet/sync/synchronizer.ts'
import type { Log } from './log.ts'
import { loggedFetch } from './logging.ts'
import { createClient, miningThreads, type NodeLink, transportOf } from './nodeConnection.ts'
import { onTransactions } from './notify.ts'
import { fetchOver, routeOf } from './route.ts'
import { createThreadedScanner } from './scanners.ts'

/** How wallet files end. */
export const EXTENSION = '.faba'

export type WalletsOptions = {
  readonly network: Network
  /** undefined where the service has one wallet and makes or opens no others */
  readonly folder: string | undefined
  readonly node: NodeLink
  /** looks names up; nobody does when left out */
  readonly resolveName?: ResolveAlias
  readonly log: Log
  /** threads when left out */
  readonly createScanner?: () => Promise<Scanner>
  /** told of each transaction that the open wallet did not know before; nobody is when left out */
  readonly found?: (txid: string) => void
  /** asks the process to end */
  readonly stop: () => void
}

type Opened = { readonly engine: Engine; readonly store: Store }

/** Milliseconds for which another process may hold a file. */
const BUSY = 500

/** The file of a wallet, and the commands on wallets. It is closed before the process ends. */
export class Wallets implements WalletHost {
  readonly #options: WalletsOptions
  #node: NodeLink
  #opened: Opened | undefined
  #poll: number | undefined = POLL
  #ended = false

  constructor(options: WalletsOptions) {
    this.#options = options
    this.#node = options.node
  }

  /** What the wallet RPC works on. */
  get source(): WalletRpcContext {
    const wallets = this
    return {
      get wallet() {
        return wallets.wallet
      },
      rpcEnabled: true,
      host: wallets,
    }
  }

  get wallet(): Wallet | undefined {
    return this.#opened?.engine.wallet
  }

  get network(): Network {
    return this.#options.network
  }

  get hasFolder(): boolean {
    return this.#options.folder !== undefined
  }

  get resolveName(): ResolveAlias | undefined {
    return this.#options.resolveName
  }

  get trustsNode(): boolean {
    return this.#node.trusted
  }

  get miningThreads(): number {
    return miningThreads()
  }

  #pathOf(filename: string): string {
    const { folder } = this.#options
    if (folder === undefined) throw new UnsupportedByHostError('this service has one wallet and opens no others')
    if (/[/\\\0]/.test(filename)) throw new FilenameError('a name of a wallet has no / and no \\')
    return join(folder, `${filename}${EXTENSION}`)
  }

  async exists(filename: string): Promise<boolean> {
    return existsSync(this.#pathOf(filename)) && filename !== ''
  }

  #engineOf(store: Store): Engine {
    return new Engine({
      store,
      // The node is the service's, not the wallet's.
      createNode: () => this.#client(),
      createScanner: this.#options.createScanner ?? createThreadedScanner,
      clock: () => Date.now(),
      schedule: (callback, milliseconds) => {
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      },
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    })
  }

  #client(): NodeClient {
    const own = this.#node.fetch ?? ((request: Request) => fetch(request))
    return createClient({ ...this.#node, fetch: loggedFetch(own, this.#options.log) })
  }

  create(file: NewWalletFile, language: string): Promise<void> {
    return this.#make(file, async (engine, wallet) => {
      await engine.draftSeed(language)
      await engine.createWallet(wallet, [])
    })
  }

  restoreFromWords(file: NewWalletFile, seed: { readonly words: string; readonly offset: string }, height: number) {
    return this.#make(file, (engine, wallet) => engine.restoreFromWords(wallet, seed, { from: 'height', height }))
  }

  restoreFromKeys(
    file: NewWalletFile,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    height: number,
  ) {
    return this.#make(file, (engine, wallet) => engine.restoreFromKeys(wallet, keys, { from: 'height', height }))
  }

  /** Makes a file with a wallet in it, which takes the place of the open one. */
  async #make(
    { filename, password }: NewWalletFile,
    make: (engine: Engine, wallet: NewWallet) => Promise<void>,
  ): Promise<void> {
    const path = filename === '' ? undefined : this.#pathOf(filename)
    if (path !== undefined && existsSync(path))
      throw new WalletFileExistsError(`there is a wallet "${filename}" already`)
    const store =
      path === undefined ? openMemoryStore() : openSqliteStore(path, { exclusive: true, busyTimeoutMs: BUSY })
    const engine = this.#engineOf(store)
    const name = filename === '' ? 'unnamed' : filename
    try {
      await make(engine, { name, password, networkId: this.network.id, nodes: { urls: [this.#node.url] } })
    } catch (error) {
      await store.close()
      if (path !== undefined) rmSync(path)
      throw error
    }
    await this.close()
    await this.#keep({ engine, store })
  }

  async open({ filename, password }: NewWalletFile): Promise<void> {
    const path = this.#pathOf(filename)
    await this.close()
    await this.openPath(path, password)
  }

  /**
   * Opens the wallet in a file, wherever that is.
   * @throws WalletFileMissingError, WrongPasswordError, and what the store throws
   */
  async openPath(path: string, password: string): Promise<void> {
    if (!existsSync(path)) throw new WalletFileMissingError(`file not found "${path}"`)
    const store = openSqliteStore(path, { exclusive: true, busyTimeoutMs: BUSY })
    const engine = this.#engineOf(store)
    try {
      const [summary] = await listWallets(store)
      if (summary === undefined) throw new WalletFileMissingError(`there is no wallet in "${path}"`)
      if (summary.networkId !== this.network.id)
        throw new WalletFileMissingError(
          `"${path}" is a wallet of ${summary.networkId}, this service is for ${this.network.id}`,
        )
      await engine.openWallet(summary.id, password)
    } catch (error) {
      await store.close()
      throw error
    }
    await this.#keep({ engine, store })
  }

  async #keep(opened: Opened): Promise<void> {
    const { engine } = opened
    if (this.#ended) {
      await this.#shut(opened)
      throw new UnsupportedByHostError('the service is ending')
    }
    this.#opened = opened
    // A service has nobody who would unlock it.
    await engine.changeSettings({ lockMinutes: 0, rpcEnabled: true })
    if (this.#poll !== POLL) engine.wallet?.sync.pollEvery(this.#poll)
    if (this.#options.found !== undefined) await onTransactions(engine, this.#options.found)
    this.#options.log.write('INFO', 'wallet', 'opened a wallet')
    await this.#follow(engine)
  }

  /** Logs what a sync comes to. */
  async #follow(engine: Engine): Promise<void> {
    const { log } = this.#options
    let told = ''
    await engine.subscribe(() => {
      const { wallet } = engine
      if (wallet === undefined) return
      const { phase, problem } = wallet.sync.state
      log.write('TRACE', 'wallet', `${phase}, at block ${wallet.state.height}`)
      const news = problem === '' ? phase : `${phase}: ${problem}`
      if (news === told) return
      told = news
      log.write(problem === '' ? 'INFO' : 'WARNING', 'wallet', news)
    })
  }

  async #shut({ engine, store }: Opened): Promise<void> {
    try {
      await engine.closeWallet()
    } finally {
      await store.close()
    }
    this.#options.log.write('INFO', 'wallet', 'closed the wallet')
  }

  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    if (opened !== undefined) await this.#shut(opened)
  }

  /** Closes the open wallet and opens no other any more. */
  async end(): Promise<void> {
    this.#ended = true
    await this.close()
  }

  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    await this.#opened?.engine.changePassword(oldPassword, newPassword)
  }

  async setNode(choice: DaemonChoice): Promise<void> {
    const url = choice.address.trim() === '' ? this.#node.url : nodeUrlOf(choice.address, this.network)
    const route = routeOf(choice, url)
    this.#node = {
      url,
      // A login belongs to the node it was given for.
      login: choice.login ?? (url === this.#node.url ? this.#node.login : undefined),
      trusted: choice.trusted || (isLocal(url) && choice.proxy === ''),
      fetch: route === undefined ? undefined : fetchOver(route),
    }
    this.#options.log.write('INFO', 'global', `the node is ${url}`)
    await this.wallet?.sync.follow(this.#client())
  }

  startMining(request: MiningRequest): Promise<void> {
    return startMining(transportOf(this.#node), request)
  }

  stopMining(): Promise<void> {
    return stopMining(transportOf(this.#node))
  }

  autoRefresh(enable: boolean, period: number): void {
    this.#poll = enable ? (period === 0 ? POLL : period * 1000) : undefined
    this.wallet?.sync.pollEvery(this.#poll)
  }

  setLogLevel(level: number): void {
    this.#options.log.set(String(level))
  }

  setLogCategories(categories: string): string {
    const { log } = this.#options
    log.set(categories)
    return log.categories
  }

  stop(): void {
    this.#options.stop()
  }
}

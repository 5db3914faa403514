// The wallets of `faba rpc`: one file per wallet, at most one of them open, by the same engine as in the page.

import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { scheduleTimer } from '../../async/time.ts'
import type { Network } from '../../coin/networks/network.ts'
import { systemRandom } from '../../crypto/random.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { MiningRequest } from '../../daemon/nodeMining.ts'
import { startMining, stopMining } from '../../daemon/nodeMining.ts'
import type { ResolveAlias } from '../../dns/aliasResolver.ts'
import {
  type DaemonChoice,
  FilenameError,
  type NewWalletFile,
  UnsupportedByHostError,
  WalletFileExistsError,
  WalletFileMissingError,
  type WalletHost,
  type WalletRpcContext,
} from '../../rpc/walletRpcContext.ts'
import { openMemoryStore } from '../../store/memoryStore.ts'
import { openSqliteStore } from '../../store/sqliteStore.ts'
import type { Store } from '../../store/store.ts'
import { createEngine, type Engine } from '../../wallet/engine/engine.ts'
import type { MultisigFirstRound, NewWallet } from '../../wallet/engine/engineViews.ts'
import type { Wallet } from '../../wallet/engine/wallet.ts'
import { listWallets } from '../../wallet/engine/walletCatalog.ts'
import { DEFAULT_MAX_FEE_RATIO } from '../../wallet/spend/feeBounds.ts'
import { DEFAULT_MAX_REORG_DEPTH } from '../../wallet/sync/reorganisation.ts'
import { POLL_INTERVAL } from '../../wallet/sync/synchronizer.ts'
import { collectGarbage } from './collectGarbage.ts'
import {
  hasFinalKeys,
  hasKeysFileBeside,
  hasWalletFile,
  importFiles,
  readFilesBeside,
  reencryptCacheBeside,
  WALLET_FILE_EXTENSION,
  writeFinalKeysFile,
  writeKeysFileBeside,
} from './keysFiles.ts'
import { stackOf } from './log.ts'
import {
  chosenConnection,
  connectLogged,
  maxMiningThreads,
  type NodeConnection,
  transportOptions,
} from './nodeConnection.ts'
import { nonceTokenFile } from './nonceTokens.ts'
import { logSync } from './syncLog.ts'
import { createThreadedScanner } from './threadedScanner.ts'
import { subscribeToTransactions } from './transactionNotify.ts'
import type { WalletFilesOptions } from './walletFilesOptions.ts'
import { createFromDescription, type WalletDescription } from './walletFromJson.ts'

/** `path`: of its file; undefined if it is in memory only */
type OpenWallet = { readonly engine: Engine; readonly store: Store; readonly path: string | undefined }

/** How long opening a file waits for a lock of another process. */
const BUSY_TIMEOUT_MS = 500

const COPIED =
  'this is a copy of the wallet file, or an older one: its multisig nonces were deleted, export multisig info again'

/** The folder of wallet files and the open wallet, as the host of the wallet RPC. `shutDown` must run before the process ends. */
export class WalletFiles implements WalletHost {
  readonly #options: WalletFilesOptions
  #connection: NodeConnection
  #open: OpenWallet | undefined
  #pollInterval: number | undefined = POLL_INTERVAL
  #isShutDown = false

  constructor(options: WalletFilesOptions) {
    this.#options = options
    this.#connection = options.node
  }

  /** The context of the wallet RPC. */
  get source(): WalletRpcContext {
    const files = this
    return {
      get wallet() {
        return files.wallet
      },
      rpcEnabled: true,
      host: files,
    }
  }

  get wallet(): Wallet | undefined {
    return this.#open?.engine.wallet
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
    return this.#connection.trusted
  }

  get miningThreads(): number {
    return maxMiningThreads()
  }

  #pathOf(filename: string): string {
    const { folder } = this.#options
    if (folder === undefined)
      throw new UnsupportedByHostError('this service serves one wallet file: start it with --wallet-dir to open others')
    if (/[/\\\0]/.test(filename)) throw new FilenameError('the name of a wallet must not contain / or \\')
    return join(folder, `${filename}${WALLET_FILE_EXTENSION}`)
  }

  async exists(filename: string): Promise<boolean> {
    return filename !== '' && hasWalletFile(this.#pathOf(filename))
  }

  #createEngine(store: Store, path: string | undefined): Engine {
    const { stateFolder, node } = this.#options
    const engine: Engine = createEngine({
      store,
      // Every wallet begins with the node of the service.
      createNode: () => this.#createClient(engine === this.#open?.engine ? this.#connection : node),
      createScanner: this.#options.createScanner ?? createThreadedScanner,
      clock: () => Date.now(),
      schedule: this.#options.schedule ?? scheduleTimer,
      random: systemRandom,
      pollInterval: () => this.#pollInterval,
      report: (error) => this.#options.log.write('ERROR', 'wallet', stackOf(error)),
      ...(path === undefined || stateFolder === undefined ? {} : { nonceTokens: nonceTokenFile(stateFolder, path) }),
    })
    return engine
  }

  #createClient(connection: NodeConnection): NodeClient {
    const { connect, log } = this.#options
    return connect === undefined ? connectLogged(connection, log) : connect(connection)
  }

  create(file: NewWalletFile, language: string): Promise<void> {
    return this.#createFile(file, async (engine, wallet) => {
      await engine.draftSeed(language)
      await engine.createWallet(wallet, [])
    })
  }

  restoreFromWords(file: NewWalletFile, seed: { readonly words: string; readonly offset: string }, height: number) {
    return this.#createFile(file, (engine, wallet) => engine.restoreFromWords(wallet, seed, { from: 'height', height }))
  }

  restoreFromKeys(
    file: NewWalletFile,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    height: number,
  ) {
    return this.#createFile(file, (engine, wallet) => engine.restoreFromKeys(wallet, keys, { from: 'height', height }))
  }

  /** Creates a wallet file and opens it in place of the open wallet. An empty name creates a wallet in memory. */
  async #createFile(
    { filename, password }: NewWalletFile,
    createWallet: (engine: Engine, wallet: NewWallet) => Promise<void>,
  ): Promise<void> {
    const path = filename === '' ? undefined : this.#pathOf(filename)
    if (path !== undefined && hasWalletFile(path))
      throw new WalletFileExistsError(`there is already a wallet "${filename}"`)
    await this.#storeNew(path, { filename, password }, createWallet)
  }

  /**
   * Creates a wallet in a new file, in one whose creation was interrupted, or in memory, and opens it in place of the open wallet. What an
   * interrupted creation has left in a file is sealed and stays unused.
   */
  async #storeNew(
    path: string | undefined,
    { filename, password }: NewWalletFile,
    createWallet: (engine: Engine, wallet: NewWallet) => Promise<void>,
  ): Promise<void> {
    const isNewFile = path !== undefined && !existsSync(path)
    const store =
      path === undefined
        ? openMemoryStore()
        : openSqliteStore(path, { exclusive: true, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const engine = this.#createEngine(store, path)
    const name = filename === '' ? 'unnamed' : filename
    try {
      await createWallet(engine, {
        name,
        password,
        networkId: this.network.id,
        nodes: { urls: [this.#options.node.url], choice: 'order' },
      })
    } catch (error) {
      await store.close()
      if (isNewFile) rmSync(path)
      throw error
    }
    await this.close()
    await this.#use({ engine, store, path })
    if (path !== undefined && this.#options.writesKeysFiles === true) await writeKeysFileBeside(path, engine, password)
  }

  async open({ filename, password }: NewWalletFile): Promise<void> {
    const path = this.#pathOf(filename)
    if (!this.network.walletRpc.keepsOpenWallet) await this.close()
    // A file that is open is locked.
    else if (this.#open?.path === path) {
      await this.#open.engine.checkPassword(password)
      await this.close()
    }
    await this.openFile(path, password)
  }

  /**
   * Opens the wallet of a file at any path in place of the open wallet.
   * @throws WalletFileMissingError, WrongPasswordError, and the errors of the store
   */
  async openFile(path: string, password: string): Promise<void> {
    if (!existsSync(path)) return await this.#openKeysFile(path, password)
    const store = openSqliteStore(path, { exclusive: true, busyTimeoutMs: BUSY_TIMEOUT_MS })
    const engine = this.#createEngine(store, path)
    const [summary] = await listWallets(store).catch(async (error: unknown) => {
      await store.close()
      throw error
    })
    // A wallet is listed last: the import of the files beside this one was interrupted.
    if (summary === undefined && hasKeysFileBeside(path)) {
      await store.close()
      return await this.#openKeysFile(path, password)
    }
    try {
      if (summary === undefined) throw new WalletFileMissingError(`"${path}" contains no wallet`)
      if (summary.networkId !== this.network.id)
        throw new WalletFileMissingError(
          `"${path}" is a wallet for ${summary.networkId}, this service is for ${this.network.id}`,
        )
      await engine.openWallet(summary.id, password)
    } catch (error) {
      await store.close()
      throw error
    }
    await this.close()
    await this.#use({ engine, store, path })
  }

  /**
   * Creates the wallet of a description in a file at any path, and opens it.
   * @throws WalletFileExistsError, and the errors of the engine for words and keys
   */
  async openDescription(path: string, description: WalletDescription): Promise<void> {
    if (hasWalletFile(path)) throw new WalletFileExistsError(`"${path}" exists, or a wallet of wallet2 in its place`)
    const file = { filename: basename(path, WALLET_FILE_EXTENSION), password: description.password }
    await this.#storeNew(path, file, (engine, wallet) =>
      createFromDescription(engine, wallet, this.network, description),
    )
  }

  /** Restores a wallet from the files of wallet2 beside the path of a wallet file, which is made. They stay as they are. */
  async #openKeysFile(path: string, password: string): Promise<void> {
    const files = readFilesBeside(path)
    if (files === undefined) throw new WalletFileMissingError(`file not found "${path}"`)
    const filename = basename(path, WALLET_FILE_EXTENSION)
    await this.#storeNew(path, { filename, password }, (engine, wallet) =>
      importFiles(engine, wallet, { ...files, password }, this.#options.log),
    )
  }

  async #use(wallet: OpenWallet): Promise<void> {
    const { engine } = wallet
    if (this.#isShutDown) {
      await this.#closeWallet(wallet)
      throw new UnsupportedByHostError('the service is stopping')
    }
    this.#open = wallet
    this.#connection = this.#options.node
    // A service has no user who could unlock the wallet.
    const { maxFeeRatio = DEFAULT_MAX_FEE_RATIO, maxReorgDepth = DEFAULT_MAX_REORG_DEPTH } = this.#options
    await engine.changeSettings({ lockMinutes: 0, rpcEnabled: true, maxFeeRatio, maxReorgDepth })
    if (this.#options.onTransaction !== undefined) await subscribeToTransactions(engine, this.#options.onTransaction)
    this.#options.log.write('INFO', 'wallet', 'opened a wallet')
    if (engine.wallet?.isCopy === true) this.#options.log.write('WARNING', 'wallet', COPIED)
    await logSync(engine, this.#options.log)
    collectGarbage()
  }

  async #closeWallet({ engine, store }: OpenWallet): Promise<void> {
    try {
      await engine.closeWallet()
    } finally {
      await store.close()
    }
    this.#options.log.write('INFO', 'wallet', 'closed the wallet')
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    if (open !== undefined) await this.#closeWallet(open)
  }

  /** Closes the open wallet; no wallet can be opened afterwards. */
  async shutDown(): Promise<void> {
    this.#isShutDown = true
    await this.close()
  }

  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    const { engine, path } = this.#open ?? {}
    if (engine === undefined) return
    await engine.changePassword(oldPassword, newPassword)
    if (path === undefined || !hasKeysFileBeside(path) || !hasFinalKeys(engine)) return
    await reencryptCacheBeside(path, { old: oldPassword, new: newPassword })
    await writeKeysFileBeside(path, engine, newPassword)
  }

  async checkPassword(password: string): Promise<void> {
    await this.#open?.engine.checkPassword(password)
  }

  async makeMultisig(round: MultisigFirstRound, password: string): Promise<void> {
    await this.#open?.engine.makeMultisig(round)
    await this.#finishRound(password)
  }

  async exchangeMultisigKeys(messages: readonly string[], password: string): Promise<void> {
    await this.#open?.engine.exchangeMultisigKeys(messages)
    await this.#finishRound(password)
  }

  /** Writes the keys file after the last round, as wallet2 does. */
  async #finishRound(password: string): Promise<void> {
    const { engine, path } = this.#open ?? {}
    if (engine === undefined || path === undefined) return
    if (this.#options.writesKeysFiles === true) await writeFinalKeysFile(path, engine, password, this.#options.log)
  }

  async setNode(choice: DaemonChoice): Promise<void> {
    this.#connection = chosenConnection(this.network, this.#connection, choice)
    this.#options.log.write('INFO', 'global', `the node is ${this.#connection.url}`)
    await this.wallet?.sync.follow(this.#createClient(this.#connection))
  }

  startMining(request: MiningRequest): Promise<void> {
    return startMining(transportOptions(this.#connection), request)
  }

  stopMining(): Promise<void> {
    return stopMining(transportOptions(this.#connection))
  }

  autoRefresh(enable: boolean, period: number): void {
    this.#pollInterval = enable ? (period === 0 ? POLL_INTERVAL : period * 1000) : undefined
    this.wallet?.sync.pollEvery(this.#pollInterval)
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

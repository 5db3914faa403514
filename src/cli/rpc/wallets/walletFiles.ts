// The wallets of `faba rpc`, in files or a database, at most one of them open, by the same engine as in the page.

import type { LookAhead } from '../../../coin/lookAhead.ts'
import type { Network } from '../../../coin/networks/network.ts'
import type { MiningRequest } from '../../../daemon/nodeMining.ts'
import { startMining, stopMining } from '../../../daemon/nodeMining.ts'
import type { ResolveAlias } from '../../../dns/aliasResolver.ts'
import type { NewWallet } from '../../../engine/api/engineViews.ts'
import type { Engine } from '../../../engine/engine.ts'
import { checkName, listWallets, WalletNameError } from '../../../engine/vault/walletCatalog.ts'
import {
  type CallNeed,
  type DaemonChoice,
  FilenameError,
  type NewWalletFile,
  type SentPassword,
  type SentSeed,
  UnsupportedByHostError,
  WalletFileExistsError,
  WalletFileMissingError,
  type WalletHost,
  type WalletRpcContext,
} from '../../../rpc/calls/walletRpcContext.ts'
import type { Store } from '../../../store/store.ts'
import type { MultisigFirstRound } from '../../../wallet/multisig/multisigViews.ts'
import type { Wallet } from '../../../wallet/open/wallet.ts'
import { defaultPollInterval, pollIntervalOf } from '../../../wallet/sync/pollInterval.ts'
import {
  chosenConnection,
  maxMiningThreads,
  type NodeConnection,
  transportOptions,
} from '../connections/nodeConnection.ts'
import { stackOf } from '../log/log.ts'
import { logSync } from '../log/syncLog.ts'
import { collectGarbageSoon } from './collectGarbage.ts'
import { OpenWalletFile } from './openWalletFile.ts'
import { SharedWallet } from './sharedWallet.ts'
import { clientOf, createWalletEngine } from './walletEngine.ts'
import type { WalletFilesOptions } from './walletFilesOptions.ts'
import { createFromDescription, type WalletDescription } from './walletFromJson.ts'
import { databasePlace, filePlace, folderPlace, inMemory, type NewStore, type WalletPlace } from './walletPlaces.ts'

const COPIED =
  'this is a copy of the wallet file, or an older one: its multisig nonces were deleted, export multisig info again'

/**
 * Checks the name of a wallet as that of a file.
 * @throws FilenameError
 */
const checkFilename = (filename: string): void => {
  if (/[/\\\0]/.test(filename)) throw new FilenameError('the name of a wallet must not contain / or \\')
  // An empty one names no wallet, or one in memory.
  if (filename.trim() === '') return
  try {
    checkName(filename)
  } catch (error) {
    if (!(error instanceof WalletNameError)) throw error
    throw new FilenameError(error.message, { cause: error })
  }
}

/** The stored wallets and the open one, as the host of the wallet RPC. `shutDown` must run before the process ends. */
export class WalletFiles implements WalletHost {
  readonly #options: WalletFilesOptions
  #connection: NodeConnection
  #open: OpenWalletFile | undefined
  #pollInterval: number | undefined
  #isShutDown = false

  constructor(options: WalletFilesOptions) {
    this.#options = options
    this.#connection = options.node
    this.#pollInterval = defaultPollInterval(options.network)
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
      ...(files.#options.database === undefined ? {} : { prepareCall: (need) => files.#prepareCall(need) }),
    }
  }

  get wallet(): Wallet | undefined {
    return this.#open?.engine.wallet
  }

  get network(): Network {
    return this.#options.network
  }

  get hasFolder(): boolean {
    return this.#options.folder !== undefined || this.#options.database !== undefined
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

  #placeOf(filename: string): WalletPlace {
    const { folder, database, stateFolder } = this.#options
    if (folder === undefined && database === undefined)
      throw new UnsupportedByHostError('this service serves one wallet file: start it with --wallet-dir to open others')
    checkFilename(filename)
    if (database !== undefined) return databasePlace(database, filename, { folder, stateFolder })
    return folderPlace(folder ?? '', filename, stateFolder)
  }

  async exists(filename: string): Promise<boolean> {
    return filename !== '' && (await this.#placeOf(filename).exists())
  }

  #createEngine(stored: Pick<NewStore, 'store' | 'shared'>, place: WalletPlace | undefined): Promise<Engine> {
    return createWalletEngine(this.#options, stored, place, {
      // Every wallet begins with the node of the service.
      connectionOf: (engine) => (engine === this.#open?.engine ? this.#connection : this.#options.node),
      pollInterval: () => this.#pollInterval,
    })
  }

  create(file: NewWalletFile, language: string): Promise<void> {
    return this.#createFile(file, async (engine, wallet) => {
      await engine.draftSeed(language)
      await engine.createWallet(wallet, [])
    })
  }

  restoreFromWords(file: NewWalletFile, seed: SentSeed, height: number) {
    return this.#createFile(file, (engine, wallet) => engine.restoreFromWords(wallet, seed, { from: 'height', height }))
  }

  restoreFromKeys(
    file: NewWalletFile,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    height: number,
  ) {
    return this.#createFile(file, (engine, wallet) => engine.restoreFromKeys(wallet, keys, { from: 'height', height }))
  }

  /** Stores a new wallet and opens it in place of the open wallet. An empty name creates a wallet in memory. */
  async #createFile(
    { filename, password, encoding = 'utf-8' }: NewWalletFile,
    createWallet: (engine: Engine, wallet: NewWallet) => Promise<void>,
  ): Promise<void> {
    const place = filename === '' ? undefined : this.#placeOf(filename)
    if ((await place?.exists()) === true) throw new WalletFileExistsError(`there is already a wallet "${filename}"`)
    await this.#storeNew(place, { text: password, encoding }, createWallet)
  }

  /**
   * Creates a wallet in a new file, in one whose creation was interrupted, or in memory, and opens it in place of the open wallet. What an
   * interrupted creation has left in a file is sealed and stays unused.
   */
  async #storeNew(
    place: WalletPlace | undefined,
    password: SentPassword,
    createWallet: (engine: Engine, wallet: NewWallet) => Promise<void>,
  ): Promise<void> {
    const stored = place === undefined ? inMemory() : await place.create()
    const engine = await this.#createEngine(stored, place)
    try {
      await createWallet(engine, {
        name: place?.walletName ?? 'unnamed',
        password: password.text,
        networkId: this.network.id,
        nodes: { urls: [this.#options.node.url], choice: 'order', trusted: [] },
        lookAhead: this.#options.lookAhead,
      })
    } catch (error) {
      await stored.discard()
      throw error
    }
    await this.close()
    await this.#use(engine, stored, place)
    await this.#open?.writeFirstKeysFile(password)
    await this.#open?.unlockCache(password.text)
  }

  async open({ filename, password }: NewWalletFile): Promise<void> {
    const place = this.#placeOf(filename)
    if (!this.network.walletRpc.keepsOpenWallet) await this.close()
    // A wallet that is open is locked.
    else if (this.#open?.place?.label === place.label) {
      await this.#open.engine.checkPassword(password)
      await this.close()
    }
    await this.#openPlace(place, password)
  }

  /**
   * Opens the wallet of a file at any path in place of the open wallet.
   * @throws WalletFileMissingError, WrongPasswordError, and the errors of the store
   */
  openFile(path: string, password: string): Promise<void> {
    return this.#openPlace(filePlace(path, this.#options.stateFolder), password)
  }

  async #openPlace(place: WalletPlace, password: string): Promise<void> {
    const stored = await place.open()
    if (stored === undefined) return await this.#import(place, password)
    const { store, shared } = stored
    const engine = await this.#createEngine(stored, place)
    try {
      const open = (): Promise<boolean> => this.#openListed(engine, store, place, password)
      const isOpen = shared === undefined || shared.leads ? await open() : await shared.withSnapshot(open)
      if (!isOpen) {
        await store.close()
        return await this.#import(place, password)
      }
    } catch (error) {
      await store.close()
      throw error
    }
    await this.close()
    await this.#use(engine, stored, place)
    await this.#open?.unlockCache(password)
  }

  /** Opens the wallet of a store. Returns false if there is none yet, but files to import: that was interrupted. */
  async #openListed(engine: Engine, store: Store, place: WalletPlace, password: string): Promise<boolean> {
    const { label } = place
    // A wallet is listed last.
    const [summary] = await listWallets(store)
    if (summary === undefined) {
      if (place.importer(password, this.#options.log) !== undefined) return false
      throw new WalletFileMissingError(`"${label}" contains no wallet`)
    }
    if (summary.networkId !== this.network.id)
      throw new WalletFileMissingError(
        `"${label}" is a wallet for ${summary.networkId}, this service is for ${this.network.id}`,
      )
    await engine.openWallet(summary.id, password)
    return true
  }

  /**
   * Creates the wallet of a description in a file at any path, and opens it.
   * @throws WalletFileExistsError, and the errors of the engine for words and keys
   */
  async openDescription(path: string, description: WalletDescription): Promise<void> {
    const place = filePlace(path, this.#options.stateFolder)
    if (await place.exists()) throw new WalletFileExistsError(`"${path}" exists, or a wallet of wallet2 in its place`)
    const password = { text: description.password, encoding: 'utf-8' } as const
    await this.#storeNew(place, password, (engine, wallet) =>
      createFromDescription(engine, wallet, this.network, description),
    )
  }

  /** Creates a wallet from the files of wallet2 beside the place of its file, or from a file that is not in the database yet. */
  async #import(place: WalletPlace, password: string): Promise<void> {
    const importer = place.importer(password, this.#options.log)
    if (importer === undefined) throw new WalletFileMissingError(`file not found "${place.label}"`)
    await this.#storeNew(place, { text: password, encoding: 'utf-8' }, importer)
  }

  async #use(engine: Engine, { store, shared }: Pick<NewStore, 'store' | 'shared'>, place: WalletPlace | undefined) {
    const { log } = this.#options
    const keyChanged = (): void => {
      if (this.#open?.engine === engine)
        void this.close().catch((error: unknown) => log.write('ERROR', 'wallet', stackOf(error)))
    }
    const sharing = shared && new SharedWallet(engine, shared, log, keyChanged)
    const wallet = new OpenWalletFile({ engine, store, place, shared: sharing }, this.#options)
    if (this.#isShutDown) {
      await wallet.close()
      throw new UnsupportedByHostError('the service is stopping')
    }
    this.#open = wallet
    this.#connection = this.#options.node
    log.write('INFO', 'wallet', 'opened a wallet')
    if (engine.wallet?.isCopy === true) log.write('WARNING', 'wallet', COPIED)
    await logSync(engine, log)
    collectGarbageSoon()
  }

  async #prepareCall(need: CallNeed): Promise<void> {
    await this.#open?.prepareCall(need)
  }

  async close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.close()
  }

  async store(): Promise<void> {
    await this.#open?.storeCache()
  }

  /** Closes the open wallet; no wallet can be opened afterwards. */
  async shutDown(): Promise<void> {
    this.#isShutDown = true
    await this.close()
  }

  async changePassword(oldPassword: string, password: SentPassword): Promise<void> {
    await this.#open?.changePassword(oldPassword, password)
  }

  async checkPassword(password: string): Promise<void> {
    await this.#open?.engine.checkPassword(password)
  }

  async setLookAhead(lookAhead: LookAhead, password: SentPassword): Promise<void> {
    await this.#open?.setLookAhead(lookAhead, password)
  }

  async makeMultisig(round: MultisigFirstRound, password: SentPassword): Promise<void> {
    await this.#open?.makeMultisig(round, password)
  }

  async exchangeMultisigKeys(messages: readonly string[], password: SentPassword): Promise<void> {
    await this.#open?.exchangeMultisigKeys(messages, password)
  }

  async setNode(choice: DaemonChoice): Promise<void> {
    this.#connection = chosenConnection(this.#connection, choice)
    this.#options.log.write('INFO', 'global', `the node is ${this.#connection.url}`)
    await this.wallet?.sync.follow(clientOf(this.#options, this.#connection))
  }

  startMining(request: MiningRequest): Promise<void> {
    return startMining(transportOptions(this.#connection), request)
  }

  stopMining(): Promise<void> {
    return stopMining(transportOptions(this.#connection))
  }

  autoRefresh(enable: boolean, period: number): void {
    this.#pollInterval = pollIntervalOf(this.network, enable ? period : undefined)
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

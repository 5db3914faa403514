// The engine: several wallets at rest, one of them open. Everything the page and the wallet RPC ask for goes through it.

import { wipe } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import { AddressError, parseAddress } from '../coin/address.ts'
import { sumAmounts } from '../coin/amount.ts'
import { seedLanguages } from '../coin/languages.ts'
import { type Network, networkById } from '../coin/network.ts'
import { encodeSeed } from '../coin/seed.ts'
import { makeUri, parseUri, UriError } from '../coin/uri.ts'
import { prepareKeccak } from '../crypto/keccak.ts'
import { generateKeys } from '../crypto/keys.ts'
import { loadPointKernel } from '../crypto/point.ts'
import type { NodeClient } from '../daemon/node.ts'
import type { Store } from '../store/store.ts'
import {
  changePassword,
  createVault,
  openVault,
  removeVault,
  sealedStore,
  VaultMissingError,
  type VaultOptions,
} from '../store/vault.ts'
import type {
  AccountView,
  AddressView,
  Answer,
  EngineApi,
  EngineView,
  NewWallet,
  ParsedDestination,
  PreparedTransfer,
  RestoreFrom,
  TransferView,
  WalletSettings,
  WalletSummary,
  WalletView,
} from './api.ts'
import { Book } from './book.ts'
import { checkName, listWallets, putWallet, removeWalletEntry } from './catalog.ts'
import type { Host } from './host.ts'
import {
  getKeyring,
  type Keyring,
  keyringFromKeys,
  keyringFromWords,
  putKeyring,
  revealKeyring,
  wipeKeyring,
} from './keyring.ts'
import { Publisher } from './publisher.ts'
import { isReveal, Questions } from './questions.ts'
import { PaymentOutdatedError, PaymentRefusedError, type RelayResult } from './relay.ts'
import { restoreDateOf, restoreHeightOf } from './restoreHeight.ts'
import { checkSettings, getSettings, newSettings, putSettings } from './settings.ts'
import type { PreparedTransaction } from './spend/request.ts'
import { Wallet } from './wallet.ts'

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

/** The words given back are not those of the draft. */
export class DraftWordsError extends Error {
  override readonly name = 'DraftWordsError'
}

/** A prepared payment that is not, or no longer, waiting for a yes. */
export class UnknownPreparedTransferError extends Error {
  override readonly name = 'UnknownPreparedTransferError'
}

/** The open wallet with what belongs to its being open. */
type Opened = {
  readonly wallet: Wallet
  readonly store: Store
  summary: WalletSummary
  settings: WalletSettings
}

type Draft = { readonly words: readonly string[]; readonly keyring: Keyring }

const LANGUAGES = seedLanguages.map(({ name, ownName }) => ({ name, ownName }))

const ENDED = 'the wallet was closed or locked'

/** Answers the page's calls; `EngineApi` says what each does. Errors of a call reach whoever called. */
export class Engine implements EngineApi {
  readonly #host: Host
  readonly #vault: VaultOptions
  readonly #publisher: Publisher<EngineView>
  /** What pages ask the person. */
  readonly questions: Questions
  readonly #prepared = new Map<string, readonly PreparedTransaction[]>()
  #wallets: readonly WalletSummary[] = []
  #loaded: Promise<void> | undefined
  #opened: Opened | undefined
  #locked: WalletSummary | undefined
  #draft: Draft | undefined
  #cancelLock: (() => void) | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(host: Host) {
    this.#host = host
    this.#vault = { random: host.random, ...host.passwordCost }
    this.#publisher = new Publisher(() => this.#view(), host.clock, host.schedule)
    this.questions = new Questions(host, () => this.#publisher.now())
  }

  /** The open wallet, for the wallet RPC; undefined while none is open. */
  get wallet(): Wallet | undefined {
    return this.#opened?.wallet
  }

  /** The wallets there are, by name; none until the engine was asked for something. */
  get wallets(): readonly WalletSummary[] {
    return this.#wallets
  }

  /** Whether the open wallet lets pages of this origin call the wallet RPC. */
  get rpcEnabled(): boolean {
    return this.#opened?.settings.rpcEnabled ?? false
  }

  async subscribe(listener: (view: EngineView) => void): Promise<void> {
    await this.#load()
    this.#publisher.subscribe(listener)
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#reload().catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }

  async #reload(): Promise<void> {
    this.#wallets = await listWallets(this.#host.store)
  }

  #view(): EngineView {
    const opened = this.#opened
    return {
      phase: opened !== undefined ? 'open' : this.#locked !== undefined ? 'locked' : 'closed',
      wallets: this.#wallets,
      wallet: opened === undefined ? undefined : this.#walletView(opened),
      lockedWallet: this.#locked,
      question: this.questions.current,
      paymentsAllowed: this.questions.allowsPayments,
    }
  }

  #walletView({ wallet, summary }: Opened): WalletView {
    const { network, book, sync } = wallet
    return {
      ...summary,
      address: wallet.addressText({ major: 0, minor: 0 }),
      ticker: network.ticker,
      decimals: network.decimals,
      balance: wallet.balance(),
      accounts: wallet.accounts(),
      sync: sync.state,
      development: sync.info?.development ?? false,
      restoreHeight: book.restoreHeight,
      revision: book.revision,
    }
  }

  /** Opening, closing and what changes the list of wallets happen one after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#load()).then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  #requireOpened(): Opened {
    if (this.#opened === undefined) throw new NoWalletError()
    return this.#opened
  }

  /** The open wallet, which somebody uses: it does not lock for a while. */
  #use(): Opened {
    const opened = this.#requireOpened()
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

  async seedLanguages() {
    return LANGUAGES
  }

  async draftSeed(language: string): Promise<readonly string[]> {
    const seed = this.#host.random(32)
    const keys = generateKeys(seed)
    wipe(seed)
    const words = (await encodeSeed(keys.spendSecret, language)).split(' ')
    this.#forgetDraft()
    this.#draft = { words, keyring: { keys, language } }
    return words
  }

  #forgetDraft(): void {
    if (this.#draft !== undefined) wipeKeyring(this.#draft.keyring)
    this.#draft = undefined
  }

  createWallet(
    wallet: NewWallet,
    words: readonly { readonly position: number; readonly word: string }[],
  ): Promise<void> {
    return this.#inTurn(async () => {
      const draft = this.#draft
      if (draft === undefined) throw new DraftWordsError('there are no new words; draw some first')
      for (const { position, word } of words)
        if (draft.words[position - 1]?.toLowerCase() !== word.trim().toLowerCase())
          throw new DraftWordsError(`word ${position} is another one; look at your words again`)
      // Nobody can have paid before today; how high the chain is, only a node knows, and it need not be asked.
      const now = Math.floor(this.#host.clock() / 1000)
      await this.#create(wallet, draft.keyring, { from: 'date', timestamp: now })
      this.#draft = undefined
    })
  }

  restoreFromWords(
    wallet: NewWallet,
    seed: { readonly words: string; readonly offset: string },
    from: RestoreFrom,
  ): Promise<void> {
    return this.#inTurn(async () => this.#restore(wallet, await keyringFromWords(seed.words, seed.offset), from))
  }

  restoreFromKeys(
    wallet: NewWallet,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    from: RestoreFrom,
  ): Promise<void> {
    return this.#inTurn(async () => this.#restore(wallet, keyringFromKeys(networkById(wallet.networkId), keys), from))
  }

  async #restore(wallet: NewWallet, keyring: Keyring, from: RestoreFrom): Promise<void> {
    try {
      await this.#create(wallet, keyring, from)
    } catch (error) {
      wipeKeyring(keyring)
      throw error
    }
  }

  /** Stores a wallet and opens it. It is listed last, so that a kill on the way leaves none that is half there. */
  async #create(request: NewWallet, keyring: Keyring, from: RestoreFrom): Promise<void> {
    const network = networkById(request.networkId)
    const name = checkName(request.name)
    const settings = newSettings(request.nodes)
    // What is no address of a node is refused before anything is stored.
    const node = this.#host.createNode(settings.nodes.urls)
    const id = toHex(this.#host.random(16))
    const summary = { id, name, networkId: network.id, viewOnly: keyring.keys.spendSecret === undefined }
    const vault = await createVault(this.#host.store, id, request.password, this.#vault)
    const store = sealedStore(this.#host.store, vault)
    try {
      await putKeyring(store, keyring)
      await putSettings(store, settings)
      const book = await Book.create(store, restoreHeightOf(network, from), restoreDateOf(from))
      await putWallet(this.#host.store, summary)
      await this.#reload()
      await this.#close()
      await this.#start({ summary, store, settings, keyring, book, network, node })
    } catch (error) {
      await store.close()
      throw error
    }
  }

  openWallet(id: string, password: string): Promise<void> {
    return this.#inTurn(async () => {
      const summary = this.#summaryOf(id)
      const vault = await openVault(this.#host.store, id, password, this.#vault)
      await this.#close()
      const store = sealedStore(this.#host.store, vault)
      const network = networkById(summary.networkId)
      try {
        const settings = await getSettings(store)
        const node = this.#host.createNode(settings.nodes.urls)
        const book = await Book.open(store)
        const keyring = await getKeyring(store)
        try {
          await this.#start({ summary, store, settings, keyring, book, network, node })
        } catch (error) {
          wipeKeyring(keyring)
          throw error
        }
      } catch (error) {
        await store.close()
        this.#publisher.now()
        throw error
      }
    })
  }

  async #start(parts: {
    readonly summary: WalletSummary
    readonly store: Store
    readonly settings: WalletSettings
    readonly keyring: Keyring
    readonly book: Book
    readonly network: Network
    readonly node: NodeClient
  }): Promise<void> {
    const { summary, store, settings, keyring, book, network, node } = parts
    const [scanner] = await Promise.all([this.#host.createScanner(), loadPointKernel(), prepareKeccak()])
    const wallet = await Wallet.open({
      host: this.#host,
      network,
      keys: keyring.keys,
      language: keyring.language,
      book,
      scanner,
      node,
      changed: () => this.#publisher.soon(),
    })
    this.#opened = { wallet, store, summary, settings }
    this.#locked = undefined
    this.#use()
    this.#publisher.now()
  }

  #summaryOf(id: string): WalletSummary {
    const summary = this.#wallets.find((wallet) => wallet.id === id)
    if (summary === undefined) throw new UnknownWalletError(`there is no wallet with id ${id}`)
    return summary
  }

  /** Closes the open wallet, if there is one; its keys are wiped. */
  async #close(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    this.#locked = undefined
    this.#cancelLock?.()
    this.#cancelLock = undefined
    this.#forgetPrepared()
    this.questions.end(ENDED)
    if (opened === undefined) return
    try {
      await opened.wallet.close()
    } finally {
      await opened.store.close()
    }
  }

  closeWallet(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#close()
      this.#publisher.now()
    })
  }

  lock(): Promise<void> {
    return this.#inTurn(async () => {
      const summary = this.#opened?.summary
      if (summary === undefined) return
      try {
        await this.#close()
      } finally {
        this.#locked = summary
        this.#publisher.now()
      }
    })
  }

  changePassword(oldPassword: string, newPassword: string): Promise<void> {
    return this.#inTurn(async () => {
      const { summary } = this.#use()
      await changePassword(this.#host.store, summary.id, { old: oldPassword, new: newPassword }, this.#vault)
    })
  }

  renameWallet(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const opened = this.#use()
      const summary = { ...opened.summary, name: checkName(name) }
      await putWallet(this.#host.store, summary)
      opened.summary = summary
      await this.#reload()
      this.#publisher.now()
    })
  }

  removeWallet(id: string, password: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#summaryOf(id)
      await this.#checkPassword(id, password)
      if (this.#opened?.summary.id === id) await this.#close()
      if (this.#locked?.id === id) this.#locked = undefined
      await removeVault(this.#host.store, id)
      await removeWalletEntry(this.#host.store, id)
      await this.#reload()
      this.#publisher.now()
    })
  }

  /** A wallet whose removal was cut short has no vault any more; what is left of it needs no password. */
  async #checkPassword(id: string, password: string): Promise<void> {
    try {
      const vault = await openVault(this.#host.store, id, password, this.#vault)
      vault.close()
    } catch (error) {
      if (!(error instanceof VaultMissingError)) throw error
    }
  }

  revealSecrets(password: string) {
    return this.#inTurn(async () => {
      const { summary } = this.#use()
      const vault = await openVault(this.#host.store, summary.id, password, this.#vault)
      const store = sealedStore(this.#host.store, vault)
      try {
        const keyring = await getKeyring(store)
        return await revealKeyring(keyring).finally(() => wipeKeyring(keyring))
      } finally {
        await store.close()
      }
    })
  }

  async createAccount(label: string): Promise<AccountView> {
    return this.#use().wallet.createAccount(label)
  }

  async createSubaddress(account: number, label: string): Promise<AddressView> {
    return this.#use().wallet.createSubaddress(account, label)
  }

  async setLabel(account: number, index: number, label: string): Promise<void> {
    await this.#use().wallet.setLabel(account, index, label)
  }

  async addresses(account: number): Promise<readonly AddressView[]> {
    return this.#requireOpened().wallet.addresses(account)
  }

  async transfers(filter: { readonly account?: number; readonly limit?: number }): Promise<readonly TransferView[]> {
    return this.#requireOpened().wallet.transfers(filter)
  }

  async setNote(txid: string, note: string): Promise<void> {
    await this.#use().wallet.setNotes([{ txid, text: note }])
  }

  async parseDestination(text: string): Promise<ParsedDestination> {
    const { network } = this.#use().wallet
    const typed = text.trim()
    const isUri = typed.toLowerCase().startsWith(`${network.uri.scheme}:`)
    try {
      const uri = isUri ? parseUri(network, typed) : undefined
      // Paid without it, nobody could tell whose payment it is; and an id beside an address can no longer be sent.
      if (uri !== undefined && uri.paymentId !== '')
        return {
          valid: false,
          reason: `this request has a payment id (${uri.paymentId}) beside its address, which cannot be sent: ask for an integrated address or a subaddress`,
        }
      const address = uri?.address ?? typed
      return {
        valid: true,
        address,
        kind: parseAddress(network, address).kind,
        amount: uri === undefined || uri.amount === 0n ? undefined : uri.amount,
        recipientName: uri?.recipientName ?? '',
        description: uri?.description ?? '',
      }
    } catch (error) {
      if (error instanceof AddressError || error instanceof UriError) return { valid: false, reason: error.message }
      throw error
    }
  }

  async paymentUri(request: {
    readonly address: string
    readonly amount?: bigint
    readonly recipientName?: string
    readonly description?: string
  }): Promise<string> {
    const { address, amount = 0n, recipientName = '', description = '' } = request
    return makeUri(this.#requireOpened().wallet.network, {
      address,
      amount,
      paymentId: '',
      recipientName,
      description,
    })
  }

  async priorities() {
    const { priorities, defaultPriority } = this.#requireOpened().wallet.network.fees
    return priorities.standard.map(({ value, name }) => ({
      value,
      name,
      isDefault: value === defaultPriority.standard,
    }))
  }

  async prepareTransfer(request: {
    readonly account: number
    readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
    readonly priority: number
  }): Promise<PreparedTransfer> {
    return this.#prepare((wallet) => wallet.prepareTransfer({ ...request, subaddresses: [], unlockTime: 0n }))
  }

  async prepareSweep(request: {
    readonly account: number
    readonly address: string
    readonly priority: number
  }): Promise<PreparedTransfer> {
    const sweep = { ...request, subaddresses: [], unlockTime: 0n, outputs: 1, belowAmount: undefined }
    return this.#prepare((wallet) => wallet.prepareSweep(sweep))
  }

  async #prepare(build: (wallet: Wallet) => Promise<readonly PreparedTransaction[]>): Promise<PreparedTransfer> {
    const { wallet } = this.#use()
    let prepared: readonly PreparedTransaction[]
    try {
      prepared = await build(wallet)
    } catch (error) {
      // Whatever went wrong without keys says less than that they are gone.
      if (this.#opened?.wallet !== wallet) throw new NoWalletError()
      throw error
    }
    if (this.#opened?.wallet === wallet) return this.#keep(prepared)
    this.#forget(prepared)
    throw new NoWalletError()
  }

  /** Keeps a prepared payment until it is confirmed or discarded, or the wallet closes. */
  #keep(prepared: readonly PreparedTransaction[]): PreparedTransfer {
    const id = toHex(this.#host.random(8))
    this.#prepared.set(id, prepared)
    const transactions = prepared.map(({ txid, fee, weight, destinations }) => ({
      txid: toHex(txid),
      amount: sumAmounts(destinations),
      fee,
      weight,
    }))
    return {
      id,
      transactions,
      amount: sumAmounts(transactions),
      fee: transactions.reduce((sum, { fee }) => sum + fee, 0n),
      destinations: prepared.flatMap(({ destinations }) => destinations),
    }
  }

  async confirmTransfer(id: string): Promise<readonly TransferView[]> {
    const { wallet } = this.#use()
    const prepared = this.#prepared.get(id)
    if (prepared === undefined)
      throw new UnknownPreparedTransferError('this payment is no longer waiting; prepare it again')
    // Gone before anything else happens: a second yes finds nothing to pay.
    this.#prepared.delete(id)
    const results = await this.#pay(wallet, id, prepared)
    this.#publisher.now()
    const refusals = results.flatMap((result) => (result.state === 'refused' ? [result.reason] : []))
    if (refusals.length === results.length) throw new PaymentRefusedError(refusals[0] ?? '')
    return wallet.transfersOf(prepared.map(({ txid }) => txid))
  }

  /** Where a payment cannot be recorded nothing was sent. It waits again: tried once more it is the same payment, never a second one. */
  async #pay(wallet: Wallet, id: string, prepared: readonly PreparedTransaction[]): Promise<RelayResult[]> {
    try {
      return await wallet.pay(prepared)
    } catch (error) {
      if (this.#opened?.wallet === wallet && !(error instanceof PaymentOutdatedError)) this.#prepared.set(id, prepared)
      else this.#forget(prepared)
      throw error
    }
  }

  async discardTransfer(id: string): Promise<void> {
    this.#forget(this.#prepared.get(id) ?? [])
    this.#prepared.delete(id)
  }

  #forget(prepared: readonly PreparedTransaction[]): void {
    for (const { keys } of prepared) wipe(keys.main, ...keys.additional)
  }

  #forgetPrepared(): void {
    for (const prepared of this.#prepared.values()) this.#forget(prepared)
    this.#prepared.clear()
  }

  async answerQuestion(id: string, answer: Answer, password: string): Promise<void> {
    const { summary } = this.#use()
    if (answer !== 'refuse' && isReveal(this.questions.deed(id)))
      (await openVault(this.#host.store, summary.id, password, this.#vault)).close()
    this.questions.answer(id, answer)
  }

  async endPaymentPermission(): Promise<void> {
    this.questions.takeBack()
  }

  async settings(): Promise<WalletSettings> {
    return this.#requireOpened().settings
  }

  changeSettings(change: Partial<WalletSettings>): Promise<void> {
    return this.#inTurn(async () => {
      const opened = this.#requireOpened()
      const settings = checkSettings({ ...opened.settings, ...change })
      const isSameNode = settings.nodes.urls.join('\n') === opened.settings.nodes.urls.join('\n')
      // What is no address of a node is refused before it is stored: with it the wallet could not be opened again.
      const node = isSameNode ? undefined : this.#host.createNode(settings.nodes.urls)
      await putSettings(opened.store, settings)
      opened.settings = settings
      if (!settings.rpcEnabled) this.questions.end('pages may no longer ask')
      this.#use()
      if (node !== undefined) await opened.wallet.sync.follow(node)
      this.#publisher.now()
    })
  }

  async refresh(): Promise<void> {
    await this.#use().wallet.sync.refresh()
  }

  rescan(from: RestoreFrom): Promise<void> {
    return this.#inTurn(() => this.#use().wallet.rescan(from))
  }

  async mine(blocks: number): Promise<void> {
    const { wallet } = this.#use()
    await wallet.sync.node.mine(blocks, wallet.addressText({ major: 0, minor: 0 }))
    await wallet.sync.refresh()
  }

  async faucet(amount: bigint): Promise<void> {
    const { wallet } = this.#use()
    await wallet.sync.node.faucet(wallet.addressText({ major: 0, minor: 0 }), amount)
    await wallet.sync.refresh()
  }
}

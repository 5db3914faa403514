// The engine: several wallets at rest, one of them open. Everything the page and the wallet RPC ask for goes through it.

import { seedLanguages } from '../coin/languages.ts'
import { networkById } from '../coin/network.ts'
import { makeUri } from '../coin/uri.ts'
import { prepareKeccak } from '../crypto/keccak.ts'
import { loadPointKernel } from '../crypto/point.ts'
import type { NodeClient } from '../daemon/node.ts'
import type { Store } from '../store/store.ts'
import { changePassword } from '../store/vaultKey.ts'
import { accountsOf, addressesOf, createAccount, createSubaddress, setLabel } from './addresses.ts'
import type {
  AccountView,
  AddressView,
  Answer,
  Contact,
  ContactView,
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
import {
  checkPassword,
  checkPasswordToRemove,
  createAtRest,
  openVaultOf,
  type RestingWallet,
  readAtRest,
  removeAtRest,
  revealSecretsOf,
  vaultOptions,
} from './atRest.ts'
import { checkName, listWallets, putWallet } from './catalog.ts'
import { addContact, changeContact, contactsOf, removeContact } from './contacts.ts'
import { readDestination } from './destination.ts'
import type { Host } from './host.ts'
import { type Keyring, keyringFromKeys, keyringFromWords, wipeKeyring } from './keyring.ts'
import { PreparedPayments } from './preparedPayments.ts'
import { Publisher } from './publisher.ts'
import { isReveal, Questions } from './questions.ts'
import { PaymentOutdatedError, PaymentRefusedError, type RelayResult } from './relay.ts'
import { confirmDraft, drawSeed, type SeedDraft } from './seedDraft.ts'
import { checkSettings, newSettings, putSettings } from './settings.ts'
import { discardPrepared, type PreparedTransaction } from './spend/request.ts'
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

/** The open wallet with what belongs to its being open. */
type Opened = {
  readonly wallet: Wallet
  readonly store: Store
  summary: WalletSummary
  settings: WalletSettings
}

const LANGUAGES = seedLanguages.map(({ name, ownName }) => ({ name, ownName }))

const ENDED = 'the wallet was closed or locked'

/** Answers the page's calls; `EngineApi` says what each does. Errors of a call reach whoever called. */
export class Engine implements EngineApi {
  readonly #host: Host
  readonly #publisher: Publisher<EngineView>
  /** What pages ask the person. */
  readonly questions: Questions
  readonly #prepared: PreparedPayments
  #wallets: readonly WalletSummary[] = []
  #loaded: Promise<void> | undefined
  #opened: Opened | undefined
  #locked: WalletSummary | undefined
  #draft: SeedDraft | undefined
  #cancelLock: (() => void) | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(host: Host) {
    this.#host = host
    this.#prepared = new PreparedPayments(host.random)
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
      accounts: accountsOf(wallet),
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
    const draft = await drawSeed(this.#host.random, language)
    this.#forgetDraft()
    this.#draft = draft
    return draft.words
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
      const draft = confirmDraft(this.#draft, words)
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

  /** Stores a wallet and opens it. */
  async #create(request: NewWallet, keyring: Keyring, from: RestoreFrom): Promise<void> {
    const settings = newSettings(request.nodes)
    // What is no address of a node is refused before anything is stored.
    const node = this.#host.createNode(settings.nodes.urls)
    const resting = await createAtRest(this.#host, request, settings, keyring, from)
    try {
      await this.#reload()
      await this.#close()
      await this.#start(resting, node)
    } catch (error) {
      await resting.store.close()
      throw error
    }
  }

  openWallet(id: string, password: string): Promise<void> {
    return this.#inTurn(async () => {
      const summary = this.#summaryOf(id)
      const vault = await openVaultOf(this.#host, id, password)
      // It may be the open one, which is saved first.
      await this.#close()
      try {
        await this.#startResting(await readAtRest(this.#host, summary, vault))
      } catch (error) {
        this.#publisher.now()
        throw error
      }
    })
  }

  async #startResting(resting: RestingWallet): Promise<void> {
    try {
      await this.#start(resting, this.#host.createNode(resting.settings.nodes.urls))
    } catch (error) {
      wipeKeyring(resting.keyring)
      await resting.store.close()
      throw error
    }
  }

  async #start({ summary, store, settings, keyring, book }: RestingWallet, node: NodeClient): Promise<void> {
    const [scanner] = await Promise.all([this.#host.createScanner(), loadPointKernel(), prepareKeccak()])
    const wallet = await Wallet.open({
      host: this.#host,
      network: networkById(summary.networkId),
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
    this.#prepared.clear()
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
      const passwords = { old: oldPassword, new: newPassword }
      await changePassword(this.#host.store, summary.id, passwords, vaultOptions(this.#host))
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
      await checkPasswordToRemove(this.#host, id, password)
      if (this.#opened?.summary.id === id) await this.#close()
      if (this.#locked?.id === id) this.#locked = undefined
      await removeAtRest(this.#host, id)
      await this.#reload()
      this.#publisher.now()
    })
  }

  revealSecrets(password: string) {
    return this.#inTurn(() => revealSecretsOf(this.#host, this.#use().summary.id, password))
  }

  async createAccount(label: string): Promise<AccountView> {
    return createAccount(this.#use().wallet, label)
  }

  async createSubaddress(account: number, label: string): Promise<AddressView> {
    return createSubaddress(this.#use().wallet, account, label)
  }

  async setLabel(account: number, index: number, label: string): Promise<void> {
    await setLabel(this.#use().wallet, { major: account, minor: index }, label)
  }

  async addresses(account: number): Promise<readonly AddressView[]> {
    return addressesOf(this.#requireOpened().wallet, account)
  }

  async transfers(filter: { readonly account?: number; readonly limit?: number }): Promise<readonly TransferView[]> {
    return this.#requireOpened().wallet.transfers(filter)
  }

  async setNote(txid: string, note: string): Promise<void> {
    await this.#use().wallet.setNotes([{ txid, text: note }])
  }

  async contacts(): Promise<readonly ContactView[]> {
    return contactsOf(this.#requireOpened().wallet)
  }

  async addContact(contact: Contact): Promise<void> {
    await addContact(this.#use().wallet, contact)
  }

  async changeContact(seen: ContactView, contact: Contact): Promise<void> {
    await changeContact(this.#use().wallet, seen, contact)
  }

  async removeContact(seen: ContactView): Promise<void> {
    await removeContact(this.#use().wallet, seen)
  }

  async parseDestination(text: string): Promise<ParsedDestination> {
    return readDestination(this.#use().wallet.network, text)
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
    if (this.#opened?.wallet === wallet) return this.#prepared.add(prepared)
    discardPrepared(prepared)
    throw new NoWalletError()
  }

  async confirmTransfer(id: string): Promise<readonly TransferView[]> {
    const { wallet } = this.#use()
    const prepared = this.#prepared.take(id)
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
      if (this.#opened?.wallet === wallet && !(error instanceof PaymentOutdatedError))
        this.#prepared.putBack(id, prepared)
      else discardPrepared(prepared)
      throw error
    }
  }

  async discardTransfer(id: string): Promise<void> {
    this.#prepared.discard(id)
  }

  async answerQuestion(id: string, answer: Answer, password: string): Promise<void> {
    const { summary } = this.#use()
    if (answer !== 'refuse' && isReveal(this.questions.deed(id))) await checkPassword(this.#host, summary.id, password)
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

// The engine: serves the page and the wallet RPC.

import { fromHex } from '../../bytes/hex.ts'
import { formatPaymentUri } from '../../coin/addresses/paymentUri.ts'
import { networkById } from '../../coin/networks/networks.ts'
import { seedLanguages } from '../../coin/seeds/languages.ts'
import { findUnknownWord, type UnknownWord } from '../../coin/seeds/seed.ts'
import { changePassword } from '../../store/vaultKey.ts'
import { addressesOf, createAccount, createSubaddress, setLabel } from '../accounts/addresses.ts'
import { addContact, changeContact, contactsOf, removeContact } from '../accounts/contacts.ts'
import { exportKeyImageFile, importKeyImageFile } from '../exchange/keyImageExchange.ts'
import { exportOutputs, importOutputs } from '../exchange/outputExchange.ts'
import { exportMultisigInfo, importMultisigInfo } from '../multisig/infoExchange.ts'
import type { NameOrder } from '../names/nameOrder.ts'
import { describeUnsignedSet } from '../offline/describeSet.ts'
import { PaymentRefusedError } from '../spend/relay.ts'
import type { StakeOrder } from '../staking/stakeOrder.ts'
import { decideRequest } from './approvalDecision.ts'
import { ApprovalQueue } from './approvalQueue.ts'
import type { ApprovalDecision } from './approvalRequest.ts'
import type { EngineApi } from './engineApi.ts'
import type { EngineEnvironment } from './engineHost.ts'
import type {
  AccountView,
  AddressView,
  Contact,
  ContactView,
  EngineView,
  KeyImageImportView,
  MultisigFirstRound,
  MultisigSetView,
  NameRequest,
  NameView,
  NewWallet,
  ParsedDestination,
  PreparedOrder,
  PreparedTransfer,
  PriorityView,
  RestoreFrom,
  SignedTransfer,
  SignedTransferDescription,
  StakeRequest,
  TransferDescription,
  TransferView,
  UnlockView,
  UnsignedTransfer,
  WalletFilesContent,
  WalletSettings,
  WalletSummary,
} from './engineViews.ts'
import { keyringFromKeys, keyringFromWords, revealKeyring } from './keyring.ts'
import { readWalletFiles, writeKeysFile } from './keysFiles.ts'
import { exchangeMultisigKeyring, makeMultisigKeyring, multisigMessageOf } from './multisigKeyring.ts'
import { describeMultisigTransfer, signMultisigTransfer, submitMultisigTransfer } from './multisigTransfers.ts'
import { describeSignedSet, prepareUnsigned, signTransfers, submitTransfers } from './offlineTransfers.ts'
import {
  addName,
  lookUpName,
  nameIntent,
  namesOf,
  rememberName,
  stakeIntent,
  unlockStake,
  unlockView,
} from './orders.ts'
import { parseDestination } from './parseDestination.ts'
import { type SweepRequest, sweepOf, type TransferRequest, transferOf } from './paymentRequests.ts'
import { PreparedPayments } from './preparedPayments.ts'
import { Publisher } from './publisher.ts'
import { SeedDrafts } from './seedDrafts.ts'
import type { Wallet } from './wallet.ts'
import { WalletManager } from './walletManager.ts'
import { checkSettings, putSettings } from './walletSettings.ts'
import { checkPassword, vaultOptions, withKeyring } from './walletVault.ts'
import { walletView } from './walletView.ts'

const LANGUAGES = seedLanguages.map(({ name, ownName }) => ({ name, ownName }))

const ENDED = 'the wallet was closed or locked'

/** Implements `EngineApi`, which documents each method. */
export class Engine implements EngineApi {
  readonly #host: EngineEnvironment
  readonly #publisher: Publisher<EngineView>
  /** Requests of pages that the user decides. */
  readonly approvals: ApprovalQueue
  readonly #prepared: PreparedPayments
  readonly #wallets: WalletManager
  readonly #drafts: SeedDrafts

  constructor(host: EngineEnvironment) {
    this.#host = host
    this.#drafts = new SeedDrafts(host.random)
    this.#prepared = new PreparedPayments(host.random, (wallet) => wallet === this.wallet)
    this.#publisher = new Publisher(() => this.#view(), host.clock, host.schedule)
    this.approvals = new ApprovalQueue(host, () => this.#publisher.now())
    this.#wallets = new WalletManager(host, {
      soon: () => this.#publisher.soon(),
      now: () => this.#publisher.now(),
      left: () => {
        this.#prepared.clear()
        this.approvals.end(ENDED)
      },
    })
  }

  /** The open wallet, for the wallet RPC; undefined while none is open. */
  get wallet(): Wallet | undefined {
    return this.#wallets.opened?.wallet
  }

  /** All wallets, sorted by name; empty until the first operation. */
  get wallets(): readonly WalletSummary[] {
    return this.#wallets.list
  }

  /** Whether the settings of the open wallet allow pages of this origin to call the wallet RPC. */
  get rpcEnabled(): boolean {
    return this.#wallets.opened?.settings.rpcEnabled ?? false
  }

  async subscribe(listener: (view: EngineView) => void): Promise<void> {
    await this.#wallets.load()
    this.#publisher.subscribe(listener)
  }

  #view(): EngineView {
    const { opened, locked, list } = this.#wallets
    return {
      phase: opened !== undefined ? 'open' : locked !== undefined ? 'locked' : 'closed',
      wallets: list,
      wallet: opened === undefined ? undefined : walletView(opened),
      lockedWallet: locked,
      approvalRequest: this.approvals.current,
      paymentsAllowed: this.approvals.allowsPayments,
    }
  }

  async seedLanguages() {
    return LANGUAGES
  }

  draftSeed(language: string): Promise<readonly string[]> {
    return this.#drafts.draw(language)
  }

  async createWallet(
    wallet: NewWallet,
    words: readonly { readonly position: number; readonly word: string }[],
  ): Promise<void> {
    // A new wallet has no payments before today; a date needs no node, which a height would.
    const today: RestoreFrom = { from: 'date', timestamp: Math.floor(this.#host.clock() / 1000) }
    await this.#drafts.use(words, (takeKeyring) => this.#wallets.create(wallet, today, takeKeyring))
  }

  findUnknownWord(words: string): Promise<UnknownWord | undefined> {
    return findUnknownWord(words)
  }

  restoreFromWords(
    wallet: NewWallet,
    seed: { readonly words: string; readonly offset: string },
    from: RestoreFrom,
  ): Promise<void> {
    return this.#wallets.restore(wallet, from, () => keyringFromWords(seed.words, seed.offset))
  }

  restoreFromKeys(
    wallet: NewWallet,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    from: RestoreFrom,
  ): Promise<void> {
    return this.#wallets.restore(wallet, from, async () => keyringFromKeys(networkById(wallet.networkId), keys))
  }

  async restoreFromKeysFile(wallet: NewWallet, files: WalletFilesContent, filePassword: string): Promise<void> {
    const { keyring, from, importInto } = await readWalletFiles(networkById(wallet.networkId), files, filePassword)
    await this.#wallets.restore(wallet, from, async () => keyring, importInto)
  }

  async multisigMessage(): Promise<string> {
    return multisigMessageOf(this.#wallets.use().wallet)
  }

  makeMultisig(round: MultisigFirstRound): Promise<void> {
    return this.#wallets.changeKeys((keyring) => makeMultisigKeyring(this.#participant(), keyring, round))
  }

  exchangeMultisigKeys(messages: readonly string[]): Promise<void> {
    return this.#wallets.changeKeys((keyring) => exchangeMultisigKeyring(this.#participant(), keyring, messages))
  }

  #participant() {
    return { network: this.#wallets.requireOpened().wallet.network, random: this.#host.random }
  }

  openWallet(id: string, password: string): Promise<void> {
    return this.#wallets.open(id, password)
  }

  closeWallet(): Promise<void> {
    return this.#wallets.close()
  }

  lock(): Promise<void> {
    return this.#wallets.lock()
  }

  changePassword(oldPassword: string, newPassword: string): Promise<void> {
    return this.#wallets.runSerially(async () => {
      const { summary } = this.#wallets.use()
      const passwords = { old: oldPassword, new: newPassword }
      await changePassword(this.#host.store, summary.id, passwords, vaultOptions(this.#host))
    })
  }

  renameWallet(name: string): Promise<void> {
    return this.#wallets.rename(name)
  }

  removeWallet(id: string, password: string): Promise<void> {
    return this.#wallets.remove(id, password)
  }

  revealSecrets(password: string) {
    return this.#wallets.runSerially(() =>
      withKeyring(this.#host, this.#wallets.use().summary.id, password, revealKeyring),
    )
  }

  exportKeysFile(password: string): Promise<Uint8Array> {
    return this.#wallets.runSerially(() => {
      const { summary, wallet } = this.#wallets.use()
      const { restoreHeight } = wallet.state
      const now = Math.floor(this.#host.clock() / 1000)
      return withKeyring(this.#host, summary.id, password, (keyring) =>
        writeKeysFile(wallet.network, keyring, { restoreHeight, now }, password, this.#host.random),
      )
    })
  }

  async createAccount(label: string): Promise<AccountView> {
    return createAccount(this.#wallets.use().wallet, label)
  }

  async createSubaddress(account: number, label: string): Promise<AddressView> {
    return createSubaddress(this.#wallets.use().wallet, account, label)
  }

  async setLabel(account: number, index: number, label: string): Promise<void> {
    await setLabel(this.#wallets.use().wallet, { major: account, minor: index }, label)
  }

  async addresses(account: number): Promise<readonly AddressView[]> {
    return addressesOf(this.#wallets.requireOpened().wallet, account)
  }

  async transfers(filter: { readonly account?: number; readonly limit?: number }): Promise<readonly TransferView[]> {
    return this.#wallets.requireOpened().wallet.transfers(filter)
  }

  async setNote(txid: string, note: string): Promise<void> {
    await this.#wallets.use().wallet.setNotes([{ txid, text: note }])
  }

  async contacts(): Promise<readonly ContactView[]> {
    return contactsOf(this.#wallets.requireOpened().wallet)
  }

  async addContact(contact: Contact): Promise<void> {
    await addContact(this.#wallets.use().wallet, contact)
  }

  async changeContact(seen: ContactView, contact: Contact): Promise<void> {
    await changeContact(this.#wallets.use().wallet, seen, contact)
  }

  async removeContact(seen: ContactView): Promise<void> {
    await removeContact(this.#wallets.use().wallet, seen)
  }

  async parseDestination(text: string): Promise<ParsedDestination> {
    return parseDestination(this.#wallets.use().wallet.network, text)
  }

  async paymentUri(request: {
    readonly address: string
    readonly amount?: bigint
    readonly recipientName?: string
    readonly description?: string
  }): Promise<string> {
    const { address, amount = 0n, recipientName = '', description = '' } = request
    return formatPaymentUri(this.#wallets.requireOpened().wallet.network, {
      address,
      amount,
      paymentId: '',
      recipientName,
      description,
    })
  }

  async priorities(): Promise<readonly PriorityView[]> {
    const { priorities, defaultPriority } = this.#wallets.requireOpened().wallet.network.fees
    return priorities.map(({ value, name }) => ({ value, name, isDefault: value === defaultPriority }))
  }

  async prepareTransfer(request: TransferRequest): Promise<PreparedTransfer> {
    const { wallet } = this.#wallets.use()
    return this.#prepared.prepare(wallet, transferOf(wallet, request))
  }

  async prepareSweep(request: SweepRequest): Promise<PreparedTransfer> {
    const { wallet } = this.#wallets.use()
    return this.#prepared.prepare(wallet, sweepOf(wallet, request))
  }

  async prepareUnsignedTransfer(request: TransferRequest): Promise<UnsignedTransfer> {
    const { wallet } = this.#wallets.use()
    return prepareUnsigned(wallet, transferOf(wallet, request))
  }

  async prepareUnsignedSweep(request: SweepRequest): Promise<UnsignedTransfer> {
    const { wallet } = this.#wallets.use()
    return prepareUnsigned(wallet, sweepOf(wallet, request))
  }

  async describeUnsignedSet(bytes: Uint8Array): Promise<readonly TransferDescription[]> {
    return describeUnsignedSet(this.#wallets.use().wallet, bytes)
  }

  async signUnsignedSet(bytes: Uint8Array): Promise<SignedTransfer> {
    return signTransfers(this.#wallets.use().wallet, bytes)
  }

  async describeSignedSet(bytes: Uint8Array): Promise<SignedTransferDescription> {
    return describeSignedSet(this.#wallets.use().wallet, bytes)
  }

  async submitSignedSet(bytes: Uint8Array): Promise<readonly TransferView[]> {
    return submitTransfers(this.#wallets.use().wallet, bytes)
  }

  async describeMultisigSet(bytes: Uint8Array): Promise<MultisigSetView> {
    return describeMultisigTransfer(this.#wallets.use().wallet, bytes)
  }

  async signMultisigSet(bytes: Uint8Array): Promise<SignedTransfer> {
    return signMultisigTransfer(this.#wallets.use().wallet, bytes)
  }

  async submitMultisigSet(bytes: Uint8Array): Promise<readonly TransferView[]> {
    return submitMultisigTransfer(this.#wallets.use().wallet, bytes)
  }

  async exportOutputs(): Promise<Uint8Array> {
    return exportOutputs(this.#wallets.use().wallet, { which: 'all', form: 'short' })
  }

  async importOutputs(bytes: Uint8Array): Promise<number> {
    return importOutputs(this.#wallets.use().wallet, bytes)
  }

  async exportKeyImages(): Promise<Uint8Array> {
    return exportKeyImageFile(this.#wallets.use().wallet)
  }

  async importKeyImages(bytes: Uint8Array): Promise<KeyImageImportView> {
    const { spent, unspent } = await importKeyImageFile(this.#wallets.use().wallet, bytes)
    return { spent, unspent }
  }

  async exportMultisigInfo(): Promise<Uint8Array> {
    return exportMultisigInfo(this.#wallets.use().wallet)
  }

  async importMultisigInfo(infos: readonly Uint8Array[]): Promise<number> {
    return importMultisigInfo(this.#wallets.use().wallet, infos)
  }

  async names(): Promise<readonly NameView[]> {
    return namesOf(this.#wallets.use().wallet)
  }

  async addName(name: Pick<NameRequest, 'type' | 'name'>): Promise<void> {
    await addName(this.#wallets.use().wallet, name)
  }

  async lookUpName(name: Pick<NameRequest, 'type' | 'name'>): Promise<NameView | undefined> {
    return lookUpName(this.#wallets.use().wallet, name)
  }

  async prepareName(request: NameRequest): Promise<PreparedOrder<NameOrder>> {
    const { wallet } = this.#wallets.use()
    const intent = await nameIntent(wallet, request)
    const transfer = await this.#prepared.prepare(wallet, intent)
    await rememberName(wallet, intent)
    return { transfer, order: intent.order }
  }

  async prepareStake(request: StakeRequest): Promise<PreparedOrder<StakeOrder>> {
    const { wallet } = this.#wallets.use()
    const intent = await stakeIntent(wallet, request)
    return { transfer: await this.#prepared.prepare(wallet, intent), order: intent.order }
  }

  async checkUnlock(serviceNodeKey: string): Promise<UnlockView> {
    return unlockView(this.#wallets.use().wallet, serviceNodeKey)
  }

  async unlockStake(serviceNodeKey: string): Promise<void> {
    await unlockStake(this.#wallets.use().wallet, serviceNodeKey)
  }

  async confirmTransfer(id: string): Promise<readonly TransferView[]> {
    return this.#prepared.confirm(this.#wallets.use().wallet, id)
  }

  async resendPayment(txid: string): Promise<readonly TransferView[]> {
    const { wallet } = this.#wallets.use()
    const result = await wallet.payments.resend(txid)
    if (result.state === 'refused') throw new PaymentRefusedError(result.reason)
    return wallet.transfersOf([fromHex(txid)])
  }

  async discardTransfer(id: string): Promise<void> {
    this.#prepared.discard(id)
  }

  async decideApproval(id: string, decision: ApprovalDecision, password: string): Promise<void> {
    this.#wallets.use()
    await decideRequest(this.approvals, { id, decision }, () => this.checkPassword(password))
  }

  /**
   * Verifies the password of the open wallet.
   * @throws WrongPasswordError
   */
  async checkPassword(password: string): Promise<void> {
    const { summary } = this.#wallets.use()
    await checkPassword(this.#host, summary.id, password)
  }

  async revokePaymentPermission(): Promise<void> {
    this.approvals.revokePayments()
  }

  async settings(): Promise<WalletSettings> {
    return this.#wallets.requireOpened().settings
  }

  changeSettings(change: Partial<WalletSettings>): Promise<void> {
    return this.#wallets.runSerially(async () => {
      const opened = this.#wallets.requireOpened()
      const settings = checkSettings({ ...opened.settings, ...change })
      const isSameNode = settings.nodes.urls.join('\n') === opened.settings.nodes.urls.join('\n')
      // Rejects an invalid node address before it is stored: the wallet could not be opened with it.
      const node = isSameNode ? undefined : this.#host.createNode(settings.nodes.urls)
      await putSettings(opened.store, settings)
      opened.settings = settings
      opened.wallet.limitNodes(settings)
      if (!settings.rpcEnabled) this.approvals.end('the settings no longer allow pages to call the wallet')
      this.#wallets.use()
      if (node !== undefined) await opened.wallet.sync.follow(node)
      this.#publisher.now()
    })
  }

  async refresh(): Promise<void> {
    await this.#wallets.use().wallet.sync.refresh()
  }

  rescan(from: RestoreFrom): Promise<void> {
    return this.#wallets.runSerially(() => this.#wallets.use().wallet.rescan(from))
  }

  async mine(blocks: number): Promise<void> {
    const { wallet } = this.#wallets.use()
    await wallet.sync.node.mine(blocks, wallet.addressText({ major: 0, minor: 0 }))
    await wallet.sync.refresh()
  }

  async faucet(amount: bigint): Promise<void> {
    const { wallet } = this.#wallets.use()
    await wallet.sync.node.faucet(wallet.addressText({ major: 0, minor: 0 }), amount)
    await wallet.sync.refresh()
  }
}

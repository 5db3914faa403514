// The API of the engine for the page. It crosses a worker boundary (Comlink), so every value is plain data that can be cloned. No secret
// leaves the engine except transaction keys, and the seed words and keys that the user requests with the password.

import type { UnknownWord } from '../../coin/seeds/seed.ts'
import type { NameOrder } from '../names/nameOrder.ts'
import type { StakeOrder } from '../staking/stakeOrder.ts'
import type { ApprovalDecision } from './approvalRequest.ts'
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
} from './engineViews.ts'

export type EngineApi = {
  /** Calls the listener immediately, and after changes at most a few times per second. */
  subscribe(listener: (view: EngineView) => void): Promise<void>

  /** Returns the languages of seed words: English name and own name. */
  seedLanguages(): Promise<readonly { readonly name: string; readonly ownName: string }[]>
  /** Generates a new seed, which the engine holds until `createWallet`; returns its words. */
  draftSeed(language: string): Promise<readonly string[]>
  /** Creates and opens the wallet of the drafted seed if the given words of it (1-based positions) are correct. */
  createWallet(wallet: NewWallet, words: readonly { readonly position: number; readonly word: string }[]): Promise<void>
  /** Returns the first typed word of a seed that is in no list, with words that are spelled alike; undefined if there is none. */
  findUnknownWord(words: string): Promise<UnknownWord | undefined>
  restoreFromWords(
    wallet: NewWallet,
    seed: { readonly words: string; readonly offset: string },
    from: RestoreFrom,
  ): Promise<void>
  /**
   * Returns the message for the other participants of a multisig wallet, for the next round of the key exchange; empty if none is needed.
   * That of the first round contains a secret that only they may have.
   * @throws WatchOnlyError
   */
  multisigMessage(): Promise<string>
  /**
   * Turns the open wallet into a multisig wallet. Its state starts over, as its address changes.
   * @throws WatchOnlyError, KeyMessageError, KeyExchangeError
   */
  makeMultisig(round: MultisigFirstRound): Promise<void>
  /**
   * Completes a round of the key exchange of the open multisig wallet.
   * @param messages of the other participants for this round
   * @throws NotMultisigError, KeyMessageError, KeyExchangeError
   */
  exchangeMultisigKeys(messages: readonly string[]): Promise<void>
  /**
   * Returns this participant's info for the others: new nonces, which replace those exported before, and partial key images.
   * @throws NotMultisigError
   */
  exportMultisigInfo(): Promise<Uint8Array>
  /**
   * Imports infos of other participants; returns the number of outputs that all of them have.
   * @throws NotMultisigError, MultisigInfoError, MultisigImportError
   */
  importMultisigInfo(infos: readonly Uint8Array[]): Promise<number>
  /** Restores from keys in hex. Without a spend secret the wallet is watch-only. */
  restoreFromKeys(
    wallet: NewWallet,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    from: RestoreFrom,
  ): Promise<void>
  /**
   * Restores from the files of a wallet of wallet2.
   * @throws KeysFileError, WalletCacheError
   */
  restoreFromKeysFile(wallet: NewWallet, files: WalletFilesContent, filePassword: string): Promise<void>
  openWallet(id: string, password: string): Promise<void>
  closeWallet(): Promise<void>
  /** Wipes the keys from memory; `openWallet` unlocks. */
  lock(): Promise<void>
  changePassword(oldPassword: string, newPassword: string): Promise<void>
  renameWallet(name: string): Promise<void>
  /** Removes a wallet and all its records permanently. */
  removeWallet(id: string, password: string): Promise<void>
  /** Returns seed words and keys after verifying the password. Words are empty if the keys have none (watch-only). */
  revealSecrets(
    password: string,
  ): Promise<{ readonly words: string; readonly viewSecret: string; readonly spendSecret: string }>

  /**
   * Returns the keys file of wallet2 (`NAME.keys`) of the open wallet, encrypted with its password, after verifying the password.
   * @throws WrongPasswordError, KeysFileError for a multisig wallet whose key exchange is not completed
   */
  exportKeysFile(password: string): Promise<Uint8Array>

  createAccount(label: string): Promise<AccountView>
  createSubaddress(account: number, label: string): Promise<AddressView>
  setLabel(account: number, index: number, label: string): Promise<void>
  addresses(account: number): Promise<readonly AddressView[]>

  /** Returns the history, newest first. */
  transfers(filter: { readonly account?: number; readonly limit?: number }): Promise<readonly TransferView[]>
  setNote(txid: string, note: string): Promise<void>

  /** Returns the contacts in the order in which they were added. */
  contacts(): Promise<readonly ContactView[]>
  addContact(contact: Contact): Promise<void>
  /** Fails if the stored contact differs from `seen`. */
  changeContact(seen: ContactView, contact: Contact): Promise<void>
  removeContact(seen: ContactView): Promise<void>

  parseDestination(text: string): Promise<ParsedDestination>
  paymentUri(request: {
    readonly address: string
    readonly amount?: bigint
    readonly recipientName?: string
    readonly description?: string
  }): Promise<string>
  /** Returns the priorities of this network, cheapest first. */
  priorities(): Promise<readonly PriorityView[]>
  prepareTransfer(request: {
    readonly account: number
    readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Prepares a payment of everything that the account can spend to one address. */
  prepareSweep(request: {
    readonly account: number
    readonly address: string
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Records a prepared payment durably, then relays it. */
  confirmTransfer(id: string): Promise<readonly TransferView[]>
  discardTransfer(id: string): Promise<void>

  /** Returns the known names with their values and expiration; networks without names have none. */
  names(): Promise<readonly NameView[]>
  addName(name: Pick<NameRequest, 'type' | 'name'>): Promise<void>
  /** Returns the record of any name; undefined if it is not registered. It is not remembered. */
  lookUpName(name: Pick<NameRequest, 'type' | 'name'>): Promise<NameView | undefined>
  /** Prepares an order of a name; `confirmTransfer` sends it. */
  prepareName(request: NameRequest): Promise<PreparedOrder<NameOrder>>
  /** Prepares a stake, or a registration whose terms the order explains; `confirmTransfer` sends it. */
  prepareStake(request: StakeRequest): Promise<PreparedOrder<StakeOrder>>
  /** Returns whether the stake in a service node (key in hex) can be unlocked. */
  checkUnlock(serviceNodeKey: string): Promise<UnlockView>
  unlockStake(serviceNodeKey: string): Promise<void>
  /**
   * Builds a payment in a watch-only wallet, for its copy with the spend key to sign, or proposes one in a multisig wallet, for the other
   * participants. Nothing is sent.
   */
  prepareUnsignedTransfer(request: {
    readonly account: number
    readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
    readonly priority: number
  }): Promise<UnsignedTransfer>
  /** Builds or proposes a payment of everything that the account of such a wallet can spend to one address. */
  prepareUnsignedSweep(request: {
    readonly account: number
    readonly address: string
    readonly priority: number
  }): Promise<UnsignedTransfer>
  /** Returns what the transactions of an unsigned set do, computed from the set and the keys of this wallet. */
  describeUnsignedSet(bytes: Uint8Array): Promise<readonly TransferDescription[]>
  /** Signs an unsigned set of a watch-only copy. Nothing is sent. */
  signUnsignedSet(bytes: Uint8Array): Promise<SignedTransfer>
  /** Returns what a signed set pays, compared with the coins of this wallet. */
  describeSignedSet(bytes: Uint8Array): Promise<SignedTransferDescription>
  /** Records the payments of a signed set durably, then relays them. Fails if the node refuses all of them. */
  submitSignedSet(bytes: Uint8Array): Promise<readonly TransferView[]>

  /** Returns what a multisig set does, computed from the set and the keys of this wallet, and how many have signed it. */
  describeMultisigSet(bytes: Uint8Array): Promise<MultisigSetView>
  /** Signs a multisig set that another participant proposed; `txids` are empty until enough have signed. Nothing is sent. */
  signMultisigSet(bytes: Uint8Array): Promise<SignedTransfer>
  /** Records the payments of a multisig set durably, then relays them. Fails if the node refuses all of them. */
  submitMultisigSet(bytes: Uint8Array): Promise<readonly TransferView[]>

  /** Exports the outputs of this wallet for its copy with the spend key. */
  exportOutputs(): Promise<Uint8Array>
  /** Imports the outputs of a watch-only copy; returns the number of known outputs. */
  importOutputs(bytes: Uint8Array): Promise<number>
  /** Exports signed key images for a watch-only copy, which finds out with them which coins are spent. */
  exportKeyImages(): Promise<Uint8Array>
  importKeyImages(bytes: Uint8Array): Promise<KeyImageImportView>

  /** Submits a payment again that is no longer in the chain. Fails if the node refuses it; its coins are free then. */
  resendPayment(txid: string): Promise<readonly TransferView[]>

  /** Decides a request of a page. Allowing the export of a secret requires the password; otherwise it is ignored. */
  decideApproval(id: string, decision: ApprovalDecision, password: string): Promise<void>
  /** Revokes the permission for payments of this session. */
  revokePaymentPermission(): Promise<void>

  settings(): Promise<WalletSettings>
  changeSettings(settings: Partial<WalletSettings>): Promise<void>
  /** Polls the node immediately. */
  refresh(): Promise<void>
  /** Discards scan results and scans again. */
  rescan(from: RestoreFrom): Promise<void>
  /** Mines blocks; development nodes only. */
  mine(blocks: number): Promise<void>
  faucet(amount: bigint): Promise<void>
}

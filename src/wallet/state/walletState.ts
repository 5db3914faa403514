// The state of an open wallet, in memory and in the store. A change is stored before it takes effect in memory, so memory is never
// ahead of the store. Changes run one at a time.

import { SerialQueue } from '../../async/serialQueue.ts'
import { wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { AddressRange } from '../../coin/lookAhead.ts'
import type { SubmitFailure } from '../../daemon/nodeHealth.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Durability, Store } from '../../store/store.ts'
import type { AccountTags } from './accountTags.ts'
import type { AddressBookEntry } from './addressBook.ts'
import type { AddressMark } from './addressMarks.ts'
import type { BlockIds } from './blockIds.ts'
import { type AnchoredChunk, decodeDistributionChunk } from './distributionRecords.ts'
import type { ImportedOutput, Ledger, OwnedOutput, TransactionKeys } from './ledger.ts'
import { LedgerDraft } from './ledgerDraft.ts'
import { decodeTransactionBlob } from './ledgerRecords.ts'
import { type OutputInfos, wipeOutputInfos } from './outputInfo.ts'
import { decodeRing, type RememberedRing } from './ringRecords.ts'
import type { StakeLocks } from './stakeLocks.ts'
import { DISTRIBUTION, forgottenRecords, RINGS, TRANSACTIONS } from './stateTables.ts'
import { type Labels, newLabels } from './subaddressTable.ts'
import { TxpoolView } from './txpoolView.ts'
import type { KnownName } from './userRecords.ts'
import { emptyState, type StateChange, type WalletStateData, type WalletStateFields } from './walletStateData.ts'
import { readState, stateChanges, withoutBlob } from './walletStateStore.ts'
import { wholeState } from './wholeState.ts'

/** A change of a wallet that has been closed. */
export class WalletClosedError extends FabaError {
  override readonly name = 'WalletClosedError'
  readonly code = 'wallet-closed'

  constructor() {
    super('the wallet was closed')
  }
}

const wipeSecrets = ({ ledger, signedKeys, outputInfos }: WalletStateData): void => {
  const payments = [...ledger.payments.values(), ...ledger.removedPayments.values()]
  for (const keys of [...payments.flatMap(({ keys }) => keys ?? []), ...signedKeys.values()])
    wipe(keys.main, ...keys.additional)
  wipeOutputInfos(outputInfos.values())
}

const hasKeys = (entry: readonly [string, TransactionKeys | undefined]): entry is readonly [string, TransactionKeys] =>
  entry[1] !== undefined

/** The state of one open wallet. `update` is the only way to change it. */
export class WalletState {
  readonly #store: Store
  #data: WalletStateData
  /** txpool of the node, in memory only */
  readonly pool = new TxpoolView()
  /** when the locks of stakes were requested last, in number of known blocks, and from which node; in memory only */
  stakeCheck: { readonly url: string; readonly height: number } | undefined
  /** key images (hex) of stakes whose unlock was requested; in memory only */
  readonly awaitedUnlocks = new Set<string>()
  /** nodes that did not take a payment which another one accepted, by its id (hex); in memory only */
  readonly submitFailures = new Map<string, readonly SubmitFailure[]>()
  #revision = 0
  #closed = false
  #changed: () => void = () => undefined
  readonly #updates = new SerialQueue()
  /** the data before the last reload, which calls may still use */
  #previous: WalletStateData | undefined

  private constructor(store: Store, data: WalletStateData) {
    this.#store = store
    this.#data = data
  }

  /**
   * Creates the state of a new wallet.
   * @param store encrypted store of this wallet only
   * @param restoreHeight height of the first block to scan
   * @param restoreDate UNIX seconds, if the height is an estimate from a date; else 0
   */
  static async create(store: Store, restoreHeight: number, restoreDate = 0): Promise<WalletState> {
    const state = new WalletState(store, emptyState())
    await state.update('strict', () => ({ restoreHeight, restoreDate, labels: newLabels() }))
    return state
  }

  /**
   * Reads a stored state.
   * @throws FormatError if a record has another format; errors of the store
   */
  static async open(store: Store): Promise<WalletState> {
    return new WalletState(store, await readState(store))
  }

  /** Removes the state that belongs to earlier keys of the wallet, and creates that of new ones. */
  static async startOver(store: Store, restoreHeight: number, restoreDate: number): Promise<void> {
    await store.commit(await forgottenRecords(store), 'strict')
    const state = await WalletState.create(store, restoreHeight, restoreDate)
    await state.close()
  }

  get ledger(): Ledger {
    return this.#data.ledger
  }

  get #fields(): WalletStateFields {
    return this.#data.fields
  }

  /** Number of known blocks. */
  get height(): number {
    return this.blockIds.height
  }

  get blockIds(): BlockIds {
    return this.#fields.blockIds
  }

  get labels(): Labels {
    return this.#fields.labels
  }

  /** Addresses that are watched even if they are beyond the lookahead. */
  get watched(): readonly AddressRange[] {
    return this.#fields.watched
  }

  /** Addresses that the user pinned or hid. */
  get addressMarks(): readonly AddressMark[] {
    return this.#fields.addressMarks
  }

  /** Reward of the newest scanned block, atomic units. */
  get lastReward(): bigint {
    return this.#fields.lastReward
  }

  get restoreHeight(): number {
    return this.#fields.restoreHeight
  }

  /** The date from which the restore height was estimated, UNIX seconds; 0 if it was not. */
  get restoreDate(): number {
    return this.#fields.restoreDate
  }

  /** Height of the newest final block (oxen-core: `immutable_height`). */
  get immutableHeight(): number {
    return this.#fields.immutableHeight
  }

  /** A node altered transactions, and earlier ones of it were not all verified: coins may be missing until a rescan. */
  get rescanAdvised(): boolean {
    return this.#fields.rescanAdvised
  }

  /** Own stakes that the network locks, as the node reported. */
  get stakeLocks(): StakeLocks {
    return this.#fields.stakeLocks
  }

  /** Names that the user ordered or added, in this order. */
  get knownNames(): readonly KnownName[] {
    return this.#fields.knownNames
  }

  get notes(): ReadonlyMap<string, string> {
    return this.#data.notes
  }

  /** Labels of outputs by one-time key (hex), also of those that the chain no longer contains. */
  get coinLabels(): ReadonlyMap<string, string> {
    return this.#data.coinLabels
  }

  get tags(): AccountTags {
    return this.#fields.tags
  }

  get addressBook(): readonly AddressBookEntry[] {
    return this.#fields.addressBook
  }

  /** Outputs imported from other copies of this wallet, in their order. The ledger may contain them too. */
  get imported(): readonly ImportedOutput[] {
    return this.#fields.imported
  }

  /**
   * Returns the outputs that balances and lists show: the counted outputs of the ledger, or the imported outputs if the wallet has
   * never scanned a block.
   */
  shownOutputs(): readonly OwnedOutput[] {
    return this.height === 0 ? this.imported.map(({ output }) => output) : [...this.ledger.countedOutputs()]
  }

  /** Returns the one of `shownOutputs` with a one-time key (hex); undefined if there is none. */
  shownOutput(key: string): OwnedOutput | undefined {
    if (this.height > 0) return this.ledger.countedWithKey(key)
    return this.imported.find(({ output }) => toHex(output.key) === key)?.output
  }

  /** Attributes that clients store with the wallet, by key. */
  get attributes(): ReadonlyMap<string, string> {
    return this.#data.attributes
  }

  /** Ids of transactions of this wallet that were seen as blinks. The chain does not contain this, so it survives rescans. */
  get blinks(): ReadonlySet<string> {
    return this.#data.blinks
  }

  /**
   * Reads the ring that was drawn for an output of this wallet, by its key image (hex). Rings survive rescans, and payments that were never
   * sent.
   * @throws WalletClosedError, FormatError if the record has another format; errors of the store
   */
  async readRing(keyImage: string): Promise<RememberedRing | undefined> {
    if (this.#closed) throw new WalletClosedError()
    const value = await this.#store.get(RINGS, keyImage)
    return value === undefined ? undefined : decodeRing(value)
  }

  /**
   * Reads the transaction of a payment that was made here, by its id (hex). Returns undefined if there is none.
   * @throws WalletClosedError, FormatError if the record has another format; errors of the store
   */
  async readTransaction(txid: string): Promise<Uint8Array | undefined> {
    if (this.#closed) throw new WalletClosedError()
    const value = await this.#store.get(TRANSACTIONS, txid)
    return value === undefined ? undefined : decodeTransactionBlob(value)
  }

  /**
   * Reads the output counts of old blocks, in the order of their records.
   * @throws FormatError if a record has another format; errors of the store
   */
  async readDistribution(): Promise<readonly AnchoredChunk[]> {
    return (await this.#store.list(DISTRIBUTION)).map(([, value]) => decodeDistributionChunk(value))
  }

  /** What this participant of a multisig wallet knows of outputs, by one-time key (hex): nonces, and data of the other participants. */
  get outputInfos(): OutputInfos {
    return this.#data.outputInfos
  }

  /** Token of the last change of multisig nonces, 16 bytes; empty if there was none. */
  get nonceToken(): Uint8Array {
    return this.#fields.nonceToken
  }

  /** Returns the secret keys of a transaction (id in hex) that this wallet made or signed; undefined if they are unknown. */
  transactionKeys(txid: string): TransactionKeys | undefined {
    const { payments, removedPayments } = this.ledger
    return payments.get(txid)?.keys ?? removedPayments.get(txid)?.keys ?? this.#data.signedKeys.get(txid)
  }

  /** The secret keys of all transactions that this wallet made or signed, by id (hex). */
  allTransactionKeys(): ReadonlyMap<string, TransactionKeys> {
    const { payments, removedPayments } = this.ledger
    const ids = new Set([...payments.keys(), ...removedPayments.keys(), ...this.#data.signedKeys.keys()])
    return new Map(Array.from(ids, (txid) => [txid, this.transactionKeys(txid)] as const).filter(hasKeys))
  }

  /** Ids of the imported infos of other participants of a multisig wallet, oldest first, by the participant's key (hex). */
  get importedInfos(): ReadonlyMap<string, readonly Uint8Array[]> {
    return this.#data.importedInfos
  }

  /** Increases with every change of transfers, addresses, labels, notes or contacts. */
  get revision(): number {
    return this.#revision
  }

  /** Sets the listener that is called after every change until the state is closed. */
  watch(changed: () => void): void {
    this.#changed = changed
  }

  /** Reports a change that is in memory only. */
  touch(): void {
    this.#revision++
    this.#changed()
  }

  /**
   * Makes a change after all earlier changes. `build` reads the current state and fills the draft; it must be synchronous. Nothing is
   * stored if it returns undefined and leaves the draft empty.
   * @throws WalletClosedError, and errors of the store
   */
  update(durability: Durability, build: (draft: LedgerDraft) => StateChange | undefined): Promise<void> {
    return this.#updates.run(async () => {
      if (this.#closed) throw new WalletClosedError()
      const draft = new LedgerDraft(this.ledger)
      const change = build(draft)
      if (change === undefined && draft.isEmpty) return
      await this.#store.commit(stateChanges(this.#data, draft, change ?? {}), durability)
      this.#apply(draft, change ?? {})
      this.#changed()
    })
  }

  /**
   * Writes the whole state to the store, which has lost it.
   * @throws WalletClosedError, and errors of the store
   */
  storeAgain(): Promise<void> {
    return this.#updates.run(async () => {
      if (this.#closed) throw new WalletClosedError()
      await this.#store.commit(wholeState(this.#data), 'strict')
    })
  }

  /**
   * Reads the state again, which another process has changed. What was read before stays valid until the next reload.
   * @throws WalletClosedError, FormatError, and errors of the store
   */
  reload(): Promise<void> {
    return this.#updates.run(async () => {
      if (this.#closed) throw new WalletClosedError()
      const data = await readState(this.#store)
      if (this.#previous !== undefined) wipeSecrets(this.#previous)
      this.#previous = this.#data
      this.#data = data
      this.touch()
    })
  }

  /** Rejects further changes, waits for running ones, and wipes the secret keys of transactions and nonces. */
  async close(): Promise<void> {
    this.#closed = true
    this.#changed = () => undefined
    await this.#updates.idle()
    for (const data of [this.#data, this.#previous]) if (data !== undefined) wipeSecrets(data)
  }

  #apply(
    draft: LedgerDraft,
    {
      notes,
      coinLabels,
      attributes,
      blinks,
      rings: _rings,
      distribution: _distribution,
      outputInfos,
      importedInfos,
      signedKeys,
      ...fields
    }: StateChange,
  ): void {
    const { labels, addressMarks, imported, addressBook, stakeLocks } = fields
    if (
      !draft.isEmpty ||
      [labels, addressMarks, notes, coinLabels, blinks, imported, addressBook, stakeLocks].some(
        (changed) => changed !== undefined,
      )
    )
      this.#revision++
    const data = this.#data
    const payments = Array.from(
      draft.changes.payments,
      ([txid, payment]) => [txid, payment && withoutBlob(payment)] as const,
    )
    data.ledger.apply({ ...draft.changes, payments })
    for (const txid of blinks ?? []) data.blinks.add(txid)
    for (const [key, info] of outputInfos ?? []) data.outputInfos.set(key, info)
    for (const [txid, keys] of signedKeys ?? []) data.signedKeys.set(txid, keys)
    for (const [signer, ids] of importedInfos ?? []) data.importedInfos.set(signer, ids)
    for (const { txid, text } of notes ?? [])
      if (text === '') data.notes.delete(txid)
      else data.notes.set(txid, text)
    for (const { key, text } of coinLabels ?? [])
      if (text === '') data.coinLabels.delete(key)
      else data.coinLabels.set(key, text)
    for (const { key, value } of attributes ?? []) data.attributes.set(key, value)
    this.#data = { ...data, fields: { ...data.fields, ...fields } }
  }
}

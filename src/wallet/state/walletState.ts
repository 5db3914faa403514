// A wallet's state: everything it knows, in memory and in the store. A change is stored first and takes effect in memory only
// then, so that memory never knows more than the store; changes are made one after the other.

import { SerialQueue } from '../../async/serialQueue.ts'
import { wipe } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Durability, Store } from '../../store/store.ts'
import type { AccountTags } from '../accounts/accountTags.ts'
import type { AddressBookEntry } from '../accounts/addressBook.ts'
import { type Labels, newLabels } from '../accounts/subaddressTable.ts'
import type { BlockIds } from './blockIds.ts'
import type { ImportedOutput, Ledger, OwnedOutput } from './ledger.ts'
import { LedgerDraft } from './ledgerDraft.ts'
import { TxpoolView } from './txpoolView.ts'
import {
  emptyState,
  readState,
  type StateChange,
  stateChanges,
  type WalletStateData,
  type WalletStateFields,
} from './walletStateStore.ts'

/** A call to a wallet that was closed in the meantime. */
export class WalletClosedError extends FabaError {
  override readonly name = 'WalletClosedError'
  readonly code = 'wallet-closed'

  constructor() {
    super('the wallet was closed')
  }
}

/** What is known of one open wallet, and the only way to change it. */
export class WalletState {
  readonly #store: Store
  #data: WalletStateData
  /** the node's pool, in memory only */
  readonly pool = new TxpoolView()
  #revision = 0
  #closed = false
  #changed: () => void = () => undefined
  readonly #updates = new SerialQueue()

  private constructor(store: Store, data: WalletStateData) {
    this.#store = store
    this.#data = data
  }

  /**
   * Begins a state.
   * @param store of this wallet alone, sealed
   * @param restoreHeight height of the first block that can concern the wallet
   * @param restoreDate UNIX seconds, where that height was only estimated from it; 0 otherwise
   */
  static async create(store: Store, restoreHeight: number, restoreDate = 0): Promise<WalletState> {
    const state = new WalletState(store, emptyState())
    await state.update('strict', () => ({ restoreHeight, restoreDate, labels: newLabels() }))
    return state
  }

  /**
   * Opens a stored state.
   * @throws FormatError if a record has another format; errors of the store
   */
  static async open(store: Store): Promise<WalletState> {
    return new WalletState(store, await readState(store))
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

  /** What the newest scanned coinbase paid, atomic units. */
  get lastReward(): bigint {
    return this.#fields.lastReward
  }

  get restoreHeight(): number {
    return this.#fields.restoreHeight
  }

  /** The date that the restore height was estimated from, UNIX seconds; 0 where it was not. */
  get restoreDate(): number {
    return this.#fields.restoreDate
  }

  /** Highest block of our chain that the network holds final. */
  get immutableHeight(): number {
    return this.#fields.immutableHeight
  }

  get notes(): ReadonlyMap<string, string> {
    return this.#data.notes
  }

  get tags(): AccountTags {
    return this.#fields.tags
  }

  get addressBook(): readonly AddressBookEntry[] {
    return this.#fields.addressBook
  }

  /** Outputs that other copies of this wallet told of, in their order; the ledger may have them too. */
  get imported(): readonly ImportedOutput[] {
    return this.#fields.imported
  }

  /**
   * The outputs that a wallet says it has: those of its chain that count. One that never saw its chain takes the word of the copy
   * that told of them.
   */
  shownOutputs(): readonly OwnedOutput[] {
    return this.height === 0 ? this.imported.map(({ output }) => output) : [...this.ledger.countedOutputs()]
  }

  /** What programs keep with the wallet, by key. */
  get attributes(): ReadonlyMap<string, string> {
    return this.#data.attributes
  }

  /** Ids of transactions that concern us and were seen confirmed by a quorum. No chain tells it, so it outlives rescans. */
  get blinks(): ReadonlySet<string> {
    return this.#data.blinks
  }

  /** Grows with every change of transfers, addresses, labels, notes or contacts. */
  get revision(): number {
    return this.#revision
  }

  /** Calls back after every change from now on, whoever makes it, until the state is closed. */
  watch(changed: () => void): void {
    this.#changed = changed
  }

  /** Marks a change that lives in memory only. */
  touch(): void {
    this.#revision++
    this.#changed()
  }

  /**
   * Makes a change, after those that are under way. `build` sees the state as it is and drafts; it must not wait for anything.
   * Nothing happens when it returns undefined and drafted nothing.
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

  /** Resolves once nothing is being written, and nothing more will be; then wipes the secrets of transactions. */
  async close(): Promise<void> {
    this.#closed = true
    this.#changed = () => undefined
    await this.#updates.idle()
    for (const { keys } of this.ledger.payments.values()) if (keys !== undefined) wipe(keys.main, ...keys.additional)
  }

  #apply(draft: LedgerDraft, { notes, attribute, blinks, ...fields }: StateChange): void {
    const { labels, imported, addressBook } = fields
    if (!draft.isEmpty || [labels, notes, blinks, imported, addressBook].some((changed) => changed !== undefined))
      this.#revision++
    const data = this.#data
    data.ledger.apply(draft.changes)
    for (const txid of blinks ?? []) data.blinks.add(txid)
    for (const { txid, text } of notes ?? [])
      if (text === '') data.notes.delete(txid)
      else data.notes.set(txid, text)
    if (attribute !== undefined) data.attributes.set(attribute.key, attribute.value)
    this.#data = { ...data, fields: { ...data.fields, ...fields } }
  }
}

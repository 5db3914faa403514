// A wallet's book: everything it knows, in memory and in the store. A change is stored first and takes effect in memory only
// then, so that memory never knows more than the store; changes are made one after the other.

import { equalBytes, utf8, wipe } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import { keccak256 } from '../crypto/keccak.ts'
import type { Change, Durability, Store } from '../store/store.ts'
import { type Labels, newLabels } from './accounts.ts'
import type { AddressBookEntry } from './addressBook.ts'
import { compareOutputs, type ImportedOutput, Ledger, type OwnedOutput } from './ledger.ts'
import { LedgerDraft } from './ledgerDraft.ts'
import { Pool } from './pool.ts'
import {
  type Attribute,
  decodeAddressBook,
  decodeAnchors,
  decodeAttribute,
  decodeDate,
  decodeImported,
  decodeLabels,
  decodeMark,
  decodeNote,
  decodeOutputs,
  decodePayment,
  decodeProgress,
  decodeTags,
  encodeAddressBook,
  encodeAnchors,
  encodeAttribute,
  encodeDate,
  encodeImported,
  encodeLabels,
  encodeMark,
  encodeNote,
  encodeOutputs,
  encodePayment,
  encodeProgress,
  encodeTags,
  restoreTrail,
} from './records.ts'
import { NO_TAGS, type Tags } from './tags.ts'
import { type Anchor, Trail } from './trail.ts'

/** A change to a wallet that was closed meanwhile. */
export class BookClosedError extends Error {
  override readonly name = 'BookClosedError'
}

/** A note on a transaction, ours or not; an empty text takes it away. */
export type Note = { readonly txid: string; readonly text: string }

/** What a change may touch, beside the ledger's draft; what is left out stays. */
export type BookChange = {
  readonly trail?: Trail
  readonly labels?: Labels
  readonly lastReward?: bigint
  readonly restoreHeight?: number
  readonly restoreDate?: number
  readonly immutableHeight?: number
  readonly notes?: readonly Note[]
  readonly tags?: Tags
  readonly addressBook?: readonly AddressBookEntry[]
  readonly imported?: readonly ImportedOutput[]
  readonly attribute?: Attribute
  /** ids of transactions that were seen confirmed by a quorum before they were in a final block */
  readonly blinks?: readonly string[]
}

const OUTPUTS = 'outputs'
const PAYMENTS = 'payments'
const MARKS = 'marks'
const BLINKS = 'blinks'
const CHAIN = 'chain'
const LABELS = 'labels'
const NOTES = 'notes'
const PROGRESS = 'progress'
const LISTS = 'lists'
const ATTRIBUTES = 'attributes'

/** Keys in the table of progress. */
const HEIGHT = 'height'
const ANCHORS = 'anchors'
const DATE = 'date'

/** Keys in the table of lists. */
const TAGS = 'tags'
const ADDRESSES = 'addresses'
const IMPORTED = 'imported'

/** The record of a transaction that was seen: its key says it all. */
const SEEN = Uint8Array.of(1)

/** Attributes have keys of any form and length. */
const attributeKey = (key: string): string => toHex(keccak256(utf8(key)))

/**
 * Outputs of so many blocks share a record. A wallet with thousands of them is written by the hundred, while a change of one of
 * them writes few others again.
 */
const BLOCKS_PER_RECORD = 32

const recordOf = ({ height }: OwnedOutput): number => Math.floor(height / BLOCKS_PER_RECORD)

/** Numbers as keys that sort like numbers. */
const numbered = (number: number): string => String(number).padStart(10, '0')

const sameAnchors = (a: readonly Anchor[], b: readonly Anchor[]): boolean =>
  a.length === b.length && a.every(({ height, id }, i) => height === b[i]?.height && equalBytes(id, b[i].id))

/** What is known of one open wallet, and the only way to change it. */
export class Book {
  readonly #store: Store
  readonly #notes = new Map<string, string>()
  readonly #attributes = new Map<string, string>()
  readonly #blinks = new Set<string>()
  readonly ledger: Ledger
  /** the node's pool, in memory only */
  readonly pool = new Pool()
  #trail = new Trail()
  #labels: Labels = []
  #tags = NO_TAGS
  #addressBook: readonly AddressBookEntry[] = []
  #imported: readonly ImportedOutput[] = []
  #lastReward = 0n
  #restoreHeight = 0
  #restoreDate = 0
  #immutableHeight = 0
  #revision = 0
  #closed = false
  #changed: () => void = () => undefined
  #last: Promise<unknown> = Promise.resolve()

  private constructor(store: Store, ledger: Ledger) {
    this.#store = store
    this.ledger = ledger
  }

  /**
   * Begins a book.
   * @param store of this wallet alone, sealed
   * @param restoreHeight height of the first block that can concern the wallet
   * @param restoreDate UNIX seconds, where that height was only estimated from it; 0 otherwise
   */
  static async create(store: Store, restoreHeight: number, restoreDate = 0): Promise<Book> {
    const book = new Book(store, new Ledger())
    await book.update('strict', () => ({ restoreHeight, restoreDate, labels: newLabels() }))
    return book
  }

  /**
   * Opens a stored book.
   * @throws FormatError when the records are not what this version writes, and what the store throws
   */
  static async open(store: Store): Promise<Book> {
    const [outputs, payments, marks, blinks, chunks, labels, notes, attributes, progress, ...single] =
      await Promise.all([
        store.list(OUTPUTS),
        store.list(PAYMENTS),
        store.list(MARKS),
        store.list(BLINKS),
        store.list(CHAIN),
        store.list(LABELS),
        store.list(NOTES),
        store.list(ATTRIBUTES),
        store.get(PROGRESS, HEIGHT),
        store.get(PROGRESS, ANCHORS),
        store.get(PROGRESS, DATE),
        store.get(LISTS, TAGS),
        store.get(LISTS, ADDRESSES),
        store.get(LISTS, IMPORTED),
      ])
    const [anchors, date, tags, addressBook, imported] = single
    const ledger = new Ledger(
      outputs.flatMap(([, value]) => decodeOutputs(value)).sort(compareOutputs),
      payments.map(([, value]) => decodePayment(value)).sort((a, b) => a.created - b.created),
      marks.map(([, value]) => decodeMark(value)),
    )
    const book = new Book(store, ledger)
    book.#labels = labels.map(([, value]) => decodeLabels(value))
    for (const [txid] of blinks) book.#blinks.add(txid)
    for (const [txid, value] of notes) book.#notes.set(txid, decodeNote(value))
    for (const [, bytes] of attributes) {
      const { key, value } = decodeAttribute(bytes)
      book.#attributes.set(key, value)
    }
    if (tags !== undefined) book.#tags = decodeTags(tags)
    if (addressBook !== undefined) book.#addressBook = decodeAddressBook(addressBook)
    if (imported !== undefined) book.#imported = decodeImported(imported)
    if (progress === undefined) return book
    const { restoreHeight, immutableHeight, lastReward, ...trail } = decodeProgress(progress)
    const ids = chunks.map(([, value]) => value)
    book.#trail = restoreTrail(trail, ids, anchors === undefined ? [] : decodeAnchors(anchors))
    book.#restoreHeight = restoreHeight
    book.#restoreDate = date === undefined ? 0 : decodeDate(date)
    book.#immutableHeight = immutableHeight
    book.#lastReward = lastReward
    return book
  }

  /** Number of known blocks. */
  get height(): number {
    return this.#trail.height
  }

  get trail(): Trail {
    return this.#trail
  }

  get labels(): Labels {
    return this.#labels
  }

  /** What the newest scanned coinbase paid, atomic units. */
  get lastReward(): bigint {
    return this.#lastReward
  }

  get restoreHeight(): number {
    return this.#restoreHeight
  }

  /** The date that the restore height was estimated from, UNIX seconds; 0 where it was not. */
  get restoreDate(): number {
    return this.#restoreDate
  }

  /** Highest block of our chain that the network holds final. */
  get immutableHeight(): number {
    return this.#immutableHeight
  }

  get notes(): ReadonlyMap<string, string> {
    return this.#notes
  }

  get tags(): Tags {
    return this.#tags
  }

  get addressBook(): readonly AddressBookEntry[] {
    return this.#addressBook
  }

  /** Outputs that other copies of this wallet told of, in their order; the ledger may have them too. */
  get imported(): readonly ImportedOutput[] {
    return this.#imported
  }

  /**
   * The outputs that a wallet says it has: those of its chain that count. One that never saw its chain takes the word of the copy
   * that told of them.
   */
  shownOutputs(): readonly OwnedOutput[] {
    return this.height === 0 ? this.#imported.map(({ output }) => output) : [...this.ledger.countedOutputs()]
  }

  /** What programs keep with the wallet, by key. */
  get attributes(): ReadonlyMap<string, string> {
    return this.#attributes
  }

  /** Ids of transactions that concern us and were seen confirmed by a quorum. No chain tells it, so it outlives rescans. */
  get blinks(): ReadonlySet<string> {
    return this.#blinks
  }

  /** Grows with every change of transfers, addresses, labels, notes or contacts. */
  get revision(): number {
    return this.#revision
  }

  /** Calls back after every change from now on, whoever makes it. */
  watch(changed: () => void): void {
    this.#changed = changed
  }

  /** Marks a change that lives in memory only. */
  touch(): void {
    this.#revision++
    this.#changed()
  }

  /**
   * Makes a change, after those that are under way. `build` sees the book as it is and drafts; it must not wait for anything.
   * Nothing happens when it returns undefined and drafted nothing.
   */
  update(durability: Durability, build: (draft: LedgerDraft) => BookChange | undefined): Promise<void> {
    const done = this.#last.then(async () => {
      if (this.#closed) throw new BookClosedError('the wallet was closed')
      const draft = new LedgerDraft(this.ledger)
      const change = build(draft)
      if (change === undefined && draft.isEmpty) return
      await this.#store.commit(this.#changesOf(draft, change ?? {}), durability)
      this.#apply(draft, change ?? {})
      this.#changed()
    })
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves once nothing is being written, and nothing more will be; then wipes the secrets of transactions. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#last
    for (const { keys } of this.ledger.payments.values()) if (keys !== undefined) wipe(keys.main, ...keys.additional)
  }

  #changesOf(draft: LedgerDraft, change: BookChange): Change[] {
    const changes: Change[] = []
    const put = (table: string, key: string, value: Uint8Array | undefined): void => {
      changes.push(value === undefined ? { table, key } : { table, key, value })
    }
    for (const [number, outputs] of this.#changedOutputs(draft))
      put(OUTPUTS, numbered(number), outputs.length === 0 ? undefined : encodeOutputs(outputs))
    for (const [id, payment] of draft.changes.payments) put(PAYMENTS, id, payment && encodePayment(payment))
    for (const [key, mark] of draft.changes.marks) put(MARKS, key, mark && encodeMark(key, mark))
    for (const txid of change.blinks ?? []) put(BLINKS, txid, SEEN)
    for (const [major, labels] of (change.labels ?? []).entries())
      if (labels !== this.#labels[major]) put(LABELS, numbered(major), encodeLabels(labels))
    for (const { txid, text } of change.notes ?? []) put(NOTES, txid, text === '' ? undefined : encodeNote(text))
    const { tags, addressBook, imported, attribute } = change
    if (tags !== undefined) put(LISTS, TAGS, encodeTags(tags))
    if (addressBook !== undefined) put(LISTS, ADDRESSES, encodeAddressBook(addressBook))
    if (imported !== undefined) put(LISTS, IMPORTED, encodeImported(imported))
    if (attribute !== undefined) put(ATTRIBUTES, attributeKey(attribute.key), encodeAttribute(attribute))
    const trail = change.trail ?? this.#trail
    if (change.trail !== undefined) {
      const stored = new Set(this.#trail.chunks())
      const wanted = new Set(trail.chunks())
      for (const number of wanted) {
        const ids = trail.chunk(number)
        const isStored = stored.has(number) && equalBytes(ids, this.#trail.chunk(number))
        if (!isStored) put(CHAIN, numbered(number), ids)
      }
      for (const number of stored) if (!wanted.has(number)) put(CHAIN, numbered(number), undefined)
      if (!sameAnchors(trail.anchors, this.#trail.anchors)) put(PROGRESS, ANCHORS, encodeAnchors(trail.anchors))
    }
    const { restoreDate } = change
    if (restoreDate !== undefined && restoreDate !== this.#restoreDate)
      put(PROGRESS, DATE, restoreDate === 0 ? undefined : encodeDate(restoreDate))
    const { restoreHeight, immutableHeight, lastReward } = { ...this.#progress(), ...change }
    put(
      PROGRESS,
      HEIGHT,
      encodeProgress({
        restoreHeight,
        immutableHeight,
        lastReward,
        trailStart: trail.start,
        trailHeight: trail.height,
      }),
    )
    return changes
  }

  /** The outputs of each record that a draft touches, as they are afterwards. */
  #changedOutputs(draft: LedgerDraft): Map<number, OwnedOutput[]> {
    const records = new Map<number, OwnedOutput[]>()
    for (const [id, output] of draft.changes.outputs)
      for (const touched of [this.ledger.outputs.get(id), output])
        if (touched !== undefined) records.set(recordOf(touched), [])
    if (records.size > 0) for (const output of draft.outputs()) records.get(recordOf(output))?.push(output)
    return records
  }

  #progress() {
    const { restoreHeight, immutableHeight, lastReward } = this
    return { restoreHeight, immutableHeight, lastReward }
  }

  #apply(draft: LedgerDraft, change: BookChange): void {
    const { labels, notes, blinks, imported, addressBook } = change
    if (!draft.isEmpty || [labels, notes, blinks, imported, addressBook].some((changed) => changed !== undefined))
      this.#revision++
    for (const txid of blinks ?? []) this.#blinks.add(txid)
    this.ledger.apply(draft.changes)
    this.#trail = change.trail ?? this.#trail
    this.#labels = change.labels ?? this.#labels
    this.#lastReward = change.lastReward ?? this.#lastReward
    this.#restoreHeight = change.restoreHeight ?? this.#restoreHeight
    this.#restoreDate = change.restoreDate ?? this.#restoreDate
    this.#immutableHeight = change.immutableHeight ?? this.#immutableHeight
    this.#tags = change.tags ?? this.#tags
    this.#addressBook = change.addressBook ?? this.#addressBook
    this.#imported = change.imported ?? this.#imported
    for (const { txid, text } of change.notes ?? [])
      if (text === '') this.#notes.delete(txid)
      else this.#notes.set(txid, text)
    if (change.attribute !== undefined) this.#attributes.set(change.attribute.key, change.attribute.value)
  }
}

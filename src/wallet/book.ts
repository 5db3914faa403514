// A wallet's book: everything it knows, in memory and in the store. A change is stored first and takes effect in memory only
// then, so that memory never knows more than the store; changes are made one after the other.

import { equalBytes } from '../bytes/bytes.ts'
import type { Durability } from '../store/store.ts'
import { type Labels, newLabels } from './accounts.ts'
import { Ledger, LedgerDraft } from './ledger.ts'
import { Pool } from './pool.ts'
import {
  decodeAnchors,
  decodeLabels,
  decodeNote,
  decodeOutput,
  decodePayment,
  decodeProgress,
  encodeAnchors,
  encodeLabels,
  encodeNote,
  encodeOutput,
  encodePayment,
  encodeProgress,
  restoreTrail,
} from './records.ts'
import { Trail } from './trail.ts'

/** A change of a wallet's records; without a value the record is removed. */
export type RecordChange = { readonly key: string; readonly value?: Uint8Array }

/** A wallet's records in the clear. Keys tell nothing: whoever sees them learns how many records there are. */
export type Records = {
  /** Records whose keys begin with `prefix`, in ascending order of keys. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: Uint8Array])[]>
  commit(changes: readonly RecordChange[], durability: Durability): Promise<void>
}

/** What a change may touch, beside the ledger's draft; what is left out stays. */
export type BookChange = {
  readonly trail?: Trail
  readonly labels?: Labels
  readonly lastReward?: bigint
  readonly restoreHeight?: number
  readonly immutableHeight?: number
  readonly note?: { readonly txid: string; readonly text: string }
}

const OUTPUT = 'output/'
const PAYMENT = 'payment/'
const CHUNK = 'chain/'
const LABELS = 'labels/'
const NOTE = 'note/'
const PROGRESS = 'progress'
const ANCHORS = 'anchors'

const numbered = (prefix: string, number: number): string => `${prefix}${String(number).padStart(10, '0')}`
const numberIn = (prefix: string, key: string): number => Number(key.slice(prefix.length))

/** Gives records of one kind their keys: numbers in the order in which the records came. */
class Numbers {
  readonly #prefix: string
  readonly #numbers = new Map<string, number>()
  #next = 0

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  keyOf(id: string): string {
    let number = this.#numbers.get(id)
    if (number === undefined) {
      number = this.#next++
      this.#numbers.set(id, number)
    }
    return numbered(this.#prefix, number)
  }

  forget(id: string): void {
    this.#numbers.delete(id)
  }

  learn(id: string, key: string): void {
    const number = numberIn(this.#prefix, key)
    this.#numbers.set(id, number)
    this.#next = Math.max(this.#next, number + 1)
  }
}

export class Book {
  readonly #records: Records
  readonly #outputNumbers = new Numbers(OUTPUT)
  readonly #paymentNumbers = new Numbers(PAYMENT)
  readonly #noteNumbers = new Numbers(NOTE)
  readonly #notes = new Map<string, string>()
  readonly ledger: Ledger
  /** the node's pool, in memory only */
  readonly pool = new Pool()
  #trail = new Trail()
  #labels: Labels = []
  #lastReward = 0n
  #restoreHeight = 0
  #immutableHeight = 0
  #revision = 0
  #last: Promise<unknown> = Promise.resolve()

  private constructor(records: Records, ledger: Ledger) {
    this.#records = records
    this.ledger = ledger
  }

  /**
   * Begins a book.
   * @param restoreHeight height of the first block that can concern the wallet
   */
  static async create(records: Records, restoreHeight: number): Promise<Book> {
    const book = new Book(records, new Ledger())
    await book.update('strict', () => ({ restoreHeight, labels: newLabels() }))
    return book
  }

  /**
   * Opens a stored book.
   * @throws FormatError when the records are not what this version writes
   */
  static async open(records: Records): Promise<Book> {
    const all = await records.list('')
    const under = (prefix: string) => all.filter(([key]) => key.startsWith(prefix))
    const outputs = under(OUTPUT).map(([key, value]) => ({ key, output: decodeOutput(value) }))
    const payments = under(PAYMENT).map(([key, value]) => ({ key, payment: decodePayment(value) }))
    const ledger = new Ledger(
      outputs.map(({ output }) => output),
      payments.map(({ payment }) => payment),
    )
    const book = new Book(records, ledger)
    for (const [i, id] of [...ledger.outputs.keys()].entries()) book.#outputNumbers.learn(id, outputs[i]?.key ?? '')
    for (const [i, id] of [...ledger.payments.keys()].entries()) book.#paymentNumbers.learn(id, payments[i]?.key ?? '')
    for (const [key, value] of under(NOTE)) {
      const { txid, text } = decodeNote(value)
      book.#noteNumbers.learn(txid, key)
      book.#notes.set(txid, text)
    }
    const labels = under(LABELS).map(([, value]) => decodeLabels(value))
    book.#labels = labels
    const progress = under(PROGRESS)[0]?.[1]
    if (progress !== undefined) {
      const read = decodeProgress(progress)
      const anchors = under(ANCHORS)[0]?.[1]
      book.#trail = restoreTrail(
        read,
        under(CHUNK).map(([, value]) => value),
        anchors === undefined ? [] : decodeAnchors(anchors),
      )
      book.#restoreHeight = read.restoreHeight
      book.#immutableHeight = read.immutableHeight
      book.#lastReward = read.lastReward
    }
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

  /** Highest block of our chain that the network holds final. */
  get immutableHeight(): number {
    return this.#immutableHeight
  }

  get notes(): ReadonlyMap<string, string> {
    return this.#notes
  }

  /** Grows with every change of transfers, addresses, labels or notes. */
  get revision(): number {
    return this.#revision
  }

  /** Marks a change that lives in memory only. */
  touch(): void {
    this.#revision++
  }

  /**
   * Makes a change, after those that are under way. `build` sees the book as it is and drafts; it must not wait for anything.
   * Nothing happens when it returns undefined and drafted nothing.
   */
  update(durability: Durability, build: (draft: LedgerDraft) => BookChange | undefined): Promise<void> {
    const done = this.#last.then(async () => {
      const draft = new LedgerDraft(this.ledger)
      const change = build(draft)
      if (change === undefined && draft.isEmpty) return
      await this.#records.commit(this.#changesOf(draft, change ?? {}), durability)
      this.#apply(draft, change ?? {})
    })
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves once nothing is being written. */
  async settle(): Promise<void> {
    await this.#last
  }

  #changesOf(draft: LedgerDraft, change: BookChange): RecordChange[] {
    const changes: RecordChange[] = []
    for (const [id, output] of draft.changes.outputs) {
      const key = this.#outputNumbers.keyOf(id)
      changes.push(output === undefined ? { key } : { key, value: encodeOutput(output) })
    }
    for (const [id, payment] of draft.changes.payments) {
      const key = this.#paymentNumbers.keyOf(id)
      changes.push(payment === undefined ? { key } : { key, value: encodePayment(payment) })
    }
    if (change.trail !== undefined) changes.push(...this.#trailChanges(change.trail))
    for (const [major, labels] of (change.labels ?? []).entries())
      if (labels !== this.#labels[major]) changes.push({ key: numbered(LABELS, major), value: encodeLabels(labels) })
    for (let major = change.labels?.length ?? this.#labels.length; major < this.#labels.length; major++)
      changes.push({ key: numbered(LABELS, major) })
    if (change.note !== undefined) {
      const key = this.#noteNumbers.keyOf(change.note.txid)
      changes.push(change.note.text === '' ? { key } : { key, value: encodeNote(change.note) })
    }
    const trail = change.trail ?? this.#trail
    const progress = {
      restoreHeight: change.restoreHeight ?? this.#restoreHeight,
      immutableHeight: change.immutableHeight ?? this.#immutableHeight,
      lastReward: change.lastReward ?? this.#lastReward,
      trailStart: trail.start,
      trailHeight: trail.height,
    }
    changes.push({ key: PROGRESS, value: encodeProgress(progress) })
    return changes
  }

  #trailChanges(trail: Trail): RecordChange[] {
    const before = new Set(this.#trail.chunks())
    const now = new Set(trail.chunks())
    const changes: RecordChange[] = []
    for (const number of now) {
      const bytes = trail.chunk(number)
      if (!before.has(number) || !equalBytes(bytes, this.#trail.chunk(number)))
        changes.push({ key: numbered(CHUNK, number), value: bytes })
    }
    for (const number of before) if (!now.has(number)) changes.push({ key: numbered(CHUNK, number) })
    if (trail.anchors.length !== this.#trail.anchors.length || trail.start !== this.#trail.start)
      changes.push({ key: ANCHORS, value: encodeAnchors(trail.anchors) })
    return changes
  }

  #apply(draft: LedgerDraft, change: BookChange): void {
    if (!draft.isEmpty || change.labels !== undefined || change.note !== undefined) this.#revision++
    this.ledger.apply(draft.changes)
    for (const [id, output] of draft.changes.outputs) if (output === undefined) this.#outputNumbers.forget(id)
    for (const [id, payment] of draft.changes.payments) if (payment === undefined) this.#paymentNumbers.forget(id)
    this.#trail = change.trail ?? this.#trail
    this.#labels = change.labels ?? this.#labels
    this.#lastReward = change.lastReward ?? this.#lastReward
    this.#restoreHeight = change.restoreHeight ?? this.#restoreHeight
    this.#immutableHeight = change.immutableHeight ?? this.#immutableHeight
    if (change.note?.text === '') this.#notes.delete(change.note.txid)
    else if (change.note !== undefined) this.#notes.set(change.note.txid, change.note.text)
  }
}

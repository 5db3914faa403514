// How a wallet's state rests in its store: what there is to know, and under which table and key each piece of it is kept.

import { equalBytes, utf8 } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { Store, StoreChange } from '../../store/store.ts'
import { type AccountTags, NO_TAGS } from '../accounts/accountTags.ts'
import type { AddressBookEntry } from '../accounts/addressBook.ts'
import type { Labels } from '../accounts/subaddressTable.ts'
import { type Anchor, BlockIds } from './blockIds.ts'
import { compareOutputs, type ImportedOutput, Ledger, type OwnedOutput } from './ledger.ts'
import type { LedgerDraft } from './ledgerDraft.ts'
import {
  type Attribute,
  decodeAddressBook,
  decodeAnchors,
  decodeAttribute,
  decodeDate,
  decodeImported,
  decodeLabels,
  decodeNote,
  decodeOutputs,
  decodePayment,
  decodeProgress,
  decodeRemovedOutput,
  decodeTags,
  encodeAddressBook,
  encodeAnchors,
  encodeAttribute,
  encodeDate,
  encodeImported,
  encodeLabels,
  encodeNote,
  encodeOutputs,
  encodePayment,
  encodeProgress,
  encodeRemovedOutput,
  encodeTags,
  restoreBlockIds,
} from './walletRecords.ts'

/** A note on a transaction, ours or not; an empty text takes it away. */
export type Note = { readonly txid: string; readonly text: string }

/** What a state knows beside its ledger and what grows by entries; each is replaced as a whole. */
export type WalletStateFields = {
  readonly blockIds: BlockIds
  readonly labels: Labels
  readonly tags: AccountTags
  readonly addressBook: readonly AddressBookEntry[]
  /** outputs that other copies of this wallet told of, in their order; the ledger may have them too */
  readonly imported: readonly ImportedOutput[]
  /** what the newest scanned coinbase paid, atomic units */
  readonly lastReward: bigint
  readonly restoreHeight: number
  /** the date that the restore height was estimated from, UNIX seconds; 0 where it was not */
  readonly restoreDate: number
  /** highest block of our chain that the network holds final */
  readonly immutableHeight: number
}

/** What a change may touch, beside the ledger's draft; what is left out stays. */
export type StateChange = Partial<WalletStateFields> & {
  readonly notes?: readonly Note[]
  readonly attribute?: Attribute
  /** ids of transactions that were seen confirmed by a quorum before they were in a final block */
  readonly blinks?: readonly string[]
}

/** All that a state knows. */
export type WalletStateData = {
  readonly ledger: Ledger
  readonly fields: WalletStateFields
  /** by transaction id */
  readonly notes: Map<string, string>
  readonly attributes: Map<string, string>
  readonly blinks: Set<string>
}

/** A state that knows nothing yet. */
export const emptyState = (): WalletStateData => ({
  ledger: new Ledger(),
  fields: {
    blockIds: new BlockIds(),
    labels: [],
    tags: NO_TAGS,
    addressBook: [],
    imported: [],
    lastReward: 0n,
    restoreHeight: 0,
    restoreDate: 0,
    immutableHeight: 0,
  },
  notes: new Map(),
  attributes: new Map(),
  blinks: new Set(),
})

const OUTPUTS = 'outputs'
const PAYMENTS = 'payments'
const REMOVED_OUTPUTS = 'marks'
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

/**
 * Reads what a store holds.
 * @throws FormatError if a record has another format; errors of the store
 */
export const readState = async (store: Store): Promise<WalletStateData> => {
  const values = async (table: string): Promise<Uint8Array[]> => (await store.list(table)).map(([, value]) => value)
  const one = async <T>(table: string, key: string, decode: (value: Uint8Array) => T): Promise<T | undefined> => {
    const value = await store.get(table, key)
    return value === undefined ? undefined : decode(value)
  }
  const [outputs, payments, removedOutputs, blinks, chunks, labels, notes, attributes, progress, ...single] =
    await Promise.all([
      values(OUTPUTS),
      values(PAYMENTS),
      values(REMOVED_OUTPUTS),
      store.list(BLINKS),
      values(CHAIN),
      values(LABELS),
      store.list(NOTES),
      values(ATTRIBUTES),
      one(PROGRESS, HEIGHT, decodeProgress),
      one(PROGRESS, ANCHORS, decodeAnchors),
      one(PROGRESS, DATE, decodeDate),
      one(LISTS, TAGS, decodeTags),
      one(LISTS, ADDRESSES, decodeAddressBook),
      one(LISTS, IMPORTED, decodeImported),
    ])
  const [anchors = [], restoreDate = 0, tags = NO_TAGS, addressBook = [], imported = []] = single
  const none = emptyState()
  const { restoreHeight, immutableHeight, lastReward } = progress ?? none.fields
  return {
    ledger: new Ledger(
      outputs.flatMap(decodeOutputs).sort(compareOutputs),
      payments.map(decodePayment).sort((a, b) => a.created - b.created),
      removedOutputs.map(decodeRemovedOutput),
    ),
    fields: {
      blockIds: progress === undefined ? none.fields.blockIds : restoreBlockIds(progress, chunks, anchors),
      labels: labels.map(decodeLabels),
      ...{ tags, addressBook, imported, lastReward, restoreHeight, restoreDate, immutableHeight },
    },
    notes: new Map(notes.map(([txid, value]) => [txid, decodeNote(value)])),
    attributes: new Map(attributes.map(decodeAttribute).map(({ key, value }) => [key, value])),
    blinks: new Set(blinks.map(([txid]) => txid)),
  }
}

const sameAnchors = (a: readonly Anchor[], b: readonly Anchor[]): boolean =>
  a.length === b.length && a.every(({ height, id }, i) => height === b[i]?.height && equalBytes(id, b[i].id))

/** The outputs of each record that a draft touches, as they are afterwards. */
const changedOutputs = (ledger: Ledger, draft: LedgerDraft): Map<number, OwnedOutput[]> => {
  const records = new Map<number, OwnedOutput[]>()
  for (const [id, output] of draft.changes.outputs)
    for (const touched of [ledger.outputs.get(id), output])
      if (touched !== undefined) records.set(recordOf(touched), [])
  if (records.size > 0) for (const output of draft.outputs()) records.get(recordOf(output))?.push(output)
  return records
}

/** What a change of a state is to its store. */
export const stateChanges = (
  { ledger, fields }: WalletStateData,
  draft: LedgerDraft,
  change: StateChange,
): StoreChange[] => {
  const changes: StoreChange[] = []
  const put = (table: string, key: string, value: Uint8Array | undefined): void => {
    changes.push(value === undefined ? { table, key } : { table, key, value })
  }
  for (const [number, outputs] of changedOutputs(ledger, draft))
    put(OUTPUTS, numbered(number), outputs.length === 0 ? undefined : encodeOutputs(outputs))
  for (const [id, payment] of draft.changes.payments) put(PAYMENTS, id, payment && encodePayment(payment))
  for (const [key, removed] of draft.changes.removedOutputs)
    put(REMOVED_OUTPUTS, key, removed && encodeRemovedOutput(key, removed))
  for (const txid of change.blinks ?? []) put(BLINKS, txid, SEEN)
  for (const [major, labels] of (change.labels ?? []).entries())
    if (labels !== fields.labels[major]) put(LABELS, numbered(major), encodeLabels(labels))
  for (const { txid, text } of change.notes ?? []) put(NOTES, txid, text === '' ? undefined : encodeNote(text))
  const { tags, addressBook, imported, attribute } = change
  if (tags !== undefined) put(LISTS, TAGS, encodeTags(tags))
  if (addressBook !== undefined) put(LISTS, ADDRESSES, encodeAddressBook(addressBook))
  if (imported !== undefined) put(LISTS, IMPORTED, encodeImported(imported))
  if (attribute !== undefined) put(ATTRIBUTES, attributeKey(attribute.key), encodeAttribute(attribute))
  const after = { ...fields, ...change }
  const { blockIds, restoreDate, restoreHeight, immutableHeight, lastReward } = after
  if (blockIds !== fields.blockIds) {
    const stored = new Set(fields.blockIds.chunks())
    const wanted = new Set(blockIds.chunks())
    for (const number of wanted) {
      const ids = blockIds.chunk(number)
      const isStored = stored.has(number) && equalBytes(ids, fields.blockIds.chunk(number))
      if (!isStored) put(CHAIN, numbered(number), ids)
    }
    for (const number of stored) if (!wanted.has(number)) put(CHAIN, numbered(number), undefined)
    if (!sameAnchors(blockIds.anchors, fields.blockIds.anchors)) put(PROGRESS, ANCHORS, encodeAnchors(blockIds.anchors))
  }
  if (restoreDate !== fields.restoreDate) put(PROGRESS, DATE, restoreDate === 0 ? undefined : encodeDate(restoreDate))
  put(
    PROGRESS,
    HEIGHT,
    encodeProgress({
      restoreHeight,
      immutableHeight,
      lastReward,
      blockIdsStart: blockIds.start,
      blockIdsHeight: blockIds.height,
    }),
  )
  return changes
}

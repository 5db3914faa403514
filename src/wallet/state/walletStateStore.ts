// Reading and writing of a wallet's state.

import { equalBytes, utf8 } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { Store, StoreChange } from '../../store/store.ts'
import { NO_TAGS } from './accountTags.ts'
import { decodeAddressMarks, encodeAddressMarks } from './addressMarks.ts'
import type { Anchor, BlockIds } from './blockIds.ts'
import { decodeContactNotes, encodeContactNotes, withNotes } from './contactNotes.ts'
import { encodeDistributionChunk } from './distributionRecords.ts'
import { compareOutputs, Ledger, type OwnedOutput, type Payment } from './ledger.ts'
import type { LedgerDraft } from './ledgerDraft.ts'
import {
  decodeImported,
  decodeOutputs,
  decodePayment,
  decodeRemovedOutput,
  decodeRemovedPayment,
  decodeTransactionKeys,
  encodeImported,
  encodeOutputs,
  encodePayment,
  encodeRemovedOutput,
  encodeRemovedPayment,
  encodeTransactionBlob,
  encodeTransactionKeys,
} from './ledgerRecords.ts'
import {
  decodeImportedInfos,
  decodeNonceToken,
  decodeOutputInfo,
  encodeImportedInfos,
  encodeNonceToken,
  encodeOutputInfo,
} from './outputInfo.ts'
import { changedOutput, OutputPacker, type PackedOutput } from './packedOutput.ts'
import {
  decodeAnchors,
  decodeDate,
  decodeProgress,
  encodeAnchors,
  encodeDate,
  encodeProgress,
  restoreBlockIds,
} from './progressRecords.ts'
import { encodeRing } from './ringRecords.ts'
import { decodeStakeLocks, encodeStakeLocks, NO_STAKE_LOCKS } from './stakeLocks.ts'
import {
  ADDRESS_MARKS,
  ADDRESSES,
  ANCHORS,
  ATTRIBUTES,
  BLINKS,
  CHAIN,
  COIN_LABELS,
  CONTACT_NOTES,
  DATE,
  DISTRIBUTION,
  HEIGHT,
  IMPORTED,
  IMPORTED_INFOS,
  LABELS,
  LISTS,
  NAMES,
  NONCE_TOKEN,
  NOTES,
  OUTPUT_INFOS,
  OUTPUTS,
  PAYMENTS,
  PROGRESS,
  REMOVED_OUTPUTS,
  REMOVED_PAYMENTS,
  RINGS,
  SIGNED_KEYS,
  STAKES,
  TAGS,
  TRANSACTIONS,
  WATCHED,
} from './stateTables.ts'
import {
  decodeAddressBook,
  decodeAttribute,
  decodeCoinLabel,
  decodeKnownNames,
  decodeLabels,
  decodeNote,
  decodeTags,
  decodeWatched,
  encodeAddressBook,
  encodeAttribute,
  encodeCoinLabel,
  encodeKnownNames,
  encodeLabels,
  encodeNote,
  encodeTags,
  encodeWatched,
} from './userRecords.ts'
import { emptyState, type StateChange, type WalletStateData } from './walletStateData.ts'

/** Value of a record whose key is the only information. */
const SEEN = Uint8Array.of(1)

/** Attribute keys have any form and length, so the store key is their hash. */
const attributeKey = (key: string): string => toHex(keccak256(utf8(key)))

/**
 * Number of consecutive blocks whose outputs share a record. This makes the records of a large wallet few, while a change of one
 * output rewrites few others.
 */
const BLOCKS_PER_RECORD = 32

const recordNumberOf = ({ height }: OwnedOutput): number => Math.floor(height / BLOCKS_PER_RECORD)

/** Formats a number as a key that sorts numerically. */
const numberKey = (number: number): string => String(number).padStart(10, '0')

const readPayments = async (store: Store): Promise<Payment[]> => {
  const payments: Payment[] = []
  for await (const page of store.pages(PAYMENTS)) for (const [, value] of page) payments.push(decodePayment(value))
  return payments
}

/** Reads the outputs in the order of the chain. Marks those of recorded stakes, which older records did not mark. */
const readOutputs = async (store: Store, payments: readonly Payment[]): Promise<PackedOutput[]> => {
  const stakes = new Set(payments.flatMap(({ kind, txid }) => (kind === 'stake' ? [toHex(txid)] : [])))
  const marked = (output: OwnedOutput): OwnedOutput =>
    stakes.size > 0 && stakes.has(toHex(output.txid)) ? changedOutput(output, { stake: true }) : output
  const packer = new OutputPacker()
  const outputs: PackedOutput[] = []
  for await (const page of store.pages(OUTPUTS))
    for (const [, value] of page) for (const output of decodeOutputs(value)) outputs.push(packer.pack(marked(output)))
  return outputs.sort(compareOutputs)
}

/**
 * Reads a state from its store, and brings records of older versions into their present form.
 * @throws FormatError if a record has another format; errors of the store
 */
export const readState = async (store: Store): Promise<WalletStateData> => {
  const values = async (table: string): Promise<Uint8Array[]> => (await store.list(table)).map(([, value]) => value)
  const one = async <T>(table: string, key: string, decode: (value: Uint8Array) => T): Promise<T | undefined> => {
    const value = await store.get(table, key)
    return value === undefined ? undefined : decode(value)
  }
  // The largest tables are read one after the other, so that their records are not in memory at the same time.
  const payments = await readPayments(store)
  await moveTransactions(store, payments)
  const outputs = await readOutputs(store, payments)
  const [
    removedOutputs,
    removedPayments,
    blinks,
    chunks,
    labels,
    notes,
    coinLabels,
    attributes,
    outputInfos,
    signedKeys,
    importedInfos,
    progress,
    ...single
  ] = await Promise.all([
    values(REMOVED_OUTPUTS),
    store.list(REMOVED_PAYMENTS),
    store.list(BLINKS),
    values(CHAIN),
    values(LABELS),
    store.list(NOTES),
    store.list(COIN_LABELS),
    values(ATTRIBUTES),
    store.list(OUTPUT_INFOS),
    store.list(SIGNED_KEYS),
    store.list(IMPORTED_INFOS),
    one(PROGRESS, HEIGHT, decodeProgress),
    one(PROGRESS, ANCHORS, decodeAnchors),
    one(PROGRESS, DATE, decodeDate),
    one(LISTS, TAGS, decodeTags),
    one(LISTS, ADDRESSES, decodeAddressBook),
    one(LISTS, IMPORTED, decodeImported),
    one(LISTS, STAKES, decodeStakeLocks),
    one(LISTS, NAMES, decodeKnownNames),
    one(LISTS, NONCE_TOKEN, decodeNonceToken),
    one(LISTS, WATCHED, decodeWatched),
    one(LISTS, ADDRESS_MARKS, decodeAddressMarks),
    one(LISTS, CONTACT_NOTES, decodeContactNotes),
  ])
  const [anchors = [], restoreDate = 0, tags = NO_TAGS, addressBook = [], imported = [], ...rest] = single
  const [
    stakeLocks = NO_STAKE_LOCKS,
    knownNames = [],
    nonceToken = new Uint8Array(),
    watched = [],
    addressMarks = [],
    contactNotes = [],
  ] = rest
  const none = emptyState()
  const { restoreHeight, immutableHeight, lastReward, rescanAdvised } = progress ?? none.fields
  return {
    ledger: new Ledger(
      outputs,
      payments.map(withoutBlob).sort((a, b) => a.created - b.created),
      removedOutputs.map(decodeRemovedOutput),
      removedPayments.map(([txid, value]) => [txid, decodeRemovedPayment(value)]),
    ),
    fields: {
      blockIds: progress === undefined ? none.fields.blockIds : restoreBlockIds(progress, chunks, anchors),
      labels: labels.map(decodeLabels),
      ...{
        tags,
        addressBook: withNotes(addressBook, contactNotes),
        imported,
        lastReward,
        restoreHeight,
        restoreDate,
        immutableHeight,
        rescanAdvised,
        stakeLocks,
        knownNames,
        nonceToken,
        watched,
        addressMarks,
      },
    },
    notes: new Map(notes.map(([txid, value]) => [txid, decodeNote(value)])),
    coinLabels: new Map(coinLabels.map(([key, value]) => [key, decodeCoinLabel(value)])),
    attributes: new Map(attributes.map(decodeAttribute).map(({ key, value }) => [key, value])),
    blinks: new Set(blinks.map(([txid]) => txid)),
    outputInfos: new Map(outputInfos.map(([key, value]) => [key, decodeOutputInfo(value)])),
    signedKeys: new Map(signedKeys.map(([txid, value]) => [txid, decodeTransactionKeys(value)])),
    importedInfos: new Map(importedInfos.map(([signer, value]) => [signer, decodeImportedInfos(value)])),
  }
}

const sameAnchors = (a: readonly Anchor[], b: readonly Anchor[]): boolean =>
  a.length === b.length && a.every(({ height, id }, i) => height === b[i]?.height && equalBytes(id, b[i].id))

/** Returns the new contents of each output record that a draft changes, by record number. */
const changedOutputs = (ledger: Ledger, draft: LedgerDraft): Map<number, OwnedOutput[]> => {
  const records = new Map<number, OwnedOutput[]>()
  for (const [id, output] of draft.changes.outputs)
    for (const touched of [ledger.outputs.get(id), output])
      if (touched !== undefined) records.set(recordNumberOf(touched), [])
  if (records.size === 0) return records
  // Nearly all outputs are of other records: their ids need not be compared.
  for (const [id, output] of ledger.outputs) {
    const record = records.get(recordNumberOf(output))
    if (record !== undefined && !draft.changes.outputs.has(id)) record.push(output)
  }
  for (const output of draft.changes.outputs.values())
    if (output !== undefined) records.get(recordNumberOf(output))?.push(output)
  return records
}

/** Writes a record, or removes it if the value is undefined. */
const recordChange = (table: string, key: string, value: Uint8Array | undefined): StoreChange =>
  value === undefined ? { table, key } : { table, key, value }

/** Returns the changes of the stored chunks and anchors of block ids. */
const blockIdChanges = (before: BlockIds, after: BlockIds): StoreChange[] => {
  if (after === before) return []
  const changes: StoreChange[] = []
  const stored = new Set(before.chunks())
  const current = new Set(after.chunks())
  for (const number of current) {
    const ids = after.chunk(number)
    const isStored = stored.has(number) && equalBytes(ids, before.chunk(number))
    if (!isStored) changes.push(recordChange(CHAIN, numberKey(number), ids))
  }
  for (const number of stored) if (!current.has(number)) changes.push(recordChange(CHAIN, numberKey(number), undefined))
  if (!sameAnchors(after.anchors, before.anchors))
    changes.push(recordChange(PROGRESS, ANCHORS, encodeAnchors(after.anchors)))
  return changes
}

const NO_BYTES = new Uint8Array()

/** Returns a payment as its record and the ledger of an open wallet contain it: its transaction is in the store. */
export const withoutBlob = (payment: Payment): Payment =>
  payment.blob.length === 0 ? payment : { ...payment, blob: NO_BYTES }

/** Returns the changes of the records of a payment: its transaction has one of its own, which is written once. */
const paymentChanges = (id: string, payment: Payment | undefined): StoreChange[] => {
  if (payment === undefined) return [PAYMENTS, TRANSACTIONS].map((table) => recordChange(table, id, undefined))
  const { blob } = payment
  return [
    recordChange(PAYMENTS, id, encodePayment(withoutBlob(payment))),
    ...(blob.length === 0 ? [] : [recordChange(TRANSACTIONS, id, encodeTransactionBlob(blob))]),
  ]
}

/** Payments that are moved in one commit. */
const MOVED_AT_ONCE = 500

/** Moves the transactions that older records of payments contain into records of their own. */
const moveTransactions = async (store: Store, payments: readonly Payment[]): Promise<void> => {
  const older = payments.filter(({ blob }) => blob.length > 0)
  for (let from = 0; from < older.length; from += MOVED_AT_ONCE) {
    const some = older.slice(from, from + MOVED_AT_ONCE)
    await store.commit(
      some.flatMap((payment) => paymentChanges(toHex(payment.txid), payment)),
      'relaxed',
    )
  }
}

/** Returns the changes of store records that a change of the state requires. */
export const stateChanges = (
  { ledger, fields }: WalletStateData,
  draft: LedgerDraft,
  change: StateChange,
): StoreChange[] => {
  const changes: StoreChange[] = []
  const put = (table: string, key: string, value: Uint8Array | undefined): void => {
    changes.push(recordChange(table, key, value))
  }
  for (const [number, outputs] of changedOutputs(ledger, draft))
    put(OUTPUTS, numberKey(number), outputs.length === 0 ? undefined : encodeOutputs(outputs))
  for (const [id, payment] of draft.changes.payments) changes.push(...paymentChanges(id, payment))
  for (const [key, removed] of draft.changes.removedOutputs)
    put(REMOVED_OUTPUTS, key, removed && encodeRemovedOutput(key, removed))
  for (const [txid, removed] of draft.changes.removedPayments)
    put(REMOVED_PAYMENTS, txid, removed && encodeRemovedPayment(removed))
  for (const txid of change.blinks ?? []) put(BLINKS, txid, SEEN)
  for (const [keyImage, ring] of change.rings ?? []) put(RINGS, keyImage, encodeRing(ring))
  for (const [number, chunk] of change.distribution ?? [])
    put(DISTRIBUTION, numberKey(number), chunk && encodeDistributionChunk(chunk))
  for (const [key, info] of change.outputInfos ?? []) put(OUTPUT_INFOS, key, encodeOutputInfo(info))
  for (const [txid, keys] of change.signedKeys ?? []) put(SIGNED_KEYS, txid, encodeTransactionKeys(keys))
  for (const [signer, ids] of change.importedInfos ?? []) put(IMPORTED_INFOS, signer, encodeImportedInfos(ids))
  for (const [major, labels] of (change.labels ?? []).entries())
    if (labels !== fields.labels[major]) put(LABELS, numberKey(major), encodeLabels(labels))
  for (const { txid, text } of change.notes ?? []) put(NOTES, txid, text === '' ? undefined : encodeNote(text))
  for (const { key, text } of change.coinLabels ?? [])
    put(COIN_LABELS, key, text === '' ? undefined : encodeCoinLabel(text))
  const { tags, addressBook, imported, stakeLocks, knownNames, nonceToken, watched, addressMarks } = change
  if (tags !== undefined) put(LISTS, TAGS, encodeTags(tags))
  if (addressBook !== undefined) {
    put(LISTS, ADDRESSES, encodeAddressBook(addressBook))
    put(LISTS, CONTACT_NOTES, encodeContactNotes(addressBook))
  }
  if (imported !== undefined) put(LISTS, IMPORTED, encodeImported(imported))
  if (stakeLocks !== undefined) put(LISTS, STAKES, encodeStakeLocks(stakeLocks))
  if (knownNames !== undefined) put(LISTS, NAMES, encodeKnownNames(knownNames))
  if (nonceToken !== undefined) put(LISTS, NONCE_TOKEN, encodeNonceToken(nonceToken))
  if (watched !== undefined) put(LISTS, WATCHED, encodeWatched(watched))
  if (addressMarks !== undefined) put(LISTS, ADDRESS_MARKS, encodeAddressMarks(addressMarks))
  for (const attribute of change.attributes ?? [])
    put(ATTRIBUTES, attributeKey(attribute.key), encodeAttribute(attribute))
  const after = { ...fields, ...change }
  const { blockIds, restoreDate, restoreHeight, immutableHeight, lastReward, rescanAdvised } = after
  changes.push(...blockIdChanges(fields.blockIds, blockIds))
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
      rescanAdvised,
    }),
  )
  return changes
}

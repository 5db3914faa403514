// Writes caches of the monero family: what this wallet knows, and of the cache that is replaced what wallet2 alone knows (multisig nonces,
// background sync), and the chain if it has more of it.

import { concat, utf8 } from '../../bytes/bytes.ts'
import { Reader, Writer } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { writeDestinations, writeKeyList, writeNumbers } from '../transfer-sets/binaryConstruction.ts'
import { type CacheParts, MAGIC, readCacheParts, type StoredPayment } from './binaryCache.ts'
import { heightOf, storedChain, writtenChain } from './binaryCacheChain.ts'
import type { CachedContact, WalletCache, WrittenCache, WrittenChain, WrittenPayment } from './walletCache.ts'

/** All versions of wallet2 since 0.18.0 read it. */
const VERSION = 0

const KEY = 32
const INDEX = 8
const SHORT_ID = 8

/** Number of parts of a pair. */
const PAIR = 2

/** Versions of payments: without the transaction of a confirmed one, with the state of an unconfirmed one. */
const CONFIRMED = 0
const UNCONFIRMED = 1

/** States of unconfirmed payments. */
const STATES = { pending: 0, relayed: 1, failed: 2 } as const

/** Returns an empty cache. */
const emptyCache = ({ spendPublic, viewPublic }: Pick<WalletCache, 'spendPublic' | 'viewPublic'>): Uint8Array => {
  const zeros = (count: number): Uint8Array => new Uint8Array(count)
  return concat(
    ...[MAGIC, Uint8Array.of(VERSION)],
    // Chain: its version, the first height, the genesis block and the ids; then outputs.
    ...[zeros(2 + KEY + 1), zeros(1), spendPublic, viewPublic],
    // Key images, six maps of transactions, keys of outputs, contacts, two sets of the txpool, addresses, labels, additional keys, attributes.
    zeros(15),
    Uint8Array.of(PAIR, 0, 0),
    // Whether rings were saved, the last reward, a map of devices, the last sync of one, cold key images, the key for payments to nodes.
    zeros(1 + 8 + 1 + 8 + 1 + KEY),
  )
}

const writeText = (writer: Writer, text: string): void => {
  const bytes = utf8(text)
  writer.varint(bytes.length).bytes(bytes)
}

const writeList = <T>(writer: Writer, items: readonly T[], write: (item: T) => unknown): void => {
  writer.varint(items.length)
  for (const item of items) write(item)
}

const writePairs = <T>(writer: Writer, items: readonly T[], write: (item: T) => unknown): void =>
  writeList(writer, items, (item) => {
    writer.varint(PAIR)
    write(item)
  })

/** Writes what follows the recipients of a payment, up to the timestamp. */
const writeOrigin = (writer: Writer, { account, subaddresses }: WrittenPayment): void => {
  writer.varint(account)
  writeNumbers(writer, subaddresses)
  // Rings, which wallet2 takes from the block.
  writer.varint(0)
}

const hasRecipients = ({ destinations }: { readonly destinations: readonly unknown[] }): boolean =>
  destinations.length > 0

/** @param stored the payment as the cache before has it, by which it gets recipients that are not known here */
const writePayment = (writer: Writer, payment: WrittenPayment, stored: StoredPayment | undefined): void => {
  const { txid, amountIn, fee, change, timestamp, place } = payment
  const described = stored !== undefined && hasRecipients(stored) && !hasRecipients(payment) ? stored : undefined
  writer.bytes(txid)
  if ('height' in place) writer.varint(CONFIRMED)
  else writer.varint(UNCONFIRMED).bytes(place.prefix)
  writer
    .varint(amountIn)
    .varint(amountIn - fee)
    .varint(change)
  writer.varint('height' in place ? place.height : timestamp)
  if (described === undefined) writeDestinations(writer, payment.destinations)
  else writer.bytes(described.parts[1])
  writer.bytes(described?.paymentId ?? payment.paymentId)
  if ('height' in place) writer.varint(timestamp).varint(payment.unlockTime)
  else writer.varint(STATES[place.state]).varint(timestamp)
  writeOrigin(writer, payment)
}

/** Writes a stored payment, with known recipients if it has none. */
const writeStoredPayment = (writer: Writer, payment: StoredPayment, known: WrittenPayment | undefined): void => {
  const [before, recipients, after] = payment.parts
  writer.bytes(before)
  if (known === undefined || hasRecipients(payment)) writer.bytes(recipients)
  else writeDestinations(writer, known.destinations)
  writer.bytes(after)
}

const ofTransaction = ({ txid }: { readonly txid: Uint8Array }): string => toHex(txid)

const byTransaction = <T extends { readonly txid: Uint8Array }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [ofTransaction(item), item]))

/** Payments that are written: those that stay as they are stored, and those that are written anew. */
type PaymentLists = { readonly kept: readonly StoredPayment[]; readonly added: readonly WrittenPayment[] }

/** Returns the lists of payments. Those in blocks are the wallet's if its chain is written; else stored ones stay, and others are added. */
const paymentLists = (
  { payments }: WrittenCache,
  before: CacheParts,
  chain: WrittenChain | undefined,
): { readonly confirmed: PaymentLists; readonly unconfirmed: PaymentLists } => {
  const confirmed = payments.filter(({ place }) => 'height' in place)
  const unconfirmed = payments.filter(({ place }) => !('height' in place))
  const mined = new Set((chain === undefined ? before.confirmed : confirmed).map(ofTransaction))
  const kept = before.unconfirmed.filter((payment) => !mined.has(ofTransaction(payment)))
  const stored = new Set((chain === undefined ? [...kept, ...before.confirmed] : kept).map(ofTransaction))
  const added = (list: readonly WrittenPayment[]): WrittenPayment[] =>
    list.filter((payment) => !stored.has(ofTransaction(payment)))
  return {
    confirmed: { kept: chain === undefined ? before.confirmed : [], added: added(confirmed) },
    unconfirmed: { kept, added: added(unconfirmed) },
  }
}

const writePayments = (
  writer: Writer,
  { kept, added }: PaymentLists,
  cache: WrittenCache,
  before: CacheParts,
): void => {
  const known = byTransaction(cache.payments)
  const stored = byTransaction([...before.unconfirmed, ...before.confirmed])
  writer.varint(kept.length + added.length)
  for (const payment of kept) {
    writer.varint(PAIR)
    writeStoredPayment(writer, payment, known.get(ofTransaction(payment)))
  }
  for (const payment of added) {
    writer.varint(PAIR)
    writePayment(writer, payment, stored.get(ofTransaction(payment)))
  }
}

/** Returns the items, and those stored ones whose ids none of them has. */
const joined = <T>(items: readonly T[], stored: readonly T[], idOf: (item: T) => string): T[] => {
  const ids = new Set(items.map(idOf))
  return [...items, ...stored.filter((item) => !ids.has(idOf(item)))]
}

const writeContact = (writer: Writer, contact: CachedContact): void => {
  const { spendKey, viewKey, isSubaddress, paymentId, description } = contact
  writer
    .varint(0)
    .bytes(spendKey)
    .bytes(viewKey)
    .bytes(paymentId ?? new Uint8Array(SHORT_ID))
  writeText(writer, description)
  writer.u8(isSubaddress ? 1 : 0).u8(paymentId === undefined ? 0 : 1)
}

/** Writes the addresses by spend key, and stored ones that are not among them. */
const writeAddresses = (writer: Writer, addresses: WrittenCache['addresses'], stored: Uint8Array): void => {
  const own = new Writer()
  const keys = new Set<string>()
  for (const { spendKey, major, minor } of addresses) {
    keys.add(toHex(spendKey))
    own.varint(PAIR).bytes(spendKey).u32(major).u32(minor)
  }
  const reader = new Reader(stored)
  const others = new Writer()
  let count = keys.size
  for (let left = reader.varint(); left > 0; left--) {
    const pair = reader.bytes(1 + KEY + INDEX)
    if (keys.has(toHex(pair.subarray(1, 1 + KEY)))) continue
    others.bytes(pair)
    count++
  }
  writer.varint(count).bytes(own.finish()).bytes(others.finish())
}

/** Returns the labels, and those of stored addresses that are not among them. */
const joinedLabels = (labels: WalletCache['labels'], stored: WalletCache['labels']): WalletCache['labels'] =>
  Array.from({ length: Math.max(labels.length, stored.length) }, (_, major) => {
    const [own = [], others = []] = [labels[major], stored[major]]
    return [...own, ...others.slice(own.length)]
  })

/** Writes what the user typed, from the labels on. */
const writeTexts = (writer: Writer, cache: WrittenCache, before: CacheParts): void => {
  const labels = joinedLabels(cache.labels, before.labels)
  writeList(writer, labels, (minors) => writeList(writer, minors, (label) => writeText(writer, label)))
  writePairs(writer, joined(cache.additionalKeys, before.additionalKeys, ofTransaction), ({ txid, keys }) => {
    writer.bytes(txid)
    writeKeyList(writer, keys)
  })
  // Attributes are never removed, and wallet2 has some of its own.
  const attributes = joined(cache.attributes, before.attributes, ({ key }) => key)
  writePairs(writer, attributes, ({ key, value }) => {
    writeText(writer, key)
    writeText(writer, value)
  })
  writer.varint(PAIR)
  writePairs(writer, cache.tags.descriptions, ({ tag, description }) => {
    writeText(writer, tag)
    writeText(writer, description)
  })
  const tags = labels.map((_, major) => cache.tags.ofAccounts[major] ?? '')
  writeList(writer, tags, (tag) => writeText(writer, tag))
}

/**
 * Writes a cache. Of the one before, what wallet2 alone knows stays, and transaction keys, recipients, attributes and addresses that are
 * not known here; other texts are those of this wallet.
 * @param before undefined for none
 * @throws FormatError if `before` cannot be read
 *
 * @example
 * import { binaryCache } from './binaryCache.ts'
 * import { networkById } from '../networks/networks.ts'
 * const network = networkById('monero-mainnet')
 * const keys = { spendPublic: new Uint8Array(32), viewPublic: new Uint8Array(32) }
 * const lists = { transactionKeys: [], additionalKeys: [], notes: [], contacts: [], attributes: [], payments: [], addresses: [] }
 * const cache = { ...keys, ...lists, labels: [['saving ü']], tags: { descriptions: [], ofAccounts: [] } }
 * binaryCache.decode(network, encodeBinaryCache(network, cache, undefined)).labels // [['saving ü']]
 */
export const encodeBinaryCache = (
  network: HasWireFormat,
  cache: WrittenCache,
  before: Uint8Array | undefined,
): Uint8Array => {
  const parts = readCacheParts(network, before ?? emptyCache(cache))
  const writer = new Writer()
  const chain = cache.chain !== undefined && heightOf(cache.chain) >= parts.height ? cache.chain : undefined
  const scanned = chain === undefined ? storedChain(parts, cache.frozen) : writtenChain(chain, parts)
  const payments = paymentLists(cache, parts, chain)
  writer.bytes(parts.head).bytes(scanned.outputs).bytes(parts.spendPublic).bytes(parts.viewPublic)
  writer.bytes(scanned.keyImages)
  writePayments(writer, payments.unconfirmed, cache, parts)
  writer.bytes(scanned.received)
  writePairs(writer, joined(cache.transactionKeys, parts.transactionKeys, ofTransaction), ({ txid, key }) =>
    writer.bytes(txid).bytes(key),
  )
  writePayments(writer, payments.confirmed, cache, parts)
  writePairs(writer, cache.notes, ({ txid, text }) => {
    writer.bytes(txid)
    writeText(writer, text)
  })
  writer.bytes(scanned.pooled).bytes(scanned.outputKeys)
  writeList(writer, cache.contacts, (contact) => writeContact(writer, contact))
  writer.bytes(scanned.pooledIds)
  writeAddresses(writer, cache.addresses, parts.addresses)
  writeTexts(writer, cache, parts)
  return writer.bytes(scanned.tail).finish()
}

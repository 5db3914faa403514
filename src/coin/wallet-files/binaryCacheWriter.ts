// Writes caches of the monero family: what this wallet knows, and of the cache that is replaced what wallet2 alone knows (chain, outputs,
// received payments, background sync). Without one wallet2 scans from the restore height, and adds to the payments what blocks contain.

import { concat, utf8 } from '../../bytes/bytes.ts'
import { Reader, Writer } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { writeDestinations, writeKeyList, writeNumbers } from '../transfer-sets/binaryConstruction.ts'
import { MAGIC, readCacheParts, type StoredPayment } from './binaryCache.ts'
import type { CachedContact, WalletCache, WrittenCache, WrittenPayment } from './walletCache.ts'

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

type Parts = ReturnType<typeof readCacheParts>

/** Returns a cache of a wallet that knows nothing. */
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

const writePayment = (writer: Writer, payment: WrittenPayment): void => {
  const { txid, amountIn, fee, change, timestamp, place } = payment
  writer.bytes(txid)
  if ('height' in place) writer.varint(CONFIRMED)
  else writer.varint(UNCONFIRMED).bytes(place.prefix)
  writer
    .varint(amountIn)
    .varint(amountIn - fee)
    .varint(change)
  writer.varint('height' in place ? place.height : timestamp)
  writeDestinations(writer, payment.destinations)
  writer.bytes(payment.paymentId)
  if ('height' in place) writer.varint(timestamp).varint(payment.unlockTime)
  else writer.varint(STATES[place.state]).varint(timestamp)
  writeOrigin(writer, payment)
}

const hasRecipients = ({ destinations }: Pick<StoredPayment, 'destinations'>): boolean => destinations.length > 0

/** Writes stored payments, with known recipients where they have none, and new ones. */
const writePayments = (
  writer: Writer,
  stored: readonly StoredPayment[],
  known: ReadonlyMap<string, WrittenPayment>,
  added: readonly WrittenPayment[],
): void => {
  writer.varint(stored.length + added.length)
  for (const payment of stored) {
    const [before, recipients, after] = payment.parts
    const found = known.get(toHex(payment.txid))
    writer.varint(PAIR).bytes(before)
    if (found === undefined || hasRecipients(payment)) writer.bytes(recipients)
    else writeDestinations(writer, found.destinations)
    writer.bytes(after)
  }
  for (const payment of added) {
    writer.varint(PAIR)
    writePayment(writer, payment)
  }
}

/** Returns the items, and those stored ones whose ids none of them has. */
const joined = <T>(items: readonly T[], stored: readonly T[], idOf: (item: T) => string): T[] => {
  const ids = new Set(items.map(idOf))
  return [...items, ...stored.filter((item) => !ids.has(idOf(item)))]
}

const ofTransaction = ({ txid }: { readonly txid: Uint8Array }): string => toHex(txid)

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
const writeTexts = (writer: Writer, cache: WrittenCache, before: Parts): void => {
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
  const known = new Map(cache.payments.map((payment) => [toHex(payment.txid), payment]))
  const stored = new Set([...parts.unconfirmed, ...parts.confirmed].map(ofTransaction))
  const added = cache.payments.filter((payment) => !stored.has(ofTransaction(payment)))
  const confirmed = added.filter(({ place }) => 'height' in place)
  writer.bytes(parts.head)
  writePayments(
    writer,
    parts.unconfirmed,
    known,
    added.filter((payment) => !confirmed.includes(payment)),
  )
  writer.bytes(parts.received)
  writePairs(writer, joined(cache.transactionKeys, parts.transactionKeys, ofTransaction), ({ txid, key }) =>
    writer.bytes(txid).bytes(key),
  )
  writePayments(writer, parts.confirmed, known, confirmed)
  writePairs(writer, cache.notes, ({ txid, text }) => {
    writer.bytes(txid)
    writeText(writer, text)
  })
  writer.bytes(parts.pooled)
  writeList(writer, cache.contacts, (contact) => writeContact(writer, contact))
  writer.bytes(parts.scanned)
  writeAddresses(writer, cache.addresses, parts.addresses)
  writeTexts(writer, cache, parts)
  return writer.bytes(parts.tail).finish()
}

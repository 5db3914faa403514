// Caches of the monero family: binary archives (wallet2 0.18).

import { equalBytes, utf8 } from '../../bytes/bytes.ts'
import { FormatError, Reader } from '../../bytes/cursor.ts'
import { decodeForeignText } from '../../bytes/text.ts'
import { type AddressRange, AddressRanges } from '../lookAhead.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { readPrefix } from '../transactions/transactionBytes.ts'
import { expectVersion, readDestinations, readFlag, readNumbers } from '../transfer-sets/binaryConstruction.ts'
import { readStoredOutputs } from './binaryCacheOutputs.ts'
import {
  type CachedContact,
  type CachedPayment,
  cachedDestinations,
  type WalletCache,
  type WalletCacheCodec,
} from './walletCache.ts'

/** First bytes of a cache. */
export const MAGIC = utf8('monero wallet cache')

/** Newest version; later ones than 0 append fields, which are not read. */
const NEWEST = 2

const KEY = 32
const SHORT_ID = 8
const INDEX = 8

/** Number of parts of a pair. */
const PAIR = 2

/** Lower bounds of sizes. */
const MIN_PAYMENT = 2 * KEY
const MIN_CONTACT = 2 * KEY + SHORT_ID

const readText = (reader: Reader): string => decodeForeignText(reader.bytes(reader.count(1)))

const readItems = <T>(reader: Reader, itemSize: number, read: () => T): T[] =>
  Array.from({ length: reader.count(itemSize) }, read)

/** Reads the pairs of a map, or of a list of pairs. */
const readPairs = <T>(reader: Reader, itemSize: number, read: () => T): T[] =>
  readItems(reader, itemSize, () => {
    const parts = reader.varint()
    if (parts !== PAIR) throw new FormatError(`a pair has ${PAIR} parts, not ${parts}`)
    return read()
  })

const skipPairs = (reader: Reader, first: number, skipSecond: () => void): void => {
  readPairs(reader, first, () => {
    reader.skip(first)
    skipSecond()
  })
}

/** Skips the ids of the scanned blocks; returns the height of the next block. */
const readChainHeight = (reader: Reader): number => {
  expectVersion(reader, 0, 'chains')
  const start = reader.varint()
  reader.skip(KEY)
  const count = reader.count(KEY)
  reader.skip(count * KEY)
  return start + count
}

/** Skips the ring of each input. */
const skipRings = (reader: Reader): void => skipPairs(reader, KEY, () => readNumbers64(reader))

const readNumbers64 = (reader: Reader): bigint[] => readItems(reader, 1, () => reader.varint64())

const skipVarints = (reader: Reader, count: number): void => {
  for (let i = 0; i < count; i++) reader.varint64()
}

/** A payment, with its bytes: those before its recipients, the recipients, and those after them. */
export type StoredPayment = CachedPayment & { readonly parts: readonly [Uint8Array, Uint8Array, Uint8Array] }

/** Reads a payment with its id (wallet2: unconfirmed_transfer_details, confirmed_transfer_details). */
const readPayment = (network: HasWireFormat, reader: Reader, isConfirmed: boolean): StoredPayment => {
  const start = reader.offset
  const txid = reader.bytes(KEY).slice()
  const version = reader.varint()
  if (!isConfirmed || version > 0) readPrefix(reader, network)
  // Amounts in, out and change, then the height or the time of sending.
  skipVarints(reader, 4)
  const before = reader.since(start)
  const recipients = reader.offset
  const destinations = cachedDestinations(readDestinations(reader))
  const middle = reader.since(recipients)
  const end = reader.offset
  const paymentId = reader.bytes(KEY).slice()
  // Before the timestamp, the state of an unconfirmed one since version 1; after it, the unlock time of a confirmed one, and the account.
  skipVarints(reader, !isConfirmed && version > 0 ? 1 : 0)
  const timestamp = reader.varint()
  skipVarints(reader, isConfirmed ? 2 : 1)
  readNumbers(reader)
  skipRings(reader)
  const parts = [before, middle, reader.since(end)] as const
  return { txid, destinations, paymentId, created: isConfirmed ? undefined : timestamp, parts }
}

const readPayments = (network: HasWireFormat, reader: Reader, isConfirmed: boolean): StoredPayment[] =>
  readPairs(reader, MIN_PAYMENT, () => readPayment(network, reader, isConfirmed))

/** Skips an incoming payment (wallet2: payment_details). */
const skipReceived = (reader: Reader): void => {
  expectVersion(reader, 0, 'received payments')
  reader.skip(KEY)
  reader.varint64()
  readNumbers64(reader)
  // Fee, height, unlock time, timestamp.
  skipVarints(reader, 4)
  readFlag(reader)
  reader.skip(INDEX)
}

const skipPooled = (reader: Reader): void => {
  expectVersion(reader, 0, 'payments of the txpool')
  skipReceived(reader)
  readFlag(reader)
}

const readContact = (reader: Reader): CachedContact => {
  expectVersion(reader, 0, 'contacts')
  const [spendKey, viewKey] = [reader.bytes(KEY).slice(), reader.bytes(KEY).slice()]
  const paymentId = reader.bytes(SHORT_ID).slice()
  const description = readText(reader)
  const isSubaddress = readFlag(reader)
  return { spendKey, viewKey, isSubaddress, paymentId: readFlag(reader) ? paymentId : undefined, description }
}

const readTags = (reader: Reader): WalletCache['tags'] => {
  const parts = reader.varint()
  if (parts !== PAIR) throw new FormatError(`the tags have ${PAIR} parts, not ${parts}`)
  const descriptions = readPairs(reader, 2, () => ({ tag: readText(reader), description: readText(reader) }))
  return { descriptions, ofAccounts: readItems(reader, 1, () => readText(reader)) }
}

/** Reads the addresses by spend key (wallet2: m_subaddresses). */
const readWatched = (reader: Reader): AddressRange[] => {
  const addresses = new AddressRanges()
  skipPairs(reader, KEY, () => addresses.add(reader.u32(), reader.u32()))
  return addresses.ranges()
}

/**
 * Reads the parts of a cache, which follow each other: those that are written anew as their content, others as bytes.
 * @throws FormatError
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * readCacheParts(networkById('monero-mainnet'), new Uint8Array(20)) // throws FormatError
 */
export const readCacheParts = (network: HasWireFormat, bytes: Uint8Array) => {
  const reader = new Reader(bytes)
  if (bytes.length < MAGIC.length || !equalBytes(reader.bytes(MAGIC.length), MAGIC))
    throw new FormatError('it does not begin with "monero wallet cache", as those of versions since 0.18 do')
  const version = reader.varint()
  if (version > NEWEST) throw new FormatError(`version ${version} is newer than ${NEWEST}`)
  const key = (): Uint8Array => reader.bytes(KEY).slice()
  const bytesOf = (skip: () => void): Uint8Array => {
    const start = reader.offset
    skip()
    return reader.since(start)
  }
  const head = reader.since(0)
  const start = reader.offset
  const height = readChainHeight(reader)
  const chain = reader.since(start)
  const outputs = readStoredOutputs(network, reader)
  const [spendPublic, viewPublic] = [key(), key()]
  const skipIndex = (): void => skipPairs(reader, KEY, () => reader.varint64())
  const keyImages = bytesOf(skipIndex)
  const unconfirmed = readPayments(network, reader, false)
  const received = bytesOf(() => skipPairs(reader, KEY, () => skipReceived(reader)))
  const transactionKeys = readPairs(reader, 2 * KEY, () => ({ txid: key(), key: key() }))
  const confirmed = readPayments(network, reader, true)
  const notes = readPairs(reader, KEY, () => ({ txid: key(), text: readText(reader) }))
  const pooled = bytesOf(() => skipPairs(reader, KEY, () => skipPooled(reader)))
  const outputKeys = bytesOf(skipIndex)
  const contacts = readItems(reader, MIN_CONTACT, () => readContact(reader))
  // Ids of txpool transactions that were scanned, in two sets.
  const scanned = bytesOf(() => {
    for (let sets = 0; sets < 2; sets++) reader.skip(reader.count(KEY) * KEY)
  })
  let watched: readonly AddressRange[] = []
  const addresses = bytesOf(() => {
    watched = readWatched(reader)
  })
  const labels = readItems(reader, 1, () => readItems(reader, 1, () => readText(reader)))
  const additionalKeys = readPairs(reader, KEY, () => ({ txid: key(), keys: readItems(reader, KEY, key) }))
  const attributes = readPairs(reader, 2, () => ({ key: readText(reader), value: readText(reader) }))
  const tags = readTags(reader)
  const tail = reader.bytes(reader.remaining)
  return {
    ...{
      head,
      height,
      chain,
      outputs,
      spendPublic,
      viewPublic,
      keyImages,
      outputKeys,
      received,
      pooled,
      scanned,
      tail,
    },
    ...{ unconfirmed, confirmed, addresses },
    ...{ transactionKeys, additionalKeys, notes, contacts, watched, labels, attributes, tags },
  }
}

/** What `readCacheParts` returns. */
export type CacheParts = ReturnType<typeof readCacheParts>

const decode = (network: HasWireFormat, bytes: Uint8Array): WalletCache => {
  const { unconfirmed, confirmed, spendPublic, viewPublic, labels, attributes, tags, ...parts } = readCacheParts(
    network,
    bytes,
  )
  const outputs = parts.outputs.map(({ key, keyImage, frozen }) => ({ key, keyImage, frozen }))
  const { transactionKeys, additionalKeys, notes, contacts, watched } = parts
  const payments = [...unconfirmed, ...confirmed].map(({ parts: _, ...payment }) => payment)
  return {
    ...{ spendPublic, viewPublic, outputs, payments, transactionKeys, additionalKeys, notes, contacts, labels },
    ...{ attributes, tags, watched, names: [] },
  }
}

/** The reader of the monero family. */
export const binaryCache: Pick<WalletCacheCodec, 'decode'> = { decode }

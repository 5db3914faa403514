// Caches of the oxen family: Boost archives (wallet2 of oxen-core 10).

import { BoostReader } from '../../bytes/boostArchive.ts'
import { decodeForeignText } from '../../bytes/text.ts'
import { readTransfers } from '../exports/boostOutputCodec.ts'
import { readPrefix } from '../exports/boostPrefix.ts'
import { type AddressRange, AddressRanges } from '../lookAhead.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { readDestinations } from '../transfer-sets/boostConstruction.ts'
import {
  type CachedContact,
  type CachedPayment,
  cachedDestinations,
  type WalletCache,
  type WalletCacheCodec,
} from './walletCache.ts'

const KEY = 32
const SHORT_ID = 8

/** Class versions. */
const CACHE = 30
const UNCONFIRMED = 9
const CONFIRMED = 8
const RECEIVED = 6
const POOLED = 1
const CONTACT = 18
const NAME = 1

/** Lower bound of the size of a contact: the keys of its address. */
const MIN_CONTACT = 2 * KEY

/** Reads the parts of one cache. The first value of each type carries its class information, so equal types have equal names. */
class CacheReader {
  readonly #reader: BoostReader
  readonly #network: HasWireFormat

  constructor(network: HasWireFormat, bytes: Uint8Array) {
    this.#network = network
    this.#reader = new BoostReader(bytes)
  }

  get reader(): BoostReader {
    return this.#reader
  }

  key(type: string): Uint8Array {
    return this.#reader.array(type, KEY).slice()
  }

  hash(): Uint8Array {
    return this.key('hash')
  }

  text(): string {
    return decodeForeignText(this.#reader.text())
  }

  texts(): string[] {
    this.#reader.classInfo('texts')
    return this.#reader.list(1, () => this.text())
  }

  skipIntegers(count: number): void {
    for (let i = 0; i < count; i++) this.#reader.integer64()
  }

  skipSubaddress(): void {
    this.#reader.classInfo('subaddress')
    this.skipIntegers(2)
  }

  addSubaddressTo(addresses: AddressRanges): void {
    this.#reader.classInfo('subaddress')
    addresses.add(this.#reader.integer(), this.#reader.integer())
  }

  skipChain(): void {
    this.#reader.classInfo('chain')
    this.skipIntegers(1)
    this.hash()
    this.#reader.objects('hashes', KEY, () => this.hash())
  }

  outputs(): WalletCache['outputs'] {
    return readTransfers(this.#network, this.#reader).map(({ key, frozen, keyImageKnown, partial, chain }) => ({
      key: key.slice(),
      keyImage: keyImageKnown && !partial ? chain?.keyImage.slice() : undefined,
      frozen,
    }))
  }

  skipRings(): void {
    this.#reader.objects('rings', KEY, () => {
      this.#reader.classInfo('ring')
      this.key('key image')
      this.#reader.list(1, () => this.#reader.integer64())
    })
  }

  /** wallet2: unconfirmed_transfer_details */
  unconfirmed(): CachedPayment {
    const reader = this.#reader
    const txid = this.hash()
    reader.objectOf('unconfirmed payment', UNCONFIRMED)
    // Change and time of sending.
    this.skipIntegers(2)
    reader.classInfo('prefix')
    readPrefix(reader)
    const destinations = cachedDestinations(readDestinations(reader))
    const paymentId = this.hash()
    // State.
    this.skipIntegers(1)
    const created = reader.integer()
    // Amounts in and out, account.
    this.skipIntegers(3)
    reader.list(1, () => reader.integer())
    this.skipRings()
    // Kind of the payment.
    this.skipIntegers(1)
    return { txid, destinations, paymentId, created }
  }

  /** wallet2: confirmed_transfer_details */
  confirmed(): CachedPayment {
    const reader = this.#reader
    const txid = this.hash()
    reader.objectOf('confirmed payment', CONFIRMED)
    // Amounts in and out, change, height.
    this.skipIntegers(4)
    const destinations = cachedDestinations(readDestinations(reader))
    const paymentId = this.hash()
    // Timestamp, unlock time, account.
    this.skipIntegers(3)
    reader.list(1, () => reader.integer())
    this.skipRings()
    reader.list(1, () => reader.integer64())
    // Kind of the payment.
    this.skipIntegers(1)
    return { txid, destinations, paymentId, created: undefined }
  }

  /** wallet2: payment_details */
  skipReceived(): void {
    this.#reader.objectOf('received payment', RECEIVED)
    this.hash()
    // Amount, height, unlock time, timestamp.
    this.skipIntegers(4)
    this.skipSubaddress()
    // Fee, kind, and two flags of blinks.
    this.skipIntegers(4)
  }

  contacts(): CachedContact[] {
    const reader = this.#reader
    const read = (): CachedContact => {
      reader.objectOf('contact', CONTACT)
      reader.classInfo('address')
      const [spendKey, viewKey] = [this.key('public key'), this.key('public key')]
      const description = this.text()
      const isSubaddress = reader.flag()
      const paymentId = reader.flag() ? reader.array('short payment id', SHORT_ID).slice() : undefined
      return { spendKey, viewKey, isSubaddress, paymentId, description }
    }
    return reader.objects('contacts', MIN_CONTACT, read, CONTACT)
  }

  tags(): WalletCache['tags'] {
    const reader = this.#reader
    reader.classInfo('tags')
    const descriptions = reader.objects('descriptions', 2, () => {
      reader.classInfo('description')
      return { tag: this.text(), description: this.text() }
    })
    return { descriptions, ofAccounts: this.texts() }
  }

  names(): WalletCache['names'] {
    return this.#reader.set('names', 2, () => {
      // The key is the hash of the name.
      this.text()
      this.#reader.objectOf('name', NAME)
      const [type, name] = [this.#reader.integer(), this.text()]
      this.text()
      return { type, name }
    })
  }
}

/** Reads the watched addresses, and skips what a scan finds again, between the contacts and the labels. */
const readWatched = (cache: CacheReader): AddressRange[] => {
  const { reader } = cache
  const addresses = new AddressRanges()
  for (let sets = 0; sets < 2; sets++) reader.set('hash set', KEY, () => cache.hash())
  reader.set('subaddresses', KEY, () => {
    cache.key('public key')
    cache.addSubaddressTo(addresses)
  })
  reader.set('subaddresses by index', KEY, () => {
    cache.skipSubaddress()
    cache.key('public key')
  })
  return addresses.ranges()
}

/** Skips the fields between the tags and the names. */
const skipSettings = (cache: CacheReader): void => {
  const { reader } = cache
  reader.flag()
  cache.skipIntegers(1)
  reader.set('texts by hash', KEY, () => [cache.hash(), cache.text()])
  cache.skipIntegers(1)
  reader.set('cold key images', KEY, () => [cache.key('public key'), cache.key('key image')])
  cache.skipIntegers(1)
}

const decode = (network: HasWireFormat, bytes: Uint8Array): WalletCache => {
  const cache = new CacheReader(network, bytes)
  const { reader } = cache
  reader.objectOf('cache', CACHE)
  cache.skipChain()
  const outputs = cache.outputs()
  reader.classInfo('address')
  const [spendPublic, viewPublic] = [cache.key('public key'), cache.key('public key')]
  reader.set('key images', KEY, () => [cache.key('key image'), reader.integer()])
  const unconfirmed = reader.set('unconfirmed payments', KEY, () => cache.unconfirmed())
  reader.set('received payments', KEY, () => [cache.hash(), cache.skipReceived()])
  const transactionKeys = reader.set('transaction keys', 2 * KEY, () => ({
    txid: cache.hash(),
    key: cache.key('secret key'),
  }))
  const confirmed = reader.set('confirmed payments', KEY, () => cache.confirmed())
  // The restore height, which is in the keys file.
  reader.integer64()
  const notes = reader.set('texts by hash', KEY, () => ({ txid: cache.hash(), text: cache.text() }))
  reader.set('public keys', KEY, () => [cache.key('public key'), reader.integer()])
  const contacts = cache.contacts()
  const watched = readWatched(cache)
  const labels = reader.objects('labels', 1, () => cache.texts())
  const additionalKeys = reader.set('additional keys', KEY, () => ({
    txid: cache.hash(),
    keys: reader.objects('secret keys', KEY, () => cache.key('secret key')),
  }))
  const attributes = reader.set('attributes', 2, () => ({ key: cache.text(), value: cache.text() }))
  reader.set('txpool payments', KEY, () => {
    cache.hash()
    reader.objectOf('txpool payment', POOLED)
    cache.skipReceived()
    reader.flag()
  })
  const tags = cache.tags()
  skipSettings(cache)
  const names = cache.names()
  reader.end('a cache')
  const payments = [...unconfirmed, ...confirmed]
  return {
    ...{
      spendPublic,
      viewPublic,
      outputs,
      payments,
      transactionKeys,
      additionalKeys,
      notes,
      contacts,
      watched,
      labels,
    },
    ...{ attributes, tags, names },
  }
}

/** The codec of the oxen family. */
export const boostCache: WalletCacheCodec = { decode }

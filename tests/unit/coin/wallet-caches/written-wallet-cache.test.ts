// Caches that are written for wallet2: they are read as they were written, and keep what wallet2 alone knows of those that they replace.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { readCacheParts } from '../../../../src/coin/wallet-caches/binaryCache.ts'
import { encodeBinaryCache } from '../../../../src/coin/wallet-caches/binaryCacheWriter.ts'
import type { WalletCache, WrittenCache, WrittenPayment } from '../../../../src/coin/wallet-caches/walletCache.ts'
import {
  cacheKeyOf,
  formatWalletCache,
  isWrittenHere,
  parseWalletCache,
  reencryptCache,
  WalletCacheError,
} from '../../../../src/coin/wallet-files/cacheFile.ts'
import { keysFileKey } from '../../../../src/coin/wallet-files/keysFileCipher.ts'
import { vector, vectorBytes } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'

const { password } = vector('monero/wallet-cache.json')
const recorded = vectorBytes('monero/wallet-cache.bin')

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill)

/** Returns a payment to one address. */
const payment = (fill: number, place: WrittenPayment['place'], address = 'an address'): WrittenPayment => ({
  ...{
    txid: key(fill),
    paymentId: key(0),
    amountIn: 100n,
    fee: 3n,
    change: 40n,
    unlockTime: 0n,
    timestamp: 1_700_000_000,
  },
  ...{ account: 2, subaddresses: [0, 7], place },
  destinations: [
    {
      ...{ original: utf8(address), amount: 57n, spendKey: key(8), viewKey: key(9) },
      ...{ isSubaddress: false, isIntegrated: false },
    },
  ],
})

const PREFIX = fromHex('020001ff050000')

const written: WrittenCache = {
  ...{ spendPublic: key(1), viewPublic: key(2), chain: undefined, frozen: new Map() },
  payments: [
    payment(3, { height: 300 }),
    payment(4, { prefix: PREFIX, state: 'relayed' }),
    payment(5, { prefix: PREFIX, state: 'failed' }),
  ],
  transactionKeys: [3, 4].map((fill) => ({ txid: key(fill), key: key(fill + 100) })),
  additionalKeys: [{ txid: key(4), keys: [key(60), key(61)] }],
  notes: [{ txid: key(3), text: 'räksmörgås' }],
  contacts: [
    { spendKey: key(10), viewKey: key(11), isSubaddress: true, paymentId: undefined, description: 'bob ✓' },
    { spendKey: key(12), viewKey: key(13), isSubaddress: false, paymentId: new Uint8Array(8).fill(1), description: '' },
  ],
  labels: [['saving ü', ''], ['second']],
  attributes: [{ key: 'ünicode', value: 'välue' }],
  tags: { descriptions: [{ tag: 'travel', description: 'summer' }], ofAccounts: ['', 'travel'] },
  addresses: [
    { spendKey: key(20), major: 0, minor: 1 },
    { spendKey: key(21), major: 70_000, minor: 3 },
  ],
}

const decode = (bytes: Uint8Array): WalletCache => moneroRegtest.walletCache.decode(moneroRegtest, bytes)
const encode = (cache: WrittenCache, before?: Uint8Array): Uint8Array => encodeBinaryCache(moneroRegtest, cache, before)

/** What a cache contains of what is written, without its payments. */
const textsOf = ({ labels, notes, contacts, attributes, tags, transactionKeys, additionalKeys }: WalletCache) => ({
  ...{ labels, notes, contacts, attributes, tags, transactionKeys, additionalKeys },
})

describe('a written cache', () => {
  it('contains what was written', () => {
    const cache = decode(encode(written))
    expect(cache).toMatchObject(textsOf({ ...written, payments: [], outputs: [], names: [], watched: [] }))
    expect([cache.spendPublic, cache.viewPublic, cache.outputs]).toEqual([key(1), key(2), []])
    expect(cache.watched).toEqual([
      { major: 0, minor: 1, count: 1 },
      { major: 70_000, minor: 3, count: 1 },
    ])
    const to = { typed: 'an address', amount: 57n, spendKey: key(8), viewKey: key(9), isSubaddress: false }
    expect(cache.payments).toEqual(
      [4, 5, 3].map((fill) => ({
        ...{ txid: key(fill), destinations: [to], paymentId: key(0) },
        created: fill === 3 ? undefined : 1_700_000_000,
      })),
    )
    const { addresses, tail } = readCacheParts(moneroRegtest, encode(written))
    const [first, second] = [...written.addresses]
    expect(toHex(addresses)).toBe(
      `0202${toHex(first?.spendKey ?? key(0))}000000000100000002${toHex(second?.spendKey ?? key(0))}7011010003000000`,
    )
    expect(tail).toEqual(new Uint8Array(51))
  })

  it('returns any texts as they are', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), fc.array(text), (labels, notes) => {
        const typed = { labels, notes: notes.map((note, i) => ({ txid: key(i), text: note })) }
        expect(decode(encode({ ...written, ...typed }))).toMatchObject(typed)
      }),
      { numRuns: runs(100) },
    )
  })

  it('replaces its own texts, and keeps keys, recipients, attributes and addresses that only the one before has', () => {
    const before = encode(written)
    const other: WrittenCache = {
      ...written,
      ...{ payments: [payment(6, { height: 301 })], transactionKeys: [], additionalKeys: [], notes: [], contacts: [] },
      labels: [['renamed']],
      attributes: [{ key: 'new', value: 'x' }],
      tags: { descriptions: [], ofAccounts: [] },
      addresses: [{ spendKey: key(20), major: 0, minor: 1 }],
    }
    const cache = decode(encode(other, before))
    expect(textsOf(cache)).toEqual({
      labels: [['renamed', ''], ['second']],
      ...{ notes: [], contacts: [], tags: { descriptions: [], ofAccounts: ['', ''] } },
      attributes: [...other.attributes, ...written.attributes],
      ...{ transactionKeys: written.transactionKeys, additionalKeys: written.additionalKeys },
    })
    expect(cache.payments.map(({ txid }) => txid[0])).toEqual([4, 5, 3, 6])
    const { addresses } = readCacheParts(moneroRegtest, encode(other, before))
    expect([addresses[0], addresses.length]).toEqual([2, 1 + 2 * 41])
  })

  it('gives recipients to a payment that has none, and leaves those of others', () => {
    const bare = { ...payment(3, { height: 300 }), destinations: [] }
    const before = encode({ ...written, payments: [bare, payment(4, { height: 301 }, 'theirs')] })
    const after = decode(
      encode({ ...written, payments: [payment(3, { height: 1 }), payment(4, { height: 1 })] }, before),
    )
    expect(after.payments.map(({ destinations }) => destinations.map(({ typed }) => typed))).toEqual([
      ['an address'],
      ['theirs'],
    ])
  })
})

describe('a recorded cache that is replaced', () => {
  let fileKey: Uint8Array
  let cache: WalletCache
  beforeAll(async () => {
    fileKey = cacheKeyOf(await keysFileKey(password, 'utf-8'))
    cache = await parseWalletCache(moneroRegtest, recorded, password)
  })

  const own = (): WrittenCache => ({ ...cache, payments: [], addresses: [], chain: undefined, frozen: new Map() })

  it('stays the same if nothing is new', async () => {
    const bytes = formatWalletCache(moneroRegtest, own(), recorded, fileKey) ?? new Uint8Array()
    expect(bytes.length).toBe(recorded.length)
    expect(await parseWalletCache(moneroRegtest, bytes, password)).toEqual(cache)
  })

  it('keeps its version and the list of a background sync', async () => {
    let plain = new Uint8Array()
    const walletCache = {
      decode: (_: unknown, opened: Uint8Array) => {
        plain = opened.slice()
        return cache
      },
    }
    await parseWalletCache({ ...moneroRegtest, walletCache }, recorded, password)
    const version = utf8('monero wallet cache').length
    expect(plain[version]).toBe(0)
    // Refreshed ever; version, first refresh, start height 186, no transactions, restore height 173, lookahead 50 and 200, refresh type.
    const list = fromHex('010001ba0000000000000000ad0000000000000032c80101')
    const newer = concat(plain.subarray(0, version), Uint8Array.of(2), plain.subarray(version + 1), list)
    const after = encode({ ...own(), notes: [] }, newer)
    expect(after[version]).toBe(2)
    expect(after.subarray(-list.length)).toEqual(list)
    expect(decode(after)).toEqual({ ...cache, notes: [] })
  })

  it('is replaced as a whole if it belongs to other keys', async () => {
    const other = { ...own(), spendPublic: key(1) }
    const bytes = formatWalletCache(moneroRegtest, other, recorded, fileKey) ?? new Uint8Array()
    const after = await parseWalletCache(moneroRegtest, bytes, password)
    expect([after.outputs, after.payments, after.notes]).toEqual([[], [], cache.notes])
  })

  it('is refused with another key, and if it is damaged', () => {
    expect(() => formatWalletCache(moneroRegtest, own(), recorded, key(1))).toThrow(WalletCacheError)
    const cut = recorded.subarray(0, recorded.length - 1)
    expect(() => formatWalletCache(moneroRegtest, own(), cut, fileKey)).toThrow(WalletCacheError)
  })

  it('is recognized once it was written here, until another program writes it', async () => {
    expect(isWrittenHere(recorded, fileKey)).toBe(false)
    const bytes = formatWalletCache(moneroRegtest, own(), recorded, fileKey) ?? new Uint8Array()
    expect(isWrittenHere(bytes, fileKey)).toBe(true)
    const again = await reencryptCache(bytes, { old: password, new: password, encoding: 'utf-8' }, seededRandom(1))
    expect(isWrittenHere(again, fileKey)).toBe(false)
    expect(isWrittenHere(bytes, key(1))).toBe(false)
  })

  it('is not written for a family whose caches are only read', () => {
    expect(formatWalletCache(oxenRegtest, own(), undefined, fileKey)).toBeUndefined()
  })
})

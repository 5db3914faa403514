// Caches of wallet2: those of real wallets are read, and damaged ones are refused.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { parseAddress } from '../../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenMainnet, oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { WalletCache } from '../../../../src/coin/wallet-caches/walletCache.ts'
import { parseWalletCache, reencryptCache, WalletCacheError } from '../../../../src/coin/wallet-files/cacheFile.ts'
import type { JsonObject } from '../../../../src/jsonrpc/json.ts'
import { textOf, vector, vectorBytes } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'

const faultOf = (network: Network, bytes: Uint8Array, password: string): Promise<string> =>
  parseWalletCache(network, bytes, password).then(
    () => 'none',
    (error: unknown) => (error instanceof WalletCacheError ? error.details.fault : String(error)),
  )

const monero = vector('monero/wallet-cache.json')
const moneroBytes = vectorBytes('monero/wallet-cache.bin')
const resultsOf = (method: string): readonly JsonObject[] =>
  monero.calls.filter((call) => call.method === method).map(({ result }) => result)

describe('a recorded cache of monero-wallet-rpc', () => {
  let cache: WalletCache
  beforeAll(async () => {
    cache = await parseWalletCache(moneroRegtest, moneroBytes, monero.password)
  })

  it('has the keys of the address', () => {
    const { spendKey, viewKey } = parseAddress(moneroRegtest, textOf(resultsOf('get_address')[0], 'address'))
    expect([cache.spendPublic, cache.viewPublic]).toEqual([spendKey, viewKey])
  })

  it('lists the addresses that it looks for: those of the lookahead, from each highest created one on', () => {
    const counts = [200, 201, ...Array.from({ length: 49 }, () => 200)]
    expect(cache.watched).toEqual(counts.map((count, major) => ({ major, minor: 0, count })))
  })

  it('contains what the user typed', () => {
    expect(cache.labels).toEqual([['saving ü'], ['second', 'shop']])
    expect(cache.tags).toEqual({
      descriptions: [{ tag: 'travel', description: 'for the summer' }],
      ofAccounts: ['', 'travel'],
    })
    expect(cache.attributes).toEqual([{ key: 'ünicode', value: 'välue' }])
    const [first] = resultsOf('transfer')
    expect(cache.notes.map(({ txid, text }) => [toHex(txid), text])).toEqual([[textOf(first, 'tx_hash'), 'räksmörgås']])
    const own = parseAddress(moneroRegtest, textOf(resultsOf('get_address')[0], 'address'))
    const shop = parseAddress(moneroRegtest, textOf(resultsOf('create_address')[0], 'address'))
    const integrated = parseAddress(
      moneroRegtest,
      textOf(resultsOf('make_integrated_address')[0], 'integrated_address'),
    )
    const keysOf = ({ spendKey, viewKey }: typeof own) => ({ spendKey, viewKey })
    expect(cache.contacts).toEqual([
      { ...keysOf(own), isSubaddress: false, paymentId: undefined, description: 'contact 0 ö' },
      { ...keysOf(shop), isSubaddress: true, paymentId: undefined, description: 'contact 1 ö' },
      { ...keysOf(integrated), isSubaddress: false, paymentId: integrated.paymentId, description: 'contact 2 ö' },
    ])
    expect(cache.outputs.filter(({ frozen }) => frozen).map(({ key }) => toHex(key))).toEqual([monero.frozen])
  })

  it('contains the payments with their recipients and keys', () => {
    const made = monero.calls.filter(({ method }) => method === 'transfer')
    const payments = new Map(cache.payments.map((payment) => [toHex(payment.txid), payment]))
    expect(payments.size).toBe(made.length)
    for (const { params, result } of made) {
      const txid = textOf(result, 'tx_hash')
      const payment = payments.get(txid)
      expect(payment?.destinations.map(({ typed, amount }) => ({ address: typed, amount: Number(amount) }))).toEqual(
        params['destinations'],
      )
      for (const { typed, spendKey, viewKey, isSubaddress } of payment?.destinations ?? [])
        expect(parseAddress(moneroRegtest, typed)).toMatchObject({
          ...{ spendKey, viewKey },
          kind: isSubaddress ? 'subaddress' : 'integrated',
        })
      const key = cache.transactionKeys.find((known) => toHex(known.txid) === txid)?.key
      const additional = cache.additionalKeys.find((known) => toHex(known.txid) === txid)?.keys ?? []
      expect([key ?? new Uint8Array(), ...additional].map(toHex).join('')).toBe(textOf(result, 'tx_key'))
    }
    const integrated = cache.payments.find(({ destinations }) => destinations[0]?.typed.startsWith('4D'))
    expect(toHex(integrated?.paymentId ?? new Uint8Array())).toBe('0102030405060708'.padEnd(64, '0'))
  })
})

const { wallets } = vector('oxen/wallet-files.json')
const used = wallets.at(-1)
const [unused] = wallets

describe('recorded caches of oxen-wallet-rpc', () => {
  it('contain labels and attributes', async () => {
    const bytes = vectorBytes('oxen/wallet-caches/never-connected.bin')
    const cache = await parseWalletCache(oxenRegtest, bytes, unused?.password ?? '')
    expect(cache).toMatchObject({ outputs: [], payments: [], transactionKeys: [], notes: [], contacts: [], names: [] })
    expect(cache.labels).toEqual([['Primary account', 'label é']])
    expect(cache.attributes).toEqual([{ key: 'a', value: 'b' }])
    const { spendKey, viewKey } = parseAddress(oxenMainnet, unused?.keys.address ?? '')
    expect([cache.spendPublic, cache.viewPublic]).toEqual([spendKey, viewKey])
  })

  it('contain payments with their recipients and keys, and names', async () => {
    const bytes = vectorBytes('oxen/wallet-caches/after-use.bin')
    const cache = await parseWalletCache(oxenRegtest, bytes, used?.password ?? '')
    expect([cache.outputs.length, cache.payments.length, cache.transactionKeys.length]).toEqual([53, 3, 3])
    expect(cache.names).toEqual([{ type: 2, name: 'young.loki' }])
    const paid = new Set(cache.payments.map(({ txid }) => toHex(txid)))
    expect(new Set(cache.transactionKeys.map(({ txid }) => toHex(txid)))).toEqual(paid)
    for (const { destinations } of cache.payments)
      for (const { typed, spendKey, viewKey } of destinations)
        expect(parseAddress(oxenMainnet, typed)).toMatchObject({ spendKey, viewKey })
    expect(cache.payments.some(({ destinations }) => destinations.length > 0)).toBe(true)
    expect(cache.outputs.every(({ keyImage }) => keyImage?.length === 32)).toBe(true)
  })
})

describe('a cache that is not one', () => {
  it('is refused with another password, of another family, and cut or continued', async () => {
    const { password } = monero
    expect(await faultOf(moneroRegtest, moneroBytes, `${password}x`)).toBe('password')
    expect(await faultOf(oxenRegtest, moneroBytes, password)).toBe('format')
    for (const length of [0, 7, 8, 9, 100, moneroBytes.length - 1])
      expect(await faultOf(moneroRegtest, moneroBytes.subarray(0, length), password)).toBe('password')
    expect(await faultOf(moneroRegtest, concat(moneroBytes, Uint8Array.of(0)), password)).toBe('password')
  })

  it('is encrypted again with another password', async () => {
    const passwords = { old: monero.password, new: 'näw', encoding: 'utf-8' } as const
    const bytes = await reencryptCache(moneroBytes, passwords, seededRandom(1))
    expect(await faultOf(moneroRegtest, bytes, monero.password)).toBe('password')
    expect(await parseWalletCache(moneroRegtest, bytes, 'näw')).toEqual(
      await parseWalletCache(moneroRegtest, moneroBytes, monero.password),
    )
    await expect(
      reencryptCache(moneroBytes, { old: 'no', new: '', encoding: 'utf-8' }, seededRandom(1)),
    ).rejects.toThrow(WalletCacheError)
  })
})

/** Decrypts a recorded cache. */
const decrypted = async (bytes: Uint8Array, password: string): Promise<Uint8Array> => {
  let plain = new Uint8Array()
  const decode = (_network: unknown, opened: Uint8Array) => {
    plain = opened.slice()
    throw new FormatError('read above')
  }
  const network = { wireFormat: moneroRegtest.wireFormat, walletCache: { decode } }
  await parseWalletCache(network, bytes, password).catch(() => undefined)
  return plain
}

describe.each([
  ['monero', moneroRegtest, 'monero/wallet-cache.bin', monero.password],
  ['oxen', oxenRegtest, 'oxen/wallet-caches/after-use.bin', used?.password ?? ''],
] as const)('a damaged cache of the %s family', (_name, network, path, password) => {
  let plain: Uint8Array
  const decode = (bytes: Uint8Array): void => {
    try {
      network.walletCache.decode(network, bytes)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
    }
  }
  beforeAll(async () => {
    plain = await decrypted(vectorBytes(path), password)
    expect(plain.length).toBeGreaterThan(400_000)
  })

  it('is decoded or refused by name', { timeout: 120_000 }, () => {
    // Two thirds of a cache are a table of subaddresses, whose keys may have any value: most changes are made around it.
    const position = fc.oneof(
      fc.nat(60_000),
      fc.nat(3000).map((offset) => plain.length - 1 - offset),
      fc.nat(plain.length - 1),
    )
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = plain.slice()
        bytes[at] = (bytes[at] ?? 0) ^ change
        decode(bytes)
      }),
      { numRuns: runs(400) },
    )
    fc.assert(
      fc.property(position, (length) => {
        expect(() => network.walletCache.decode(network, plain.slice(0, Math.min(length, 60_000)))).toThrow(FormatError)
      }),
      { numRuns: runs(500) },
    )
  })
})

// The chain in caches that are written for wallet2: its outputs and payments, and what stays of the cache that is replaced.

import { describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { readCacheParts } from '../../../../src/coin/wallet-caches/binaryCache.ts'
import { encodeBinaryCache } from '../../../../src/coin/wallet-caches/binaryCacheWriter.ts'
import type {
  WrittenCache,
  WrittenChain,
  WrittenOutput,
  WrittenPayment,
} from '../../../../src/coin/wallet-caches/walletCache.ts'

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill)

/** Returns a transaction prefix with one output. */
const prefixOf = (fill: number, extra: string): Uint8Array =>
  concat(fromHex('0200000100'), Uint8Array.of(2), key(fill), fromHex(extra))

const output = (fill: number, changes: Partial<WrittenOutput> = {}): WrittenOutput => ({
  ...{ key: key(fill), keyImage: key(fill + 100), requested: false, partial: false, frozen: false },
  ...{ spentHeight: undefined, height: 7, txid: key(fill + 50), indexInTx: 0, globalIndex: 5, mask: key(9) },
  ...{ prefix: prefixOf(fill, '00'), amount: 77n, confidential: true, subaddress: { major: 1, minor: 2 } },
  ...changes,
})

const chainOf = (length: number, outputs: readonly WrittenOutput[]): WrittenChain => ({
  ...{ genesisId: key(0), start: 3, ids: new Uint8Array(32 * length).fill(4), lastReward: 6n, outputs },
  receipts: [
    {
      ...{ txid: key(51), paymentId: key(0), amounts: [70n, 7n], amount: 77n, fee: 3n, height: 7, unlockTime: 0n },
      ...{ timestamp: 1_700_000_000, coinbase: false, subaddress: { major: 1, minor: 2 } },
    },
  ],
})

const to = { original: utf8('an address'), amount: 57n, spendKey: key(8), viewKey: key(9) }
const described = { destinations: [{ ...to, isSubaddress: false, isIntegrated: false }] }

const payment = (fill: number, place: WrittenPayment['place']): WrittenPayment => ({
  ...{ txid: key(fill), destinations: [], paymentId: key(0), amountIn: 100n, fee: 3n, change: 40n, unlockTime: 0n },
  ...{ account: 2, subaddresses: [0], timestamp: 1_700_000_000, place },
})

const cacheOf = (chain: WrittenChain | undefined, payments: readonly WrittenPayment[] = []): WrittenCache => ({
  ...{ spendPublic: key(1), viewPublic: key(2), chain, payments, transactionKeys: [], additionalKeys: [], notes: [] },
  ...{ contacts: [], labels: [['']], attributes: [], tags: { descriptions: [], ofAccounts: [] }, addresses: [] },
  frozen: new Map(chain?.outputs.map(({ key, frozen }) => [toHex(key), frozen])),
})

const encode = (cache: WrittenCache, before?: Uint8Array) => encodeBinaryCache(moneroRegtest, cache, before)
const partsOf = (bytes: Uint8Array) => readCacheParts(moneroRegtest, bytes)
const outputsIn = (bytes: Uint8Array) => moneroRegtest.walletCache.decode(moneroRegtest, bytes).outputs

describe('the chain of a written cache', () => {
  it('has its outputs, with key images and frozen marks', () => {
    const frozen = output(1, { frozen: true })
    const unknown = output(2, { keyImage: undefined, requested: true })
    const bytes = encode(cacheOf(chainOf(10, [frozen, unknown])))
    expect(outputsIn(bytes)).toEqual([
      { key: key(1), keyImage: key(101), frozen: true },
      { key: key(2), keyImage: undefined, frozen: false },
    ])
    const { height, keyImages, outputKeys, received, tail } = partsOf(bytes)
    expect(height).toBe(13)
    expect(toHex(keyImages)).toBe(`0102${toHex(key(101))}00`)
    expect(toHex(outputKeys)).toBe(`0202${toHex(key(1))}0002${toHex(key(2))}01`)
    expect(toHex(received)).toBe(
      `0102${toHex(key(0))}00${toHex(key(51))}4d0246070307${'00'}80e2cfaa0600${'0100000002000000'}`,
    )
    expect(tail.subarray(0, 9)).toEqual(Uint8Array.of(0, 6, 0, 0, 0, 0, 0, 0, 0))
  })

  it('stays as it is stored if that is longer, with the frozen marks of the wallet', () => {
    const before = encode(cacheOf(chainOf(10, [output(1), output(2, { frozen: true }), output(3, { frozen: true })])))
    const shorter = cacheOf(chainOf(9, [output(1, { frozen: true }), output(2)]))
    const after = encode(shorter, before)
    expect(outputsIn(after).map(({ frozen }) => frozen)).toEqual([true, false, true])
    const [stored, written] = [partsOf(before), partsOf(after)]
    expect([written.height, written.keyImages, written.received]).toEqual([13, stored.keyImages, stored.received])
  })

  it('keeps the transactions, the multisig infos and the unmined payments of stored outputs', () => {
    const stored = output(1, { prefix: prefixOf(1, '03aabbcc'), spentHeight: 0 })
    const before = partsOf(encode(cacheOf(chainOf(10, [stored])))).outputs[0]
    const bytes = encode(cacheOf(chainOf(11, [output(1), output(4)])), encode(cacheOf(chainOf(10, [stored]))))
    const [same, other] = partsOf(bytes).outputs
    expect([same?.prefix, same?.rest, same?.isSpentUnmined]).toEqual([before?.prefix, before?.rest, true])
    expect([other?.prefix, other?.isSpentUnmined]).toEqual([prefixOf(4, '00'), false])
    const replaced = encode(cacheOf(chainOf(12, [output(1, { txid: key(77) })])), bytes)
    expect(partsOf(replaced).outputs[0]?.prefix).toEqual(prefixOf(1, '00'))
  })

  it('has the payments of its blocks, with recipients that only the cache before has', () => {
    const prefix = fromHex('020001ff050000')
    const before = encode(
      cacheOf(chainOf(10, []), [
        { ...payment(3, { height: 5 }), ...described },
        payment(4, { height: 6 }),
        { ...payment(5, { prefix, state: 'relayed' }), ...described },
        { ...payment(6, { prefix, state: 'relayed' }), ...described },
      ]),
    )
    const mined = [payment(3, { height: 8 }), payment(5, { height: 9 }), payment(7, { height: 9 })]
    const { confirmed, unconfirmed } = partsOf(encode(cacheOf(chainOf(11, []), mined), before))
    const shown = (payments: typeof confirmed) =>
      payments.map(({ txid, destinations }) => [txid[0], destinations.length])
    expect(shown(confirmed)).toEqual([
      [3, 1],
      [5, 1],
      [7, 0],
    ])
    expect(shown(unconfirmed)).toEqual([[6, 1]])
  })
})

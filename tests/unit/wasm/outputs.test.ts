// Outputs with few and many watched keys: the owner P - Hs(D || i)·G of valid, non-canonical and crafted output keys.

import { describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { seededRandom } from '../../support/random.ts'
import { scanEverywhere, scanOnKernels } from './support/everywhere.ts'
import {
  batchOf,
  carelessPoint,
  edgeEncodings,
  type Output,
  randomKeys,
  randomPoints,
  SMALL_ORDER,
  torsion,
} from './support/material.ts'
import {
  bytesOf,
  Curve,
  derivationOf,
  offsetOf,
  outputTo,
  ownerOf,
  P,
  pointOf,
  SIGN,
  tagOf,
} from './support/nobleScan.ts'

const random = seededRandom(12)
const viewSecret = random(32)
const [spendKey = Curve.BASE, txKey = Curve.BASE, otherKey = Curve.BASE, additionalKey = Curve.BASE] = randomPoints(
  random,
  4,
)
const derivation = derivationOf(txKey, viewSecret)
const noPoint = bytesOf(P)

/** Keys of unrelated wallets, which pad the watched keys so that every lookup method is used. */
const strangers = randomKeys(random, 60)
/** Counts of watched keys below and above the threshold of the table. */
const COUNTS = [1, 2, 3, 16, 31, 32, 33, 40]

/** Returns the scan for a count of watched keys. The portable scanners, which are slow, look up any number of keys in the same way. */
const scanOf = (count: number): typeof scanEverywhere => (count === 1 || count >= 40 ? scanEverywhere : scanOnKernels)

/** Scans with `count` watched keys, `watched` at their end; the positions of hits count from the first of `watched`. */
const scanAmong = async (
  count: number,
  watched: readonly Uint8Array[],
  outputs: readonly Output[],
  scan = scanOf(count),
) => {
  const before = strangers.slice(0, Math.max(0, count - watched.length))
  const hits = await scan(viewSecret, concat(...before, ...watched), batchOf([txKey.toBytes()], outputs))
  return hits.map(({ output, spendKey: position }) => ({ output, position: position - before.length }))
}

const keysAt = (keys: readonly Uint8Array[]): Output[] => keys.map((key, index) => ({ key, transaction: 0, index }))

describe.each(COUNTS)('a scan among %i watched keys', (count) => {
  it('finds an output at every position, and not its neighbours', async () => {
    const foreign = randomKeys(random, 9)
    for (let place = 0; place < foreign.length; place++) {
      const mine = outputTo(spendKey, derivation, place)
      const found = await scanAmong(count, [spendKey.toBytes()], keysAt(foreign.with(place, mine)))
      expect(found).toEqual([{ output: place, position: 0 }])
    }
  })

  it('finds the exact key only: not its negative, not one with a small-order component', async () => {
    const crafted = [...torsion().keys()].flatMap((i) => {
      const output = spendKey.add(offsetOf(derivation, 2 * i)).add(torsion()[i] ?? Curve.ZERO)
      const negative = spendKey.add(offsetOf(derivation, 2 * i + 1)).negate()
      return [output.toBytes(), negative.toBytes()]
    })
    expect(await scanAmong(count, [spendKey.toBytes()], keysAt(crafted))).toEqual([{ output: 0, position: 0 }])
  })

  it('finds outputs of a watched key of mixed order', async () => {
    const watched = torsion().map((part) => spendKey.add(part))
    const outputs = watched.map((key, index) => outputTo(key, derivation, index))
    const found = await scanAmong(
      Math.max(count, 8),
      watched.map((key) => key.toBytes()),
      keysAt(outputs),
    )
    expect(found).toEqual(watched.map((_, i) => ({ output: i, position: i })))
  })

  it('finds outputs of a watched key of small order', async () => {
    const outputs = torsion().map((key, index) => outputTo(key, derivation, index))
    const found = await scanAmong(Math.max(count, 8), SMALL_ORDER, keysAt(outputs))
    expect(found).toEqual(SMALL_ORDER.map((_, i) => ({ output: i, position: i })))
  })

  it('handles the neutral element, equal and opposite points', async () => {
    const offset = offsetOf(derivation, 0)
    // P = 2s·G, 0, s·G, -s·G + T: sums that only complete formulas compute correctly.
    for (const owner of [
      offset,
      offset.negate(),
      Curve.ZERO,
      ...torsion().map((part) => offset.double().negate().add(part)),
    ]) {
      const output = outputTo(owner, derivation, 0)
      expect(await scanAmong(count, [owner.toBytes()], keysAt([output]))).toEqual([{ output: 0, position: 0 }])
    }
  })

  it('finds nothing for an output key that is not a point, not even with the point it resembles', async () => {
    const encodings = edgeEncodings()
    const owners = encodings.map((bytes, index) => ownerOf(carelessPoint(bytes) ?? Curve.BASE, derivation, index))
    // As many at a time as may be watched.
    for (let start = 0; start < encodings.length; start += count) {
      const outputs = keysAt(encodings).slice(start, start + count)
      const found = await scanAmong(count, owners.slice(start, start + count), outputs)
      expect(found.map(({ output }) => output)).toEqual(
        [...outputs.keys()].filter((i) => pointOf(encodings[start + i] ?? noPoint) !== undefined),
      )
    }
  })

  it('finds nothing for a watched key that is not a point, not even outputs of the point it resembles', async () => {
    const misspelt = edgeEncodings().filter((bytes) => pointOf(bytes) === undefined)
    for (let start = 0; start < misspelt.length; start += count) {
      const watched = misspelt.slice(start, start + count)
      const outputs = watched.map((bytes, index) => outputTo(carelessPoint(bytes) ?? Curve.BASE, derivation, index))
      expect(await scanAmong(count, watched, keysAt(outputs))).toEqual([])
    }
  })

  it('finds outputs of other keys beside a watched key that is not a point', async () => {
    const mine = keysAt([outputTo(spendKey, derivation, 0)])
    for (const corrupt of [noPoint, bytesOf(1n | SIGN), new Uint8Array(32).fill(255), random(32)])
      for (let place = 0; place < 5; place++) {
        const watched = Array.from({ length: 5 }, () => corrupt).with(place, spendKey.toBytes())
        expect(await scanAmong(count, watched, mine)).toEqual([{ output: 0, position: place }])
      }
  })

  it('finds other outputs beside a corrupt one', async () => {
    const corrupt = [noPoint, bytesOf(1n | SIGN), new Uint8Array(32).fill(255), bytesOf(2n)]
    for (let size = 1; size <= 9; size++) {
      const keys = Array.from({ length: size }, (_, index) => outputTo(spendKey, derivation, index))
      for (let place = 0; place < size; place++) {
        const spoilt = keys.with(place, corrupt[place % corrupt.length] ?? noPoint)
        const found = await scanAmong(count, [spendKey.toBytes()], keysAt(spoilt), scanOnKernels)
        expect(found.map(({ output }) => output)).toEqual([...keys.keys()].filter((i) => i !== place))
      }
    }
  })

  it('reports the first of equal keys', async () => {
    const twice = [spendKey, otherKey, spendKey, otherKey].map((point) => point.toBytes())
    const outputs = [outputTo(otherKey, derivation, 0), outputTo(spendKey, derivation, 1)]
    expect(await scanAmong(count, twice, keysAt(outputs))).toEqual([
      { output: 0, position: 1 },
      { output: 1, position: 0 },
    ])
  })

  it('finds outputs with indices of every encoded length', async () => {
    const indexes = [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1]
    const outputs = indexes.flatMap((index) => {
      const output = { key: outputTo(spendKey, derivation, index), transaction: 0, index }
      return [output, { ...output, tag: tagOf(derivation, index) }]
    })
    expect(await scanAmong(count, [spendKey.toBytes()], outputs)).toHaveLength(24)
  })

  it('checks view tags; without a tag, the key decides', async () => {
    const output = { key: outputTo(spendKey, derivation, 3), transaction: 0, index: 3 }
    const tags = [-1, ...Array.from({ length: 256 }, (_, tag) => tag), 256, 511, 32767, -1]
    const found = await scanAmong(
      count,
      [spendKey.toBytes()],
      tags.map((tag) => ({ ...output, tag })),
    )
    expect(found.map(({ output: i }) => tags[i])).toEqual([-1, tagOf(derivation, 3), -1])
  })

  it('finds nothing for a matching tag on an output of another wallet', async () => {
    const outputs = randomKeys(random, 20).map((key, index) => ({
      key,
      transaction: 0,
      index,
      tag: tagOf(derivation, index),
    }))
    expect(await scanAmong(count, [spendKey.toBytes()], outputs)).toEqual([])
  })

  it('reports the first key that finds an output: those of the transaction in order, then the additional one', async () => {
    const [first, second] = [txKey, otherKey]
    const additional = additionalKey
    const to = (key: typeof txKey, index: number): Uint8Array =>
      outputTo(spendKey, derivationOf(key, viewSecret), index)
    // Transaction 0 has two keys; 1 has one that is not a point; 2 has the same key twice. Rows 6 and 7: additional keys, one not a point.
    const keys = [first, second, noPoint, second, first, first, additional, noPoint].map((key) =>
      key instanceof Uint8Array ? key : key.toBytes(),
    )
    const outputs = [
      { key: to(first, 0), transaction: 0, index: 0, additional: 6 },
      { key: to(second, 1), transaction: 0, index: 1, additional: 6 },
      { key: to(additional, 2), transaction: 0, index: 2, additional: 6 },
      { key: to(additional, 3), transaction: 0, index: 3 },
      { key: to(second, 0), transaction: 1, index: 0, additional: 7 },
      { key: to(first, 1), transaction: 1, index: 1, additional: 7 },
      { key: to(first, 0), transaction: 2, index: 0, additional: 4 },
      { key: to(additional, 5), transaction: 1, index: 5, additional: 6 },
    ]
    const watched = concat(...strangers.slice(0, count - 1), spendKey.toBytes())
    const hits = await scanOf(count)(viewSecret, watched, batchOf(keys, outputs, 2))
    expect(hits.map(({ output, key }) => [output, key])).toEqual([
      [0, 0],
      [1, 1],
      [2, 6],
      [4, 3],
      [6, 4],
      [7, 6],
    ])
  })
})

describe('a batch', () => {
  it('finds the owned outputs at every size around a group', async () => {
    const points = randomPoints(random, 40)
    for (const watched of [1, 32, 33])
      for (const size of [0, 1, 2, 3, 4, 5, 7, 8, 9, 257, 259, 260, 261, 262]) {
        const outputs = Array.from({ length: size }, (_, index) =>
          index % 3 === 1
            ? (strangers[index % 60] ?? noPoint)
            : outputTo(points[(index * 7) % watched] ?? Curve.BASE, derivation, index),
        )
        const spendKeys = concat(...points.slice(0, watched).map((point) => point.toBytes()))
        const hits = await scanOnKernels(viewSecret, spendKeys, batchOf([txKey.toBytes()], keysAt(outputs)))
        expect(hits.map(({ output, spendKey: position }) => [output, position])).toEqual(
          [...outputs.keys()].filter((i) => i % 3 !== 1).map((i) => [i, (i * 7) % watched]),
        )
      }
  })

  it('finds the outputs of many transactions by their keys, also among several keys, additional keys, tags and corrupt keys', async () => {
    const spendPoints = randomPoints(random, 50)
    const points = randomPoints(random, 120)
    const keys = points.map((point, i) => (i % 13 === 5 ? noPoint : point.toBytes()))
    const derivations = points.map((point) => derivationOf(point, viewSecret))
    // Two keys each for 40 transactions, then 40 additional keys.
    const outputs = Array.from({ length: 400 }, (_, i) => {
      const transaction = i % 40
      const index = Math.floor(i / 40)
      const additional = i % 3 === 0 ? 80 + transaction : undefined
      const by =
        derivations[[2 * transaction, 2 * transaction + 1, 80 + transaction][i % 3 === 0 ? index % 3 : index % 2] ?? 0]
      const owner = spendPoints[i % 50] ?? Curve.BASE
      const used = by ?? derivation
      const key = i % 11 === 7 ? noPoint : outputTo(i % 4 === 3 ? owner.negate() : owner, used, index)
      return {
        key,
        transaction,
        index,
        ...(additional === undefined ? {} : { additional }),
        tag: i % 5 === 0 ? -1 : (tagOf(used, index) + (i % 7 === 0 ? 1 : 0)) % 256,
      }
    })
    for (const watched of [1, 20, 32, 50]) {
      const spendKeys = concat(...spendPoints.slice(0, watched).map((point) => point.toBytes()))
      const hits = await scanOf(watched)(viewSecret, spendKeys, batchOf(keys, outputs, 2))
      expect(hits.length).toBeGreaterThan(2 * watched)
    }
  })

  it('finds outputs of a transaction with the maximum number of keys, on both sides of a group boundary', async () => {
    const points = randomPoints(random, 255)
    const keys = points.map((point, i) => (i % 50 === 49 ? noPoint : point.toBytes()))
    // The last key occurs twice: the first of the two counts.
    const repeated = keys.with(254, keys[200] ?? noPoint)
    // Each output has 250 valid keys: groups of 260 begin with keys 10, 20, 30 and 40 of outputs 1 to 4.
    const finders = [0, 9, 20, 29, 40, 49, 50, 126, 128, 200, 253, 254]
    const outputs = finders.map((finder, index) => ({
      key: outputTo(spendKey, derivationOf(points[finder === 254 ? 200 : finder] ?? Curve.BASE, viewSecret), index),
      transaction: 0,
      index,
    }))
    const hits = await scanEverywhere(viewSecret, spendKey.toBytes(), batchOf(repeated, outputs, 255))
    expect(hits.map(({ key }) => key)).toEqual([0, 9, 20, 29, 40, 50, 126, 128, 200, 253, 200])
  })

  it('finds nothing without outputs, keys or watched keys', async () => {
    const mine = keysAt([outputTo(spendKey, derivation, 0)])
    expect(await scanEverywhere(viewSecret, new Uint8Array(), batchOf([txKey.toBytes()], mine))).toEqual([])
    expect(await scanEverywhere(viewSecret, spendKey.toBytes(), batchOf([txKey.toBytes()], []))).toEqual([])
    expect(await scanEverywhere(viewSecret, spendKey.toBytes(), batchOf([], mine, 0))).toEqual([])
  })

  it('finds nothing in random bytes', async () => {
    const keys = Array.from({ length: 30 }, () => random(32))
    const outputs = Array.from({ length: 300 }, (_, i) => ({ key: random(32), transaction: i % 30, index: i }))
    for (const count of [1, 60])
      expect(await scanEverywhere(viewSecret, concat(...strangers.slice(0, count)), batchOf(keys, outputs))).toEqual([])
  })
})

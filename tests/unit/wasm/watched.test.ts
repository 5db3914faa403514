// The hash table of watched keys: of every size, with equal keys and with crafted collisions.

import { describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { createSubaddressTable } from '../../../src/crypto/scan/subaddressTable.ts'
import { seededRandom } from '../../support/random.ts'
import { scanEverywhere } from './support/everywhere.ts'
import { batchOf, randomPoints } from './support/material.ts'
import { Curve, derivationOf, outputTo } from './support/nobleScan.ts'

const random = seededRandom(13)
const viewSecret = random(32)
const [spendKey = Curve.BASE, txKey = Curve.BASE] = randomPoints(random, 2)
const derivation = derivationOf(txKey, viewSecret)
const row = (rows: Uint8Array, i: number): Uint8Array => rows.subarray(32 * i, 32 * i + 32)

/** Returns outputs to the watched keys at these positions, each followed by an output that matches none. */
const outputsTo = (watched: Uint8Array, positions: readonly number[]) =>
  positions.flatMap((position, i) => {
    const key = outputTo(Curve.fromBytes(row(watched, position)), derivation, 2 * i)
    return [
      { key, transaction: 0, index: 2 * i },
      // The right key at another index has no owner.
      { key, transaction: 0, index: 2 * i + 1 },
    ]
  })

describe('the table of watched keys', () => {
  it.each([1, 2, 8, 31, 32, 33, 34, 40, 63, 64, 65, 200, 1000, 10_000, 70_000])(
    'finds each of %i keys',
    async (count) => {
      const watched = await createSubaddressTable(viewSecret, spendKey.toBytes(), 3, 1, count)
      const some = [...new Set(Array.from({ length: 24 }, (_, i) => Math.round((i * (count - 1)) / 23)))]
      const hits = await scanEverywhere(viewSecret, watched, batchOf([txKey.toBytes()], outputsTo(watched, some)))
      expect(hits.map(({ output, spendKey: position }) => [output, position])).toEqual(
        some.map((position, i) => [2 * i, position]),
      )
    },
  )

  it.each([10, 200, 10_000])(
    'finds the first of equal keys among %i, whose second half repeats the first',
    async (count) => {
      const half = await createSubaddressTable(viewSecret, spendKey.toBytes(), 0, 0, count / 2)
      const positions = [0, 1, count / 2 - 1]
      const batch = batchOf([txKey.toBytes()], outputsTo(half, positions))
      const hits = await scanEverywhere(viewSecret, concat(half, half), batch)
      expect(hits.map(({ spendKey: position }) => position)).toEqual(positions)
    },
  )

  it('distinguishes keys that differ in a single byte, which a hash may ignore', async () => {
    for (const count of [20, 40, 3000]) {
      const key = spendKey.toBytes()
      const similar = Array.from({ length: count }, (_, i) => {
        const copy = key.slice()
        const place = i % 32
        copy[place] = (copy[place] ?? 0) ^ (1 + (Math.floor(i / 32) % 255))
        return copy
      })
      const watched = concat(...similar, key)
      const outputs = outputsTo(key, [0])
      const hits = await scanEverywhere(viewSecret, watched, batchOf([txKey.toBytes()], outputs))
      expect(hits.map(({ output, spendKey: position }) => [output, position])).toEqual([[0, count]])
    }
  })

  it('finds keys with equal prefixes, in a table with the longest possible collision chain', async () => {
    const points = randomPoints(random, 4)
    const keys = points.map((point) => point.toBytes())
    // Those in between share the first 4, 8, 16 or 31 bytes with the real ones; few of them are points.
    const colliding = keys.flatMap((key) =>
      [4, 8, 16, 31].flatMap((shared) =>
        Array.from({ length: 100 }, () => concat(key.subarray(0, shared), random(32 - shared))),
      ),
    )
    const watched = concat(...colliding, ...keys, ...colliding)
    const outputs = outputsTo(concat(...keys), [0, 1, 2, 3])
    const hits = await scanEverywhere(viewSecret, watched, batchOf([txKey.toBytes()], outputs))
    expect(hits.map(({ spendKey: position }) => position)).toEqual([1600, 1601, 1602, 1603])
  })

  it('finds keys at the ends of the table, where the search wraps around', async () => {
    const ends = [0x00000000, 0xffffffff].flatMap((word) =>
      Array.from({ length: 40 }, () => concat(new Uint8Array(new Uint32Array([word]).buffer), random(28))),
    )
    const watched = concat(...ends, spendKey.toBytes(), ...ends)
    const hits = await scanEverywhere(
      viewSecret,
      watched,
      batchOf([txKey.toBytes()], outputsTo(spendKey.toBytes(), [0])),
    )
    expect(hits.map(({ spendKey: position }) => position)).toEqual([80])
  })
})

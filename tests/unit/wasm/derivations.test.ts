// Derivations 8·a·R of random, non-canonical, small-order and mixed-order keys, with edge-case secrets.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { seededRandom } from '../../support/random.ts'
import { scanEverywhere, scanOnKernels } from './support/everywhere.ts'
import {
  batchOf,
  carelessPoint,
  edgeEncodings,
  edgeScalars,
  randomKeys,
  randomPoints,
  SMALL_ORDER,
  torsion,
  wordScalars,
} from './support/material.ts'
import {
  bytesOf,
  Curve,
  type CurvePoint,
  derivationOf,
  littleEndian,
  outputTo,
  P,
  pointOf,
  SIGN,
} from './support/nobleScan.ts'

const random = seededRandom(11)
const viewSecret = random(32)
const [spendKey = Curve.BASE] = randomPoints(random, 1)

/**
 * Derives with each key by a scan. An output addressed to the watched key reveals the derivation. For a key that is not a point, the
 * output is addressed with the point that a careless decoder reads, so that such a decoder is detected.
 */
const deriveOn = async (
  scan: typeof scanEverywhere,
  keys: readonly Uint8Array[],
  secret: Uint8Array,
): Promise<(string | undefined)[]> => {
  const addressed = (point: CurvePoint): Uint8Array => outputTo(spendKey, derivationOf(point, secret), 0)
  const outputs = keys.map((key, transaction) => ({
    key: addressed(pointOf(key) ?? carelessPoint(key) ?? Curve.BASE),
    transaction,
    index: 0,
  }))
  const hits = await scan(secret, spendKey.toBytes(), batchOf(keys, outputs))
  const derivations: (string | undefined)[] = keys.map(() => undefined)
  for (const { output, derivation } of hits) derivations[output] = toHex(derivation)
  expect(derivations.map((derivation) => derivation !== undefined)).toEqual(
    keys.map((key) => pointOf(key) !== undefined),
  )
  return derivations
}

const deriveEverywhere = (keys: readonly Uint8Array[], secret = viewSecret) => deriveOn(scanEverywhere, keys, secret)

/** The portable scanners treat each key on its own. */
const deriveOnKernels = (keys: readonly Uint8Array[]) => deriveOn(scanOnKernels, keys, viewSecret)

const IDENTITY = toHex(bytesOf(1n))

describe('a derivation', () => {
  it('is computed for encodings around 0 and p, with both signs', async () => {
    const derivations = await deriveEverywhere(edgeEncodings())
    expect(derivations.filter((derivation) => derivation === undefined).length).toBeGreaterThan(40)
    expect(derivations.filter((derivation) => derivation !== undefined).length).toBeGreaterThan(40)
  })

  it('is absent for a y without an x, whatever root a careless decoder uses', async () => {
    // Secret 1 leaves three doublings, whose formulas also work off the curve.
    const one = bytesOf(1n)
    const [good = bytesOf(3n)] = randomKeys(random, 1)
    expect(doubledCarelessly(good).map(toHex)).toContain(toHex(derivationOf(pointOf(good) ?? Curve.BASE, one)))
    const keys = [
      ...Array.from({ length: 20 }, noSquare),
      ...edgeEncodings().filter((key) => pointOf(key) === undefined),
    ]
    const outputs = [...keys, good].flatMap((key, transaction) =>
      doubledCarelessly(key).map((derivation, index) => ({
        key: outputTo(spendKey, derivation, index),
        transaction,
        index,
      })),
    )
    const hits = await scanEverywhere(one, spendKey.toBytes(), batchOf([...keys, good], outputs))
    expect(new Set(hits.map(({ key }) => key))).toEqual(new Set([keys.length]))
  })

  it('is the neutral element for points of small order', async () => {
    expect(await deriveEverywhere(SMALL_ORDER)).toEqual(SMALL_ORDER.map(() => IDENTITY))
  })

  it('has no component of small order', async () => {
    const points = randomPoints(random, 3)
    const keys = points.flatMap((point) => torsion().map((part) => point.add(part).toBytes()))
    const derivations = await deriveEverywhere(keys)
    expect(new Set(keys.map(toHex)).size).toBe(24)
    expect(new Set(derivations).size).toBe(3)
  })

  it('is computed for random bytes, about half of them points', async () => {
    const derivations = await deriveEverywhere(Array.from({ length: 1000 }, () => random(32)))
    const points = derivations.filter((derivation) => derivation !== undefined).length
    expect(points).toBeGreaterThan(400)
    expect(points).toBeLessThan(600)
  })

  it('is computed for edge-case secrets', async () => {
    const keys = [...randomKeys(random, 2), ...SMALL_ORDER.slice(3, 6), random(32), random(32)]
    for (const secret of edgeScalars()) {
      const derivations = await deriveEverywhere(keys, bytesOf(secret))
      expect(derivations[2], `small order, secret ${secret}`).toBe(IDENTITY)
    }
  })

  it('is computed for secrets of full and empty words', async () => {
    const keys = randomKeys(random, 2)
    for (const secret of wordScalars()) await deriveEverywhere(keys, bytesOf(secret))
  })

  it('is the neutral element for a secret of 0', async () => {
    expect(new Set(await deriveEverywhere(randomKeys(random, 9), bytesOf(0n)))).toEqual(new Set([IDENTITY]))
  })

  it('is computed in batches of every size around a lane group', async () => {
    const keys = randomKeys(random, 1000)
    for (const size of [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 63, 64, 65, 257, 258, 259, 260, 261, 262, 1000])
      expect(await deriveOnKernels(keys.slice(0, size))).toHaveLength(size)
  })

  it('is unaffected by a corrupt key at any position of the batch', async () => {
    const good = randomKeys(random, 9)
    for (const corrupt of [bytesOf(2n ** 255n - 1n), bytesOf(2n ** 255n + 1n), noSquare()])
      for (let size = 1; size <= good.length; size++)
        for (let position = 0; position < size; position++) {
          const derivations = await deriveOnKernels(good.slice(0, size).with(position, corrupt))
          expect(derivations.indexOf(undefined)).toBe(position)
          expect(derivations.lastIndexOf(undefined)).toBe(position)
        }
  })

  it('is absent in a batch of corrupt keys only', async () => {
    for (let size = 2; size <= 9; size++)
      for (let position = 0; position < size; position++) {
        const keys = Array.from({ length: size }, noSquare).with(position, randomKeys(random, 1)[0] ?? noSquare())
        expect((await deriveOnKernels(keys)).filter((derivation) => derivation !== undefined)).toHaveLength(1)
      }
  })
})

/** Returns a y below p without an x. */
const noSquare = (): Uint8Array => {
  for (;;) {
    const bytes = random(32)
    bytes[31] = (bytes[31] ?? 0) & 0x3f
    if (pointOf(bytes) === undefined) return bytes
  }
}

const modP = (value: bigint): bigint => ((value % P) + P) % P
const power = (base: bigint, exponent: bigint): bigint => {
  let [result, square] = [1n, modP(base)]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}
const D = modP(-121665n * power(121666n, P - 2n))
const SQRT_MINUS_1 = power(2n, (P - 1n) / 4n)

/**
 * Returns eight times a key for every value that a careless decoder accepts as x: the root of the formula, its negative, and both times i.
 */
const doubledCarelessly = (key: Uint8Array): Uint8Array[] => {
  const y = littleEndian(key) % SIGN
  const [u, v] = [modP(y * y - 1n), modP(D * y * y + 1n)]
  const root = modP(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n))
  return [root, -root, root * SQRT_MINUS_1, -root * SQRT_MINUS_1].map((x) => {
    let point = { x: modP(x), y: modP(y) }
    for (let i = 0; i < 3; i++) {
      const [xx, yy] = [point.x ** 2n, point.y ** 2n]
      point = {
        x: modP(2n * point.x * point.y * power(yy - xx, P - 2n)),
        y: modP((yy + xx) * power(2n - yy + xx, P - 2n)),
      }
    }
    return bytesOf(point.y | (point.x % 2n === 1n ? SIGN : 0n))
  })
}

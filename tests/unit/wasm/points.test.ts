// The point kernel compared with portable arithmetic: the same keys and flags for every function, on points of small, mixed and prime
// order, on non-canonical keys and on edge-case scalars.

import { beforeAll, describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { KEY_LENGTH, POINT_LENGTH, type PointArithmetic } from '../../../src/crypto/curve/pointArithmetic.ts'
import { createPointKernelOf } from '../../../src/crypto/curve/pointKernel.ts'
import { portablePoints } from '../../../src/crypto/curve/portablePoints.ts'
import { isCanonicalScalar, numberFromBytes, numberToBytes } from '../../../src/crypto/curve/scalar.ts'
import { ScalarRowsError } from '../../../src/crypto/curve/scalarArithmetic.ts'
import { instantiateKernel, instantiateOnLanes } from '../../../src/crypto/kernel.ts'
import { seededRandom } from '../../support/random.ts'
import { LEVELS } from './support/levels.ts'
import { edgeEncodings, edgeScalars, SMALL_ORDER, wordScalars } from './support/material.ts'

const P = 2n ** 255n - 19n
const random = seededRandom(11)
const randomRows = (count: number, length: number): Uint8Array => random(count * length)
const rowsOf = (rows: Uint8Array, length: number): Uint8Array[] =>
  Array.from({ length: rows.length / length }, (_, i) => rows.subarray(i * length, (i + 1) * length))
const repeat = (row: Uint8Array, count: number): Uint8Array => concat(...Array.from({ length: count }, () => row))
/** The rows from the second on, then the first: every row meets its neighbour. */
const turned = (rows: Uint8Array, length: number): Uint8Array => concat(rows.subarray(length), rows.subarray(0, length))

/** Points of small order, of prime order, sums of both, and each of them in other coordinates. */
const material = (): Uint8Array => {
  const small = portablePoints.decode(concat(...SMALL_ORDER)).points
  const prime = portablePoints.multiplyBaseSecret(randomRows(8, KEY_LENGTH))
  const mixed = portablePoints.add(small, prime)
  const doubled = portablePoints.double(mixed, 1)
  return concat(small, prime, mixed, doubled, portablePoints.subtract(doubled, mixed))
}

/** Returns the keys of points, and checks that their coordinates are reduced, not at infinity, and T = XY/Z. */
const keysOf = (points: Uint8Array): string[] => {
  for (const point of rowsOf(points, POINT_LENGTH)) {
    const [X = 0n, Y = 0n, Z = 0n, T = 0n] = rowsOf(point, 32).map(numberFromBytes)
    for (const coordinate of [X, Y, Z, T]) expect(coordinate).toBeLessThan(P)
    expect(Z).not.toBe(0n)
    expect((X * Y - Z * T) % P).toBe(0n)
  }
  return rowsOf(portablePoints.encode(points), KEY_LENGTH).map(toHex)
}

const scalars = (): Uint8Array => concat(...edgeScalars().map(numberToBytes), randomRows(20, KEY_LENGTH))

describe.each(LEVELS)('the point kernel on the %s level', (level) => {
  let kernel: PointArithmetic

  beforeAll(async () => {
    kernel = await createPointKernelOf(level)
  })

  const expectSame = (compute: (arithmetic: PointArithmetic) => Uint8Array): void => {
    const expected = keysOf(compute(portablePoints))
    expect(expected.length).toBeGreaterThan(0)
    expect(keysOf(compute(kernel))).toEqual(expected)
  }

  describe('with keys', () => {
    it('decodes as portable arithmetic does: random ones, small orders, y around 0 and p, x = 0 with a sign', () => {
      const keys = concat(...SMALL_ORDER, ...edgeEncodings(), randomRows(300, KEY_LENGTH))
      const [ours, theirs] = [kernel.decode(keys), portablePoints.decode(keys)]
      expect(ours.valid).toEqual(theirs.valid)
      expect(new Set(ours.valid)).toEqual(new Set([0, 1]))
      const good = (points: Uint8Array): Uint8Array =>
        concat(...rowsOf(points, POINT_LENGTH).filter((_, i) => ours.valid[i] === 1))
      expect(keysOf(good(ours.points))).toEqual(keysOf(good(theirs.points)))
    })

    it('encodes as portable arithmetic does, in batches of any size', () => {
      const points = material()
      for (const count of [0, 1, 2, 127, 128, 129, 300]) {
        const batch = concat(...Array.from({ length: 8 }, () => points)).subarray(0, count * POINT_LENGTH)
        expect(kernel.encode(batch)).toEqual(portablePoints.encode(batch))
      }
    })

    it('hashes to points as portable arithmetic does', () => {
      const keys = concat(...edgeEncodings(), randomRows(100, KEY_LENGTH))
      expectSame((arithmetic) => arithmetic.hashToPoints(keys))
    })
  })

  describe('with points', () => {
    it('adds, subtracts and doubles as portable arithmetic does', () => {
      const points = material()
      for (let i = 0, other = points; i < 9; i++, other = turned(other, POINT_LENGTH)) {
        expectSame((arithmetic) => arithmetic.add(points, other))
        expectSame((arithmetic) => arithmetic.subtract(points, other))
      }
      for (const times of [1, 2, 3]) expectSame((arithmetic) => arithmetic.double(points, times))
    })

    it('sums as portable arithmetic does, with and without signs', () => {
      const points = material()
      for (let count = 0; count <= 40; count += 4) {
        const some = points.subarray(0, count * POINT_LENGTH)
        const signs = random(count).map((byte) => byte & 1)
        expectSame((arithmetic) => arithmetic.sum(some, signs))
      }
    })

    it('tests membership in the prime-order subgroup', () => {
      const points = material()
      const flags = kernel.inPrimeSubgroup(points)
      expect(flags).toEqual(portablePoints.inPrimeSubgroup(points))
      expect(new Set(flags)).toEqual(new Set([0, 1]))
    })
  })

  describe('with scalars', () => {
    it('multiplies any point by secrets', () => {
      const by = scalars()
      const count = by.length / KEY_LENGTH
      const points = repeat(material(), 1 + count / 40).subarray(0, count * POINT_LENGTH)
      expectSame((arithmetic) => arithmetic.multiplySecret(points, by))
      for (const point of rowsOf(material(), POINT_LENGTH).slice(0, 24))
        expectSame((arithmetic) => arithmetic.multiplySecret(repeat(point, 6), by.subarray(0, 6 * KEY_LENGTH)))
    })

    it('multiplies the base point by secrets', () => {
      const by = scalars()
      expectSame((arithmetic) => arithmetic.multiplyBaseSecret(by))
    })

    it('multiplies the two generators', () => {
      const by = scalars()
      expectSame((arithmetic) => arithmetic.multiplyBases(by, turned(by, KEY_LENGTH)))
      expectSame((arithmetic) => arithmetic.multiplyBases(by, new Uint8Array(by.length)))
      expectSame((arithmetic) => arithmetic.multiplyBases(new Uint8Array(by.length), by))
    })

    it('multiplies the two generators by secrets', () => {
      const by = scalars()
      expectSame((arithmetic) => arithmetic.multiplyBasesSecret(by, turned(by, KEY_LENGTH)))
      expectSame((arithmetic) => arithmetic.multiplyBasesSecret(by, new Uint8Array(by.length)))
      expectSame((arithmetic) => arithmetic.multiplyBasesSecret(new Uint8Array(by.length), by))
    })

    it('multiplies and adds scalars, one by one or one with all', () => {
      const [first, one] = [concat(scalars(), ...wordScalars().map(numberToBytes)), randomRows(1, KEY_LENGTH)]
      const rows = [first, turned(first, KEY_LENGTH), turned(turned(first, KEY_LENGTH), KEY_LENGTH), one] as const
      for (const a of rows)
        for (const b of rows)
          for (const c of rows) {
            const expected = portablePoints.multiplyAddScalars(a, b, c)
            expect(kernel.multiplyAddScalars(a, b, c)).toEqual(expected)
            for (const row of rowsOf(expected, KEY_LENGTH).slice(0, 3)) expect(isCanonicalScalar(row)).toBe(true)
          }
      expect(() => kernel.multiplyAddScalars(first, first.subarray(64), one)).toThrow(ScalarRowsError)
      expect(() => kernel.innerProduct(first, one)).toThrow(ScalarRowsError)
    })

    it('computes inner products and reduces wide numbers', () => {
      const a = concat(scalars(), ...wordScalars().map(numberToBytes))
      for (const count of [0, 1, 2, a.length / KEY_LENGTH]) {
        const some = a.subarray(0, count * KEY_LENGTH)
        const others = turned(a, KEY_LENGTH).subarray(0, count * KEY_LENGTH)
        expect(kernel.innerProduct(some, others)).toEqual(portablePoints.innerProduct(some, others))
      }
      const wide = concat(a, turned(a, KEY_LENGTH), new Uint8Array(64).fill(255), new Uint8Array(64))
      const even = wide.subarray(0, wide.length - (wide.length % 64))
      expect(kernel.reduceWideScalars(even)).toEqual(portablePoints.reduceWideScalars(even))
    })

    it('computes powers and inverses of scalars', () => {
      const all = concat(scalars(), ...wordScalars().map(numberToBytes))
      expect(kernel.invertScalars(all)).toEqual(portablePoints.invertScalars(all))
      for (const row of rowsOf(all, KEY_LENGTH))
        expect(kernel.scalarPowers(row, 4)).toEqual(portablePoints.scalarPowers(row, 4))
      const long = random(KEY_LENGTH)
      expect(kernel.scalarPowers(long, 1026)).toEqual(portablePoints.scalarPowers(long, 1026))
      expect(kernel.scalarPowers(long, 0)).toEqual(new Uint8Array())
    })

    it('multiplies hashed keys by secrets: key images', () => {
      const secrets = concat(scalars(), randomRows(100, KEY_LENGTH))
      const keys = randomRows(secrets.length / KEY_LENGTH, KEY_LENGTH)
      expect(kernel.keyImages(keys, secrets)).toEqual(portablePoints.keyImages(keys, secrets))
    })

    it('multiplies one point each by public scalars', () => {
      const by = scalars()
      const count = by.length / KEY_LENGTH
      const points = repeat(material(), 1 + count / 40).subarray(0, count * POINT_LENGTH)
      expectSame((arithmetic) => arithmetic.multiplySums(turned(by, KEY_LENGTH), by, points))
    })

    it.each([0, 1, 2, 3, 17, 127, 128, 129, 301, 1500])('sums multiples of %i points at once', (terms) => {
      const points = repeat(material(), 1 + terms / 40).subarray(0, terms * POINT_LENGTH)
      const edges = scalars()
      const by =
        terms < 128
          ? randomRows(terms, KEY_LENGTH)
          : concat(edges, randomRows(terms, KEY_LENGTH)).subarray(0, 32 * terms)
      const base = random(32)
      expectSame((arithmetic) => arithmetic.multiplySums(base, by, points))
    })

    it('sums multiples that have no digits or cancel', () => {
      const points = material()
      const count = points.length / POINT_LENGTH
      expectSame((arithmetic) => arithmetic.multiplySums(new Uint8Array(32), new Uint8Array(32 * count), points))
      const twice = concat(...Array.from({ length: 5 }, () => points))
      const by = randomRows(1, KEY_LENGTH)
      const minus = numberToBytes(
        2n ** 252n + 27742317777372353535851937790883648493n - (numberFromBytes(by) % 2n ** 250n),
      )
      const plus = numberToBytes(numberFromBytes(by) % 2n ** 250n)
      expectSame((arithmetic) =>
        arithmetic.multiplySums(
          new Uint8Array(32),
          concat(repeat(plus, 2 * count), repeat(minus, 2 * count), repeat(plus, count)),
          twice,
        ),
      )
    })

    it('sums multiples of precomputed points', () => {
      const points = repeat(material(), 2)
      const edges = scalars()
      const sums = [
        edges.subarray(0, 32 * 60),
        edges.subarray(32 * 40),
        random(32 * 80),
        new Uint8Array(32),
        edges.subarray(0, 0),
      ]
      const by = random(32 * 8)
      // Twice, so that points precomputed first must survive those precomputed later.
      expectSame((arithmetic) => {
        const [first, second] = [arithmetic.precompute(points), arithmetic.precompute(turned(points, POINT_LENGTH))]
        return concat(
          ...sums.flatMap((row) => [first.sum(row), second.sum(row)]),
          ...[first, second].flatMap((one) => [
            one.fold(by, 2, 80),
            one.fold(by, 1, 40),
            one.fold(by.subarray(0, 32), 1, 7),
          ]),
        )
      })
    })

    it.each([1, 5, 600])('sums multiples of %i precomputed points, of equal scalars too', (count) => {
      const points = repeat(material(), 1 + count / 40).subarray(0, count * POINT_LENGTH)
      const mixed = concat(scalars(), randomRows(count, KEY_LENGTH)).subarray(0, count * KEY_LENGTH)
      for (const by of [mixed, repeat(random(32), count), repeat(numberToBytes(256n), count)])
        expectSame((arithmetic) => arithmetic.precompute(points).sum(by))
    })

    it('sums blocks of precomputed points, all by the same scalars', () => {
      const points = concat(repeat(material(), 6), material().subarray(POINT_LENGTH, 4 * POINT_LENGTH))
      const [few, many] = [scalars().subarray(0, 32 * 20), concat(scalars(), random(32 * 40)).subarray(0, 32 * 40)]
      expectSame((arithmetic) => {
        const precomputed = arithmetic.precompute(points)
        return concat(
          ...[few, many, new Uint8Array(32 * 3)].flatMap((by) => [
            precomputed.blockSums(by, 3, 0, 1),
            precomputed.blockSums(by, 2, 1, 2),
            precomputed.blockSums(by, 1, 4, 5),
          ]),
          precomputed.blockSums(few.subarray(32, 64), 11, 1, 2),
        )
      })
    })

    it('sums precomputed points with signs', () => {
      const points = repeat(material(), 2)
      const signs = random(24).map((byte) => byte & 1)
      expectSame((arithmetic) => {
        const precomputed = arithmetic.precompute(points)
        return concat(
          precomputed.signedSums(signs, 8, 2),
          precomputed.signedSums(signs, 3, 3),
          precomputed.signedSums(signs, 1, 1),
          precomputed.signedSums(Uint8Array.of(1), 1, 1),
        )
      })
    })

    it('folds points', () => {
      const points = material()
      for (const terms of [1, 2, 4, 8]) {
        const by = randomRows(terms, KEY_LENGTH)
        expectSame((arithmetic) => arithmetic.fold(points, by, 1))
        if (terms > 1) expectSame((arithmetic) => arithmetic.fold(points, by, 2))
      }
      expectSame((arithmetic) => arithmetic.fold(points, concat(...[0n, 1n, 2n ** 256n - 1n, P].map(numberToBytes)), 2))
    })
  })
})

it.each([
  ['points', () => instantiateKernel('points')],
  ['points-lanes', () => instantiateOnLanes('points', 'relaxed')],
  ['points-simd', () => instantiateOnLanes('points', 'simd')],
] as const)('restores the previous memory contents after a batch of %s', async (_, instantiate) => {
  // The exports are those of wasm/assembly/points.ts and lanes/points.ts; these are the ones used here.
  const exports = (await instantiate()) as {
    memory: WebAssembly.Memory
    prepare(): void
    reserve(bytes: number): number
    forget(): void
    keyImages(images: number, keys: number, secrets: number, count: number): void
    multiplySums(out: number, bases: number, scalars: number, points: number, groups: number, terms: number): number
    multiplySecret(out: number, points: number, scalars: number, count: number): void
    precompute(points: number, count: number): number
    sumOfPrecomputed(out: number, table: number, scalars: number, terms: number): number
    /** These exist on the SIMD levels only. */
    blockSums?(...numbers: number[]): number
    signedSums?(...numbers: number[]): void
    /** These exist on the scalar level only. */
    multiplyBasesSecret?(out: number, g: number, h: number, count: number): void
    multiplyAddScalars?(...numbers: number[]): void
    innerProduct?(out: number, a: number, b: number, count: number): void
    reduceWideScalars?(out: number, wide: number, count: number): void
    invertScalars?(out: number, scalars: number, count: number): void
  }
  exports.prepare()
  const prepared = exports.reserve(2 * POINT_LENGTH)
  new Uint8Array(exports.memory.buffer).set(material().subarray(8 * POINT_LENGTH, 10 * POINT_LENGTH), prepared)
  const table = exports.precompute(prepared, 2)
  exports.forget()
  const before = new Uint8Array(exports.memory.buffer).slice()
  const points = repeat(material(), 6)
  const count = points.length / POINT_LENGTH
  const start = exports.reserve(points.length + 2 * 32 * count + POINT_LENGTH)
  const memory = () => new Uint8Array(exports.memory.buffer)
  memory().set(points, start)
  const [scalarsAt, out] = [start + points.length, start + points.length + 2 * 32 * count]
  memory().set(randomRows(2 * count, KEY_LENGTH), scalarsAt)
  expect(exports.multiplySums(out, scalarsAt, scalarsAt, start, 1, count)).toBe(1)
  exports.multiplySecret(start, start, scalarsAt, 5)
  exports.keyImages(start, scalarsAt, scalarsAt + 32 * count, count)
  exports.multiplyBasesSecret?.(out, scalarsAt, scalarsAt + 32, 1)
  exports.multiplyAddScalars?.(out, scalarsAt, scalarsAt + 32, scalarsAt + 64, 0, 0, 0, 1)
  exports.blockSums?.(out, table, scalarsAt, 2, 1, 0, 1)
  exports.signedSums?.(out, table, scalarsAt, 1, 1, 2)
  exports.innerProduct?.(out, scalarsAt, scalarsAt + 32, 3)
  exports.reduceWideScalars?.(out, scalarsAt, 1)
  exports.invertScalars?.(out, scalarsAt, 1)
  exports.sumOfPrecomputed(out, table, scalarsAt, 2)
  expect(memory().slice(start, start + 32)).not.toEqual(new Uint8Array(32))
  exports.forget()
  expect(memory().findIndex((byte, i) => byte !== (before[i] ?? 0))).toBe(-1)
})

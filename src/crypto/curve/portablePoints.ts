// Portable point arithmetic on @noble/curves. It is used until the kernel is loaded and where there is no WebAssembly; tests compare
// the kernel with it.

import { mulAddUnsafe, pippenger } from '@noble/curves/abstract/curve.js'
import type { EdwardsPoint } from '@noble/curves/abstract/edwards.js'
import { concat, splitRows } from '../../bytes/bytes.ts'
import { keccak256 } from '../hash/keccak.ts'
import { blockSumsOf } from './blockSums.ts'
import { Curve } from './edwardsCurve.ts'
import { invertManyP, modP, P, powerP58 } from './field.ts'
import { fixedBase } from './fixedBase.ts'
import { H_BYTES, KEY_LENGTH, POINT_LENGTH, type PointArithmetic } from './pointArithmetic.ts'
import { invertScalar, numberFromBytes, numberToBytes, scalarFromBytes, scalarPowers, scalarRows } from './scalar.ts'
import { rowsOfAll, rowsOfPairs } from './scalarArithmetic.ts'

const scalarsOf = (bytes: Uint8Array): bigint[] => splitRows(bytes, KEY_LENGTH).map(scalarFromBytes)

const fromRow = (row: Uint8Array): EdwardsPoint => {
  const coordinate = (i: number): bigint => numberFromBytes(row.subarray(32 * i, 32 * i + 32))
  return new Curve(coordinate(0), coordinate(1), coordinate(2), coordinate(3))
}

const fromRows = (points: Uint8Array): EdwardsPoint[] => splitRows(points, POINT_LENGTH).map(fromRow)

const toRows = (points: readonly EdwardsPoint[]): Uint8Array =>
  concat(...points.flatMap(({ X, Y, Z, T }) => [X, Y, Z, T].map(numberToBytes)))

/** Decodes 32 bytes. Returns undefined for y ≥ p, a y without an x, and x = 0 with a sign. */
const decodeKey = (key: Uint8Array): EdwardsPoint | undefined => {
  try {
    return Curve.fromBytes(key, false)
  } catch {
    return undefined
  }
}

const encodeAffine = ({ X, Y }: EdwardsPoint, inverseZ: bigint): Uint8Array => {
  const bytes = numberToBytes((Y * inverseZ) % P)
  if (((X * inverseZ) % P) % 2n === 1n) bytes[31] = (bytes[31] ?? 0) | 0x80
  return bytes
}

const encodeAll = (points: readonly EdwardsPoint[]): Uint8Array => {
  const inverses = invertManyP(points.map(({ Z }) => Z))
  return concat(...points.map((point, i) => encodeAffine(point, inverses[i] ?? 0n)))
}

/** The library's multiplication by a secret rejects zero. */
const multiply = (point: EdwardsPoint, scalar: bigint): EdwardsPoint =>
  scalar === 0n ? Curve.ZERO : point.multiply(scalar)

/** Above this number of terms, buckets (Pippenger) are faster than one table per point (Straus). */
const STRAUS_LIMIT = 160

const sumOfProducts = (points: EdwardsPoint[], scalars: bigint[]): EdwardsPoint =>
  points.length <= STRAUS_LIMIT ? mulAddUnsafe(Curve, points, scalars) : pippenger(Curve, points, scalars)

const multiplyG = fixedBase(Curve.BASE)
const multiplyH = fixedBase(Curve.fromBytes(H_BYTES))

const A = 486662n
const TWO_A_SQUARED = (2n * A * A) % P
const SQRT_MINUS_1 = Curve.Fp.sqrt(P - 1n)
/** Square roots of c·A(A+2), named after c. Their signs do not matter: the map sets the sign of x at the end. */
const ROOT_2 = Curve.Fp.sqrt(modP(2n * A * (A + 2n)))
const ROOT_MINUS_2 = Curve.Fp.sqrt(modP(-2n * A * (A + 2n)))
const ROOT_I = Curve.Fp.sqrt(modP(SQRT_MINUS_1 * A * (A + 2n)))
const ROOT_MINUS_I = Curve.Fp.sqrt(modP(-SQRT_MINUS_1 * A * (A + 2n)))

/** Maps 32 bytes (all 256 bits are used) to the curve as monerod's `ge_fromfe_frombytes_vartime`, an early form of Elligator 2. */
const mapToCurve = (bytes: Uint8Array): EdwardsPoint => {
  const u = numberFromBytes(bytes) % P
  const v = (2n * u * u) % P
  const w = v + 1n
  const x = modP(w * w - TWO_A_SQUARED * ((u * u) % P))
  // root = (w/x)^((p+3)/8), so root²·x is w times a fourth root of unity
  const x3 = (((x * x) % P) * x) % P
  const wx3 = (w * x3) % P
  const wx7 = (((wx3 * x3) % P) * x) % P
  let root = (wx3 * powerP58(wx7)) % P
  const check = (((root * root) % P) * x) % P
  let z: bigint
  let odd: bigint
  if (check === w % P || check === modP(-w)) {
    root = (((root * (check === w % P ? ROOT_2 : ROOT_MINUS_2)) % P) * u) % P
    z = modP(-A * v)
    odd = 0n
  } else {
    const turned = (check * SQRT_MINUS_1) % P
    root = (root * (turned === w % P ? ROOT_I : ROOT_MINUS_I)) % P
    z = P - A
    odd = 1n
  }
  if (root % 2n !== odd) root = modP(-root)
  const Z = (z + w) % P
  const Y = modP(z - w)
  return new Curve((root * Z) % P, Y, Z, (root * Y) % P)
}

const double = (point: EdwardsPoint, times: number): EdwardsPoint => {
  for (let i = 0; i < times; i++) point = point.double()
  return point
}

const hashToPoint = (key: Uint8Array): EdwardsPoint => double(mapToCurve(keccak256(key)), 3)

const pairs = <T>(
  points: Uint8Array,
  others: readonly T[],
  combine: (point: EdwardsPoint, other: T) => EdwardsPoint,
): Uint8Array =>
  // Both lists have the same length.
  toRows(fromRows(points).map((point, i) => combine(point, others[i] as T)))

const fold = (points: readonly EdwardsPoint[], scalars: readonly bigint[], sets: number): EdwardsPoint[] => {
  const count = (points.length * sets) / scalars.length
  return Array.from({ length: count }, (_, i) =>
    sumOfProducts(
      points.filter((_, at) => at % count === i),
      scalars.filter((_, at) => at % sets === i % sets),
    ),
  )
}

/** Returns the scalars of an input; those of a single row for each of `count` rows. */
const broadcast = (rows: Uint8Array, count: number): bigint[] => {
  const scalars = scalarsOf(rows)
  return scalars.length === 1 ? new Array<bigint>(count).fill(scalars[0] ?? 0n) : scalars
}

/** Arithmetic on @noble/curves and bigints. Also functions of secret scalars take variable time in it. */
export const portablePoints: PointArithmetic = {
  multiplyAddScalars: (a, b, c) => {
    const count = rowsOfAll([a, b, c])
    const [factors, summands] = [broadcast(b, count), broadcast(c, count)]
    return scalarRows(broadcast(a, count).map((scalar, i) => scalar * (factors[i] ?? 0n) + (summands[i] ?? 0n)))
  },
  innerProduct: (a, b) => {
    rowsOfPairs(a, b)
    const factors = scalarsOf(b)
    return scalarRows([scalarsOf(a).reduce((sum, scalar, i) => sum + scalar * (factors[i] ?? 0n), 0n)])
  },
  reduceWideScalars: (wide) => scalarRows(splitRows(wide, 2 * KEY_LENGTH).map(numberFromBytes)),
  scalarPowers: (scalar, count) => scalarRows(scalarPowers(scalarFromBytes(scalar), count)),
  invertScalars: (scalars) =>
    scalarRows(scalarsOf(scalars).map((scalar) => (scalar === 0n ? 0n : invertScalar(scalar)))),
  decode: (keys) => {
    const points = splitRows(keys, KEY_LENGTH).map(decodeKey)
    return {
      points: toRows(points.map((point) => point ?? Curve.ZERO)),
      valid: Uint8Array.from(points, (point) => (point === undefined ? 0 : 1)),
    }
  },
  encode: (points) => encodeAll(fromRows(points)),
  add: (a, b) => pairs(a, fromRows(b), (left, right) => left.add(right)),
  subtract: (a, b) => pairs(a, fromRows(b), (left, right) => left.subtract(right)),
  double: (points, times) => toRows(fromRows(points).map((point) => double(point, times))),
  sum: (points, negative) =>
    toRows([
      fromRows(points).reduce(
        (sum, point, i) => (negative[i] === 0 ? sum.add(point) : sum.subtract(point)),
        Curve.ZERO,
      ),
    ]),
  inPrimeSubgroup: (points) => Uint8Array.from(fromRows(points), (point) => (point.isTorsionFree() ? 1 : 0)),
  hashToPoints: (keys) => toRows(splitRows(keys, KEY_LENGTH).map(hashToPoint)),
  multiplySecret: (points, scalars) => pairs(points, scalarsOf(scalars), multiply),
  multiplyBaseSecret: (scalars) => toRows(scalarsOf(scalars).map((scalar) => multiply(Curve.BASE, scalar))),
  keyImages: (keys, secrets) => {
    const scalars = scalarsOf(secrets)
    return encodeAll(splitRows(keys, KEY_LENGTH).map((key, i) => multiply(hashToPoint(key), scalars[i] ?? 0n)))
  },
  multiplyBasesSecret: (g, h) => portablePoints.multiplyBases(g, h),
  multiplyBases: (g, h) => {
    const scalars = scalarsOf(h)
    return toRows(scalarsOf(g).map((scalar, i) => multiplyG(scalar).add(multiplyH(scalars[i] ?? 0n))))
  },
  multiplySums: (bases, scalars, points) => {
    const [factors, all] = [scalarsOf(scalars), fromRows(points)]
    const terms = (factors.length * KEY_LENGTH) / bases.length
    return toRows(
      scalarsOf(bases).map((base, i) => {
        const [from, to] = [i * terms, (i + 1) * terms]
        return multiplyG(base).add(sumOfProducts(all.slice(from, to), factors.slice(from, to)))
      }),
    )
  },
  fold: (points, scalars, sets) => toRows(fold(fromRows(points), scalarsOf(scalars), sets)),
  precompute: (points) => {
    const all = fromRows(points)
    return {
      sum: (scalars) => {
        const factors = scalarsOf(scalars)
        return toRows([sumOfProducts(all.slice(0, factors.length), factors)])
      },
      fold: (scalars, sets, count) => toRows(fold(all.slice(0, count), scalarsOf(scalars), sets)),
      ...blockSumsOf(portablePoints, points),
    }
  },
}

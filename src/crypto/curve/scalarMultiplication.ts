// Scalar multiplication: multiples of points, and sums of multiples. Functions named `Secret` take constant time in their scalars, all
// others variable time.

import { concat, withSecrets } from '../../bytes/bytes.ts'
import { currentArithmetic } from './currentArithmetic.ts'
import { type Point, pointOf, pointsOf, rowsOf } from './point.ts'
import { KEY_LENGTH, type PointArithmetic, type PrecomputedPoints as PrecomputedRows } from './pointArithmetic.ts'
import { scalarRows } from './scalar.ts'
import { rowsOfPairs } from './scalarArithmetic.ts'
import { secretScalar } from './secretScalar.ts'

/**
 * Returns secret·point for a secret scalar of 32 bytes: the sequence of operations does not depend on the scalar.
 * @throws InvalidScalarError if `secret` does not have 32 bytes
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiplySecret(G, scalarRows([3n])), multiplyBase(3n)) // true
 */
export const multiplySecret = ({ extended }: Point, secret: Uint8Array): Point =>
  pointOf(currentArithmetic().multiplySecret(extended, secretScalar(secret)))

/**
 * Returns secret·point of each point, as `multiplySecret`: many together take a third of the time.
 * @throws InvalidScalarError if `secret` does not have 32 bytes
 *
 * @example
 * import { equalPoints, G, H } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * const secret = scalarRows([3n])
 * equalPoints(multiplyAllBySecret([G, H], secret)[1], multiplySecret(H, secret)) // true
 */
export const multiplyAllBySecret = (points: readonly Point[], secret: Uint8Array): Point[] =>
  multiplyEachBySecret(
    points,
    points.map(() => secret),
  )

/**
 * Returns secrets[i]·points[i], as `multiplyAllBySecret`.
 * @throws InvalidScalarError if a secret does not have 32 bytes
 *
 * @example
 * import { equalPoints, G, H } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiplyEachBySecret([H, G], [1n, 3n].map((secret) => scalarRows([secret])))[1], multiplyBase(3n)) // true
 */
export const multiplyEachBySecret = (points: readonly Point[], secrets: readonly Uint8Array[]): Point[] =>
  withSecrets((keep) => {
    const scalars = keep(concat(...secrets.map(secretScalar)))
    return pointsOf(currentArithmetic().multiplySecret(rowsOf(points), scalars))
  })

/**
 * Returns secret·G for a secret scalar of 32 bytes, as `multiplySecret`.
 * @throws InvalidScalarError if `secret` does not have 32 bytes
 *
 * @example
 * import { equalPoints } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiplyBaseSecret(scalarRows([3n])), multiplyBase(3n)) // true
 */
export const multiplyBaseSecret = (secret: Uint8Array): Point =>
  pointOf(currentArithmetic().multiplyBaseSecret(secretScalar(secret)))

/**
 * Returns secret·G of each secret scalar (rows of 32 bytes), as `multiplySecret`.
 *
 * @example
 * import { equalPoints } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiplyBaseByEachSecret(scalarRows([3n, 5n]))[1], multiplyBase(5n)) // true
 */
export const multiplyBaseByEachSecret = (secrets: Uint8Array): Point[] =>
  pointsOf(currentArithmetic().multiplyBaseSecret(secrets))

/**
 * Returns g·G + h·H of each pair of secret scalars, as `multiplySecret`. Scalars are rows of 32 bytes.
 * @throws ScalarRowsError if there are not equally many
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * multiplyBasesSecret(scalarRows([1n]), scalarRows([0n])).map((point) => equalPoints(point, G)) // [true]
 */
export const multiplyBasesSecret = (g: Uint8Array, h: Uint8Array): Point[] => {
  rowsOfPairs(g, h)
  return pointsOf(currentArithmetic().multiplyBasesSecret(g, h))
}

/**
 * Returns scalar·point for a public scalar: faster than `multiplySecret`, in variable time.
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * equalPoints(multiplyPublic(G, 3n), multiplyBase(3n)) // true
 */
export const multiplyPublic = (point: Point, scalar: bigint): Point => multiScalar([scalar], [point])

/**
 * Returns scalarG·G + scalarH·H in variable time, for public scalars.
 *
 * @example
 * import { addPoints, equalPoints, G, H } from './point.ts'
 * equalPoints(multiplyBases(1n, 1n), addPoints(G, H)) // true
 */
export const multiplyBases = (scalarG: bigint, scalarH: bigint): Point =>
  multiplyBasesOfRows(scalarRows([scalarG]), scalarRows([scalarH]))

/**
 * Returns `multiplyBases` of two scalars of 32 bytes.
 *
 * @example
 * import { addPoints, equalPoints, G, H } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiplyBasesOfRows(scalarRows([1n]), scalarRows([1n])), addPoints(G, H)) // true
 */
export const multiplyBasesOfRows = (scalarG: Uint8Array, scalarH: Uint8Array): Point =>
  pointOf(currentArithmetic().multiplyBases(scalarG, scalarH))

/**
 * Returns scalar·G in variable time.
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * equalPoints(multiplyBase(1n), G) // true
 */
export const multiplyBase = (scalar: bigint): Point => multiplyBases(scalar, 0n)

/**
 * Returns scalar·H in variable time.
 *
 * @example
 * import { equalPoints, H } from './point.ts'
 * equalPoints(multiplyH(1n), H) // true
 */
export const multiplyH = (scalar: bigint): Point => multiplyBases(0n, scalar)

/** A sum of multiples: base·G and scalars[i]·points[i]. */
export type Sum = { readonly base: bigint; readonly scalars: readonly bigint[]; readonly points: readonly Point[] }

/**
 * Computes several sums with equally many terms, in variable time.
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * equalPoints(multiScalars([{ base: 1n, scalars: [2n], points: [G] }])[0], multiplyBase(3n)) // true
 */
export const multiScalars = (sums: readonly Sum[]): Point[] =>
  multiScalarsOfRows(
    scalarRows(sums.map(({ base }) => base)),
    scalarRows(sums.flatMap(({ scalars }) => scalars)),
    rowsOf(sums.flatMap(({ points }) => points)),
  )

/**
 * Returns `multiScalars` for rows: a scalar of 32 bytes for the base point of each sum, then the scalars and points (128 bytes) of all sums.
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiScalarsOfRows(scalarRows([1n]), scalarRows([2n]), G.extended)[0], multiplyBase(3n)) // true
 */
export const multiScalarsOfRows = (bases: Uint8Array, scalars: Uint8Array, points: Uint8Array): Point[] =>
  pointsOf(currentArithmetic().multiplySums(bases, scalars, points))

/**
 * Returns the sum of scalars[i]·points[i], in variable time.
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * equalPoints(multiScalar([1n, 2n], [G, G]), multiplyBase(3n)) // true
 */
export const multiScalar = (scalars: readonly bigint[], points: readonly Point[]): Point =>
  multiScalarOfRows(scalarRows(scalars), rowsOf(points))

/**
 * Returns the sum of scalars[i]·points[i] in variable time, for rows: scalars of 32 bytes, points of 128.
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiScalarOfRows(scalarRows([3n]), G.extended), multiplyBase(3n)) // true
 */
export const multiScalarOfRows = (scalars: Uint8Array, points: Uint8Array): Point =>
  pointOf(currentArithmetic().multiplySums(new Uint8Array(KEY_LENGTH), scalars, points))

/**
 * Reduces n points (rows of 128 bytes) to n/m with 2·m scalars: result i is the sum of scalar 2·k + i mod 2 times point i + k·n/m.
 *
 * @example
 * import { G, H } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * const rows = Uint8Array.of(...G.extended, ...H.extended, ...G.extended, ...H.extended)
 * foldPoints(rows, scalarRows([1n, 1n, 2n, 2n])).length // 256
 */
export const foldPoints = (points: Uint8Array, scalars: Uint8Array): Uint8Array =>
  currentArithmetic().fold(points, scalars, 2)

/** Points prepared for repeated multiplication; see `precomputePoints`. */
export type PrecomputedPoints = {
  /** Returns the sum of scalar·point, for at most as many scalars (rows of 32 bytes) as points. */
  readonly sum: (scalars: Uint8Array) => Point
  /** Returns `foldPoints` of the first `count` points. */
  readonly fold: (scalars: Uint8Array, count: number) => Uint8Array
  /** Returns the sums of consecutive blocks of the points of odd index, each of as many points as there are scalars. All have the same scalars. */
  readonly oddBlockSums: (scalars: Uint8Array, blocks: number) => Point[]
  /**
   * Divides the points of even index, those of odd index, and the signs (a byte for each pair of points) into blocks. Returns a sum for each
   * block of the points of even, then of odd index, and each block of signs: its points, subtracted where the sign is 0.
   */
  readonly signedSums: (signs: Uint8Array, blocks: number) => Point[]
}

/**
 * Prepares points (rows of 128 bytes) for repeated multiplication. The tables are computed at the first use, and again after a change of
 * the arithmetic. Variable time.
 *
 * @example
 * import { equalPoints, G } from './point.ts'
 * import { scalarRows } from './scalar.ts'
 * equalPoints(precomputePoints(G.extended).sum(scalarRows([3n])), multiplyBase(3n)) // true
 */
export const precomputePoints = (points: Uint8Array): PrecomputedPoints => {
  let owner: PointArithmetic | undefined
  let table: PrecomputedRows | undefined
  const current = (): PrecomputedRows => {
    const arithmetic = currentArithmetic()
    if (table === undefined || owner !== arithmetic) [owner, table] = [arithmetic, arithmetic.precompute(points)]
    return table
  }
  return {
    sum: (scalars) => pointOf(current().sum(scalars)),
    fold: (scalars, count) => current().fold(scalars, 2, count),
    oddBlockSums: (scalars, blocks) => pointsOf(current().blockSums(scalars, blocks, 1, 2)),
    signedSums: (signs, blocks) => pointsOf(current().signedSums(signs, blocks, 2)),
  }
}

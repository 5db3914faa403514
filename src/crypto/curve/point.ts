// Points of the curve: -x² + y² = 1 + d·x²y² modulo p. The group that G generates has prime order L; the whole curve has 8·L points.
// All other code works on points through these functions. They use one of two implementations with equal results: portable
// arithmetic from the start, the WASM kernel once it is loaded.

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { KernelUnavailableError } from '../kernel.ts'
import { P } from './field.ts'
import {
  H_BYTES,
  KEY_LENGTH,
  type KeptPoints as KeptRows,
  POINT_LENGTH,
  type PointArithmetic,
} from './pointArithmetic.ts'
import { createPointKernel } from './pointKernel.ts'
import { portablePoints } from './portablePoints.ts'
import { numberFromBytes, scalarRows } from './scalar.ts'

/** A point of the curve. */
export type Point = {
  /** 128 bytes: the extended coordinates X, Y, Z, T, reduced, 32 little-endian bytes each */
  readonly extended: Uint8Array
}

/** Bytes that do not encode a point. */
export class InvalidPointError extends FabaError {
  override readonly name = 'InvalidPointError'
  readonly code = 'invalid-point'
}

let arithmetic: PointArithmetic = portablePoints

/**
 * Sets the implementation that all functions of this file use. Tests compare the implementations with it.
 *
 * @example
 * import { portablePoints } from './portablePoints.ts'
 * usePointArithmetic(portablePoints) // undefined
 */
export const usePointArithmetic = (chosen: PointArithmetic): void => {
  arithmetic = chosen
}

let loading: Promise<void> | undefined

/**
 * Loads the point kernel and uses it from then on. Portable arithmetic stays in use if the engine has no WebAssembly. The host calls
 * it when it starts an engine or a node; later calls have no effect.
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * await loadPointKernel() // undefined
 */
export const loadPointKernel = (): Promise<void> => {
  loading ??= createPointKernel().then(usePointArithmetic, (error) => {
    if (error instanceof KernelUnavailableError) return
    loading = undefined
    throw error
  })
  return loading
}

const pointOf = (extended: Uint8Array): Point => ({ extended })

const rowsOf = (points: readonly Point[]): Uint8Array => concat(...points.map(({ extended }) => extended))

const pointsOf = (rows: Uint8Array): Point[] =>
  Array.from({ length: rows.length / POINT_LENGTH }, (_, i) =>
    pointOf(rows.slice(i * POINT_LENGTH, (i + 1) * POINT_LENGTH)),
  )

/**
 * Decodes keys of 32 bytes: y, with the sign of x in the top bit. As monerod (`ge_frombytes_vartime`), it rejects y ≥ p, a y without
 * an x, and x = 0 with a sign; it accepts points outside the prime-order subgroup.
 * @throws InvalidPointError if a key is not a point
 *
 * @example
 * decodePoints([encodePoint(G)])[0] // G
 */
export const decodePoints = (keys: readonly Uint8Array[]): Point[] => {
  for (const { length } of keys)
    if (length !== KEY_LENGTH) throw new InvalidPointError(`a point has ${KEY_LENGTH} bytes, not ${length}`)
  const { points, valid } = arithmetic.decode(concat(...keys))
  const wrong = keys[valid.indexOf(0)]
  if (wrong !== undefined) throw new InvalidPointError(`${toHex(wrong)} is not a point of the curve`)
  return pointsOf(points)
}

/**
 * Decodes a key of 32 bytes, like `decodePoints`.
 * @throws InvalidPointError if it is not a point
 *
 * @example
 * decodePoint(encodePoint(H)) // H
 * decodePoint(new Uint8Array(31)) // throws InvalidPointError
 */
export const decodePoint = (bytes: Uint8Array): Point => {
  const [point] = decodePoints([bytes])
  if (point === undefined) throw new InvalidPointError(`${toHex(bytes)} is not a point of the curve`)
  return point
}

/**
 * Runs a check on untrusted data. Returns its result, or false if it throws InvalidPointError.
 *
 * @example
 * falseForInvalidPoints(() => isIdentity(decodePoint(new Uint8Array(31)))) // false
 */
export const falseForInvalidPoints = (check: () => boolean): boolean => {
  try {
    return check()
  } catch (error) {
    if (error instanceof InvalidPointError) return false
    throw error
  }
}

/**
 * Returns whether `bytes` are 32 bytes that decode to a point.
 *
 * @example
 * isPoint(encodePoint(G)) // true
 */
export const isPoint = (bytes: Uint8Array): boolean =>
  bytes.length === KEY_LENGTH && arithmetic.decode(bytes).valid[0] === 1

/**
 * Returns for each key of 32 bytes whether it decodes to a point.
 *
 * @example
 * arePoints([encodePoint(G), new Uint8Array(32).fill(255)]) // [true, false]
 */
export const arePoints = (keys: readonly Uint8Array[]): boolean[] =>
  Array.from(arithmetic.decode(concat(...keys)).valid, (flag) => flag === 1)

/** The neutral element. */
export const IDENTITY: Point = pointOf(
  concat(new Uint8Array(32), ...[1, 1, 0].map((coordinate) => Uint8Array.of(coordinate, ...new Uint8Array(31)))),
)

/** The base point. */
export const G: Point = decodePoint(fromHex('58'.padEnd(64, '6')))

/** The generator for amounts. Its discrete logarithm to base G is unknown. */
export const H: Point = decodePoint(H_BYTES)

/**
 * Encodes many points at the cost of one inversion, 32 bytes each.
 *
 * @example
 * encodePoints([G, H]) // [encodePoint(G), encodePoint(H)]
 */
export const encodePoints = (points: readonly Point[]): Uint8Array[] => {
  const keys = arithmetic.encode(rowsOf(points))
  return points.map((_, i) => keys.slice(KEY_LENGTH * i, KEY_LENGTH * (i + 1)))
}

/**
 * Encodes two points, 32 bytes each.
 *
 * @example
 * encodePair(G, H) // [encodePoint(G), encodePoint(H)]
 */
export const encodePair = (a: Point, b: Point): [Uint8Array, Uint8Array] => {
  const keys = arithmetic.encode(rowsOf([a, b]))
  return [keys.slice(0, KEY_LENGTH), keys.slice(KEY_LENGTH)]
}

/**
 * Encodes a point, 32 bytes.
 *
 * @example
 * encodePoint(IDENTITY) // Uint8Array.of(1, ...new Uint8Array(31))
 */
export const encodePoint = ({ extended }: Point): Uint8Array => arithmetic.encode(extended)

/**
 * Returns a + b.
 *
 * @example
 * equalPoints(addPoints(G, G), multiplyBase(2n)) // true
 */
export const addPoints = (a: Point, b: Point): Point => pointOf(arithmetic.add(a.extended, b.extended))

/**
 * Returns a - b.
 *
 * @example
 * isIdentity(subtractPoints(G, G)) // true
 */
export const subtractPoints = (a: Point, b: Point): Point => pointOf(arithmetic.subtract(a.extended, b.extended))

/**
 * Returns each of `points` minus `point`.
 *
 * @example
 * subtractFromAll([G], G).map(isIdentity) // [true]
 */
export const subtractFromAll = (points: readonly Point[], point: Point): Point[] =>
  pointsOf(arithmetic.subtract(rowsOf(points), rowsOf(points.map(() => point))))

/**
 * Returns the sum of `plus` minus the sum of `minus`.
 *
 * @example
 * equalPoints(sumPoints([G, G], [G]), G) // true
 */
export const sumPoints = (plus: readonly Point[], minus: readonly Point[] = []): Point => {
  const negative = [...plus.map(() => 0), ...minus.map(() => 1)]
  return sumOfRows(rowsOf([...plus, ...minus]), negative)
}

/**
 * Returns the sum of points (rows of 128 bytes). Points with a 1 in `negative` are subtracted.
 *
 * @example
 * isIdentity(sumOfRows(Uint8Array.of(...G.extended, ...G.extended), [0, 1])) // true
 */
export const sumOfRows = (points: Uint8Array, negative: readonly number[]): Point =>
  pointOf(arithmetic.sum(points, Uint8Array.from(negative)))

const coordinate = ({ extended }: Point, i: number): bigint => numberFromBytes(extended.subarray(32 * i, 32 * i + 32))

/**
 * Returns whether two points are equal. Equal points may have different coordinates.
 *
 * @example
 * equalPoints(G, H) // false
 */
export const equalPoints = (a: Point, b: Point): boolean =>
  (coordinate(a, 0) * coordinate(b, 2) - coordinate(b, 0) * coordinate(a, 2)) % P === 0n &&
  (coordinate(a, 1) * coordinate(b, 2) - coordinate(b, 1) * coordinate(a, 2)) % P === 0n

/**
 * Returns whether a point is the neutral element: x = 0 and y = 1.
 *
 * @example
 * isIdentity(IDENTITY) // true
 */
export const isIdentity = ({ extended }: Point): boolean =>
  extended.subarray(0, 32).every((byte) => byte === 0) &&
  equalBytes(extended.subarray(32, 64), extended.subarray(64, 96))

/**
 * Returns 8·point, which is in the prime-order subgroup.
 *
 * @example
 * equalPoints(multiplyBy8(G), multiplyBase(8n)) // true
 */
export const multiplyBy8 = ({ extended }: Point): Point => pointOf(arithmetic.double(extended, 3))

/**
 * Returns 8·point of each point.
 *
 * @example
 * equalPoints(multiplyAllBy8([G])[0], multiplyBase(8n)) // true
 */
export const multiplyAllBy8 = (points: readonly Point[]): Point[] => pointsOf(arithmetic.double(rowsOf(points), 3))

/**
 * Returns scalar·point for a secret scalar: the sequence of operations does not depend on the scalar.
 *
 * @example
 * equalPoints(multiplySecret(G, 3n), multiplyBase(3n)) // true
 */
export const multiplySecret = ({ extended }: Point, scalar: bigint): Point =>
  pointOf(arithmetic.multiplySecret(extended, scalarRows([scalar])))

/**
 * Returns scalar·G for a secret scalar: the sequence of operations does not depend on the scalar.
 *
 * @example
 * equalPoints(multiplyBaseSecret(3n), multiplyBase(3n)) // true
 */
export const multiplyBaseSecret = (scalar: bigint): Point =>
  pointOf(arithmetic.multiplyBaseSecret(scalarRows([scalar])))

/**
 * Returns scalar·point for a public scalar: faster than `multiplySecret`, in variable time.
 *
 * @example
 * equalPoints(multiplyPublic(G, 3n), multiplyBase(3n)) // true
 */
export const multiplyPublic = (point: Point, scalar: bigint): Point => multiScalar([scalar], [point])

/**
 * Returns scalarG·G + scalarH·H in variable time: for public scalars, and for batches where each secret is used once.
 *
 * @example
 * equalPoints(multiplyBases(1n, 1n), addPoints(G, H)) // true
 */
export const multiplyBases = (scalarG: bigint, scalarH: bigint): Point =>
  pointOf(arithmetic.multiplyBases(scalarRows([scalarG]), scalarRows([scalarH])))

/**
 * Returns g·G + h·H of each pair, encoded, in variable time. Scalars and keys are rows of 32 bytes.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * multiplyBaseRows(scalarRows([1n]), scalarRows([0n])) // encodePoint(G)
 */
export const multiplyBaseRows = (g: Uint8Array, h: Uint8Array): Uint8Array =>
  arithmetic.encode(arithmetic.multiplyBases(g, h))

/**
 * Returns scalar·G in variable time.
 *
 * @example
 * equalPoints(multiplyBase(1n), G) // true
 */
export const multiplyBase = (scalar: bigint): Point => multiplyBases(scalar, 0n)

/**
 * Returns scalar·H in variable time.
 *
 * @example
 * equalPoints(multiplyH(1n), H) // true
 */
export const multiplyH = (scalar: bigint): Point => multiplyBases(0n, scalar)

/** A sum of multiples: base·G and scalars[i]·points[i]. */
export type Sum = { readonly base: bigint; readonly scalars: readonly bigint[]; readonly points: readonly Point[] }

/**
 * Computes several sums with equally many terms, in variable time.
 *
 * @example
 * equalPoints(multiScalars([{ base: 1n, scalars: [2n], points: [G] }])[0], multiplyBase(3n)) // true
 */
export const multiScalars = (sums: readonly Sum[]): Point[] =>
  pointsOf(
    arithmetic.multiplySums(
      scalarRows(sums.map(({ base }) => base)),
      scalarRows(sums.flatMap(({ scalars }) => scalars)),
      rowsOf(sums.flatMap(({ points }) => points)),
    ),
  )

/**
 * Returns the sum of scalars[i]·points[i], in variable time.
 *
 * @example
 * equalPoints(multiScalar([1n, 2n], [G, G]), multiplyBase(3n)) // true
 */
export const multiScalar = (scalars: readonly bigint[], points: readonly Point[]): Point =>
  multiScalarOfRows(scalarRows(scalars), rowsOf(points))

/**
 * Returns the sum of scalars[i]·points[i] in variable time, for rows: scalars of 32 bytes, points of 128.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * equalPoints(multiScalarOfRows(scalarRows([3n]), G.extended), multiplyBase(3n)) // true
 */
export const multiScalarOfRows = (scalars: Uint8Array, points: Uint8Array): Point =>
  pointOf(arithmetic.multiplySums(new Uint8Array(KEY_LENGTH), scalars, points))

/**
 * Reduces n points (rows of 128 bytes) to n/m with 2·m scalars: result i is the sum of scalar 2·k + i mod 2 times point i + k·n/m.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * const rows = Uint8Array.of(...G.extended, ...H.extended, ...G.extended, ...H.extended)
 * foldPoints(rows, scalarRows([1n, 1n, 2n, 2n])).length // 256
 */
export const foldPoints = (points: Uint8Array, scalars: Uint8Array): Uint8Array => arithmetic.fold(points, scalars, 2)

/** Points prepared for repeated multiplication; see `keepPoints`. */
export type KeptPoints = {
  /** Returns the sum of scalar·point, for at most as many scalars (rows of 32 bytes) as points. */
  readonly sum: (scalars: Uint8Array) => Point
  /** Returns `foldPoints` of the first `count` points. */
  readonly fold: (scalars: Uint8Array, count: number) => Uint8Array
}

/**
 * Prepares points (rows of 128 bytes) for repeated multiplication with the current arithmetic. Variable time.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * equalPoints(keepPoints(G.extended).sum(scalarRows([3n])), multiplyBase(3n)) // true
 */
export const keepPoints = (points: Uint8Array): KeptPoints => {
  let keeper: PointArithmetic | undefined
  let kept: KeptRows | undefined
  const current = (): KeptRows => {
    if (kept === undefined || keeper !== arithmetic) [keeper, kept] = [arithmetic, arithmetic.keep(points)]
    return kept
  }
  return {
    sum: (scalars) => pointOf(current().sum(scalars)),
    fold: (scalars, count) => current().fold(scalars, 2, count),
  }
}

/**
 * Returns point `i` of rows of 128 bytes, as a view on the same memory.
 *
 * @example
 * pointRow(Uint8Array.of(...G.extended, ...H.extended), 1) // H.extended
 */
export const pointRow = (points: Uint8Array, i: number): Uint8Array =>
  points.subarray(i * POINT_LENGTH, (i + 1) * POINT_LENGTH)

/**
 * Returns whether L·point is the identity. Key images must satisfy it: a torsion component would give one output several key images.
 *
 * @example
 * inPrimeSubgroup(G) // true
 */
export const inPrimeSubgroup = ({ extended }: Point): boolean => arithmetic.inPrimeSubgroup(extended)[0] === 1

/**
 * Returns for each key of 32 bytes whether it decodes to a point of the prime-order subgroup.
 *
 * @example
 * arePrimePoints([encodePoint(G), new Uint8Array(32)]) // [true, false]
 */
export const arePrimePoints = (keys: readonly Uint8Array[]): boolean[] => {
  const { points, valid } = arithmetic.decode(concat(...keys))
  const prime = arithmetic.inPrimeSubgroup(points)
  return Array.from(valid, (flag, i) => flag === 1 && prime[i] === 1)
}

/**
 * Returns Hp of each key of 32 bytes: points of the prime-order subgroup with unknown discrete logarithms.
 * @throws InvalidPointError if a key has another length
 *
 * @example
 * hashToPoints([encodePoint(G)]).map(inPrimeSubgroup) // [true]
 */
export const hashToPoints = (keys: readonly Uint8Array[]): Point[] => pointsOf(hashToPointRows(keys))

/**
 * Returns Hp of each key of 32 bytes, as rows of 128 bytes.
 * @throws InvalidPointError if a key has another length
 *
 * @example
 * hashToPointRows([new Uint8Array(32)]).length // 128
 */
export const hashToPointRows = (keys: readonly Uint8Array[]): Uint8Array => {
  for (const { length } of keys)
    if (length !== KEY_LENGTH) throw new InvalidPointError(`${KEY_LENGTH} bytes are hashed to a point, not ${length}`)
  return arithmetic.hashToPoints(concat(...keys))
}

/**
 * Returns Hp of a key of 32 bytes.
 * @throws InvalidPointError if the key has another length
 *
 * @example
 * equalPoints(hashToPoint(encodePoint(G)), hashToPoints([encodePoint(G)])[0]) // true
 * hashToPoint(new Uint8Array(31)) // throws InvalidPointError
 */
export const hashToPoint = (key: Uint8Array): Point => {
  const [point = IDENTITY] = hashToPoints([key])
  return point
}

/**
 * Returns secret·Hp(key) of n keys and n secrets (rows of 32 bytes), encoded. Constant time in the secrets.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * multiplyHashed(encodePoint(G), scalarRows([1n])) // encodePoint(hashToPoint(encodePoint(G)))
 */
export const multiplyHashed = (keys: Uint8Array, secrets: Uint8Array): Uint8Array => arithmetic.keyImages(keys, secrets)

// Points of the curve: -x² + y² = 1 + d·x²y² modulo p. The group that G generates has prime order L; the whole curve has 8·L points.
// Everything above this file works on points through these functions alone. Behind them runs one of two arithmetics: the reference
// from the start, the WASM kernel once it is loaded. A point means the same to both.

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
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

/** 32 bytes that should encode a point and do not. */
export class InvalidPointError extends Error {
  override readonly name = 'InvalidPointError'
}

let arithmetic: PointArithmetic = portablePoints

/** From now on `chosen` computes; tests hold the arithmetics to the same answers with it. */
export const usePointArithmetic = (chosen: PointArithmetic): void => {
  arithmetic = chosen
}

let loading: Promise<void> | undefined

/**
 * Makes the kernel compute, once it is loaded; where there is no WebAssembly the reference stays. To be called by whoever starts an
 * engine or a node. More than one call does no harm.
 * @throws KernelLoadError when the kernel's file cannot be read
 */
export const loadPointKernel = (): Promise<void> => {
  loading ??= createPointKernel().then(usePointArithmetic, (error) => {
    if (error instanceof KernelUnavailableError) return
    loading = undefined
    throw error
  })
  return loading
}

const one = (extended: Uint8Array): Point => ({ extended })

const rowsOf = (points: readonly Point[]): Uint8Array => concat(...points.map(({ extended }) => extended))

const pointsOf = (rows: Uint8Array): Point[] =>
  Array.from({ length: rows.length / POINT_LENGTH }, (_, i) =>
    one(rows.slice(i * POINT_LENGTH, (i + 1) * POINT_LENGTH)),
  )

/**
 * The points that keys of 32 bytes encode: y, with the sign of x in the top bit. As the reference decodes
 * (`ge_frombytes_vartime`): y not below p, a y without an x, and x = 0 with a sign are refused; points outside the prime-order
 * group are not.
 * @throws InvalidPointError
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
 * The point that 32 bytes encode, as `decodePoints`.
 * @throws InvalidPointError
 */
export const decodePoint = (bytes: Uint8Array): Point => {
  const [point] = decodePoints([bytes])
  if (point === undefined) throw new InvalidPointError(`${toHex(bytes)} is not a point of the curve`)
  return point
}

/** Runs a check on material from outside: an encoding that is no point makes the answer no. */
export const refusingBadPoints = (check: () => boolean): boolean => {
  try {
    return check()
  } catch (error) {
    if (error instanceof InvalidPointError) return false
    throw error
  }
}

/** Whether 32 bytes decode to a point. */
export const isPoint = (bytes: Uint8Array): boolean =>
  bytes.length === KEY_LENGTH && arithmetic.decode(bytes).valid[0] === 1

/** Whether each of the keys, 32 bytes each, decodes to a point. */
export const arePoints = (keys: readonly Uint8Array[]): boolean[] =>
  Array.from(arithmetic.decode(concat(...keys)).valid, (flag) => flag === 1)

/** The neutral element. */
export const IDENTITY: Point = one(
  concat(new Uint8Array(32), ...[1, 1, 0].map((coordinate) => Uint8Array.of(coordinate, ...new Uint8Array(31)))),
)

/** The base point. */
export const G: Point = decodePoint(fromHex('58'.padEnd(64, '6')))

/** The generator that amounts multiply; nobody knows its logarithm to G. */
export const H: Point = decodePoint(H_BYTES)

/** The encodings of many points for the price of one inversion. */
export const encodePoints = (points: readonly Point[]): Uint8Array[] => {
  const keys = arithmetic.encode(rowsOf(points))
  return points.map((_, i) => keys.slice(KEY_LENGTH * i, KEY_LENGTH * (i + 1)))
}

/** The encodings of two points. */
export const encodePair = (a: Point, b: Point): [Uint8Array, Uint8Array] => {
  const keys = arithmetic.encode(rowsOf([a, b]))
  return [keys.slice(0, KEY_LENGTH), keys.slice(KEY_LENGTH)]
}

/** The 32 bytes that encode a point. */
export const encodePoint = ({ extended }: Point): Uint8Array => arithmetic.encode(extended)

export const addPoints = (a: Point, b: Point): Point => one(arithmetic.add(a.extended, b.extended))

export const subtractPoints = (a: Point, b: Point): Point => one(arithmetic.subtract(a.extended, b.extended))

/** Each of `points` less `point`. */
export const subtractFromAll = (points: readonly Point[], point: Point): Point[] =>
  pointsOf(arithmetic.subtract(rowsOf(points), rowsOf(points.map(() => point))))

/** The sum of the points of `plus` less those of `minus`. */
export const sumPoints = (plus: readonly Point[], minus: readonly Point[] = []): Point => {
  const negative = [...plus.map(() => 0), ...minus.map(() => 1)]
  return sumOfRows(rowsOf([...plus, ...minus]), negative)
}

/** The sum of points (rows of 128 bytes), those with a 1 in `negative` subtracted. */
export const sumOfRows = (points: Uint8Array, negative: readonly number[]): Point =>
  one(arithmetic.sum(points, Uint8Array.from(negative)))

const coordinate = ({ extended }: Point, i: number): bigint => numberFromBytes(extended.subarray(32 * i, 32 * i + 32))

/** Whether two points are the same, whatever their coordinates. */
export const equalPoints = (a: Point, b: Point): boolean =>
  (coordinate(a, 0) * coordinate(b, 2) - coordinate(b, 0) * coordinate(a, 2)) % P === 0n &&
  (coordinate(a, 1) * coordinate(b, 2) - coordinate(b, 1) * coordinate(a, 2)) % P === 0n

/** Whether a point is the neutral element: x = 0 and y = 1. */
export const isIdentity = ({ extended }: Point): boolean =>
  extended.subarray(0, 32).every((byte) => byte === 0) &&
  equalBytes(extended.subarray(32, 64), extended.subarray(64, 96))

/** 8 times a point: it lands in the prime-order group. */
export const multiplyBy8 = ({ extended }: Point): Point => one(arithmetic.double(extended, 3))

/** 8 times each point. */
export const multiplyAllBy8 = (points: readonly Point[]): Point[] => pointsOf(arithmetic.double(rowsOf(points), 3))

/** scalar·point for a secret scalar: the sequence of operations does not depend on it. */
export const multiplySecret = ({ extended }: Point, scalar: bigint): Point =>
  one(arithmetic.multiplySecret(extended, scalarRows([scalar])))

/** scalar·G for a secret scalar. */
export const multiplyBaseSecret = (scalar: bigint): Point => one(arithmetic.multiplyBaseSecret(scalarRows([scalar])))

/** scalar·point for a public scalar, faster and in variable time. */
export const multiplyPublic = (point: Point, scalar: bigint): Point => multiScalar([scalar], [point])

/** scalarG·G + scalarH·H in variable time: for public scalars, and for batches where each secret is used once. */
export const multiplyBases = (scalarG: bigint, scalarH: bigint): Point =>
  one(arithmetic.multiplyBases(scalarRows([scalarG]), scalarRows([scalarH])))

/** The keys that encode g·G + h·H, pair by pair (scalars and keys are rows of 32 bytes), in variable time. */
export const multiplyBaseRows = (g: Uint8Array, h: Uint8Array): Uint8Array =>
  arithmetic.encode(arithmetic.multiplyBases(g, h))

/** scalar·G in variable time. */
export const multiplyBase = (scalar: bigint): Point => multiplyBases(scalar, 0n)

/** scalar·H in variable time. */
export const multiplyH = (scalar: bigint): Point => multiplyBases(0n, scalar)

/** A sum of multiples: base·G and scalars[i]·points[i]. */
export type Sum = { readonly base: bigint; readonly scalars: readonly bigint[]; readonly points: readonly Point[] }

/** Several sums with equally many terms, in variable time. */
export const multiScalars = (sums: readonly Sum[]): Point[] =>
  pointsOf(
    arithmetic.multiplySums(
      scalarRows(sums.map(({ base }) => base)),
      scalarRows(sums.flatMap(({ scalars }) => scalars)),
      rowsOf(sums.flatMap(({ points }) => points)),
    ),
  )

/** The sum of scalars[i]·points[i], in variable time. */
export const multiScalar = (scalars: readonly bigint[], points: readonly Point[]): Point =>
  multiScalarOfRows(scalarRows(scalars), rowsOf(points))

/** The same of rows: scalars of 32 bytes, points of 128, one after the other. */
export const multiScalarOfRows = (scalars: Uint8Array, points: Uint8Array): Point =>
  one(arithmetic.multiplySums(new Uint8Array(KEY_LENGTH), scalars, points))

/** With m·2 scalars n points (rows of 128 bytes) become n/m: point i is the sum of scalar 2·k + i mod 2 times point i + k·n/m. */
export const foldPoints = (points: Uint8Array, scalars: Uint8Array): Uint8Array => arithmetic.fold(points, scalars, 2)

/** Points that are multiplied again and again; see `keepPoints`. */
export type KeptPoints = {
  /** The sum of scalar·point; as many scalars (rows of 32 bytes) as points, or fewer. */
  readonly sum: (scalars: Uint8Array) => Point
  /** As `foldPoints` of the first `count` points. */
  readonly fold: (scalars: Uint8Array, count: number) => Uint8Array
}

/**
 * Points (rows of 128 bytes) that are multiplied again and again: whatever arithmetic runs then keeps what it likes of them.
 * Variable time.
 */
export const keepPoints = (points: Uint8Array): KeptPoints => {
  let keeper: PointArithmetic | undefined
  let kept: KeptRows | undefined
  const current = (): KeptRows => {
    if (kept === undefined || keeper !== arithmetic) [keeper, kept] = [arithmetic, arithmetic.keep(points)]
    return kept
  }
  return {
    sum: (scalars) => one(current().sum(scalars)),
    fold: (scalars, count) => current().fold(scalars, 2, count),
  }
}

/** Point `i` of rows. */
export const pointRow = (points: Uint8Array, i: number): Uint8Array =>
  points.subarray(i * POINT_LENGTH, (i + 1) * POINT_LENGTH)

/** Whether L·point is the identity. Key images must be: a stray torsion part would give one output several of them. */
export const inPrimeSubgroup = ({ extended }: Point): boolean => arithmetic.inPrimeSubgroup(extended)[0] === 1

/** Whether each of the keys, 32 bytes each, decodes to a point of the prime-order group. */
export const arePrimePoints = (keys: readonly Uint8Array[]): boolean[] => {
  const { points, valid } = arithmetic.decode(concat(...keys))
  const prime = arithmetic.inPrimeSubgroup(points)
  return Array.from(valid, (flag, i) => flag === 1 && prime[i] === 1)
}

/**
 * Hp of each key of 32 bytes: points of the prime-order group whose logarithms nobody knows.
 * @throws InvalidPointError for keys of another length
 */
export const hashToPoints = (keys: readonly Uint8Array[]): Point[] => pointsOf(hashToPointRows(keys))

/** The same as rows of 128 bytes. */
export const hashToPointRows = (keys: readonly Uint8Array[]): Uint8Array => {
  for (const { length } of keys)
    if (length !== KEY_LENGTH) throw new InvalidPointError(`${KEY_LENGTH} bytes are hashed to a point, not ${length}`)
  return arithmetic.hashToPoints(concat(...keys))
}

/**
 * Hp of a key.
 * @throws InvalidPointError for a key of another length than 32
 */
export const hashToPoint = (key: Uint8Array): Point => {
  const [point = IDENTITY] = hashToPoints([key])
  return point
}

/** The encodings of secret·Hp(key) for n keys and n secrets, rows of 32 bytes, in constant time in the secrets. */
export const multiplyHashed = (keys: Uint8Array, secrets: Uint8Array): Uint8Array => arithmetic.keyImages(keys, secrets)

// Points of the curve: -x² + y² = 1 + d·x²y² modulo p. The group that G generates has prime order L; the whole curve has 8·L points.
// All other code works on points through these functions, `scalarMultiplication` and `hashToPoint`. They use the selected implementation
// of point arithmetic (`currentArithmetic`).

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { currentArithmetic } from './currentArithmetic.ts'
import { P } from './field.ts'
import { H_BYTES, KEY_LENGTH, POINT_LENGTH } from './pointArithmetic.ts'
import { numberFromBytes } from './scalar.ts'

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

/**
 * Returns the point with the given extended coordinates (128 bytes).
 *
 * @example
 * pointOf(G.extended) // G
 */
export const pointOf = (extended: Uint8Array): Point => ({ extended })

/**
 * Returns the extended coordinates of points as rows of 128 bytes.
 *
 * @example
 * rowsOf([G]) // G.extended
 */
export const rowsOf = (points: readonly Point[]): Uint8Array => concat(...points.map(({ extended }) => extended))

/**
 * Returns the points of rows of 128 bytes.
 *
 * @example
 * pointsOf(rowsOf([G, H])) // [G, H]
 */
export const pointsOf = (rows: Uint8Array): Point[] =>
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
  const { points, valid } = currentArithmetic().decode(concat(...keys))
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
  bytes.length === KEY_LENGTH && currentArithmetic().decode(bytes).valid[0] === 1

/**
 * Returns for each key of 32 bytes whether it decodes to a point.
 *
 * @example
 * arePoints([encodePoint(G), new Uint8Array(32).fill(255)]) // [true, false]
 */
export const arePoints = (keys: readonly Uint8Array[]): boolean[] =>
  Array.from(currentArithmetic().decode(concat(...keys)).valid, (flag) => flag === 1)

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
  const keys = currentArithmetic().encode(rowsOf(points))
  return points.map((_, i) => keys.slice(KEY_LENGTH * i, KEY_LENGTH * (i + 1)))
}

/**
 * Encodes two points, 32 bytes each.
 *
 * @example
 * encodePair(G, H) // [encodePoint(G), encodePoint(H)]
 */
export const encodePair = (a: Point, b: Point): [Uint8Array, Uint8Array] => {
  const keys = currentArithmetic().encode(rowsOf([a, b]))
  return [keys.slice(0, KEY_LENGTH), keys.slice(KEY_LENGTH)]
}

/**
 * Encodes a point, 32 bytes.
 *
 * @example
 * encodePoint(IDENTITY) // Uint8Array.of(1, ...new Uint8Array(31))
 */
export const encodePoint = ({ extended }: Point): Uint8Array => currentArithmetic().encode(extended)

/**
 * Returns a + b.
 *
 * @example
 * import { multiplyBase } from './scalarMultiplication.ts'
 * equalPoints(addPoints(G, G), multiplyBase(2n)) // true
 */
export const addPoints = (a: Point, b: Point): Point => pointOf(currentArithmetic().add(a.extended, b.extended))

/**
 * Returns a[i] + b[i] for equally many points.
 *
 * @example
 * import { multiplyBase } from './scalarMultiplication.ts'
 * addPairs([G, G], [G, IDENTITY]).map((sum, i) => equalPoints(sum, multiplyBase(i === 0 ? 2n : 1n))) // [true, true]
 */
export const addPairs = (a: readonly Point[], b: readonly Point[]): Point[] =>
  pointsOf(currentArithmetic().add(rowsOf(a), rowsOf(b)))

/**
 * Returns a - b.
 *
 * @example
 * isIdentity(subtractPoints(G, G)) // true
 */
export const subtractPoints = (a: Point, b: Point): Point =>
  pointOf(currentArithmetic().subtract(a.extended, b.extended))

/**
 * Returns each of `points` minus `point`.
 *
 * @example
 * subtractFromAll([G], G).map(isIdentity) // [true]
 */
export const subtractFromAll = (points: readonly Point[], point: Point): Point[] =>
  pointsOf(currentArithmetic().subtract(rowsOf(points), rowsOf(points.map(() => point))))

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
  pointOf(currentArithmetic().sum(points, Uint8Array.from(negative)))

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
 * import { multiplyBase } from './scalarMultiplication.ts'
 * equalPoints(multiplyBy8(G), multiplyBase(8n)) // true
 */
export const multiplyBy8 = ({ extended }: Point): Point => pointOf(currentArithmetic().double(extended, 3))

/**
 * Returns 8·point of each point.
 *
 * @example
 * import { multiplyBase } from './scalarMultiplication.ts'
 * equalPoints(multiplyAllBy8([G])[0], multiplyBase(8n)) // true
 */
export const multiplyAllBy8 = (points: readonly Point[]): Point[] =>
  pointsOf(currentArithmetic().double(rowsOf(points), 3))

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
export const inPrimeSubgroup = ({ extended }: Point): boolean => currentArithmetic().inPrimeSubgroup(extended)[0] === 1

/**
 * Returns for each key of 32 bytes whether it decodes to a point of the prime-order subgroup.
 *
 * @example
 * arePrimePoints([encodePoint(G), new Uint8Array(32)]) // [true, false]
 */
export const arePrimePoints = (keys: readonly Uint8Array[]): boolean[] => {
  const { points, valid } = currentArithmetic().decode(concat(...keys))
  const prime = currentArithmetic().inPrimeSubgroup(points)
  return Array.from(valid, (flag, i) => flag === 1 && prime[i] === 1)
}

// Questions for a level of the point kernel: decoding, encoding, hash to point, multiplication by secrets, key images, sums and folds. They
// are asked at start, and a level that does not answer like a slower one is not used.

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { fromHex } from '../../bytes/hex.ts'
import { H_BYTES, KEY_LENGTH, POINT_LENGTH, type PointArithmetic } from './pointArithmetic.ts'

/** The functions of points that levels compute differently. */
export type LeveledArithmetic = Pick<
  PointArithmetic,
  | 'decode'
  | 'encode'
  | 'hashToPoints'
  | 'inPrimeSubgroup'
  | 'multiplySecret'
  | 'keyImages'
  | 'multiplyBaseSecret'
  | 'multiplyBasesSecret'
  | 'multiplySums'
  | 'fold'
  | 'precompute'
>

const G_BYTES = fromHex('58'.padEnd(64, '6'))
const NO_POINT = new Uint8Array(KEY_LENGTH).fill(0xff)
/** A point of order 2, (0, -1), encoded: not in the prime-order subgroup. */
const ORDER_TWO = Uint8Array.of(0xec, ...new Uint8Array(30).fill(0xff), 0x7f)
/** Keys of a question: an odd number, so that kernels of several lanes have a remainder. */
const KEYS = 7
/** Repetitions that make a sum so long that the relaxed level computes it in buckets (`usesBuckets` of wasm/assembly/lanes/sums.ts). */
const REPETITIONS = 28

/** Returns scalars of all sizes: rows of arbitrary bytes, of which the first are zero and one. */
const scalarsOf = (count: number): Uint8Array => {
  const rows = Uint8Array.from({ length: KEY_LENGTH * count }, (_, i) => (i * i * 29 + 31 * (i >> 5) + 5) & 255)
  rows.fill(0, 0, 2 * KEY_LENGTH)
  rows[KEY_LENGTH] = 1
  return rows
}

/** Returns the rows in another order: the last one first. */
const rotated = (rows: Uint8Array): Uint8Array => concat(rows.subarray(-KEY_LENGTH), rows.subarray(0, -KEY_LENGTH))

const repeated = (row: Uint8Array, count: number): Uint8Array => concat(...Array.from({ length: count }, () => row))

/** Returns the answers to all questions, as bytes. `points` are KEYS rows. */
const answersOf = (level: LeveledArithmetic, keys: Uint8Array, points: Uint8Array): Uint8Array => {
  const scalars = scalarsOf(KEYS)
  const { points: decoded, valid } = level.decode(concat(keys, NO_POINT))
  const [base, bases] = [scalars.subarray(2 * KEY_LENGTH, 3 * KEY_LENGTH), scalars.subarray(0, 3 * KEY_LENGTH)]
  const [six, sixPoints] = [scalars.subarray(0, 6 * KEY_LENGTH), points.subarray(0, 6 * POINT_LENGTH)]
  const precomputed = level.precompute(points)
  const torsion = level.decode(ORDER_TWO).points
  return concat(
    valid,
    level.inPrimeSubgroup(concat(torsion, points)),
    level.encode(decoded.subarray(0, POINT_LENGTH * KEYS)),
    level.encode(level.hashToPoints(keys)),
    level.encode(level.multiplySecret(points, scalars)),
    level.keyImages(keys, scalars),
    level.encode(level.multiplyBaseSecret(scalars)),
    level.encode(level.multiplyBasesSecret(scalars, rotated(scalars))),
    level.encode(level.multiplySums(base, scalars, points)),
    level.encode(level.multiplySums(bases, six, sixPoints)),
    level.encode(precomputed.sum(scalars)),
    level.encode(precomputed.fold(scalars.subarray(2 * KEY_LENGTH, 6 * KEY_LENGTH), 2, 6)),
    level.encode(precomputed.blockSums(scalars.subarray(2 * KEY_LENGTH, 3 * KEY_LENGTH), 3, 1, 2)),
    level.encode(precomputed.signedSums(Uint8Array.of(1, 0, 1), 3, 2)),
    level.encode(level.fold(sixPoints, scalars.subarray(2 * KEY_LENGTH, 4 * KEY_LENGTH), 1)),
    level.encode(
      level.fold(sixPoints.subarray(0, 4 * POINT_LENGTH), scalars.subarray(2 * KEY_LENGTH, 6 * KEY_LENGTH), 2),
    ),
  )
}

/** Returns whether a level computes a long sum as the portable arithmetic computes the same multiple of a short one. */
const addsManyLike = (level: LeveledArithmetic, reference: LeveledArithmetic, points: Uint8Array): boolean => {
  const [none, scalars] = [new Uint8Array(KEY_LENGTH), scalarsOf(KEYS)]
  const many = level.multiplySums(none, repeated(scalars, REPETITIONS), repeated(points, REPETITIONS))
  const once = reference.multiplySums(none, scalars, points)
  const expected = reference.multiplySums(none, Uint8Array.of(REPETITIONS, ...none.subarray(1)), once)
  return equalBytes(level.encode(many), reference.encode(expected))
}

/**
 * Returns whether a level gives the same answers as another one.
 *
 * @example
 * import { portablePoints } from './portablePoints.ts'
 * answersLike(portablePoints, portablePoints) // true
 */
export const answersLike = (level: LeveledArithmetic, reference: LeveledArithmetic): boolean => {
  const hashed = reference.hashToPoints(
    concat(...Array.from({ length: KEYS - 2 }, (_, i) => H_BYTES.map((byte) => byte ^ i))),
  )
  const keys = concat(G_BYTES, H_BYTES, reference.encode(hashed))
  const { points } = reference.decode(keys)
  return (
    equalBytes(answersOf(level, keys, points), answersOf(reference, keys, points)) &&
    addsManyLike(level, reference, points)
  )
}

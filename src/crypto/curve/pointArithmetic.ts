// The interface of arithmetic with points and secret scalars. It has two implementations with bit-equal results: `portablePoints` runs everywhere,
// `pointKernel` is the fast one, on WASM. Both work on rows of bytes, so callers do not depend on which one runs.

import { fromHex } from '../../bytes/hex.ts'
import type { ScalarArithmetic } from './scalarArithmetic.ts'

/** Length of a point in bytes: the extended coordinates X, Y, Z, T (x = X/Z, y = Y/Z, T = XY/Z), each reduced, 32 little-endian bytes. */
export const POINT_LENGTH = 128

/** Length in bytes of a key (an encoded point) and of a scalar. */
export const KEY_LENGTH = 32

/** H, the generator for amounts, encoded. Its discrete logarithm to base G is unknown. */
export const H_BYTES = fromHex('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94')

/** Points prepared for repeated multiplication. */
export type PrecomputedPoints = {
  /** Returns the sum of scalar·point, for at most as many scalars as points. */
  sum(scalars: Uint8Array): Uint8Array
  /** Returns the `fold` of the first `count` points. */
  fold(scalars: Uint8Array, sets: number, count: number): Uint8Array
  /**
   * Of every `sets`-th point from `set` on, returns a sum for each of `blocks` consecutive blocks, with as many points as there are scalars: all
   * sums have the same scalars.
   */
  blockSums(scalars: Uint8Array, blocks: number, set: number, sets: number): Uint8Array
  /**
   * Returns sums of points, each subtracted where its sign (a byte) is 0 and added where it is 1. Every `sets`-th point belongs to a set, which
   * has as many points as there are signs. Points of a set and signs are divided into `blocks` consecutive blocks: a sum for each set, each
   * block of its points, and each block of signs.
   */
  signedSums(signs: Uint8Array, blocks: number, sets: number): Uint8Array
}

/**
 * Functions over rows: keys and scalars of 32 bytes, points of 128 bytes. Scalars need not be reduced. For "secret" scalars the kernel's
 * sequence of operations does not depend on the scalars; all other functions of points take variable time.
 */
export type PointArithmetic = ScalarArithmetic & {
  /**
   * Decodes keys as monerod does (`ge_frombytes_vartime`). `valid` has a byte per key: 0 if the key is not a point, and then the row
   * of `points` has no meaning.
   */
  decode(keys: Uint8Array): { readonly points: Uint8Array; readonly valid: Uint8Array }
  /** Encodes points as keys. */
  encode(points: Uint8Array): Uint8Array
  /** Returns a + b of each pair. */
  add(a: Uint8Array, b: Uint8Array): Uint8Array
  /** Returns a - b of each pair. */
  subtract(a: Uint8Array, b: Uint8Array): Uint8Array
  /** Returns 2^times · point of each point; `times` is at least 2. */
  double(points: Uint8Array, times: number): Uint8Array
  /** Returns the sum of points. Points with a non-zero byte in `negative` are subtracted. */
  sum(points: Uint8Array, negative: Uint8Array): Uint8Array
  /** Returns a byte per point: 1 if it is in the prime-order subgroup. */
  inPrimeSubgroup(points: Uint8Array): Uint8Array
  /** Returns Hp of each key. */
  hashToPoints(keys: Uint8Array): Uint8Array
  /** Returns scalar·point of each pair, for secret scalars. */
  multiplySecret(points: Uint8Array, scalars: Uint8Array): Uint8Array
  /** Returns scalar·G of each scalar, for secret scalars. */
  multiplyBaseSecret(scalars: Uint8Array): Uint8Array
  /** Returns g·G + h·H of each pair, for secret scalars. */
  multiplyBasesSecret(g: Uint8Array, h: Uint8Array): Uint8Array
  /** Returns secret·Hp(key) of each pair, encoded, for secret scalars. */
  keyImages(keys: Uint8Array, secrets: Uint8Array): Uint8Array
  /** Returns g·G + h·H of each pair. */
  multiplyBases(g: Uint8Array, h: Uint8Array): Uint8Array
  /** Returns a sum per scalar of `bases`: base·G plus scalar·point of its share of the terms, of which all sums have equally many. */
  multiplySums(bases: Uint8Array, scalars: Uint8Array, points: Uint8Array): Uint8Array
  /**
   * Reduces n points to n/m with m·sets scalars: result i is the sum of scalar k·sets + i mod sets times point i + k·n/m. With two
   * sets, points of even and of odd index have separate scalars.
   */
  fold(points: Uint8Array, scalars: Uint8Array, sets: number): Uint8Array
  /** Prepares points for repeated multiplication. Costs time, and memory that is never released. */
  precompute(points: Uint8Array): PrecomputedPoints
}

// What an arithmetic of points can do. There are two, which agree in every bit: `pointReference` runs everywhere, `pointKernel` is
// the fast one, on WASM. Both work on rows of bytes, so that nothing above knows which of them runs.

import { fromHex } from '../../bytes/hex.ts'

/** Bytes of a point: the extended coordinates X, Y, Z, T (x = X/Z, y = Y/Z, T = XY/Z), each reduced, 32 little-endian bytes. */
export const POINT_LENGTH = 128

/** Bytes of a key, that is of an encoded point, and of a scalar. */
export const KEY_LENGTH = 32

/** The generator that amounts multiply, encoded; nobody knows its logarithm to G. */
export const H_BYTES = fromHex('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94')

/** Points that are multiplied again and again. */
export type KeptPoints = {
  /** The sum of scalar·point; as many scalars as points, or fewer. */
  sum(scalars: Uint8Array): Uint8Array
  /** As `fold` of the first `count` points. */
  fold(scalars: Uint8Array, sets: number, count: number): Uint8Array
}

/**
 * Functions over rows: keys and scalars of 32 bytes, points of 128, one after the other. Scalars need not be reduced. "Secret"
 * means that the sequence of operations does not depend on the scalars; elsewhere times depend on everything.
 */
export type PointArithmetic = {
  /**
   * The points that keys encode, as the reference decodes (`ge_frombytes_vartime`). `valid` has a byte per key: 0 where it encodes
   * none, and the point means nothing.
   */
  decode(keys: Uint8Array): { readonly points: Uint8Array; readonly valid: Uint8Array }
  /** The keys that encode points. */
  encode(points: Uint8Array): Uint8Array
  /** a + b, pair by pair. */
  add(a: Uint8Array, b: Uint8Array): Uint8Array
  /** a - b, pair by pair. */
  subtract(a: Uint8Array, b: Uint8Array): Uint8Array
  /** 2^times (at least 2) times each point. */
  double(points: Uint8Array, times: number): Uint8Array
  /** The sum of points, those with a byte other than 0 in `negative` subtracted. */
  sum(points: Uint8Array, negative: Uint8Array): Uint8Array
  /** A byte per point: whether it lies in the prime-order group. */
  inPrimeSubgroup(points: Uint8Array): Uint8Array
  /** Hp of each key. */
  hashToPoints(keys: Uint8Array): Uint8Array
  /** scalar·point for secret scalars, pair by pair. */
  multiplySecret(points: Uint8Array, scalars: Uint8Array): Uint8Array
  /** scalar·G for secret scalars. */
  multiplyBaseSecret(scalars: Uint8Array): Uint8Array
  /** The keys that encode secret·Hp(key), pair by pair, for secret secrets. */
  keyImages(keys: Uint8Array, secrets: Uint8Array): Uint8Array
  /** g·G + h·H, pair by pair. */
  multiplyBases(g: Uint8Array, h: Uint8Array): Uint8Array
  /** For each scalar of `bases`, that times G plus its equal share of the sums of scalar·point. */
  multiplySums(bases: Uint8Array, scalars: Uint8Array, points: Uint8Array): Uint8Array
  /**
   * With m·sets scalars n points become n/m: point i is the sum of scalar k·sets + i mod sets times point i + k·n/m. So with two
   * sets, points of even and of odd index have scalars of their own.
   */
  fold(points: Uint8Array, scalars: Uint8Array, sets: number): Uint8Array
  /** Keeps points that will be multiplied again and again, for good: what is made of them costs time and memory. */
  keep(points: Uint8Array): KeptPoints
}

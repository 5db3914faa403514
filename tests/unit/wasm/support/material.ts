// Inputs for the kernel: batches, and keys that are random, non-canonical, of small or of mixed order. Also runs in browsers.

import { concat } from '../../../../src/bytes/bytes.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'
import type { Random } from '../../../../src/crypto/random/random.ts'
import type { ScanBatch } from '../../../../src/crypto/scan/scanner.ts'
import { bytesOf, Curve, type CurvePoint, L, littleEndian, P, pointOf, SIGN, times } from './nobleScan.ts'

/** The encodings of the eight points of small order. */
export const SMALL_ORDER: readonly Uint8Array[] = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
].map((hex) => fromHex(hex))

/** Returns the points of small order. */
export const torsion = (): readonly CurvePoint[] => SMALL_ORDER.map((bytes) => Curve.fromBytes(bytes, false))

/**
 * Returns encodings with y in 0 .. 30 and p - 30 .. 2^255 - 1 and both signs; they include x = 0 with a sign, y not below p and
 * non-squares.
 */
export const edgeEncodings = (): readonly Uint8Array[] => {
  const values: bigint[] = []
  for (let k = 0n; k <= 30n; k++) values.push(k)
  for (let y = P - 30n; y < 2n ** 255n; y++) values.push(y)
  return values.flatMap((value) => [bytesOf(value), bytesOf(value | SIGN)])
}

/** Returns the point that a careless decoder reads: y modulo p, no sign for x = 0. Undefined if y has no x. */
export const carelessPoint = (bytes: Uint8Array): CurvePoint | undefined => {
  const value = littleEndian(bytes)
  const y = (value & (SIGN - 1n)) % P
  return pointOf(bytesOf(y | (value & SIGN))) ?? pointOf(bytesOf(y))
}

/** Returns scalars at the edges of every recoding: 0, 1, l, powers of two and runs of ones, 256 bits long at most. */
export const edgeScalars = (): readonly bigint[] => {
  const scalars = new Set<bigint>([0n, 1n, 2n, 15n, 16n, 17n, 2n ** 255n - 1n, 2n ** 256n - 1n, P, P - 1n])
  for (const k of [1n, 2n, 3n, 7n, 8n]) for (const offset of [-1n, 0n, 1n]) scalars.add(k * L + offset)
  for (const bit of [5n, 8n, 29n, 31n, 32n, 51n, 52n, 63n, 64n, 127n, 128n, 251n, 252n, 253n, 254n, 255n])
    for (const offset of [-1n, 0n, 1n]) scalars.add(2n ** bit + offset)
  // All digits equal, and the longest carries of a recoding.
  for (const byte of [0x55, 0xaa, 0x7f, 0x80, 0x88, 0xf0, 0x0f, 0x10])
    scalars.add(littleEndian(new Uint8Array(32).fill(byte)))
  return [...scalars].filter((scalar) => scalar < 2n ** 256n)
}

/** Returns scalars of 64-bit words that are full, empty or neither, so that carries and borrows occur in every kind of word. */
export const wordScalars = (): readonly bigint[] => {
  const lower = [0n, 2n ** 64n - 1n, 0xdb5f4eceda1ce2a9n]
  const upper = [0n, 0x09e3779b97f4a7c1n, 0x0fffffffffffffffn, 0x0800000000000000n]
  return upper.flatMap((d) =>
    lower.flatMap((c) => lower.flatMap((b) => lower.map((a) => a + 2n ** 64n * (b + 2n ** 64n * (c + 2n ** 64n * d))))),
  )
}

export type Output = {
  readonly key: Uint8Array
  /** position among the transactions, each of which has `keysPerTransaction` keys */
  readonly transaction: number
  readonly index: number
  /** row of the additional key */
  readonly additional?: number
  readonly tag?: number
}

/** Creates a batch of transactions with `keysPerTransaction` keys each, stored consecutively in `keys`. */
export const batchOf = (
  keys: readonly Uint8Array[],
  outputs: readonly Output[],
  keysPerTransaction = 1,
): ScanBatch => ({
  keys: concat(...keys),
  outputs: concat(...outputs.map(({ key }) => key)),
  outputIndexes: Uint32Array.from(outputs, ({ index }) => index),
  firstKeys: Uint32Array.from(outputs, ({ transaction }) => transaction * keysPerTransaction),
  keyCounts: new Uint32Array(outputs.length).fill(keysPerTransaction),
  additionalKeys: Int32Array.from(outputs, ({ additional = -1 }) => additional),
  viewTags: Int16Array.from(outputs, ({ tag = -1 }) => tag),
})

/** Returns random points of the prime-order group. */
export const randomPoints = (random: Random, count: number): CurvePoint[] =>
  Array.from({ length: count }, () => times(Curve.BASE, littleEndian(random(32))))

export const randomKeys = (random: Random, count: number): Uint8Array[] =>
  randomPoints(random, count).map((point) => point.toBytes())

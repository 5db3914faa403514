// The scan as straightforward code on @noble/curves alone: every level of the kernel is compared with it. It uses nothing of src/crypto, so
// no arithmetic is compared with itself. Also runs in browsers.

import { ed25519 } from '@noble/curves/ed25519.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { ScanBatch, ScanHit } from '../../../../src/crypto/scan/scanner.ts'

export const Curve = ed25519.Point
export type CurvePoint = InstanceType<typeof Curve>

export const P = 2n ** 255n - 19n
/** Returns a number modulo P, 0 .. P-1. */
export const mod = (value: bigint): bigint => ((value % P) + P) % P
export const L = 2n ** 252n + 27742317777372353535851937790883648493n
/** The bit of an encoding that holds the sign of x. */
export const SIGN = 1n << 255n

export const littleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)

/** Returns 32 little-endian bytes. */
export const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))

/** Decodes a point; undefined if invalid: y not below p, y without x, or x = 0 with a sign. */
export const pointOf = (bytes: Uint8Array): CurvePoint | undefined => {
  try {
    return Curve.fromBytes(bytes, false)
  } catch {
    return undefined
  }
}

/** Returns a multiple, also of points outside the prime-order group. */
export const times = (point: CurvePoint, scalar: bigint): CurvePoint => point.multiplyUnsafe(scalar % L)

/** Cache of derivations, since tests repeat the same ones. */
const known = new Map<string, Uint8Array>()

/** Returns 8·secret·point as 32 bytes. */
export const derivationOf = (point: CurvePoint, viewSecret: Uint8Array): Uint8Array => {
  const question = `${point.toBytes().join()}:${viewSecret.join()}`
  const derivation = known.get(question) ?? times(point, littleEndian(viewSecret)).multiplyUnsafe(8n).toBytes()
  known.set(question, derivation)
  return derivation
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

const hash = (...parts: readonly ArrayLike<number>[]): Uint8Array =>
  keccak_256(Uint8Array.from(parts.flatMap((part) => Array.from(part))))

/** Cache of offsets, for the same reason. */
const knownOffsets = new Map<string, CurvePoint>()

/** Returns Hs(derivation || index)·G. */
export const offsetOf = (derivation: Uint8Array, index: number): CurvePoint => {
  const question = `${derivation.join()}:${index}`
  const offset = knownOffsets.get(question) ?? times(Curve.BASE, littleEndian(hash(derivation, varint(index))))
  knownOffsets.set(question, offset)
  return offset
}

/** Returns the one-time key of an output to `spendKey`. */
export const outputTo = (spendKey: CurvePoint, derivation: Uint8Array, index: number): Uint8Array =>
  spendKey.add(offsetOf(derivation, index)).toBytes()

/** Returns the spend key that an output is addressed to. */
export const ownerOf = (output: CurvePoint, derivation: Uint8Array, index: number): Uint8Array =>
  output.subtract(offsetOf(derivation, index)).toBytes()

export const tagOf = (derivation: Uint8Array, index: number): number =>
  hash(new TextEncoder().encode('view_tag'), derivation, varint(index))[0] ?? -1

const row = (rows: Uint8Array, i: number): Uint8Array => rows.subarray(32 * i, 32 * i + 32)
const at = (rows: ArrayLike<number>, i: number): number => rows[i] ?? Number.NaN

/** Returns the hits that a scanner with these watched keys must find. */
export const nobleScan = (viewSecret: Uint8Array, spendKeys: Uint8Array, batch: ScanBatch): ScanHit[] => {
  const positions = new Map<string, number>()
  for (let i = spendKeys.length / 32 - 1; i >= 0; i--) positions.set(row(spendKeys, i).join(), i)
  const derivations = Array.from({ length: batch.keys.length / 32 }, (_, key) => {
    const point = pointOf(row(batch.keys, key))
    return point && derivationOf(point, viewSecret)
  })
  const hits: ScanHit[] = []
  for (let output = 0; output < batch.outputs.length / 32; output++) {
    const index = at(batch.outputIndexes, output)
    const first = at(batch.firstKeys, output)
    const tag = at(batch.viewTags, output)
    const additional = at(batch.additionalKeys, output)
    const tried = Array.from({ length: at(batch.keyCounts, output) }, (_, i) => first + i)
    if (additional >= 0) tried.push(additional)
    const point = pointOf(row(batch.outputs, output))
    for (const key of tried) {
      const derivation = derivations[key]
      if (derivation === undefined || point === undefined || (tag >= 0 && tag !== tagOf(derivation, index))) continue
      const spendKey = positions.get(ownerOf(point, derivation, index).join())
      if (spendKey === undefined) continue
      hits.push({ output, key, derivation, spendKey })
      break
    }
  }
  return hits
}

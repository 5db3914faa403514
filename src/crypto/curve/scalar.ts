// Arithmetic modulo L, the prime order of the group that G generates. Scalars are 32 little-endian bytes where they rest and
// travel, and bigints in 0 .. L-1 inside a computation.

import { keccak256 } from '../hash/keccak.ts'
import { type Random, RandomnessError, randomBytes } from '../random.ts'

/** The order of G: 2^252 + 27742317777372353535851937790883648493. */
export const L = 2n ** 252n + 27742317777372353535851937790883648493n

/** A scalar that must be reduced, of 32 bytes or invertible, and is not. */
export class InvalidScalarError extends Error {
  override readonly name = 'InvalidScalarError'
}

/** The little-endian number that `bytes` (any length) spell, not reduced. */
export const numberFromBytes = (bytes: Uint8Array): bigint => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let value = 0n
  let offset = bytes.length
  while (offset % 8 !== 0) value = (value << 8n) | BigInt(view.getUint8(--offset))
  while (offset > 0) {
    offset -= 8
    value = (value << 64n) | view.getBigUint64(offset, true)
  }
  return value
}

/** `value` (0 .. 2^256-1) as 32 little-endian bytes. */
export const numberToBytes = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(32)
  const view = new DataView(bytes.buffer)
  for (let offset = 0; offset < 32; offset += 8) {
    view.setBigUint64(offset, BigInt.asUintN(64, value), true)
    value >>= 64n
  }
  return bytes
}

/** Numbers modulo L, 32 bytes each, one after the other. */
export const scalarRows = (values: readonly bigint[]): Uint8Array => {
  const rows = new Uint8Array(32 * values.length)
  const view = new DataView(rows.buffer)
  let offset = 0
  for (const value of values) {
    let rest = mod(value)
    for (let end = offset + 32; offset < end; offset += 8) {
      view.setBigUint64(offset, BigInt.asUintN(64, rest), true)
      rest >>= 64n
    }
  }
  return rows
}

/** `value` modulo L; negative values too. */
export const mod = (value: bigint): bigint => {
  const rest = value % L
  return rest < 0n ? rest + L : rest
}

/** The number that little-endian `bytes` (any length) spell, modulo L. */
export const scalarFromBytes = (bytes: Uint8Array): bigint => numberFromBytes(bytes) % L

/** `value` modulo L as 32 bytes. */
export const scalarToBytes = (value: bigint): Uint8Array => numberToBytes(mod(value))

/** 32 little-endian bytes modulo L (the reference's `sc_reduce32`). */
export const reduce32 = (bytes: Uint8Array): Uint8Array => numberToBytes(scalarFromBytes(bytes))

/** Whether `bytes` are 32 and spell a number below L. */
export const isCanonicalScalar = (bytes: Uint8Array): boolean => bytes.length === 32 && numberFromBytes(bytes) < L

/**
 * The scalar that 32 `bytes` spell.
 * @throws InvalidScalarError for another length or a number that is not below L
 */
export const canonicalScalar = (bytes: Uint8Array): bigint => {
  if (!isCanonicalScalar(bytes))
    throw new InvalidScalarError(
      `a scalar of 32 bytes below the group order is needed, not these ${bytes.length} bytes`,
    )
  return numberFromBytes(bytes)
}

export const addScalars = (a: bigint, b: bigint): bigint => mod(a + b)

export const subtractScalars = (a: bigint, b: bigint): bigint => mod(a - b)

export const multiplyScalars = (a: bigint, b: bigint): bigint => mod(a * b)

export const negateScalar = (a: bigint): bigint => mod(-a)

/**
 * 1/a modulo L, by the extended Euclidean algorithm; its time depends on `a`.
 * @throws InvalidScalarError for zero
 */
export const invertScalar = (a: bigint): bigint => {
  let [low, high] = [mod(a), L]
  if (low === 0n) throw new InvalidScalarError('zero has no inverse')
  let [x, y] = [1n, 0n]
  while (low !== 1n) {
    const quotient = high / low
    ;[low, high] = [high - quotient * low, low]
    ;[x, y] = [y - quotient * x, x]
  }
  return mod(x)
}

/** 1/8 modulo L: points are sent divided by 8, so that multiplying by 8 on arrival removes every torsion part. */
export const ONE_EIGHTH = invertScalar(8n)

/**
 * The inverses of many scalars for the price of one inversion (Montgomery's trick).
 * @throws InvalidScalarError when one of them is zero
 */
export const invertScalars = (scalars: readonly bigint[]): bigint[] => {
  const inverses: bigint[] = []
  let product = 1n
  for (const scalar of scalars) {
    inverses.push(product)
    product = mod(product * scalar)
  }
  let inverse = invertScalar(product)
  for (let i = scalars.length - 1; i >= 0; i--) {
    inverses[i] = mod(inverse * (inverses[i] ?? 0n))
    inverse = mod(inverse * (scalars[i] ?? 0n))
  }
  return inverses
}

/** The sum of many scalars modulo L. */
export const sumScalars = (scalars: readonly bigint[]): bigint => mod(scalars.reduce((sum, scalar) => sum + scalar, 0n))

/** `scalar` to the powers 0 .. count-1. */
export const scalarPowers = (scalar: bigint, count: number): bigint[] => {
  const powers: bigint[] = []
  let power = 1n
  for (let i = 0; i < count; i++) {
    powers.push(power)
    power = mod(power * scalar)
  }
  return powers
}

/** Hs: the keccak hash of the parts joined, modulo L, as 32 bytes. */
export const hashToScalar = (...parts: readonly Uint8Array[]): Uint8Array => reduce32(keccak256(...parts))

/** Random bytes that become a scalar, so many that no scalar is likelier than another. */
const UNIFORM = 64
/** Scalars drawn at once: browsers give at most 65,536 bytes. */
const DRAWN = 512

/**
 * Uniform scalars, never zero: 64 random bytes each, modulo L.
 * @throws RandomnessError when the source returns another number of bytes or zeros
 */
export const randomScalars = (random: Random, count: number): bigint[] => {
  const scalars: bigint[] = []
  while (scalars.length < count) {
    const length = UNIFORM * Math.min(DRAWN, count - scalars.length)
    const bytes = randomBytes(random, length)
    for (let at = 0; at < length; at += UNIFORM) {
      const scalar = scalarFromBytes(bytes.subarray(at, at + UNIFORM))
      if (scalar === 0n) throw new RandomnessError('the random source returned zeros')
      scalars.push(scalar)
    }
    bytes.fill(0)
  }
  return scalars
}

/**
 * A uniform scalar, never zero, as 32 bytes.
 * @throws RandomnessError when the source returns another number of bytes or zeros
 */
export const randomScalar = (random: Random): Uint8Array => scalarRows(randomScalars(random, 1))

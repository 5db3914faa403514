// Arithmetic modulo L, the prime order of the group that G generates. Scalars are 32 little-endian bytes in keys and messages, and
// bigints in 0 .. L-1 inside a computation. Bigints take variable time: secrets are computed with `secretScalar`.

import { equalBytes } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { keccak256 } from '../hash/keccak.ts'

/** The order of G: 2^252 + 27742317777372353535851937790883648493. */
export const L = 2n ** 252n + 27742317777372353535851937790883648493n

/** A scalar that is not 32 bytes, not reduced, or not invertible. */
export class InvalidScalarError extends FabaError {
  override readonly name = 'InvalidScalarError'
  readonly code = 'invalid-scalar'
}

/**
 * Decodes little-endian `bytes` of any length as a number, not reduced.
 *
 * @example
 * numberFromBytes(Uint8Array.of(2, 1)) // 258n
 */
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

/**
 * Encodes `value` (0 .. 2^256-1) as 32 little-endian bytes.
 *
 * @example
 * numberToBytes(1n) // Uint8Array.of(1, ...new Uint8Array(31))
 */
export const numberToBytes = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(32)
  const view = new DataView(bytes.buffer)
  for (let offset = 0; offset < 32; offset += 8) {
    view.setBigUint64(offset, BigInt.asUintN(64, value), true)
    value >>= 64n
  }
  return bytes
}

/**
 * Encodes numbers modulo L as rows of 32 bytes.
 *
 * @example
 * scalarRows([1n]) // Uint8Array.of(1, ...new Uint8Array(31))
 */
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

/**
 * Returns `value` modulo L, 0 .. L-1, for negative values too.
 *
 * @example
 * mod(-1n) // L - 1n
 */
export const mod = (value: bigint): bigint => {
  const rest = value % L
  return rest < 0n ? rest + L : rest
}

/**
 * Decodes little-endian `bytes` of any length as a number modulo L.
 *
 * @example
 * scalarFromBytes(Uint8Array.of(2, 1)) // 258n
 */
export const scalarFromBytes = (bytes: Uint8Array): bigint => numberFromBytes(bytes) % L

/**
 * Encodes `value` modulo L as 32 bytes.
 *
 * @example
 * scalarToBytes(L + 1n) // Uint8Array.of(1, ...new Uint8Array(31))
 */
export const scalarToBytes = (value: bigint): Uint8Array => numberToBytes(mod(value))

/** 16-bit limbs of a number of 256 bits: differences fit in the integers of 32 bits that engines compute in constant time. */
const LIMBS = 16
/** 2^256 is less than 16·L: 8·L, 4·L, 2·L and L are subtracted in turn, each if it fits. */
const MULTIPLES_OF_L = [8n, 4n, 2n, 1n].map((factor) =>
  Int32Array.from({ length: LIMBS }, (_, i) => Number(((factor * L) >> BigInt(16 * i)) & 0xffffn)),
)

/** Subtracts `subtrahend` from `limbs` if it fits, in constant time. */
const subtractIfFits = (limbs: Int32Array, subtrahend: Int32Array, difference: Int32Array): void => {
  let borrow = 0
  for (let i = 0; i < LIMBS; i++) {
    const value = (limbs[i] ?? 0) - (subtrahend[i] ?? 0) - borrow
    difference[i] = value & 0xffff
    borrow = (value >> 31) & 1
  }
  const keep = -borrow
  for (let i = 0; i < LIMBS; i++) limbs[i] = ((limbs[i] ?? 0) & keep) | ((difference[i] ?? 0) & ~keep)
}

/**
 * Reduces 32 little-endian bytes modulo L (monerod: `sc_reduce32`), without branches that depend on them: they are often secret.
 * @throws InvalidScalarError if there are not 32 bytes
 *
 * @example
 * reduce32(numberToBytes(L + 1n)) // Uint8Array.of(1, ...new Uint8Array(31))
 */
export const reduce32 = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length !== 2 * LIMBS) throw new InvalidScalarError(`32 bytes are reduced, not ${bytes.length}`)
  const [limbs, difference] = [new Int32Array(LIMBS), new Int32Array(LIMBS)]
  for (let i = 0; i < LIMBS; i++) limbs[i] = (bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8)
  for (const multiple of MULTIPLES_OF_L) subtractIfFits(limbs, multiple, difference)
  const reduced = new Uint8Array(2 * LIMBS)
  for (let i = 0; i < LIMBS; i++) {
    reduced[2 * i] = (limbs[i] ?? 0) & 0xff
    reduced[2 * i + 1] = (limbs[i] ?? 0) >> 8
  }
  limbs.fill(0)
  difference.fill(0)
  return reduced
}

/**
 * Returns whether `bytes` are 32 bytes that encode a number below L, in time that does not depend on the number.
 *
 * @example
 * isCanonicalScalar(numberToBytes(L)) // false
 */
export const isCanonicalScalar = (bytes: Uint8Array): boolean => {
  if (bytes.length !== 32) return false
  const reduced = reduce32(bytes)
  const isReduced = equalBytes(reduced, bytes)
  reduced.fill(0)
  return isReduced
}

/**
 * Decodes 32 bytes as a scalar.
 * @throws InvalidScalarError if they have another length or encode a number that is not below L
 *
 * @example
 * canonicalScalar(numberToBytes(5n)) // 5n
 * canonicalScalar(numberToBytes(L)) // throws InvalidScalarError
 */
export const canonicalScalar = (bytes: Uint8Array): bigint => {
  if (!isCanonicalScalar(bytes))
    throw new InvalidScalarError(
      `expected a scalar of 32 bytes below the group order, got ${bytes.length} bytes that do not encode one`,
    )
  return numberFromBytes(bytes)
}

/**
 * Returns a + b modulo L.
 *
 * @example
 * addScalars(L - 1n, 3n) // 2n
 */
export const addScalars = (a: bigint, b: bigint): bigint => mod(a + b)

/**
 * Returns a - b modulo L.
 *
 * @example
 * subtractScalars(1n, 2n) // L - 1n
 */
export const subtractScalars = (a: bigint, b: bigint): bigint => mod(a - b)

/**
 * Returns a·b modulo L.
 *
 * @example
 * multiplyScalars(L - 1n, 2n) // L - 2n
 */
export const multiplyScalars = (a: bigint, b: bigint): bigint => mod(a * b)

/**
 * Returns -a modulo L.
 *
 * @example
 * negateScalar(1n) // L - 1n
 */
export const negateScalar = (a: bigint): bigint => mod(-a)

/**
 * Returns 1/a modulo L, by the extended Euclidean algorithm. The time depends on `a`.
 * @throws InvalidScalarError if `a` is zero
 *
 * @example
 * multiplyScalars(invertScalar(8n), 8n) // 1n
 * invertScalar(0n) // throws InvalidScalarError
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

/** 1/8 modulo L. Points are transmitted divided by 8: multiplying by 8 on arrival removes every torsion component. */
export const ONE_EIGHTH = invertScalar(8n)

/**
 * Returns `scalar` to the powers 0 .. count-1.
 *
 * @example
 * scalarPowers(3n, 3) // [1n, 3n, 9n]
 */
export const scalarPowers = (scalar: bigint, count: number): bigint[] => {
  const powers: bigint[] = []
  let power = 1n
  for (let i = 0; i < count; i++) {
    powers.push(power)
    power = mod(power * scalar)
  }
  return powers
}

/**
 * Returns Hs: the Keccak-256 hash of the joined parts, modulo L, as 32 bytes.
 *
 * @example
 * import { keccak256 } from '../hash/keccak.ts'
 * hashToScalar(new Uint8Array(32)) // reduce32(keccak256(new Uint8Array(32)))
 */
export const hashToScalar = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = keccak256(...parts)
  try {
    return reduce32(hash)
  } finally {
    hash.fill(0)
  }
}

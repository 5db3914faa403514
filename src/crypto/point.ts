// Points of the curve: -x² + y² = 1 + d·x²y² modulo p. The group that G generates has prime order L; the whole curve has 8·L points.
// Everything above this file works on points through these functions alone, so a faster arithmetic can take their place.

import { mulAddUnsafe, pippenger } from '@noble/curves/abstract/curve.js'
import type { EdwardsPoint } from '@noble/curves/abstract/edwards.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { toHex } from '../bytes/hex.ts'
import { invertManyP, modP, P, powerP58 } from './field.ts'
import { keccak256 } from './keccak.ts'
import { mod, numberFromBytes, numberToBytes } from './scalar.ts'

const Curve = ed25519.Point

/** A point of the curve, in whatever coordinates the arithmetic likes. */
export type Point = EdwardsPoint

/** 32 bytes that should encode a point and do not. */
export class InvalidPointError extends Error {
  override readonly name = 'InvalidPointError'
}

/** A point from extended coordinates (x = X/Z, y = Y/Z, T = XY/Z), reduced modulo p; nothing is checked. */
export const pointFromExtended = (X: bigint, Y: bigint, Z: bigint, T: bigint): Point => new Curve(X, Y, Z, T)

/** The base point. */
export const G: Point = Curve.BASE

/** The neutral element. */
export const IDENTITY: Point = Curve.ZERO

/**
 * The point that 32 bytes encode: y, with the sign of x in the top bit. As the reference decodes (`ge_frombytes_vartime`): y not
 * below p, a y without an x, and x = 0 with a sign are refused; points outside the prime-order group are not.
 * @throws InvalidPointError
 */
export const decodePoint = (bytes: Uint8Array): Point => {
  if (bytes.length !== 32) throw new InvalidPointError(`a point has 32 bytes, not ${bytes.length}`)
  try {
    return Curve.fromBytes(bytes, false)
  } catch {
    throw new InvalidPointError(`${toHex(bytes)} is not a point of the curve`)
  }
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
  refusingBadPoints(() => {
    decodePoint(bytes)
    return true
  })

const encodeAffine = (point: Point, inverseZ: bigint): Uint8Array => {
  const bytes = numberToBytes((point.Y * inverseZ) % P)
  if (((point.X * inverseZ) % P) % 2n === 1n) bytes[31] = (bytes[31] ?? 0) | 0x80
  return bytes
}

/** The encodings of many points for the price of one inversion. */
export const encodePoints = (points: readonly Point[]): Uint8Array[] => {
  const inverses = invertManyP(points.map((point) => point.Z))
  return points.map((point, i) => encodeAffine(point, inverses[i] ?? 0n))
}

/** The 32 bytes that encode a point. */
export const encodePoint = (point: Point): Uint8Array => encodeAffine(point, invertManyP([point.Z])[0] ?? 0n)

export const addPoints = (a: Point, b: Point): Point => a.add(b)

export const subtractPoints = (a: Point, b: Point): Point => a.subtract(b)

export const doublePoint = (point: Point): Point => point.double()

export const equalPoints = (a: Point, b: Point): boolean => a.equals(b)

export const isIdentity = (point: Point): boolean => point.is0()

/** 8 times a point: it lands in the prime-order group. */
export const multiplyBy8 = (point: Point): Point => point.double().double().double()

/** scalar·point for a secret scalar: the sequence of operations does not depend on it. */
export const multiplySecret = (point: Point, scalar: bigint): Point => {
  const reduced = mod(scalar)
  return reduced === 0n ? IDENTITY : point.multiply(reduced)
}

/** scalar·G for a secret scalar. */
export const multiplyBaseSecret = (scalar: bigint): Point => multiplySecret(G, scalar)

/** scalar·point for a public scalar, faster and in variable time. */
export const multiplyPublic = (point: Point, scalar: bigint): Point => point.multiplyUnsafe(mod(scalar))

/** Above this many terms buckets (Pippenger) beat one table per point (Straus). */
const STRAUS_LIMIT = 160

/** The sum of scalars[i]·points[i], in variable time. */
export const multiScalar = (scalars: readonly bigint[], points: readonly Point[]): Point => {
  const reduced = scalars.map(mod)
  return points.length <= STRAUS_LIMIT
    ? mulAddUnsafe(Curve, [...points], reduced)
    : pippenger(Curve, [...points], reduced)
}

/** Whether L·point is the identity. Key images must be: a stray torsion part would give one output several of them. */
export const inPrimeSubgroup = (point: Point): boolean => point.isTorsionFree()

const A = 486662n
const TWO_A_SQUARED = (2n * A * A) % P
const SQRT_MINUS_1 = Curve.Fp.sqrt(P - 1n)
/** Square roots of c·A(A+2), named after c. Their signs do not matter: the map fixes the sign of x in the end. */
const ROOT_2 = Curve.Fp.sqrt(modP(2n * A * (A + 2n)))
const ROOT_MINUS_2 = Curve.Fp.sqrt(modP(-2n * A * (A + 2n)))
const ROOT_I = Curve.Fp.sqrt(modP(SQRT_MINUS_1 * A * (A + 2n)))
const ROOT_MINUS_I = Curve.Fp.sqrt(modP(-SQRT_MINUS_1 * A * (A + 2n)))

/** Maps 32 bytes (all 256 bits count) to the curve as the reference's `ge_fromfe_frombytes_vartime`, an early form of Elligator 2. */
const mapToCurve = (bytes: Uint8Array): Point => {
  const u = numberFromBytes(bytes) % P
  const v = (2n * u * u) % P
  const w = v + 1n
  const x = modP(w * w - TWO_A_SQUARED * ((u * u) % P))
  // root = (w/x)^((p+3)/8), so root²·x is w times a fourth root of unity
  const x3 = (((x * x) % P) * x) % P
  const wx3 = (w * x3) % P
  const wx7 = (((wx3 * x3) % P) * x) % P
  let root = (wx3 * powerP58(wx7)) % P
  const check = (((root * root) % P) * x) % P
  let z: bigint
  let odd: bigint
  if (check === w % P || check === modP(-w)) {
    root = (((root * (check === w % P ? ROOT_2 : ROOT_MINUS_2)) % P) * u) % P
    z = modP(-A * v)
    odd = 0n
  } else {
    const turned = (check * SQRT_MINUS_1) % P
    root = (root * (turned === w % P ? ROOT_I : ROOT_MINUS_I)) % P
    z = P - A
    odd = 1n
  }
  if (root % 2n !== odd) root = modP(-root)
  const Z = (z + w) % P
  const Y = modP(z - w)
  return pointFromExtended((root * Z) % P, Y, Z, (root * Y) % P)
}

/** Hp: hashes bytes (a 32-byte key as a rule) to a point of the prime-order group whose logarithm nobody knows. */
export const hashToPoint = (bytes: Uint8Array): Point => multiplyBy8(mapToCurve(keccak256(bytes)))

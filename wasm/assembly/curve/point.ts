// Points of the curve -x^2 + y^2 = 1 + d x^2 y^2 in the extended coordinates of Hisil, Wong, Carter and Dawson (2008): x = X/Z,
// y = Y/Z, T = XY/Z. The formulas are complete: they hold for every pair of points, Z never becomes zero, and nothing here
// branches on a coordinate.
//
// An addition first yields a "completed" sum (x = X/Z, y = Y/T, in COMPLETED), then a point by three products, or four with T.

import { add, copy, FIELD, multiply, negate, square, subtract } from '../field/field'
import { D, D2, ONE, SQRT_MINUS_1 } from '../field/fieldConstants'
import { decode, encode, isNegative, isZero } from '../field/fieldEncoding'
import { invert, raiseForRoot } from '../field/fieldPowers'

/** Offsets of a point's coordinates: X at 0. The T of a point "without T" is undefined. */
export const Y: usize = 36
export const Z: usize = 72
export const T: usize = 108
/** Bytes of a point. */
export const POINT: usize = 144

/** An addend: Y+X, Y-X, 2d T, then Z; without Z when Z is 1. */
const SUM: usize = 0
const DIFFERENCE: usize = 36
const PRODUCT: usize = 72
const ADDEND_Z: usize = 108
export const ADDEND: usize = 144
export const AFFINE_ADDEND: usize = 108

const COMPLETED = memory.data(144, 4)
const A = memory.data(36, 4)
const B = memory.data(36, 4)

/** out = the neutral element */
export function setIdentity(out: usize): void {
  memory.fill(out, 0, POINT)
  copy(out + Y, ONE)
  copy(out + Z, ONE)
}

/** Finishes a sum: out without T. */
export function takeSum(out: usize): void {
  multiply(out, COMPLETED, COMPLETED + T)
  multiply(out + Y, COMPLETED + Y, COMPLETED + Z)
  multiply(out + Z, COMPLETED + Z, COMPLETED + T)
}

/** Finishes a sum: out with T. */
export function takeSumWithT(out: usize): void {
  takeSum(out)
  multiply(out + T, COMPLETED, COMPLETED + Y)
}

/** Completes 2p; T of p is not read. Limbs, in R of `field`: X 3, Y 2, Z 2, T 4. */
export function completeDouble(p: usize): void {
  add(A, p, p + Y)
  square(A, A)
  square(B, p)
  square(COMPLETED + Z, p + Y)
  add(COMPLETED + Y, COMPLETED + Z, B)
  subtract(COMPLETED + Z, COMPLETED + Z, B)
  subtract(COMPLETED, A, COMPLETED + Y)
  square(B, p + Z)
  add(B, B, B)
  subtract(COMPLETED + T, B, COMPLETED + Z)
}

/** The rest of an addition. A = (Y-X)(y-x), B = (Y+X)(y+x), COMPLETED + T = 2d Tt, COMPLETED + Z = 2 Z z. Limbs: 2, 2, 3, 3. */
function completeAddition(): void {
  subtract(COMPLETED, B, A)
  add(COMPLETED + Y, B, A)
  copy(A, COMPLETED + T)
  subtract(COMPLETED + T, COMPLETED + Z, A)
  add(COMPLETED + Z, COMPLETED + Z, A)
}

/** As `completeAddition`, with 2d Tt negated. */
function completeSubtraction(): void {
  subtract(COMPLETED, B, A)
  add(COMPLETED + Y, B, A)
  copy(A, COMPLETED + T)
  add(COMPLETED + T, COMPLETED + Z, A)
  subtract(COMPLETED + Z, COMPLETED + Z, A)
}

function multiplyByAddend(p: usize, sum: usize, difference: usize, product: usize): void {
  subtract(A, p + Y, p)
  multiply(A, A, difference)
  add(B, p + Y, p)
  multiply(B, B, sum)
  multiply(COMPLETED + T, p + T, product)
}

/** Completes p + q for an addend q. */
export function completeAdd(p: usize, q: usize): void {
  multiplyByAddend(p, q + SUM, q + DIFFERENCE, q + PRODUCT)
  multiply(COMPLETED + Z, p + Z, q + ADDEND_Z)
  add(COMPLETED + Z, COMPLETED + Z, COMPLETED + Z)
  completeAddition()
}

/** Completes p - q for an addend q: -q swaps Y+X with Y-X and negates T. */
export function completeSubtract(p: usize, q: usize): void {
  multiplyByAddend(p, q + DIFFERENCE, q + SUM, q + PRODUCT)
  multiply(COMPLETED + Z, p + Z, q + ADDEND_Z)
  add(COMPLETED + Z, COMPLETED + Z, COMPLETED + Z)
  completeSubtraction()
}

/** Completes p + q for an affine addend q. */
export function completeAddAffine(p: usize, q: usize): void {
  multiplyByAddend(p, q + SUM, q + DIFFERENCE, q + PRODUCT)
  add(COMPLETED + Z, p + Z, p + Z)
  completeAddition()
}

/** Completes p - q for an affine addend q. */
export function completeSubtractAffine(p: usize, q: usize): void {
  multiplyByAddend(p, q + DIFFERENCE, q + SUM, q + PRODUCT)
  add(COMPLETED + Z, p + Z, p + Z)
  completeSubtraction()
}

/** out = p as an addend */
export function toAddend(out: usize, p: usize): void {
  add(out + SUM, p + Y, p)
  subtract(out + DIFFERENCE, p + Y, p)
  multiply(out + PRODUCT, p + T, D2)
  copy(out + ADDEND_Z, p + Z)
}

/** out = the affine point (x, y) as an affine addend, every limb reduced. */
export function toAffineAddend(out: usize, x: usize, y: usize): void {
  add(A, y, x)
  multiply(out + SUM, A, ONE)
  subtract(A, y, x)
  multiply(out + DIFFERENCE, A, ONE)
  multiply(A, x, y)
  multiply(out + PRODUCT, A, D2)
}

/** Whether p is the neutral element: x = 0 and y = 1. */
export function isIdentity(p: usize): bool {
  subtract(A, p + Y, p + Z)
  return isZero(p) && isZero(A)
}

const U = memory.data(36, 4)
const V = memory.data(36, 4)
const W = memory.data(36, 4)

/**
 * out = the point that 32 bytes encode, with T. Returns whether the encoding is valid by monero's `ge_frombytes_vartime`: y of p or more, a
 * y without an x, and x = 0 with a sign are invalid; points of small order are valid.
 */
export function decodePoint(out: usize, bytes: usize): bool {
  if (!decode(out + Y, bytes)) return false
  // x^2 = u/v = (y^2 - 1)/(d y^2 + 1); the root candidate is u v^3 (u v^7)^((p-5)/8).
  square(U, out + Y)
  multiply(V, U, D)
  subtract(U, U, ONE)
  add(V, V, ONE)
  square(W, V)
  multiply(W, W, V)
  square(A, W)
  multiply(A, A, V)
  multiply(A, A, U)
  raiseForRoot(out, A)
  multiply(out, out, W)
  multiply(out, out, U)
  square(W, out)
  multiply(W, W, V)
  subtract(A, W, U)
  if (!isZero(A)) {
    add(A, W, U)
    if (!isZero(A)) return false
    multiply(out, out, SQRT_MINUS_1)
  }
  if (isNegative(out) != load<u8>(bytes, 31) >> 7) {
    if (isZero(out)) return false
    negate(out, out)
  }
  copy(out + Z, ONE)
  multiply(out + T, out, out + Y)
  return true
}

/** Writes the affine point (x, y) as 32 bytes: y with the sign of x in the top bit. */
export function encodePoint(bytes: usize, x: usize, y: usize): void {
  const sign = isNegative(x)
  encode(bytes, y)
  store<u8>(bytes + 31, load<u8>(bytes + 31) | (sign << 7))
}

/**
 * Makes `count` points (at least one, POINT bytes apart) affine: X and Y become x and y; Z and T are overwritten. One inversion serves all
 * (Montgomery's trick): T holds the product of the preceding Z.
 */
export function toAffine(points: usize, count: i32): void {
  const last = points + <usize>(count - 1) * POINT
  copy(points + T, ONE)
  for (let p = points; p < last; p += POINT) multiply(p + POINT + T, p + T, p + Z)
  multiply(A, last + T, last + Z)
  invert(B, A)
  for (let p = last; p >= points; p -= POINT) {
    multiply(A, B, p + T)
    multiply(B, B, p + Z)
    multiply(p, p, A)
    multiply(p + Y, p + Y, A)
  }
}

/** Wipes intermediate results. */
export function forgetPoints(): void {
  memory.fill(COMPLETED, 0, 4 * FIELD)
  memory.fill(A, 0, FIELD)
  memory.fill(B, 0, FIELD)
  memory.fill(U, 0, FIELD)
  memory.fill(V, 0, FIELD)
  memory.fill(W, 0, FIELD)
}

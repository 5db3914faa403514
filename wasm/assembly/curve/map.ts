// The map from hashes to points: monero's `ge_fromfe_frombytes_vartime`, an early form of Elligator 2. Variable time, since hashed keys are
// public.

import { CURVE_A, ROOT_2_BYTES, ROOT_I_BYTES, ROOT_MINUS_2_BYTES, ROOT_MINUS_I_BYTES } from '../field/constants'
import { add, copy, FIELD, multiply, negate, setSmall, square, subtract } from '../field/field'
import { ONE, SQRT_MINUS_1 } from '../field/fieldConstants'
import { decode, isNegative, isZero } from '../field/fieldEncoding'
import { raiseForRoot } from '../field/fieldPowers'
import { completeDouble, T, takeSum, takeSumWithT, Y, Z } from './point'

const MINUS_A = memory.data(36, 4)
const TWO_A_SQUARED = memory.data(36, 4)
/** The roots of `constants`. */
const ROOT_2 = memory.data(36, 4)
const ROOT_MINUS_2 = memory.data(36, 4)
const ROOT_I = memory.data(36, 4)
const ROOT_MINUS_I = memory.data(36, 4)

/** Sets the constants of this file, after those of `field`. */
export function prepareMap(): void {
  setSmall(MINUS_A, -CURVE_A)
  square(TWO_A_SQUARED, MINUS_A)
  add(TWO_A_SQUARED, TWO_A_SQUARED, TWO_A_SQUARED)
  decode(ROOT_2, ROOT_2_BYTES)
  decode(ROOT_MINUS_2, ROOT_MINUS_2_BYTES)
  decode(ROOT_I, ROOT_I_BYTES)
  decode(ROOT_MINUS_I, ROOT_MINUS_I_BYTES)
}

const U = memory.data(36, 4)
const V = memory.data(36, 4)
const W = memory.data(36, 4)
const X = memory.data(36, 4)
const WX3 = memory.data(36, 4)
const ROOT = memory.data(36, 4)
const CHECK = memory.data(36, 4)
const STEP = memory.data(36, 4)

/** Whether a = b */
function equal(a: usize, b: usize): bool {
  subtract(STEP, a, b)
  return isZero(STEP)
}

/** Whether a = -b */
function opposite(a: usize, b: usize): bool {
  add(STEP, a, b)
  return isZero(STEP)
}

/** out = 8 times the point that 32 bytes of a hash (all 256 bits count) map to, with T. */
export function mapBy8(out: usize, hash: usize): void {
  decode(U, hash)
  store<i32>(U, load<i32>(U) + 19 * <i32>(load<u8>(hash, 31) >> 7)) // 2^255 = 19
  square(X, U)
  add(V, X, X)
  add(W, V, ONE)
  // x = w^2 - 2 A^2 u^2
  multiply(X, X, TWO_A_SQUARED)
  square(STEP, W)
  subtract(X, STEP, X)
  // root = (w/x)^((p+3)/8) = w x^3 (w x^7)^((p-5)/8), so root^2 x is w times a fourth root of unity
  square(STEP, X)
  multiply(STEP, STEP, X)
  multiply(WX3, W, STEP)
  multiply(STEP, STEP, WX3)
  multiply(STEP, STEP, X)
  raiseForRoot(ROOT, STEP)
  multiply(ROOT, ROOT, WX3)
  square(CHECK, ROOT)
  multiply(CHECK, CHECK, X)
  let sign: u32 = 0
  const same = equal(CHECK, W)
  if (same || opposite(CHECK, W)) {
    multiply(ROOT, ROOT, same ? ROOT_2 : ROOT_MINUS_2)
    multiply(ROOT, ROOT, U)
    multiply(STEP, V, MINUS_A)
  } else {
    multiply(CHECK, CHECK, SQRT_MINUS_1)
    multiply(ROOT, ROOT, equal(CHECK, W) ? ROOT_I : ROOT_MINUS_I)
    copy(STEP, MINUS_A)
    sign = 1
  }
  if (isNegative(ROOT) != sign) negate(ROOT, ROOT)
  // Z = z + w, Y = z - w; the products with 1 reduce their limbs.
  add(out + Z, STEP, W)
  subtract(out + Y, STEP, W)
  multiply(out + Z, out + Z, ONE)
  multiply(out + Y, out + Y, ONE)
  multiply(out, ROOT, out + Z)
  multiply(out + T, ROOT, out + Y)
  for (let i = 0; i < 3; i++) {
    completeDouble(out)
    if (i < 2) takeSum(out)
    else takeSumWithT(out)
  }
}

/** Wipes intermediate results of hashes. */
export function forgetMap(): void {
  memory.fill(U, 0, FIELD)
  memory.fill(V, 0, FIELD)
  memory.fill(W, 0, FIELD)
  memory.fill(X, 0, FIELD)
  memory.fill(WX3, 0, FIELD)
  memory.fill(ROOT, 0, FIELD)
  memory.fill(CHECK, 0, FIELD)
  memory.fill(STEP, 0, FIELD)
}

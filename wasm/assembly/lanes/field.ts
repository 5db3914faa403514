// Pairs of elements of the field of 2^255 - 19, on both SIMD levels; `limbs` contains what depends on their layout.

import { D_BYTES, D2_BYTES, INVERSE_D_BYTES, SQRT_MINUS_1_BYTES } from '../field/constants'
import { multiply, square, squareTimes } from './kernels'
import { decodeLane, encodeLane, HIGH, mayBeZero } from './limbs'

/** Bytes of a pair of elements. */
export const FIELD: usize = 80
/** Two pairs: the unit of exponentiations, since a single pair would wait for its own carries. */
export const QUAD: usize = 160

/** Constants, the same in both lanes: d = -121665/121666 of the curve equation, 2d, 1/d, a square root of -1, and one. */
export const D = memory.data(80, 16)
export const D2 = memory.data(80, 16)
export const INVERSE_D = memory.data(80, 16)
export const SQRT_MINUS_1 = memory.data(80, 16)
export const ONE = memory.data(80, 16)
/** Constant zero; never written. */
export const ZERO = memory.data(80, 16)

const ONE_BYTES = memory.data<u64>([1, 0, 0, 0])

/** Sets the constants of this file. */
export function prepareField(): void {
  setBoth(D, D_BYTES)
  setBoth(D2, D2_BYTES)
  setBoth(INVERSE_D, INVERSE_D_BYTES)
  setBoth(SQRT_MINUS_1, SQRT_MINUS_1_BYTES)
  setBoth(ONE, ONE_BYTES)
}

/** out = the element of 32 bytes, in both lanes */
function setBoth(out: usize, bytes: usize): void {
  decodeLane(out, bytes)
  decodeLane(out + HIGH, bytes)
}

const ENCODED = memory.data(32, 16)

/** Whether a lane, a sum or a difference of two reduced ones at most, is zero modulo p. */
export function isZeroLane(lane: usize): bool {
  if (!mayBeZero(lane)) return false
  encodeLane(ENCODED, lane)
  return (load<u64>(ENCODED) | load<u64>(ENCODED, 8) | load<u64>(ENCODED, 16) | load<u64>(ENCODED, 24)) == 0
}

/** The lowest bit of a lane: the sign, when the lane is an x-coordinate. */
export function isNegativeLane(lane: usize): u8 {
  encodeLane(ENCODED, lane)
  return load<u8>(ENCODED) & 1
}

/** out = a, both lanes. A call of memory.copy is slower for this size. */
export function copyPair(out: usize, a: usize): void {
  v128.store(out, v128.load(a))
  v128.store(out, v128.load(a, 16), 16)
  v128.store(out, v128.load(a, 32), 32)
  v128.store(out, v128.load(a, 48), 48)
  v128.store(out, v128.load(a, 64), 64)
}

/** Returns the address of lane `i` (0 to 3) of a quad of elements. */
export function laneOf(quad: usize, i: usize): usize {
  return quad + (i >> 1) * FIELD + (i & 1) * HIGH
}

/** out = a * b, for two pairs */
export function multiplyQuad(out: usize, a: usize, b: usize): void {
  multiply(out, a, b)
  multiply(out + FIELD, a + FIELD, b + FIELD)
}

/** out = a^2, for two pairs */
export function squareQuad(out: usize, a: usize): void {
  square(out, a)
  square(out + FIELD, a + FIELD)
}

/** out = a^(2^times), for two pairs; times is at least 2 */
function squareQuadTimes(out: usize, a: usize, times: i32): void {
  squareQuad(out, a)
  squareTimes(out, out + FIELD, times - 1)
}

const POWER = memory.data(160, 16)
const ELEVENTH = memory.data(160, 16)
const STEP = memory.data(160, 16)
const NINTH = memory.data(160, 16)

/** POWER = a^(2^250 - 1) and ELEVENTH = a^11, for two pairs. */
function raiseTo250Ones(a: usize): void {
  squareQuad(POWER, a)
  squareQuadTimes(STEP, POWER, 2)
  multiplyQuad(NINTH, a, STEP)
  multiplyQuad(ELEVENTH, POWER, NINTH)
  squareQuad(POWER, ELEVENTH)
  multiplyQuad(POWER, POWER, NINTH) // 2^5 - 1
  squareQuadTimes(STEP, POWER, 5)
  multiplyQuad(POWER, STEP, POWER) // 2^10 - 1
  memory.copy(NINTH, POWER, QUAD)
  squareQuadTimes(STEP, POWER, 10)
  multiplyQuad(POWER, STEP, POWER) // 2^20 - 1
  squareQuadTimes(STEP, POWER, 20)
  multiplyQuad(POWER, STEP, POWER) // 2^40 - 1
  squareQuadTimes(POWER, POWER, 10)
  multiplyQuad(POWER, POWER, NINTH) // 2^50 - 1
  memory.copy(NINTH, POWER, QUAD)
  squareQuadTimes(STEP, POWER, 50)
  multiplyQuad(POWER, STEP, POWER) // 2^100 - 1
  squareQuadTimes(STEP, POWER, 100)
  multiplyQuad(POWER, STEP, POWER) // 2^200 - 1
  squareQuadTimes(POWER, POWER, 50)
  multiplyQuad(POWER, POWER, NINTH) // 2^250 - 1
}

/** out = 1/a (a^(p-2)), and 0 for 0, for two pairs */
export function invertQuad(out: usize, a: usize): void {
  raiseTo250Ones(a)
  squareQuadTimes(POWER, POWER, 5)
  multiplyQuad(out, POWER, ELEVENTH)
}

/** out = a^((p-5)/8), for two pairs: the power for square roots. `out` is not `a`. */
export function raiseQuadForRoot(out: usize, a: usize): void {
  raiseTo250Ones(a)
  squareQuadTimes(POWER, POWER, 2)
  multiplyQuad(out, POWER, a)
}

/** Wipes intermediate results of powers. */
export function forgetField(): void {
  memory.fill(POWER, 0, QUAD)
  memory.fill(ELEVENTH, 0, QUAD)
  memory.fill(STEP, 0, QUAD)
  memory.fill(NINTH, 0, QUAD)
  memory.fill(ENCODED, 0, 32)
}

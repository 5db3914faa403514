// Pairs of elements of the field of 2^255 - 19, in the layout of wasm/generator/field.ts: limb i of the low lane at 16 i, of the high lane
// at 16 i + 8, each a double that holds an integer of at most 2^50 + 2^13 in size.

import { D_BYTES, D2_BYTES, INVERSE_D_BYTES, SQRT_MINUS_1_BYTES } from '../constants'
import { multiply, square, squareTimes } from './kernels'

/** Bytes of a pair of elements. */
export const FIELD: usize = 80
/** Two pairs: the unit of exponentiations, since a single pair would wait for its own carries. */
export const QUAD: usize = 160

const BITS: i64 = 51
const MASK: u64 = (1 << 51) - 1
const HALF: i64 = 1 << 50

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
  decodeLane(out + 8, bytes)
}

/**
 * Sets one lane (`out` is the address of its first limb) to 32 bytes without their top bit, reduced. Returns whether the number is below p;
 * otherwise it is taken modulo p.
 */
export function decodeLane(out: usize, bytes: usize): bool {
  const w0 = load<u64>(bytes)
  const w1 = load<u64>(bytes, 8)
  const w2 = load<u64>(bytes, 16)
  const w3 = load<u64>(bytes, 24) & 0x7fffffffffffffff
  let l0 = <i64>(w0 & MASK)
  let l1 = <i64>(((w0 >> 51) | (w1 << 13)) & MASK)
  let l2 = <i64>(((w1 >> 38) | (w2 << 26)) & MASK)
  let l3 = <i64>(((w2 >> 25) | (w3 << 39)) & MASK)
  let l4 = <i64>(w3 >> 12)
  // From 0 .. 2^51 to -2^50 .. 2^50.
  let carry = (l0 + HALF) >> BITS
  l0 -= carry << BITS
  l1 += carry
  carry = (l1 + HALF) >> BITS
  l1 -= carry << BITS
  l2 += carry
  carry = (l2 + HALF) >> BITS
  l2 -= carry << BITS
  l3 += carry
  carry = (l3 + HALF) >> BITS
  l3 -= carry << BITS
  l4 += carry
  carry = (l4 + HALF) >> BITS
  l4 -= carry << BITS
  l0 += 19 * carry
  store<f64>(out, <f64>l0)
  store<f64>(out, <f64>l1, 16)
  store<f64>(out, <f64>l2, 32)
  store<f64>(out, <f64>l3, 48)
  store<f64>(out, <f64>l4, 64)
  return !(w3 == 0x7fffffffffffffff && (w2 & w1) == 0xffffffffffffffff && w0 >= 0xffffffffffffffed)
}

/** Writes one lane as 32 bytes, reduced modulo p. Limbs may be sums of two reduced ones. */
export function encodeLane(bytes: usize, lane: usize): void {
  // 4p is added limb by limb, which makes all of them positive.
  let l0 = <i64>load<f64>(lane) + 0x1fffffffffffb4
  let l1 = <i64>load<f64>(lane, 16) + 0x1ffffffffffffc
  let l2 = <i64>load<f64>(lane, 32) + 0x1ffffffffffffc
  let l3 = <i64>load<f64>(lane, 48) + 0x1ffffffffffffc
  let l4 = <i64>load<f64>(lane, 64) + 0x1ffffffffffffc
  const mask = <i64>MASK
  // The first pass leaves slightly more than 2^255, the second brings the number inside.
  for (let pass = 0; pass < 2; pass++) {
    l1 += l0 >> BITS
    l0 &= mask
    l2 += l1 >> BITS
    l1 &= mask
    l3 += l2 >> BITS
    l2 &= mask
    l4 += l3 >> BITS
    l3 &= mask
    l0 += 19 * (l4 >> BITS)
    l4 &= mask
  }
  // One if the number is p or more: then adding 19 and dropping bit 255 subtracts p.
  let overflow = (l0 + 19) >> BITS
  overflow = (l1 + overflow) >> BITS
  overflow = (l2 + overflow) >> BITS
  overflow = (l3 + overflow) >> BITS
  overflow = (l4 + overflow) >> BITS
  l0 += 19 * overflow
  l1 += l0 >> BITS
  l0 &= mask
  l2 += l1 >> BITS
  l1 &= mask
  l3 += l2 >> BITS
  l2 &= mask
  l4 += l3 >> BITS
  l3 &= mask
  l4 &= mask
  store<u64>(bytes, <u64>(l0 | (l1 << 51)))
  store<u64>(bytes, <u64>((l1 >> 13) | (l2 << 38)), 8)
  store<u64>(bytes, <u64>((l2 >> 26) | (l3 << 25)), 16)
  store<u64>(bytes, <u64>((l3 >> 39) | (l4 << 12)), 24)
}

const ENCODED = memory.data(32, 16)

/** Whether a lane is zero modulo p. */
export function isZeroLane(lane: usize): bool {
  encodeLane(ENCODED, lane)
  return (load<u64>(ENCODED) | load<u64>(ENCODED, 8) | load<u64>(ENCODED, 16) | load<u64>(ENCODED, 24)) == 0
}

/** The lowest bit of a lane: the sign, when the lane is an x-coordinate. */
export function isNegativeLane(lane: usize): u8 {
  encodeLane(ENCODED, lane)
  return load<u8>(ENCODED) & 1
}

/** Negates one lane. */
export function negateLane(lane: usize): void {
  for (let i: usize = 0; i < FIELD; i += 16) store<f64>(lane + i, -load<f64>(lane + i))
}

/** out = a, both lanes. A call of memory.copy is slower for this size. */
export function copyPair(out: usize, a: usize): void {
  v128.store(out, v128.load(a))
  v128.store(out, v128.load(a, 16), 16)
  v128.store(out, v128.load(a, 32), 32)
  v128.store(out, v128.load(a, 48), 48)
  v128.store(out, v128.load(a, 64), 64)
}

/** Copies one lane to one lane. */
export function copyLane(out: usize, lane: usize): void {
  for (let i: usize = 0; i < FIELD; i += 16) store<f64>(out + i, load<f64>(lane + i))
}

/** Sets one lane to a small number. */
export function setLane(out: usize, value: f64): void {
  store<f64>(out, value)
  for (let i: usize = 16; i < FIELD; i += 16) store<f64>(out + i, 0)
}

/** Returns the address of lane `i` (0 to 3) of a quad of elements. */
export function laneOf(quad: usize, i: usize): usize {
  return quad + (i >> 1) * FIELD + ((i & 1) << 3)
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

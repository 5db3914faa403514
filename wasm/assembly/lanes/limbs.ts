// The layout of pairs of elements on the relaxed level, that of wasm/generator/field.ts: limb i of the low lane at 16 i, of the high lane at
// 16 i + 8, each a double that holds an integer of at most 2^50 + 2^13 in size. The build replaces this file by `simd/limbs` for the simd
// level, which exports the same.

import { storeReduced } from './reduced'

/** Offset of the high lane of a pair. */
export const HIGH: usize = 8

/** Bytes of a pair of elements, and of one in a table of single ones. */
const FIELD: usize = 80
const SINGLE: usize = 40

const BITS: i64 = 51
const MASK: u64 = (1 << 51) - 1
const HALF: i64 = 1 << 50

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
  const l0 = <i64>load<f64>(lane) + 0x1fffffffffffb4
  const l1 = <i64>load<f64>(lane, 16) + 0x1ffffffffffffc
  const l2 = <i64>load<f64>(lane, 32) + 0x1ffffffffffffc
  const l3 = <i64>load<f64>(lane, 48) + 0x1ffffffffffffc
  const l4 = <i64>load<f64>(lane, 64) + 0x1ffffffffffffc
  storeReduced(bytes, l0, l1, l2, l3, l4)
}

/** Negates one lane. */
export function negateLane(lane: usize): void {
  for (let i: usize = 0; i < FIELD; i += 16) store<f64>(lane + i, -load<f64>(lane + i))
}

/** Copies one lane to one lane. */
export function copyLane(out: usize, lane: usize): void {
  for (let i: usize = 0; i < FIELD; i += 16) store<f64>(out + i, load<f64>(lane + i))
}

/** Sets one lane to a small number. */
export function setLane(out: usize, value: i32): void {
  store<f64>(out, <f64>value)
  for (let i: usize = 16; i < FIELD; i += 16) store<f64>(out + i, 0)
}

/** Adds a small number to one lane. */
export function addToLane(lane: usize, value: i32): void {
  store<f64>(lane, load<f64>(lane) + <f64>value)
}

/** Copies one lane to an element of a table: its limbs are consecutive. */
export function copyToSingle(out: usize, lane: usize): void {
  for (let i: usize = 0; i < SINGLE; i += 8) store<f64>(out + i, load<f64>(lane + 2 * i))
}

/** Sets an element of a table to a small number. */
export function setSingle(out: usize, value: i32): void {
  memory.fill(out, 0, SINGLE)
  store<f64>(out, <f64>value)
}

/** Whether the lowest limb is that of a multiple kp for a k of at most 4 in size, -19k modulo the limb's unit; for others that is rare. */
export function mayBeZero(lane: usize): bool {
  return (<u64>(<i64>load<f64>(lane) + 76) & MASK) <= 152
}

const SIGN: u64 = 0x8000000000000000

/** Writes the masks that kernels take to negate lanes. */
export function storeSigns(signs: usize, low: bool, high: bool): void {
  store<u64>(signs, low ? SIGN : 0)
  store<u64>(signs, high ? SIGN : 0, 8)
}

/** Returns a value of which each lane has the bits of a mask, 0 or -1. */
export function spread(low: i32, high: i32): v128 {
  return i64x2.replace_lane(i64x2.splat(<i64>low), 1, <i64>high)
}

/** Returns the first limbs of a small number. */
export function smallLimb(value: i32): v128 {
  return f64x2.splat(<f64>value)
}

/** Negates the lanes of a value at an address that masks, 0 or -1, select. */
export function negateSome(at: usize, low: i32, high: i32): void {
  v128.store(at, v128.xor(v128.load(at), v128.and(spread(low, high), i64x2.splat(<i64>SIGN))))
}

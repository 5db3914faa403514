// The layout of pairs of elements on the simd level, that of wasm/generator/integerElements.ts: limb i of the low lane at 8 i, of the high lane
// at 8 i + 4, each a signed integer of 32 bits. Even limbs have 26 bits, odd ones 25; those of carried elements are not negative. Exports what
// `lanes/limbs` does.

import { storeReduced } from '../lanes/reduced'

/** Offset of the high lane of a pair. */
export const HIGH: usize = 4

/** Bytes of a pair of elements, and of one in a table of single ones. */
const FIELD: usize = 80
const SINGLE: usize = 40

const EVEN: i64 = 26
const ODD: i64 = 25

/** Position of a limb, in bits: 0, 26, 51, 77 and so on. */
function bitOf(limb: i32): i32 {
  return 25 * limb + ((limb + 1) >> 1)
}

/** Returns 26 bits of a number of 255 bits, from bit `bit` on. */
function bitsAt(bytes: usize, bit: i32): i64 {
  // The last eight bytes of the number contain all limbs that begin in them.
  const from = min(bit >> 3, 24)
  return <i64>((load<u64>(bytes + <usize>from) >> <u64>(bit - 8 * from)) & 0x3ffffff)
}

/**
 * Sets one lane (`out` is the address of its first limb) to 32 bytes without their top bit, reduced. Returns whether the number is below p;
 * otherwise it is taken modulo p.
 */
export function decodeLane(out: usize, bytes: usize): bool {
  for (let i = 0; i < 10; i += 2) {
    store<i32>(out + 8 * <usize>i, <i32>bitsAt(bytes, bitOf(i)))
    store<i32>(out + 8 * <usize>i, <i32>(bitsAt(bytes, bitOf(i + 1)) & 0x1ffffff), 8)
  }
  const top = load<u64>(bytes, 24) & 0x7fffffffffffffff
  const middle = load<u64>(bytes, 8) & load<u64>(bytes, 16)
  return !(top == 0x7fffffffffffffff && middle == 0xffffffffffffffff && load<u64>(bytes) >= 0xffffffffffffffed)
}

/** Writes one lane as 32 bytes, reduced modulo p. Limbs may be sums of two reduced ones. */
export function encodeLane(bytes: usize, lane: usize): void {
  // 4p is added limb by limb, which makes all of them positive.
  const l0 = <i64>load<i32>(lane) + 0xfffffb4
  const l1 = <i64>load<i32>(lane, 8) + 0x7fffffc
  const l2 = <i64>load<i32>(lane, 16) + 0xffffffc
  const l3 = <i64>load<i32>(lane, 24) + 0x7fffffc
  const l4 = <i64>load<i32>(lane, 32) + 0xffffffc
  const l5 = <i64>load<i32>(lane, 40) + 0x7fffffc
  const l6 = <i64>load<i32>(lane, 48) + 0xffffffc
  const l7 = <i64>load<i32>(lane, 56) + 0x7fffffc
  const l8 = <i64>load<i32>(lane, 64) + 0xffffffc
  const l9 = <i64>load<i32>(lane, 72) + 0x7fffffc
  // Pairs of 51 bits.
  storeReduced(bytes, l0 + (l1 << EVEN), l2 + (l3 << EVEN), l4 + (l5 << EVEN), l6 + (l7 << EVEN), l8 + (l9 << EVEN))
}

/** Negates one lane: subtracts it from 4p, so that no limb becomes negative. */
export function negateLane(lane: usize): void {
  let carry: i64 = -72 // of limb 0, where 4p has 2^28 - 76 instead of 2^28 - 4
  for (let i: usize = 0; i < FIELD; i += 16) {
    const even = 0xffffffc - <i64>load<i32>(lane + i) + carry
    store<i32>(lane + i, <i32>(even & 0x3ffffff))
    const odd = 0x7fffffc - <i64>load<i32>(lane + i, 8) + (even >> EVEN)
    store<i32>(lane + i, <i32>(odd & 0x1ffffff), 8)
    carry = odd >> ODD
  }
  store<i32>(lane, load<i32>(lane) + 19 * <i32>carry)
}

/** Copies one lane to one lane. */
export function copyLane(out: usize, lane: usize): void {
  for (let i: usize = 0; i < FIELD; i += 8) store<i32>(out + i, load<i32>(lane + i))
}

/** Sets one lane to a small number. */
export function setLane(out: usize, value: i32): void {
  store<i32>(out, value)
  for (let i: usize = 8; i < FIELD; i += 8) store<i32>(out + i, 0)
}

/** Adds a small number to one lane. */
export function addToLane(lane: usize, value: i32): void {
  store<i32>(lane, load<i32>(lane) + value)
}

/** Copies one lane to an element of a table: its limbs are consecutive. */
export function copyToSingle(out: usize, lane: usize): void {
  for (let i: usize = 0; i < SINGLE; i += 4) store<i32>(out + i, load<i32>(lane + 2 * i))
}

/** Sets an element of a table to a small number. */
export function setSingle(out: usize, value: i32): void {
  memory.fill(out, 0, SINGLE)
  store<i32>(out, value)
}

/** Whether the lowest limb is that of a multiple kp for a k of at most 4 in size, -19k modulo the limb's unit; for others that is rare. */
export function mayBeZero(lane: usize): bool {
  return <u32>((load<i32>(lane) + 76) & 0x3ffffff) <= 152
}

/** Writes the masks that kernels take to negate lanes. */
export function storeSigns(signs: usize, low: bool, high: bool): void {
  v128.store(signs, spread(-(<i32>low), -(<i32>high)))
}

/** Returns a value of which each lane has the bits of a mask, 0 or -1. */
export function spread(low: i32, high: i32): v128 {
  return i64x2.splat(<i64>(<u64>(<u32>low) | ((<u64>(<u32>high)) << 32)))
}

/** Returns the first limbs of a small number. */
export function smallLimb(value: i32): v128 {
  return i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 0, value), 1, value)
}

/** Negates the lanes of a value at an address that masks, 0 or -1, select. */
export function negateSome(at: usize, low: i32, high: i32): void {
  const masks = spread(low, high)
  v128.store(at, i32x4.sub(v128.xor(v128.load(at), masks), masks))
}

// Conversion of field elements from and to 32 little-endian bytes, and the checks that need the reduced number.

import { BITS, HALF, MASK } from './field'

/** Bits of the last limb below 2^255. */
const TOP_BITS: i64 = 23
const TOP_MASK: i64 = (1 << 23) - 1

/** out = the number in 32 little-endian bytes, without bit 255. Returns whether it was below p. */
export function decode(out: usize, bytes: usize): bool {
  const w0 = load<u64>(bytes)
  const w1 = load<u64>(bytes, 8)
  const w2 = load<u64>(bytes, 16)
  const w3 = load<u64>(bytes, 24) & 0x7fffffffffffffff
  let c0: i64 = w0 & MASK
  let c1: i64 = (w0 >> 29) & MASK
  let c2: i64 = ((w0 >> 58) | (w1 << 6)) & MASK
  let c3: i64 = (w1 >> 23) & MASK
  let c4: i64 = ((w1 >> 52) | (w2 << 12)) & MASK
  let c5: i64 = (w2 >> 17) & MASK
  let c6: i64 = ((w2 >> 46) | (w3 << 18)) & MASK
  let c7: i64 = (w3 >> 11) & MASK
  let c8: i64 = w3 >> 40
  // Halves the limbs' range to -2^28 .. 2^28. The last has space for the carry.
  let carry: i64
  carry = (c0 + HALF) >> BITS
  c0 -= carry << BITS
  c1 += carry
  carry = (c1 + HALF) >> BITS
  c1 -= carry << BITS
  c2 += carry
  carry = (c2 + HALF) >> BITS
  c2 -= carry << BITS
  c3 += carry
  carry = (c3 + HALF) >> BITS
  c3 -= carry << BITS
  c4 += carry
  carry = (c4 + HALF) >> BITS
  c4 -= carry << BITS
  c5 += carry
  carry = (c5 + HALF) >> BITS
  c5 -= carry << BITS
  c6 += carry
  carry = (c6 + HALF) >> BITS
  c6 -= carry << BITS
  c7 += carry
  carry = (c7 + HALF) >> BITS
  c7 -= carry << BITS
  c8 += carry
  store<i32>(out, c0)
  store<i32>(out, c1, 4)
  store<i32>(out, c2, 8)
  store<i32>(out, c3, 12)
  store<i32>(out, c4, 16)
  store<i32>(out, c5, 20)
  store<i32>(out, c6, 24)
  store<i32>(out, c7, 28)
  store<i32>(out, c8, 32)
  return !(w3 == 0x7fffffffffffffff && (w2 & w1) == 0xffffffffffffffff && w0 >= 0xffffffffffffffed)
}

/** Writes a as 32 bytes, fully reduced. */
export function encode(bytes: usize, a: usize): void {
  let c0: i64 = load<i32>(a)
  let c1: i64 = load<i32>(a, 4)
  let c2: i64 = load<i32>(a, 8)
  let c3: i64 = load<i32>(a, 12)
  let c4: i64 = load<i32>(a, 16)
  let c5: i64 = load<i32>(a, 20)
  let c6: i64 = load<i32>(a, 24)
  let c7: i64 = load<i32>(a, 28)
  let c8: i64 = load<i32>(a, 32)
  // The first pass leaves at most 2^13 on either side of 0 .. 2^255, the second brings the number inside; before the third, 19 is added if
  // the number is p or more, so that dropping bit 255 subtracts p.
  for (let pass = 0; pass < 3; pass++) {
    if (pass == 2) {
      let overflow = (c0 + 19) >> BITS
      overflow = (c1 + overflow) >> BITS
      overflow = (c2 + overflow) >> BITS
      overflow = (c3 + overflow) >> BITS
      overflow = (c4 + overflow) >> BITS
      overflow = (c5 + overflow) >> BITS
      overflow = (c6 + overflow) >> BITS
      overflow = (c7 + overflow) >> BITS
      overflow = (c8 + overflow) >> TOP_BITS
      c0 += 19 * overflow
    }
    c1 += c0 >> BITS
    c0 &= MASK
    c2 += c1 >> BITS
    c1 &= MASK
    c3 += c2 >> BITS
    c2 &= MASK
    c4 += c3 >> BITS
    c3 &= MASK
    c5 += c4 >> BITS
    c4 &= MASK
    c6 += c5 >> BITS
    c5 &= MASK
    c7 += c6 >> BITS
    c6 &= MASK
    c8 += c7 >> BITS
    c7 &= MASK
    if (pass < 2) c0 += 19 * (c8 >> TOP_BITS)
    c8 &= TOP_MASK
  }
  store<u64>(bytes, (c0 | (c1 << 29) | (c2 << 58)) as u64)
  store<u64>(bytes, ((c2 >> 6) | (c3 << 23) | (c4 << 52)) as u64, 8)
  store<u64>(bytes, ((c4 >> 12) | (c5 << 17) | (c6 << 46)) as u64, 16)
  store<u64>(bytes, ((c6 >> 18) | (c7 << 11) | (c8 << 40)) as u64, 24)
}

const ENCODED = memory.data(32, 8)

export function isZero(a: usize): bool {
  encode(ENCODED, a)
  return (load<u64>(ENCODED) | load<u64>(ENCODED, 8) | load<u64>(ENCODED, 16) | load<u64>(ENCODED, 24)) == 0
}

/** The lowest bit of the reduced number: its sign in a point's encoding. */
export function isNegative(a: usize): u32 {
  encode(ENCODED, a)
  return load<u8>(ENCODED) & 1
}

/** Wipes intermediate results. */
export function forgetEncoding(): void {
  memory.fill(ENCODED, 0, 32)
}

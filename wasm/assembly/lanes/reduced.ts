// The encoding of an element on both SIMD levels.

const BITS: i64 = 51
const MASK: i64 = (1 << 51) - 1

/** Writes a number of five positive limbs, each of 51 bits and a few more, as 32 bytes, reduced modulo p. */
export function storeReduced(bytes: usize, l0: i64, l1: i64, l2: i64, l3: i64, l4: i64): void {
  // The number is v = p q + r. As in ref10's `fe_tobytes`, v + 19 l4 / 2^51 + 1/2 = 2^255 q + r + 1/2 + 19 (l4 / 2^51 - q) is divided by 2^255,
  // which yields q: l4 / 2^51 - q is r / 2^255, to within 2^-48, and r + 19 r / 2^255 is below 2^255 - 1.
  let quotient = (19 * l4 + (1 << 50)) >> BITS
  quotient = (l0 + quotient) >> BITS
  quotient = (l1 + quotient) >> BITS
  quotient = (l2 + quotient) >> BITS
  quotient = (l3 + quotient) >> BITS
  quotient = (l4 + quotient) >> BITS
  // Adding 19 q and dropping all bits from 2^255 on subtracts p q.
  l0 += 19 * quotient
  l1 += l0 >> BITS
  l0 &= MASK
  l2 += l1 >> BITS
  l1 &= MASK
  l3 += l2 >> BITS
  l2 &= MASK
  l4 += l3 >> BITS
  l3 &= MASK
  l4 &= MASK
  store<u64>(bytes, <u64>(l0 | (l1 << 51)))
  store<u64>(bytes, <u64>((l1 >> 13) | (l2 << 38)), 8)
  store<u64>(bytes, <u64>((l2 >> 26) | (l3 << 25)), 16)
  store<u64>(bytes, <u64>((l3 >> 39) | (l4 << 12)), 24)
}

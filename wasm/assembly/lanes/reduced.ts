// The encoding of an element on both SIMD levels.

const BITS: i64 = 51
const MASK: i64 = (1 << 51) - 1

/** Writes a number of five positive limbs, each of 51 bits and a few more, as 32 bytes, reduced modulo p. */
export function storeReduced(bytes: usize, l0: i64, l1: i64, l2: i64, l3: i64, l4: i64): void {
  // The first pass leaves slightly more than 2^255, the second brings the number inside.
  for (let pass = 0; pass < 2; pass++) {
    l1 += l0 >> BITS
    l0 &= MASK
    l2 += l1 >> BITS
    l1 &= MASK
    l3 += l2 >> BITS
    l2 &= MASK
    l4 += l3 >> BITS
    l3 &= MASK
    l0 += 19 * (l4 >> BITS)
    l4 &= MASK
  }
  // One if the number is p or more: then adding 19 and dropping bit 255 subtracts p.
  let overflow = (l0 + 19) >> BITS
  overflow = (l1 + overflow) >> BITS
  overflow = (l2 + overflow) >> BITS
  overflow = (l3 + overflow) >> BITS
  overflow = (l4 + overflow) >> BITS
  l0 += 19 * overflow
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

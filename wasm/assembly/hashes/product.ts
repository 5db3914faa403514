// Products of 128 bits; one instruction computes only the lower half.

/** Upper half of the 128-bit product. */
export function multiplyHigh(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff
  const a1 = a >> 32
  const b0 = b & 0xffffffff
  const b1 = b >> 32
  const middle = a1 * b0 + ((a0 * b0) >> 32)
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffff)) >> 32)
}

/** Returns the upper half of the product of signed numbers. */
export function multiplyHighSigned(a: u64, b: u64): u64 {
  return multiplyHigh(a, b) - ((<i64>a >> 63) & b) - ((<i64>b >> 63) & a)
}

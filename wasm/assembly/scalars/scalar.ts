// Scalars modulo l = 2^252 + 27742317777372353535851937790883648493, the order of the base point: reduction, and the digit recodings that
// multiplication uses. A scalar is the address of 32 little-endian bytes.

const L0: u64 = 0x5812631a5cf5d3ed
const L1: u64 = 0x14def9dea2f79cd6
const L3: u64 = 0x1000000000000000

/** Reduces any 256-bit number modulo l in place (monero's `sc_reduce32`). */
export function reduce(scalar: usize): void {
  let s0 = load<u64>(scalar)
  let s1 = load<u64>(scalar, 8)
  let s2 = load<u64>(scalar, 16)
  let s3 = load<u64>(scalar, 24)
  // 2^256 is less than 16 l: 8l, 4l, 2l and l are subtracted in turn, each if it fits.
  for (let shift: u64 = 4; shift-- > 0; ) {
    const l0 = L0 << shift
    const l1 = (L1 << shift) | ((L0 >> 1) >> (63 - shift))
    const l2 = (L1 >> 1) >> (63 - shift)
    const l3 = L3 << shift
    const r0 = s0 - l0
    const borrow0 = (s0 < l0) as u64
    const r1 = s1 - l1 - borrow0
    const borrow1 = ((s1 < l1) as u64) | (((s1 == l1) as u64) & borrow0)
    const r2 = s2 - l2 - borrow1
    const borrow2 = ((s2 < l2) as u64) | (((s2 == l2) as u64) & borrow1)
    const r3 = s3 - l3 - borrow2
    const borrow3 = ((s3 < l3) as u64) | (((s3 == l3) as u64) & borrow2)
    // Scalars may be secret: no branch, a mask selects the difference.
    const keep: u64 = 0 - borrow3
    s0 = (s0 & keep) | (r0 & ~keep)
    s1 = (s1 & keep) | (r1 & ~keep)
    s2 = (s2 & keep) | (r2 & ~keep)
    s3 = (s3 & keep) | (r3 & ~keep)
  }
  store<u64>(scalar, s0)
  store<u64>(scalar, s1, 8)
  store<u64>(scalar, s2, 16)
  store<u64>(scalar, s3, 24)
}

/** Digits of `toSlidingDigits`. */
export const SLIDING_DIGITS = 256

/**
 * Writes a reduced scalar as 256 signed bytes, the lowest power of two first: each digit is 0 or odd in -15 .. 15 and any five neighbours
 * hold at most one non-zero digit (width-5 NAF).
 */
export function toSlidingDigits(digits: usize, scalar: usize): void {
  memory.fill(digits, 0, SLIDING_DIGITS)
  spreadDigits(digits, 1, scalar, 5)
}

/** A scalar followed by zeros. */
const PADDED = memory.data(40, 8)

/**
 * Writes the non-zero digits of a reduced scalar, `stride` bytes apart, the lowest power of two first: each is odd and less than
 * 2^(width-1) in size, and any `width` (at most 8) neighbours hold at most one. The other bytes must be zero before.
 */
export function spreadDigits(digits: usize, stride: usize, scalar: usize, width: i32): void {
  memory.copy(PADDED, scalar, 32)
  const mask = (1 << width) - 1
  let carry = 0
  let position = 0
  while (position < SLIDING_DIGITS) {
    const bits = load<i32>(PADDED + <usize>(position >> 3)) >> (position & 7)
    // Where bits equal the carry, digits are 0. At least 25 bits are valid.
    const zeros = min<i32>(ctz<i32>((bits ^ -carry) | (1 << 24)), 24)
    if (zeros > 0) {
      position += zeros
      continue
    }
    const digit = carry + (bits & mask)
    carry = digit >> (width - 1)
    store<i8>(digits + <usize>position * stride, digit - (carry << width))
    position += width
  }
  memory.fill(PADDED, 0, 32)
}

/** Digits of `toByteDigits`. */
export const BYTE_DIGITS: usize = 32

/** Writes a reduced scalar as 32 signed 16-bit digits in -128 .. 127 to the base 256, the lowest first. */
export function toByteDigits(digits: usize, scalar: usize): void {
  let carry = 0
  for (let i: usize = 0; i < BYTE_DIGITS; i++) {
    const digit = <i32>load<u8>(scalar + i) + carry
    carry = (digit + 128) >> 8
    store<i16>(digits + (i << 1), digit - (carry << 8))
  }
}

/** Digits of `toNibbleDigits`. */
export const NIBBLE_DIGITS: usize = 64

/** Writes a reduced scalar as 64 signed bytes in -8 .. 7 to the base 16, the lowest first, in constant time. */
export function toNibbleDigits(digits: usize, scalar: usize): void {
  let carry = 0
  for (let i: usize = 0; i < NIBBLE_DIGITS; i++) {
    const digit = ((<i32>load<u8>(scalar + (i >> 1)) >> <i32>((i & 1) << 2)) & 15) + carry
    carry = (digit + 8) >> 4
    store<i8>(digits + i, digit - (carry << 4))
  }
}

/**
 * Writes a reduced scalar as signed 16-bit digits of `bits` bits (at most 15) each, the lowest first: `digitsOf(bits)` digits in
 * -2^(bits-1) .. 2^(bits-1) - 1.
 */
export function toDigits(digits: usize, scalar: usize, bits: i32): void {
  const count = digitsOf(bits)
  let carry = 0
  let position = 0
  for (let i: usize = 0; i < count; i++, position += bits) {
    // The four bytes at the start of the digit contain all of it; bytes beyond the scalar are zeros.
    const at = <usize>(position >> 3)
    let value: u32 = 0
    if (at + 4 <= 32) value = load<u32>(scalar + at)
    else for (let j: usize = at; j < 32; j++) value |= (<u32>load<u8>(scalar + j)) << (<u32>((j - at) << 3))
    const digit = <i32>((value >> (position & 7)) & ((1 << bits) - 1)) + carry
    carry = (digit + (1 << (bits - 1))) >> bits
    store<i16>(digits + (i << 1), digit - (carry << bits))
  }
}

/** Returns the number of digits of `bits` bits of a reduced scalar: 253 bits, plus one for the last carry. */
export function digitsOf(bits: i32): usize {
  return <usize>((254 + bits - 1) / bits)
}

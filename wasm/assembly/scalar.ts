// Scalars modulo l = 2^252 + 27742317777372353535851937790883648493, the order of the base point: reduction, and the two ways of
// writing a scalar in digits that multiplication uses. A scalar is the address of 32 little-endian bytes.

const L0: u64 = 0x5812631a5cf5d3ed
const L1: u64 = 0x14def9dea2f79cd6
const L3: u64 = 0x1000000000000000

/** Reduces any 256-bit number modulo l in place (the reference's `sc_reduce32`). */
export function reduce(scalar: usize): void {
  let s0 = load<u64>(scalar)
  let s1 = load<u64>(scalar, 8)
  let s2 = load<u64>(scalar, 16)
  let s3 = load<u64>(scalar, 24)
  // 2^256 is less than 16 l: 8l, 4l, 2l and l come off in turn, each if it fits.
  for (let shift: u64 = 4; shift-- > 0; ) {
    const l0 = L0 << shift
    const l1 = (L1 << shift) | ((L0 >> 1) >> (63 - shift))
    const l2 = (L1 >> 1) >> (63 - shift)
    const l3 = L3 << shift
    const r0 = s0 - l0
    const borrow0 = (s0 < l0) as u64
    const r1 = s1 - l1 - borrow0
    const borrow1 = (s1 < l1 || (s1 == l1 && borrow0 != 0)) as u64
    const r2 = s2 - l2 - borrow1
    const borrow2 = (s2 < l2 || (s2 == l2 && borrow1 != 0)) as u64
    const r3 = s3 - l3 - borrow2
    const borrow3 = s3 < l3 || (s3 == l3 && borrow2 != 0)
    if (!borrow3) {
      s0 = r0
      s1 = r1
      s2 = r2
      s3 = r3
    }
  }
  store<u64>(scalar, s0)
  store<u64>(scalar, s1, 8)
  store<u64>(scalar, s2, 16)
  store<u64>(scalar, s3, 24)
}

/** Digits of `toSlidingDigits`. */
export const SLIDING_DIGITS = 256

/**
 * Writes a reduced scalar as 256 signed bytes, the lowest power of two first: each digit is 0 or odd in -15 .. 15 and any five
 * neighbours hold at most one that is not 0 (width-5 NAF).
 */
export function toSlidingDigits(digits: usize, scalar: usize): void {
  memory.fill(digits, 0, SLIDING_DIGITS)
  let carry = 0
  let position = 0
  while (position < SLIDING_DIGITS) {
    if (bit(scalar, position) == carry) {
      position++
      continue
    }
    let digit = carry
    for (let i = 0; i < 5; i++) digit += bit(scalar, position + i) << i
    carry = digit >> 4
    store<i8>(digits + position, digit - (carry << 5))
    position += 5
  }
}

function bit(scalar: usize, position: i32): i32 {
  return position < 256 ? (load<u8>(scalar + (position >> 3)) >> (position & 7)) & 1 : 0
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

// Products and sums of secret scalars modulo l, in constant time: Montgomery multiplication with nine limbs of 29 bits and R = 2^261, column
// by column, so that carries are taken once a column. A scalar is the address of 32 little-endian bytes.

import { ORDER_BYTES } from '../field/constants'
import { reduce } from './scalar'

const BITS: u64 = 29
const MASK: u64 = (1 << 29) - 1
/** -1/l modulo 2^29 */
const NEGATIVE_INVERSE: u64 = 0x12547e1b
/** The limbs of l = 2^252 + 27742317777372353535851937790883648493; limbs 5 to 7 are zero. */
const L0: u64 = 0x1cf5d3ed
const L1: u64 = 0x009318d2
const L2: u64 = 0x1de73596
const L3: u64 = 0x1df3bd45
const L4: u64 = 0x0000014d
const L8: u64 = 0x00100000
/** R^2 and 2^256 R modulo l */
const R_SQUARED = memory.data<u64>([0xf7c28362eb5f9d12, 0x781a1f9babd635fc, 0xb1cf485fd6f9972d, 0x05046df0c268f73b])
const R_HALF = memory.data<u64>([0x184186b008c914a5, 0x6faa9fd69bed1f18, 0xdd8e7a42feb7ccb9, 0x0328236f861347b9])

const ONE = memory.data<u64>([1, 0, 0, 0])

/** A factor times R, a summand, and a product. */
const SCALED = memory.data(32, 8)
const SUMMAND = memory.data(32, 8)
const PRODUCT = memory.data(32, 8)

/**
 * out = a * b / R modulo l, reduced, for any a and b of 256 bits. `out` may be `a` or `b`. A column holds at most 15 products of
 * limbs and a carry, less than 2^62. The multiples q of l make the lower columns zero modulo 2^29.
 */
function montgomery(out: usize, a: usize, b: usize): void {
  const aw0 = load<u64>(a)
  const aw1 = load<u64>(a, 8)
  const aw2 = load<u64>(a, 16)
  const aw3 = load<u64>(a, 24)
  const a0 = aw0 & MASK
  const a1 = (aw0 >> 29) & MASK
  const a2 = ((aw0 >> 58) | (aw1 << 6)) & MASK
  const a3 = (aw1 >> 23) & MASK
  const a4 = ((aw1 >> 52) | (aw2 << 12)) & MASK
  const a5 = (aw2 >> 17) & MASK
  const a6 = ((aw2 >> 46) | (aw3 << 18)) & MASK
  const a7 = (aw3 >> 11) & MASK
  const a8 = aw3 >> 40
  const bw0 = load<u64>(b)
  const bw1 = load<u64>(b, 8)
  const bw2 = load<u64>(b, 16)
  const bw3 = load<u64>(b, 24)
  const b0 = bw0 & MASK
  const b1 = (bw0 >> 29) & MASK
  const b2 = ((bw0 >> 58) | (bw1 << 6)) & MASK
  const b3 = (bw1 >> 23) & MASK
  const b4 = ((bw1 >> 52) | (bw2 << 12)) & MASK
  const b5 = (bw2 >> 17) & MASK
  const b6 = ((bw2 >> 46) | (bw3 << 18)) & MASK
  const b7 = (bw3 >> 11) & MASK
  const b8 = bw3 >> 40
  let column = a0 * b0
  const q0 = (column * NEGATIVE_INVERSE) & MASK
  let carry = (column + q0 * L0) >> BITS
  column = carry + a0 * b1 + a1 * b0 + q0 * L1
  const q1 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q1 * L0) >> BITS
  column = carry + a0 * b2 + a1 * b1 + a2 * b0 + q0 * L2 + q1 * L1
  const q2 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q2 * L0) >> BITS
  column = carry + a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + q0 * L3 + q1 * L2 + q2 * L1
  const q3 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q3 * L0) >> BITS
  column = carry + a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0 + q0 * L4 + q1 * L3 + q2 * L2 + q3 * L1
  const q4 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q4 * L0) >> BITS
  column = carry + a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0 + q1 * L4 + q2 * L3 + q3 * L2 + q4 * L1
  const q5 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q5 * L0) >> BITS
  column =
    carry + a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0 + q2 * L4 + q3 * L3 + q4 * L2 + q5 * L1
  const q6 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q6 * L0) >> BITS
  column =
    carry +
    a0 * b7 +
    a1 * b6 +
    a2 * b5 +
    a3 * b4 +
    a4 * b3 +
    a5 * b2 +
    a6 * b1 +
    a7 * b0 +
    q3 * L4 +
    q4 * L3 +
    q5 * L2 +
    q6 * L1
  const q7 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q7 * L0) >> BITS
  column =
    carry +
    a0 * b8 +
    a1 * b7 +
    a2 * b6 +
    a3 * b5 +
    a4 * b4 +
    a5 * b3 +
    a6 * b2 +
    a7 * b1 +
    a8 * b0 +
    q0 * L8 +
    q4 * L4 +
    q5 * L3 +
    q6 * L2 +
    q7 * L1
  const q8 = (column * NEGATIVE_INVERSE) & MASK
  carry = (column + q8 * L0) >> BITS
  column =
    carry +
    a1 * b8 +
    a2 * b7 +
    a3 * b6 +
    a4 * b5 +
    a5 * b4 +
    a6 * b3 +
    a7 * b2 +
    a8 * b1 +
    q1 * L8 +
    q5 * L4 +
    q6 * L3 +
    q7 * L2 +
    q8 * L1
  const r0 = column & MASK
  carry = column >> BITS
  column =
    carry + a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2 + q2 * L8 + q6 * L4 + q7 * L3 + q8 * L2
  const r1 = column & MASK
  carry = column >> BITS
  column = carry + a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3 + q3 * L8 + q7 * L4 + q8 * L3
  const r2 = column & MASK
  carry = column >> BITS
  column = carry + a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4 + q4 * L8 + q8 * L4
  const r3 = column & MASK
  carry = column >> BITS
  column = carry + a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 + q5 * L8
  const r4 = column & MASK
  carry = column >> BITS
  column = carry + a6 * b8 + a7 * b7 + a8 * b6 + q6 * L8
  const r5 = column & MASK
  carry = column >> BITS
  column = carry + a7 * b8 + a8 * b7 + q7 * L8
  const r6 = column & MASK
  carry = column >> BITS
  column = carry + a8 * b8 + q8 * L8
  const r7 = column & MASK
  carry = column >> BITS
  const r8 = carry
  // Below 2l: a b / R is at most 2^251, less than l / 2, and the added multiples of l are below R.
  store<u64>(out, r0 | (r1 << 29) | (r2 << 58))
  store<u64>(out, (r2 >> 6) | (r3 << 23) | (r4 << 52), 8)
  store<u64>(out, (r4 >> 12) | (r5 << 17) | (r6 << 46), 16)
  store<u64>(out, (r6 >> 18) | (r7 << 11) | (r8 << 40), 24)
  subtractOrder(out)
}

/** Subtracts l from a number below 2l if it fits. */
function subtractOrder(scalar: usize): void {
  const s0 = load<u64>(scalar)
  const s1 = load<u64>(scalar, 8)
  const s2 = load<u64>(scalar, 16)
  const s3 = load<u64>(scalar, 24)
  const l0 = load<u64>(ORDER_BYTES)
  const l1 = load<u64>(ORDER_BYTES, 8)
  const r0 = s0 - l0
  const borrow0 = (s0 < l0) as u64
  const r1 = s1 - l1 - borrow0
  const borrow1 = ((s1 < l1) as u64) | (((s1 == l1) as u64) & borrow0)
  const r2 = s2 - borrow1
  const borrow2 = ((s2 == 0) as u64) & borrow1
  const r3 = s3 - load<u64>(ORDER_BYTES, 24) - borrow2
  // No branch: the sign of the difference selects.
  const keep: u64 = 0 - (r3 >> 63)
  store<u64>(scalar, (s0 & keep) | (r0 & ~keep))
  store<u64>(scalar, (s1 & keep) | (r1 & ~keep), 8)
  store<u64>(scalar, (s2 & keep) | (r2 & ~keep), 16)
  store<u64>(scalar, (s3 & keep) | (r3 & ~keep), 24)
}

/** out = a + b modulo l, for reduced scalars. `out` may be `a`. */
function addModulo(out: usize, a: usize, b: usize): void {
  let carry: u64 = 0
  for (let i: usize = 0; i < 32; i += 8) {
    const word = load<u64>(a + i)
    const sum = word + load<u64>(b + i)
    const total = sum + carry
    carry = ((sum < word) as u64) | ((total < sum) as u64)
    store<u64>(out + i, total)
  }
  subtractOrder(out)
}

/** Sets the factor of `multiplyByFactor` and `multiplyAdd`: any number of 256 bits. */
export function setFactor(factor: usize): void {
  montgomery(SCALED, factor, R_SQUARED)
}

/** Sets the summand of `multiplyAdd`: any number of 256 bits. */
export function setSummand(summand: usize): void {
  memory.copy(SUMMAND, summand, 32)
  reduce(SUMMAND)
}

/** out = a times the factor modulo l, reduced, for any a of 256 bits. `out` may be `a`. */
export function multiplyByFactor(out: usize, a: usize): void {
  montgomery(out, a, SCALED)
}

/** out = a times the factor plus the summand modulo l, reduced, for any a of 256 bits. `out` may be `a`. */
export function multiplyAdd(out: usize, a: usize): void {
  montgomery(out, a, SCALED)
  addModulo(out, out, SUMMAND)
}

/** out = the sum of a * b of `count` pairs modulo l, for any numbers of 256 bits, 32 bytes apart. `out` is none of them. */
export function sumProducts(out: usize, a: usize, b: usize, count: i32): void {
  memory.fill(out, 0, 32)
  // All products are divided by R, so their sum is multiplied by it once.
  for (const end = a + ((<usize>count) << 5); a < end; a += 32, b += 32) {
    montgomery(PRODUCT, a, b)
    addModulo(out, out, PRODUCT)
  }
  montgomery(out, out, R_SQUARED)
}

/** out = the number of 64 bytes modulo l. */
export function reduceWide(out: usize, wide: usize): void {
  setSummand(wide)
  montgomery(PRODUCT, wide + 32, R_HALF)
  addModulo(out, PRODUCT, SUMMAND)
}

/** l - 2, the exponent of inversion. */
const INVERSION = memory.data<u64>([0x5812631a5cf5d3eb, 0x14def9dea2f79cd6, 0, 0x1000000000000000])

/** out = 1/a modulo l, and 0 for 0, for any a of 256 bits: a^(l-2), in constant time. `out` may be `a`. */
export function invert(out: usize, a: usize): void {
  // PRODUCT is the power times R.
  setFactor(a)
  memory.copy(PRODUCT, SCALED, 32)
  for (let bit = 251; bit >= 0; bit--) {
    montgomery(PRODUCT, PRODUCT, PRODUCT)
    if ((load<u8>(INVERSION + (bit >> 3)) >> (bit & 7)) & 1) montgomery(PRODUCT, PRODUCT, SCALED)
  }
  montgomery(out, PRODUCT, ONE)
}

/** Wipes intermediate results. */
export function forgetScalarProducts(): void {
  memory.fill(SCALED, 0, 32)
  memory.fill(SUMMAND, 0, 32)
  memory.fill(PRODUCT, 0, 32)
}

// The field of 2^255 - 19: nine signed limbs of 29 bits, each an i32, so that a product of two limbs is one i64.mul and nine products add
// up in an i64. An element is the address of its 36 bytes; results may overwrite operands.
//
// Bounds of limbs: `multiply`, `square` and `decode` return limbs of at most R = 2^28 + 2^16 in size; each addition or subtraction adds the
// sizes of its operands. A product is correct if the sizes of its operands multiply to at most 12 R^2: then a column holds at most 9 * 12 *
// R^2 < 2^62.8.
//
// `multiply` and `square` work column by column. Column k + 9 counts FOLD times in column k: it is split at bit 29 first, since it is too
// large for that factor, and its upper part joins the next column. HALF is added before a carry is taken and subtracted from the remaining
// limb, so that limbs are centred around zero.

/** Bytes of a field element. */
export const FIELD: usize = 36

/** Bits of a limb. */
export const BITS: i64 = 29
export const MASK: i64 = (1 << 29) - 1
export const HALF: i64 = 1 << 28
/** 2^261 mod p: the factor of a limb nine places lower. */
const FOLD: i64 = 19 << 6

/** out = value */
export function setSmall(out: usize, value: i32): void {
  memory.fill(out, 0, FIELD)
  store<i32>(out, value)
}

export function copy(out: usize, a: usize): void {
  store<u64>(out, load<u64>(a))
  store<u64>(out, load<u64>(a, 8), 8)
  store<u64>(out, load<u64>(a, 16), 16)
  store<u64>(out, load<u64>(a, 24), 24)
  store<u32>(out, load<u32>(a, 32), 32)
}

/** out = a + b, not carried */
export function add(out: usize, a: usize, b: usize): void {
  store<i32>(out, load<i32>(a) + load<i32>(b))
  store<i32>(out, load<i32>(a, 4) + load<i32>(b, 4), 4)
  store<i32>(out, load<i32>(a, 8) + load<i32>(b, 8), 8)
  store<i32>(out, load<i32>(a, 12) + load<i32>(b, 12), 12)
  store<i32>(out, load<i32>(a, 16) + load<i32>(b, 16), 16)
  store<i32>(out, load<i32>(a, 20) + load<i32>(b, 20), 20)
  store<i32>(out, load<i32>(a, 24) + load<i32>(b, 24), 24)
  store<i32>(out, load<i32>(a, 28) + load<i32>(b, 28), 28)
  store<i32>(out, load<i32>(a, 32) + load<i32>(b, 32), 32)
}

/** out = a - b, not carried */
export function subtract(out: usize, a: usize, b: usize): void {
  store<i32>(out, load<i32>(a) - load<i32>(b))
  store<i32>(out, load<i32>(a, 4) - load<i32>(b, 4), 4)
  store<i32>(out, load<i32>(a, 8) - load<i32>(b, 8), 8)
  store<i32>(out, load<i32>(a, 12) - load<i32>(b, 12), 12)
  store<i32>(out, load<i32>(a, 16) - load<i32>(b, 16), 16)
  store<i32>(out, load<i32>(a, 20) - load<i32>(b, 20), 20)
  store<i32>(out, load<i32>(a, 24) - load<i32>(b, 24), 24)
  store<i32>(out, load<i32>(a, 28) - load<i32>(b, 28), 28)
  store<i32>(out, load<i32>(a, 32) - load<i32>(b, 32), 32)
}

/** out = -a */
export function negate(out: usize, a: usize): void {
  for (let i: usize = 0; i < FIELD; i += 4) store<i32>(out + i, -load<i32>(a + i))
}

/** out = a * b */
export function multiply(out: usize, a: usize, b: usize): void {
  const a0: i64 = load<i32>(a)
  const a1: i64 = load<i32>(a, 4)
  const a2: i64 = load<i32>(a, 8)
  const a3: i64 = load<i32>(a, 12)
  const a4: i64 = load<i32>(a, 16)
  const a5: i64 = load<i32>(a, 20)
  const a6: i64 = load<i32>(a, 24)
  const a7: i64 = load<i32>(a, 28)
  const a8: i64 = load<i32>(a, 32)
  const b0: i64 = load<i32>(b)
  const b1: i64 = load<i32>(b, 4)
  const b2: i64 = load<i32>(b, 8)
  const b3: i64 = load<i32>(b, 12)
  const b4: i64 = load<i32>(b, 16)
  const b5: i64 = load<i32>(b, 20)
  const b6: i64 = load<i32>(b, 24)
  const b7: i64 = load<i32>(b, 28)
  const b8: i64 = load<i32>(b, 32)
  const c9 = a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1
  let c0 = HALF + a0 * b0 + FOLD * (c9 & MASK)
  let carry = c0 >> BITS
  const c10 = a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2
  const c1 = HALF + a0 * b1 + a1 * b0 + FOLD * ((c10 & MASK) + (c9 >> BITS)) + carry
  carry = c1 >> BITS
  const c11 = a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3
  const c2 = HALF + a0 * b2 + a1 * b1 + a2 * b0 + FOLD * ((c11 & MASK) + (c10 >> BITS)) + carry
  carry = c2 >> BITS
  store<i32>(out, (c2 & MASK) - HALF, 8)
  const c12 = a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4
  const c3 = HALF + a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + FOLD * ((c12 & MASK) + (c11 >> BITS)) + carry
  carry = c3 >> BITS
  store<i32>(out, (c3 & MASK) - HALF, 12)
  const c13 = a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5
  const c4 = HALF + a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0 + FOLD * ((c13 & MASK) + (c12 >> BITS)) + carry
  carry = c4 >> BITS
  store<i32>(out, (c4 & MASK) - HALF, 16)
  const c14 = a6 * b8 + a7 * b7 + a8 * b6
  const c5 =
    HALF + a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0 + FOLD * ((c14 & MASK) + (c13 >> BITS)) + carry
  carry = c5 >> BITS
  store<i32>(out, (c5 & MASK) - HALF, 20)
  const c15 = a7 * b8 + a8 * b7
  const c6 =
    HALF +
    a0 * b6 +
    a1 * b5 +
    a2 * b4 +
    a3 * b3 +
    a4 * b2 +
    a5 * b1 +
    a6 * b0 +
    FOLD * ((c15 & MASK) + (c14 >> BITS)) +
    carry
  carry = c6 >> BITS
  store<i32>(out, (c6 & MASK) - HALF, 24)
  const c16 = a8 * b8
  const c7 =
    HALF +
    a0 * b7 +
    a1 * b6 +
    a2 * b5 +
    a3 * b4 +
    a4 * b3 +
    a5 * b2 +
    a6 * b1 +
    a7 * b0 +
    FOLD * ((c16 & MASK) + (c15 >> BITS)) +
    carry
  carry = c7 >> BITS
  store<i32>(out, (c7 & MASK) - HALF, 28)
  const c8 =
    HALF +
    a0 * b8 +
    a1 * b7 +
    a2 * b6 +
    a3 * b5 +
    a4 * b4 +
    a5 * b3 +
    a6 * b2 +
    a7 * b1 +
    a8 * b0 +
    FOLD * (c16 >> BITS) +
    carry
  carry = c8 >> BITS
  store<i32>(out, (c8 & MASK) - HALF, 32)
  c0 = (c0 & MASK) + FOLD * carry
  store<i32>(out, (c0 & MASK) - HALF)
  store<i32>(out, (c1 & MASK) - HALF + (c0 >> BITS), 4)
}

/** out = a^2 */
export function square(out: usize, a: usize): void {
  const a0: i64 = load<i32>(a)
  const a1: i64 = load<i32>(a, 4)
  const a2: i64 = load<i32>(a, 8)
  const a3: i64 = load<i32>(a, 12)
  const a4: i64 = load<i32>(a, 16)
  const a5: i64 = load<i32>(a, 20)
  const a6: i64 = load<i32>(a, 24)
  const a7: i64 = load<i32>(a, 28)
  const a8: i64 = load<i32>(a, 32)
  const d0 = a0 << 1
  const d1 = a1 << 1
  const d2 = a2 << 1
  const d3 = a3 << 1
  const d4 = a4 << 1
  const d5 = a5 << 1
  const d6 = a6 << 1
  const d7 = a7 << 1
  const c9 = d1 * a8 + d2 * a7 + d3 * a6 + d4 * a5
  let c0 = HALF + a0 * a0 + FOLD * (c9 & MASK)
  let carry = c0 >> BITS
  const c10 = d2 * a8 + d3 * a7 + d4 * a6 + a5 * a5
  const c1 = HALF + d0 * a1 + FOLD * ((c10 & MASK) + (c9 >> BITS)) + carry
  carry = c1 >> BITS
  const c11 = d3 * a8 + d4 * a7 + d5 * a6
  const c2 = HALF + d0 * a2 + a1 * a1 + FOLD * ((c11 & MASK) + (c10 >> BITS)) + carry
  carry = c2 >> BITS
  store<i32>(out, (c2 & MASK) - HALF, 8)
  const c12 = d4 * a8 + d5 * a7 + a6 * a6
  const c3 = HALF + d0 * a3 + d1 * a2 + FOLD * ((c12 & MASK) + (c11 >> BITS)) + carry
  carry = c3 >> BITS
  store<i32>(out, (c3 & MASK) - HALF, 12)
  const c13 = d5 * a8 + d6 * a7
  const c4 = HALF + d0 * a4 + d1 * a3 + a2 * a2 + FOLD * ((c13 & MASK) + (c12 >> BITS)) + carry
  carry = c4 >> BITS
  store<i32>(out, (c4 & MASK) - HALF, 16)
  const c14 = d6 * a8 + a7 * a7
  const c5 = HALF + d0 * a5 + d1 * a4 + d2 * a3 + FOLD * ((c14 & MASK) + (c13 >> BITS)) + carry
  carry = c5 >> BITS
  store<i32>(out, (c5 & MASK) - HALF, 20)
  const c15 = d7 * a8
  const c6 = HALF + d0 * a6 + d1 * a5 + d2 * a4 + a3 * a3 + FOLD * ((c15 & MASK) + (c14 >> BITS)) + carry
  carry = c6 >> BITS
  store<i32>(out, (c6 & MASK) - HALF, 24)
  const c16 = a8 * a8
  const c7 = HALF + d0 * a7 + d1 * a6 + d2 * a5 + d3 * a4 + FOLD * ((c16 & MASK) + (c15 >> BITS)) + carry
  carry = c7 >> BITS
  store<i32>(out, (c7 & MASK) - HALF, 28)
  const c8 = HALF + d0 * a8 + d1 * a7 + d2 * a6 + d3 * a5 + a4 * a4 + FOLD * (c16 >> BITS) + carry
  carry = c8 >> BITS
  store<i32>(out, (c8 & MASK) - HALF, 32)
  c0 = (c0 & MASK) + FOLD * carry
  store<i32>(out, (c0 & MASK) - HALF)
  store<i32>(out, (c1 & MASK) - HALF + (c0 >> BITS), 4)
}

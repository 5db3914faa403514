// Arithmetic of doubles in the four rounding modes of IEEE 754; WebAssembly has only the first. Each result is rounded to nearest; the sign
// of the exact error, computed with integers, then determines whether the neighbour is correct.

export const NEAREST: u32 = 0
export const DOWN: u32 = 1
export const UP: u32 = 2

const FRACTION: u64 = 0x000f_ffff_ffff_ffff
const ONE: u64 = 0x0010_0000_0000_0000
const INFINITY_BITS: u64 = 0x7ff0_0000_0000_0000
const SIGN: u64 = 0x8000_0000_0000_0000

function bitsOf(x: f64): u64 {
  return reinterpret<u64>(x)
}

/** The significand as an integer of 53 bits. */
function significand(bits: u64): u64 {
  return (bits & FRACTION) | ONE
}

/** Rounds a positive result whose exact value is `error` (in some unit) above it. */
function nudge(bits: u64, error: i64, mode: u32): f64 {
  if (error > 0) return reinterpret<f64>(mode == UP ? bits + 1 : bits)
  return reinterpret<f64>(error < 0 && mode != UP ? bits - 1 : bits)
}

/** A result of finite numbers that overflows. */
function beyond(mode: u32): f64 {
  return reinterpret<f64>(mode == UP ? INFINITY_BITS : INFINITY_BITS - 1)
}

/** a + b: finite numbers whose sum is finite. */
export function add(a: f64, b: f64, mode: u32): f64 {
  const sum = a + b
  if (mode == NEAREST) return sum
  if (sum == 0) return mode == DOWN && (bitsOf(a) | bitsOf(b)) != 0 ? -0.0 : sum
  const part = sum - a
  const error = a - (sum - part) + (b - part)
  if (error == 0) return sum
  const bits = bitsOf(sum)
  const isNegative = (bits & SIGN) != 0
  if (error < 0) {
    if (isNegative) return reinterpret<f64>(mode == DOWN ? bits + 1 : bits)
    return reinterpret<f64>(mode == UP ? bits : bits - 1)
  }
  if (isNegative) return reinterpret<f64>(mode == DOWN ? bits : bits - 1)
  return reinterpret<f64>(mode == UP ? bits + 1 : bits)
}

/** a * b: positive normal numbers, a perhaps infinite, whose product is normal or infinite. */
export function multiply(a: f64, b: f64, mode: u32): f64 {
  const product = a * b
  if (mode == NEAREST) return product
  const bits = bitsOf(product)
  const x = bitsOf(a)
  const y = bitsOf(b)
  if (bits == INFINITY_BITS) return x == INFINITY_BITS ? product : beyond(mode)
  // The exact product has 105 or 106 bits, and is so close that the lowest 64 bits of the difference suffice.
  const shift = 52 + (bits >> 52) + 1023 - (x >> 52) - (y >> 52)
  return nudge(bits, <i64>(significand(x) * significand(y) - (significand(bits) << shift)), mode)
}

/** a / b: positive normal numbers, a perhaps infinite, whose quotient is normal or infinite. */
export function divide(a: f64, b: f64, mode: u32): f64 {
  const quotient = a / b
  if (mode == NEAREST) return quotient
  const bits = bitsOf(quotient)
  const x = bitsOf(a)
  const y = bitsOf(b)
  if (bits == INFINITY_BITS) return x == INFINITY_BITS ? quotient : beyond(mode)
  const shift = 52 + (x >> 52) + 1023 - (y >> 52) - (bits >> 52)
  return nudge(bits, <i64>((significand(x) << shift) - significand(bits) * significand(y)), mode)
}

/** The square root of a positive normal number, or of infinity. */
export function squareRoot(a: f64, mode: u32): f64 {
  const root = sqrt<f64>(a)
  if (mode == NEAREST) return root
  const bits = bitsOf(root)
  const x = bitsOf(a)
  if (x == INFINITY_BITS) return root
  const shift = 52 + (x >> 52) + 1023 - 2 * (bits >> 52)
  const m = significand(bits)
  return nudge(bits, <i64>((significand(x) << shift) - m * m), mode)
}

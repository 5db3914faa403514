// Products and sums of secret scalars modulo l, in constant time: Montgomery multiplication with eight limbs of 32 bits and R = 2^256
// (Koç, Acar, Kaliski 1996: CIOS). A scalar is the address of 32 little-endian bytes.

import { ORDER_BYTES } from './constants'
import { reduce } from './scalar'

const LIMBS: usize = 8
const LIMB: usize = 4
const LOW: u64 = 0xffffffff
/** -1/l modulo 2^32 */
const NEGATIVE_INVERSE: u64 = 0x12547e1b
/** R^2 modulo l */
const R_SQUARED = memory.data<u64>([0xa40611e3449c0f01, 0xd00e1ba768859347, 0xceec73d217f5be65, 0x0399411b7c309a3d])

/** The accumulator of a product: ten limbs. */
const ACCUMULATOR = memory.data(40, 8)
/** A factor times R, and a summand. */
const SCALED = memory.data(32, 8)
const SUMMAND = memory.data(32, 8)
const PRODUCT = memory.data(32, 8)

/** out = a * b / R modulo l, reduced, for any a of 256 bits and a reduced b. `out` may be `a` or `b`. */
function montgomery(out: usize, a: usize, b: usize): void {
  memory.fill(ACCUMULATOR, 0, 40)
  for (let i: usize = 0; i < LIMBS; i++) {
    const factor = <u64>load<u32>(b + LIMB * i)
    let carry: u64 = 0
    for (let j: usize = 0; j < LIMBS; j++) {
      const at = ACCUMULATOR + LIMB * j
      const sum = <u64>load<u32>(at) + <u64>load<u32>(a + LIMB * j) * factor + carry
      store<u32>(at, <u32>sum)
      carry = sum >> 32
    }
    let top = <u64>load<u32>(ACCUMULATOR, 32) + carry
    store<u32>(ACCUMULATOR, <u32>top, 32)
    store<u32>(ACCUMULATOR, <u32>(top >> 32), 36)
    // The multiple of l that makes the lowest limb zero; then all limbs move down by one.
    const multiple = (<u64>load<u32>(ACCUMULATOR) * NEGATIVE_INVERSE) & LOW
    carry = (<u64>load<u32>(ACCUMULATOR) + multiple * <u64>load<u32>(ORDER_BYTES)) >> 32
    for (let j: usize = 1; j < LIMBS; j++) {
      const at = ACCUMULATOR + LIMB * j
      const sum = <u64>load<u32>(at) + multiple * <u64>load<u32>(ORDER_BYTES + LIMB * j) + carry
      store<u32>(at - LIMB, <u32>sum)
      carry = sum >> 32
    }
    top = <u64>load<u32>(ACCUMULATOR, 32) + carry
    store<u32>(ACCUMULATOR, <u32>top, 28)
    store<u32>(ACCUMULATOR, load<u32>(ACCUMULATOR, 36) + <u32>(top >> 32), 32)
  }
  // The result is below 2l: a b / R is below l, and the added multiples of l are below R.
  memory.copy(out, ACCUMULATOR, 32)
  reduce(out)
}

/** out = a + b modulo l, for reduced scalars. `out` may be `a`. */
function addModulo(out: usize, a: usize, b: usize): void {
  let carry: u64 = 0
  for (let i: usize = 0; i < LIMBS; i++) {
    const sum = <u64>load<u32>(a + LIMB * i) + <u64>load<u32>(b + LIMB * i) + carry
    store<u32>(out + LIMB * i, <u32>sum)
    carry = sum >> 32
  }
  reduce(out)
}

/** out = a * b + c modulo l, reduced, for any numbers of 256 bits. `out` may be one of them. */
export function multiplyAdd(out: usize, a: usize, b: usize, c: usize): void {
  memory.copy(SUMMAND, c, 32)
  reduce(SUMMAND)
  montgomery(SCALED, a, R_SQUARED)
  montgomery(PRODUCT, b, SCALED)
  addModulo(out, PRODUCT, SUMMAND)
}

/** out = the number of 64 bytes modulo l. */
export function reduceWide(out: usize, wide: usize): void {
  memory.copy(SUMMAND, wide, 32)
  reduce(SUMMAND)
  // The upper half times R.
  montgomery(PRODUCT, wide + 32, R_SQUARED)
  addModulo(out, PRODUCT, SUMMAND)
}

/** Wipes intermediate results. */
export function forgetScalarProducts(): void {
  memory.fill(ACCUMULATOR, 0, 40)
  memory.fill(SCALED, 0, 32)
  memory.fill(SUMMAND, 0, 32)
  memory.fill(PRODUCT, 0, 32)
}

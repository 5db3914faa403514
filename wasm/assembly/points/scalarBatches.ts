// Batches of scalars: products, sums, powers and inverses modulo l.

import {
  forgetScalarProducts,
  invert,
  multiplyAdd,
  multiplyByFactor,
  reduceWide,
  setFactor,
  setSummand,
  sumProducts,
} from '../scalars/scalarProducts'
import { KEY } from './pointBytes'

const SUM = memory.data(32, 8)

/**
 * out = a * b + c modulo l, row by row, in constant time, for any numbers of 256 bits. The steps are KEY for inputs with `count` rows, and
 * 0 for inputs with a single row, which is used for all.
 */
export function multiplyAddScalars(
  out: usize,
  a: usize,
  b: usize,
  c: usize,
  stepA: usize,
  stepB: usize,
  stepC: usize,
  count: i32,
): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    if (i == 0 || stepB != 0) setFactor(b + i * stepB)
    if (i == 0 || stepC != 0) setSummand(c + i * stepC)
    multiplyAdd(out + i * KEY, a + i * stepA)
  }
}

/** out = the sum of a * b of all pairs modulo l, in constant time, for any numbers of 256 bits. */
export function innerProduct(out: usize, a: usize, b: usize, count: i32): void {
  sumProducts(SUM, a, b, count)
  memory.copy(out, SUM, KEY)
}

/** out = the numbers of 64 bytes modulo l, in constant time. */
export function reduceWideScalars(out: usize, wide: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) reduceWide(out + i * KEY, wide + i * 2 * KEY)
}

/** out = the powers 0 .. count-1 of a scalar modulo l, in constant time, for any number of 256 bits. */
export function scalarPowers(out: usize, scalar: usize, count: i32): void {
  setFactor(scalar)
  for (let i: usize = 0; i < <usize>count; i++) {
    if (i > 0) multiplyByFactor(out + i * KEY, out + (i - 1) * KEY)
    else {
      memory.fill(out, 0, KEY)
      store<u8>(out, 1)
    }
  }
}

/** out = 1/scalar modulo l, and 0 for 0, in constant time, for any numbers of 256 bits. */
export function invertScalars(out: usize, scalars: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) invert(out + i * KEY, scalars + i * KEY)
}

/** Wipes intermediate results. */
export function forgetScalarBatches(): void {
  memory.fill(SUM, 0, KEY)
  forgetScalarProducts()
}

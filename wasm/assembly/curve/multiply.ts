// Multiplication of points in variable time: any point by a scalar in sliding digits, which are computed once for many points, and the base
// point by changing scalars, from a table.

import { BASE_BYTES } from '../field/constants'
import {
  ADDEND,
  AFFINE_ADDEND,
  completeAdd,
  completeAddAffine,
  completeDouble,
  completeSubtract,
  completeSubtractAffine,
  decodePoint,
  POINT,
  setIdentity,
  takeSum,
  takeSumWithT,
  toAddend,
  toAffine,
  toAffineAddend,
  Y,
} from './point'
import { BYTE_DIGITS, SLIDING_DIGITS, toByteDigits } from '../scalars/scalar'

/** Addends of 1p, 3p .. 15p, which sliding digits select from. */
export const ODD_MULTIPLES_BYTES: usize = 8 * 144
const ODD_MULTIPLES = memory.data(8 * 144, 4)
const DOUBLED = memory.data(144, 4)
const DOUBLE_ADDEND = memory.data(144, 4)
const MULTIPLE = memory.data(144, 4)

/** table = the addends of 1p, 3p .. 15p, ODD_MULTIPLES_BYTES */
export function prepareOddMultiples(table: usize, p: usize): void {
  completeDouble(p)
  takeSumWithT(DOUBLED)
  memory.copy(MULTIPLE, p, POINT)
  toAddend(table, MULTIPLE)
  toAddend(DOUBLE_ADDEND, DOUBLED)
  for (let i: usize = 1; i < 8; i++) {
    completeAdd(MULTIPLE, DOUBLE_ADDEND)
    takeSumWithT(MULTIPLE)
    toAddend(table + i * ADDEND, MULTIPLE)
  }
}

/** Completes p + digit * q for a sliding digit that is not 0 and the odd multiples of q. */
export function completeAddDigit(p: usize, table: usize, digit: i32): void {
  if (digit > 0) completeAdd(p, table + <usize>(digit >> 1) * ADDEND)
  else completeSubtract(p, table + <usize>(-digit >> 1) * ADDEND)
}

/** out = scalar * p, without T, for the scalar's sliding digits. `out` is not `p`. */
export function multiplyTimes(out: usize, p: usize, digits: usize): void {
  prepareOddMultiples(ODD_MULTIPLES, p)
  setIdentity(out)
  let position = SLIDING_DIGITS - 1
  while (position >= 0 && load<i8>(digits + position) == 0) position--
  for (; position >= 0; position--) {
    const digit = <i32>load<i8>(digits + position)
    completeDouble(out)
    if (digit == 0) {
      takeSum(out)
      continue
    }
    takeSumWithT(out)
    completeAddDigit(out, ODD_MULTIPLES, digit)
    takeSum(out)
  }
}

/** out = 8 * scalar * p, without T, for the scalar's sliding digits. `out` is not `p`. */
export function multiplyBy8Times(out: usize, p: usize, digits: usize): void {
  multiplyTimes(out, p, digits)
  for (let i = 0; i < 3; i++) {
    completeDouble(out)
    takeSum(out)
  }
}

/** Multiples in one window of the base point's table: 1 .. 128 times 256^window G. */
const WINDOW: usize = 128
const WINDOW_BYTES: usize = WINDOW * AFFINE_ADDEND
/** The base point's table: 32 windows of affine addends. */
export const BASE_TABLE = memory.data(32 * 128 * 108, 4)
const WINDOW_POINTS = memory.data(128 * 144, 4)
const NEXT = memory.data(144, 4)

/** Computes the table of the point that 32 bytes encode. */
export function prepareTable(table: usize, bytes: usize): void {
  decodePoint(NEXT, bytes)
  for (let window: usize = 0; window < BYTE_DIGITS; window++) {
    memory.copy(WINDOW_POINTS, NEXT, POINT)
    toAddend(MULTIPLE, NEXT)
    let last = WINDOW_POINTS
    for (let i: usize = 1; i < WINDOW; i++) {
      completeAdd(last, MULTIPLE)
      last += POINT
      takeSumWithT(last)
    }
    completeDouble(last)
    takeSumWithT(NEXT)
    toAffine(WINDOW_POINTS, <i32>WINDOW)
    for (let i: usize = 0; i < WINDOW; i++) {
      const point = WINDOW_POINTS + i * POINT
      toAffineAddend(table + window * WINDOW_BYTES + i * AFFINE_ADDEND, point, point + Y)
    }
  }
}

/** Computes the base point's table: once per instance. */
export function prepareBase(): void {
  prepareTable(BASE_TABLE, BASE_BYTES)
}

/** The addends of 1, 2 .. times 256^window of a table's point. */
export function windowOf(table: usize, window: usize): usize {
  return table + window * WINDOW_BYTES
}

/** Digits of the last scalar, as secret as the scalar. */
export const BASE_DIGITS = memory.data(64, 4)

/** p = p + scalar * q, for a reduced scalar and the table of q */
export function addMultiple(p: usize, scalar: usize, table: usize): void {
  toByteDigits(BASE_DIGITS, scalar)
  let window = table
  for (let i: usize = 0; i < BYTE_DIGITS; i++) {
    const digit = <i32>load<i16>(BASE_DIGITS + (i << 1))
    if (digit > 0) completeAddAffine(p, window + <usize>(digit - 1) * AFFINE_ADDEND)
    else if (digit < 0) completeSubtractAffine(p, window + <usize>(-digit - 1) * AFFINE_ADDEND)
    if (digit != 0) takeSumWithT(p)
    window += WINDOW_BYTES
  }
}

/** p = p + scalar * G, for a reduced scalar */
export function addBaseMultiple(p: usize, scalar: usize): void {
  addMultiple(p, scalar, BASE_TABLE)
}

/** p = p - scalar * G, for a reduced scalar */
export function subtractBaseMultiple(p: usize, scalar: usize): void {
  toByteDigits(BASE_DIGITS, scalar)
  let window = BASE_TABLE
  for (let i: usize = 0; i < BYTE_DIGITS; i++) {
    const digit = <i32>load<i16>(BASE_DIGITS + (i << 1))
    if (digit > 0) completeSubtractAffine(p, window + <usize>(digit - 1) * AFFINE_ADDEND)
    else if (digit < 0) completeAddAffine(p, window + <usize>(-digit - 1) * AFFINE_ADDEND)
    if (digit != 0) takeSumWithT(p)
    window += WINDOW_BYTES
  }
}

/** Wipes intermediate results of multiplications. */
export function forgetMultiples(): void {
  memory.fill(ODD_MULTIPLES, 0, ODD_MULTIPLES_BYTES)
  memory.fill(DOUBLED, 0, POINT)
  memory.fill(DOUBLE_ADDEND, 0, ADDEND)
  memory.fill(MULTIPLE, 0, POINT)
  memory.fill(BASE_DIGITS, 0, 2 * BYTE_DIGITS)
}

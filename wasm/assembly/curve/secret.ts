// Multiplication by secret scalars: the same instructions and addresses for every scalar. Digits have a fixed width, an addend is selected
// by masks over the whole table, and zero adds the neutral element, which the complete formulas of `point` allow. The time may depend on
// the points.

import { FIELD } from '../field/field'
import { windowOf } from './multiply'
import {
  ADDEND,
  AFFINE_ADDEND,
  completeAdd,
  completeAddAffine,
  completeDouble,
  POINT,
  setIdentity,
  takeSum,
  takeSumWithT,
  toAddend,
} from './point'
import { NIBBLE_DIGITS, toNibbleDigits } from '../scalars/scalar'

/** Multiples in a table: 1 .. 8. */
const MULTIPLES: usize = 8

const DIGITS = memory.data(64, 8)
const TABLE = memory.data(8 * 144, 8)
const SELECTED = memory.data(144, 8)
const MULTIPLE = memory.data(144, 8)

/** All ones when a = b, else 0; for numbers from 0 to 2^31 - 1. */
function maskOfEqual(a: i32, b: i32): i32 {
  return ((a ^ b) - 1) >> 31
}

/** SELECTED = digit times the point whose multiples 1 .. 8 are in a table of addends of `size` bytes, for a digit in -8 .. 8. */
function select(table: usize, size: usize, digit: i32): void {
  const sign = digit >> 31
  const multiple = (digit ^ sign) - sign
  memory.fill(SELECTED, 0, ADDEND)
  for (let i = 1; i <= <i32>MULTIPLES; i++, table += size) {
    const mask = maskOfEqual(multiple, i)
    for (let j: usize = 0; j < size; j += 4) {
      store<i32>(SELECTED + j, load<i32>(SELECTED + j) | (load<i32>(table + j) & mask))
    }
  }
  // The neutral element has Y+X = Y-X = Z = 1; an affine addend has no Z.
  const neutral = maskOfEqual(multiple, 0) & 1
  store<i32>(SELECTED, load<i32>(SELECTED) | neutral)
  store<i32>(SELECTED, load<i32>(SELECTED, 36) | neutral, 36)
  store<i32>(SELECTED, load<i32>(SELECTED, 108) | neutral, 108)
  // A negative digit swaps Y+X with Y-X and negates T.
  for (let j: usize = SELECTED; j < SELECTED + FIELD; j += 4) {
    const difference = (load<i32>(j) ^ load<i32>(j, 36)) & sign
    store<i32>(j, load<i32>(j) ^ difference)
    store<i32>(j, load<i32>(j, 36) ^ difference, 36)
    store<i32>(j, (load<i32>(j, 72) ^ sign) - sign, 72)
  }
}

/** out = scalar * p, with T, for a reduced secret scalar. `out` is not `p`. */
export function multiplySecret(out: usize, p: usize, scalar: usize): void {
  toAddend(TABLE, p)
  memory.copy(MULTIPLE, p, POINT)
  for (let i: usize = 1; i < MULTIPLES; i++) {
    completeAdd(MULTIPLE, TABLE)
    takeSumWithT(MULTIPLE)
    toAddend(TABLE + i * ADDEND, MULTIPLE)
  }
  toNibbleDigits(DIGITS, scalar)
  setIdentity(out)
  for (let i = <i32>NIBBLE_DIGITS - 1; i >= 0; i--) {
    quadruple(out)
    quadruple(out)
    select(TABLE, ADDEND, load<i8>(DIGITS + i))
    completeAdd(out, SELECTED)
    takeSumWithT(out)
  }
}

/** p = 4p, with T */
function quadruple(p: usize): void {
  completeDouble(p)
  takeSum(p)
  completeDouble(p)
  takeSumWithT(p)
}

/** p = scalar * q, with T, for a reduced secret scalar and the table of q (`multiply`). */
export function multiplyTableSecret(p: usize, scalar: usize, table: usize): void {
  toNibbleDigits(DIGITS, scalar)
  setIdentity(p)
  // Windows of the table are a byte apart: first the upper digits of all bytes, and 16 times their sum, then the lower ones.
  addDigits(p, table, 1)
  quadruple(p)
  quadruple(p)
  addDigits(p, table, 0)
}

/** out = out + the multiples of every second digit from `first` on */
function addDigits(out: usize, table: usize, first: usize): void {
  for (let i = first; i < NIBBLE_DIGITS; i += 2) {
    select(windowOf(table, i >> 1), AFFINE_ADDEND, load<i8>(DIGITS + i))
    completeAddAffine(out, SELECTED)
    takeSumWithT(out)
  }
}

/** Wipes intermediate results of multiplications. */
export function forgetSecrets(): void {
  memory.fill(DIGITS, 0, NIBBLE_DIGITS)
  memory.fill(TABLE, 0, MULTIPLES * ADDEND)
  memory.fill(SELECTED, 0, ADDEND)
  memory.fill(MULTIPLE, 0, POINT)
}

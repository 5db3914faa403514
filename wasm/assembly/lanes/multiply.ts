// Multiplication of any points by the view secret, whose digits are computed once, four at a time: two pairs, POINT bytes apart, are computed
// in turns: while one waits for its carries the other multiplies.

import { SECRET_DIGITS } from '../scalars/recode'
import { D2 } from './field'
import {
  completeAdd,
  completeDouble,
  completeSubtract,
  doubleBothTimes,
  doubleTimes,
  takeSum,
  takeSumWithT,
  toAddend,
} from './kernels'
import { POINT, setIdentity } from './point'

const COMPLETED = memory.data(2 * 320, 16)
/** The addends of 1p, 3p .. 15p, for two pairs. */
const ODD_ADDENDS = memory.data(2 * 8 * 320, 16)
const ODD_BYTES: usize = 8 * 320
const DOUBLED = memory.data(320, 16)
const DOUBLE_ADDEND = memory.data(320, 16)
const MULTIPLE = memory.data(320, 16)

/** Fills a table with the addends of 1p, 3p .. 15p. */
export function prepareOddMultiples(table: usize, p: usize): void {
  completeDouble(COMPLETED, p)
  takeSumWithT(DOUBLED, COMPLETED)
  toAddend(DOUBLE_ADDEND, DOUBLED, D2)
  memory.copy(MULTIPLE, p, POINT)
  toAddend(table, p, D2)
  for (let i: usize = 1; i < 8; i++) {
    completeAdd(COMPLETED, MULTIPLE, DOUBLE_ADDEND)
    takeSumWithT(MULTIPLE, COMPLETED)
    toAddend(table + i * POINT, MULTIPLE, D2)
  }
}

/**
 * `pairs` pairs (1 or 2) from p on = 8 * scalar * themselves, without T, with digits of `toCheapestDigits`. Variable time in the digits.
 */
export function multiplyBy8Times(p: usize, pairs: i32, digits: usize): void {
  for (let i: usize = 0; i < <usize>pairs; i++) {
    prepareOddMultiples(ODD_ADDENDS + i * ODD_BYTES, p + i * POINT)
    setIdentity(p + i * POINT)
  }
  let position = SECRET_DIGITS - 1
  while (load<i8>(digits + position) == 0) position--
  addOddMultiple(p, pairs, load<i8>(digits + position))
  let doublings = 0
  for (position--; position >= 0; position--) {
    doublings++
    const digit = <i32>load<i8>(digits + position)
    if (digit == 0) continue
    if (doublings > 1) doublePairs(p, pairs, doublings - 1)
    for (let i: usize = 0; i < <usize>pairs; i++) completeDouble(COMPLETED + i * POINT, p + i * POINT)
    for (let i: usize = 0; i < <usize>pairs; i++) takeSumWithT(p + i * POINT, COMPLETED + i * POINT)
    addOddMultiple(p, pairs, digit)
    doublings = 0
  }
  doublePairs(p, pairs, doublings + 3)
}

function doublePairs(p: usize, pairs: i32, times: i32): void {
  if (pairs == 1) doubleTimes(p, COMPLETED, times)
  else doubleBothTimes(p, COMPLETED, p + POINT, COMPLETED + POINT, times)
}

/** `pairs` pairs from p on = themselves + digit times the points of ODD_ADDENDS, without T */
function addOddMultiple(p: usize, pairs: i32, digit: i32): void {
  const addend = ODD_ADDENDS + <usize>(abs(digit) >> 1) * POINT
  for (let i: usize = 0; i < <usize>pairs; i++) {
    const completed = COMPLETED + i * POINT
    if (digit > 0) completeAdd(completed, p + i * POINT, addend + i * ODD_BYTES)
    else completeSubtract(completed, p + i * POINT, addend + i * ODD_BYTES)
  }
  for (let i: usize = 0; i < <usize>pairs; i++) takeSum(p + i * POINT, COMPLETED + i * POINT)
}

/** Wipes intermediate results. */
export function forgetMultiples(): void {
  memory.fill(COMPLETED, 0, 2 * POINT)
  memory.fill(ODD_ADDENDS, 0, 2 * ODD_BYTES)
  memory.fill(DOUBLED, 0, POINT)
  memory.fill(DOUBLE_ADDEND, 0, POINT)
  memory.fill(MULTIPLE, 0, POINT)
}

// Multiplication of pairs of points: any points by the one view secret, whose digits are found once, and the base point by
// a scalar for each lane, from a table.

import { BASE_BYTES, ORDER_BYTES } from '../constants'
import { copyRow } from '../group'
import { SECRET_DIGITS } from '../recode'
import { copyLane, D2, FIELD, ONE } from './field'
import {
  addEntries,
  completeAdd,
  completeDouble,
  completeSubtract,
  doubleTimes,
  multiply,
  takeSum,
  takeSumWithT,
  toAddend,
} from './kernels'
import { decodePoints, POINT, setIdentity, T, toAffine, Y, Z } from './point'

const COMPLETED = memory.data(320, 16)
/** The addends of 1p, 3p .. 15p. */
const ODD_ADDENDS = memory.data(8 * 320, 16)
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

/** p = 8 * scalar * p, without T, for a scalar's digits as `toCheapestDigits` writes them. Times depend on the digits. */
export function multiplyBy8Times(p: usize, digits: usize): void {
  prepareOddMultiples(ODD_ADDENDS, p)
  setIdentity(p)
  let position = SECRET_DIGITS - 1
  while (load<i8>(digits + position) == 0) position--
  addOddMultiple(p, load<i8>(digits + position))
  let doublings = 0
  for (position--; position >= 0; position--) {
    doublings++
    const digit = <i32>load<i8>(digits + position)
    if (digit == 0) continue
    if (doublings > 1) doubleTimes(p, COMPLETED, doublings - 1)
    completeDouble(COMPLETED, p)
    takeSumWithT(p, COMPLETED)
    addOddMultiple(p, digit)
    doublings = 0
  }
  doubleTimes(p, COMPLETED, doublings + 3)
}

/** p = p + digit times the point behind ODD_ADDENDS, without T */
function addOddMultiple(p: usize, digit: i32): void {
  if (digit > 0) completeAdd(COMPLETED, p, ODD_ADDENDS + <usize>(digit >> 1) * POINT)
  else completeSubtract(COMPLETED, p, ODD_ADDENDS + <usize>(-digit >> 1) * POINT)
  takeSum(p, COMPLETED)
}

/** Bits of a digit of the base point's table, and digits of a scalar that is at most l/2 in size: 21 additions, 5.5 MB. */
const WINDOW_BITS = 12
const WINDOWS: usize = 21
/** Multiples in a window: 1 .. 2048 times 4096^window G. */
const WINDOW: usize = 2048
/** y+x, y-x and 2d xy of one affine point, eight bytes a limb, and 8 bytes so that two cache lines hold an entry. */
const ENTRY: usize = 128
const DIFFERENCE: usize = 40
const PRODUCT: usize = 80
const WINDOW_BYTES: usize = WINDOW * ENTRY

/** What digit 0 adds: the neutral element. */
const NOTHING = memory.data(128, 16)
const TABLE = memory.data(21 * 2048 * 128, 16)

/** Points of a window that become affine together. */
const CHUNK: usize = 128
const MULTIPLES = memory.data(128 * 320, 16)
const BASES = memory.data(320, 16)
const BASE_ADDEND = memory.data(320, 16)
const QUAD_BYTES = memory.data(4 * 32, 16)
const VALID = memory.data(4)

/** Computes the base point's table: windows 2i and 2i + 1 together, one in each lane. */
export function prepareBase(): void {
  memory.fill(NOTHING, 0, ENTRY)
  store<f64>(NOTHING, 1)
  store<f64>(NOTHING, 1, DIFFERENCE)
  for (let i: usize = 0; i < 4; i++) copyRow(QUAD_BYTES + 32 * i, BASE_BYTES)
  decodePoints(MULTIPLES, QUAD_BYTES, VALID)
  memory.copy(BASES, MULTIPLES, POINT)
  doubleBases(WINDOW_BITS)
  for (let i: usize = 0; i < POINT; i += FIELD) copyLane(BASES + i, MULTIPLES + i)
  for (let window: usize = 0; window < WINDOWS; window += 2) {
    prepareWindows(window)
    doubleBases(2 * WINDOW_BITS)
  }
}

function doubleBases(times: i32): void {
  doubleTimes(BASES, COMPLETED, times - 1)
  completeDouble(COMPLETED, BASES)
  takeSumWithT(BASES, COMPLETED)
}

function prepareWindows(window: usize): void {
  toAddend(BASE_ADDEND, BASES, D2)
  const last = MULTIPLES + (CHUNK - 1) * POINT
  for (let start: usize = 0; start < WINDOW; start += CHUNK) {
    if (start == 0) memory.copy(MULTIPLES, BASES, POINT)
    else {
      // `last` is affine by now, which is as good.
      memory.copy(last + Z, ONE, FIELD)
      multiply(last + T, last, last + Y)
      completeAdd(COMPLETED, last, BASE_ADDEND)
      takeSumWithT(MULTIPLES, COMPLETED)
    }
    for (let p = MULTIPLES; p < last; p += POINT) {
      completeAdd(COMPLETED, p, BASE_ADDEND)
      takeSumWithT(p + POINT, COMPLETED)
    }
    toAffine(MULTIPLES, <i32>CHUNK)
    let entry = TABLE + window * WINDOW_BYTES + start * ENTRY
    for (let p = MULTIPLES; p <= last; p += POINT, entry += ENTRY) storeEntries(entry, p, window + 1 < WINDOWS)
  }
}

/** Entries of an affine pair: the low lane's at `entry`, the high lane's a window further, if there is one. */
function storeEntries(entry: usize, p: usize, both: bool): void {
  memory.copy(p + Z, ONE, FIELD)
  multiply(p + T, p, p + Y)
  toAddend(COMPLETED, p, D2)
  for (let i: usize = 0; i < 5; i++) {
    storeLimbs(entry + 8 * i, COMPLETED + 16 * i)
    if (both) storeLimbs(entry + WINDOW_BYTES + 8 * i, COMPLETED + 16 * i + 8)
  }
}

/** One limb of each of an entry's three elements, from an addend. */
function storeLimbs(entry: usize, limb: usize): void {
  store<f64>(entry, load<f64>(limb))
  store<f64>(entry, load<f64>(limb, FIELD), DIFFERENCE)
  store<f64>(entry, load<f64>(limb, 3 * FIELD), PRODUCT)
}

/** Digits of the scalars at hand, as secret as those are. */
const DIGITS_LOW = memory.data(21 * 2, 16)
const DIGITS_HIGH = memory.data(21 * 2, 16)
const NEGATED = memory.data(32, 16)
/** 2^251 >> 192 */
const HALF: u64 = 0x0800000000000000
const SIGNS = memory.data(16, 16)
const SIGN: u64 = 0x8000000000000000
/** Entries that are looked at before they are needed come here. */
const TOUCHED = memory.data(8, 16)

/**
 * Writes sign * scalar as 21 signed digits in -2047 .. 2048 to the base 4096. Of a reduced scalar s that is 2^251 or more, l - s is
 * taken and the sign turned: then the last digit is at most 2048 by itself.
 */
function toDigits(digits: usize, scalar: usize, sign: i32): void {
  if (load<u64>(scalar, 24) >= HALF) {
    let borrow: u64 = 0
    for (let i: usize = 0; i < 32; i += 8) {
      const word = load<u64>(ORDER_BYTES + i)
      const taken = load<u64>(scalar + i)
      store<u64>(NEGATED + i, word - taken - borrow)
      borrow = (word < taken || (word == taken && borrow != 0)) as u64
    }
    scalar = NEGATED
    sign = -sign
  }
  let carry = 0
  for (let i = 0; i < <i32>WINDOWS; i++) {
    const bit = i * WINDOW_BITS
    const digit = ((<i32>load<u16>(scalar + (bit >> 3)) >> (bit & 7)) & 4095) + carry
    carry = (digit > 2048) as i32
    store<i16>(digits + (i << 1), sign * (digit - (carry << WINDOW_BITS)))
  }
}

/** p = p + sign * scalar * G in each lane; scalars are reduced, 32 bytes each, one after the other. `sign` is 1 or -1. */
export function addBaseMultiples(p: usize, scalars: usize, sign: i32): void {
  toDigits(DIGITS_LOW, scalars, sign)
  toDigits(DIGITS_HIGH, scalars + 32, sign)
  let window = TABLE
  let low = <i32>load<i16>(DIGITS_LOW)
  let high = <i32>load<i16>(DIGITS_HIGH)
  let entryLow = entryOf(window, low)
  let entryHigh = entryOf(window, high)
  for (let i: usize = 0; ; ) {
    // Of a negative digit, y+x and y-x change places and 2d xy changes its sign.
    const swapLow: usize = low < 0 ? DIFFERENCE : 0
    const swapHigh: usize = high < 0 ? DIFFERENCE : 0
    store<u64>(SIGNS, low < 0 ? SIGN : 0)
    store<u64>(SIGNS, high < 0 ? SIGN : 0, 8)
    const sumLow = entryLow + swapLow
    const sumHigh = entryHigh + swapHigh
    const differenceLow = entryLow + DIFFERENCE - swapLow
    const differenceHigh = entryHigh + DIFFERENCE - swapHigh
    const currentLow = entryLow
    const currentHigh = entryHigh
    i++
    if (i < WINDOWS) {
      window += WINDOW_BYTES
      low = load<i16>(DIGITS_LOW + (i << 1))
      high = load<i16>(DIGITS_HIGH + (i << 1))
      entryLow = entryOf(window, low)
      entryHigh = entryOf(window, high)
      touch(entryLow, entryHigh)
    }
    addEntries(p, sumLow, sumHigh, differenceLow, differenceHigh, currentLow, currentHigh, SIGNS)
    if (i == WINDOWS) return
  }
}

function entryOf(window: usize, digit: i32): usize {
  return digit == 0 ? NOTHING : window + <usize>(abs(digit) - 1) * ENTRY
}

/** Has both cache lines of two entries fetched while there is other work. */
function touch(low: usize, high: usize): void {
  store<u8>(TOUCHED, load<u8>(low) ^ load<u8>(low, 64) ^ load<u8>(high) ^ load<u8>(high, 64))
}

/** Wipes what the last multiplications leave behind. */
export function forgetMultiples(): void {
  memory.fill(COMPLETED, 0, POINT)
  memory.fill(ODD_ADDENDS, 0, 8 * POINT)
  memory.fill(DOUBLED, 0, POINT)
  memory.fill(DOUBLE_ADDEND, 0, POINT)
  memory.fill(MULTIPLE, 0, POINT)
  memory.fill(DIGITS_LOW, 0, 2 * WINDOWS)
  memory.fill(DIGITS_HIGH, 0, 2 * WINDOWS)
  memory.fill(NEGATED, 0, 32)
  memory.fill(SIGNS, 0, 16)
  store<u64>(TOUCHED, 0)
  memory.fill(SIGNS, 0, 16)
}

// Entries of tables of single affine points, as addends: y+x, y-x and 2d xy, each negated where a digit is negative.

import { D2, FIELD, INVERSE_D, ONE } from './field'
import { addEntries, multiply, takeEntries, toAddend } from './kernels'
import { copyToSingle, HIGH, setSingle, storeSigns } from './limbs'
import { POINT, T, Y, Z } from './point'

/** y+x, y-x and 2d xy of one affine point, 40 bytes each, and 8 bytes of padding so that an entry fills two cache lines. */
export const ENTRY: usize = 128
const DIFFERENCE: usize = 40
const PRODUCT: usize = 80

/** The addend of digit 0: the neutral element. */
export const NOTHING = memory.data(128, 16)
/** The addend of the pair whose entries were stored last. */
export const STORED_ADDEND = memory.data(320, 16)
const SIGNS = memory.data(16, 16)

/** Sets the neutral entry. */
export function prepareEntries(): void {
  setSingle(NOTHING, 1)
  setSingle(NOTHING + DIFFERENCE, 1)
  setSingle(NOTHING + PRODUCT, 0)
}

/** low, high = the entries of an affine pair; overwrites its Z and T. */
export function storeEntries(low: usize, high: usize, p: usize): void {
  memory.copy(p + Z, ONE, FIELD)
  multiply(p + T, p, p + Y)
  toAddend(STORED_ADDEND, p, D2)
  storeEntry(low, STORED_ADDEND)
  storeEntry(high, STORED_ADDEND + HIGH)
}

/** An entry's three elements, from one lane of an addend. */
function storeEntry(entry: usize, lane: usize): void {
  copyToSingle(entry, lane)
  copyToSingle(entry + DIFFERENCE, lane + FIELD)
  copyToSingle(entry + PRODUCT, lane + 3 * FIELD)
}

/** Addresses of y+x and y-x of an entry: for a negative digit, they are swapped and 2d xy changes its sign. */
function sumOf(entry: usize, digit: i32): usize {
  return digit < 0 ? entry + DIFFERENCE : entry
}

function differenceOf(entry: usize, digit: i32): usize {
  return digit < 0 ? entry : entry + DIFFERENCE
}

/** p = p + an entry for each lane, negated where its sign is negative. */
export function addEach(p: usize, low: usize, lowSign: i32, high: usize, highSign: i32): void {
  storeSigns(SIGNS, lowSign < 0, highSign < 0)
  addEntries(
    p,
    sumOf(low, lowSign),
    sumOf(high, highSign),
    differenceOf(low, lowSign),
    differenceOf(high, highSign),
    low,
    high,
    SIGNS,
  )
}

/** p = an entry for each lane, negated where its sign is negative. */
export function takeEach(p: usize, low: usize, lowSign: i32, high: usize, highSign: i32): void {
  storeSigns(SIGNS, lowSign < 0, highSign < 0)
  takeEntries(
    p,
    sumOf(low, lowSign),
    sumOf(high, highSign),
    differenceOf(low, lowSign),
    differenceOf(high, highSign),
    low,
    high,
    SIGNS,
    INVERSE_D,
  )
}

/** Wipes intermediate results. */
export function forgetEntries(): void {
  memory.fill(STORED_ADDEND, 0, POINT)
  memory.fill(SIGNS, 0, 16)
}

// Multiplication of pairs of points by secret scalars, one for each lane: the same instructions and addresses for every scalar. Digits have
// a fixed width, an addend is selected by masks over the whole table, and zero adds the neutral element, which the complete formulas allow.
// Limbs are integers, or doubles that are integers and far from subnormal, so no instruction has data-dependent timing. The time may depend
// on the points.

import { NIBBLE_DIGITS, toNibbleDigits } from '../scalars/scalar'
import { D2, FIELD } from './field'
import { completeAdd, completeDouble, doubleTimes, takeSumWithT, toAddend } from './kernels'
import { negateSome, smallLimb, spread } from './limbs'
import { POINT, setIdentity } from './point'

/** Multiples in a table: 1 .. 8. */
const MULTIPLES: usize = 8
/** Offset of an addend's last element, 2d T. */
const PRODUCT: usize = 240

const DIGITS_LOW = memory.data(64, 16)
const DIGITS_HIGH = memory.data(64, 16)
const TABLE = memory.data(8 * 320, 16)
const SELECTED = memory.data(320, 16)
const MULTIPLE = memory.data(320, 16)
const COMPLETED = memory.data(320, 16)

/** Fills a table with the addends of 1p .. 8p. */
export function prepareMultiples(table: usize, p: usize): void {
  toAddend(table, p, D2)
  memory.copy(MULTIPLE, p, POINT)
  for (let i: usize = 1; i < MULTIPLES; i++) {
    completeAdd(COMPLETED, MULTIPLE, table)
    takeSumWithT(MULTIPLE, COMPLETED)
    toAddend(table + i * POINT, MULTIPLE, D2)
  }
}

/** Returns lanes of all ones where the numbers (0 to 2^31 - 1) equal `other`, else 0. */
function masksOf(low: i32, high: i32, other: i32): v128 {
  return spread(((low ^ other) - 1) >> 31, ((high ^ other) - 1) >> 31)
}

/** SELECTED = for each lane a multiple of the point whose addends `prepareMultiples` made, by digits in -8 .. 8. */
function select(table: usize, low: i32, high: i32): void {
  const lowSign = low >> 31
  const highSign = high >> 31
  const lowMultiple = (low ^ lowSign) - lowSign
  const highMultiple = (high ^ highSign) - highSign
  const mask0 = masksOf(lowMultiple, highMultiple, 0)
  const mask1 = masksOf(lowMultiple, highMultiple, 1)
  const mask2 = masksOf(lowMultiple, highMultiple, 2)
  const mask3 = masksOf(lowMultiple, highMultiple, 3)
  const mask4 = masksOf(lowMultiple, highMultiple, 4)
  const mask5 = masksOf(lowMultiple, highMultiple, 5)
  const mask6 = masksOf(lowMultiple, highMultiple, 6)
  const mask7 = masksOf(lowMultiple, highMultiple, 7)
  const mask8 = masksOf(lowMultiple, highMultiple, 8)
  for (let i: usize = 0; i < POINT; i += 16) {
    const at = table + i
    let word = v128.and(v128.load(at), mask1)
    word = v128.or(word, v128.and(v128.load(at, 320), mask2))
    word = v128.or(word, v128.and(v128.load(at, 640), mask3))
    word = v128.or(word, v128.and(v128.load(at, 960), mask4))
    word = v128.or(word, v128.and(v128.load(at, 1280), mask5))
    word = v128.or(word, v128.and(v128.load(at, 1600), mask6))
    word = v128.or(word, v128.and(v128.load(at, 1920), mask7))
    word = v128.or(word, v128.and(v128.load(at, 2240), mask8))
    v128.store(SELECTED + i, word)
  }
  // The neutral element has Y+X = Y-X = 1 and 2Z = 2.
  const one = v128.and(smallLimb(1), mask0)
  v128.store(SELECTED, v128.or(v128.load(SELECTED), one))
  v128.store(SELECTED, v128.or(v128.load(SELECTED, 80), one), 80)
  v128.store(SELECTED, v128.or(v128.load(SELECTED, 160), v128.and(smallLimb(2), mask0)), 160)
  // A negative digit swaps Y+X with Y-X and negates T.
  const signs = spread(lowSign, highSign)
  for (let i: usize = SELECTED; i < SELECTED + FIELD; i += 16) {
    const difference = v128.and(v128.xor(v128.load(i), v128.load(i, 80)), signs)
    v128.store(i, v128.xor(v128.load(i), difference))
    v128.store(i, v128.xor(v128.load(i, 80), difference), 80)
    negateSome(i + PRODUCT, lowSign, highSign)
  }
}

/** out = scalar * p in each lane, with T, for reduced secret scalars. `out` is not `p`. */
export function multiplySecrets(out: usize, p: usize, low: usize, high: usize): void {
  prepareMultiples(TABLE, p)
  toNibbleDigits(DIGITS_LOW, low)
  toNibbleDigits(DIGITS_HIGH, high)
  setIdentity(out)
  for (let i: usize = NIBBLE_DIGITS; i-- > 0; ) {
    doubleTimes(out, COMPLETED, 3)
    completeDouble(COMPLETED, out)
    takeSumWithT(out, COMPLETED)
    addDigits(out, TABLE, i)
  }
}

/** out = out + the multiples of digit `i` of both scalars, with T */
function addDigits(out: usize, table: usize, i: usize): void {
  select(table, load<i8>(DIGITS_LOW + i), load<i8>(DIGITS_HIGH + i))
  completeAdd(COMPLETED, out, SELECTED)
  takeSumWithT(out, COMPLETED)
}

/** Windows of a table: the multiples 1 .. 8 of 256^window times each lane's point. */
const WINDOWS: usize = NIBBLE_DIGITS / 2
const WINDOW_BYTES: usize = MULTIPLES * POINT

/** Fills the table of a pair of points, which has 32 windows of 8 addends; overwrites the pair. */
export function prepareWindows(table: usize, p: usize): void {
  for (let window: usize = 0; window < WINDOWS; window++) {
    prepareMultiples(table + window * WINDOW_BYTES, p)
    doubleTimes(p, COMPLETED, 7)
    completeDouble(COMPLETED, p)
    takeSumWithT(p, COMPLETED)
  }
}

/** out = scalar * the pair of points of a table in each lane, with T, for reduced secret scalars. */
export function multiplyTableSecrets(out: usize, table: usize, low: usize, high: usize): void {
  toNibbleDigits(DIGITS_LOW, low)
  toNibbleDigits(DIGITS_HIGH, high)
  setIdentity(out)
  // First the upper digits of all bytes, and 16 times their sum, then the lower ones.
  for (let window: usize = 0; window < WINDOWS; window++) addDigits(out, table + window * WINDOW_BYTES, 2 * window + 1)
  doubleTimes(out, COMPLETED, 3)
  completeDouble(COMPLETED, out)
  takeSumWithT(out, COMPLETED)
  for (let window: usize = 0; window < WINDOWS; window++) addDigits(out, table + window * WINDOW_BYTES, 2 * window)
}

/** Wipes intermediate results of multiplications. */
export function forgetSecrets(): void {
  memory.fill(DIGITS_LOW, 0, NIBBLE_DIGITS)
  memory.fill(DIGITS_HIGH, 0, NIBBLE_DIGITS)
  memory.fill(TABLE, 0, MULTIPLES * POINT)
  memory.fill(SELECTED, 0, POINT)
  memory.fill(MULTIPLE, 0, POINT)
  memory.fill(COMPLETED, 0, POINT)
}

// Sums of many multiples in variable time, one sum in each lane, for public scalars and for proofs, whose secrets are used once. Few terms
// share their doublings (Straus); many are sorted into buckets by digit (Pippenger).

import { digitsOf, NIBBLE_DIGITS, SLIDING_DIGITS, toDigits, toNibbleDigits } from '../scalars/scalar'
import { D2, FIELD } from './field'
import {
  completeAdd,
  completeAddEach,
  completeDouble,
  completeSubtract,
  doubleBothTimes,
  doubleTimes,
  takeSumWithT,
  toAddend,
} from './kernels'
import { copyLane, HIGH, storeSigns } from './limbs'
import { prepareOddMultiples } from './multiply'
import { POINT, setIdentity, setNeutralAddend } from './point'
import { prepareMultiples } from './secret'

const MULTIPLES_BYTES: usize = 8 * 320
const DIFFERENCE: usize = 80

const COMPLETED = memory.data(2 * 320, 16)
const SIGNS = memory.data(16, 16)
const NEUTRAL = memory.data(320, 16)

/** Sets the constants of this file, after those of `field`. */
export function prepareSums(): void {
  setNeutralAddend(NEUTRAL)
}

/** p = p + an addend for each lane, the first at `low` and the second at `high`, each with its sign; with T. */
function addEach(p: usize, low: usize, lowNegative: bool, high: usize, highNegative: bool): void {
  // To add a negative, Y+X and Y-X are swapped and 2d T changes its sign.
  const swapLow: usize = lowNegative ? DIFFERENCE : 0
  const swapHigh: usize = highNegative ? DIFFERENCE : 0
  storeSigns(SIGNS, lowNegative, highNegative)
  completeAddEach(
    COMPLETED,
    p,
    low + swapLow,
    high + HIGH + swapHigh,
    low + DIFFERENCE - swapLow,
    high + HIGH + DIFFERENCE - swapHigh,
    low,
    high + HIGH,
    SIGNS,
  )
  takeSumWithT(p, COMPLETED)
}

/** The terms of a sum: pairs of points, POINT bytes each, and for each pair the scalar of its low and of its high lane. */
const TERM_SCALARS: usize = 64

/** Bytes of memory for a sum of so many pairs with shared doublings: multiples and digits. */
export function strausBytes(pairs: i32): u64 {
  return <u64>pairs * (MULTIPLES_BYTES + 2 * NIBBLE_DIGITS)
}

/** out = in each lane the sum of its reduced scalars times its points, with T. */
export function straus(out: usize, points: usize, scalars: usize, pairs: i32, scratch: usize): void {
  const tables = scratch
  const digits = scratch + <usize>pairs * MULTIPLES_BYTES
  for (let i: usize = 0; i < <usize>pairs; i++) {
    prepareMultiples(tables + i * MULTIPLES_BYTES, points + i * POINT)
    toNibbleDigits(digits + 2 * i * NIBBLE_DIGITS, scalars + i * TERM_SCALARS)
    toNibbleDigits(digits + (2 * i + 1) * NIBBLE_DIGITS, scalars + i * TERM_SCALARS + 32)
  }
  setIdentity(out)
  let begun = false
  for (let position = <i32>NIBBLE_DIGITS - 1; position >= 0; position--) {
    if (begun) {
      doubleTimes(out, COMPLETED, 3)
      completeDouble(COMPLETED, out)
      takeSumWithT(out, COMPLETED)
    }
    let at = digits + position
    let table = tables
    for (let i = 0; i < pairs; i++, at += 2 * NIBBLE_DIGITS, table += MULTIPLES_BYTES) {
      const low = <i32>load<i8>(at)
      const high = <i32>load<i8>(at + NIBBLE_DIGITS)
      if (low == 0 && high == 0) continue
      addEach(out, multipleOf(table, low), low < 0, multipleOf(table, high), high < 0)
      begun = true
    }
  }
}

function multipleOf(table: usize, digit: i32): usize {
  return digit == 0 ? NEUTRAL : table + <usize>(abs(digit) - 1) * POINT
}

/** Bytes of memory that `fold` needs. */
export function foldBytes(terms: i32): u64 {
  return <u64>terms * (2 * MULTIPLES_BYTES)
}

/**
 * Both pairs from out on = in all lanes the sum of the scalars whose sliding digits are given times their points, two pairs for each term.
 * The pairs are computed in turns: while one waits for its carries the other multiplies.
 */
export function fold(out: usize, points: usize, digits: usize, terms: i32, scratch: usize): void {
  for (let i: usize = 0; i < 2 * <usize>terms; i++)
    prepareOddMultiples(scratch + i * MULTIPLES_BYTES, points + i * POINT)
  setIdentity(out)
  setIdentity(out + POINT)
  let doublings = 0
  let begun = false
  for (let position = SLIDING_DIGITS - 1; position >= 0; position--) {
    if (begun) doublings++
    let at = digits + position
    let table = scratch
    for (let i = 0; i < terms; i++, at += SLIDING_DIGITS, table += 2 * MULTIPLES_BYTES) {
      const digit = <i32>load<i8>(at)
      if (digit == 0) continue
      bothDoubled(out, doublings)
      doublings = 0
      begun = true
      addToBoth(out, table + <usize>(abs(digit) >> 1) * POINT, digit < 0)
    }
  }
  bothDoubled(out, doublings)
}

/** Both pairs from p on = themselves + addends MULTIPLES_BYTES apart, with a sign; with T. */
function addToBoth(p: usize, addend: usize, negative: bool): void {
  if (negative) {
    completeSubtract(COMPLETED, p, addend)
    completeSubtract(COMPLETED + POINT, p + POINT, addend + MULTIPLES_BYTES)
  } else {
    completeAdd(COMPLETED, p, addend)
    completeAdd(COMPLETED + POINT, p + POINT, addend + MULTIPLES_BYTES)
  }
  takeBothWithT(p)
}

function takeBothWithT(p: usize): void {
  takeSumWithT(p, COMPLETED)
  takeSumWithT(p + POINT, COMPLETED + POINT)
}

/** Both pairs from p on = 2^times themselves, with T */
function bothDoubled(p: usize, times: i32): void {
  if (times > 1) doubleBothTimes(p, COMPLETED, p + POINT, COMPLETED + POINT, times - 1)
  if (times == 0) return
  completeDouble(COMPLETED, p)
  completeDouble(COMPLETED + POINT, p + POINT)
  takeBothWithT(p)
}

/** p = 2^times p, with T */
export function doubled(p: usize, times: i32): void {
  if (times > 1) doubleTimes(p, COMPLETED, times - 1)
  if (times == 0) return
  completeDouble(COMPLETED, p)
  takeSumWithT(p, COMPLETED)
}

/** Bits of a scalar, including the last carry of its digits. */
const SCALAR_BITS = 254
const MIN_BITS = 4
const MAX_BITS = 11

/** Returns the cost in additions of a sum in buckets with digits of so many bits: one for each pair, and two for each bucket. */
function bucketCost(pairs: i32, bits: i32): i32 {
  return ((SCALAR_BITS + bits - 1) / bits) * (pairs + (2 << (bits - 1))) + SCALAR_BITS
}

function bestBits(pairs: i32): i32 {
  let best = MIN_BITS
  for (let bits = MIN_BITS + 1; bits <= MAX_BITS; bits++)
    if (bucketCost(pairs, bits) < bucketCost(pairs, best)) best = bits
  return best
}

/** Returns whether buckets need fewer additions than shared doublings, where a pair costs 60 and its multiples 12. */
export function usesBuckets(pairs: i32): bool {
  return bucketCost(pairs, bestBits(pairs)) < SCALAR_BITS + 72 * pairs
}

/** Bytes of memory for a sum of so many pairs in buckets: addends, digits, buckets. */
export function pippengerBytes(pairs: i32): u64 {
  const bits = bestBits(pairs)
  return <u64>pairs * (POINT + 4 * digitsOf(bits)) + <u64>((1 << (bits - 1)) + 2) * POINT
}

const AT = memory.data(320, 16)
const RUNNING = memory.data(320, 16)
const TOTAL = memory.data(320, 16)
const AS_ADDEND = memory.data(320, 16)

/** As `straus`, with the same layout of points and scalars. */
export function pippenger(out: usize, points: usize, scalars: usize, pairs: i32, scratch: usize): void {
  const bits = bestBits(pairs)
  const windows = digitsOf(bits)
  const addends = scratch
  // Bucket 0 receives terms with digit 0 and is not read.
  const buckets = addends + <usize>pairs * POINT
  const last = buckets + ((<usize>1) << (bits - 1)) * POINT
  const digits = last + POINT
  for (let i: usize = 0; i < <usize>pairs; i++) {
    toAddend(addends + i * POINT, points + i * POINT, D2)
    toDigits(digits + i * windows * 4, scalars + i * TERM_SCALARS, bits)
    toDigits(digits + i * windows * 4 + windows * 2, scalars + i * TERM_SCALARS + 32, bits)
  }
  setIdentity(out)
  for (let window = <i32>windows - 1; window >= 0; window--) {
    doubled(out, bits)
    for (let bucket = buckets; bucket <= last; bucket += POINT) setIdentity(bucket)
    let at = digits + <usize>window * 2
    let addend = addends
    for (let i = 0; i < pairs; i++, at += windows * 4, addend += POINT) {
      const low = <i32>load<i16>(at)
      const high = <i32>load<i16>(at + windows * 2)
      if (low == 0 && high == 0) continue
      const lowBucket = buckets + <usize>abs(low) * POINT
      const highBucket = buckets + <usize>abs(high) * POINT + HIGH
      copyPointLane(AT, lowBucket)
      copyPointLane(AT + HIGH, highBucket)
      addEach(AT, addend, low < 0, addend, high < 0)
      copyPointLane(lowBucket, AT)
      copyPointLane(highBucket, AT + HIGH)
    }
    // Bucket b counts b times: running sums from the top add up to that.
    setIdentity(RUNNING)
    setIdentity(TOTAL)
    for (let bucket = last; bucket > buckets; bucket -= POINT) {
      addPoint(RUNNING, bucket)
      addPoint(TOTAL, RUNNING)
    }
    addPoint(out, TOTAL)
  }
}

/** p = p + q, with T */
export function addPoint(p: usize, q: usize): void {
  toAddend(AS_ADDEND, q, D2)
  completeAdd(COMPLETED, p, AS_ADDEND)
  takeSumWithT(p, COMPLETED)
}

/** Copies one lane's point to one lane. */
export function copyPointLane(out: usize, p: usize): void {
  for (let i: usize = 0; i < POINT; i += FIELD) copyLane(out + i, p + i)
}

/** Wipes intermediate results of sums. */
export function forgetSums(): void {
  memory.fill(COMPLETED, 0, 2 * POINT)
  memory.fill(AT, 0, POINT)
  memory.fill(RUNNING, 0, POINT)
  memory.fill(TOTAL, 0, POINT)
  memory.fill(AS_ADDEND, 0, POINT)
  memory.fill(SIGNS, 0, 16)
}

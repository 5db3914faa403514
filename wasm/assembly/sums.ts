// Sums of many multiples in variable time, for public scalars and for proofs, whose secrets are used once. Few terms share their
// doublings (Straus); many are sorted into buckets by digit (Pippenger), so that each costs one addition per digit.

import { completeAddDigit, ODD_MULTIPLES_BYTES, prepareOddMultiples } from './multiply'
import {
  ADDEND,
  AFFINE_ADDEND,
  completeAdd,
  completeAddAffine,
  completeDouble,
  completeSubtractAffine,
  POINT,
  setIdentity,
  takeSum,
  takeSumWithT,
  toAddend,
  toAffine,
  toAffineAddend,
  Y,
} from './point'
import { digitsOf, SLIDING_DIGITS, toDigits, toSlidingDigits } from './scalar'

/** From this many terms on buckets are faster. */
const BUCKETS_FROM: i32 = 128

/** Whether so many terms go into buckets. */
export function usesBuckets(terms: i32): bool {
  return terms >= BUCKETS_FROM
}

/** Room that a sum in shared doublings needs: per term its digits and odd multiples. */
export function strausRoom(terms: i32): usize {
  return <usize>terms * (<usize>SLIDING_DIGITS + ODD_MULTIPLES_BYTES)
}

/** Writes the sliding digits of reduced scalars into the room. */
export function prepareDigits(room: usize, scalars: usize, terms: i32): void {
  for (let i: usize = 0; i < <usize>terms; i++) toSlidingDigits(room + i * SLIDING_DIGITS, scalars + 32 * i)
}

/** out = the sum of the scalars whose digits the room holds times points that lie `stride` bytes apart, with T. */
export function straus(out: usize, points: usize, stride: usize, terms: i32, room: usize): void {
  const digits = room
  const tables = room + <usize>terms * SLIDING_DIGITS
  for (let i: usize = 0; i < <usize>terms; i++) {
    prepareOddMultiples(tables + i * ODD_MULTIPLES_BYTES, points + i * stride)
  }
  setIdentity(out)
  let position = highestDigit(digits, terms)
  for (; position >= 0; position--) {
    completeDouble(out)
    let at = digits + position
    let table = tables
    for (let i = 0; i < terms; i++, at += SLIDING_DIGITS, table += ODD_MULTIPLES_BYTES) {
      const digit = <i32>load<i8>(at)
      if (digit == 0) continue
      takeSumWithT(out)
      completeAddDigit(out, table, digit)
    }
    if (position > 0) takeSum(out)
    else takeSumWithT(out)
  }
}

/** The highest place where one of the scalars has a digit, or -1. */
function highestDigit(digits: usize, terms: i32): i32 {
  let highest = -1
  for (let i = 0; i < terms; i++, digits += SLIDING_DIGITS) {
    let position = SLIDING_DIGITS - 1
    while (position > highest && load<i8>(digits + position) == 0) position--
    if (position > highest) highest = position
  }
  return highest
}

/** Bits of a digit for so many terms, as measured. */
function bucketBits(terms: i32): i32 {
  if (terms < 300) return 6
  if (terms < 700) return 7
  if (terms < 1500) return 8
  if (terms < 4000) return 9
  if (terms < 10000) return 10
  return 11
}

/** Room that a sum in buckets needs: digits, affine addends, buckets. */
export function pippengerRoom(terms: i32): usize {
  const bits = bucketBits(terms)
  const digits = (<usize>terms * digitsOf(bits) * 2 + 7) & ~7
  return digits + <usize>terms * AFFINE_ADDEND + ((<usize>1) << (bits - 1)) * (POINT + 4)
}

const TOTAL = memory.data(144, 4)
const RUNNING = memory.data(144, 4)
const AS_ADDEND = memory.data(144, 4)

/** out = the sum of reduced scalars (32 bytes each) times points (POINT bytes each, spent), with T. */
export function pippenger(out: usize, points: usize, scalars: usize, terms: i32, room: usize): void {
  const bits = bucketBits(terms)
  const windows = digitsOf(bits)
  const buckets = 1 << (bits - 1)
  const digits = room
  const addends = digits + ((<usize>terms * windows * 2 + 7) & ~7)
  const sums = addends + <usize>terms * AFFINE_ADDEND
  const filled = sums + <usize>buckets * POINT
  for (let i: usize = 0; i < <usize>terms; i++) toDigits(digits + i * windows * 2, scalars + 32 * i, bits)
  toAffine(points, terms)
  for (let i: usize = 0; i < <usize>terms; i++) {
    toAffineAddend(addends + i * AFFINE_ADDEND, points + i * POINT, points + i * POINT + Y)
  }
  setIdentity(out)
  for (let window = <i32>windows - 1; window >= 0; window--) {
    for (let i = 0; i < bits; i++) {
      completeDouble(out)
      if (i < bits - 1) takeSum(out)
      else takeSumWithT(out)
    }
    memory.fill(filled, 0, <usize>buckets * 4)
    let at = digits + <usize>window * 2
    let addend = addends
    for (let i = 0; i < terms; i++, at += windows * 2, addend += AFFINE_ADDEND) {
      const digit = <i32>load<i16>(at)
      if (digit == 0) continue
      const bucket = <usize>(digit > 0 ? digit : -digit) - 1
      const sum = sums + bucket * POINT
      if (!load<u32>(filled + bucket * 4)) {
        store<u32>(filled + bucket * 4, 1)
        setIdentity(sum)
      }
      if (digit > 0) completeAddAffine(sum, addend)
      else completeSubtractAffine(sum, addend)
      takeSumWithT(sum)
    }
    // Bucket b counts b + 1 times: running sums from the top add up to that.
    setIdentity(RUNNING)
    setIdentity(TOTAL)
    let any = false
    for (let bucket = buckets - 1; bucket >= 0; bucket--) {
      if (load<u32>(filled + <usize>bucket * 4)) {
        toAddend(AS_ADDEND, sums + <usize>bucket * POINT)
        completeAdd(RUNNING, AS_ADDEND)
        takeSumWithT(RUNNING)
        any = true
      }
      if (!any) continue
      toAddend(AS_ADDEND, RUNNING)
      completeAdd(TOTAL, AS_ADDEND)
      takeSumWithT(TOTAL)
    }
    toAddend(AS_ADDEND, TOTAL)
    completeAdd(out, AS_ADDEND)
    takeSumWithT(out)
  }
}

/** Wipes what the last sums left here. */
export function forgetSums(): void {
  memory.fill(TOTAL, 0, POINT)
  memory.fill(RUNNING, 0, POINT)
  memory.fill(AS_ADDEND, 0, ADDEND)
}

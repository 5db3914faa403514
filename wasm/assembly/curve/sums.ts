// Sums of many multiples in variable time, for public scalars and for proofs, whose secrets are used once. Few terms share their doublings
// (Straus); many are sorted into buckets by digit (Pippenger), so that each costs one addition per digit. Multiples of frequently used
// points are precomputed: these are larger tables of affine points, computed once.

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
import { digitsOf, SLIDING_DIGITS, spreadDigits, toDigits } from '../scalars/scalar'

/** Minimum number of terms for which buckets are faster. */
const BUCKETS_FROM: i32 = 192

/** Returns whether so many terms are summed in buckets. */
export function usesBuckets(terms: i32): bool {
  return terms >= BUCKETS_FROM
}

/** Width of the sliding digits of any points, and of points with precomputed multiples. */
const WIDTH = 5
const PRECOMPUTED_WIDTH = 6
/** Precomputed odd multiples of a point: 1 .. 31 times it, affine. */
const PRECOMPUTED_MULTIPLES: usize = 16
/** Bytes of the precomputed multiples of one point. */
export const PRECOMPUTED_BYTES: usize = PRECOMPUTED_MULTIPLES * AFFINE_ADDEND

/** Bytes of memory for the digits of so many scalars: digits of the same place are adjacent. */
export function digitsBytes(terms: i32): usize {
  return <usize>terms * SLIDING_DIGITS
}

/** Bytes of memory for the odd multiples of so many points. */
export function multiplesBytes(terms: i32): usize {
  return <usize>terms * ODD_MULTIPLES_BYTES
}

/** Writes the digits of reduced scalars that lie `stride` bytes apart, for any points. */
export function prepareDigits(digits: usize, scalars: usize, stride: usize, terms: i32): void {
  spreadAll(digits, scalars, stride, terms, WIDTH)
}

/** The same for precomputed multiples. */
export function preparePrecomputedDigits(digits: usize, scalars: usize, stride: usize, terms: i32): void {
  spreadAll(digits, scalars, stride, terms, PRECOMPUTED_WIDTH)
}

function spreadAll(digits: usize, scalars: usize, stride: usize, terms: i32, width: i32): void {
  memory.fill(digits, 0, digitsBytes(terms))
  for (let i: usize = 0; i < <usize>terms; i++) spreadDigits(digits + i, terms, scalars + i * stride, width)
}

/** Returns the highest place with a digit of any scalar, or -1. */
function highestDigit(digits: usize, terms: i32): i32 {
  let at = digits + digitsBytes(terms)
  while (at > digits && load<u8>(at - 1) == 0) at--
  return at == digits ? -1 : <i32>((at - 1 - digits) / terms)
}

/** Whether a term has digits at all. */
function counts(digits: usize, terms: i32, term: usize): bool {
  const end = digits + digitsBytes(terms)
  for (let at = digits + term; at < end; at += terms) if (load<u8>(at)) return true
  return false
}

/** out = the sum of the scalars that have these digits times points (POINT bytes each), with T; `multiples` is scratch memory. */
export function straus(out: usize, points: usize, digits: usize, terms: i32, multiples: usize): void {
  for (let i: usize = 0; i < <usize>terms; i++) {
    if (counts(digits, terms, i)) prepareOddMultiples(multiples + i * ODD_MULTIPLES_BYTES, points + i * POINT)
  }
  setIdentity(out)
  for (let position = highestDigit(digits, terms); position >= 0; position--) {
    completeDouble(out)
    let at = digits + <usize>position * terms
    let table = multiples
    for (let i = 0; i < terms; i++, at++, table += ODD_MULTIPLES_BYTES) {
      const digit = <i32>load<i8>(at)
      if (digit == 0) continue
      takeSumWithT(out)
      completeAddDigit(out, table, digit)
    }
    if (position > 0) takeSum(out)
    else takeSumWithT(out)
  }
}

const MULTIPLES = memory.data(16 * 144, 4)
const DOUBLE = memory.data(144, 4)

/** table = the odd multiples of p up to 31 times it, PRECOMPUTED_BYTES */
export function precomputeMultiples(table: usize, p: usize): void {
  completeDouble(p)
  takeSumWithT(DOUBLE)
  toAddend(AS_ADDEND, DOUBLE)
  memory.copy(MULTIPLES, p, POINT)
  let last = MULTIPLES
  for (let i: usize = 1; i < PRECOMPUTED_MULTIPLES; i++) {
    completeAdd(last, AS_ADDEND)
    last += POINT
    takeSumWithT(last)
  }
  toAffine(MULTIPLES, <i32>PRECOMPUTED_MULTIPLES)
  for (let i: usize = 0; i < PRECOMPUTED_MULTIPLES; i++) {
    toAffineAddend(table + i * AFFINE_ADDEND, MULTIPLES + i * POINT, MULTIPLES + i * POINT + Y)
  }
}

/** Bytes of memory for the list of addends of one place. */
export function addendsBytes(terms: i32): usize {
  return (<usize>terms + AHEAD) * 4
}

/** Precomputed multiples exceed the processor's first cache: they are prefetched this many additions ahead. */
const AHEAD: usize = 2
/** Sink for prefetched values, so that the compiler does not remove the reads. */
const TOUCHED = memory.data(108, 4)

/**
 * out = the sum of the scalars that have these digits times points whose precomputed multiples are `stride` bytes apart, with T. `addends` is
 * scratch memory for their list.
 */
export function strausOfPrecomputed(
  out: usize,
  table: usize,
  stride: usize,
  digits: usize,
  terms: i32,
  addends: usize,
): void {
  setIdentity(out)
  for (let position = highestDigit(digits, terms); position >= 0; position--) {
    // Addresses are multiples of 4: the lowest bit marks a negative digit.
    let end = addends
    let at = digits + <usize>position * terms
    let multiples = table
    for (let i = 0; i < terms; i++, at++, multiples += stride) {
      const digit = <i32>load<i8>(at)
      if (digit == 0) continue
      const sign = digit >> 31
      store<usize>(end, (multiples + <usize>(((digit ^ sign) - sign) >> 1) * AFFINE_ADDEND) | (sign & 1))
      end += 4
    }
    for (let i: usize = 0; i < AHEAD; i++) store<usize>(end + 4 * i, TOUCHED)
    completeDouble(out)
    for (let next = addends; next < end; next += 4) {
      const early = load<usize>(next + 4 * AHEAD) & ~3
      store<i32>(TOUCHED, load<i32>(early) ^ load<i32>(early, 64))
      takeSumWithT(out)
      const addend = load<usize>(next)
      if (addend & 1) completeSubtractAffine(out, addend & ~3)
      else completeAddAffine(out, addend)
    }
    if (position > 0) takeSum(out)
    else takeSumWithT(out)
  }
}

/** Returns the bits of a digit for so many terms, from measurements. */
function bucketBits(terms: i32): i32 {
  if (terms < 300) return 6
  if (terms < 900) return 7
  if (terms < 2500) return 8
  if (terms < 6000) return 9
  if (terms < 15000) return 10
  return 11
}

/** Bytes of memory for a sum in buckets: digits, affine addends, buckets. */
export function pippengerBytes(terms: i32): usize {
  const bits = bucketBits(terms)
  const digits = (<usize>terms * digitsOf(bits) * 2 + 7) & ~7
  return digits + <usize>terms * AFFINE_ADDEND + ((<usize>1) << (bits - 1)) * (POINT + 4)
}

const TOTAL = memory.data(144, 4)
const RUNNING = memory.data(144, 4)
const AS_ADDEND = memory.data(144, 4)

/** out = the sum of reduced scalars (32 bytes each) times points (POINT bytes each, overwritten), with T. */
export function pippenger(out: usize, points: usize, scalars: usize, terms: i32, scratch: usize): void {
  const bits = bucketBits(terms)
  const windows = digitsOf(bits)
  const buckets = 1 << (bits - 1)
  const digits = scratch
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

/** Wipes intermediate results of sums. */
export function forgetSums(): void {
  memory.fill(TOTAL, 0, POINT)
  memory.fill(RUNNING, 0, POINT)
  memory.fill(AS_ADDEND, 0, ADDEND)
  memory.fill(MULTIPLES, 0, PRECOMPUTED_MULTIPLES * POINT)
  memory.fill(DOUBLE, 0, POINT)
  memory.fill(TOUCHED, 0, AFFINE_ADDEND)
}

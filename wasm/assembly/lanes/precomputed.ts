// Sums of many multiples of fixed points in variable time: the generators of range proofs. Each point is multiplied by the place value of
// every digit of a scalar in advance. A sum then sorts the digits of all places into one set of buckets (Pippenger) and doubles nothing.
// Four buckets are summed at once, one in each lane of two pairs.

import { reduce, toDigits } from '../scalars/scalar'
import { doubleBothTimes } from './kernels'
import { HIGH } from './limbs'
import { addEach, ENTRY, NOTHING, storeEntries } from './entries'
import { POINT, setIdentity, toAffine } from './point'
import { addPoint, copyPointLane, doubled } from './sums'

const KEY: usize = 32

/** Bits of a digit, `digitsOf(BITS)` digits of a scalar, and buckets: one for each size of a digit but 0. */
const BITS = 10
const PLACES: usize = 26
const BUCKETS: usize = 512
/** Buckets are stored as pairs: bucket b is in the low lane of pair b, bucket b + 256 in its high lane. */
const HALF: usize = 256
/** log2 of HALF */
const HALF_BITS = 8

/** Points that are precomputed together, and buckets that are summed together. */
const FOUR: usize = 4
const MULTIPLES = memory.data(26 * 2 * 320, 16)
const NEXT = memory.data(2 * 320, 16)
const COMPLETED = memory.data(2 * 320, 16)

/** Bytes of the precomputed multiples of one point. */
export const PRECOMPUTED_BYTES: usize = PLACES * ENTRY

/** Writes the multiples of the four points in two pairs from p on, PRECOMPUTED_BYTES each. */
export function precomputeMultiples(table: usize, p: usize): void {
  memory.copy(NEXT, p, 2 * POINT)
  for (let place: usize = 0; place < PLACES; place++) {
    if (place > 0) doubleBothTimes(NEXT, COMPLETED, NEXT + POINT, COMPLETED + POINT, BITS)
    memory.copy(MULTIPLES + 2 * place * POINT, NEXT, 2 * POINT)
  }
  toAffine(MULTIPLES, 2 * <i32>PLACES)
  for (let place: usize = 0; place < PLACES; place++) {
    const multiple = MULTIPLES + 2 * place * POINT
    const entry = table + place * ENTRY
    storeEntries(entry, entry + PRECOMPUTED_BYTES, multiple)
    storeEntries(entry + 2 * PRECOMPUTED_BYTES, entry + 3 * PRECOMPUTED_BYTES, multiple + POINT)
  }
}

/**
 * The list of addends is sorted by bucket. A word of it is the address of an entry, with the lowest bit set if it is subtracted; after the
 * last one of a bucket follows the address of the bucket's lane with the second bit set.
 */
const WORD: usize = 4
const NEGATIVE: usize = 1
const BUCKET_END: usize = 2
const ADDRESS: usize = ~3

/** Words of each lane whose addends are read together before they are added: the cache misses overlap. */
const AHEAD: usize = 8
/** Sink for them, so that the compiler does not remove the reads. */
const TOUCHED = memory.data(8, 16)

const ACCUMULATORS = memory.data(2 * 320, 16)
/** For each lane, the addresses of the next word and of the end of its part of the list. */
const CURSORS = memory.data(4 * 4, 16)
const ENDS = memory.data(4 * 4, 16)
/** Where the words of each bucket begin; from bucket 1 on. */
const STARTS = memory.data(513 * 4, 16)
const RUNNING = memory.data(320, 16)
const TOTAL = memory.data(320, 16)
const OTHER = memory.data(320, 16)
/** The neutral element in both lanes. */
const IDENTITY = memory.data(320, 16)

/** Bytes of memory for a sum of so many terms: digits, the list of addends, buckets. */
export function bucketsBytes(terms: i32): u64 {
  return <u64>terms * (PLACES * (2 + WORD)) + (BUCKETS + AHEAD) * WORD + 16 + HALF * POINT
}

/** out = in the low lane the sum of scalars, which are reduced in place, times points whose multiples are in a table; with T. */
export function sumOfPrecomputed(out: usize, table: usize, scalars: usize, terms: i32, scratch: usize): void {
  const buckets = scratch
  const list = buckets + HALF * POINT
  const digits = list + (<usize>terms * PLACES + BUCKETS + AHEAD) * WORD
  for (let term: usize = 0; term < <usize>terms; term++) {
    reduce(scalars + term * KEY)
    toDigits(digits + term * PLACES * 2, scalars + term * KEY, BITS)
  }
  for (let bucket = buckets; bucket < list; bucket += POINT) setIdentity(bucket)
  const end = sortAddends(list, digits, table, terms, buckets)
  addUp(list, end)
  weighBuckets(out, buckets)
}

/** Returns the address of the lane of bucket `size`, 1 to BUCKETS. */
function bucketOf(buckets: usize, size: usize): usize {
  const i = size - 1
  return buckets + (i & (HALF - 1)) * POINT + (i >> HALF_BITS) * HIGH
}

/** Writes the list of addends; returns its end. */
function sortAddends(list: usize, digits: usize, table: usize, terms: i32, buckets: usize): usize {
  const count = <usize>terms * PLACES
  memory.fill(STARTS, 0, (BUCKETS + 1) * WORD)
  for (let i: usize = 0; i < count; i++) {
    const start = STARTS + WORD * <usize>abs(<i32>load<i16>(digits + 2 * i))
    store<u32>(start, load<u32>(start) + 1)
  }
  let next = list
  for (let size: usize = 1; size <= BUCKETS; size++) {
    const start = STARTS + WORD * size
    const words = load<u32>(start)
    store<u32>(start, <u32>next)
    if (words == 0) continue
    next += <usize>words * WORD
    store<u32>(next, <u32>(bucketOf(buckets, size) | BUCKET_END))
    next += WORD
  }
  for (let i: usize = 0; i < count; i++) {
    const digit = <i32>load<i16>(digits + 2 * i)
    if (digit == 0) continue
    const start = STARTS + WORD * <usize>abs(digit)
    const at = load<u32>(start)
    store<u32>(at, <u32>((table + i * ENTRY) | (digit < 0 ? NEGATIVE : 0)))
    store<u32>(start, at + <u32>WORD)
  }
  for (let i: usize = 0; i < AHEAD; i++) store<u32>(next + WORD * i, <u32>NOTHING)
  return next
}

/** Adds up the buckets of a list: each lane those of about a quarter. */
function addUp(list: usize, end: usize): void {
  let longest: usize = 0
  let from = list
  for (let lane: usize = 0; lane < FOUR; lane++) {
    let to = max<usize>(from, list + ((((end - list) * (lane + 1)) / FOUR) & ~(WORD - 1)))
    // A part ends after a bucket.
    while (to > from && to < end && !(load<u32>(to - WORD) & <u32>BUCKET_END)) to += WORD
    if (lane == FOUR - 1) to = end
    store<u32>(CURSORS + WORD * lane, <u32>from)
    store<u32>(ENDS + WORD * lane, <u32>to)
    longest = max<usize>(longest, to - from)
    from = to
  }
  setIdentity(ACCUMULATORS)
  setIdentity(ACCUMULATORS + POINT)
  for (let i: usize = 0; i < longest; i += WORD) {
    if (i % (AHEAD * WORD) == 0) touchNext()
    addNext(ACCUMULATORS, 0)
    addNext(ACCUMULATORS + POINT, 2)
  }
}

/** Reads both cache lines of the next entries of all lanes. */
function touchNext(): void {
  let touched: u8 = 0
  for (let lane: usize = 0; lane < FOUR; lane++) {
    const cursor = <usize>load<u32>(CURSORS + WORD * lane)
    for (let word = cursor; word < cursor + AHEAD * WORD; word += WORD) {
      const entry = <usize>load<u32>(word) & ADDRESS
      touched ^= load<u8>(entry) ^ load<u8>(entry, 64)
    }
  }
  store<u8>(TOUCHED, touched)
}

/** Adds the next addends of two lanes to their buckets. */
function addNext(pair: usize, lane: usize): void {
  const low = nextAddend(pair, lane)
  const high = nextAddend(pair + HIGH, lane + 1)
  addEach(pair, low & ADDRESS, low & NEGATIVE ? -1 : 1, high & ADDRESS, high & NEGATIVE ? -1 : 1)
}

/** Returns the next word of a lane that is an addend, the neutral one at the end; stores buckets that are complete. */
function nextAddend(accumulator: usize, lane: usize): usize {
  let cursor = <usize>load<u32>(CURSORS + WORD * lane)
  const end = <usize>load<u32>(ENDS + WORD * lane)
  while (cursor < end) {
    const word = <usize>load<u32>(cursor)
    cursor += WORD
    if (word & BUCKET_END) {
      copyPointLane(word & ADDRESS, accumulator)
      copyPointLane(accumulator, IDENTITY)
      continue
    }
    store<u32>(CURSORS + WORD * lane, <u32>cursor)
    return word
  }
  store<u32>(CURSORS + WORD * lane, <u32>cursor)
  return NOTHING
}

/** out = in the low lane the sum of all buckets, each times its number. */
function weighBuckets(out: usize, buckets: usize): void {
  // Running sums from the top add up to that, in the high lane without HALF times its sum.
  setIdentity(RUNNING)
  setIdentity(TOTAL)
  for (let i = HALF; i-- > 0; ) {
    addPoint(RUNNING, buckets + i * POINT)
    addPoint(TOTAL, RUNNING)
  }
  doubled(RUNNING, HALF_BITS)
  copyPointLane(RUNNING, IDENTITY)
  addPoint(TOTAL, RUNNING)
  copyPointLane(OTHER, TOTAL + HIGH)
  memory.copy(out, TOTAL, POINT)
  addPoint(out, OTHER)
}

/**
 * For few terms of a fold, a digit is divided into two parts of five bits. Its list names the entries of each part by their size, the largest
 * first: a word is the offset of an entry from those of the first term, with NEGATIVE if it is subtracted; LEVEL follows the entries of a
 * size, and NEXT_PART those of the upper part.
 */
const PART_BITS = 5
const PART_SIZE = 16
const LEVEL: usize = 2
const NEXT_PART: usize = 3
/** Minimum number of terms for which levels of whole digits cost less than a second addition for each digit. */
const WHOLE_FROM = 32
/** The running sums of four folds. */
const RUNNING_SUMS = memory.data(2 * 320, 16)

/** The parts of a digit. */
const WHOLE = 0
const UPPER = 1
const LOWER = 2

/** Bytes of memory for the list of a fold, and for digits. */
export function foldListBytes(terms: i32): usize {
  return listBytes(terms) + <usize>terms * (2 * PLACES)
}

function listBytes(terms: i32): usize {
  return (<usize>terms * (2 * PLACES) + BUCKETS + 1) * WORD
}

/**
 * Writes the list of a fold of points that are `apart` points apart, for public scalars `stride` bytes apart, which are reduced in place;
 * returns its end.
 */
export function prepareFold(list: usize, scalars: usize, stride: usize, terms: i32, apart: i32): usize {
  const digits = list + listBytes(terms)
  for (let term: usize = 0; term < <usize>terms; term++) {
    reduce(scalars + term * stride)
    toDigits(digits + term * PLACES * 2, scalars + term * stride, BITS)
  }
  if (terms >= WHOLE_FROM) return listPart(list, digits, terms, apart, WHOLE)
  const middle = listPart(list, digits, terms, apart, UPPER)
  store<u32>(middle, <u32>NEXT_PART)
  return listPart(middle + WORD, digits, terms, apart, LOWER)
}

function partOf(digit: i32, part: i32): i32 {
  if (part == WHOLE) return digit
  const lower = ((digit + PART_SIZE) & (2 * PART_SIZE - 1)) - PART_SIZE
  return part == LOWER ? lower : (digit - lower) >> PART_BITS
}

/** Lists a part of all digits, sorted by size; returns the end. */
function listPart(list: usize, digits: usize, terms: i32, apart: i32, part: i32): usize {
  const count = <usize>terms * PLACES
  const sizes: usize = part == WHOLE ? BUCKETS : PART_SIZE
  memory.fill(STARTS, 0, (BUCKETS + 1) * WORD)
  for (let i: usize = 0; i < count; i++) {
    const start = STARTS + WORD * <usize>abs(partOf(load<i16>(digits + 2 * i), part))
    store<u32>(start, load<u32>(start) + 1)
  }
  for (let size = sizes; size > 0; size--) {
    const start = STARTS + WORD * size
    const words = load<u32>(start)
    store<u32>(start, <u32>list)
    list += <usize>words * WORD
    store<u32>(list, <u32>LEVEL)
    list += WORD
  }
  let at = digits
  for (let term: usize = 0; term < <usize>terms; term++) {
    const points = term * <usize>apart * PRECOMPUTED_BYTES
    for (let place: usize = 0; place < PLACES; place++, at += 2) {
      const size = partOf(load<i16>(at), part)
      if (size == 0) continue
      const start = STARTS + WORD * <usize>abs(size)
      const word = load<u32>(start)
      store<u32>(word, <u32>((points + place * ENTRY) | (size < 0 ? NEGATIVE : 0)))
      store<u32>(start, word + <u32>WORD)
    }
  }
  return list
}

/** Reads all entries of the terms of a fold, point after point: later they are read in the order of their digits. */
export function touchTerms(table: usize, terms: i32, apart: i32): void {
  let touched: u8 = 0
  for (let term: usize = 0; term < <usize>terms; term++) {
    const entries = table + term * <usize>apart * PRECOMPUTED_BYTES
    for (let i: usize = 0; i < PRECOMPUTED_BYTES; i += 64) touched ^= load<u8>(entries + i)
  }
  store<u8>(TOUCHED, touched)
}

/**
 * Both pairs from out on = in each lane the fold of the points whose multiples begin at its address, one of four from `tables` on; with T.
 * A running sum counts the entries of a size once for each level that follows.
 */
export function foldOfPrecomputed(out: usize, tables: usize, list: usize, end: usize): void {
  const a = <usize>load<u32>(tables)
  const b = <usize>load<u32>(tables, 4)
  const c = <usize>load<u32>(tables, 8)
  const d = <usize>load<u32>(tables, 12)
  setIdentity(out)
  setIdentity(out + POINT)
  setIdentity(RUNNING_SUMS)
  setIdentity(RUNNING_SUMS + POINT)
  for (; list < end; list += WORD) {
    const word = <usize>load<u32>(list)
    if (word == LEVEL) {
      addPoint(out, RUNNING_SUMS)
      addPoint(out + POINT, RUNNING_SUMS + POINT)
    } else if (word == NEXT_PART) {
      doubled(out, PART_BITS)
      doubled(out + POINT, PART_BITS)
      setIdentity(RUNNING_SUMS)
      setIdentity(RUNNING_SUMS + POINT)
    } else {
      const offset = word & ADDRESS
      const sign = word & NEGATIVE ? -1 : 1
      addEach(RUNNING_SUMS, a + offset, sign, b + offset, sign)
      addEach(RUNNING_SUMS + POINT, c + offset, sign, d + offset, sign)
    }
  }
}

/**
 * Both pairs from out on = in each lane the sum of `count` points whose multiples begin `step` bytes apart from `table` on; each is subtracted
 * where its byte is 0. The bytes of the four lanes begin at the addresses from `signs` on. As many additions for all signs.
 */
export function sumSigned(out: usize, table: usize, step: usize, signs: usize, count: i32): void {
  const a = <usize>load<u32>(signs)
  const b = <usize>load<u32>(signs, 4)
  const c = <usize>load<u32>(signs, 8)
  const d = <usize>load<u32>(signs, 12)
  setIdentity(out)
  setIdentity(out + POINT)
  for (let i: usize = 0; i < <usize>count; i++, table += step) {
    addEach(out, table, signAt(a + i), table, signAt(b + i))
    addEach(out + POINT, table, signAt(c + i), table, signAt(d + i))
  }
}

function signAt(byte: usize): i32 {
  return 2 * <i32>load<u8>(byte) - 1
}

/** Sets the constant of this file, after those of `field` and `multiply`. */
export function preparePrecomputed(): void {
  setIdentity(IDENTITY)
}

/** Wipes intermediate results of sums. */
export function forgetPrecomputed(): void {
  memory.fill(NEXT, 0, 2 * POINT)
  memory.fill(COMPLETED, 0, 2 * POINT)
  memory.fill(MULTIPLES, 0, 2 * PLACES * POINT)
  memory.fill(ACCUMULATORS, 0, 2 * POINT)
  memory.fill(CURSORS, 0, FOUR * WORD)
  memory.fill(ENDS, 0, FOUR * WORD)
  memory.fill(STARTS, 0, (BUCKETS + 1) * WORD)
  memory.fill(RUNNING_SUMS, 0, 2 * POINT)
  memory.fill(RUNNING, 0, POINT)
  memory.fill(TOTAL, 0, POINT)
  memory.fill(OTHER, 0, POINT)
  store<u64>(TOUCHED, 0)
}

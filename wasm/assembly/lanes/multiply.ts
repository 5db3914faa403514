// Multiplication of points, four at a time: any points by the view secret, whose digits are computed once, and the base point by one scalar
// each, from a table. The four are two pairs, POINT bytes apart, computed in turns: while one waits for its carries the other multiplies.

import { BASE_BYTES, ORDER_BYTES } from '../field/constants'
import { SECRET_DIGITS } from '../scalars/recode'
import { copyPair, D2, FIELD, INVERSE_D, invertQuad, ONE } from './field'
import {
  add,
  addCarried,
  addEntries,
  completeAdd,
  completeDouble,
  completeSubtract,
  doubleBothTimes,
  doubleTimes,
  multiply,
  square,
  subtract,
  subtractCarried,
  takeEntries,
  takeSum,
  takeSumWithT,
  toAddend,
} from './kernels'
import { copyLane, copyToSingle, HIGH, setSingle, storeSigns } from './limbs'
import { decodeSame, POINT, setIdentity, T, toAffine, Y, Z } from './point'

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

/**
 * Bits of a digit of the base point's table, and digits of a scalar that is at most l/2 in size: 28 additions. The table has 0.9 MB: a larger one
 * saves additions, but is slower where other programs use the cache, or where it is small.
 */
const WINDOW_BITS = 9
const WINDOWS: usize = 28
/** Multiples in a window: 1 .. 256 times 512^window G. */
const WINDOW: usize = 256
/**
 * Each seventh window, 0, 7, 14 and 21, is computed at start, the others after some multiplications: until then digits of the others are
 * looked up in the window before, and the sums are doubled. Most wallets that follow the chain never need the others.
 */
const STEP: usize = 7
/** Multiplications of four scalars with the first windows. All of them lose less than half of the time that the other windows take. */
const SPARSE_MULTIPLICATIONS = 64
let sparseLeft = SPARSE_MULTIPLICATIONS
/** The bits of a digit. */
const DIGIT = 511
/** y+x, y-x and 2d xy of one affine point, 40 bytes each, and 8 bytes of padding so that an entry fills two cache lines. */
export const ENTRY: usize = 128
const DIFFERENCE: usize = 40
const PRODUCT: usize = 80
const WINDOW_BYTES: usize = WINDOW * ENTRY

/** The addend of digit 0: the neutral element. */
export const NOTHING = memory.data(128, 16)
const TABLE = memory.data(28 * 256 * 128, 16)

/**
 * The multiples of a window are made from few: of the near ones, 1 .. 8 times its base, and the far ones, 17, 34 .. 255 times. A far and a near
 * one yield their sum and their difference. They are affine, so that a sum and a difference together take 19 products; one inversion
 * serves all of two pairs of windows.
 */
const NEAR: usize = 8
const FAR: usize = 15
const FAR_STEP: usize = 17
/** Near and far points, and one that makes their number even. */
const KNOWN: usize = 24
const TOGETHER: usize = 2
const KNOWN_POINTS = memory.data(2 * 24 * 320, 16)
const KNOWN_ADDENDS = memory.data(2 * 24 * 320, 16)
/** For each far and near point, 2d times all their coordinates, and the product of preceding denominators. */
const MIXED = memory.data(2 * 15 * 8 * 80, 16)
const PRECEDING = memory.data(2 * 15 * 8 * 80, 16)
/** Two chains of denominators, as `toAffine` has. */
const CHAINS = memory.data(160, 16)
const DENOMINATOR = memory.data(80, 16)
const INVERSE = memory.data(80, 16)
const FIRST = memory.data(80, 16)
const SECOND = memory.data(80, 16)
const DIFFERENCES = memory.data(80, 16)
const SUMS = memory.data(80, 16)
const TWO = memory.data(80, 16)
const FOUR_TIMES_ONE = memory.data(80, 16)
/** 512^window G of the windows that are computed next: each pair has two of them. */
const BASES = memory.data(2 * 320, 16)
const BASE_ADDEND = memory.data(320, 16)

/** Sets the neutral entry. */
export function prepareEntries(): void {
  setSingle(NOTHING, 1)
  setSingle(NOTHING + DIFFERENCE, 1)
  setSingle(NOTHING + PRODUCT, 0)
}

/** Computes the first windows of the base point's table. */
export function prepareBase(): void {
  prepareEntries()
  add(TWO, ONE, ONE)
  add(FOUR_TIMES_ONE, TWO, TWO)
  decodeSame(KNOWN_POINTS, BASE_BYTES)
  memory.copy(BASES, KNOWN_POINTS, POINT)
  doubleBases(BASES, <i32>STEP * WINDOW_BITS)
  for (let i: usize = 0; i < POINT; i += FIELD) copyLane(BASES + i, KNOWN_POINTS + i)
  memory.copy(BASES + POINT, BASES, POINT)
  doubleBases(BASES + POINT, 2 * <i32>STEP * WINDOW_BITS)
  prepareWindows(0)
}

/** Computes the other windows. */
function completeBase(): void {
  for (let window: usize = 1; window < STEP; window++) {
    doubleBoth(BASES)
    prepareWindows(window)
  }
}

/** Computes four windows from their BASES: this one and those STEP, 2 STEP and 3 STEP later. */
function prepareWindows(window: usize): void {
  for (let pair: usize = 0; pair < TOGETHER; pair++)
    prepareKnown(KNOWN_POINTS + pair * KNOWN * POINT, BASES + pair * POINT)
  toAffine(KNOWN_POINTS, <i32>(TOGETHER * KNOWN))
  for (let i: usize = 0; i < TOGETHER * KNOWN; i++) {
    const known = i % KNOWN
    const multiple = known < NEAR ? known + 1 : (known - NEAR + 1) * FAR_STEP
    if (known < NEAR + FAR) storeMultiple(window + 2 * STEP * (i / KNOWN), multiple, KNOWN_POINTS + i * POINT)
    memory.copy(KNOWN_ADDENDS + i * POINT, COMPLETED, POINT)
  }
  prepareOthers(window)
}

/** Both pairs from p on = 512 times themselves. */
function doubleBoth(p: usize): void {
  doubleBothTimes(p, COMPLETED, p + POINT, COMPLETED + POINT, WINDOW_BITS - 1)
  completeDouble(COMPLETED, p)
  completeDouble(COMPLETED + POINT, p + POINT)
  takeSumWithT(p, COMPLETED)
  takeSumWithT(p + POINT, COMPLETED + POINT)
}

/** A pair = 2^times itself. */
function doubleBases(p: usize, times: i32): void {
  doubleTimes(p, COMPLETED, times - 1)
  completeDouble(COMPLETED, p)
  takeSumWithT(p, COMPLETED)
}

/** Computes the near and the far multiples of a pair. */
function prepareKnown(points: usize, bases: usize): void {
  toAddend(BASE_ADDEND, bases, D2)
  memory.copy(points, bases, POINT)
  const far = points + NEAR * POINT
  for (let p = points + POINT; p < far; p += POINT) addBase(p, p - POINT)
  completeDouble(COMPLETED, far - POINT)
  takeSumWithT(MULTIPLE, COMPLETED)
  addBase(far, MULTIPLE)
  toAddend(BASE_ADDEND, far, D2)
  const last = far + FAR * POINT
  for (let p = far + POINT; p < last; p += POINT) addBase(p, p - POINT)
  memory.copy(last, far, POINT)
}

/** out = p + BASE_ADDEND */
function addBase(out: usize, p: usize): void {
  completeAdd(COMPLETED, p, BASE_ADDEND)
  takeSumWithT(out, COMPLETED)
}

/** Stores a multiple of the bases of a window and that STEP later; leaves its addend in COMPLETED. */
function storeMultiple(window: usize, multiple: usize, p: usize): void {
  const entry = TABLE + window * WINDOW_BYTES + (multiple - 1) * ENTRY
  storeEntries(entry, entry + STEP * WINDOW_BYTES, p)
}

/**
 * Computes the sums and differences of far and near multiples, with the affine addition of twisted Edwards curves: with m = 2d x y x' y', the sum
 * is 2(xy' + x'y)/(2 + m), 2(yy' + xx')/(2 - m), and for the difference x' and m are negative. The denominators share an inversion.
 */
function prepareOthers(window: usize): void {
  copyPair(CHAINS, ONE)
  copyPair(CHAINS + FIELD, ONE)
  const count = TOGETHER * FAR * NEAR
  for (let i: usize = 0; i < count; i++) {
    const mixed = MIXED + i * FIELD
    const chain = CHAINS + (i & 1) * FIELD
    multiply(mixed, KNOWN_ADDENDS + farOf(i) + T, KNOWN_POINTS + nearOf(i) + T)
    copyPair(PRECEDING + i * FIELD, chain)
    multiplyByDenominator(chain, mixed)
  }
  invertQuad(CHAINS, CHAINS)
  for (let i = count; i-- > 0; ) {
    const mixed = MIXED + i * FIELD
    const chain = CHAINS + (i & 1) * FIELD
    multiply(INVERSE, chain, PRECEDING + i * FIELD)
    multiplyByDenominator(chain, mixed)
    // (2 - m)/(4 - m^2) and (2 + m)/(4 - m^2)
    subtract(DENOMINATOR, TWO, mixed)
    multiply(FIRST, INVERSE, DENOMINATOR)
    add(DENOMINATOR, TWO, mixed)
    multiply(SECOND, INVERSE, DENOMINATOR)
    const far = KNOWN_ADDENDS + farOf(i)
    const near = KNOWN_ADDENDS + nearOf(i)
    const multiple = (((i / NEAR) % FAR) + 1) * FAR_STEP
    const distance = (i % NEAR) + 1
    const at = window + 2 * STEP * (i / (FAR * NEAR))
    setMultiple(far, near, near + FIELD, FIRST, SECOND)
    if (multiple + distance <= WINDOW) storeMultiple(at, multiple + distance, MULTIPLE)
    setMultiple(far, near + FIELD, near, SECOND, FIRST)
    storeMultiple(at, multiple - distance, MULTIPLE)
  }
}

/** Offsets of the far and the near point of sum `i` among the known ones. */
function farOf(i: usize): usize {
  return ((i / (FAR * NEAR)) * KNOWN + NEAR + ((i / NEAR) % FAR)) * POINT
}

function nearOf(i: usize): usize {
  return ((i / (FAR * NEAR)) * KNOWN + (i % NEAR)) * POINT
}

/** out = out (4 - m^2) */
function multiplyByDenominator(out: usize, mixed: usize): void {
  square(DENOMINATOR, mixed)
  subtractCarried(DENOMINATOR, FOUR_TIMES_ONE, DENOMINATOR)
  multiply(out, out, DENOMINATOR)
}

/** MULTIPLE = x and y of the sum of an addend and a point with the given y'+x' and y'-x'; the factors replace divisions. */
function setMultiple(addend: usize, sum: usize, difference: usize, factorX: usize, factorY: usize): void {
  multiply(SUMS, addend, sum)
  multiply(DIFFERENCES, addend + FIELD, difference)
  subtractCarried(MULTIPLE, SUMS, DIFFERENCES)
  addCarried(MULTIPLE + Y, SUMS, DIFFERENCES)
  multiply(MULTIPLE, MULTIPLE, factorX)
  multiply(MULTIPLE + Y, MULTIPLE + Y, factorY)
}

/** low, high = the entries of an affine pair; overwrites its Z and T. */
export function storeEntries(low: usize, high: usize, p: usize): void {
  memory.copy(p + Z, ONE, FIELD)
  multiply(p + T, p, p + Y)
  toAddend(COMPLETED, p, D2)
  storeEntry(low, COMPLETED)
  storeEntry(high, COMPLETED + HIGH)
}

/** An entry's three elements, from one lane of an addend. */
function storeEntry(entry: usize, lane: usize): void {
  copyToSingle(entry, lane)
  copyToSingle(entry + DIFFERENCE, lane + FIELD)
  copyToSingle(entry + PRODUCT, lane + 3 * FIELD)
}

/** The current scalars. */
const FOUR: usize = 4
/** Their digits, as secret as they are, and the addresses of the entries: for each window those of the four. */
const DIGITS = memory.data(28 * 4 * 2, 16)
const ENTRIES = memory.data(28 * 4 * 4, 16)
const NEGATED = memory.data(32, 16)
/** 2^251 >> 192 */
const HALF: u64 = 0x0800000000000000
const SIGNS = memory.data(16, 16)
/** s·G of four scalars, before it is added. */
const MULTIPLES = memory.data(2 * 320, 16)
/** Prefetched entries are added up here. */
const TOUCHED = memory.data(8, 16)

/**
 * Writes sign * scalar as 28 signed digits in -255 .. 256 to the base 512. For a reduced scalar s of 2^251 or more, l - s with the
 * opposite sign is used: then the last digit is at most 256.
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
    const digit = ((<i32>load<u16>(scalar + (bit >> 3)) >> (bit & 7)) & DIGIT) + carry
    carry = (digit > <i32>WINDOW) as i32
    store<i16>(digits + <usize>i * FOUR * 2, sign * (digit - (carry << WINDOW_BITS)))
  }
}

/**
 * Finds the entries of sign * scalar for four reduced scalars, 32 bytes each. Reads both cache lines of all of them in advance: the cache
 * misses overlap, and the entries are cached when they are added.
 */
function findEntries(scalars: usize, sign: i32): void {
  for (let lane: usize = 0; lane < FOUR; lane++) toDigits(DIGITS + 2 * lane, scalars + 32 * lane, sign)
  const step: usize = sparseLeft > 0 ? STEP : 1
  let touched: u8 = 0
  let window = TABLE
  let left = step
  for (let i: usize = 0; i < WINDOWS; i++) {
    for (let lane: usize = FOUR * i; lane < FOUR * i + FOUR; lane++) {
      const digit = <i32>load<i16>(DIGITS + 2 * lane)
      const entry = digit == 0 ? NOTHING : window + <usize>(abs(digit) - 1) * ENTRY
      store<u32>(ENTRIES + 4 * lane, <u32>entry)
      touched ^= load<u8>(entry) ^ load<u8>(entry, 64)
    }
    if (--left > 0) continue
    window += step * WINDOW_BYTES
    left = step
  }
  store<u8>(TOUCHED, touched)
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

/** p = p + the entries of a window for lanes `lane` and the next. */
function addWindow(p: usize, lane: usize): void {
  const low = load<i16>(DIGITS + 2 * lane)
  const high = load<i16>(DIGITS + 2 * lane, 2)
  const a = <usize>load<u32>(ENTRIES + 4 * lane)
  const b = <usize>load<u32>(ENTRIES + 4 * lane, 4)
  addEach(p, a, low, b, high)
}

/** p = the entries of a window for lanes `lane` and the next. */
function takeWindow(p: usize, lane: usize): void {
  const low = load<i16>(DIGITS + 2 * lane)
  const high = load<i16>(DIGITS + 2 * lane, 2)
  const a = <usize>load<u32>(ENTRIES + 4 * lane)
  const b = <usize>load<u32>(ENTRIES + 4 * lane, 4)
  storeSigns(SIGNS, low < 0, high < 0)
  takeEntries(p, sumOf(a, low), sumOf(b, high), differenceOf(a, low), differenceOf(b, high), a, b, SIGNS, INVERSE_D)
}

/** Both pairs from p on = themselves + the entries of each STEPth window, from that of lane `lane` on. */
function addSparseWindows(p: usize, lane: usize): void {
  for (; lane < FOUR * WINDOWS; lane += FOUR * STEP) {
    addWindow(p, lane)
    addWindow(p + POINT, lane + 2)
  }
}

/** Both pairs from p on = scalar * G, from the windows that are computed at start; four scalars, whose entries were found. */
function setSparseMultiples(p: usize): void {
  const last = FOUR * (STEP - 1)
  takeWindow(p, last)
  takeWindow(p + POINT, last + 2)
  addSparseWindows(p, last + FOUR * STEP)
  for (let digit = STEP - 1; digit-- > 0; ) {
    doubleBoth(p)
    addSparseWindows(p, FOUR * digit)
  }
  if (--sparseLeft == 0) completeBase()
}

/** p = p + q */
function addPair(p: usize, q: usize): void {
  toAddend(DOUBLE_ADDEND, q, D2)
  completeAdd(COMPLETED, p, DOUBLE_ADDEND)
  takeSumWithT(p, COMPLETED)
}

/** Both pairs from p on = themselves + sign * scalar * G; four scalars, reduced, 32 bytes each. `sign` is 1 or -1. */
export function addBaseMultiples(p: usize, scalars: usize, sign: i32): void {
  findEntries(scalars, sign)
  if (sparseLeft > 0) {
    setSparseMultiples(MULTIPLES)
    addPair(p, MULTIPLES)
    addPair(p + POINT, MULTIPLES + POINT)
    return
  }
  for (let lane: usize = 0; lane < FOUR * WINDOWS; lane += FOUR) {
    addWindow(p, lane)
    addWindow(p + POINT, lane + 2)
  }
}

/** Both pairs from p on = scalar * G. */
export function setBaseMultiples(p: usize, scalars: usize): void {
  findEntries(scalars, 1)
  if (sparseLeft > 0) {
    setSparseMultiples(p)
    return
  }
  takeWindow(p, 0)
  takeWindow(p + POINT, 2)
  for (let lane: usize = FOUR; lane < FOUR * WINDOWS; lane += FOUR) {
    addWindow(p, lane)
    addWindow(p + POINT, lane + 2)
  }
}

/** Wipes intermediate results of multiplications. */
export function forgetMultiples(): void {
  memory.fill(COMPLETED, 0, 2 * POINT)
  memory.fill(ODD_ADDENDS, 0, 2 * ODD_BYTES)
  memory.fill(DOUBLED, 0, POINT)
  memory.fill(DOUBLE_ADDEND, 0, POINT)
  memory.fill(MULTIPLE, 0, POINT)
  memory.fill(DIGITS, 0, 2 * FOUR * WINDOWS)
  memory.fill(ENTRIES, 0, 4 * FOUR * WINDOWS)
  memory.fill(NEGATED, 0, 32)
  memory.fill(SIGNS, 0, 16)
  memory.fill(MULTIPLES, 0, 2 * POINT)
  store<u64>(TOUCHED, 0)
}

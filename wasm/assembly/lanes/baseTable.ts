// The table of the base point's multiples, for `baseMultiples`.

import { BASE_BYTES } from '../field/constants'
import { copyPair, D2, FIELD, invertQuad, ONE } from './field'
import {
  add,
  addCarried,
  completeAdd,
  completeDouble,
  doubleBothTimes,
  doubleTimes,
  multiply,
  square,
  subtract,
  subtractCarried,
  takeSumWithT,
  toAddend,
} from './kernels'
import { copyLane } from './limbs'
import { ENTRY, prepareEntries, storeEntries, STORED_ADDEND } from './entries'
import { decodeSame, POINT, T, toAffine, Y } from './point'

/**
 * Bits of a digit of the base point's table, and digits of a scalar that is at most l/2 in size: 28 additions. The table has 0.9 MB: a larger one
 * saves additions, but is slower where other programs use the cache, or where it is small.
 */
export const WINDOW_BITS = 9
export const WINDOWS: usize = 28
/** Multiples in a window: 1 .. 256 times 512^window G. */
export const WINDOW: usize = 256
/**
 * Each seventh window, 0, 7, 14 and 21, is computed at start, the others after some multiplications: until then digits of the others are
 * looked up in the window before, and the sums are doubled. Most wallets that follow the chain never need the others.
 */
export const STEP: usize = 7
export const WINDOW_BYTES: usize = WINDOW * ENTRY

export const TABLE = memory.data(28 * 256 * 128, 16)

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
const COMPLETED = memory.data(2 * 320, 16)
const MULTIPLE = memory.data(320, 16)

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
export function completeBase(): void {
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
    memory.copy(KNOWN_ADDENDS + i * POINT, STORED_ADDEND, POINT)
  }
  prepareOthers(window)
}

/** Both pairs from p on = 512 times themselves. */
export function doubleBoth(p: usize): void {
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

/** Stores a multiple of the bases of a window and that STEP later; leaves its addend in STORED_ADDEND. */
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

/** Wipes the intermediate results of `doubleBoth`; all others are public. */
export function forgetBaseTable(): void {
  memory.fill(COMPLETED, 0, 2 * POINT)
}

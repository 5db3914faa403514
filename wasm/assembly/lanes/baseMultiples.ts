// Multiplication of the base point by four scalars at a time, one each, from its table.

import { ORDER_BYTES } from '../field/constants'
import {
  completeBase,
  doubleBoth,
  forgetBaseTable,
  STEP,
  TABLE,
  WINDOW,
  WINDOW_BITS,
  WINDOW_BYTES,
  WINDOWS,
} from './baseTable'
import { addEach, ENTRY, NOTHING, takeEach } from './entries'
import { D2 } from './field'
import { completeAdd, takeSumWithT, toAddend } from './kernels'
import { POINT } from './point'

/** Multiplications of four scalars with the first windows. All of them lose less than half of the time that the other windows take. */
const SPARSE_MULTIPLICATIONS = 64
let sparseLeft = SPARSE_MULTIPLICATIONS
/** The bits of a digit. */
const DIGIT = 511
/** The current scalars. */
const FOUR: usize = 4
/** Their digits, as secret as they are, and the addresses of the entries: for each window those of the four. */
const DIGITS = memory.data(28 * 4 * 2, 16)
const ENTRIES = memory.data(28 * 4 * 4, 16)
const NEGATED = memory.data(32, 16)
/** 2^251 >> 192 */
const HALF: u64 = 0x0800000000000000
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
const COMPLETED = memory.data(320, 16)
const ADDEND = memory.data(320, 16)

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
  takeEach(p, a, low, b, high)
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
  toAddend(ADDEND, q, D2)
  completeAdd(COMPLETED, p, ADDEND)
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

/** Wipes intermediate results. */
export function forgetBaseMultiples(): void {
  forgetBaseTable()
  memory.fill(COMPLETED, 0, POINT)
  memory.fill(ADDEND, 0, POINT)
  memory.fill(DIGITS, 0, 2 * FOUR * WINDOWS)
  memory.fill(ENTRIES, 0, 4 * FOUR * WINDOWS)
  memory.fill(NEGATED, 0, 32)
  memory.fill(MULTIPLES, 0, 2 * POINT)
  store<u64>(TOUCHED, 0)
}

// The scan's arithmetic on both SIMD levels (`../scan/arithmetic` documents the functions): two points at a time, on the generated kernels.

import { DIGESTS, INPUT, MAX_FILTERED, MESSAGE, MESSAGES, RESULT, SCALARS, VALID } from '../curve/group'
import { KECCAK_STATE, ROUND_CONSTANTS } from '../hashes/keccak'
import { SECRET_DIGITS, toCheapestDigits } from '../scalars/recode'
import { D, FIELD, forgetField, prepareField } from './field'
import { isFused } from './fused'
import {
  compareSums,
  completeAdd,
  completeDouble,
  completeSubtract,
  doubleBothTimes,
  doubleRounds,
  multiply,
  takeSumWithT,
} from './kernels'
import { decodeLane, HIGH } from './limbs'
import { addBaseMultiples, forgetBaseMultiples, setBaseMultiples } from './baseMultiples'
import { prepareBase } from './baseTable'
import { forgetEntries, prepareEntries, storeEntries } from './entries'
import { forgetMultiples, multiplyBy8Times } from './multiply'
import { decodePoints, decodeSame, encodePoints, forgetPoints, POINT, setIdentity, T, toAffine, Y, Z } from './point'

const DIGITS = memory.data(264, 16)
/** The pairs of a group: row 2i in the low lane of pair i, row 2i + 1 in the high one. */
const PAIRS = memory.data(130 * 320, 16)
const PAIR_ROWS: usize = 2
const QUAD_ROWS: usize = 4

/** x, y and d xy of the keys that `filter` compares with, equal in both lanes. */
const FILTERED = memory.data(32 * 240, 16)
const KEY: usize = 240
let filtered = 0
const QUAD = memory.data(2 * 320, 16)

/** y' T and y' Z, and masks of the lanes that match a key. */
const SCALED = memory.data(160, 16)
const COMPARED = memory.data(16, 16)

/** Two Keccak states, and the round constants for two. */
const STATES = memory.data(400, 16)
const MIDWAY = memory.data(400, 16)
const CONSTANTS = memory.data(24 * 16, 16)
const ROUNDS: i32 = 24
const WORDS: usize = 25
/** The end of the rate of 136 bytes. */
const LAST_WORD: usize = 16
const LAST_BIT: i64 = 0x8000000000000000

export function prepareArithmetic(): bool {
  if (!isFused(QUAD, PAIRS)) return false
  prepareField()
  prepareEntries()
  callOnce()
  prepareBase()
  for (let i: usize = 0; i < <usize>ROUNDS; i++) {
    const constant = load<u64>(ROUND_CONSTANTS + 8 * i)
    store<u64>(CONSTANTS + 16 * i, constant)
    store<u64>(CONSTANTS + 16 * i, constant, 8)
  }
  return true
}

/**
 * Calls each function that contains SIMD instructions once, before the table of the base point makes some of them hot. WebKit compiles such a
 * function at its first call, on threads that would then be busy with optimizing the hot ones.
 */
function callOnce(): void {
  hashRows(1)
  setIdentity(PAIRS)
  setIdentity(PAIRS + POINT)
  completeDouble(QUAD, PAIRS)
  completeAdd(QUAD, PAIRS, PAIRS)
  completeSubtract(QUAD, PAIRS, PAIRS)
  takeSumWithT(PAIRS, QUAD)
  doubleBothTimes(PAIRS, QUAD, PAIRS + POINT, QUAD + POINT, 1)
  storeEntries(QUAD, QUAD + POINT, PAIRS)
  compareSums(COMPARED, PAIRS, SCALED, FILTERED, 1)
  setBaseMultiples(PAIRS, SCALARS)
  decodeSame(QUAD, INPUT)
  forgetRowsBehind()
}

export function watchSecret(secret: usize): void {
  toCheapestDigits(DIGITS, secret)
}

export function watchKeys(keys: usize, count: i32): void {
  filtered = 0
  for (let i: usize = 0; i < <usize>min(count, <i32>MAX_FILTERED); i++) {
    // An invalid point is the spend key of no wallet.
    if (!decodeSame(QUAD, keys + 32 * i)) continue
    const key = FILTERED + <usize>filtered * KEY
    memory.copy(key, QUAD, 2 * FIELD)
    multiply(key + 2 * FIELD, QUAD + T, D)
    filtered++
  }
}

export function deriveRows(count: i32): void {
  const rows = decodeRows(count)
  // In the last two pairs, the second one may have no rows.
  for (let row: usize = 0; row < <usize>count; row += QUAD_ROWS)
    multiplyBy8Times(PAIRS + (row / PAIR_ROWS) * POINT, <usize>count - row > PAIR_ROWS ? 2 : 1, DIGITS)
  encodeRows(rows)
}

export function hashRows(count: i32): void {
  for (let row: usize = 0; row < <usize>count; row += PAIR_ROWS) {
    const empty = i64x2.splat(0)
    for (let word: usize = MESSAGE / 8; word < WORDS; word++) v128.store(STATES + 16 * word, empty)
    const message = MESSAGES + MESSAGE * row
    for (let i: usize = 0; i < MESSAGE; i += 8) {
      store<u64>(STATES + 2 * i, load<u64>(message + i))
      store<u64>(STATES + 2 * i, load<u64>(message + i, MESSAGE), 8)
    }
    v128.store(STATES + 16 * LAST_WORD, i64x2.splat(LAST_BIT))
    doubleRounds(STATES, MIDWAY, CONSTANTS, ROUNDS / 2)
    const digest = DIGESTS + 32 * row
    for (let i: usize = 0; i < 32; i += 8) {
      store<u64>(digest + i, load<u64>(STATES + 2 * i))
      store<u64>(digest + i, load<u64>(STATES + 2 * i, 8), 32)
    }
  }
}

export function filterRows(count: i32): void {
  for (let row: usize = 0; row < <usize>count; row += QUAD_ROWS) {
    setBaseMultiples(PAIRS, SCALARS + 32 * row)
    for (let pair: usize = 0; pair < 2; pair++) filterPair(PAIRS + pair * POINT, row + pair * PAIR_ROWS)
  }
}

/** VALID of a row and the next: 0 where no sum of `multiple`, a multiple of G, and a key has the y-coordinate of INPUT. */
function filterPair(multiple: usize, row: usize): void {
  decodeLane(QUAD, INPUT + 32 * row)
  decodeLane(QUAD + HIGH, INPUT + 32 * row + 32)
  multiply(SCALED, QUAD, multiple + T)
  multiply(SCALED + FIELD, QUAD, multiple + Z)
  v128.store(COMPARED, i64x2.splat(0))
  if (filtered > 0) compareSums(COMPARED, multiple, SCALED, FILTERED, filtered)
  // Candidates are verified later.
  store<u8>(VALID + row, (load<u64>(COMPARED) != 0) as u8)
  store<u8>(VALID + row, (load<u64>(COMPARED, 8) != 0) as u8, 1)
}

export function subtractRows(count: i32): void {
  const rows = decodeRows(count)
  for (let row: usize = 0; row < rows; row += QUAD_ROWS)
    addBaseMultiples(PAIRS + (row / PAIR_ROWS) * POINT, SCALARS + 32 * row, -1)
  encodeRows(rows)
}

export function addRowsToFirst(count: i32): bool {
  if (!decodeSame(QUAD, INPUT)) return false
  const rows = wholeQuads(count)
  for (let row: usize = 0; row < rows; row += QUAD_ROWS) {
    const pairs = PAIRS + (row / PAIR_ROWS) * POINT
    memory.copy(pairs, QUAD, 2 * POINT)
    addBaseMultiples(pairs, SCALARS + 32 * row, 1)
  }
  encodeRows(rows)
  return true
}

export function forgetRowsBehind(): void {
  memory.fill(PAIRS, 0, 130 * POINT)
  memory.fill(QUAD, 0, 2 * POINT)
  memory.fill(STATES, 0, 2 * KECCAK_STATE)
  memory.fill(MIDWAY, 0, 2 * KECCAK_STATE)
  memory.fill(SCALED, 0, 2 * FIELD)
  v128.store(COMPARED, i64x2.splat(0))
  forgetMultiples()
  forgetEntries()
  forgetBaseMultiples()
  forgetPoints()
  forgetField()
}

export function forgetSecret(): void {
  memory.fill(DIGITS, 0, SECRET_DIGITS)
  memory.fill(FILTERED, 0, MAX_FILTERED * <u32>KEY)
  filtered = 0
}

function wholeQuads(count: i32): usize {
  return (<usize>count + QUAD_ROWS - 1) & ~(QUAD_ROWS - 1)
}

/** PAIRS = the points of INPUT, and VALID; returns the rows, whole quads of them. */
function decodeRows(count: i32): usize {
  const rows = wholeQuads(count)
  for (let row: usize = 0; row < rows; row += QUAD_ROWS)
    decodePoints(PAIRS + (row / PAIR_ROWS) * POINT, INPUT + 32 * row, VALID + row)
  return rows
}

function encodeRows(rows: usize): void {
  if (rows == 0) return
  toAffine(PAIRS, <i32>(rows / PAIR_ROWS))
  encodePoints(RESULT, PAIRS, <i32>(rows / PAIR_ROWS))
}

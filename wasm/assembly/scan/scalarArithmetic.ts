// The scalar level of the scan's arithmetic (`arithmetic` documents the functions): 64-bit integers only, one point at a time, so that it
// runs in every engine with WebAssembly.

import { add, FIELD, multiply, subtract } from '../field/field'
import { D, prepareField } from '../field/fieldConstants'
import { decode, forgetEncoding, isZero } from '../field/fieldEncoding'
import { forgetPowers } from '../field/fieldPowers'
import { DIGESTS, GROUP, INPUT, MAX_FILTERED, MESSAGE, MESSAGES, RESULT, SCALARS, VALID } from '../curve/group'
import { KECCAK_STATE, permute } from '../hashes/keccak'
import {
  addBaseMultiple,
  forgetMultiples,
  multiplyBy8Times,
  prepareBase,
  subtractBaseMultiple,
} from '../curve/multiply'
import { decodePoint, encodePoint, forgetPoints, POINT, setIdentity, T, toAffine, Y, Z } from '../curve/point'
import { SLIDING_DIGITS, toSlidingDigits } from '../scalars/scalar'

const DIGITS = memory.data(256, 8)
const POINTS = memory.data(260 * 144, 8)
const DECODED = memory.data(144, 8)
const STATE = memory.data(200, 8)
/** The end of the rate of 136 bytes. */
const LAST_WORD: usize = 128
const LAST_BIT: u64 = 0x8000000000000000

/** x, y and d xy of the keys that filterRows compares with. */
const FILTERED = memory.data(32 * 108, 8)
const KEY: usize = 108
let filtered: usize = 0
const SCALED_T = memory.data(36, 8)
const SCALED_Z = memory.data(36, 8)
const SUM = memory.data(36, 8)
const TERM = memory.data(36, 8)

export function prepareArithmetic(): bool {
  prepareField()
  prepareBase()
  return true
}

export function watchSecret(secret: usize): void {
  toSlidingDigits(DIGITS, secret)
}

export function watchKeys(keys: usize, count: i32): void {
  filtered = 0
  for (let i: usize = 0; i < <usize>min(count, <i32>MAX_FILTERED); i++) {
    // An invalid point is the spend key of no wallet.
    if (!decodePoint(DECODED, keys + 32 * i)) continue
    const key = FILTERED + filtered * KEY
    memory.copy(key, DECODED, 2 * FIELD)
    multiply(key + 2 * FIELD, DECODED + T, D)
    filtered++
  }
}

export function deriveRows(count: i32): void {
  for (let row: usize = 0; row < <usize>count; row++) {
    const point = POINTS + row * POINT
    const valid = decodePoint(DECODED, INPUT + 32 * row)
    store<u8>(VALID + row, valid as u8)
    if (valid) multiplyBy8Times(point, DECODED, DIGITS)
    else setIdentity(point)
  }
  encodeRows(count)
}

export function hashRows(count: i32): void {
  for (let row: usize = 0; row < <usize>count; row++) {
    memory.fill(STATE, 0, KECCAK_STATE)
    memory.copy(STATE, MESSAGES + MESSAGE * row, MESSAGE)
    store<u64>(STATE + LAST_WORD, LAST_BIT)
    permute(STATE)
    memory.copy(DIGESTS + 32 * row, STATE, 32)
  }
}

export function filterRows(count: i32): void {
  for (let row: usize = 0; row < <usize>count; row++) {
    const point = POINTS
    setIdentity(point)
    addBaseMultiple(point, SCALARS + 32 * row)
    decode(SUM, INPUT + 32 * row)
    multiply(SCALED_T, SUM, point + T)
    multiply(SCALED_Z, SUM, point + Z)
    let found = false
    for (let key = FILTERED; key < FILTERED + filtered * KEY; key += KEY) found = found || mayMatch(point, key)
    store<u8>(VALID + row, found as u8)
  }
}

/**
 * Returns whether point + key has the y-coordinate y' of SCALED_T = y'T and SCALED_Z = y'Z: that of the sum is (Yy + Xx)/(Z - dxy T).
 * Limbs, in R of `field`: 4.
 */
function mayMatch(point: usize, key: usize): bool {
  multiply(SUM, point, key)
  multiply(TERM, point + Y, key + FIELD)
  add(SUM, SUM, TERM)
  multiply(TERM, SCALED_T, key + 2 * FIELD)
  add(SUM, SUM, TERM)
  subtract(SUM, SUM, SCALED_Z)
  return isZero(SUM)
}

export function subtractRows(count: i32): void {
  for (let row: usize = 0; row < <usize>count; row++) {
    const point = POINTS + row * POINT
    const valid = decodePoint(point, INPUT + 32 * row)
    store<u8>(VALID + row, valid as u8)
    if (valid) subtractBaseMultiple(point, SCALARS + 32 * row)
    else setIdentity(point)
  }
  encodeRows(count)
}

export function addRowsToFirst(count: i32): bool {
  if (!decodePoint(DECODED, INPUT)) return false
  for (let row: usize = 0; row < <usize>count; row++) {
    const point = POINTS + row * POINT
    memory.copy(point, DECODED, POINT)
    addBaseMultiple(point, SCALARS + 32 * row)
  }
  encodeRows(count)
  return true
}

function encodeRows(count: i32): void {
  if (count == 0) return
  toAffine(POINTS, count)
  for (let row: usize = 0; row < <usize>count; row++) {
    const point = POINTS + row * POINT
    encodePoint(RESULT + 32 * row, point, point + Y)
  }
}

export function forgetRowsBehind(): void {
  memory.fill(POINTS, 0, GROUP * POINT)
  memory.fill(DECODED, 0, POINT)
  memory.fill(STATE, 0, KECCAK_STATE)
  memory.fill(SCALED_T, 0, FIELD)
  memory.fill(SCALED_Z, 0, FIELD)
  memory.fill(SUM, 0, FIELD)
  memory.fill(TERM, 0, FIELD)
  forgetMultiples()
  forgetPoints()
  forgetPowers()
  forgetEncoding()
}

export function forgetSecret(): void {
  memory.fill(DIGITS, 0, SLIDING_DIGITS)
  memory.fill(FILTERED, 0, MAX_FILTERED * <u32>KEY)
  filtered = 0
}

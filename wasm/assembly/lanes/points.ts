// The point kernel's expensive batches on both SIMD levels: the same functions as in `../points`, over the same bytes, two points at
// a time. The host reserves memory, writes the inputs, calls, reads the results, and wipes everything.

import { allocate, wipeAll } from '../curve/allocator'
import { BASE_BYTES, H_BYTES, ORDER_BYTES } from '../field/constants'
import { copyRow } from '../curve/group'
import { absorb, KECCAK_STATE } from '../hashes/keccak'
import { reduce, SLIDING_DIGITS, toSlidingDigits } from '../scalars/scalar'
import { forgetField, isZeroLane, prepareField } from './field'
import { isFused } from './fused'
import { subtract } from './kernels'
import { HIGH } from './limbs'
import { forgetMap, mapQuadBy8, prepareMap } from './map'
import { forgetEntries, prepareEntries } from './entries'
import { forgetMultiples } from './multiply'
import { decodePoints, decodeSame, encodePoints, forgetPoints, POINT, T, toAffine, Y, Z } from './point'
import { KEY, loadPoint, loadQuad, OUTER, pointLaneOf, storePoint } from './pointBytes'
import { forgetPrecomputed, preparePrecomputed } from './precomputed'
import { forgetPrecomputedSums } from './precomputedSums'
import { forgetSecrets, multiplySecrets, multiplyTableSecrets, prepareWindows } from './secret'
import {
  addPoint,
  copyPointLane,
  foldBytes,
  fold as foldQuad,
  forgetSums,
  pippenger,
  pippengerBytes,
  prepareSums,
  straus,
  strausBytes,
  usesBuckets,
} from './sums'

export { blockSums, foldPrecomputed, precompute, signedSums, sumOfPrecomputed } from './precomputedSums'

/** Points that are encoded together, sharing an inversion. */
const GROUP: usize = 128
const POINTS = memory.data(64 * 320, 16)
const QUAD = memory.data(2 * 320, 16)
const QUAD_BYTES = memory.data(4 * 32, 16)
const QUAD_VALID = memory.data(4)
const P = memory.data(320, 16)
const Q = memory.data(320, 16)
const SCALARS = memory.data(64, 16)
const STATE = memory.data(200, 16)
/** The base point, in both lanes. */
const BASE = memory.data(320, 16)
const ORDER_DIGITS = memory.data(256, 16)
/** Tables for secret scalars: of the base point in both lanes, and of the base point and H. */
const BASE_TABLE = memory.data(32 * 8 * 320, 16)
const BASES_TABLE = memory.data(32 * 8 * 320, 16)

/** Computes constants. Must be called once, first. Returns false if this engine does not compute as this level requires. */
export function prepare(): bool {
  if (!isFused(QUAD, POINTS)) return false
  prepareField()
  prepareMap()
  prepareSums()
  prepareEntries()
  preparePrecomputed()
  decodeSame(QUAD, BASE_BYTES)
  memory.copy(BASE, QUAD, POINT)
  prepareWindows(BASE_TABLE, QUAD)
  decodeSame(QUAD, H_BYTES)
  copyPointLane(QUAD, BASE)
  prepareWindows(BASES_TABLE, QUAD)
  toSlidingDigits(ORDER_DIGITS, ORDER_BYTES)
  return true
}

/** Reserves `bytes` bytes for the host's inputs and results. Returns the address, or 0 if the engine refuses memory. */
export function reserve(bytes: u32): usize {
  wipeAll()
  return allocate(bytes)
}

/** Wipes the reserved memory and all intermediate results. */
export function forget(): void {
  wipeAll()
  memory.fill(POINTS, 0, (GROUP / 2) * POINT)
  memory.fill(QUAD, 0, 2 * POINT)
  memory.fill(QUAD_BYTES, 0, 4 * KEY)
  store<u32>(QUAD_VALID, 0)
  memory.fill(P, 0, POINT)
  memory.fill(Q, 0, POINT)
  memory.fill(SCALARS, 0, 2 * KEY)
  memory.fill(STATE, 0, KECCAK_STATE)
  forgetField()
  forgetPoints()
  forgetMap()
  forgetMultiples()
  forgetEntries()
  forgetSecrets()
  forgetSums()
  forgetPrecomputed()
  forgetPrecomputedSums()
}

/** QUAD_BYTES = four keys from `first`; the last key fills up. */
function takeKeys(keys: usize, first: usize, count: usize): void {
  for (let i: usize = 0; i < 4; i++) copyRow(QUAD_BYTES + KEY * i, keys + KEY * min<usize>(first + i, count - 1))
}

/** points = the decoded keys; valid = a byte per key: 1 if the key is valid. Points of invalid keys are not written. */
export function decode(points: usize, valid: usize, keys: usize, count: i32): void {
  for (let first: usize = 0; first < <usize>count; first += 4) {
    takeKeys(keys, first, count)
    decodePoints(QUAD, QUAD_BYTES, QUAD_VALID)
    for (let i: usize = 0; i < min<usize>(4, <usize>count - first); i++) {
      const good = load<u8>(QUAD_VALID + i)
      store<u8>(valid + first + i, good)
      if (good) storePoint(points + (first + i) * OUTER, pointLaneOf(QUAD, i))
    }
  }
}

/** keys = encodings of points */
export function encode(keys: usize, points: usize, count: i32): void {
  for (let first: usize = 0; first < <usize>count; first += GROUP) {
    const size = min<usize>(GROUP, <usize>count - first)
    for (let i: usize = 0; i < size; i++) loadPoint(pointLaneOf(POINTS, i), points + (first + i) * OUTER)
    encodeGroup(keys + first * KEY, size)
  }
}

/** Writes the encodings of the first points of POINTS. */
function encodeGroup(keys: usize, size: usize): void {
  // An inversion takes whole quads; the padding of the last one must not be zero.
  const whole = (size + 3) & ~3
  for (let i = size; i < whole; i++) copyPointLane(pointLaneOf(POINTS, i), POINTS)
  toAffine(POINTS, <i32>(whole / 2))
  const pairs = size / 2
  encodePoints(keys, POINTS, <i32>pairs)
  if (size & 1) {
    encodePoints(QUAD_BYTES, POINTS + pairs * POINT, 1)
    copyRow(keys + 2 * pairs * KEY, QUAD_BYTES)
  }
}

/** Returns whether a lane's point is the neutral element: x = 0 and y = 1. Overwrites it. */
function isIdentityLane(lane: usize): bool {
  const pair = lane & ~15
  subtract(pair + T, pair + Y, pair + Z)
  return isZeroLane(lane) && isZeroLane(lane + T)
}

/** out = a byte per point: whether its order divides that of the base point. Variable time. */
export function inPrimeSubgroup(out: usize, points: usize, count: i32): bool {
  const scratch = allocate(foldBytes(1))
  if (scratch == 0) return false
  for (let first: usize = 0; first < <usize>count; first += 4) {
    loadQuad(QUAD, points, first, count)
    memory.copy(POINTS, QUAD, 2 * POINT)
    foldQuad(QUAD, POINTS, ORDER_DIGITS, 1, scratch)
    for (let i: usize = 0; i < min<usize>(4, <usize>count - first); i++)
      store<u8>(out + first + i, isIdentityLane(pointLaneOf(QUAD, i)) as u8)
  }
  return true
}

/** QUAD = Hp(key) for four keys from `first`. */
function hashQuad(keys: usize, first: usize, count: usize): void {
  takeKeys(keys, first, count)
  for (let i: usize = 0; i < 4; i++) {
    absorb(STATE, QUAD_BYTES + KEY * i, KEY)
    copyRow(QUAD_BYTES + KEY * i, STATE)
  }
  mapQuadBy8(QUAD, QUAD_BYTES)
}

/** points = Hp(key): keccak, map and cofactor. Variable time. */
export function hashToPoints(points: usize, keys: usize, count: i32): void {
  for (let first: usize = 0; first < <usize>count; first += 4) {
    hashQuad(keys, first, count)
    for (let i: usize = 0; i < min<usize>(4, <usize>count - first); i++)
      storePoint(points + (first + i) * OUTER, pointLaneOf(QUAD, i))
  }
}

/** SCALARS = two scalars from `first`, reduced; the last one fills up. */
function takeScalars(scalars: usize, first: usize, count: usize): void {
  copyRow(SCALARS, scalars + KEY * first)
  copyRow(SCALARS + KEY, scalars + KEY * min<usize>(first + 1, count - 1))
  reduce(SCALARS)
  reduce(SCALARS + KEY)
}

/** out = scalar * point, pair by pair, in constant time in the scalars. */
export function multiplySecret(out: usize, points: usize, scalars: usize, count: i32): void {
  for (let first: usize = 0; first < <usize>count; first += 2) {
    const second = min<usize>(first + 1, <usize>count - 1)
    loadPoint(P, points + first * OUTER)
    loadPoint(P + HIGH, points + second * OUTER)
    takeScalars(scalars, first, count)
    multiplySecrets(Q, P, SCALARS, SCALARS + KEY)
    storePoint(out + first * OUTER, Q)
    if (second > first) storePoint(out + second * OUTER, Q + HIGH)
  }
}

/** out = scalar * G, in constant time in the scalars. */
export function multiplyBaseSecret(out: usize, scalars: usize, count: i32): void {
  for (let first: usize = 0; first < <usize>count; first += 2) {
    const second = min<usize>(first + 1, <usize>count - 1)
    takeScalars(scalars, first, count)
    multiplyTableSecrets(Q, BASE_TABLE, SCALARS, SCALARS + KEY)
    storePoint(out + first * OUTER, Q)
    if (second > first) storePoint(out + second * OUTER, Q + HIGH)
  }
}

/** out = g * G + h * H, pair by pair, in constant time in the scalars. */
export function multiplyBasesSecret(out: usize, g: usize, h: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    copyRow(SCALARS, g + i * KEY)
    copyRow(SCALARS + KEY, h + i * KEY)
    reduce(SCALARS)
    reduce(SCALARS + KEY)
    multiplyTableSecrets(Q, BASES_TABLE, SCALARS, SCALARS + KEY)
    copyPointLane(P, Q + HIGH)
    addPoint(Q, P)
    storePoint(out + i * OUTER, Q)
  }
}

/** images = encodings of secret * Hp(key), in constant time in the secrets. */
export function keyImages(images: usize, keys: usize, secrets: usize, count: i32): void {
  for (let first: usize = 0; first < <usize>count; first += GROUP) {
    const size = min<usize>(GROUP, <usize>count - first)
    for (let i: usize = 0; i < size; i += 4) {
      hashQuad(keys, first + i, count)
      for (let j: usize = 0; j < 4 && i + j < size; j += 2) {
        takeScalars(secrets, first + i + j, count)
        multiplySecrets(POINTS + ((i + j) >> 1) * POINT, QUAD + (j >> 1) * POINT, SCALARS, SCALARS + KEY)
      }
    }
    encodeGroup(images + first * KEY, size)
  }
}

/**
 * Sums in variable time: for each of `groups`, out = its scalar of `bases` times G plus `terms` scalars times points. All groups have the
 * same number of terms, stored consecutively. The scalars are reduced in place. Returns false if the engine refuses memory.
 */
export function multiplySums(out: usize, bases: usize, scalars: usize, points: usize, groups: i32, terms: i32): bool {
  // Two groups share the lanes; the last of an odd number is divided into halves instead.
  const all = terms + 1
  const pairs = groups > 1 ? all : (all + 1) >> 1
  const buckets = usesBuckets(pairs)
  const inner = allocate(<u64>pairs * POINT)
  const factors = allocate(<u64>pairs * 2 * KEY)
  const scratch = allocate(buckets ? pippengerBytes(pairs) : strausBytes(pairs))
  if (inner == 0 || factors == 0 || scratch == 0) return false
  for (let i: usize = 0; i < <usize>groups; i++) reduce(bases + i * KEY)
  for (let i: usize = 0; i < <usize>groups * terms; i++) reduce(scalars + i * KEY)
  for (let group = 0; group < groups; group += 2) {
    const alone = group + 1 == groups
    const used = alone ? (all + 1) >> 1 : all
    for (let i = 0; i < used; i++) {
      const lane = inner + <usize>i * POINT
      const factor = factors + <usize>i * 2 * KEY
      takeTerm(lane, factor, bases, scalars, points, group, i, terms)
      if (alone) takeTerm(lane + HIGH, factor + KEY, bases, scalars, points, group, used + i, terms)
      else takeTerm(lane + HIGH, factor + KEY, bases, scalars, points, group + 1, i, terms)
    }
    if (buckets) pippenger(P, inner, factors, used, scratch)
    else straus(P, inner, factors, used, scratch)
    if (alone) {
      copyPointLane(Q, P + HIGH)
      copyPointLane(Q + HIGH, P)
      addPoint(P, Q)
    } else storePoint(out + (<usize>group + 1) * OUTER, P + HIGH)
    storePoint(out + <usize>group * OUTER, P)
  }
  return true
}

/** Sets a lane and its scalar to term `i` of a group: G follows its points; later terms count zero. */
function takeTerm(
  lane: usize,
  factor: usize,
  bases: usize,
  scalars: usize,
  points: usize,
  group: i32,
  i: i32,
  terms: i32,
): void {
  if (i < terms) {
    const at = <usize>group * terms + i
    loadPoint(lane, points + at * OUTER)
    copyRow(factor, scalars + at * KEY)
    return
  }
  copyPointLane(lane, BASE)
  if (i == terms) copyRow(factor, bases + <usize>group * KEY)
  else memory.fill(factor, 0, KEY)
}

/**
 * Folds points in variable time: with `terms` times `sets` scalars, out[i] = the sum of scalars[k * sets + i mod sets] times points[i + k *
 * count], for i below `count`. The scalars are reduced in place. Returns false if the engine refuses memory.
 */
export function fold(out: usize, points: usize, scalars: usize, count: i32, terms: i32, sets: i32): bool {
  const inner = allocate(<u64>terms * (2 * POINT))
  const digits = allocate(<u64>(terms * sets) * SLIDING_DIGITS)
  const scratch = allocate(foldBytes(terms))
  if (inner == 0 || digits == 0 || scratch == 0) return false
  // The digits of a set are stored consecutively.
  for (let set = 0; set < sets; set++)
    for (let k = 0; k < terms; k++) {
      const scalar = scalars + <usize>(k * sets + set) * KEY
      reduce(scalar)
      toSlidingDigits(digits + <usize>(set * terms + k) * SLIDING_DIGITS, scalar)
    }
  // All four lanes take points of the same set; the last one fills up.
  for (let block = 0; block < count; block += 4 * sets)
    for (let set = 0; set < sets && block + set < count; set++) {
      const last = set + ((count - 1 - set) / sets) * sets
      for (let i = 0; i < 4; i++) {
        const index = min<i32>(block + set + i * sets, last)
        for (let k = 0; k < terms; k++)
          loadPoint(pointLaneOf(inner + <usize>k * (2 * POINT), i), points + <usize>(index + k * count) * OUTER)
      }
      foldQuad(QUAD, inner, digits + <usize>(set * terms) * SLIDING_DIGITS, terms, scratch)
      for (let i = 0; i < 4; i++)
        storePoint(out + <usize>min<i32>(block + set + i * sets, last) * OUTER, pointLaneOf(QUAD, i))
    }
  return true
}

// The point kernel: batches of point arithmetic over bytes. A point is 128 bytes in memory (the extended coordinates X, Y, Z, T, reduced,
// 32 little-endian bytes each), a scalar or key 32. The host reserves memory, writes the inputs, calls, reads the results, and wipes
// everything. Counts may be zero.

import { allocate, wipeAll } from './curve/allocator'
import { H_BYTES, ORDER_BYTES } from './field/constants'
import { prepareField } from './field/fieldConstants'
import { forgetEncoding } from './field/fieldEncoding'
import { forgetPowers } from './field/fieldPowers'
import { absorb, KECCAK_STATE } from './hashes/keccak'
import { forgetMap, mapBy8, prepareMap } from './curve/map'
import { addMultiple, BASE_TABLE, forgetMultiples, multiplyTimes, prepareBase, prepareTable } from './curve/multiply'
import {
  ADDEND,
  completeAdd,
  completeDouble,
  completeSubtract,
  decodePoint,
  encodePoint,
  forgetPoints,
  isIdentity,
  POINT,
  setIdentity,
  T,
  takeSum,
  takeSumWithT,
  toAddend,
  toAffine,
  Y,
  Z,
} from './curve/point'
import { reduce, toSlidingDigits } from './scalars/scalar'
import { forgetSecrets, multiplySecret as multiplyBySecret, multiplyTableSecret } from './curve/secret'
import {
  digitsBytes,
  forgetSums,
  multiplesBytes,
  pippenger,
  pippengerBytes,
  prepareDigits,
  straus,
  usesBuckets,
} from './curve/sums'
import { KEY, loadPoint, OUTER, storePoint } from './points/pointBytes'
import { forgetPrecomputedSums } from './points/precomputedSums'
import { forgetScalarBatches } from './points/scalarBatches'

export { foldPrecomputed, precompute, sumOfPrecomputed } from './points/precomputedSums'
export {
  innerProduct,
  invertScalars,
  multiplyAddScalars,
  reduceWideScalars,
  scalarPowers,
} from './points/scalarBatches'

/** The table of H. */
const H_TABLE = memory.data(32 * 128 * 108, 4)
const ORDER_DIGITS = memory.data(256, 8)

/** Points that are encoded together, sharing an inversion. */
const GROUP: i32 = 128
const POINTS = memory.data(128 * 144, 8)
const P = memory.data(144, 8)
const Q = memory.data(144, 8)
const AS_ADDEND = memory.data(144, 8)
const SCALAR = memory.data(32, 8)
const STATE = memory.data(200, 8)

/** Computes constants and tables. Must be called once, first. */
export function prepare(): void {
  prepareField()
  prepareMap()
  prepareBase()
  prepareTable(H_TABLE, H_BYTES)
  toSlidingDigits(ORDER_DIGITS, ORDER_BYTES)
}

/** Reserves `bytes` bytes for the host's inputs and results. Returns the address, or 0 if the engine refuses memory. */
export function reserve(bytes: u32): usize {
  wipeAll()
  return allocate(bytes)
}

/** Wipes the reserved memory and all intermediate results. */
export function forget(): void {
  wipeAll()
  memory.fill(POINTS, 0, <usize>GROUP * POINT)
  memory.fill(P, 0, POINT)
  memory.fill(Q, 0, POINT)
  memory.fill(AS_ADDEND, 0, ADDEND)
  memory.fill(SCALAR, 0, KEY)
  memory.fill(STATE, 0, KECCAK_STATE)
  forgetPowers()
  forgetEncoding()
  forgetPoints()
  forgetMap()
  forgetMultiples()
  forgetSecrets()
  forgetSums()
  forgetScalarBatches()
  forgetPrecomputedSums()
}

function loadScalar(scalar: usize): usize {
  memory.copy(SCALAR, scalar, KEY)
  reduce(SCALAR)
  return SCALAR
}

/** points = the decoded keys; valid = a byte per key: 1 if the key is valid. Points of invalid keys are not written. */
export function decode(points: usize, valid: usize, keys: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const good = decodePoint(P, keys + i * KEY)
    store<u8>(valid + i, good as u8)
    if (good) storePoint(points + i * OUTER, P)
  }
}

/** keys = encodings of points */
export function encode(keys: usize, points: usize, count: i32): void {
  for (let first = 0; first < count; first += GROUP) {
    const size = min<i32>(GROUP, count - first)
    for (let i: usize = 0; i < <usize>size; i++) {
      loadPoint(POINTS + i * POINT, points + (<usize>first + i) * OUTER)
    }
    encodeGroup(keys + <usize>first * KEY, size)
  }
}

/** Writes the encodings of the first points of POINTS. */
function encodeGroup(keys: usize, size: i32): void {
  toAffine(POINTS, size)
  for (let i: usize = 0; i < <usize>size; i++) {
    const point = POINTS + i * POINT
    encodePoint(keys + i * KEY, point, point + Y)
  }
}

/** out = a + b, pair by pair */
export function add(out: usize, a: usize, b: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    loadPoint(P, a + i * OUTER)
    loadPoint(Q, b + i * OUTER)
    toAddend(AS_ADDEND, Q)
    completeAdd(P, AS_ADDEND)
    takeSumWithT(P)
    storePoint(out + i * OUTER, P)
  }
}

/** out = a - b, pair by pair */
export function subtract(out: usize, a: usize, b: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    loadPoint(P, a + i * OUTER)
    loadPoint(Q, b + i * OUTER)
    toAddend(AS_ADDEND, Q)
    completeSubtract(P, AS_ADDEND)
    takeSumWithT(P)
    storePoint(out + i * OUTER, P)
  }
}

/** out = 2^times points, times >= 1 */
export function double(out: usize, points: usize, count: i32, times: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    loadPoint(P, points + i * OUTER)
    for (let j = 1; j < times; j++) {
      completeDouble(P)
      takeSum(P)
    }
    completeDouble(P)
    takeSumWithT(P)
    storePoint(out + i * OUTER, P)
  }
}

/** out = the sum of `count` points; those with a non-zero sign byte are subtracted. Variable time. */
export function sumPoints(out: usize, points: usize, signs: usize, count: i32): void {
  setIdentity(P)
  for (let i: usize = 0; i < <usize>count; i++) {
    loadPoint(Q, points + i * OUTER)
    toAddend(AS_ADDEND, Q)
    if (load<u8>(signs + i)) completeSubtract(P, AS_ADDEND)
    else completeAdd(P, AS_ADDEND)
    takeSumWithT(P)
  }
  storePoint(out, P)
}

/** out = a byte per point: whether its order divides that of the base point. Variable time. Always true: nothing is allocated. */
export function inPrimeSubgroup(out: usize, points: usize, count: i32): bool {
  for (let i: usize = 0; i < <usize>count; i++) {
    loadPoint(P, points + i * OUTER)
    multiplyTimes(Q, P, ORDER_DIGITS)
    store<u8>(out + i, isIdentity(Q) as u8)
  }
  return true
}

/** points = Hp(key): keccak, map and cofactor. Variable time. */
export function hashToPoints(points: usize, keys: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    hashToPoint(P, keys + i * KEY)
    storePoint(points + i * OUTER, P)
  }
}

function hashToPoint(out: usize, key: usize): void {
  absorb(STATE, key, KEY)
  mapBy8(out, STATE)
}

/** out = scalar * point, pair by pair, in constant time in the scalars. */
export function multiplySecret(out: usize, points: usize, scalars: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    loadPoint(P, points + i * OUTER)
    multiplyBySecret(Q, P, loadScalar(scalars + i * KEY))
    storePoint(out + i * OUTER, Q)
  }
}

/** out = scalar * G, in constant time in the scalars. */
export function multiplyBaseSecret(out: usize, scalars: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    multiplyTableSecret(P, loadScalar(scalars + i * KEY), BASE_TABLE)
    storePoint(out + i * OUTER, P)
  }
}

/** out = g * G + h * H, pair by pair, in constant time in the scalars. */
export function multiplyBasesSecret(out: usize, g: usize, h: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    multiplyTableSecret(P, loadScalar(g + i * KEY), BASE_TABLE)
    multiplyTableSecret(Q, loadScalar(h + i * KEY), H_TABLE)
    toAddend(AS_ADDEND, Q)
    completeAdd(P, AS_ADDEND)
    takeSumWithT(P)
    storePoint(out + i * OUTER, P)
  }
}

/** images = encodings of secret * Hp(key), in constant time in the secrets. */
export function keyImages(images: usize, keys: usize, secrets: usize, count: i32): void {
  for (let first = 0; first < count; first += GROUP) {
    const size = min<i32>(GROUP, count - first)
    for (let i: usize = 0; i < <usize>size; i++) {
      const at = (<usize>first + i) * KEY
      hashToPoint(P, keys + at)
      multiplyBySecret(POINTS + i * POINT, P, loadScalar(secrets + at))
    }
    encodeGroup(images + <usize>first * KEY, size)
  }
}

/** out = g * G + h * H, pair by pair, in variable time. */
export function multiplyBases(out: usize, g: usize, h: usize, count: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    setIdentity(P)
    addMultiple(P, loadScalar(g + i * KEY), BASE_TABLE)
    addMultiple(P, loadScalar(h + i * KEY), H_TABLE)
    storePoint(out + i * OUTER, P)
  }
}

/**
 * Sums in variable time: for each of `groups`, out = its scalar of `bases` times G plus `terms` scalars times points. All groups have the
 * same number of terms, stored consecutively. The scalars are reduced in place. Returns false if the engine refuses memory.
 */
export function multiplySums(out: usize, bases: usize, scalars: usize, points: usize, groups: i32, terms: i32): bool {
  const buckets = usesBuckets(terms)
  const inner = allocate(<usize>terms * POINT)
  const scratch = allocate(buckets ? pippengerBytes(terms) : digitsBytes(terms))
  const multiples = allocate(buckets ? 0 : multiplesBytes(terms))
  if (inner == 0 || scratch == 0 || multiples == 0) return false
  for (let group: usize = 0; group < <usize>groups; group++) {
    const first = group * terms
    for (let i: usize = 0; i < <usize>terms; i++) {
      reduce(scalars + (first + i) * KEY)
      loadPoint(inner + i * POINT, points + (first + i) * OUTER)
    }
    if (buckets) pippenger(P, inner, scalars + first * KEY, terms, scratch)
    else {
      prepareDigits(scratch, scalars + first * KEY, KEY, terms)
      straus(P, inner, scratch, terms, multiples)
    }
    addMultiple(P, loadScalar(bases + group * KEY), BASE_TABLE)
    storePoint(out + group * OUTER, P)
  }
  return true
}

/**
 * Folds points in variable time: out[i] = the sum of scalars[k * sets + i % sets] times points[i + k * count] over `terms` values of k, for
 * i below `count`: with two sets, points of even and of odd index have different scalars. The scalars are reduced in place. Returns false
 * if the engine refuses memory.
 */
export function fold(out: usize, points: usize, scalars: usize, count: i32, terms: i32, sets: i32): bool {
  const inner = allocate(<usize>terms * POINT)
  const multiples = allocate(multiplesBytes(terms))
  const digits = allocate(<usize>sets * digitsBytes(terms))
  if (inner == 0 || multiples == 0 || digits == 0) return false
  for (let k: usize = 0; k < <usize>(terms * sets); k++) reduce(scalars + k * KEY)
  for (let set = 0; set < sets; set++) {
    prepareDigits(digits + <usize>set * digitsBytes(terms), scalars + <usize>set * KEY, <usize>sets * KEY, terms)
  }
  for (let i = 0; i < count; i++) {
    for (let k: usize = 0; k < <usize>terms; k++) {
      loadPoint(inner + k * POINT, points + (<usize>i + k * <usize>count) * OUTER)
    }
    straus(P, inner, digits + <usize>(i % sets) * digitsBytes(terms), terms, multiples)
    storePoint(out + <usize>i * OUTER, P)
  }
  return true
}

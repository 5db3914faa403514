// Sums of points whose multiples were computed in advance, over the same bytes as those of `../points/precomputedSums`.

import { allocate, retainAllocated } from '../curve/allocator'
import { POINT } from './point'
import { KEY, loadQuad, OUTER, pointLaneOf, storePoint } from './pointBytes'
import {
  bucketsBytes,
  foldListBytes,
  foldOfPrecomputed,
  PRECOMPUTED_BYTES,
  precomputeMultiples,
  prepareFold,
  sumOfPrecomputed as sumInBuckets,
  sumSigned,
  touchTerms,
} from './precomputed'

const QUAD = memory.data(2 * 320, 16)
const P = memory.data(320, 16)
/** Addresses for each of four lanes. */
const LANES = memory.data(4 * 4, 16)

/**
 * Computes multiples of points that are multiplied repeatedly, and retains them for the lifetime of the instance. No other memory may be
 * reserved. Returns their handle for `sumOfPrecomputed`, or 0 if the engine refuses memory.
 */
export function precompute(points: usize, count: i32): usize {
  // They are computed above the reserved memory; the points are not needed afterwards.
  const whole = (<usize>count + 3) & ~3
  const made = allocate(<u64>whole * PRECOMPUTED_BYTES)
  if (made == 0) return 0
  for (let first: usize = 0; first < <usize>count; first += 4) {
    loadQuad(QUAD, points, first, count)
    precomputeMultiples(made + first * PRECOMPUTED_BYTES, QUAD)
  }
  return retainAllocated(made, <usize>count * PRECOMPUTED_BYTES)
}

/**
 * out = the sum of scalars times precomputed points, in variable time. The scalars are reduced in place. Returns false if the engine
 * refuses memory.
 */
export function sumOfPrecomputed(out: usize, table: usize, scalars: usize, terms: i32): bool {
  const scratch = allocate(bucketsBytes(terms))
  if (scratch == 0) return false
  sumInBuckets(P, table, scalars, terms, scratch)
  storePoint(out, P)
  return true
}

/** As `fold`, with precomputed points. */
export function foldPrecomputed(out: usize, table: usize, scalars: usize, count: i32, terms: i32, sets: i32): bool {
  const list = allocate(foldListBytes(terms))
  if (list == 0) return false
  for (let set = 0; set < sets && set < count; set++) {
    const end = prepareFold(list, scalars + <usize>set * KEY, <usize>sets * KEY, terms, count)
    const results = (count - set + sets - 1) / sets
    const points = table + <usize>set * PRECOMPUTED_BYTES
    sumAlike(out + <usize>set * OUTER, <usize>sets * OUTER, points, sets, results, terms, count, list, end)
  }
  return true
}

/** Sums with the same scalars, listed by `prepareFold`: result i, `outStep` bytes apart, is that of the points from i * `step` on, `apart` apart. */
function sumAlike(
  out: usize,
  outStep: usize,
  table: usize,
  step: i32,
  results: i32,
  terms: i32,
  apart: i32,
  list: usize,
  end: usize,
): void {
  for (let first = 0; first < results; first += 4) {
    for (let i = 0; i < 4; i++) {
      const points = table + <usize>(min<i32>(first + i, results - 1) * step) * PRECOMPUTED_BYTES
      store<u32>(LANES + 4 * <usize>i, <u32>points)
      touchTerms(points, terms, apart)
    }
    foldOfPrecomputed(QUAD, LANES, list, end)
    for (let i: usize = 0; i < min<usize>(4, <usize>(results - first)); i++)
      storePoint(out + (<usize>first + i) * outStep, pointLaneOf(QUAD, i))
  }
}

/**
 * Sums of consecutive blocks of precomputed points in variable time, all with the same `terms` scalars: out[i] = the sum of scalars[k] times the
 * point k of block i, where every `sets`-th point counts, from `set` on. The scalars are reduced in place. Returns false if the engine
 * refuses memory.
 */
export function blockSums(
  out: usize,
  table: usize,
  scalars: usize,
  blocks: i32,
  terms: i32,
  set: i32,
  sets: i32,
): bool {
  const list = allocate(foldListBytes(terms))
  if (list == 0) return false
  const end = prepareFold(list, scalars, KEY, terms, sets)
  sumAlike(out, OUTER, table + <usize>set * PRECOMPUTED_BYTES, terms * sets, blocks, terms, sets, list, end)
  return true
}

/**
 * Sums of signed precomputed points: every `sets`-th point belongs to a set, whose `count` points are divided into blocks, and so are `count`
 * signs, a byte each. For each set, each block of its points and each block of signs, out = the sum of the block's points, each subtracted
 * where its sign is 0. As many additions for all signs, which addresses depend on.
 */
export function signedSums(out: usize, table: usize, signs: usize, count: i32, blocks: i32, sets: i32): void {
  const length = count / blocks
  const step = <usize>sets * PRECOMPUTED_BYTES
  for (let set = 0; set < sets; set++)
    for (let block = 0; block < blocks; block++) {
      const points = table + <usize>(block * length * sets + set) * PRECOMPUTED_BYTES
      for (let first = 0; first < blocks; first += 4) {
        for (let i = 0; i < 4; i++)
          store<u32>(LANES + 4 * <usize>i, <u32>(signs + <usize>(min<i32>(first + i, blocks - 1) * length)))
        sumSigned(QUAD, points, step, LANES, length)
        for (let i: usize = 0; i < min<usize>(4, <usize>(blocks - first)); i++, out += OUTER)
          storePoint(out, pointLaneOf(QUAD, i))
      }
    }
}

/** Wipes intermediate results. */
export function forgetPrecomputedSums(): void {
  memory.fill(QUAD, 0, 2 * POINT)
  memory.fill(P, 0, POINT)
  memory.fill(LANES, 0, 4 * 4)
}

// Sums of points whose multiples were computed in advance: the generators of range proofs.

import { allocate, retainAllocated } from '../curve/allocator'
import { POINT } from '../curve/point'
import { reduce } from '../scalars/scalar'
import {
  addendsBytes,
  digitsBytes,
  PRECOMPUTED_BYTES,
  precomputeMultiples,
  preparePrecomputedDigits,
  strausOfPrecomputed,
} from '../curve/sums'
import { KEY, loadPoint, OUTER, storePoint } from './pointBytes'

const P = memory.data(144, 8)

/**
 * Computes multiples of points that are multiplied repeatedly, and retains them for the lifetime of the instance. No other memory may be
 * reserved. Returns their handle for `sumOfPrecomputed` and `foldPrecomputed`, or 0 if the engine refuses memory.
 */
export function precompute(points: usize, count: i32): usize {
  // They are computed above the reserved memory; the points are not needed afterwards.
  const made = allocate(<usize>count * PRECOMPUTED_BYTES)
  if (made == 0) return 0
  for (let i: usize = 0; i < <usize>count; i++) {
    loadPoint(P, points + i * OUTER)
    precomputeMultiples(made + i * PRECOMPUTED_BYTES, P)
  }
  return retainAllocated(made, <usize>count * PRECOMPUTED_BYTES)
}

/**
 * out = the sum of scalars times precomputed points, in variable time. The scalars are reduced in place. Returns false if the engine
 * refuses memory.
 */
export function sumOfPrecomputed(out: usize, table: usize, scalars: usize, terms: i32): bool {
  const digits = allocate(digitsBytes(terms))
  const addends = allocate(addendsBytes(terms))
  if (digits == 0 || addends == 0) return false
  for (let k: usize = 0; k < <usize>terms; k++) reduce(scalars + k * KEY)
  preparePrecomputedDigits(digits, scalars, KEY, terms)
  strausOfPrecomputed(P, table, PRECOMPUTED_BYTES, digits, terms, addends)
  storePoint(out, P)
  return true
}

/** As `fold`, with precomputed points. */
export function foldPrecomputed(out: usize, table: usize, scalars: usize, count: i32, terms: i32, sets: i32): bool {
  const digits = allocate(<usize>sets * digitsBytes(terms))
  const addends = allocate(addendsBytes(terms))
  if (digits == 0 || addends == 0) return false
  for (let k: usize = 0; k < <usize>(terms * sets); k++) reduce(scalars + k * KEY)
  for (let set = 0; set < sets; set++) {
    preparePrecomputedDigits(
      digits + <usize>set * digitsBytes(terms),
      scalars + <usize>set * KEY,
      <usize>sets * KEY,
      terms,
    )
  }
  for (let i = 0; i < count; i++) {
    const first = table + <usize>i * PRECOMPUTED_BYTES
    strausOfPrecomputed(
      P,
      first,
      <usize>count * PRECOMPUTED_BYTES,
      digits + <usize>(i % sets) * digitsBytes(terms),
      terms,
      addends,
    )
    storePoint(out + <usize>i * OUTER, P)
  }
  return true
}

/** Wipes intermediate results. */
export function forgetPrecomputedSums(): void {
  memory.fill(P, 0, POINT)
}

// Points in the host's memory, the extended coordinates X, Y, Z, T of 32 bytes each, and in lanes of pairs.

import { decodeLane, encodeLane, HIGH } from './limbs'
import { POINT, T, Y, Z } from './point'

/** Bytes of a point and of a key or scalar in the host's memory. */
export const OUTER: usize = 128
export const KEY: usize = 32

/** Sets one lane of a pair of points. */
export function loadPoint(lane: usize, bytes: usize): void {
  decodeLane(lane, bytes)
  decodeLane(lane + Y, bytes + 32)
  decodeLane(lane + Z, bytes + 64)
  decodeLane(lane + T, bytes + 96)
}

/** Writes one lane of a pair of points. */
export function storePoint(bytes: usize, lane: usize): void {
  encodeLane(bytes, lane)
  encodeLane(bytes + 32, lane + Y)
  encodeLane(bytes + 64, lane + Z)
  encodeLane(bytes + 96, lane + T)
}

/** Returns the address of point `i` in consecutive pairs. */
export function pointLaneOf(pairs: usize, i: usize): usize {
  return pairs + (i >> 1) * POINT + (i & 1) * HIGH
}

/** quad = four points from `first`; the last point fills up. */
export function loadQuad(quad: usize, points: usize, first: usize, count: usize): void {
  for (let i: usize = 0; i < 4; i++) loadPoint(pointLaneOf(quad, i), points + min<usize>(first + i, count - 1) * OUTER)
}

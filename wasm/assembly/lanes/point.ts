// Points in pairs, one in each lane: X, Y, Z and T of `FIELD` bytes each.

import { copyRow } from '../curve/group'
import {
  copyPair,
  D,
  FIELD,
  invertQuad,
  isNegativeLane,
  isZeroLane,
  laneOf,
  multiplyQuad,
  ONE,
  QUAD,
  raiseQuadForRoot,
  SQRT_MINUS_1,
  squareQuad,
  ZERO,
} from './field'
import { add, multiply, subtract } from './kernels'
import { copyLane, decodeLane, encodeLane, HIGH, negateLane, setLane } from './limbs'

/** Offsets of a pair's coordinates: X at 0. */
export const Y: usize = 80
export const Z: usize = 160
export const T: usize = 240
/** Bytes of a pair of points. */
export const POINT: usize = 320

const U = memory.data(160, 16)
const V = memory.data(160, 16)
const W = memory.data(160, 16)
const ROOT = memory.data(160, 16)
const YS = memory.data(160, 16)
const CHECK = memory.data(160, 16)

/**
 * points = the two pairs of points that four times 32 bytes encode, with T; valid[i] is set if the encoding is valid by monero's
 * `ge_frombytes_vartime`: y of p or more, a y without an x, and x = 0 with a sign are invalid. Those become the neutral element.
 */
export function decodePoints(points: usize, bytes: usize, valid: usize): void {
  for (let i: usize = 0; i < 4; i++) store<u8>(valid + i, decodeLane(laneOf(YS, i), bytes + 32 * i) as u8)
  // x^2 = u/v = (y^2 - 1)/(d y^2 + 1); the root candidate is u v^3 (u v^7)^((p-5)/8).
  squareQuad(U, YS)
  multiply(V, U, D)
  multiply(V + FIELD, U + FIELD, D)
  subtract(U, U, ONE)
  subtract(U + FIELD, U + FIELD, ONE)
  add(V, V, ONE)
  add(V + FIELD, V + FIELD, ONE)
  squareQuad(W, V)
  multiplyQuad(W, W, V)
  squareQuad(CHECK, W)
  multiplyQuad(CHECK, CHECK, V)
  multiplyQuad(CHECK, CHECK, U)
  raiseQuadForRoot(ROOT, CHECK)
  multiplyQuad(ROOT, ROOT, W)
  multiplyQuad(ROOT, ROOT, U)
  squareQuad(W, ROOT)
  multiplyQuad(W, W, V)
  // The root times a square root of -1, where u = -v root^2.
  multiply(V, ROOT, SQRT_MINUS_1)
  multiply(V + FIELD, ROOT + FIELD, SQRT_MINUS_1)
  subtract(CHECK, W, U)
  subtract(CHECK + FIELD, W + FIELD, U + FIELD)
  add(W, W, U)
  add(W + FIELD, W + FIELD, U + FIELD)
  for (let i: usize = 0; i < 4; i++) {
    const root = laneOf(ROOT, i)
    let good = load<u8>(valid + i) != 0
    if (!isZeroLane(laneOf(CHECK, i))) {
      if (!isZeroLane(laneOf(W, i))) good = false
      copyLane(root, laneOf(V, i))
    }
    if (isNegativeLane(root) != load<u8>(bytes + 32 * i, 31) >> 7) {
      if (isZeroLane(root)) good = false
      negateLane(root)
    }
    if (!good) {
      setLane(root, 0)
      setLane(laneOf(YS, i), 1)
    }
    store<u8>(valid + i, good as u8)
  }
  for (let pair: usize = 0; pair < 2; pair++) {
    const point = points + pair * POINT
    copyPair(point, ROOT + pair * FIELD)
    copyPair(point + Y, YS + pair * FIELD)
    copyPair(point + Z, ONE)
    multiply(point + T, point, point + Y)
  }
}

const SAME_BYTES = memory.data(4 * 32, 16)
const SAME_VALID = memory.data(4)

/** Both pairs from points on = the one point that 32 bytes encode, as `decodePoints`; returns whether they encode one. */
export function decodeSame(points: usize, bytes: usize): bool {
  for (let i: usize = 0; i < 4; i++) copyRow(SAME_BYTES + 32 * i, bytes)
  decodePoints(points, SAME_BYTES, SAME_VALID)
  return load<u8>(SAME_VALID) != 0
}

/** Both lanes = the neutral element. */
export function setIdentity(point: usize): void {
  copyPair(point, ZERO)
  copyPair(point + Y, ONE)
  copyPair(point + Z, ONE)
  copyPair(point + T, ZERO)
}

/** Both lanes = the neutral element as an addend: Y+X = Y-X = 1, 2Z = 2, 2d T = 0. */
export function setNeutralAddend(addend: usize): void {
  copyPair(addend, ONE)
  copyPair(addend + 80, ONE)
  add(addend + 160, ONE, ONE)
  copyPair(addend + 240, ZERO)
}

const INVERSE = memory.data(160, 16)
const FACTOR = memory.data(80, 16)

/**
 * Makes `pairs` pairs of points (an even number, at least two) affine: X and Y become x and y; Z and T are overwritten. One inversion
 * serves all (Montgomery's trick), in two chains: T holds the product of the preceding Z of every second pair.
 */
export function toAffine(points: usize, pairs: i32): void {
  const last = points + <usize>(pairs - 1) * POINT
  copyPair(points + T, ONE)
  copyPair(points + POINT + T, ONE)
  for (let p = points + 2 * POINT; p <= last; p += POINT) multiply(p + T, p - 2 * POINT + T, p - 2 * POINT + Z)
  multiply(INVERSE, last - POINT + T, last - POINT + Z)
  multiply(INVERSE + FIELD, last + T, last + Z)
  invertQuad(INVERSE, INVERSE)
  let chain: usize = FIELD
  for (let p = last; p >= points; p -= POINT) {
    multiply(FACTOR, INVERSE + chain, p + T)
    multiply(INVERSE + chain, INVERSE + chain, p + Z)
    multiply(p, p, FACTOR)
    multiply(p + Y, p + Y, FACTOR)
    chain = FIELD - chain
  }
}

/** Writes the affine points of `pairs` pairs as 32 bytes each, y with the sign of x in the top bit. */
export function encodePoints(bytes: usize, points: usize, pairs: i32): void {
  for (let i: usize = 0; i < <usize>(pairs << 1); i++) {
    const lane = points + (i >> 1) * POINT + (i & 1) * HIGH
    const out = bytes + 32 * i
    const sign = isNegativeLane(lane)
    encodeLane(out, lane + Y)
    store<u8>(out, load<u8>(out, 31) | (sign << 7), 31)
  }
}

/** Wipes intermediate results of points. */
export function forgetPoints(): void {
  memory.fill(U, 0, QUAD)
  memory.fill(V, 0, QUAD)
  memory.fill(W, 0, QUAD)
  memory.fill(ROOT, 0, QUAD)
  memory.fill(YS, 0, QUAD)
  memory.fill(CHECK, 0, QUAD)
  memory.fill(INVERSE, 0, QUAD)
  memory.fill(FACTOR, 0, FIELD)
  memory.fill(SAME_BYTES, 0, 4 * 32)
  store<u32>(SAME_VALID, 0)
}

// The map from hashes to points, four at a time: monero's `ge_fromfe_frombytes_vartime`, an early form of Elligator 2. Variable time, since
// hashed keys are public.

import { CURVE_A, ROOT_2_BYTES, ROOT_I_BYTES, ROOT_MINUS_2_BYTES, ROOT_MINUS_I_BYTES } from '../field/constants'
import {
  FIELD,
  isNegativeLane,
  isZeroLane,
  laneOf,
  multiplyQuad,
  ONE,
  QUAD,
  raiseQuadForRoot,
  SQRT_MINUS_1,
  squareQuad,
} from './field'
import {
  add,
  addCarried,
  completeDouble,
  doubleTimes,
  multiply,
  square,
  subtract,
  subtractCarried,
  takeSumWithT,
} from './kernels'
import { addToLane, copyLane, decodeLane, HIGH, negateLane, setLane } from './limbs'
import { POINT, T, Y, Z } from './point'

const MINUS_A = memory.data(80, 16)
const TWO_A_SQUARED = memory.data(80, 16)
/** The roots of `constants`. */
const ROOT_2 = memory.data(80, 16)
const ROOT_MINUS_2 = memory.data(80, 16)
const ROOT_I = memory.data(80, 16)
const ROOT_MINUS_I = memory.data(80, 16)

/** Sets the constants of this file, after those of `field`. Those that are chosen lane by lane need one lane only. */
export function prepareMap(): void {
  setLane(MINUS_A, -CURVE_A)
  setLane(MINUS_A + HIGH, -CURVE_A)
  square(TWO_A_SQUARED, MINUS_A)
  addCarried(TWO_A_SQUARED, TWO_A_SQUARED, TWO_A_SQUARED)
  decodeLane(ROOT_2, ROOT_2_BYTES)
  decodeLane(ROOT_MINUS_2, ROOT_MINUS_2_BYTES)
  decodeLane(ROOT_I, ROOT_I_BYTES)
  decodeLane(ROOT_MINUS_I, ROOT_MINUS_I_BYTES)
}

const U = memory.data(160, 16)
const V = memory.data(160, 16)
const W = memory.data(160, 16)
const X = memory.data(160, 16)
const WX3 = memory.data(160, 16)
const ROOT = memory.data(160, 16)
const CHECK = memory.data(160, 16)
const STEP = memory.data(160, 16)
const FACTOR = memory.data(160, 16)
const COMPLETED = memory.data(320, 16)
/** The final signs of the x-coordinates. */
const NEGATIVE = memory.data(4)

/** points = 8 times the points that four times 32 bytes of a hash (all 256 bits count) map to, two pairs, with T. */
export function mapQuadBy8(points: usize, hashes: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    const hash = hashes + 32 * i
    const lane = laneOf(U, i)
    decodeLane(lane, hash)
    addToLane(lane, 19 * <i32>(load<u8>(hash, 31) >> 7)) // 2^255 = 19
  }
  squareQuad(X, U)
  for (let half: usize = 0; half < QUAD; half += FIELD) {
    // w = 2 u^2 + 1, x = w^2 - 2 A^2 u^2
    addCarried(V + half, X + half, X + half)
    add(W + half, V + half, ONE)
    multiply(STEP + half, X + half, TWO_A_SQUARED)
    square(X + half, W + half)
    subtractCarried(X + half, X + half, STEP + half)
  }
  // root = (w/x)^((p+3)/8) = w x^3 (w x^7)^((p-5)/8), so root^2 x is w times a fourth root of unity
  squareQuad(STEP, X)
  multiplyQuad(STEP, STEP, X)
  multiplyQuad(WX3, W, STEP)
  multiplyQuad(STEP, STEP, WX3)
  multiplyQuad(STEP, STEP, X)
  raiseQuadForRoot(ROOT, STEP)
  multiplyQuad(ROOT, ROOT, WX3)
  squareQuad(CHECK, ROOT)
  multiplyQuad(CHECK, CHECK, X)
  for (let half: usize = 0; half < QUAD; half += FIELD) {
    add(STEP + half, CHECK + half, W + half)
    subtract(X + half, CHECK + half, W + half)
    multiply(CHECK + half, CHECK + half, SQRT_MINUS_1)
    subtract(CHECK + half, CHECK + half, W + half)
    multiply(V + half, V + half, MINUS_A)
  }
  // V becomes z: -2 A u^2 where root^2 x is w or -w, else -A; U becomes the other factor of the root.
  for (let i: usize = 0; i < 4; i++) {
    const factor = laneOf(FACTOR, i)
    store<u8>(NEGATIVE + i, 0)
    if (isZeroLane(laneOf(X, i))) copyLane(factor, ROOT_2)
    else if (isZeroLane(laneOf(STEP, i))) copyLane(factor, ROOT_MINUS_2)
    else {
      copyLane(factor, isZeroLane(laneOf(CHECK, i)) ? ROOT_I : ROOT_MINUS_I)
      copyLane(laneOf(V, i), MINUS_A)
      setLane(laneOf(U, i), 1)
      store<u8>(NEGATIVE + i, 1)
    }
  }
  multiplyQuad(ROOT, ROOT, FACTOR)
  multiplyQuad(ROOT, ROOT, U)
  for (let i: usize = 0; i < 4; i++) {
    const root = laneOf(ROOT, i)
    if (isNegativeLane(root) != load<u8>(NEGATIVE + i)) negateLane(root)
  }
  for (let pair: usize = 0; pair < 2; pair++) {
    const half = pair * FIELD
    const point = points + pair * POINT
    addCarried(point + Z, V + half, W + half)
    subtractCarried(point + Y, V + half, W + half)
    multiply(point, ROOT + half, point + Z)
    multiply(point + T, ROOT + half, point + Y)
    doubleTimes(point, COMPLETED, 2)
    completeDouble(COMPLETED, point)
    takeSumWithT(point, COMPLETED)
  }
}

/** Wipes intermediate results of hashes. */
export function forgetMap(): void {
  memory.fill(U, 0, QUAD)
  memory.fill(V, 0, QUAD)
  memory.fill(W, 0, QUAD)
  memory.fill(X, 0, QUAD)
  memory.fill(WX3, 0, QUAD)
  memory.fill(ROOT, 0, QUAD)
  memory.fill(CHECK, 0, QUAD)
  memory.fill(STEP, 0, QUAD)
  memory.fill(FACTOR, 0, QUAD)
  memory.fill(COMPLETED, 0, POINT)
  store<u32>(NEGATIVE, 0)
}

// Powers in the field of 2^255 - 19: inverses and the exponentiation of square roots.

import { FIELD, multiply, square } from './field'

/** out = a^(2^times), times >= 1 */
export function squareTimes(out: usize, a: usize, times: i32): void {
  square(out, a)
  for (let i = 1; i < times; i++) square(out, out)
}

const Z11 = memory.data(36, 4)
const POWER = memory.data(36, 4)
const STEP = memory.data(36, 4)
const WIDE = memory.data(36, 4)

/** POWER = a^(2^250 - 1), Z11 = a^11: the common start of the two exponentiations below. */
function raiseTo250Ones(a: usize): void {
  square(STEP, a)
  squareTimes(POWER, STEP, 2)
  multiply(POWER, POWER, a) // 2^3 + 1
  multiply(Z11, POWER, STEP)
  square(STEP, Z11)
  multiply(POWER, STEP, POWER) // 2^5 - 1
  squareTimes(STEP, POWER, 5)
  multiply(POWER, STEP, POWER) // 2^10 - 1
  squareTimes(STEP, POWER, 10)
  multiply(WIDE, STEP, POWER) // 2^20 - 1
  squareTimes(STEP, WIDE, 20)
  multiply(STEP, STEP, WIDE) // 2^40 - 1
  squareTimes(STEP, STEP, 10)
  multiply(POWER, STEP, POWER) // 2^50 - 1
  squareTimes(STEP, POWER, 50)
  multiply(WIDE, STEP, POWER) // 2^100 - 1
  squareTimes(STEP, WIDE, 100)
  multiply(STEP, STEP, WIDE) // 2^200 - 1
  squareTimes(STEP, STEP, 50)
  multiply(POWER, STEP, POWER)
}

/** out = 1/a = a^(p - 2) = a^(2^255 - 21); 0 when a is 0 */
export function invert(out: usize, a: usize): void {
  raiseTo250Ones(a)
  squareTimes(POWER, POWER, 5)
  multiply(out, POWER, Z11)
}

/** out = a^((p - 5) / 8) = a^(2^252 - 3): the exponent of square roots. `out` is not `a`. */
export function raiseForRoot(out: usize, a: usize): void {
  raiseTo250Ones(a)
  squareTimes(POWER, POWER, 2)
  multiply(out, POWER, a)
}

/** Wipes intermediate results. */
export function forgetPowers(): void {
  memory.fill(Z11, 0, FIELD)
  memory.fill(POWER, 0, FIELD)
  memory.fill(STEP, 0, FIELD)
  memory.fill(WIDE, 0, FIELD)
}

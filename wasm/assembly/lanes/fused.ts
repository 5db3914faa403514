// Verifies at start-up that the multiply-add of this engine is fused.

import { FIELD } from './field'
import { splitLimbs } from './kernels'

/** Rounds of the verification, and the maximum of a limb. */
const ROUNDS = 4096
const MAX_LIMB: f64 = 1125899906850816

/**
 * Returns whether this engine's relaxed_madd rounds once: then the two parts of every product of two limbs add up to that product. The
 * comparison modulo 2^64 suffices: rounding twice is off by less. Runs often enough for the engine to use its optimizing compiler. `limbs`
 * and `parts` are 160 bytes of scratch memory each.
 */
export function isFused(limbs: usize, parts: usize): bool {
  let random: u64 = 0x9e3779b97f4a7c15
  for (let round = 0; round < ROUNDS; round++) {
    for (let i: usize = 0; i < 2 * FIELD; i += 8) {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      const limb = <f64>(<i64>random >> 13)
      store<f64>(limbs + i, (random & 7) == 0 ? copysign(MAX_LIMB, limb) : limb)
    }
    splitLimbs(parts, limbs, limbs + FIELD)
    for (let i: usize = 0; i < FIELD; i += 8) {
      const product = <i64>load<f64>(limbs + i) * <i64>load<f64>(limbs + i, FIELD)
      const low = load<i64>(parts + i)
      if (low + (load<i64>(parts + i, FIELD) << 51) != product || abs(low) > 1 << 50) return false
    }
  }
  return true
}

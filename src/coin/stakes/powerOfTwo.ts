// Powers of two as doubles, bit by bit as oxen-core's `exp2`: rewards and staking requirements of older forks are computed from them, and
// neither `**` nor exact powers give the same values everywhere.

const STEPS = 256
const BITS = 128n

/** Returns the square root of a fixed-point number with `BITS` fraction bits. */
const squareRoot = (value: bigint): bigint => {
  const square = value << BITS
  let root = 1n << (BITS + 1n)
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** Computes 2^(i / 256) for i from -128 to 128, each as the nearest double. */
const tabulate = (): number[] => {
  let step = 2n << BITS
  for (let i = 1; i < STEPS; i *= 2) step = squareRoot(step)
  let power = squareRoot(1n << (BITS - 1n))
  return Array.from({ length: STEPS + 1 }, () => {
    const value = Number(power) / 2 ** Number(BITS)
    power = (power * step) >> BITS
    return value
  })
}

let table: readonly number[] | undefined

/**
 * Returns two to a non-negative power: the nearest 256th from a table, the rest by a series.
 *
 * @example
 * powerOfTwo(3) // 8
 */
export const powerOfTwo = (exponent: number): number => {
  table ??= tabulate()
  const nearest = Math.round(exponent * STEPS)
  const half = (exponent * STEPS - nearest) * ((Math.LN2 / STEPS) * 0.5)
  const square = half * half
  const tangent = (((2 / 15) * square - 1 / 3) * square + 1) * half
  const whole = Math.round(nearest / STEPS)
  const fraction = table[STEPS / 2 + nearest - STEPS * whole] ?? 1
  return fraction * ((1 + tangent) / (1 - tangent)) * 2 ** whole
}

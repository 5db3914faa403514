// Pairs of field elements in the layout of the generated kernels: five limbs of 51 bits, each a double, for two lanes side by side.

import type { Random } from '../../../../src/crypto/random.ts'

const LANES = 2
const LIMBS = 5
const LIMB_BITS = 51
/** Bytes of a pair. */
export const PAIR = 8 * LANES * LIMBS

export const LANE_NUMBERS: readonly number[] = [0, 1]

/** Returns five limbs of at most `bound` in size, most of them extreme; sometimes all of them. */
export const limbsUpTo = (random: Random, bound: bigint): number[] => {
  const pick = <T>(values: readonly [T, ...T[]]): T => values[(random(1)[0] ?? 0) % values.length] ?? values[0]
  const edge = (): bigint =>
    pick([bound, -bound, bound, -bound, bound - 1n, 1n - bound, 2n ** 50n, -(2n ** 50n), 0n, 1n, -1n])
  const any = (): bigint => new DataView(random(8).buffer).getBigInt64(0) % (bound + 1n)
  const choose = pick([edge, any, edge, () => pick([edge, any])()])
  return Array.from({ length: LIMBS }, () => {
    const limb = choose()
    const size = limb < 0n ? -limb : limb
    return Number(size <= bound ? limb : bound)
  })
}

/** Returns five limbs at one end of their bounds. */
export const extremeLimbs = (bound: bigint, negative: boolean): number[] =>
  Array.from({ length: LIMBS }, () => (negative ? -Number(bound) : Number(bound)))

/** Returns the number that limbs represent, not reduced. */
export const numberOf = (limbs: readonly number[]): bigint =>
  limbs.reduce((sum, limb, i) => sum + (BigInt(limb) << BigInt(LIMB_BITS * i)), 0n)

export const writeLane = (
  memory: WebAssembly.Memory,
  address: number,
  lane: number,
  limbs: readonly number[],
): void => {
  const pair = new Float64Array(memory.buffer, address, LANES * LIMBS)
  for (const [i, limb] of limbs.entries()) pair[LANES * i + lane] = limb
}

export const readLane = (memory: WebAssembly.Memory, address: number, lane: number): number[] => {
  const pair = new Float64Array(memory.buffer, address, LANES * LIMBS)
  return Array.from({ length: LIMBS }, (_, i) => pair[LANES * i + lane] ?? Number.NaN)
}

export const largestOf = (limbs: readonly number[]): number =>
  limbs.reduce((most, limb) => Math.max(most, Math.abs(limb)), 0)

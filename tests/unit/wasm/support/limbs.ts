// Pairs of field elements in the layouts of the generated kernels, for two lanes side by side: doubles on the relaxed level, integers on
// the simd level.

import type { Random } from '../../../../src/crypto/random/random.ts'
import { REDUCED as REDUCED_DOUBLES } from '../../../../wasm/generator/field.ts'
import { REDUCED as REDUCED_INTEGERS } from '../../../../wasm/generator/integerElements.ts'
import { mod } from './nobleScan.ts'

const LANES = 2
/** Bytes of a pair, in every layout. */
export const PAIR = 80

/** A layout: limb i of lane j is number `2 i + j` of a pair. */
export type Layout = {
  readonly name: string
  /** Bits of the limbs, the lowest first. */
  readonly bits: readonly number[]
  /** Bytes of a limb, and so of the step to the high lane. */
  readonly size: number
  /** Maximum of the first limb of a carried element. */
  readonly reduced: bigint
  /** Whether no limb of a carried element is negative. */
  readonly isPositive: boolean
  numbersOf(memory: WebAssembly.Memory, address: number, count: number): Float64Array | Int32Array
}

export const DOUBLES: Layout = {
  name: 'relaxed',
  bits: [51, 51, 51, 51, 51],
  size: 8,
  reduced: REDUCED_DOUBLES,
  isPositive: false,
  numbersOf: ({ buffer }, address, count) => new Float64Array(buffer, address, count),
}

export const INTEGERS: Layout = {
  name: 'simd',
  bits: [26, 25, 26, 25, 26, 25, 26, 25, 26, 25],
  size: 4,
  reduced: REDUCED_INTEGERS,
  isPositive: true,
  numbersOf: ({ buffer }, address, count) => new Int32Array(buffer, address, count),
}

export const LANE_NUMBERS: readonly number[] = [0, 1]

/** Returns the bound of a limb from that of the first one: shorter limbs have smaller bounds. */
const boundOf = ({ bits }: Layout, bound: bigint, limb: number): bigint =>
  bound >> BigInt((bits[0] ?? 0) - (bits[limb] ?? 0))

/** Returns limbs of at most `bound` in size, most of them extreme; sometimes all of them. */
export const limbsUpTo = (layout: Layout, random: Random, bound: bigint): number[] => {
  const pick = <T>(values: readonly [T, ...T[]]): T => values[(random(1)[0] ?? 0) % values.length] ?? values[0]
  const edge = (most: bigint, half: bigint): bigint =>
    pick([most, -most, most, -most, most - 1n, 1n - most, half, -half, 0n, 1n, -1n])
  const any = (most: bigint): bigint => new DataView(random(8).buffer).getBigInt64(0) % (most + 1n)
  const choose = pick([edge, any, edge, (most: bigint, half: bigint) => pick([edge, any])(most, half)])
  return layout.bits.map((bits, i) => {
    const most = boundOf(layout, bound, i)
    const limb = choose(most, 2n ** BigInt(bits - 1))
    const size = limb < 0n ? -limb : limb
    return Number(size <= most ? limb : most)
  })
}

/** Returns limbs at one end of their bounds. */
export const extremeLimbs = (layout: Layout, bound: bigint, negative: boolean): number[] =>
  layout.bits.map((_, i) => Number(boundOf(layout, bound, i)) * (negative ? -1 : 1))

/** Returns the bit at which each limb begins. */
export const positionsOf = ({ bits }: Layout): number[] =>
  bits.map((_, i) => bits.slice(0, i).reduce((sum, bit) => sum + bit, 0))

/** Returns the number that limbs represent, not reduced. */
export const numberOf = (layout: Layout, limbs: readonly number[]): bigint => {
  const positions = positionsOf(layout)
  return limbs.reduce((sum, limb, i) => sum + (BigInt(limb) << BigInt(positions[i] ?? 0)), 0n)
}

/** Returns the centred limbs of a number modulo p. */
export const limbsOf = ({ bits }: Layout, number: bigint): number[] => {
  const reduced = mod(number)
  let rest = reduced >= 2n ** 254n ? reduced - mod(-1n) - 1n : reduced
  return bits.map((width) => {
    const limb = BigInt.asIntN(width, rest)
    rest = (rest - limb) >> BigInt(width)
    return Number(limb)
  })
}

export const writeLane = (
  layout: Layout,
  memory: WebAssembly.Memory,
  address: number,
  lane: number,
  limbs: readonly number[],
): void => {
  const pair = layout.numbersOf(memory, address, LANES * layout.bits.length)
  for (const [i, limb] of limbs.entries()) pair[LANES * i + lane] = limb
}

export const readLane = (layout: Layout, memory: WebAssembly.Memory, address: number, lane: number): number[] => {
  const pair = layout.numbersOf(memory, address, LANES * layout.bits.length)
  return layout.bits.map((_, i) => pair[LANES * i + lane] ?? Number.NaN)
}

/** Returns limbs as a carry could have made them. */
export const asCarried = ({ isPositive }: Layout, limbs: readonly number[]): number[] =>
  limbs.map((limb) => (isPositive ? Math.abs(limb) : limb))

/** Returns whether limbs are those of a carried element. */
export const areCarried = (layout: Layout, limbs: readonly number[]): boolean =>
  areWithin(layout, limbs, layout.reduced) && !(layout.isPositive && limbs.some((limb) => limb < 0))

/** Returns whether all limbs are integers within a bound. */
export const areWithin = (layout: Layout, limbs: readonly number[], bound: bigint): boolean =>
  limbs.every((limb, i) => Number.isSafeInteger(limb) && Math.abs(limb) <= Number(boundOf(layout, bound, i)))

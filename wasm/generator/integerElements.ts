// The elements of the field of p = 2^255 - 19 on engines without relaxed SIMD: two at once, in 32-bit integers.
//
// An element is ten limbs, its value their sum times 2^0, 2^26, 2^51, 2^77 .. 2^230: a limb 2k of 26 bits and a limb 2k + 1 of 25 bits, signed,
// and not negative where a carry made them: then sums of products need no offset before they are shifted. Limbs 2k and 2k + 1 share a v128:
// limb 2k of the low and of the high lane, then limb 2k + 1 of both. So i64x2.extmul_low multiplies limbs 2k of both lanes, and extmul_high
// limbs 2k + 1.

import { type Program, V128_SIZE, type Value } from './program.ts'

/** Pairs of limbs. */
export const PAIRS = 5
export const PLACES: readonly number[] = [0, 1, 2, 3, 4]
/** Maximum even limb of a carried element. An odd limb is half as large, here and in every other bound. */
export const REDUCED = 2n ** 26n + 2n ** 18n

/** An element: pairs of limbs. Even limbs are at most `bound` in size, odd ones half of it. */
export type Element = {
  readonly limbs: readonly Value[]
  readonly bound: bigint
  /** Whether no limb is negative. */
  readonly isPositive: boolean
  /** Returns the sums of even and odd limbs, in the low half. */
  readonly sums: () => readonly Value[]
}

/** Returns an item; throws a RangeError if there is none. */
export const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`there is no item ${index} among ${items.length}`)
  return item
}

/** Exchanges the halves of a value: even limbs and odd ones. */
export const exchanged = (program: Program, value: Value): Value => program.shuffle(value, value, [2, 3, 0, 1])

const once = <T>(compute: () => T): (() => T) => {
  let result: { readonly value: T } | undefined
  return () => {
    result ??= { value: compute() }
    return result.value
  }
}

/** Returns an element whose sums are computed from its limbs, which takes a shuffle for each. */
export const elementOf = (program: Program, limbs: readonly Value[], bound: bigint): Element => ({
  limbs,
  bound,
  isPositive: false,
  sums: once(() => limbs.map((limb) => program.apply('i32x4.add', limb, exchanged(program, limb)))),
})

/** Loads a pair of elements; the code that stored it guarantees `bound`. */
export const loadElement = (program: Program, parameter: number, offset = 0, bound = REDUCED): Element => {
  const limbs = PLACES.map((i) => program.load(parameter, offset + V128_SIZE * i))
  const sums = (): readonly Value[] =>
    limbs.map((limb, i) => {
      const odd = program.loadHalf(parameter, offset + V128_SIZE * i + V128_SIZE / 2)
      return program.apply('i32x4.add', limb, odd)
    })
  return { limbs, bound, isPositive: false, sums: once(sums) }
}

/** Loads a pair of elements that a carry made, or that were decoded: no limb is negative. */
export const loadCarried = (program: Program, parameter: number, offset = 0): Element => ({
  ...loadElement(program, parameter, offset),
  isPositive: true,
})

/** Loads an element for each lane from tables, where the limbs of an element follow each other. */
export const gatherElement = (program: Program, low: number, high: number, offset: number): Element => {
  const limbs = PLACES.map((i) => {
    const both = program.loadLanes(low, high, offset + (V128_SIZE / 2) * i)
    return program.shuffle(both, both, [0, 2, 1, 3])
  })
  return elementOf(program, limbs, REDUCED)
}

/** Loads an element for each lane from pairs, at the addresses of the low lane of one and of the high lane of the other. */
export const gatherFromPairs = (program: Program, low: number, high: number, offset: number): Element => {
  const limbs = PLACES.map((i) =>
    program.shuffle(
      program.load(low, offset + V128_SIZE * i),
      program.load(high, offset + V128_SIZE * i),
      [0, 4, 2, 6],
    ),
  )
  return elementOf(program, limbs, REDUCED)
}

export const storeElement = (program: Program, parameter: number, offset: number, { limbs }: Element): void => {
  for (const [i, limb] of limbs.entries()) program.store(parameter, offset + V128_SIZE * i, limb)
}

/** Returns a 32-bit number twice. */
const twice32 = (number: bigint): bigint => {
  const bits = BigInt.asUintN(32, number)
  return bits | (bits << 32n)
}

/** Returns a constant: one number for the even limbs of both lanes, and one for the odd limbs. */
export const pairConstant = (program: Program, even: bigint, odd: bigint): Value =>
  program.constant(twice32(even), twice32(odd))

/** Stores a small number, in both lanes. */
export const storeSmall = (program: Program, parameter: number, offset: number, number: number): void => {
  for (const i of PLACES)
    program.store(parameter, offset + V128_SIZE * i, pairConstant(program, i === 0 ? BigInt(number) : 0n, 0n))
}

const combine = (program: Program, instruction: 'i32x4.add' | 'i32x4.sub', a: Element, b: Element): Element => {
  const limbs = a.limbs.map((limb, i) => program.apply(instruction, limb, at(b.limbs, i)))
  const sums = (): readonly Value[] => {
    const others = b.sums()
    return a.sums().map((sum, i) => program.apply(instruction, sum, at(others, i)))
  }
  const isPositive = instruction === 'i32x4.add' && a.isPositive && b.isPositive
  return { limbs, bound: a.bound + b.bound, isPositive, sums: once(sums) }
}

/** a + b, limb by limb. */
export const addElements = (program: Program, a: Element, b: Element): Element => combine(program, 'i32x4.add', a, b)

/** a - b, limb by limb. */
export const subtractElements = (program: Program, a: Element, b: Element): Element =>
  combine(program, 'i32x4.sub', a, b)

/** Negates the lanes of an element that are selected by the masks at a parameter's address. */
export const withSigns = (program: Program, { limbs, bound }: Element, parameter: number): Element => {
  const masks = program.load(parameter, 0)
  const negated = limbs.map((limb) => program.apply('i32x4.sub', program.apply('v128.xor', limb, masks), masks))
  return elementOf(program, negated, bound)
}

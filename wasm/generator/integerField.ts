// Products in the field of p = 2^255 - 19 on engines without relaxed SIMD, of elements that integerElements.ts describes.
//
// With x = 2^51, the even limbs are a polynomial E(x) and the odd ones a polynomial O(x); the element is E + 2^26 O, x^5 is 19 modulo p, and
//
//   (E + 2^26 O)(E' + 2^26 O') = (EE' + 2x OO') + 2^26 ((E + O)(E' + O') - EE' - OO')
//
// (Karatsuba): three products of five limbs instead of four. Columns are 64-bit integers.
//
// Every bound is carried along while the code is generated and checked: a kernel whose numbers could grow too large does not build.

import { BoundError } from './field.ts'
import {
  addElements,
  at,
  type Element,
  elementOf,
  exchanged,
  PAIRS,
  PLACES,
  pairConstant,
  REDUCED,
} from './integerElements.ts'
import type { Program, Value } from './program.ts'

const EVEN_BITS = 26
const ODD_BITS = 25

/** A sum of 64-bit integers, at most `bound` in size. */
type Sum = { readonly value: Value; readonly bound: bigint; readonly isPositive: boolean }

/** An element before carrying: ten integers, which may be large. */
export type Columns = readonly Sum[]

const addSums = (program: Program, a: Sum, b: Sum): Sum => ({
  value: program.apply('i64x2.add', a.value, b.value),
  bound: a.bound + b.bound,
  isPositive: a.isPositive && b.isPositive,
})

const subtractSums = (program: Program, a: Sum, b: Sum): Sum => ({
  value: program.apply('i64x2.sub', a.value, b.value),
  bound: a.bound + b.bound,
  isPositive: false,
})

const twice = (program: Program, { value, bound, isPositive }: Sum): Sum => ({
  value: program.apply('i64x2.add', value, value),
  bound: 2n * bound,
  isPositive,
})

/** Returns 19 times a value. Uses shifts and additions: i64x2.mul is slow on all engines. */
const timesNineteen = (program: Program, value: Value): Value => {
  const three = program.apply('i64x2.add', value, program.shift('i64x2.shl', value, 1))
  return program.apply('i64x2.add', three, program.shift('i64x2.shl', value, 4))
}

/** Maximum of a limb that is multiplied as a signed number and as an unsigned one, and of a column. */
const MAX_LIMB = 2n ** 31n - 1n
const MAX_UNSIGNED_LIMB = 2n ** 32n - 1n
const MAX_COLUMN = 2n ** 62n

const limbsTimes = (program: Program, limbs: readonly Value[], factor: bigint): readonly Value[] => {
  const by = pairConstant(program, factor, factor)
  return limbs.map((limb) => program.apply('i32x4.mul', limb, by))
}

/** Two limbs to multiply. */
type Term = { readonly a: Value; readonly b: Value }
type Half = 'low' | 'high'
type Sign = 's' | 'u'

/** Adds each product before the next one is computed: two values are live at a time. */
const sumTerms = (program: Program, terms: readonly Term[], half: Half, sign: Sign): Value => {
  let sum: Value | undefined
  for (const { a, b } of terms) {
    const product = program.apply(`i64x2.extmul_${half}_i32x4_${sign}`, a, b)
    sum = sum === undefined ? product : program.apply('i64x2.add', sum, product)
  }
  if (sum === undefined) throw new RangeError('a column has no terms')
  return sum
}

/** The polynomials of an element: limbs to be multiplied and the maximum size of one. */
type Polynomial = { readonly limbs: readonly Value[]; readonly bound: bigint; readonly isPositive: boolean }

/** Returns how to multiply by 19 times the limbs of a polynomial: as signed numbers if they fit. */
const signOf = ({ bound, isPositive }: Polynomial, others: boolean): Sign => {
  if (19n * bound <= MAX_LIMB) return 's'
  if (isPositive && others && 19n * bound <= MAX_UNSIGNED_LIMB) return 'u'
  throw new BoundError(`19 times limbs of up to ${bound} do not fit 32 bits`)
}

/** The terms of column `k` of a product modulo x^5 - 19, and how to multiply them. */
type Terms = { readonly of: (k: number) => readonly Term[]; readonly sign: Sign }

const productTerms = (program: Program, a: Polynomial, b: Polynomial): Terms => {
  const sign = signOf(b, a.isPositive)
  const wrapped = limbsTimes(program, b.limbs.slice(1), 19n)
  const of = (k: number): readonly Term[] =>
    PLACES.map((i) => ({ a: at(a.limbs, i), b: i <= k ? at(b.limbs, k - i) : at(wrapped, PAIRS + k - i - 1) }))
  return { of, sign }
}

const squareTerms = (program: Program, polynomial: Polynomial): Terms => {
  const { limbs } = polynomial
  const sign = signOf(polynomial, polynomial.isPositive)
  const doubled = limbs.slice(0, PAIRS - 1).map((limb) => program.apply('i32x4.add', limb, limb))
  const wrapped = limbsTimes(program, limbs.slice(3), 19n)
  const of = (k: number): readonly Term[] =>
    PLACES.flatMap((i) => {
      const j = (k - i + PAIRS) % PAIRS
      if (i > j) return []
      return { a: i === j ? at(limbs, i) : at(doubled, i), b: i + j >= PAIRS ? at(wrapped, j - 3) : at(limbs, j) }
    })
  return { of, sign }
}

/** Column 4 comes first: it wraps into column 0, so that only its own even part waits. */
const COLUMN_ORDER: readonly number[] = [4, 0, 1, 2, 3]

/** Combines the three products of Karatsuba's identity: of even limbs, odd limbs and their sums. */
const combineProducts = (program: Program, terms: Terms, sums: () => Terms): readonly Value[] => {
  const add = (a: Value, b: Value): Value => program.apply('i64x2.add', a, b)
  const columns: Value[] = []
  const even: Value[] = []
  const odd: Value[] = []
  const both: Value[] = []
  const finishEven = (k: number): void => {
    const wrapped = k === 0 ? timesNineteen(program, at(odd, PAIRS - 1)) : at(odd, k - 1)
    columns[2 * k] = add(at(even, k), add(wrapped, wrapped))
  }
  for (const k of COLUMN_ORDER) {
    even[k] = sumTerms(program, terms.of(k), 'low', terms.sign)
    odd[k] = sumTerms(program, terms.of(k), 'high', terms.sign)
    both[k] = add(at(even, k), at(odd, k))
    if (k < PAIRS - 1) finishEven(k)
  }
  finishEven(PAIRS - 1)
  // The operands of these products differ from those of the others: they would not fit the registers together.
  const ofSums = sums()
  for (const k of PLACES)
    columns[2 * k + 1] = program.apply('i64x2.sub', sumTerms(program, ofSums.of(k), 'low', ofSums.sign), at(both, k))
  return columns
}

/**
 * Returns the columns of a product of limbs up to `a` and `b`. The largest is column 0, with one product of even limbs, 19 times four others
 * and 38 times five of odd ones, a quarter as large: 124.5 a b. (Intermediate sums may be larger: they are exact modulo 2^64.)
 */
const columnsFrom = (values: readonly Value[], a: Element, b: Element): Columns => {
  const bound = 126n * a.bound * b.bound
  return values.map((value) => ({ value, bound, isPositive: a.isPositive && b.isPositive }))
}

const sumOf = ({ sums, bound, isPositive }: Element): Polynomial => ({
  limbs: sums(),
  bound: bound + bound / 2n + 1n,
  isPositive,
})

/** a · b, not carried. */
export const productOf = (program: Program, a: Element, b: Element): Columns => {
  // The factors of 19 must fit, so the smaller one is multiplied.
  const [large, small] = a.bound >= b.bound ? [a, b] : [b, a]
  const values = combineProducts(program, productTerms(program, large, small), () =>
    productTerms(program, sumOf(large), sumOf(small)),
  )
  return columnsFrom(values, a, b)
}

/** a², not carried. */
export const squareOf = (program: Program, a: Element): Columns =>
  columnsFrom(
    combineProducts(program, squareTerms(program, a), () => squareTerms(program, sumOf(a))),
    a,
    a,
  )

/** 2ab from a² + b²: (a + b)² less the squares. No limb of a or b is negative, so that neither are the columns. */
export const doubleProductOf = (program: Program, a: Element, b: Element, squares: Columns): Columns => {
  const columns = subtractColumns(program, squareOf(program, addElements(program, a, b)), squares)
  const bound = 2n * 126n * a.bound * b.bound
  return columns.map(({ value }) => ({ value, bound, isPositive: a.isPositive && b.isPositive }))
}

export const addColumns = (program: Program, a: Columns, b: Columns): Columns =>
  a.map((sum, i) => addSums(program, sum, at(b, i)))

export const subtractColumns = (program: Program, a: Columns, b: Columns): Columns =>
  a.map((sum, i) => subtractSums(program, sum, at(b, i)))

export const doubleColumns = (program: Program, a: Columns): Columns => a.map((sum) => twice(program, sum))

/** Converts an element to columns. */
export const columnsOf = (program: Program, { limbs, bound, isPositive }: Element): Columns =>
  limbs.flatMap((limb) => [
    { value: program.apply('i64x2.extend_low_i32x4_s', limb), bound, isPositive },
    { value: program.apply('i64x2.extend_high_i32x4_s', limb), bound: bound / 2n + 1n, isPositive },
  ])

const LIMBS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const bitsOfLimb = (limb: number): number => (limb % 2 === 0 ? EVEN_BITS : ODD_BITS)
const positionOf = (limb: number): bigint =>
  BigInt(LIMBS.slice(0, limb).reduce((sum, other) => sum + bitsOfLimb(other), 0))
const maskOf = (limb: number): bigint => 2n ** BigInt(bitsOfLimb(limb)) - 1n
const shifted = (value: bigint, limb: number): bigint => value >> BigInt(bitsOfLimb(limb))

const P = 2n ** 255n - 19n
/** Multiples of p in columns of at least MAX_COLUMN, which make other columns positive. */
const LIFTS: readonly bigint[] = (() => {
  const column = MAX_COLUMN + 2n ** 26n
  const excess = LIMBS.reduce((sum, limb) => sum + (column << positionOf(limb)), 0n) % P
  return LIMBS.map((limb) => column - ((excess >> positionOf(limb)) & maskOf(limb)))
})()

/**
 * Carries in chains of `length` limbs (5 or 10) at once, the last one to limb 0 (times 19), then from the first limbs of the chains to the next
 * ones. Columns that may be negative are lifted by a multiple of p.
 */
const carryInChains = (program: Program, columns: Columns, length: number): Element => {
  for (const { bound } of columns)
    if (bound > MAX_COLUMN) throw new BoundError(`sums of up to ${bound} are too large to be carried`)
  const isLifted = !columns.every(({ isPositive }) => isPositive)
  const add = (a: Value, b: Value): Value => program.apply('i64x2.add', a, b)
  const masked = (value: Value, limb: number): Value => program.apply('v128.and', value, program.constant(maskOf(limb)))
  const carryOf = (value: Value, limb: number): Value => program.shift('i64x2.shr_u', value, bitsOfLimb(limb))
  const sums: Value[] = []
  const carries: Value[] = []
  const starts = LIMBS.filter((limb) => limb % length === 0)
  for (const step of LIMBS.slice(0, length))
    for (const limb of starts.map((start) => start + step)) {
      const { value } = at(columns, limb)
      const lifted = isLifted ? add(value, program.constant(at(LIFTS, limb))) : value
      sums[limb] = step === 0 ? lifted : add(lifted, at(carries, limb - 1))
      carries[limb] = carryOf(at(sums, limb), limb)
    }
  for (const start of starts) {
    const incoming = start === 0 ? timesNineteen(program, at(carries, 9)) : at(carries, start - 1)
    sums[start] = add(masked(at(sums, start), start), incoming)
    sums[start + 1] = add(masked(at(sums, start + 1), start + 1), carryOf(at(sums, start), start))
  }
  const limbs = PLACES.map((pair) => {
    const both = program.shuffle(at(sums, 2 * pair), at(sums, 2 * pair + 1), [0, 2, 4, 6])
    // The limbs after the first ones of the chains exceed their bits slightly.
    const maskFor = (limb: number): bigint => (starts.includes(limb - 1) ? 2n ** 32n - 1n : maskOf(limb))
    return program.apply('v128.and', both, pairConstant(program, maskFor(2 * pair), maskFor(2 * pair + 1)))
  })
  return { ...elementOf(program, limbs, REDUCED), isPositive: true }
}

/** Carries with the fewest instructions. */
export const carry = (program: Program, columns: Columns): Element => carryInChains(program, columns, 2 * PAIRS)

/** What a carry adds to limb 1 at most: from the largest sum of limb 9, times 19. Limb 6 receives less. */
const LAST_CARRY = shifted(19n * shifted(2n * MAX_COLUMN + 2n ** 40n, 9) + maskOf(0), 0)
if (maskOf(1) + LAST_CARRY > REDUCED / 2n) throw new BoundError(`a last carry of up to ${LAST_CARRY} is too large`)

/** a · b, carried. */
export const multiply = (program: Program, a: Element, b: Element): Element => carry(program, productOf(program, a, b))

/** a², carried. Squares follow each other, so that each waits for the carries of the one before: two chains take half as long. */
export const square = (program: Program, a: Element): Element => carryInChains(program, squareOf(program, a), PAIRS)

/** The lowest two columns of a product, 26 bits apart, added up modulo 2^64: products below 2^51, and those that 2^255 = 19 adds to them. */
const lowestColumns = (program: Program, a: Element, b: Element): { readonly low: Value; readonly wrapped: Value } => {
  const crossed = b.limbs.map((limb) => exchanged(program, limb))
  const sum = (half: Half, places: readonly (readonly [number, number])[], factors: readonly Value[]): Value =>
    sumTerms(
      program,
      places.map(([i, j]) => ({ a: at(a.limbs, i), b: at(factors, j) })),
      half,
      's',
    )
  const add = (x: Value, y: Value): Value => program.apply('i64x2.add', x, y)
  const first = [[0, 0]] as const
  const fourth = PLACES.map((i) => [i, PAIRS - 1 - i] as const)
  const fifth = PLACES.slice(1).map((i) => [i, PAIRS - i] as const)
  // Products of two odd limbs count twice.
  const odds = sum('high', fourth, b.limbs)
  const evens = add(sum('low', fifth, b.limbs), add(odds, odds))
  const mixed = (places: readonly (readonly [number, number])[]): Value =>
    program.shift('i64x2.shl', add(sum('low', places, crossed), sum('high', places, crossed)), EVEN_BITS)
  return { low: add(sum('low', first, b.limbs), mixed(first)), wrapped: add(evens, mixed(fifth)) }
}

/** Maximum of the columns of a product, divided by p. */
const multiplesOfP = (a: Element, b: Element): bigint => {
  const product = a.bound * b.bound
  return 5n * shifted(product, 9) + (product >> 46n) + 1n
}

/**
 * Returns masks of the lanes where a sum of products less `subtrahend` may be zero modulo p. Its columns then represent k p with a k of some
 * 30 bits, and as the other columns are multiples of 2^51, the lowest two are -19 k modulo 2^51.
 */
export const mayVanish = (
  program: Program,
  products: readonly (() => readonly [Element, Element])[],
  subtrahend: Element,
): Value => {
  const add = (a: Value, b: Value): Value => program.apply('i64x2.add', a, b)
  const [even, odd] = columnsOf(program, subtrahend)
  if (even === undefined || odd === undefined) throw new RangeError('there are no columns')
  const taken = add(even.value, program.shift('i64x2.shl', odd.value, EVEN_BITS))
  let multiples = 2n
  let sum: { readonly low: Value; readonly wrapped: Value } | undefined
  for (const product of products) {
    const [a, b] = product()
    const columns = lowestColumns(program, a, b)
    sum = sum === undefined ? columns : { low: add(sum.low, columns.low), wrapped: add(sum.wrapped, columns.wrapped) }
    multiples += multiplesOfP(a, b)
  }
  if (sum === undefined) throw new RangeError('there are no products')
  const total = add(sum.low, timesNineteen(program, sum.wrapped))
  const tolerance = 2n ** BigInt((19n * multiples).toString(2).length)
  const centred = add(program.apply('i64x2.sub', total, taken), program.constant(tolerance))
  const mask = program.constant(2n ** BigInt(EVEN_BITS + ODD_BITS) - 2n * tolerance)
  return program.apply('i64x2.eq', program.apply('v128.and', centred, mask), program.constant(0n))
}

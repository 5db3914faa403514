// The field of p = 2^255 - 19, two elements at once: one in each lane of a v128.
//
// An element is five limbs, its value their sum times 1, 2^51, 2^102, 2^153 and 2^204. A limb is a signed integer that a double holds
// exactly. A product of two limbs has up to 102 bits; a fused multiply-add rounds only once, so two of them split it exactly:
//
//   high = fma(a, b, 3·2^102)                        rounds a·b to a multiple of 2^51, since the sum lies in [2^103, 2^104]
//   low  = fma(a, b, (3·2^102 + 3·2^51) - high)      what is left of a·b, at most 2^50 in size, plus 3·2^51
//
// The bits of such a double, read as an integer, are those of its bias (3·2^102 or 3·2^51) plus the integer that it carries (in
// units of 2^51, or of 1): within one binade, and at its upper end, doubles follow each other as their bits do. So sums of
// products are sums of 64-bit integers, and the biases are taken off once, together.
//
// Every bound here is carried along while the code is generated and checked: a kernel whose numbers could grow too large
// does not build.

import { bitsOf, type Program, V128_SIZE, type Value } from './program.ts'

/** Thrown when intermediate numbers of a kernel could exceed the exact range. */
export class BoundError extends Error {
  override readonly name = 'BoundError'
}

const LIMBS = 5
const LIMB_BITS = 51
/** Bytes of a pair of elements in memory. */
export const FIELD = LIMBS * V128_SIZE

/** Maximum size of a limb of a carried element. */
export const REDUCED = 2n ** 50n + 2n ** 13n

/** Maximum of a product, or of the sum of a pair of products: then high stays in its binade. */
const PRODUCT_LIMIT = 2n ** 102n
const HIGH_BIAS = 3 * 2 ** 102
const LOW_BIAS = 3 * 2 ** 51
/** Maximum remainder after a product is rounded to a multiple of 2^51. */
const LOW_BOUND = 2n ** 50n

/** An element: limbs as doubles, each at most `bound` in size. */
export type Element = { readonly limbs: readonly Value[]; readonly bound: bigint }

/** A sum of 64-bit integers: it represents `value` - `bias` modulo 2^64, at most `bound` in size. */
type Sum = { readonly value: Value; readonly bias: bigint; readonly bound: bigint }

/** An element before carrying: five integers, which may be large. */
export type Columns = readonly Sum[]

const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`there is no item ${index} among ${items.length}`)
  return item
}

const PLACES: readonly number[] = [0, 1, 2, 3, 4]

/** Loads a pair of elements; the code that stored it guarantees `bound`. */
export const loadElement = (program: Program, parameter: number, offset = 0, bound = REDUCED): Element => ({
  limbs: PLACES.map((i) => program.load(parameter, offset + V128_SIZE * i)),
  bound,
})

/** Loads a pair of elements that were carried. */
export const loadCarried = (program: Program, parameter: number, offset = 0): Element =>
  loadElement(program, parameter, offset)

/** Loads an element for each lane from different addresses; limbs are `stride` bytes apart, 8 where elements are stored singly. */
export const gatherElement = (
  program: Program,
  low: number,
  high: number,
  offset: number,
  stride = V128_SIZE / 2,
): Element => ({
  limbs: PLACES.map((i) => program.loadLanes(low, high, offset + stride * i)),
  bound: REDUCED,
})

export const storeElement = (program: Program, parameter: number, offset: number, { limbs }: Element): void => {
  for (const [i, limb] of limbs.entries()) program.store(parameter, offset + V128_SIZE * i, limb)
}

/** Loads an element for each lane from pairs at two addresses, those of the low lane of one and of the high lane of the other. */
export const gatherFromPairs = (program: Program, low: number, high: number, offset: number): Element =>
  gatherElement(program, low, high, offset, V128_SIZE)

/** Stores a small number, in both lanes. */
export const storeSmall = (program: Program, parameter: number, offset: number, number: number): void => {
  for (const i of PLACES) program.store(parameter, offset + V128_SIZE * i, program.double(i === 0 ? number : 0))
}

/** Negates the lanes of an element selected by the masks at a parameter's address. */
export const withSigns = (program: Program, { limbs, bound }: Element, parameter: number): Element => {
  const signs = program.load(parameter, 0)
  return { limbs: limbs.map((limb) => program.apply('v128.xor', limb, signs)), bound }
}

/** a + b, limb by limb. */
export const addElements = (program: Program, a: Element, b: Element): Element => ({
  limbs: a.limbs.map((limb, i) => program.apply('f64x2.add', limb, at(b.limbs, i))),
  bound: a.bound + b.bound,
})

/** a - b, limb by limb. */
export const subtractElements = (program: Program, a: Element, b: Element): Element => ({
  limbs: a.limbs.map((limb, i) => program.apply('f64x2.sub', limb, at(b.limbs, i))),
  bound: a.bound + b.bound,
})

const addSums = (program: Program, a: Sum | undefined, b: Sum | undefined): Sum | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return { value: program.apply('i64x2.add', a.value, b.value), bias: a.bias + b.bias, bound: a.bound + b.bound }
}

const subtractSums = (program: Program, a: Sum, b: Sum): Sum => ({
  value: program.apply('i64x2.sub', a.value, b.value),
  bias: a.bias - b.bias,
  bound: a.bound + b.bound,
})

const twice = (program: Program, { value, bias, bound }: Sum): Sum => ({
  value: program.apply('i64x2.add', value, value),
  bias: 2n * bias,
  bound: 2n * bound,
})

/** Returns 19 times a sum: 2^255 is 19 modulo p. Uses shifts and additions: i64x2.mul is slow on all engines. */
const timesNineteen = (program: Program, { value, bias, bound }: Sum): Sum => {
  const three = program.apply('i64x2.add', value, program.shift('i64x2.shl', value, 1))
  const nineteen = program.apply('i64x2.add', three, program.shift('i64x2.shl', value, 4))
  return { value: nineteen, bias: 19n * bias, bound: 19n * bound }
}

/** Two limbs to multiply, and the maximum size of their product. */
type Term = { readonly a: Value; readonly b: Value; readonly bound: bigint }

/** The low and the high part of a product or of a pair of products. */
type Split = { readonly low: Sum; readonly high: Sum }

const highBound = (product: bigint): bigint => product / 2n ** BigInt(LIMB_BITS) + 1n

const splitProduct = (program: Program, { a, b, bound }: Term): Split => {
  if (bound > PRODUCT_LIMIT) throw new BoundError(`products of up to ${bound} do not split exactly`)
  const high = program.apply('f64x2.relaxed_madd', a, b, program.double(HIGH_BIAS))
  const rest = program.apply('f64x2.sub', program.double(HIGH_BIAS + LOW_BIAS), high)
  const low = program.apply('f64x2.relaxed_madd', a, b, rest)
  return {
    low: { value: low, bias: bitsOf(LOW_BIAS), bound: LOW_BOUND },
    high: { value: high, bias: bitsOf(HIGH_BIAS), bound: highBound(bound) },
  }
}

/** integers(0), 5 low and 5 high parts of the products of the limbs of (1) and (2): for the engine verification at start-up. */
export const splitLimbs = (program: Program): void => {
  const a = loadElement(program, 1)
  const b = loadElement(program, 2)
  for (const i of PLACES) {
    const { low, high } = splitProduct(program, termOf(a, i, b, i))
    for (const [offset, { value, bias }] of [[0, low] as const, [FIELD, high] as const]) {
      const integer = program.apply('i64x2.sub', value, program.constant(bias))
      program.store(0, offset + V128_SIZE * i, integer)
    }
  }
}

/**
 * Splits two products whose sum is also within the limit: the second high part is rounded on top of the first, and the two low
 * parts, 2^51 together, still fit the binade of 3·2^51. Saves two integer additions.
 */
const splitPair = (program: Program, { a, b, bound }: Term, { a: c, b: d, bound: other }: Term): Split => {
  const first = program.apply('f64x2.relaxed_madd', a, b, program.double(HIGH_BIAS))
  const both = program.apply('f64x2.relaxed_madd', c, d, first)
  const lowFirst = program.apply(
    'f64x2.relaxed_madd',
    a,
    b,
    program.apply('f64x2.sub', program.double(HIGH_BIAS + LOW_BIAS), first),
  )
  const lowSecond = program.apply('f64x2.relaxed_madd', c, d, program.apply('f64x2.sub', first, both))
  return {
    low: { value: program.apply('f64x2.add', lowFirst, lowSecond), bias: bitsOf(LOW_BIAS), bound: 2n * LOW_BOUND },
    high: { value: both, bias: bitsOf(HIGH_BIAS), bound: highBound(bound + other) },
  }
}

/**
 * The order of the columns: column k and the column k + 5 that folds into it are adjacent, so that few sums are live at a time. Found by
 * measurement.
 */
const COLUMN_ORDER: readonly number[] = [4, 5, 0, 6, 1, 7, 2, 8, 3]

/** Returns whether two products may be split as a pair. */
const makePair = (a: Term, b: Term): boolean => a.bound + b.bound <= PRODUCT_LIMIT

/** Returns the five folded columns of a product from the terms of its nine columns. */
const sumTerms = (program: Program, termsOf: (column: number) => readonly Term[]): Columns => {
  const sums: (Sum | undefined)[] = Array.from({ length: 2 * LIMBS }, () => undefined)
  const take = (column: number, { low, high }: Split): void => {
    sums[column] = addSums(program, sums[column], low)
    sums[column + 1] = addSums(program, sums[column + 1], high)
  }
  const folded: Sum[] = []
  const fold = (column: number): void => {
    const low = sums[column]
    const high = sums[column + LIMBS]
    if (low === undefined || high === undefined) throw new RangeError(`column ${column} is not complete`)
    const sum = addSums(program, low, timesNineteen(program, high))
    if (sum !== undefined) folded[column] = sum
  }
  for (const column of COLUMN_ORDER) {
    const left = [...termsOf(column)]
    for (let first = left.shift(); first !== undefined; first = left.shift()) {
      const term = first
      const partner = left.findIndex((other) => makePair(term, other))
      const [second] = partner < 0 ? [] : left.splice(partner, 1)
      take(column, second === undefined ? splitProduct(program, term) : splitPair(program, term, second))
    }
    // Column k is complete when columns k - 1, k, k + 4 and k + 5 are.
    if (column < 4) fold(column)
  }
  fold(4)
  return folded
}

/** Limb `i` of a times limb `j` of b. */
const termOf = (a: Element, i: number, b: Element, j: number): Term => ({
  a: at(a.limbs, i),
  b: at(b.limbs, j),
  bound: a.bound * b.bound,
})

/** a · b, not carried. */
export const productOf = (program: Program, a: Element, b: Element): Columns =>
  sumTerms(program, (column) =>
    PLACES.filter((i) => column - i >= 0 && column - i < LIMBS).map((i) => termOf(a, i, b, column - i)),
  )

/**
 * Returns a², not carried. Mixed terms count twice: one of their limbs is doubled. Such a term pairs with a square, but not with another
 * doubled term.
 */
export const squareOf = (program: Program, a: Element): Columns => {
  const doubled = {
    limbs: a.limbs.slice(0, LIMBS - 1).map((limb) => program.apply('f64x2.add', limb, limb)),
    bound: 2n * a.bound,
  }
  return sumTerms(program, (column) =>
    PLACES.filter((i) => column - i >= i && column - i < LIMBS).map((i) =>
      termOf(2 * i === column ? a : doubled, i, a, column - i),
    ),
  )
}

export const addColumns = (program: Program, a: Columns, b: Columns): Columns =>
  a.map((sum, i) => {
    const other = at(b, i)
    return {
      value: program.apply('i64x2.add', sum.value, other.value),
      bias: sum.bias + other.bias,
      bound: sum.bound + other.bound,
    }
  })

export const subtractColumns = (program: Program, a: Columns, b: Columns): Columns =>
  a.map((sum, i) => subtractSums(program, sum, at(b, i)))

export const doubleColumns = (program: Program, a: Columns): Columns => a.map((sum) => twice(program, sum))

/** 2ab, not carried. `squares`, a² + b², are not needed on this level. */
export const doubleProductOf = (program: Program, a: Element, b: Element, _squares: Columns): Columns =>
  doubleColumns(program, productOf(program, a, b))

/** Converts an element to integers. Its limbs must be within 2^51: then adding 3·2^51 moves them into the low bits of a double. */
export const columnsOf = (program: Program, { limbs, bound }: Element): Columns => {
  if (bound > 2n ** 51n) throw new BoundError(`limbs of up to ${bound} do not turn into integers`)
  return limbs.map((limb) => ({
    value: program.apply('f64x2.add', limb, program.double(LOW_BIAS)),
    bias: bitsOf(LOW_BIAS),
    bound,
  }))
}

/** Offset that makes sums positive before they are shifted: a power of two above any sum that `carry` accepts. */
const LIFT_BITS = 61
const LIFT = 2n ** BigInt(LIFT_BITS)
/** Bits of a double in [2^52, 2^53), whose lowest bit has weight one. */
const COUNTING = bitsOf(2 ** 52)

/**
 * One carry; returns limbs of at most REDUCED in size. Each sum is offset by 2^61 + 2^50 and split at bit 51; its upper part is added to
 * the next limb (19 times, from the last to the first); the offsets are subtracted from both parts.
 */
export const carry = (program: Program, columns: Columns): Element => {
  const mask = program.constant(2n ** BigInt(LIMB_BITS) - 1n)
  const counting = program.constant(COUNTING)
  for (const { bound } of columns)
    if (bound + 2n ** 50n >= LIFT) throw new BoundError(`sums of up to ${bound} are too large to be carried`)
  const lifted = columns.map(({ value, bias }) =>
    program.apply('i64x2.add', value, program.constant(BigInt.asUintN(64, LIFT + 2n ** 50n - bias))),
  )
  const carries = lifted.map((sum) => program.shift('i64x2.shr_u', sum, LIMB_BITS))
  // A carry is below 2^11, so one 16-bit product suffices.
  const wrapped = program.apply('i32x4.dot_i16x8_s', at(carries, 4), program.constant(19n))
  const carryLift = 2 ** (LIFT_BITS - LIMB_BITS)
  const limbs = lifted.map((sum, i) => {
    const masked = program.apply('v128.or', program.apply('v128.and', sum, mask), counting)
    const joined = program.apply('i64x2.add', masked, i === 0 ? wrapped : at(carries, i - 1))
    const lift = 2 ** 52 + 2 ** 50 + (i === 0 ? 19 * carryLift : carryLift)
    return program.apply('f64x2.sub', joined, program.double(lift))
  })
  const bound = columns.reduce((max, _, i) => {
    const incoming = highBound(at(columns, (i + LIMBS - 1) % LIMBS).bound + 2n ** 50n)
    const limb = 2n ** 50n + (i === 0 ? 19n : 1n) * incoming
    return limb > max ? limb : max
  }, 0n)
  if (bound > REDUCED) throw new BoundError(`carried limbs of up to ${bound} are more than ${REDUCED}`)
  return { limbs, bound: REDUCED }
}

/** a · b, carried. */
export const multiply = (program: Program, a: Element, b: Element): Element => carry(program, productOf(program, a, b))

/** a², carried. */
export const square = (program: Program, a: Element): Element => carry(program, squareOf(program, a))

/** Returns the high part of a sum of products. */
const highOf = (program: Program, terms: readonly Term[]): Sum => {
  const total = terms.reduce((sum, { bound }) => sum + bound, 0n)
  if (total > PRODUCT_LIMIT) throw new BoundError(`products of up to ${total} together do not split exactly`)
  const value = terms.reduce(
    (sum, { a, b }) => program.apply('f64x2.relaxed_madd', a, b, sum),
    program.double(HIGH_BIAS),
  )
  return { value, bias: bitsOf(HIGH_BIAS), bound: highBound(total) }
}

/** The sum of a product's part below 2^51 and 19 times its part from 2^255 on: the lowest of `productOf`'s columns. */
const lowestColumn = (program: Program, a: Element, b: Element): Sum | undefined => {
  const termsOf = (column: number): Term[] =>
    PLACES.filter((i) => column - i >= 0 && column - i < LIMBS).map((i) => termOf(a, i, b, column - i))
  let wrapped: Sum | undefined
  const left = termsOf(LIMBS)
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const second = left.shift()
    const { low } = second === undefined ? splitProduct(program, first) : splitPair(program, first, second)
    wrapped = addSums(program, wrapped, low)
  }
  // Of the column below, only the high parts count, which are rounded together.
  const below = termsOf(LIMBS - 1)
  for (const terms of [below.slice(0, 3), below.slice(3)]) wrapped = addSums(program, wrapped, highOf(program, terms))
  const { low } = splitProduct(program, termOf(a, 0, b, 0))
  return wrapped === undefined ? low : addSums(program, low, timesNineteen(program, wrapped))
}

/** Maximum of the columns of a product, divided by p. */
const multiplesOfP = (a: Element, b: Element): bigint => {
  const high = highBound(a.bound * b.bound)
  const last = 5n * LOW_BOUND + (4n + 19n) * high
  return last / 2n ** BigInt(LIMB_BITS) + 1n
}

/**
 * Returns masks of the lanes where a sum of products less `subtrahend` may be zero modulo p. Its columns then represent k p with a small k,
 * and as the other columns are multiples of 2^51, the lowest one is -19 k modulo 2^51.
 */
export const mayVanish = (
  program: Program,
  products: readonly (() => readonly [Element, Element])[],
  subtrahend: Element,
): Value => {
  let column: Sum | undefined
  let multiples = 2n
  for (const product of products) {
    const [a, b] = product()
    column = addSums(program, column, lowestColumn(program, a, b))
    multiples += multiplesOfP(a, b)
  }
  if (column === undefined) throw new RangeError('there are no products')
  const { value, bias } = subtractSums(program, column, at(columnsOf(program, subtrahend), 0))
  const tolerance = 2n ** BigInt((19n * multiples).toString(2).length)
  const centred = program.apply('i64x2.add', value, program.constant(BigInt.asUintN(64, tolerance - bias)))
  const mask = program.constant(2n ** BigInt(LIMB_BITS) - 2n * tolerance)
  return program.apply('i64x2.eq', program.apply('v128.and', centred, mask), program.constant(0n))
}

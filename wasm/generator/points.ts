// Point operations on two points at once, in extended coordinates (x = X/Z, y = Y/Z, T = XY/Z) with the formulas of Hisil, Wong, Carter and
// Dawson (2008). Each has two halves, since one function would not fit the registers: the first "completes" the operation to E, F, G, H,
// the second multiplies them: X = EF, Y = GH, Z = FG, T = EH.
//
// A comment like `completed(0) = point(1)` names the parameters that hold the addresses.

import type { Field } from './backend.ts'
import type { Program } from './program.ts'

/** Bytes of a pair of elements, on every level. */
export const FIELD = 80

/** Offsets of a point's coordinates. */
const X = 0
const Y = FIELD
const Z = 2 * FIELD
const T = 3 * FIELD

/** Offsets of a completed operation. */
const E = 0
const F = FIELD
const G = 2 * FIELD
const H = 3 * FIELD

/** Offsets of an addend: Y+X, Y-X, 2Z and 2d·T. */
const SUM = 0
const DIFFERENCE = FIELD
const TWO_Z = 2 * FIELD
const PRODUCT = 3 * FIELD

/** Offset of 2d·xy in a table's entry: y+x, y-x and 2d·xy of an affine point, single elements of eight bytes a limb. */
const ENTRY_PRODUCT = 2 * (FIELD / 2)

/** completed(0) = 2 · point(1). T is not read; X, Y and Z are carried. */
export const completeDouble = <E, C>(field: Field<E, C>, program: Program): void => {
  const x = field.loadCarried(program, 1, X)
  const xx = field.squareOf(program, x)
  const y = field.loadCarried(program, 1, Y)
  const yy = field.squareOf(program, y)
  const g = field.subtractColumns(program, yy, xx)
  const h = field.addColumns(program, xx, yy)
  field.storeElement(program, 0, H, field.carry(program, h))
  field.storeElement(program, 0, G, field.carry(program, g))
  field.storeElement(program, 0, E, field.carry(program, field.doubleProductOf(program, x, y, h)))
  const zz = field.squareOf(program, field.loadCarried(program, 1, Z))
  field.storeElement(
    program,
    0,
    F,
    field.carry(program, field.subtractColumns(program, field.doubleColumns(program, zz), g)),
  )
}

/** The sum and the difference of two products, each carried once. */
type SumAndDifference<E> = { readonly sum: E; readonly difference: E }

const carryBoth = <E, C>(field: Field<E, C>, program: Program, a: C, b: C): SumAndDifference<E> => ({
  difference: field.carry(program, field.subtractColumns(program, a, b)),
  sum: field.carry(program, field.addColumns(program, a, b)),
})

/** E (the difference) and H (the sum) of an addition, from B = (Y+X)(y+x) and A = (Y-X)(y-x). */
const completeXY = <E, C>(
  field: Field<E, C>,
  program: Program,
  point: number,
  sum: () => E,
  difference: () => E,
): SumAndDifference<E> => {
  const x = field.loadElement(program, point, X)
  const y = field.loadElement(program, point, Y)
  const a = field.productOf(program, field.subtractElements(program, y, x), difference())
  return carryBoth(field, program, field.productOf(program, field.addElements(program, y, x), sum()), a)
}

/** F and G of an addition, the difference and the sum of D = 2Zz and C = 2d·Tt; swapped for a subtraction. */
const completeZT = <E, C>(field: Field<E, C>, program: Program): SumAndDifference<E> => {
  const c = field.productOf(program, field.loadElement(program, 1, T), field.loadElement(program, 2, PRODUCT))
  return carryBoth(
    field,
    program,
    field.productOf(program, field.loadElement(program, 1, Z), field.loadElement(program, 2, TWO_Z)),
    c,
  )
}

/** completed(0) = point(1) + addend(2). */
export const completeAdd = <E, C>(field: Field<E, C>, program: Program): void => {
  const load = (offset: number) => (): E => field.loadElement(program, 2, offset)
  const xy = completeXY(field, program, 1, load(SUM), load(DIFFERENCE))
  field.storeElement(program, 0, E, xy.difference)
  field.storeElement(program, 0, H, xy.sum)
  const zt = completeZT(field, program)
  field.storeElement(program, 0, F, zt.difference)
  field.storeElement(program, 0, G, zt.sum)
}

/** completed(0) = point(1) - addend(2). With -x, y+x and y-x are swapped, and so are F and G. */
export const completeSubtract = <E, C>(field: Field<E, C>, program: Program): void => {
  const load = (offset: number) => (): E => field.loadElement(program, 2, offset)
  const xy = completeXY(field, program, 1, load(DIFFERENCE), load(SUM))
  field.storeElement(program, 0, E, xy.difference)
  field.storeElement(program, 0, H, xy.sum)
  const zt = completeZT(field, program)
  field.storeElement(program, 0, F, zt.sum)
  field.storeElement(program, 0, G, zt.difference)
}

/**
 * completed(0) = point(1) + an addend for each lane: parameters 2 and 3 hold the addresses of Y+X for the low and the high lane, 4 and 5
 * those of Y-X, 6 and 7 those of the addends, and 8 that of the sign masks for 2d·T. To subtract an addend, the caller swaps Y+X with Y-X
 * and sets the sign.
 */
export const completeAddEach = <E, C>(field: Field<E, C>, program: Program): void => {
  const xy = completeXY(
    field,
    program,
    1,
    () => field.gatherFromPairs(program, 2, 3, 0),
    () => field.gatherFromPairs(program, 4, 5, 0),
  )
  field.storeElement(program, 0, E, xy.difference)
  field.storeElement(program, 0, H, xy.sum)
  const c = field.productOf(
    program,
    field.loadElement(program, 1, T),
    field.withSigns(program, field.gatherFromPairs(program, 6, 7, PRODUCT), 8),
  )
  const d = field.productOf(program, field.loadElement(program, 1, Z), field.gatherFromPairs(program, 6, 7, TWO_Z))
  const { difference, sum } = carryBoth(field, program, d, c)
  field.storeElement(program, 0, F, difference)
  field.storeElement(program, 0, G, sum)
}

/**
 * point(0) = point(0) + an affine point for each lane, from tables: parameters 1 and 2 hold the addresses of y+x for the low and the high
 * lane, 3 and 4 those of y-x, 5 and 6 those of the entries, and 7 that of the sign masks for 2d·xy. To subtract an entry, the caller swaps
 * y+x with y-x and sets the sign. A single function: with z = 1 it just fits the registers.
 */
export const addEntries = <E, C>(field: Field<E, C>, program: Program): void => {
  const { difference: e, sum: h } = completeXY(
    field,
    program,
    0,
    () => field.gatherElement(program, 1, 2, 0),
    () => field.gatherElement(program, 3, 4, 0),
  )
  const product = field.withSigns(program, field.gatherElement(program, 5, 6, ENTRY_PRODUCT), 7)
  const c = field.productOf(program, field.loadElement(program, 0, T), product)
  const d = field.doubleColumns(program, field.columnsOf(program, field.loadElement(program, 0, Z)))
  const { difference: f, sum: g } = carryBoth(field, program, d, c)
  field.storeElement(program, 0, X, field.multiply(program, e, f))
  field.storeElement(program, 0, Y, field.multiply(program, g, h))
  field.storeElement(program, 0, Z, field.multiply(program, f, g))
  field.storeElement(program, 0, T, field.multiply(program, e, h))
}

/**
 * point(0) = entries, with the parameters of `addEntries`, and 1/d at 8: X = 2x, Y = 2y, Z = 2, T = 2xy, which is 2d·xy times 1/d.
 */
export const takeEntries = <E, C>(field: Field<E, C>, program: Program): void => {
  const sum = field.columnsOf(program, field.gatherElement(program, 1, 2, 0))
  const difference = field.columnsOf(program, field.gatherElement(program, 3, 4, 0))
  field.storeElement(program, 0, X, field.carry(program, field.subtractColumns(program, sum, difference)))
  field.storeElement(program, 0, Y, field.carry(program, field.addColumns(program, sum, difference)))
  field.storeSmall(program, 0, Z, 2)
  const product = field.withSigns(program, field.gatherElement(program, 5, 6, ENTRY_PRODUCT), 7)
  field.storeElement(program, 0, T, field.multiply(program, product, field.loadElement(program, 8)))
}

/** point(0) = completed(1), without T. */
export const takeSum = <E, C>(field: Field<E, C>, program: Program): void => {
  field.storeElement(
    program,
    0,
    X,
    field.multiply(program, field.loadCarried(program, 1, E), field.loadCarried(program, 1, F)),
  )
  field.storeElement(
    program,
    0,
    Y,
    field.multiply(program, field.loadCarried(program, 1, G), field.loadCarried(program, 1, H)),
  )
  field.storeElement(
    program,
    0,
    Z,
    field.multiply(program, field.loadCarried(program, 1, F), field.loadCarried(program, 1, G)),
  )
}

/** point(0) = completed(1). */
export const takeSumWithT = <E, C>(field: Field<E, C>, program: Program): void => {
  takeSum(field, program)
  field.storeElement(
    program,
    0,
    T,
    field.multiply(program, field.loadCarried(program, 1, E), field.loadCarried(program, 1, H)),
  )
}

/** addend(0) = point(1); 2 holds the address of 2d. */
export const toAddend = <E, C>(field: Field<E, C>, program: Program): void => {
  const x = field.columnsOf(program, field.loadElement(program, 1, X))
  const y = field.columnsOf(program, field.loadElement(program, 1, Y))
  const z = field.columnsOf(program, field.loadElement(program, 1, Z))
  field.storeElement(program, 0, SUM, field.carry(program, field.addColumns(program, y, x)))
  field.storeElement(program, 0, DIFFERENCE, field.carry(program, field.subtractColumns(program, y, x)))
  field.storeElement(program, 0, TWO_Z, field.carry(program, field.doubleColumns(program, z)))
  field.storeElement(
    program,
    0,
    PRODUCT,
    field.multiply(program, field.loadElement(program, 1, T), field.loadElement(program, 2)),
  )
}

/**
 * masks(0) |= the lanes in which the sum of the point X, Y, Z, T and the affine point (x, y) may have the y-coordinate y': that is
 * (Yy + Xx)/(Z - dxy·T), so X·x + Y·y + (y'T)·dxy - y'Z is zero if and only if it has. X and Y are read at 1; y'T and y'Z consecutively at 2;
 * x, y and dxy at 3, which advances to the next key.
 */
export const compareSum = <E, C>(field: Field<E, C>, program: Program): void => {
  const product = (parameter: number, offset: number, key: number) => (): readonly [E, E] => [
    field.loadElement(program, parameter, offset),
    field.loadElement(program, 3, key),
  ]
  const z = field.loadElement(program, 2, FIELD)
  const masks = field.mayVanish(program, [product(1, X, 0), product(1, Y, FIELD), product(2, 0, 2 * FIELD)], z)
  program.store(0, 0, program.apply('v128.or', program.load(0, 0), masks))
  program.advance(3, 3 * FIELD)
}

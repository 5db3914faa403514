// Point operations on two points at once, in extended coordinates (x = X/Z, y = Y/Z, T = XY/Z) with the formulas of Hisil, Wong, Carter and
// Dawson (2008). Each has two halves, since one function would not fit the registers: the first "completes" the operation to E, F, G, H,
// the second multiplies them: X = EF, Y = GH, Z = FG, T = EH.
//
// A comment like `completed(0) = point(1)` names the parameters that hold the addresses.

import {
  addColumns,
  addElements,
  type Columns,
  carry,
  columnsOf,
  doubleColumns,
  type Element,
  FIELD,
  gatherElement,
  loadElement,
  multiply,
  productOf,
  squareOf,
  storeElement,
  subtractColumns,
  subtractElements,
} from './field.ts'
import { type Program, V128_SIZE } from './program.ts'

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

/** completed(0) = 2 · point(1). T is not read. */
export const completeDouble = (program: Program): void => {
  const x = loadElement(program, 1, X)
  const xx = squareOf(program, x)
  const y = loadElement(program, 1, Y)
  const yy = squareOf(program, y)
  const g = subtractColumns(program, yy, xx)
  storeElement(program, 0, H, carry(program, addColumns(program, xx, yy)))
  storeElement(program, 0, G, carry(program, g))
  storeElement(program, 0, E, carry(program, doubleColumns(program, productOf(program, x, y))))
  const zz = squareOf(program, loadElement(program, 1, Z))
  storeElement(program, 0, F, carry(program, subtractColumns(program, doubleColumns(program, zz), g)))
}

/** The sum and the difference of two products, each carried once. */
type SumAndDifference = { readonly sum: Element; readonly difference: Element }

const carryBoth = (program: Program, a: Columns, b: Columns): SumAndDifference => ({
  difference: carry(program, subtractColumns(program, a, b)),
  sum: carry(program, addColumns(program, a, b)),
})

/** E (the difference) and H (the sum) of an addition, from B = (Y+X)(y+x) and A = (Y-X)(y-x). */
const completeXY = (
  program: Program,
  point: number,
  sum: () => Element,
  difference: () => Element,
): SumAndDifference => {
  const x = loadElement(program, point, X)
  const y = loadElement(program, point, Y)
  const a = productOf(program, subtractElements(program, y, x), difference())
  return carryBoth(program, productOf(program, addElements(program, y, x), sum()), a)
}

/** F and G of an addition, the difference and the sum of D = 2Zz and C = 2d·Tt; swapped for a subtraction. */
const completeZT = (program: Program): SumAndDifference => {
  const c = productOf(program, loadElement(program, 1, T), loadElement(program, 2, PRODUCT))
  return carryBoth(program, productOf(program, loadElement(program, 1, Z), loadElement(program, 2, TWO_Z)), c)
}

/** completed(0) = point(1) + addend(2). */
export const completeAdd = (program: Program): void => {
  const load = (offset: number) => (): Element => loadElement(program, 2, offset)
  const xy = completeXY(program, 1, load(SUM), load(DIFFERENCE))
  storeElement(program, 0, E, xy.difference)
  storeElement(program, 0, H, xy.sum)
  const zt = completeZT(program)
  storeElement(program, 0, F, zt.difference)
  storeElement(program, 0, G, zt.sum)
}

/** completed(0) = point(1) - addend(2). With -x, y+x and y-x are swapped, and so are F and G. */
export const completeSubtract = (program: Program): void => {
  const load = (offset: number) => (): Element => loadElement(program, 2, offset)
  const xy = completeXY(program, 1, load(DIFFERENCE), load(SUM))
  storeElement(program, 0, E, xy.difference)
  storeElement(program, 0, H, xy.sum)
  const zt = completeZT(program)
  storeElement(program, 0, F, zt.sum)
  storeElement(program, 0, G, zt.difference)
}

/** Loads an element for each lane from pairs at two addresses, those of the low lane of one and of the high lane of the other. */
const loadEach = (program: Program, low: number, high: number, offset: number): Element =>
  gatherElement(program, low, high, offset, V128_SIZE)

/**
 * completed(0) = point(1) + an addend for each lane: parameters 2 and 3 hold the addresses of Y+X for the low and the high lane, 4 and 5
 * those of Y-X, 6 and 7 those of the addends, and 8 that of the sign masks for 2d·T. To subtract an addend, the caller swaps Y+X with Y-X
 * and sets the sign.
 */
export const completeAddEach = (program: Program): void => {
  const xy = completeXY(
    program,
    1,
    () => loadEach(program, 2, 3, 0),
    () => loadEach(program, 4, 5, 0),
  )
  storeElement(program, 0, E, xy.difference)
  storeElement(program, 0, H, xy.sum)
  const c = productOf(program, loadElement(program, 1, T), withSigns(program, loadEach(program, 6, 7, PRODUCT), 8))
  const d = productOf(program, loadElement(program, 1, Z), loadEach(program, 6, 7, TWO_Z))
  const { difference, sum } = carryBoth(program, d, c)
  storeElement(program, 0, F, difference)
  storeElement(program, 0, G, sum)
}

/** Negates the lanes of an element selected by the masks at a parameter's address. */
const withSigns = (program: Program, { limbs, bound }: Element, parameter: number): Element => {
  const signs = program.load(parameter, 0)
  return { limbs: limbs.map((limb) => program.apply('v128.xor', limb, signs)), bound }
}

/**
 * point(0) = point(0) + an affine point for each lane, from tables: parameters 1 and 2 hold the addresses of y+x for the low and the high
 * lane, 3 and 4 those of y-x, 5 and 6 those of the entries, and 7 that of the sign masks for 2d·xy. To subtract an entry, the caller swaps
 * y+x with y-x and sets the sign. A single function: with z = 1 it just fits the registers.
 */
export const addEntries = (program: Program): void => {
  const { difference: e, sum: h } = completeXY(
    program,
    0,
    () => gatherElement(program, 1, 2, 0),
    () => gatherElement(program, 3, 4, 0),
  )
  const product = withSigns(program, gatherElement(program, 5, 6, ENTRY_PRODUCT), 7)
  const c = productOf(program, loadElement(program, 0, T), product)
  const d = doubleColumns(program, columnsOf(program, loadElement(program, 0, Z)))
  const { difference: f, sum: g } = carryBoth(program, d, c)
  storeElement(program, 0, X, multiply(program, e, f))
  storeElement(program, 0, Y, multiply(program, g, h))
  storeElement(program, 0, Z, multiply(program, f, g))
  storeElement(program, 0, T, multiply(program, e, h))
}

/**
 * point(0) = entries, with the parameters of `addEntries`, and 1/d at 8: X = 2x, Y = 2y, Z = 2, T = 2xy, which is 2d·xy times 1/d.
 */
export const takeEntries = (program: Program): void => {
  const sum = columnsOf(program, gatherElement(program, 1, 2, 0))
  const difference = columnsOf(program, gatherElement(program, 3, 4, 0))
  storeElement(program, 0, X, carry(program, subtractColumns(program, sum, difference)))
  storeElement(program, 0, Y, carry(program, addColumns(program, sum, difference)))
  for (let i = 0; i < FIELD; i += V128_SIZE) program.store(0, Z + i, program.double(i === 0 ? 2 : 0))
  const product = withSigns(program, gatherElement(program, 5, 6, ENTRY_PRODUCT), 7)
  storeElement(program, 0, T, multiply(program, product, loadElement(program, 8)))
}

/** point(0) = completed(1), without T. */
export const takeSum = (program: Program): void => {
  storeElement(program, 0, X, multiply(program, loadElement(program, 1, E), loadElement(program, 1, F)))
  storeElement(program, 0, Y, multiply(program, loadElement(program, 1, G), loadElement(program, 1, H)))
  storeElement(program, 0, Z, multiply(program, loadElement(program, 1, F), loadElement(program, 1, G)))
}

/** point(0) = completed(1). */
export const takeSumWithT = (program: Program): void => {
  takeSum(program)
  storeElement(program, 0, T, multiply(program, loadElement(program, 1, E), loadElement(program, 1, H)))
}

/** addend(0) = point(1); 2 holds the address of 2d. */
export const toAddend = (program: Program): void => {
  const x = columnsOf(program, loadElement(program, 1, X))
  const y = columnsOf(program, loadElement(program, 1, Y))
  const z = columnsOf(program, loadElement(program, 1, Z))
  storeElement(program, 0, SUM, carry(program, addColumns(program, y, x)))
  storeElement(program, 0, DIFFERENCE, carry(program, subtractColumns(program, y, x)))
  storeElement(program, 0, TWO_Z, carry(program, doubleColumns(program, z)))
  storeElement(program, 0, PRODUCT, multiply(program, loadElement(program, 1, T), loadElement(program, 2)))
}

/**
 * element(0) = X·x + Y·y + (y'T)·dxy - y'Z for the point X, Y, Z, T and the affine point (x, y): zero if and only if their sum has the
 * y-coordinate y', since that is (Yy + Xx)/(Z - dxy·T). X and Y are read at 1; y'T and y'Z consecutively at 2; x, y and dxy at 3.
 */
export const compareSum = (program: Program): void => {
  const x = productOf(program, loadElement(program, 1, X), loadElement(program, 3))
  const y = productOf(program, loadElement(program, 1, Y), loadElement(program, 3, FIELD))
  const t = productOf(program, loadElement(program, 2), loadElement(program, 3, 2 * FIELD))
  const sum = addColumns(program, addColumns(program, x, y), t)
  const z = columnsOf(program, loadElement(program, 2, FIELD))
  storeElement(program, 0, 0, carry(program, subtractColumns(program, sum, z)))
}

// What a level's field provides to the kernels: `field` for the relaxed level, `integerElements` and `integerField` for the simd level.

import type { Program, Value } from './program.ts'

/** Operations on elements `E`, two of them at once, and on their columns `C`: sums of products that are not carried yet. */
export type Field<E, C> = {
  /** Loads a pair of elements. */
  loadElement(program: Program, parameter: number, offset?: number): E
  /** Loads a pair of elements that are results of `carry` or decoded; on the simd level no limb of them is negative. */
  loadCarried(program: Program, parameter: number, offset?: number): E
  /** Loads an element for each lane from tables of single elements. */
  gatherElement(program: Program, low: number, high: number, offset: number): E
  /** Loads an element for each lane from pairs, at the addresses of the low lane of one and of the high lane of the other. */
  gatherFromPairs(program: Program, low: number, high: number, offset: number): E
  storeElement(program: Program, parameter: number, offset: number, element: E): void
  /** Stores a small number, in both lanes. */
  storeSmall(program: Program, parameter: number, offset: number, number: number): void
  addElements(program: Program, a: E, b: E): E
  subtractElements(program: Program, a: E, b: E): E
  /** Negates the lanes that the masks at a parameter's address select. */
  withSigns(program: Program, element: E, parameter: number): E
  productOf(program: Program, a: E, b: E): C
  squareOf(program: Program, a: E): C
  /** 2ab; `squares` is a² + b². Both are loaded by `loadCarried`. */
  doubleProductOf(program: Program, a: E, b: E, squares: C): C
  columnsOf(program: Program, element: E): C
  addColumns(program: Program, a: C, b: C): C
  subtractColumns(program: Program, a: C, b: C): C
  doubleColumns(program: Program, a: C): C
  carry(program: Program, columns: C): E
  multiply(program: Program, a: E, b: E): E
  square(program: Program, a: E): E
  /**
   * Returns masks of the lanes where a sum of products less `subtrahend` may be zero modulo p: all bits are set where it is zero, and where
   * the lowest 51 bits look like it, which is rare. Takes a fifth of the time of the products.
   */
  mayVanish(program: Program, products: readonly (() => readonly [E, E])[], subtrahend: E): Value
}

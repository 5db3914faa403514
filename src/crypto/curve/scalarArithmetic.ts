// The interface of arithmetic with secret scalars, and with vectors of public ones. Like that of points it has two implementations with
// equal results: the WASM kernel takes constant time in the scalars, portable bigints do not.

import { FabaError } from '../../errors/fabaError.ts'

/** A row of a scalar in bytes. */
const ROW = 32

/** Inputs of scalar arithmetic with different numbers of rows, or with an incomplete row. */
export class ScalarRowsError extends FabaError {
  override readonly name = 'ScalarRowsError'
  readonly code = 'scalar-rows'
}

/**
 * Returns the number of rows of inputs that have equally many, or one that is used with all.
 * @throws ScalarRowsError if they do not fit together
 *
 * @example
 * rowsOfAll([new Uint8Array(96), new Uint8Array(32)]) // 3
 * rowsOfAll([new Uint8Array(96), new Uint8Array(64)]) // throws ScalarRowsError
 */
export const rowsOfAll = (inputs: readonly Uint8Array[]): number => {
  const most = Math.max(...inputs.map(({ length }) => length))
  if (inputs.some(({ length }) => length % ROW !== 0 || (length !== most && length !== ROW)))
    throw new ScalarRowsError(
      `scalars have ${ROW} bytes each and equal numbers, got ${inputs.map(({ length }) => length).join(', ')} bytes`,
    )
  return most / ROW
}

/**
 * Returns the number of rows of two inputs that have equally many.
 * @throws ScalarRowsError if they do not
 *
 * @example
 * rowsOfPairs(new Uint8Array(96), new Uint8Array(96)) // 3
 * rowsOfPairs(new Uint8Array(96), new Uint8Array(32)) // throws ScalarRowsError
 */
export const rowsOfPairs = (a: Uint8Array, b: Uint8Array): number => {
  if (a.length !== b.length) throw new ScalarRowsError(`pairs of scalars of ${a.length} and ${b.length} bytes`)
  return rowsOfAll([a, b])
}

/**
 * Functions over rows of scalars, 32 bytes each. Inputs need not be reduced; results are. With the kernel the sequence of operations
 * depends on the numbers of rows only.
 */
export type ScalarArithmetic = {
  /** Returns a·b + c modulo L, row by row. An input of one row is used with every row of the others. */
  multiplyAddScalars(a: Uint8Array, b: Uint8Array, c: Uint8Array): Uint8Array
  /** Returns the sum of a·b of all pairs modulo L, one row. */
  innerProduct(a: Uint8Array, b: Uint8Array): Uint8Array
  /** Returns numbers of 64 bytes modulo L, as rows of 32. */
  reduceWideScalars(wide: Uint8Array): Uint8Array
  /** Returns a scalar (one row) to the powers 0 .. count-1 modulo L. */
  scalarPowers(scalar: Uint8Array, count: number): Uint8Array
  /** Returns the inverse of each row modulo L, and zero for zero. */
  invertScalars(scalars: Uint8Array): Uint8Array
}

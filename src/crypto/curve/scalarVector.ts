// Vectors of scalars as rows of 32 bytes: what range proofs compute with. On the kernel nothing here takes a time that depends on the
// scalars. Sums and products of vectors, public or secret, are in `secretScalar`.

import { isZero } from '../../bytes/bytes.ts'
import { currentArithmetic } from './currentArithmetic.ts'
import { InvalidScalarError, scalarRows } from './scalar.ts'
import { innerProduct } from './secretScalar.ts'

/** Bytes of a row. */
export const ROW = 32

/** The scalar 1, as a row. */
export const ONE_ROW = scalarRows([1n])

/**
 * Returns row `i` of a vector, as a view on the same memory.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * rowAt(scalarRows([5n, 7n]), 1) // scalarRows([7n])
 */
export const rowAt = (rows: Uint8Array, i: number): Uint8Array => rows.subarray(ROW * i, ROW * (i + 1))

/**
 * Returns rows `from` .. `to`-1 of a vector, as a view on the same memory.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * rowsBetween(scalarRows([5n, 7n, 9n]), 1, 3) // scalarRows([7n, 9n])
 */
export const rowsBetween = (rows: Uint8Array, from: number, to: number): Uint8Array =>
  rows.subarray(ROW * from, ROW * to)

/**
 * Returns the rows in the opposite order.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * reversedRows(scalarRows([5n, 7n])) // scalarRows([7n, 5n])
 */
export const reversedRows = (rows: Uint8Array): Uint8Array => {
  const reversed = new Uint8Array(rows.length)
  for (let at = 0; at < rows.length; at += ROW) reversed.set(rows.subarray(at, at + ROW), rows.length - ROW - at)
  return reversed
}

/**
 * Returns `scalar` to the powers 0 .. count-1 modulo L.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * powerRows(scalarRows([3n]), 3) // scalarRows([1n, 3n, 9n])
 */
export const powerRows = (scalar: Uint8Array, count: number): Uint8Array =>
  currentArithmetic().scalarPowers(scalar, count)

/**
 * Returns the sum of all rows modulo L.
 *
 * @example
 * import { scalarRows } from './scalar.ts'
 * sumRows(scalarRows([-1n, 1n, 5n])) // scalarRows([5n])
 */
export const sumRows = (rows: Uint8Array): Uint8Array => innerProduct(rows, powerRows(ONE_ROW, rows.length / ROW))

/**
 * Returns the inverse of each row modulo L.
 * @throws InvalidScalarError if one of them is zero
 *
 * @example
 * import { ONE_EIGHTH, scalarRows } from './scalar.ts'
 * inverseRows(scalarRows([8n])) // scalarRows([ONE_EIGHTH])
 * inverseRows(scalarRows([0n])) // throws InvalidScalarError
 */
export const inverseRows = (scalars: Uint8Array): Uint8Array => {
  const inverses = currentArithmetic().invertScalars(scalars)
  for (let at = 0; at < inverses.length; at += ROW)
    if (isZero(inverses.subarray(at, at + ROW))) throw new InvalidScalarError('zero has no inverse')
  return inverses
}

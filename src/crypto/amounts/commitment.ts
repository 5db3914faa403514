// Pedersen commitments mask·G + amount·H. Amounts are in atomic units, 0 .. 2^64-1.

import { encodePoint } from '../curve/point.ts'
import { scalarFromBytes, scalarRows } from '../curve/scalar.ts'
import { multiplyBaseRows, multiplyBases } from '../curve/scalarMultiplication.ts'

/**
 * Returns the commitment to an amount: mask·G + amount·H, encoded, 32 bytes.
 *
 * @example
 * import { H_BYTES } from '../curve/pointArithmetic.ts'
 * commit(1n, new Uint8Array(32)) // H_BYTES
 */
export const commit = (amount: bigint, mask: Uint8Array): Uint8Array =>
  encodePoint(multiplyBases(scalarFromBytes(mask), amount))

/**
 * Returns the commitments to many amounts. Masks and commitments are rows of 32 bytes.
 *
 * @example
 * import { H_BYTES } from '../curve/pointArithmetic.ts'
 * commitAll([1n], new Uint8Array(32)) // H_BYTES
 */
export const commitAll = (amounts: readonly bigint[], masks: Uint8Array): Uint8Array =>
  multiplyBaseRows(masks, scalarRows(amounts))

/**
 * Returns G + amount·H, encoded: the commitment that stands for an output of plain amount, such as a coinbase output.
 *
 * @example
 * commit(5n, Uint8Array.of(1, ...new Uint8Array(31))) // zeroMaskCommitment(5n)
 */
export const zeroMaskCommitment = (amount: bigint): Uint8Array => encodePoint(multiplyBases(1n, amount))

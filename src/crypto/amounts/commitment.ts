// Pedersen commitments mask·G + amount·H. Amounts are in atomic units, 0 .. 2^64-1.

import { join, wipe } from '../../bytes/bytes.ts'
import { encodePoint, encodePoints } from '../curve/point.ts'
import { scalarRows } from '../curve/scalar.ts'
import { multiplyBases, multiplyBasesSecret } from '../curve/scalarMultiplication.ts'

/**
 * Returns the commitment to an amount: mask·G + amount·H, encoded, 32 bytes. Constant time in both.
 * @throws ScalarRowsError if the mask does not have 32 bytes
 *
 * @example
 * import { H_BYTES } from '../curve/pointArithmetic.ts'
 * commit(1n, new Uint8Array(32)) // H_BYTES
 */
export const commit = (amount: bigint, mask: Uint8Array): Uint8Array => commitAll([amount], mask)

/**
 * Returns the commitments to many amounts. Masks and commitments are rows of 32 bytes.
 * @throws ScalarRowsError if there are not as many masks as amounts
 *
 * @example
 * import { H_BYTES } from '../curve/pointArithmetic.ts'
 * commitAll([1n], new Uint8Array(32)) // H_BYTES
 */
export const commitAll = (amounts: readonly bigint[], masks: Uint8Array): Uint8Array => {
  const rows = scalarRows(amounts)
  try {
    return join(encodePoints(multiplyBasesSecret(masks, rows)))
  } finally {
    wipe(rows)
  }
}

/**
 * Returns G + amount·H, encoded: the commitment that stands for an output of plain amount, such as a coinbase output.
 *
 * @example
 * commit(5n, Uint8Array.of(1, ...new Uint8Array(31))) // zeroMaskCommitment(5n)
 */
export const zeroMaskCommitment = (amount: bigint): Uint8Array => encodePoint(multiplyBases(1n, amount))

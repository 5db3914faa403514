// The weight of a transaction, which fees and the size limits are reckoned by: its size, and for large aggregated range proofs a
// clawback, so that the slowness of checking them is paid for.

import { RctType } from './ringct.ts'
import type { Transaction } from './transaction.ts'
import { serializeTransaction } from './transactionBytes.ts'

/**
 * What range proofs of more than two outputs add to the weight.
 * @param outputs number of outputs; proofs are padded to a power of two
 */
const weightClawback = (type: RctType, outputs: number): number => {
  if (type < RctType.bulletproof || outputs <= 2) return 0
  const fixedItems = type === RctType.bulletproofPlus ? 6 : 9
  const log = Math.ceil(Math.log2(outputs))
  const perOutput = (32 * (fixedItems + 2 * 7)) / 2
  const proof = 32 * (fixedItems + 2 * (6 + log))
  return Math.floor(((perOutput * 2 ** log - proof) * 4) / 5)
}

/**
 * Weight of a transaction, pruned ones if their whole size is given.
 * @param size number of its bytes, where they are at hand
 */
export const transactionWeight = (
  transaction: Transaction,
  size: number = serializeTransaction(transaction).length,
): number =>
  transaction.rct === undefined ? size : size + weightClawback(transaction.rct.type, transaction.outputs.length)

/** What decides the size of a transaction before it is built. */
export type TransactionShape = {
  readonly rctType: RctType
  readonly viewTags: boolean
  readonly ringSize: number
  readonly inputs: number
  readonly outputs: number
  /** bytes of extra */
  readonly extra: number
}

/** The size of a CLSAG transaction as the reference estimates it before building; a few bytes more than it will be. */
export const estimateTransactionSize = ({
  rctType,
  viewTags,
  ringSize,
  inputs,
  outputs,
  extra,
}: TransactionShape): number => {
  const fixedItems = rctType === RctType.bulletproofPlus ? 6 : 9
  const log = Math.ceil(Math.log2(outputs))
  const prefix = 1 + 6 + inputs * (1 + 6 + 2 * ringSize + 32) + outputs * (6 + 32) + extra
  const rangeProof = (2 * (6 + log) + fixedItems) * 32 + 3
  const rings = inputs * (32 * ringSize + 64)
  const tags = viewTags ? outputs : 0
  const pseudoOuts = 32 * inputs
  return prefix + 1 + rangeProof + rings + tags + pseudoOuts + 8 * outputs + 32 * outputs + 4
}

/** The weight of a CLSAG transaction as the reference estimates it before building. */
export const estimateTransactionWeight = (outline: TransactionShape): number =>
  estimateTransactionSize(outline) + weightClawback(outline.rctType, outline.outputs)

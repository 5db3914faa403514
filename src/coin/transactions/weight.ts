// The weight of a transaction, on which fees and size limits depend: its size plus, for aggregated range proofs of more than two outputs,
// a clawback that charges for their verification time.

import { RctType } from './ringct.ts'
import type { Transaction } from './transaction.ts'
import { serializeTransaction } from './transactionBytes.ts'

/**
 * Returns the weight added by range proofs of more than two outputs (oxen-core: get_transaction_weight_clawback).
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
 * Returns the weight of a transaction. A pruned transaction needs its full size (oxen-core: get_transaction_weight).
 * @param size number of its bytes, if known
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * import { networkById } from '../networks/networks.ts'
 * import { parseTransaction } from './transactionBytes.ts'
 * transactionWeight(parseTransaction(networkById('oxen-mainnet'), fromHex('010001ff050000'))) // 7
 */
export const transactionWeight = (
  transaction: Transaction,
  size: number = serializeTransaction(transaction).length,
): number =>
  transaction.rct === undefined ? size : size + weightClawback(transaction.rct.type, transaction.outputs.length)

/** The properties of a transaction that determine its size before it is built. */
export type TransactionShape = {
  readonly rctType: RctType
  readonly viewTags: boolean
  readonly ringSize: number
  readonly inputs: number
  readonly outputs: number
  /** bytes of extra */
  readonly extra: number
}

/**
 * Estimates the size of a CLSAG transaction before it is built; a few bytes more than the final size (wallet2: estimate_rct_tx_size).
 *
 * @example
 * const shape = { rctType: 5, viewTags: false, ringSize: 10, inputs: 1, outputs: 2, extra: 44 }
 * estimateTransactionSize(shape) // 1426
 */
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

/**
 * Estimates the weight of a CLSAG transaction before it is built (wallet2: estimate_tx_weight).
 *
 * @example
 * const shape = { rctType: 5, viewTags: false, ringSize: 10, inputs: 1, outputs: 2, extra: 44 }
 * estimateTransactionWeight(shape) // estimateTransactionSize(shape)
 */
export const estimateTransactionWeight = (outline: TransactionShape): number =>
  estimateTransactionSize(outline) + weightClawback(outline.rctType, outline.outputs)

// Versions and types of transactions, as errors of oxen-core and its wallet2 name them (version_to_string, type_to_string).

import { type Transaction, TransactionType } from './transaction.ts'

const VERSIONS: ReadonlyMap<number, string> = new Map([
  [1, '1'],
  [2, '2_ringct'],
  [3, '3_per_output_unlock_times'],
  [4, '4_tx_types'],
])

const TYPES: ReadonlyMap<number, string> = new Map([
  [TransactionType.standard, 'standard'],
  [TransactionType.stateChange, 'state_change'],
  [TransactionType.keyImageUnlock, 'key_image_unlock'],
  [TransactionType.stake, 'stake'],
  [TransactionType.nameSystem, 'oxen_name_system'],
])

/**
 * Returns the name of a transaction's version.
 *
 * @example
 * transactionVersionName({ version: 4 }) // '4_tx_types'
 */
export const transactionVersionName = ({ version }: Pick<Transaction, 'version'>): string =>
  VERSIONS.get(version) ?? 'xx_unhandled_version'

/**
 * Returns the name of a transaction's type.
 *
 * @example
 * transactionTypeName({ type: 3 }) // 'stake'
 */
export const transactionTypeName = ({ type }: Pick<Transaction, 'type'>): string =>
  TYPES.get(type) ?? 'xx_unhandled_type'

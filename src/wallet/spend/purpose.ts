// The purpose of a transaction: a payment, a stake, or a change of a name. A stake of a service node pays the wallet's own base address and
// publishes its transaction secret key and key image proofs, so that nodes verify its amount and lock its key images. A change of a name
// has no recipient: it burns a price and returns the rest.

import type { PaymentKind } from '../../coin/networks/fees.ts'
import type { ExtraField } from '../../coin/transactions/extraField.ts'
import type { NameSystemField } from '../../coin/transactions/nameSystem.ts'
import { TransactionType } from '../../coin/transactions/transaction.ts'

/** The purpose of a transaction. */
export type Purpose = {
  /** selects the fee priorities */
  readonly kind: PaymentKind
  /** the transaction type */
  readonly type: TransactionType
  /** extra fields beside those of every payment */
  readonly fields: readonly ExtraField[]
  /** outputs other than change: `locked` ones pay the base address of the wallet and are publicly readable */
  readonly outputs: 'free' | 'locked' | 'none'
  /** burnt beside what the priority burns, atomic units: the price of a name, otherwise 0 */
  readonly burn: bigint
}

/** An ordinary payment. */
export const PAYMENT: Purpose = {
  kind: 'standard',
  type: TransactionType.standard,
  fields: [],
  outputs: 'free',
  burn: 0n,
}

/** Returns the purpose of a stake: the fields name service node and contributor, and register a new node. */
export const stakePurpose = (fields: readonly ExtraField[]): Purpose => ({
  kind: 'stake',
  type: TransactionType.stake,
  fields,
  outputs: 'locked',
  burn: 0n,
})

/** Returns the purpose of a purchase, renewal or update of a name. `price`: atomic units, burnt; 0 for an update. */
export const namePurpose = (field: NameSystemField, price: bigint): Purpose => ({
  kind: 'name',
  type: TransactionType.nameSystem,
  fields: [field],
  outputs: 'none',
  burn: price,
})

// What a transaction does beside paying. A stake counts for a service node: it goes to the wallet's own base address, and tells its
// secret and its key image, so that every node sees what it holds and holds it fast.

import type { PaymentKind } from '../../coin/networks/fees.ts'
import type { ExtraField } from '../../coin/transactions/extraField.ts'
import { serializeExtra } from '../../coin/transactions/serializeExtra.ts'
import { TransactionType } from '../../coin/transactions/transaction.ts'

/** What a transaction is made for. */
export type Purpose = {
  /** by which fees go */
  readonly kind: PaymentKind
  /** the transaction's type */
  readonly type: TransactionType
  /** of extra, beside those of any payment */
  readonly fields: readonly ExtraField[]
  /** what happens to outputs other than change: `locked` ones are to the base address of the wallet, open for all to see */
  readonly outputs: 'free' | 'locked'
}

/** Nothing but to pay. */
export const PAYMENT: Purpose = { kind: 'standard', type: TransactionType.standard, fields: [], outputs: 'free' }

/** To stake: the fields name the service node and the contributor, and register the node where it is new. */
export const stakePurpose = (fields: readonly ExtraField[]): Purpose => ({
  kind: 'stake',
  type: TransactionType.stake,
  fields,
  outputs: 'locked',
})

/** The transaction's secret with its tag, and one proof with its tag and count. */
const LOCK_SIZE = 33 + 2 + 96

/** Bytes of extra that a purpose takes, with one locked output at most. */
export const purposeSize = ({ fields, outputs }: Purpose): number =>
  serializeExtra(fields).length + (outputs === 'locked' ? LOCK_SIZE : 0)

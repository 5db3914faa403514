// The kind and the cost of a transfer, as the page shows them. wallet2 has fewer kinds.

import type { Entry } from './history.ts'
import type { TransferKind } from './historyViews.ts'

/** Whether an address belongs to an account. */
export type BelongsTo = (address: string, account: number) => boolean

/** Whether all of a payment returns to the account that pays. Its recipients decide until it is mined. */
const isToSelf = (
  { direction, amount, destinations, account }: Pick<Entry, 'direction' | 'amount' | 'destinations' | 'account'>,
  belongsTo: BelongsTo,
): boolean => {
  if (direction === 'in') return false
  if (amount === 0n) return true
  return destinations.length > 0 && destinations.every(({ address }) => belongsTo(address, account))
}

/** Returns the kind of a transfer. */
export const transferKindOf = (
  entry: Pick<Entry, 'kind' | 'order' | 'direction' | 'amount' | 'destinations' | 'account'>,
  belongsTo: BelongsTo,
): TransferKind => {
  if (entry.order !== undefined) return entry.order.kind
  return entry.kind === 'transfer' && isToSelf(entry, belongsTo) ? 'self' : entry.kind
}

/** Returns amount and fee of a transfer: the price of an order, which the transaction burns as a part of its fee, is its amount. */
export const costOf = ({
  amount,
  fee,
  order,
}: Pick<Entry, 'amount' | 'fee' | 'order'>): { readonly amount: bigint; readonly fee: bigint } =>
  order?.kind === 'name' || order?.kind === 'burn'
    ? { amount: amount + order.burnt, fee: fee - order.burnt }
    : { amount, fee }

// The payments to an address that is shown to a payer: those that arrive meanwhile, and what they mean for a requested amount.
import { sumAmounts } from '../../../coin/amount.ts'
import type { AddressPayment } from '../../../wallet/history/historyViews.ts'

/** From here on, coins can be spent and a payment is final for all purposes. */
export const SETTLED_CONFIRMATIONS = 10

/** What arrived of a requested amount: `missing` and `extra` are atomic units. */
export type RequestOutcome =
  | { readonly paid: 'full' }
  | { readonly paid: 'less'; readonly missing: bigint }
  | { readonly paid: 'more'; readonly extra: bigint }

/** Returns the payments that were not there at first. */
export const arrivedSince = (
  payments: readonly AddressPayment[],
  earlier: ReadonlySet<string>,
): readonly AddressPayment[] => payments.filter(({ txid }) => !earlier.has(txid))

/** Returns the payments to show beside an address: those that are not settled, and those that arrived while it was shown. */
export const paymentsToShow = (
  payments: readonly AddressPayment[],
  earlier: ReadonlySet<string> | undefined,
): readonly AddressPayment[] =>
  payments.filter(({ txid, confirmations }) => confirmations < SETTLED_CONFIRMATIONS || earlier?.has(txid) === false)

/**
 * Compares the payments that arrived with the requested amount; undefined before the first one.
 * @param requested atomic units
 */
export const requestOutcome = (requested: bigint, arrived: readonly AddressPayment[]): RequestOutcome | undefined => {
  if (arrived.length === 0) return undefined
  const difference = sumAmounts(arrived) - requested
  if (difference === 0n) return { paid: 'full' }
  return difference < 0n ? { paid: 'less', missing: -difference } : { paid: 'more', extra: difference }
}

// Fees paid out of the amounts of destinations (`subtract_fee_from_outputs`) instead of by the sender. The fee is divided as wallet2
// does (0.18.3).

import { FabaError } from '../../errors/fabaError.ts'
import { TransactionNotPossibleError } from './select.ts'

/**
 * Why destinations cannot pay the fee: an index has no destination, the destinations do not fit into one transaction, the inputs do
 * not, or nothing would be left of an amount.
 */
export type FeeFromReason =
  | { readonly reason: 'index'; readonly index: number }
  | { readonly reason: 'too-many-destinations' }
  | { readonly reason: 'split' }
  | { readonly reason: 'amount' }

/** The fee cannot be taken from the requested destinations. */
export class FeeFromError extends FabaError<FeeFromReason> {
  override readonly name = 'FeeFromError'
  readonly code = 'fee-from'
}

/**
 * Rejects fee subtraction that cannot succeed.
 * @param destinations number of destinations
 * @param feeFrom indices of those that pay the fee
 * @param maxOutputs of a transaction
 * @throws FeeFromError
 */
export const checkFeeFrom = (destinations: number, feeFrom: readonly number[], maxOutputs: number): void => {
  if (feeFrom.length === 0) return
  const wrong = Math.max(...feeFrom)
  if (wrong >= destinations)
    throw new FeeFromError(`there is no destination ${wrong} to take the fee from; the first one is 0`, {
      details: { reason: 'index', index: wrong },
    })
  if (destinations >= maxOutputs) throw splitError('too-many-destinations')
}

/** Returns the error for a payment that takes several transactions. */
export const splitError = (reason: 'too-many-destinations' | 'split'): FeeFromError =>
  new FeeFromError(
    'the fee cannot be taken from destinations that several transactions pay; pay fewer of them, or less, at once',
    { details: { reason } },
  )

/**
 * Returns what each destination receives after the fee: payers share it equally, and the first ones pay the remainder, one atomic
 * unit each.
 * @param amounts requested amounts, atomic units
 * @param feeFrom indices of those that pay the fee; not empty
 * @throws TransactionNotPossibleError, FeeFromError
 */
export const withoutFee = (
  amounts: readonly bigint[],
  feeFrom: readonly number[],
  fee: bigint,
  show: (amount: bigint) => string,
): bigint[] => {
  const payers = [...new Set(feeFrom)].sort((a, b) => a - b)
  const sum = (some: readonly bigint[]): bigint => some.reduce((total, amount) => total + amount, 0n)
  const available = sum(payers.map((index) => amounts[index] ?? 0n))
  if (available < fee) throw new TransactionNotPossibleError(available, sum(amounts), fee, show)
  const part = fee / BigInt(payers.length)
  const rest = Number(fee % BigInt(payers.length))
  return amounts.map((amount, index) => {
    const place = payers.indexOf(index)
    if (place < 0) return amount
    const left = amount - part - (place < rest ? 1n : 0n)
    if (left <= 0n)
      throw new FeeFromError(`${show(amount)} does not cover its part of the fee`, {
        details: { reason: 'amount' },
      })
    return left
  })
}

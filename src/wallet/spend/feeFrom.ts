// Who pays a transaction's fee: the sender, beside what is sent, or destinations, out of what they are sent. How it is divided among
// them is the reference's way.

import { TransactionNotPossibleError } from './select.ts'

/** Why destinations cannot pay the fee: one of them is not there, several transactions have several fees, or nothing would be left of an amount. */
export type FeeFromObstacle = 'index' | 'split' | 'amount'

/** The fee cannot be taken from the destinations that were named. */
export class FeeFromError extends Error {
  override readonly name = 'FeeFromError'
  readonly obstacle: FeeFromObstacle

  constructor(obstacle: FeeFromObstacle, message: string) {
    super(message)
    this.obstacle = obstacle
  }
}

/**
 * Refuses early what cannot work out.
 * @param destinations how many there are
 * @param feeFrom indices of those that pay the fee
 * @param maxOutputs of a transaction
 * @throws FeeFromError
 */
export const checkFeeFrom = (destinations: number, feeFrom: readonly number[], maxOutputs: number): void => {
  if (feeFrom.length === 0) return
  const wrong = Math.max(...feeFrom)
  if (wrong >= destinations)
    throw new FeeFromError('index', `there is no destination ${wrong} to take the fee from; the first one is 0`)
  if (destinations >= maxOutputs) throw splitError()
}

/** For a payment that takes several transactions. */
export const splitError = (): FeeFromError =>
  new FeeFromError(
    'split',
    'the fee cannot be taken from destinations that several transactions pay; pay fewer of them, or less, at once',
  )

/**
 * What each destination gets when the fee is taken out: equal parts, and what does not divide one atomic unit each from the first on.
 * @param amounts what each was to get
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
      throw new FeeFromError('amount', `nothing would be left of ${show(amount)} once its part of the fee is taken out`)
    return left
  })
}

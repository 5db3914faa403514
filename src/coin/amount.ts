// Amounts as decimal text. All other code uses atomic units.

import { FabaError } from '../errors/fabaError.ts'

/** A text is not an amount. */
export class AmountError extends FabaError {
  override readonly name = 'AmountError'
  readonly code = 'amount'
}

const MAX_AMOUNT = 2n ** 64n - 1n

/**
 * Returns the sum of the amounts of entries, in atomic units.
 *
 * @example
 * sumAmounts([{ amount: 2n }, { amount: 3n }]) // 5n
 */
export const sumAmounts = (entries: readonly { readonly amount: bigint }[]): bigint =>
  entries.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Returns an amount modulo 2^64: the value of a sum in the unsigned integers of wallet2. Only a false chain has larger sums.
 *
 * @example
 * wrapAmount(2n ** 64n + 5n) // 5n
 */
export const wrapAmount = (amount: bigint): bigint => BigInt.asUintN(64, amount)

/**
 * Formats an amount with all its decimals.
 * @param amount atomic units
 * @param decimals of the network
 *
 * @example
 * formatAmount(1500000000n, 9) // '1.500000000'
 */
export const formatAmount = (amount: bigint, decimals: number): string => {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Formats an amount without trailing zeros.
 * @param amount atomic units
 * @param decimals of the network
 *
 * @example
 * formatShortAmount(1500000000n, 9) // '1.5'
 */
export const formatShortAmount = (amount: bigint, decimals: number): string =>
  formatAmount(amount, decimals).replace(/\.?0+$/, '')

/**
 * Parses a decimal amount; returns atomic units. The digits before or after the point may be missing, but not both. Accepts zeros
 * beyond the last decimal.
 * @throws AmountError for signs, exponents, digit grouping, too many decimals, or more than 2^64-1 atomic units
 *
 * @example
 * parseAmount('1.5', 9) // 1500000000n
 */
export const parseAmount = (text: string, decimals: number): bigint => {
  const [, whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]*))?$/.exec(text.trim()) ?? []
  if (whole === '' && fraction === '')
    throw new AmountError(`"${text}" is not an amount; use digits and a point, as in 1.5`)
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals)
    throw new AmountError(`"${text}" has ${significant.length} decimals, but the coin has ${decimals}`)
  const amount = BigInt(whole + significant.padEnd(decimals, '0'))
  if (amount > MAX_AMOUNT) throw new AmountError(`"${text}" exceeds the largest possible amount`)
  return amount
}

// Amounts as people write them: decimal coins, of which the engine knows only atomic units.

/** A text that is no amount. */
export class AmountError extends Error {
  override readonly name = 'AmountError'
}

const MOST = 2n ** 64n - 1n

/** What entries with an amount hold together, in atomic units. */
export const sumAmounts = (entries: readonly { readonly amount: bigint }[]): bigint =>
  entries.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Decimal text with all decimals, such as `1.500000000`.
 * @param amount atomic units
 * @param decimals of the network
 */
export const formatAmount = (amount: bigint, decimals: number): string => {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Decimal text without trailing zeros, such as `1.5` and `20`. */
export const shortAmount = (amount: bigint, decimals: number): string =>
  formatAmount(amount, decimals).replace(/\.?0+$/, '')

/**
 * Atomic units of a decimal text. Either side of the point may be empty, not both; zeros beyond the decimals are no harm.
 * @throws AmountError for signs, exponents, grouping, too many decimals, or more than 2^64-1 atomic units
 */
export const parseAmount = (text: string, decimals: number): bigint => {
  const [, whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]*))?$/.exec(text.trim()) ?? []
  if (whole === '' && fraction === '')
    throw new AmountError(`"${text}" is no amount; write digits and a point, as in 1.5`)
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals)
    throw new AmountError(`"${text}" has ${significant.length} decimals, the smallest unit has ${decimals}`)
  const amount = BigInt(whole + significant.padEnd(decimals, '0'))
  if (amount > MOST) throw new AmountError(`"${text}" is more than there can ever be`)
  return amount
}

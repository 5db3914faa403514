// Formats and parses amounts. No amount passes through a JS number.

/** The result of parsing a typed amount. */
export type TypedAmount =
  | { readonly valid: true; readonly amount: bigint }
  | { readonly valid: false; readonly reason: 'empty' | 'zero' | 'format' | 'decimals' | 'large' }

const MAXIMUM = 2n ** 64n - 1n

/**
 * Parses a decimal text into atomic units. Spaces between digits are ignored; a comma counts as the decimal point, because some
 * phones offer no other key, so it never separates thousands.
 */
export const parseAmount = (text: string, decimals: number): TypedAmount => {
  const compact = text.replace(/\s/gu, '').replace(',', '.')
  if (compact === '') return { valid: false, reason: 'empty' }
  const parts = /^(\d*)(?:\.(\d*))?$/.exec(compact)
  const whole = parts?.[1] ?? ''
  const fraction = parts?.[2] ?? ''
  if (parts === null || whole + fraction === '') return { valid: false, reason: 'format' }
  if (fraction.replace(/0+$/, '').length > decimals) return { valid: false, reason: 'decimals' }
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (amount > MAXIMUM) return { valid: false, reason: 'large' }
  if (amount === 0n) return { valid: false, reason: 'zero' }
  return { valid: true, amount }
}

/** Groups digits with narrow no-break spaces: a comma could be read as a decimal point. */
const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f')

/** Returns whole part and fraction of an amount, with at least two decimals: `['1 234', '.50']`. */
export const amountParts = (amount: bigint, decimals: number): readonly [whole: string, fraction: string] => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = groupDigits(digits.slice(0, digits.length - decimals))
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return [amount < 0n ? `−${whole}` : whole, `.${fraction.padEnd(2, '0')}`]
}

/** Returns an amount with its ticker: `1 234.50 OXEN`. */
export const formatAmount = (amount: bigint, decimals: number, ticker: string): string =>
  `${amountParts(amount, decimals).join('')}\u00a0${ticker}`

/** Returns an amount as a user would type it: no grouping, no trailing zeros. */
export const editableAmount = (amount: bigint, decimals: number): string => {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Returns a count with grouped digits. */
export const formatCount = (count: number): string => groupDigits(Math.trunc(count).toString())

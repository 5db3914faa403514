// Formats and parses amounts. No amount passes through a JS number.
import { type DecimalMark, localeFormats } from '../text/locale.ts'

/** The result of parsing a typed amount. `readings`: what an ambiguous text can mean, with its mark as decimal point first. */
export type TypedAmount =
  | { readonly valid: true; readonly amount: bigint }
  | { readonly valid: false; readonly reason: 'empty' | 'zero' | 'format' | 'decimals' | 'large' }
  | { readonly valid: false; readonly reason: 'ambiguous'; readonly readings: readonly [bigint, bigint] }

const MAXIMUM = 2n ** 64n - 1n

const userMark = (): DecimalMark => (localeFormats().commaMayBePoint ? ',' : '.')

/** Parses digits with at most one decimal point, and nothing else. */
const parseDecimal = (text: string, decimals: number): TypedAmount => {
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.replace(/0+$/, '').length > decimals) return { valid: false, reason: 'decimals' }
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (amount > MAXIMUM) return { valid: false, reason: 'large' }
  if (amount === 0n) return { valid: false, reason: 'zero' }
  return { valid: true, amount }
}

/** Returns a number with its groups of thousands joined and `.` as its decimal point; undefined if it is none. */
const decimalOf = (compact: string): string | undefined => {
  const grouped = /^(\d{1,3}(?:,\d{3})+)(\.\d*)?$/.exec(compact) ?? /^(\d{1,3}(?:\.\d{3})+)(,\d*)?$/.exec(compact)
  const marks = compact.match(/[.,]/g)?.length ?? 0
  if (grouped !== null && marks > 1)
    return `${grouped[1]?.replace(/[.,]/g, '') ?? ''}${grouped[2]?.replace(',', '.') ?? ''}`
  return /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(compact) ? compact.replace(',', '.') : undefined
}

/** The decimal point of Arabic keyboards (U+066B), and their mark of thousands (U+066C). */
const ARABIC_POINT = '٫'
const ARABIC_GROUP = '٬'

/** Returns a text with the digits of Arabic and Persian keyboards as 0–9. */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))

/**
 * Parses a decimal text into atomic units: with point or comma, and with thousands grouped by spaces, apostrophes, or the mark that is not
 * the decimal point. A single mark before three digits can be either (`1,000`), unless it is the point in a language that writes one, or
 * thousands are grouped otherwise. Digits and marks of Arabic keyboards are read too.
 */
export const parseAmount = (typed: string, decimals: number, userPoint: DecimalMark = userMark()): TypedAmount => {
  const text = latinDigits(typed).replaceAll(ARABIC_GROUP, '’').replaceAll(ARABIC_POINT, '.')
  const mark = typed.includes(ARABIC_POINT) ? '.' : userPoint
  const compact = text.replace(/[\s'’]/gu, '')
  if (compact === '') return { valid: false, reason: 'empty' }
  const decimal = decimalOf(compact)
  if (decimal === undefined) return { valid: false, reason: 'format' }
  const mayGroup = compact === text.trim() && /^[1-9]\d{0,2}[.,]\d{3}$/.test(compact)
  if (!mayGroup || (mark === '.' && compact.includes('.'))) return parseDecimal(decimal, decimals)
  const readings = [decimal, decimal.replace('.', '')].map((reading) => parseDecimal(reading, decimals))
  const [point, group] = readings
  if (point?.valid !== true || group?.valid !== true) return { valid: false, reason: 'format' }
  return { valid: false, reason: 'ambiguous', readings: [point.amount, group.amount] }
}

/** Groups digits with narrow no-break spaces: a comma could be read as a decimal point. */
const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u202f')

/** Returns whole part and fraction of an amount, with at least two decimals: `['1 234', '.50']`, or `,50` where the language has it. */
export const amountParts = (amount: bigint, decimals: number): readonly [whole: string, fraction: string] => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = groupDigits(digits.slice(0, digits.length - decimals))
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return [amount < 0n ? `−${whole}` : whole, `${localeFormats().decimalMark}${fraction.padEnd(2, '0')}`]
}

/** Returns an amount with its ticker: `1 234.50 OXEN`. */
export const formatAmount = (amount: bigint, decimals: number, ticker: string): string =>
  `${amountParts(amount, decimals).join('')}\u00a0${ticker}`

/**
 * Returns an amount as a user would type it: no grouping, and no trailing zeros but one after three digits, which could be read as
 * thousands otherwise.
 */
export const editableAmount = (
  amount: bigint,
  decimals: number,
  mark: DecimalMark = localeFormats().decimalMark,
): string => {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}${mark}${fraction}${fraction.length === 3 ? '0' : ''}`
}

/** Returns a count with grouped digits. */
export const formatCount = (count: number): string => groupDigits(Math.trunc(count).toString())

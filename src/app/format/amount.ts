// Formats and parses amounts. No amount passes through a JS number.
import { withoutInvisibleCharacters } from '../../bytes/invisibleCharacters.ts'
import { groupDigits } from '../text/counts.ts'
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

/** Returns a text with the digits of Arabic and Persian keyboards as 0–9. */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))

/** The decimal point of Arabic. */
const ARABIC_POINT = '\u066b'

/**
 * Returns a typed or pasted number with digits 0–9, without invisible characters and white space at its ends. Thousands are still grouped: `'` is any apostrophe
 * and the Arabic separator, a space any white space.
 */
const normalise = (text: string): string =>
  latinDigits(withoutInvisibleCharacters(text))
    .replace(/['’‘ʼ´`′\u066c]/g, "'")
    // Digits and marks of full width.
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace('\u060c', ',')
    .trim()

/** Whether spaces and apostrophes separate groups of three digits, and nothing else: `12 5` may be a mistyped `12.5`. */
const groupsThousands = (text: string): boolean => {
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,]([^.,]*))?$/.exec(text) ?? []
  return (
    (!/[ ']/.test(whole) || /^\d{1,3}(?:[ ']\d{3})+$/.test(whole)) &&
    (!/[ ']/.test(fraction) || /^(?:\d{3}[ '])+\d{1,3}$/.test(fraction))
  )
}

/**
 * Parses a decimal text into atomic units: with point or comma, and with thousands grouped by spaces, apostrophes, or the mark that is not
 * the decimal point; in Arabic digits as well. A single mark before three digits can be either (`1,000`), unless it is the point in a
 * language that writes one, or thousands are grouped otherwise.
 */
export const parseAmount = (text: string, decimals: number, mark: DecimalMark = userMark()): TypedAmount => {
  const normal = normalise(text)
  if (normal === '') return { valid: false, reason: 'empty' }
  const grouped = normal.replace(ARABIC_POINT, '.')
  const compact = grouped.replace(/[ ']/g, '')
  const decimal = groupsThousands(grouped) ? decimalOf(compact) : undefined
  if (decimal === undefined) return { valid: false, reason: 'format' }
  const mayGroup = compact === normal && /^[1-9]\d{0,2}[.,]\d{3}$/.test(compact)
  if (!mayGroup || (mark === '.' && compact.includes('.'))) return parseDecimal(decimal, decimals)
  const readings = [decimal, decimal.replace('.', '')].map((reading) => parseDecimal(reading, decimals))
  const [point, group] = readings
  if (point?.valid !== true || group?.valid !== true) return { valid: false, reason: 'format' }
  return { valid: false, reason: 'ambiguous', readings: [point.amount, group.amount] }
}

/** Returns a typed or pasted amount without the ticker that copied amounts have. */
export const withoutTicker = (text: string, ticker: string): string => {
  const unit = new RegExp(`^\\s*${ticker}\\s*|\\s*${ticker}\\s*$`, 'i')
  const typed = withoutInvisibleCharacters(text)
  return unit.test(typed) ? typed.replace(unit, '') : text
}

/** The digits after the point that every amount has at least. */
const MIN_PLACES = 2

/**
 * Returns the digits of an amount before and after the point, without zeros at the end. Digits behind the limit are cut off, never rounded, but an
 * amount that would look like zero keeps its first digit.
 */
const digitsOf = (
  amount: bigint,
  decimals: number,
  limit: number = decimals,
): readonly [whole: string, fraction: string] => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const firstDigit = whole === '0' ? fraction.search(/[1-9]/) + 1 : 0
  return [whole, fraction.slice(0, Math.max(limit, firstDigit)).replace(/0+$/, '')]
}

/**
 * Returns the number of digits after the point that some amounts show, so that they can be aligned at the point.
 * @param limit digits after the point at most, but for amounts that would look like zero; all if omitted
 */
export const fractionPlaces = (amounts: readonly bigint[], decimals: number, limit?: number): number =>
  Math.max(MIN_PLACES, ...amounts.map((amount) => digitsOf(amount, decimals, limit)[1].length))

/**
 * Returns whole part and fraction of an amount: `['1 234', '.50']`, or `,50` where the language has it.
 * @param places digits after the point at least
 * @param limit digits after the point at most, but for amounts that would look like zero; all if omitted
 */
export const amountParts = (
  amount: bigint,
  decimals: number,
  places: number = MIN_PLACES,
  limit?: number,
): readonly [whole: string, fraction: string] => {
  const [whole, fraction] = digitsOf(amount, decimals, limit)
  const grouped = groupDigits(whole)
  return [amount < 0n ? `−${grouped}` : grouped, `${localeFormats().decimalMark}${fraction.padEnd(places, '0')}`]
}

/**
 * Returns an amount with its ticker: `1 234.50 OXEN`.
 * @param limit digits after the point at most, but for amounts that would look like zero; all if omitted
 */
export const formatAmount = (amount: bigint, decimals: number, ticker: string, limit?: number): string =>
  `${amountParts(amount, decimals, MIN_PLACES, limit).join('')}\u00a0${ticker}`

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

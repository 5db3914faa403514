// The value of amounts in a currency. Neither a rate nor an amount passes through a JS number.
import type { Rate } from '../host/services/rate.ts'
import { localeFormats } from '../text/locale.ts'
import { t } from '../text/text.ts'

/** Returns a rate as decimal text, with a point. */
export const rateText = ({ units, decimals }: Rate): `${number}` => decimalText(units, decimals)

/** Returns `units / 10 ** decimals` as decimal text, with a point. */
const decimalText = (units: bigint, decimals: number): `${number}` => {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  // Digits with at most one point are the text of a number.
  return (decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - decimals)}`) as `${number}`
}

/**
 * Returns the value of an amount in units of `10 ** -digits` of the currency, rounded half up.
 * @param amount atomic units of a coin with `coinDecimals` decimals
 * @param rate price of one coin
 */
export const fiatValueOf = (amount: bigint, coinDecimals: number, rate: Rate, digits: number): bigint => {
  const scale = 10n ** BigInt(coinDecimals + rate.decimals)
  return (amount * rate.units * 10n ** BigInt(digits) + scale / 2n) / scale
}

/** Significant digits of an amount that a value is converted into: the rate has no more. */
const CONVERTED_DIGITS = 6

/**
 * Returns the amount of coins that a value buys, in atomic units, rounded half up to the digits that a rate has.
 * @param value units of `10 ** -digits` of the currency
 * @param rate price of one coin
 */
export const amountOfValue = (value: bigint, digits: number, coinDecimals: number, rate: Rate): bigint => {
  const divisor = rate.units * 10n ** BigInt(digits)
  const exact = (2n * value * 10n ** BigInt(coinDecimals + rate.decimals) + divisor) / (2n * divisor)
  const unit = 10n ** BigInt(Math.max(0, exact.toString().length - CONVERTED_DIGITS))
  return ((exact + unit / 2n) / unit) * unit
}

const digitsOf = (format: Intl.NumberFormat): number => format.resolvedOptions().maximumFractionDigits ?? 2

/** Returns the digits after the point that a currency has. */
export const currencyDigits = (currency: string): number => digitsOf(localeFormats().currency(currency))

/** Returns the value of an amount as text of the language of the page: `$1,234.50`, or `less than $0.01`. */
export const formatValue = (amount: bigint, coinDecimals: number, rate: Rate, currency: string): string => {
  const format = localeFormats().currency(currency)
  const digits = digitsOf(format)
  const value = fiatValueOf(amount, coinDecimals, rate, digits)
  if (value === 0n && amount > 0n) return t('rates.lessThan', { value: format.format(decimalText(1n, digits)) })
  return format.format(decimalText(value, digits))
}

/** Significant digits of the price of one coin. */
const PRICE_DIGITS = 6

/** Returns the price of one coin as text of the language of the page, with the digits that small prices need. */
export const formatPrice = (rate: Rate, currency: string): string =>
  localeFormats().currency(currency, PRICE_DIGITS).format(rateText(rate))

/** Whether a text is the code of a currency that the browser can name, such as EUR. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

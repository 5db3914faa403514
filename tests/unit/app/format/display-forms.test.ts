// The forms that the user chooses for amounts, times and dates, in every language of the page.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { amountParts, formatAmount, fractionPlaces, parseAmount } from '../../../../src/app/format/amount.ts'
import { formatDate, formatDayAndTime, formatShortTime, formatTime } from '../../../../src/app/format/time.ts'
import { en } from '../../../../src/app/text/en.ts'
import { offeredLanguages } from '../../../../src/app/text/languages/languages.ts'
import { setDateForm, setTimeForm } from '../../../../src/app/text/locale.ts'
import { showTexts } from '../../../../src/app/text/text.ts'

const DECIMALS = 12
const ONE = 10n ** 12n

const textOf = (amount: bigint, limit?: number): string => amountParts(amount, DECIMALS, undefined, limit).join('')

/** Seconds of a local time. */
const at = (...date: [number, number, number, number, number]): number => new Date(...date).getTime() / 1000

const AFTERNOON = at(2024, 10, 30, 15, 5)
const MIDNIGHT = at(2024, 10, 30, 0, 5)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2024, 11, 2, 12) })
})

afterEach(() => {
  vi.useRealTimers()
  showTexts('en', en)
  setTimeForm('language')
  setDateForm('language')
})

describe('amounts with fewer decimals', () => {
  it.each<readonly [string, bigint, string, string]>([
    ['a long fraction', 1_239_999_999_999n, '1.2399', '1.23'],
    ['nines, which would be rounded up', 999_999_999_999n, '0.9999', '0.99'],
    ['a whole number', 5n * ONE, '5.00', '5.00'],
    ['zeros behind the limit', 1_000_090_000_000n, '1.00', '1.00'],
    ['zero', 0n, '0.00', '0.00'],
    ['an amount that would look like zero', 40_000_000n, '0.00004', '0.00004'],
    ['more digits of such an amount', 45_600_000n, '0.00004', '0.00004'],
    ['the smallest amount', 1n, '0.000000000001', '0.000000000001'],
    ['a small amount that shows with four', 6_700_000_000n, '0.0067', '0.006'],
    ['a negative amount', -1_239_999_999_999n, '−1.2399', '−1.23'],
    ['a small negative amount', -1n, '−0.000000000001', '−0.000000000001'],
    ['thousands', 1_234_567_890_000_000_000n, '1\u202f234\u202f567.89', '1\u202f234\u202f567.89'],
  ])('cuts %s off', (_, amount, four, two) => {
    expect([textOf(amount, 4), textOf(amount, 2)]).toEqual([four, two])
  })

  it('shows no more than there is, and zero for nothing else', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    fc.assert(
      fc.property(amounts, fc.constantFrom(2, 4), (amount, limit) => {
        const shown = parseAmount(textOf(amount, limit), DECIMALS, '.')
        if (amount === 0n) expect(textOf(amount, limit)).toBe('0.00')
        else expect(shown.valid && shown.amount <= amount && shown.amount > 0n).toBe(true)
      }),
    )
  })

  it('aligns columns at the digits that show', () => {
    expect(fractionPlaces([1_239_999_999_999n, ONE], DECIMALS, 4)).toBe(4)
    expect(fractionPlaces([1_239_999_999_999n, 40_000_000n], DECIMALS, 2)).toBe(5)
    expect(fractionPlaces([1_239_999_999_999n], DECIMALS)).toBe(12)
  })

  it.each(offeredLanguages)('has the decimal mark of the language: %s', (language) => {
    showTexts(language, en)
    const mark = ['en', 'zh', 'ar'].includes(language) ? '.' : ','
    expect(formatAmount(1_239_999_999_999n, DECIMALS, 'XMR', 2)).toBe(`1${mark}23\u00a0XMR`)
  })
})

/** Returns a text with plain spaces. */
const plain = (text: string): string =>
  text.replace(/[\u00a0\u202f\u200e\u200f\u061c]/g, (sign) => (/[\u00a0\u202f]/.test(sign) ? ' ' : ''))

const TWELVE: Readonly<Record<string, readonly [afternoon: string, midnight: string]>> = {
  en: ['3:05 PM', '12:05 AM'],
  de: ['3:05 PM', '12:05 AM'],
  es: ['3:05 p. m.', '12:05 a. m.'],
  fr: ['3:05 PM', '12:05 AM'],
  pt: ['3:05 PM', '12:05 AM'],
  ru: ['3:05 PM', '12:05 AM'],
  zh: ['下午3:05', '上午12:05'],
  ar: ['3:05 م', '12:05 ص'],
}

describe.each(offeredLanguages)('times and dates in %s', (language) => {
  beforeEach(() => showTexts(language, en))

  it('have 24 hours, also after midnight', () => {
    setTimeForm('24')
    expect(formatTime(AFTERNOON)).toContain('15:05')
    expect(formatTime(MIDNIGHT)).toContain('00:05')
    expect(formatDayAndTime(AFTERNOON)[1]).toBe('15:05')
    expect(formatShortTime(at(2024, 11, 2, 9, 7))).toBe('09:07')
  })

  it('have 12 hours', () => {
    setTimeForm('12')
    const [afternoon = '', midnight = ''] = TWELVE[language] ?? []
    expect(plain(formatDayAndTime(AFTERNOON)[1])).toBe(afternoon)
    expect(plain(formatDayAndTime(MIDNIGHT)[1])).toBe(midnight)
    expect(plain(formatTime(AFTERNOON))).toContain(afternoon)
  })

  it('have dates as in ISO 8601, and the clock beside them', () => {
    setDateForm('iso')
    setTimeForm('24')
    expect(formatDate(AFTERNOON)).toBe('2024-11-30')
    expect(formatTime(AFTERNOON)).toBe('2024-11-30 15:05')
    expect(formatDayAndTime(AFTERNOON)).toEqual(['2024-11-30', '15:05'])
    expect(formatShortTime(AFTERNOON)).toBe('2024-11-30')
    expect(formatShortTime(at(2023, 0, 2, 3, 4))).toBe('2023-01-02')
  })

  it('are those of the language without a choice', () => {
    const own = new Intl.Locale(language, { numberingSystem: 'latn' })
    const format = new Intl.DateTimeFormat(own, { dateStyle: 'medium', timeStyle: 'short' })
    expect(formatTime(AFTERNOON)).toBe(format.format(new Date(AFTERNOON * 1000)))
    setDateForm('iso')
    setDateForm('language')
    expect(formatTime(AFTERNOON)).toBe(format.format(new Date(AFTERNOON * 1000)))
  })
})

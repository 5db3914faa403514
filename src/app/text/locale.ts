// The language of the page, the locale of its numbers and dates, and the forms of times and dates that the user chose, as signals.
import { createSignal } from 'solid-js'
import type { Language } from './translation.ts'

const [language, setLocale] = createSignal<Language>('en')

/** The language of the page. `showTexts` of text.ts sets it, together with its texts. */
export { language, setLocale }

/** The clock: as the language writes it, or with 24 or 12 hours. */
export type TimeForm = 'language' | '24' | '12'

/** Dates as the language writes them, or as in ISO 8601: 2026-11-30. */
export type DateForm = 'language' | 'iso'

const [timeForm, setTimeForm] = createSignal<TimeForm>('language')
const [dateForm, setDateForm] = createSignal<DateForm>('language')

/** `state/preferences/displayForms.ts` sets them. */
export { dateForm, setDateForm, setTimeForm, timeForm }

/** What writes a moment. */
export type MomentFormat = Pick<Intl.DateTimeFormat, 'format'>

/** The locales that the user prefers, in order; empty outside of a browser. */
export const userLocales = (): readonly string[] => globalThis.navigator?.languages ?? []

const languageOf = (locale: string): string => locale.toLowerCase().split('-', 1)[0] ?? ''

/** Returns the first language that the user prefers among the offered ones; undefined if none is offered. */
export const preferredLanguage = <L extends string>(
  offered: readonly L[],
  locales: readonly string[] = userLocales(),
): L | undefined => {
  const wanted = locales.map(languageOf)
  return wanted.flatMap((each) => offered.filter((language) => language === each))[0]
}

/** The user's own form of the language, such as en-GB for English: it decides how dates are written. Digits are always 0–9. */
const localeOf = (chosen: Language): Intl.Locale => {
  const own = userLocales().find((each) => languageOf(each) === chosen) ?? chosen
  return new Intl.Locale(own, { numberingSystem: 'latn' })
}

/** Returns the direction of the lines of a language. */
export const directionOf = (code: Language): 'ltr' | 'rtl' => (code === 'ar' ? 'rtl' : 'ltr')

/** Returns the name of the web app manifest in a language; index.html names the English one. */
export const manifestFile = (code: Language): string =>
  code === 'en' ? 'manifest.webmanifest' : `manifest.${code}.webmanifest`

export type DecimalMark = '.' | ','

const markOf = (locale: Intl.Locale | undefined): DecimalMark =>
  new Intl.NumberFormat(locale).format(1.5).includes(',') ? ',' : '.'

const HOUR_CYCLES = { 24: 'h23', 12: 'h12' } as const

/** Returns a format of the language with a time of the day, in the form of the clock: `09:05`, or `9:05 AM` and what the language has for it. */
const clockFormat = (
  locale: Intl.Locale,
  options: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>,
  form: TimeForm,
): MomentFormat => {
  if (form === 'language') return new Intl.DateTimeFormat(locale, options)
  const format = new Intl.DateTimeFormat(locale, { ...options, hourCycle: HOUR_CYCLES[form] })
  const hourOf = (digits: string): string => (form === '24' ? digits.padStart(2, '0') : digits.replace(/^0/, ''))
  return {
    format: (date) =>
      format
        .formatToParts(date)
        .map(({ type, value }) => (type === 'hour' ? hourOf(value) : value))
        .join(''),
  }
}

/** The day of a moment in local time, as in ISO 8601. */
const isoDate: MomentFormat = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  numberingSystem: 'latn',
})

type DateFormats = {
  readonly [name in 'dateAndTime' | 'time' | 'dayOfYear' | 'dayOfYearPadded' | 'date']: MomentFormat
}

/** Returns the formats of times and dates. */
const createDateFormats = (locale: Intl.Locale, ofTime: TimeForm, ofDate: DateForm): DateFormats => {
  const time = clockFormat(locale, { timeStyle: 'short' }, ofTime)
  if (ofDate === 'iso') {
    const dateAndTime: MomentFormat = { format: (date) => `${isoDate.format(date)} ${time.format(date)}` }
    return { dateAndTime, time, dayOfYear: isoDate, dayOfYearPadded: isoDate, date: isoDate }
  }
  return {
    dateAndTime: clockFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }, ofTime),
    time,
    dayOfYear: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }),
    dayOfYearPadded: new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit' }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
  }
}

const createFormats = (language: Language, ofTime: TimeForm, ofDate: DateForm) => {
  const locale = localeOf(language)
  return {
    ...createDateFormats(locale, ofTime, ofDate),
    decimalMark: markOf(locale),
    pluralRules: new Intl.PluralRules(locale),
    /** whether the user may mean the comma as decimal point: in the language of the page, or of the browser */
    commaMayBePoint: markOf(locale) === ',' || markOf(undefined) === ',',
    month: new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }),
    shortMonth: new Intl.DateTimeFormat(locale, { year: '2-digit', month: 'short' }),
    durations: {
      minute: new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
      hour: new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }),
      day: new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
    },
    compact: new Intl.NumberFormat(locale, { notation: 'compact' }),
    /** @param maxSignificantDigits of small prices; omitted: the digits of the currency */
    currency: (code: string, maxSignificantDigits?: number) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        ...(maxSignificantDigits === undefined ? {} : { maximumSignificantDigits: maxSignificantDigits }),
      }),
    list: new Intl.ListFormat(locale, { type: 'unit', style: 'short' }),
    anyOf: new Intl.ListFormat(locale, { type: 'disjunction' }),
  }
}

const created = new Map<string, ReturnType<typeof createFormats>>()

/** Returns plural rules and formats of the language of the page, in the forms that the user chose. */
export const localeFormats = (): ReturnType<typeof createFormats> => {
  const key = [language(), timeForm(), dateForm()].join(' ')
  const formats = created.get(key) ?? createFormats(language(), timeForm(), dateForm())
  created.set(key, formats)
  return formats
}

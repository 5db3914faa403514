// The language of the page and the locale of its numbers and dates, as signals.
import { createSignal } from 'solid-js'
import type { Language } from './translation.ts'

const [language, setLocale] = createSignal<Language>('en')

/** The language of the page. `showTexts` of text.ts sets it, together with its texts. */
export { language, setLocale }

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

const createFormats = (language: Language) => {
  const locale = localeOf(language)
  return {
    decimalMark: markOf(locale),
    pluralRules: new Intl.PluralRules(locale),
    /** whether the user may mean the comma as decimal point: in the language of the page, or of the browser */
    commaMayBePoint: markOf(locale) === ',' || markOf(undefined) === ',',
    dateAndTime: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
    dayOfYear: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }),
    dayOfYearPadded: new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit' }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    month: new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }),
    shortMonth: new Intl.DateTimeFormat(locale, { year: '2-digit', month: 'short' }),
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

const created = new Map<Language, ReturnType<typeof createFormats>>()

/** Returns plural rules and formats of the language of the page. */
export const localeFormats = (): ReturnType<typeof createFormats> => {
  const formats = created.get(language()) ?? createFormats(language())
  created.set(language(), formats)
  return formats
}

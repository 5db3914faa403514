// Texts of the page in the languages that tests use.
import type { Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { languages } from '../../../src/app/text/languages/languages.ts'
import type { AnyTranslation, Language } from '../../../src/app/text/translation.ts'

/** Returns the texts of a language. */
export const textsOf = (language: Language): Promise<AnyTranslation> => languages[language].load()

const expected = new WeakMap<Page, AnyTranslation>()

/** Lets the driver use a page in another language than English. */
export const expectTexts = (page: Page, texts: AnyTranslation): void => void expected.set(page, texts)

/** Returns the texts that a page shows. */
export const textsOn = (page: Page): AnyTranslation => expected.get(page) ?? en

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns a pattern for a whole text of the page with these values, whatever isolates their direction, and any values in other placeholders. */
export const filled = (text: string, values: Readonly<Record<string, string>>): RegExp => {
  const parts = text.split(/\{\{ (\w+) \}\}/).map((part, i) => {
    if (i % 2 === 0) return escaped(part)
    const value = values[part]
    return value === undefined ? '.+' : `[\u2066-\u2069]*${escaped(value)}[\u2066-\u2069]*`
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}

/** Returns a pattern for a whole text of the page with any values in its {{ placeholders }}. */
export const matching = (text: string): RegExp => filled(text, {})

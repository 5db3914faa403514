// Texts of the page in the languages that tests use.
import { languages } from '../../../src/app/text/languages.ts'
import type { AnyTranslation, Language } from '../../../src/app/text/translation.ts'

/** Returns the texts of a language. */
export const textsOf = async (language: Language): Promise<AnyTranslation> => {
  const texts = await languages[language]?.load()
  if (texts === undefined) throw new Error(`The page has no texts in ${language}.`)
  return texts
}

/** Returns a pattern for a whole text of the page with any values in its {{ placeholders }}. */
export const matching = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{ \w+ \}\}/g, '.+')}$`, 'u')

/** Returns a pattern for a whole text of the page with these values, whatever isolates their direction. */
export const filled = (text: string, values: Readonly<Record<string, string>>): RegExp =>
  matching(text.replace(/\{\{ (\w+) \}\}/g, (placeholder, name: string) => values[name] ?? placeholder))

// Looks up texts by key, selects plural forms, and fills in placeholders.

import { closeDirections, runsFromRightToLeft } from '../../bytes/invisibleCharacters.ts'

/** The texts of one language. Plural forms are texts by category. */
export type Texts = { readonly [key: string]: string | Texts }

export type TextValues = Readonly<Record<string, string | number>>

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** Returns a text with its {{ placeholders }} replaced. Those without a value stay. */
export const fillIn = (text: string, values: TextValues): string =>
  text.replace(PLACEHOLDER, (placeholder, name: string) => String(values[name] ?? placeholder))

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/**
 * Returns a text that keeps its own direction inside of another one, and changes the order of nothing in that.
 * @param outer direction of the other one
 */
export const isolate = (text: string, outer: 'ltr' | 'rtl'): string =>
  outer === 'rtl' || runsFromRightToLeft(text)
    ? `${FIRST_STRONG_ISOLATE}${closeDirections(text)}${POP_DIRECTIONAL_ISOLATE}`
    : text

/** Returns values that keep their own direction inside of a text with a direction. */
export const isolateValues = (values: TextValues, outer: 'ltr' | 'rtl'): TextValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(String(value), outer)]))

const entryAt = (texts: Texts, key: string): string | Texts | undefined => {
  let entry: string | Texts | undefined = texts
  for (const part of key.split('.')) entry = typeof entry === 'object' ? entry[part] : undefined
  return entry
}

/** Returns the text of a key; the key itself if there is none. */
export const textOf = (texts: Texts, key: string): string => {
  const entry = entryAt(texts, key)
  return typeof entry === 'string' ? entry : key
}

/** Returns the form for a count by the plural rules of a language; the form `other` if the category has none. */
export const pluralOf = (texts: Texts, key: string, rules: Intl.PluralRules, count: number): string => {
  const forms = entryAt(texts, key)
  const form = typeof forms === 'object' ? (forms[rules.select(count)] ?? forms['other']) : forms
  return typeof form === 'string' ? form : key
}

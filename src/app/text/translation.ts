// Types of texts: keys, plural forms, and what a complete translation contains.
import type { en } from './en.ts'

/** The plural categories of the languages of the page, as Intl.PluralRules (CLDR) has them. */
export type PluralCategories = {
  readonly en: 'one' | 'other'
  readonly de: 'one' | 'other'
  readonly es: 'one' | 'many' | 'other'
  readonly ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
  readonly fr: 'one' | 'many' | 'other'
  readonly pt: 'one' | 'many' | 'other'
  readonly ru: 'one' | 'few' | 'many' | 'other'
  readonly zh: 'other'
}

export type Language = keyof PluralCategories

/** A text that depends on a count, one form for each plural category. {{ count }} is the count. */
export type PluralForms<Category extends Intl.LDMLPluralRule = 'one' | 'other'> = {
  readonly [C in Category]: string
}

type IsPlural<T> = T extends PluralForms ? (keyof T extends Intl.LDMLPluralRule ? true : false) : false

/** The keys of texts without plural forms. */
export type TextKeys<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Path}${K}`
    : IsPlural<T[K]> extends true
      ? never
      : TextKeys<T[K], `${Path}${K}.`>
}[keyof T & string]

/** The keys of texts with plural forms. */
export type CountKeys<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string
    ? never
    : IsPlural<T[K]> extends true
      ? `${Path}${K}`
      : CountKeys<T[K], `${Path}${K}.`>
}[keyof T & string]

/** The key of a text, such as `send.title`. */
export type TextKey = TextKeys<typeof en>

/** The key of a text with plural forms, such as `history.count`. */
export type CountKey = CountKeys<typeof en>

/** The shape of texts in another language: the same keys, and plural forms for the categories of that language. */
export type Translated<T, Category extends Intl.LDMLPluralRule> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : IsPlural<T[K]> extends true
      ? PluralForms<Category>
      : Translated<T[K], Category>
}

/** The texts of one file of `en` in another language. */
export type TranslationOf<T, L extends Language> = Translated<T, PluralCategories[L]>

/** Every text of the page in a language. */
export type Translation<L extends Language> = Translated<typeof en, PluralCategories[L]>

export type AnyTranslation = { readonly [L in Language]: Translation<L> }[Language]

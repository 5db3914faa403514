// The texts of the page by key: t('send.title'), tCount('history.count', 3). They are live: a change of the language renders them again.
import { batch, createSignal } from 'solid-js'
import { formatCount } from './counts.ts'
import { fillIn, isolate, isolateValues, pluralOf, type Texts, type TextValues, textOf } from './dictionary.ts'
import { directionOf, language, localeFormats, setLocale } from './locale.ts'
import type { AnyTranslation, CountKey, Language, TextKey } from './translation.ts'

export type { CountKey, TextKey }

/** Empty until the page has loaded the texts of the user's language. */
const [texts, setTexts] = createSignal<Texts>({})

/** Shows the texts of a language on the page. */
export const showTexts = (code: Language, translation: AnyTranslation): void =>
  batch(() => {
    setTexts(() => translation)
    setLocale(() => code)
  })

const complete = (text: string, values: TextValues): string =>
  fillIn(text, isolateValues(values, directionOf(language())))

const isolated = (texts: readonly string[]): readonly string[] =>
  texts.filter(Boolean).map((text) => isolate(text, directionOf(language())))

/** Returns short texts in one line, with dots or a separator between them. Each keeps its own direction; empty ones are left out. */
export const inOneLine = (texts: readonly string[], separator = ' · '): string => isolated(texts).join(separator)

/** Returns names as a list in the language of the page, such as `Ann, Ben`. */
export const listOf = (names: readonly string[]): string => localeFormats().list.format(isolated(names))

/** Returns the text of a key with its {{ placeholders }} replaced. */
export const t = (key: TextKey, values: TextValues = {}): string => complete(textOf(texts(), key), values)

/** Returns the plural form of a text for a count, which is {{ count }} in it. */
export const tCount = (key: CountKey, count: number, values: TextValues = {}): string =>
  complete(pluralOf(texts(), key, localeFormats().pluralRules, count), { ...values, count: formatCount(count) })

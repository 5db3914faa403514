// The languages of seed words. Each word list is a lazily loaded file.

import { FabaError } from '../../errors/fabaError.ts'

/** There is no word list for a language. */
export class UnknownLanguageError extends FabaError {
  override readonly name = 'UnknownLanguageError'
  readonly code = 'unknown-language'
}

export type SeedLanguage = {
  readonly name: string
  /** name of the language in the language itself */
  readonly ownName: string
  /** number of leading characters (code points) that identify a word */
  readonly prefixLength: number
  readonly load: () => Promise<{ readonly words: string }>
}

const language = (name: string, ownName: string, prefixLength: number, load: SeedLanguage['load']): SeedLanguage => ({
  name,
  ownName,
  prefixLength,
  load,
})

const german = language('German', 'Deutsch', 4, () => import('./words/german.ts'))
const english = language('English', 'English', 3, () => import('./words/english.ts'))
const spanish = language('Spanish', 'Español', 4, () => import('./words/spanish.ts'))
const french = language('French', 'Français', 4, () => import('./words/french.ts'))
const italian = language('Italian', 'Italiano', 4, () => import('./words/italian.ts'))
const dutch = language('Dutch', 'Nederlands', 4, () => import('./words/dutch.ts'))
const portuguese = language('Portuguese', 'Português', 4, () => import('./words/portuguese.ts'))
const russian = language('Russian', 'русский язык', 4, () => import('./words/russian.ts'))
const japanese = language('Japanese', '日本語', 3, () => import('./words/japanese.ts'))
const chinese = language('Chinese (simplified)', '简体中文 (中国)', 1, () => import('./words/chinese-simplified.ts'))
const esperanto = language('Esperanto', 'Esperanto', 4, () => import('./words/esperanto.ts'))
const lojban = language('Lojban', 'Lojban', 4, () => import('./words/lojban.ts'))

/** In the display order of wallet2 (get_language_list). */
export const seedLanguages: readonly SeedLanguage[] = [
  german,
  english,
  spanish,
  french,
  italian,
  dutch,
  portuguese,
  russian,
  japanese,
  chinese,
  esperanto,
  lojban,
]

/** In the order in which wallet2 searches for words, since some words are in several lists (find_seed_language). */
export const detectionOrder: readonly SeedLanguage[] = [
  chinese,
  english,
  dutch,
  french,
  spanish,
  german,
  italian,
  portuguese,
  japanese,
  russian,
  esperanto,
  lojban,
]

/** A loaded word list. */
export type WordList = {
  readonly language: SeedLanguage
  readonly words: readonly string[]
  /** Returns the index of a typed word that is complete; undefined if there is none. */
  readonly indexOfWord: (word: string) => number | undefined
  /** Returns the index of a typed word, of which only the prefix counts (wallet2); undefined if there is none. */
  readonly indexOf: (word: string) => number | undefined
}

/**
 * Returns a word as it is compared with others: composed, of normal width, in lower case, with the i of Turkish keyboards as `i`. wallet2 converts A to
 * Z only, and so finds fewer of the typed words.
 *
 * @example
 * foldCase('ÄBC') // 'äbc'
 * foldCase('İI') // 'ii'
 */
export const foldCase = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i\u0307|\u0131/g, 'i')
    .replaceAll('’', "'")

/**
 * Returns a word as it is typed without accents.
 *
 * @example
 * bareWord('Maß') // 'mass'
 * bareWord('prisión') // 'prision'
 */
export const bareWord = (word: string): string =>
  foldCase(word).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')

/**
 * Returns the case-folded prefix that identifies a word in its list.
 *
 * @example
 * wordPrefix(seedLanguageByName('English'), 'Abbey') // 'abb'
 */
export const wordPrefix = ({ prefixLength }: SeedLanguage, word: string): string =>
  Array.from(foldCase(word)).slice(0, prefixLength).join('')

/** Indexes words by a key; keys of several words are left out. */
const indexBy = (words: readonly string[], key: (word: string) => string): ReadonlyMap<string, number> => {
  const indices = new Map<string, number>()
  const ambiguous = new Set<string>()
  words.forEach((word, index) => {
    if (indices.has(key(word))) ambiguous.add(key(word))
    indices.set(key(word), index)
  })
  for (const each of ambiguous) indices.delete(each)
  return indices
}

const loaded = new Map<SeedLanguage, Promise<WordList>>()

const load = async (seedLanguage: SeedLanguage): Promise<WordList> => {
  const words = (await seedLanguage.load()).words.trim().split(/\s+/)
  const prefixOf = (word: string): string => wordPrefix(seedLanguage, word)
  const barePrefixOf = (word: string): string => prefixOf(bareWord(word))
  const [byWord, byBareWord] = [indexBy(words, foldCase), indexBy(words, bareWord)]
  const [byPrefix, byBarePrefix] = [indexBy(words, prefixOf), indexBy(words, barePrefixOf)]
  const indexOfWord = (word: string): number | undefined => byWord.get(foldCase(word)) ?? byBareWord.get(bareWord(word))
  return {
    language: seedLanguage,
    words,
    indexOfWord,
    // A complete word is not mistaken for the beginning of another one.
    indexOf: (word) => indexOfWord(word) ?? byPrefix.get(prefixOf(word)) ?? byBarePrefix.get(barePrefixOf(word)),
  }
}

/**
 * Loads the word list of a language. Later calls reuse it; a failed load is repeated.
 *
 * @example
 * (await loadWordList(seedLanguageByName('English'))).words.length // 1626
 */
export const loadWordList = (seedLanguage: SeedLanguage): Promise<WordList> => {
  const known = loaded.get(seedLanguage)
  if (known !== undefined) return known
  const list = load(seedLanguage)
  loaded.set(seedLanguage, list)
  list.catch(() => loaded.delete(seedLanguage))
  return list
}

/**
 * Returns the language with an English name or a name in the language itself.
 * @throws UnknownLanguageError
 *
 * @example
 * seedLanguageByName('Deutsch').name // 'German'
 * seedLanguageByName('Latin') // throws UnknownLanguageError
 */
export const seedLanguageByName = (name: string): SeedLanguage => {
  const found = seedLanguages.find((candidate) => candidate.name === name || candidate.ownName === name)
  if (found === undefined)
    throw new UnknownLanguageError(
      `there is no word list for "${name}"; the languages are ${seedLanguages.map((known) => known.name).join(', ')}`,
    )
  return found
}

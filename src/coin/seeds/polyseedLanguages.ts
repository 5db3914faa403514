// The languages of polyseeds: word lists of BIP-39, each in the order that polyseed gives it (github.com/tevador/polyseed, lang_*.c).

import { foldCase } from './languages.ts'

export type PolyseedLanguage = {
  readonly name: string
  readonly ownName: string
  /** words are identified by four letters */
  readonly hasPrefix: boolean
  /** words can be written with or without their accents */
  readonly hasAccents: boolean
  /** what stands between the words */
  readonly separator: string
  readonly load: () => Promise<readonly string[]>
}

type WordListFile = { readonly wordlist: readonly string[] }

/**
 * Returns a word in the form in which words are compared: decomposed (NFKD), in lower case.
 *
 * @example
 * normalizeWord('Ábaco') // 'a\u0301baco'
 */
export const normalizeWord = (word: string): string => word.normalize('NFKD').toLowerCase()

/**
 * Returns a word without its accents.
 *
 * @example
 * withoutAccents('célebre') // 'celebre'
 */
export const withoutAccents = (word: string): string => word.normalize('NFKD').replace(/[^ -~]/g, '')

const byKey =
  (keyOf: (word: string) => string) =>
  (a: string, b: string): number =>
    keyOf(a) < keyOf(b) ? -1 : 1

const wordsOf = ({ wordlist }: WordListFile): readonly string[] => wordlist

/** Latin languages have prefixes; the others are written in full. */
const latin = (name: string, ownName: string, load: PolyseedLanguage['load']): PolyseedLanguage => ({
  ...{ name, ownName, hasPrefix: true, hasAccents: false, separator: ' ', load },
})

const full = (name: string, ownName: string, load: PolyseedLanguage['load']): PolyseedLanguage => ({
  ...{ name, ownName, hasPrefix: false, hasAccents: false, separator: ' ', load },
})

/** In the order of polyseed. */
export const polyseedLanguages: readonly PolyseedLanguage[] = [
  latin('English', 'English', async () => wordsOf(await import('@scure/bip39/wordlists/english.js'))),
  {
    ...full('Japanese', '日本語', async () =>
      [...wordsOf(await import('@scure/bip39/wordlists/japanese.js'))].sort(byKey(normalizeWord)),
    ),
    separator: '\u3000',
  },
  full('Korean', '한국어', async () => wordsOf(await import('@scure/bip39/wordlists/korean.js'))),
  {
    ...latin('Spanish', 'Español', async () =>
      [...wordsOf(await import('@scure/bip39/wordlists/spanish.js'))].sort(byKey(withoutAccents)),
    ),
    hasAccents: true,
  },
  {
    ...latin('French', 'Français', async () => wordsOf(await import('@scure/bip39/wordlists/french.js'))),
    hasAccents: true,
  },
  latin('Italian', 'Italiano', async () => wordsOf(await import('@scure/bip39/wordlists/italian.js'))),
  latin('Czech', 'Čeština', async () =>
    [...wordsOf(await import('@scure/bip39/wordlists/czech.js'))].sort(byKey(normalizeWord)),
  ),
  latin('Portuguese', 'Português', async () => wordsOf(await import('@scure/bip39/wordlists/portuguese.js'))),
  full('Chinese (Simplified)', '简体中文', async () =>
    wordsOf(await import('@scure/bip39/wordlists/simplified-chinese.js')),
  ),
  full('Chinese (Traditional)', '繁體中文', async () =>
    wordsOf(await import('@scure/bip39/wordlists/traditional-chinese.js')),
  ),
]

/** A loaded word list. */
export type PolyseedWordList = {
  readonly language: PolyseedLanguage
  readonly words: readonly string[]
  /** Returns the index of a typed word; undefined if it is not in the list. */
  readonly indexOf: (typed: string) => number | undefined
}

const PREFIX_LETTERS = 4

/** Returns the index of each accepted spelling: the word, and for prefix languages its beginnings of four letters and more. */
const spellings = ({ hasPrefix }: PolyseedLanguage, keys: readonly string[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  keys.forEach((key, index) => {
    for (let length = PREFIX_LETTERS; hasPrefix && length < key.length; length++) found.set(key.slice(0, length), index)
  })
  // Words come last: none is hidden by the beginning of another one.
  keys.forEach((key, index) => {
    found.set(key, index)
  })
  return found
}

const load = async (language: PolyseedLanguage): Promise<PolyseedWordList> => {
  const keyOf = (word: string): string =>
    language.hasAccents ? withoutAccents(foldCase(word)) : normalizeWord(foldCase(word))
  const words = (await language.load()).map((word) => word.normalize('NFC'))
  const indices = spellings(language, words.map(keyOf))
  return { language, words, indexOf: (typed) => indices.get(keyOf(typed)) }
}

const loaded = new Map<PolyseedLanguage, Promise<PolyseedWordList>>()

/**
 * Loads the word list of a language. Later calls reuse it; a failed load is repeated.
 *
 * @example
 * const [english] = polyseedLanguages
 * const list = await loadPolyseedWords(english)
 * list.indexOf('abandoned') // undefined
 * list.indexOf('aban') // 0
 */
export const loadPolyseedWords = (language: PolyseedLanguage): Promise<PolyseedWordList> => {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const list = load(language)
  loaded.set(language, list)
  list.catch(() => loaded.delete(language))
  return list
}

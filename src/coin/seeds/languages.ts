// The languages of seed words, and their lists: one lazily loaded file each.

/** A language that has no list here. */
export class UnknownLanguageError extends Error {
  override readonly name = 'UnknownLanguageError'
}

export type SeedLanguage = {
  readonly name: string
  /** what its speakers call it */
  readonly ownName: string
  /** so many first characters (code points) tell its words apart */
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

/** In the order in which people are offered them. */
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

/** In the order in which words are looked for; some words are in several lists. */
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

/** A loaded list. */
export type WordList = {
  readonly language: SeedLanguage
  readonly words: readonly string[]
  /** index by whole word, in folded letters */
  readonly byWord: ReadonlyMap<string, number>
  /** index by the prefix of a word, in folded letters */
  readonly byPrefix: ReadonlyMap<string, number>
}

/** Letters A to Z in lower case and nothing else changed: words are compared so. */
export const foldCase = (word: string): string => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The first characters that tell a word apart, in folded letters. */
export const wordPrefix = ({ prefixLength }: SeedLanguage, word: string): string =>
  Array.from(foldCase(word)).slice(0, prefixLength).join('')

const indexBy = (words: readonly string[], key: (word: string) => string): ReadonlyMap<string, number> =>
  new Map(words.map((word, index) => [key(word), index]))

const loaded = new Map<SeedLanguage, Promise<WordList>>()

const load = async (seedLanguage: SeedLanguage): Promise<WordList> => {
  const words = (await seedLanguage.load()).words.trim().split(/\s+/)
  return {
    language: seedLanguage,
    words,
    byWord: indexBy(words, foldCase),
    byPrefix: indexBy(words, (word) => wordPrefix(seedLanguage, word)),
  }
}

/** The list of a language. It is loaded once; a load that failed is tried again. */
export const loadWordList = (seedLanguage: SeedLanguage): Promise<WordList> => {
  const known = loaded.get(seedLanguage)
  if (known !== undefined) return known
  const list = load(seedLanguage)
  loaded.set(seedLanguage, list)
  list.catch(() => loaded.delete(seedLanguage))
  return list
}

/**
 * The language of an English or own name.
 * @throws UnknownLanguageError
 */
export const seedLanguageByName = (name: string): SeedLanguage => {
  const found = seedLanguages.find((candidate) => candidate.name === name || candidate.ownName === name)
  if (found === undefined)
    throw new UnknownLanguageError(
      `there are no seed words in "${name}"; there are ${seedLanguages.map((known) => known.name).join(', ')}`,
    )
  return found
}

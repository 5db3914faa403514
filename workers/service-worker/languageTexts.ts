// The texts of the page's languages, each a file that only the readers of the language load, as the letters of its script. The files of a language
// that was shown are cached, so that the page starts in it without a network; a new version caches its own files of the same languages.

/** The names that vite.config.ts gives the chunk of a language, and the build the letters of its script (src/app/styles/fonts.css). */
const FILE = /\/assets\/(?:texts-([a-z]{2})-[^/]+\.js|inter-cyrillic-([a-z]{2})-[^/]+\.woff2)$/

const languageOf = (url: string): string | undefined => {
  const [, ofTexts, ofLetters] = FILE.exec(url) ?? []
  return ofTexts ?? ofLetters
}

/** Returns whether a file of the build contains the texts or the letters of a language. */
export const isLanguageFile = (url: string): boolean => languageOf(`/${url}`) !== undefined

type TextsCache = Pick<Cache, 'add' | 'delete' | 'keys' | 'match'>

/** The files of texts of one version of the page. */
export class LanguageTexts {
  readonly #urls: readonly string[]
  readonly #open: () => Promise<TextsCache>

  /**
   * @param urls absolute addresses of the files of this version
   * @param open opens the cache that all versions share
   */
  constructor(urls: readonly string[], open: () => Promise<TextsCache>) {
    this.#urls = urls
    this.#open = open
  }

  has(url: string): boolean {
    return this.#urls.includes(url)
  }

  /** Caches the files of a language. */
  async keep(language: string): Promise<void> {
    const cache = await this.#open()
    for (const url of this.#urls)
      if (languageOf(url) === language && (await cache.match(url)) === undefined) await cache.add(url)
  }

  /**
   * Caches the files of the languages that earlier versions have in the cache, or else of that in which the page begins.
   * @param locales those that the user prefers, in order
   */
  async keepCached(locales: readonly string[]): Promise<void> {
    const cached = (await (await this.#open()).keys()).flatMap(({ url }) => languageOf(url) ?? [])
    for (const language of cached.length > 0 ? new Set(cached) : [this.#preferred(locales)]) await this.keep(language)
  }

  /** Returns the first language that the user prefers and this version has, or English, as the page does. */
  #preferred(locales: readonly string[]): string {
    const offered = this.#urls.map(languageOf)
    return locales.map((locale) => locale.split('-', 1)[0] ?? '').find((each) => offered.includes(each)) ?? 'en'
  }

  /** Removes the files of other versions. */
  async removeOld(): Promise<void> {
    const cache = await this.#open()
    for (const { url } of await cache.keys()) if (!this.has(url)) await cache.delete(url)
  }

  /** Returns a file from the cache, or else from the server. */
  async load(url: string): Promise<Response> {
    return (await (await this.#open()).match(url)) ?? (await fetch(url))
  }
}

// The service worker's files of texts: those of the user's languages are cached, in the present version only.
import { expect, it, vi } from 'vitest'

type Files = {
  keep(language: string): Promise<void>
  keepCached(locales: readonly string[]): Promise<void>
  removeOld(): Promise<void>
  load(url: string): Promise<Response>
}

// Imported by URL: the types of a service worker are not those of the tests.
const { isLanguageFile, LanguageTexts } = (await import(
  new URL('../../../workers/service-worker/languageTexts.ts', import.meta.url).href
)) as {
  readonly isLanguageFile: (url: string) => boolean
  readonly LanguageTexts: new (urls: readonly string[], open: () => Promise<unknown>) => Files
}

const filesOf = (version: string): readonly string[] =>
  ['en', 'de', 'es'].map((language) => `https://site/wallet/assets/texts-${language}-${version}.js`)

/** A cache in memory; the server has every file. */
const createCache = () => {
  const cached = new Map<string, Response>()
  const cache = {
    add: async (url: string) => void cached.set(url, new Response('cached')),
    delete: async (url: string) => cached.delete(url),
    keys: async () => [...cached.keys()].map((url) => ({ url })),
    match: async (url: string) => cached.get(url),
  }
  return { open: async () => cache, urls: () => [...cached.keys()] }
}

it('recognises the files with the texts and letters of a language', async () => {
  const letters = ['assets/inter-cyrillic-ru-Dq.woff2', 'assets/inter-y0nFIXc6.woff2', 'assets/address-mono-BF.woff2']
  expect(letters.map(isLanguageFile)).toEqual([true, false, false])
  const { open, urls } = createCache()
  const russian = ['texts-ru-1.js', 'inter-cyrillic-ru-1.woff2'].map((file) => `https://site/assets/${file}`)
  await new LanguageTexts([...russian, ...filesOf('1')], open).keep('ru')
  expect(urls()).toEqual(russian)
  expect(['assets/texts-de-CV7u.js', 'assets/Settings-CV7u.js', 'assets/text-BQ.js'].map(isLanguageFile)).toEqual([
    true,
    false,
    false,
  ])
})

it('caches the file of a language that is shown, and loads it without the server', async () => {
  const { open, urls } = createCache()
  const texts = new LanguageTexts(filesOf('1'), open)
  await texts.keep('fr')
  expect(urls()).toEqual([])
  await texts.keep('de')
  expect(urls()).toEqual(['https://site/wallet/assets/texts-de-1.js'])
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('from the server'))
  const [, german = '', spanish = ''] = filesOf('1')
  expect(await (await texts.load(german)).text()).toBe('cached')
  expect(fetch).not.toHaveBeenCalled()
  expect(await (await texts.load(spanish)).text()).toBe('from the server')
  fetch.mockRestore()
})

it('caches the same languages in a new version, and removes the files of the old one', async () => {
  const { open, urls } = createCache()
  await new LanguageTexts(filesOf('1'), open).keep('es')
  const newer = new LanguageTexts(filesOf('2'), open)
  await newer.keepCached(['de'])
  expect(urls()).toEqual(['1', '2'].map((version) => `https://site/wallet/assets/texts-es-${version}.js`))
  await newer.removeOld()
  expect(urls()).toEqual(['https://site/wallet/assets/texts-es-2.js'])
})

it.each([
  ['de', ['fr', 'de-AT', 'es']],
  ['en', ['fr-CA', 'eng']],
])('caches the language in which the page begins, %s, before one was shown', async (language, locales) => {
  const { open, urls } = createCache()
  await new LanguageTexts(filesOf('1'), open).keepCached(locales)
  expect(urls()).toEqual([`https://site/wallet/assets/texts-${language}-1.js`])
})

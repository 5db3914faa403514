// The choice of the language: from the browser, by the user, and when a file of texts cannot be loaded.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { en } from '../../../../src/app/text/en.ts'

const german = { ...en, action: { ...en.action, save: 'Speichern' } }
const englishLoad = vi.fn(async () => en)
const arabicLoad = vi.fn(async () => ({ ...en, action: { ...en.action, save: 'حفظ' } }))

vi.mock('../../../../src/app/text/languages/languages.ts', () => {
  const languages = {
    en: { name: 'English', load: englishLoad },
    de: { name: 'Deutsch', load: async () => german },
    ar: { name: 'العربية', load: arabicLoad },
  }
  return {
    languages,
    isOffered: (code: string) => Object.hasOwn(languages, code),
    offeredLanguages: Object.keys(languages),
  }
})

const stored = new Map<string, string>()
const root = { lang: 'en', dir: '' }
const manifest = new Map<string, string>()

/** Loads the modules anew, as a page does when it opens. */
const openPage = async () => {
  vi.resetModules()
  const { chooseLanguage, languageChoice, startLanguage } = await import(
    '../../../../src/app/state/preferences/language.ts'
  )
  const { t } = await import('../../../../src/app/text/text.ts')
  await startLanguage()
  return { choose: chooseLanguage, choice: languageChoice, save: () => t('action.save') }
}

beforeEach(() => {
  stored.clear()
  Object.assign(root, { lang: 'en', dir: '' })
  vi.stubGlobal('document', {
    documentElement: root,
    querySelector: () => ({ setAttribute: manifest.set.bind(manifest) }),
  })
  vi.stubGlobal('navigator', { languages: ['fr', 'de-AT', 'en'] })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('begins with the first language of the browser that the page has', async () => {
  const page = await openPage()
  expect(page.save()).toBe('Speichern')
  expect(page.choice()).toBe('browser')
  expect(root).toEqual({ lang: 'de', dir: 'ltr' })
})

it('keeps the language that the user chose, and its direction', async () => {
  const page = await openPage()
  await page.choose('ar')
  expect(page.save()).toBe('حفظ')
  expect(root).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(manifest.get('href')).toBe('./manifest.ar.webmanifest')
  const later = await openPage()
  expect(later.choice()).toBe('ar')
  expect(later.save()).toBe('حفظ')
  await later.choose('browser')
  expect(later.save()).toBe('Speichern')
  expect(root.dir).toBe('ltr')
})

it('follows the browser if the stored language is not offered', async () => {
  stored.set('faba.language', 'constructor')
  expect((await openPage()).choice()).toBe('browser')
})

it('shows the last choice when texts of an earlier one arrive late', async () => {
  const page = await openPage()
  const { promise, resolve } = Promise.withResolvers<void>()
  arabicLoad.mockImplementationOnce(async () => {
    await promise
    return { ...en, action: { ...en.action, save: 'حفظ' } }
  })
  const late = page.choose('ar')
  await page.choose('en')
  resolve()
  await late
  expect(page.save()).toBe('Save')
  expect(root).toEqual({ lang: 'en', dir: 'ltr' })
  expect(manifest.get('href')).toBe('./manifest.webmanifest')
})

it('begins in English if the texts of the language cannot be loaded', async () => {
  stored.set('faba.language', 'ar')
  arabicLoad.mockRejectedValueOnce(new TypeError('network'))
  const page = await openPage()
  expect(page.save()).toBe('Save')
  expect(page.choice()).toBe('ar')
  expect(root).toEqual({ lang: 'en', dir: 'ltr' })
})

it('does not begin without texts', async () => {
  stored.set('faba.language', 'ar')
  arabicLoad.mockRejectedValueOnce(new TypeError('network'))
  englishLoad.mockRejectedValueOnce(new TypeError('network'))
  await expect(openPage()).rejects.toMatchObject({ code: 'language-load' })
  stored.set('faba.language', 'en')
  englishLoad.mockRejectedValueOnce(new TypeError('network'))
  await expect(openPage()).rejects.toMatchObject({ code: 'language-load' })
})

it('reports to the user that a language could not be loaded, and stays in the one before', async () => {
  const page = await openPage()
  arabicLoad.mockRejectedValueOnce(new TypeError('network'))
  await expect(page.choose('ar')).rejects.toMatchObject({ code: 'language-load' })
  expect(page.save()).toBe('Speichern')
})

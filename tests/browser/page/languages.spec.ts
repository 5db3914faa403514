// The page in the languages of its users: it begins in that of the browser, changes it at once, and keeps what was typed. Only the texts of
// the user's language are loaded, and they are there without a network.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { ar } from '../../../src/app/text/languages/ar.ts'
import { de } from '../../../src/app/text/languages/de.ts'
import { es } from '../../../src/app/text/languages/es.ts'
import { ru } from '../../../src/app/text/languages/ru.ts'
import type { AnyTranslation } from '../../../src/app/text/translation.ts'
import { createWallet, expectBalance, expectSynced, goTo, shownAddress } from '../support/driver.ts'
import { expectControlled } from '../support/rpc-page.ts'
import { createStaticHost, type Host, startHost } from '../support/static-host.ts'

const DECIMALS = 9
const COIN = 10n ** 9n

let host: Host
/** names of the files that the page and its service worker requested */
let loaded: string[]
/** languages whose files the host lacks */
let lacking: readonly string[]

it.beforeEach(async () => {
  loaded = []
  lacking = []
  const files = createStaticHost('/')
  host = await startHost((request) => {
    loaded.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return lacking.some((language) => request.url.includes(`/texts-${language}-`))
      ? new Response('Not Found\n', { status: 404 })
      : files(request)
  })
})

it.afterEach(() => {
  host?.stop()
})

/** Returns the languages whose texts were loaded. */
const loadedLanguages = (): readonly string[] =>
  [...new Set(loaded.flatMap((file) => /^texts-([a-z]+)-/.exec(file)?.[1] ?? []))].sort()

const expectLanguage = async (page: Page, code: string, direction: 'ltr' | 'rtl'): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', code)
  await expect(page.locator('html')).toHaveAttribute('dir', direction)
}

/** Opens the send screen through the navigation in a language. */
const openSend = async (page: Page, texts: AnyTranslation): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: texts.nav.send, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: texts.send.title })).toBeVisible()
}

/** Opens the settings in the present language and chooses another one. */
const chooseLanguage = async (page: Page, present: AnyTranslation, code: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: present.nav.settings, exact: true }).click()
  await page.getByRole('link', { name: present.settings.appearance, exact: true }).click()
  await page.getByLabel(present.settings.language, { exact: true }).selectOption(code)
}

const openIn = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(host.origin)
  return page
}

it('begins in the language of the browser, with its own manifest, and without a network', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-AT' })
  const page = await openIn(context)
  await expect(page.getByRole('link', { name: de.welcome.create })).toBeVisible()
  await expectLanguage(page, 'de', 'ltr')
  await expectControlled(page)
  const session = await context.newCDPSession(page)
  const { data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ lang: 'de', description: de.app.description })
  expect(loadedLanguages()).toEqual(['de'])

  // The service worker caches the texts in the background.
  const cachedTexts = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('faba-texts'))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().length
    })
  await expect.poll(cachedTexts).toBe(1)
  await context.setOffline(true)
  host.stop()
  await page.reload()
  await expect(page.getByRole('link', { name: de.welcome.create })).toBeVisible()
  // A language that was never shown cannot be loaded now; the page stays as it is.
  await page.getByLabel(de.settings.language, { exact: true }).selectOption('es')
  await expect(page.getByText(de.settings.languageFailed)).toBeVisible()
  await expectLanguage(page, 'de', 'ltr')
  await context.close()
})

it('begins in English if the texts of the language are missing, and asks for a reload without any', async ({
  browser,
}) => {
  lacking = ['es']
  const context = await browser.newContext({ locale: 'es-MX', serviceWorkers: 'block' })
  const page = await openIn(context)
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  await expectLanguage(page, 'en', 'ltr')

  // A reload fetches the files of a newer version; it does not help here, and the next one is up to the user.
  lacking = ['es', 'en']
  await page.reload()
  await expect(page.getByText('A file of Faba did not load.')).toBeVisible()
  expect(loaded.filter((file) => file.startsWith('texts-en'))).toHaveLength(3)
  lacking = []
  await page.reload()
  await expect(page.getByRole('link', { name: es.welcome.create })).toBeVisible()
  await context.close()
})

it('changes the language at once, in every tab, and keeps what was typed', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await openIn(context)
  await createWallet(page, { name: 'Ann', node: en.node.inPage })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * COIN, DECIMALS)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(address)
  await page.getByLabel(en.send.amount, { exact: true }).fill('1.5')
  expect(loadedLanguages()).toEqual(['en'])
  const second = await openIn(context)
  await expect(second.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
  // A reload would lose this.
  await page.evaluate(() => Object.assign(window, { isFirstPage: true }))

  await chooseLanguage(page, en, 'de')
  await expect(page.getByRole('heading', { level: 1, name: de.settings.title })).toBeVisible()
  await expect(second.getByRole('heading', { name: de.otherTab.title })).toBeVisible()
  await expectLanguage(page, 'de', 'ltr')
  await openSend(page, de)
  await expect(page.getByLabel(de.send.to, { exact: true })).toHaveValue(address)
  const amount = page.getByLabel(de.send.amount, { exact: true })
  await expect(amount).toHaveValue('1.5')
  await expect(page.getByText(de.send.standard)).toBeVisible()
  await amount.fill('1.234,5')
  await expect(page.getByText(de.send.tooMuch.replace('{{ amount }}', '100,00\u00a0OXEN'))).toBeVisible()
  await amount.fill('1.234')
  await page.getByRole('button', { name: '1,234\u00a0OXEN', exact: true }).click()
  await expect(amount).toHaveValue('1,2340')

  await chooseLanguage(page, de, 'es')
  await openSend(page, es)
  await expect(page.getByLabel(es.send.to, { exact: true })).toHaveValue(address)
  await expect(page.getByLabel(es.send.amount, { exact: true })).toHaveValue('1,2340')
  await chooseLanguage(page, es, 'ar')
  await expectLanguage(page, 'ar', 'rtl')
  await openSend(page, ar)
  const arabicAmount = page.getByLabel(ar.send.amount, { exact: true })
  await expect(arabicAmount).toHaveValue('1,2340')
  // Digits as Arabic keyboards type them; the page writes those of the blockchain.
  await arabicAmount.fill('١٢٫٥')
  await page.getByRole('button', { name: ar.send.review, exact: true }).click()
  const review = page.getByRole('dialog', { name: ar.send.reviewTitle })
  await expect(review).toContainText(/12[.,]50\u00a0OXEN/)
  await expect(review).not.toContainText(/[٠-٩]/)
  await page.keyboard.press('Escape')
  await chooseLanguage(page, ar, 'browser')
  await openSend(page, en)
  await expect(page.getByLabel(en.send.amount, { exact: true })).toHaveValue('١٢٫٥')
  expect(await page.evaluate(() => 'isFirstPage' in window)).toBe(true)
  expect(loadedLanguages()).toEqual(['ar', 'de', 'en', 'es'])
  await context.close()
})

it('loads the Cyrillic letters of its font for readers of Russian only, and keeps them without a network', async ({
  browser,
}) => {
  const letters = () => loaded.filter((file) => file.startsWith('inter-cyrillic-ru-'))
  const english = await browser.newContext({ locale: 'en-US' })
  const page = await openIn(english)
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  await page.getByRole('link', { name: en.welcome.create }).click()
  await expect(page.getByLabel(en.wallet.name, { exact: true })).toBeVisible()
  expect(letters()).toEqual([])
  await english.close()

  const russian = await browser.newContext({ locale: 'ru-RU' })
  const reader = await openIn(russian)
  const create = reader.getByRole('link', { name: ru.welcome.create })
  await expect(create).toBeVisible()
  /** The status of the face with Cyrillic letters. */
  const status = () =>
    reader.evaluate(() => [...document.fonts].find((face) => /U\+400/i.test(face.unicodeRange))?.status)
  await expect.poll(status).toBe('loaded')
  expect(letters()).not.toEqual([])
  await expectControlled(reader)
  const isKept = () =>
    reader.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('faba-texts'))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().some(({ url }) => url.includes('inter-cyrillic-ru-'))
    })
  await expect.poll(isKept).toBe(true)
  await russian.setOffline(true)
  host.stop()
  await reader.reload()
  await expect(create).toBeVisible()
  await expect.poll(status).toBe('loaded')
  await russian.close()
})

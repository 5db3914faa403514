// The sheet of paper with the words of a wallet: one page, with nothing else of the screen, and gone with the words.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { ar } from '../../../src/app/text/languages/ar.ts'
import type { AnyTranslation } from '../../../src/app/text/translation.ts'
import { createWallet, fillWallet, openSettings, PASSWORD } from '../support/driver.ts'
import { readPdf } from '../support/pdf.ts'
import { serveAll } from '../support/serve-all.ts'
import { expectTexts } from '../support/texts.ts'

const served = serveAll()
const contexts: BrowserContext[] = []
it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** Opens the page with a print dialog that closes at once. */
const openPage = async (newContext: () => Promise<BrowserContext>): Promise<Page> => {
  const context = await newContext()
  contexts.push(context)
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const page = await context.newPage()
  await page.goto(served.url)
  return page
}

const sheetOf = (page: Page) => page.locator('.backup-sheet')

/** Presses the button, and returns the text of the printed page. The screen is as before. */
const print = async (page: Page, texts: AnyTranslation): Promise<string> => {
  await page.getByRole('button', { name: texts.sheet.print, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
  await expect(sheetOf(page)).toBeHidden()
  const colorScheme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  await page.emulateMedia({ media: 'print', colorScheme })
  await expect(sheetOf(page)).toBeVisible()
  // Nothing else is on it, whatever is open on the screen.
  const seen = await page.evaluate(() =>
    [...document.body.children].filter((child) => child.checkVisibility()).map(({ className }) => className),
  )
  expect(seen).toEqual(['backup-paper'])
  // Dark on white, also in the dark theme.
  const colours = await sheetOf(page).evaluate((sheet) => [
    getComputedStyle(sheet).color,
    ...[document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor),
  ])
  expect(colours).toEqual(['rgb(23, 32, 27)', 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
  const sheets: string[] = []
  for (const format of ['A4', 'Letter']) {
    const file = await page.pdf({ format, preferCSSPageSize: true, printBackground: true })
    const { pages, text } = readPdf(file)
    expect(pages, format).toBe(1)
    sheets.push(text)
  }
  await page.emulateMedia({ media: 'screen', colorScheme })
  await page.evaluate(() => document.documentElement.removeAttribute('data-printed'))
  return sheets[0] ?? ''
}

const wordsOn = (page: Page, name: string): Promise<string[]> =>
  page.getByRole('list', { name }).locator('.word').allTextContents()

/** Neither the title nor the address of the page, which browsers print and keep, has a word. */
const expectNoTrace = async (page: Page, words: readonly string[]): Promise<void> => {
  await expect(sheetOf(page)).toHaveCount(0)
  const traces = `${await page.title()} ${page.url()}`.toLowerCase()
  for (const word of words.filter(({ length }) => length > 4)) expect(traces).not.toContain(word.toLowerCase())
}

it('is printed with 25 words when a wallet is created, and later from the settings', async ({ browser }) => {
  const page = await openPage(() => browser.newContext({ colorScheme: 'dark' }))
  let created = ''
  const words = await createWallet(page, { name: 'Paper' }, async (screen) => {
    if (screen === 'words') created = await print(page, en)
  })
  await expectNoTrace(page, words)
  for (const [i, word] of words.entries()) expect(created).toContain(`${i + 1}${word}`)
  for (const text of ['Paper', en.network['oxen-regtest'], en.sheet.none, en.sheet.keptAt, en.sheet.keep])
    expect(created).toContain(text.replace(/\s/g, ''))
  expect(created).not.toContain(en.sheet.passphraseKeptAt.replace(/\s/g, ''))

  await openSettings(page, 'security')
  await page.getByRole('button', { name: en.settings.secrets, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  const again = await print(page, en)
  for (const [i, word] of words.entries()) expect(again).toContain(`${i + 1}${word}`)
  // The same address, which the wallet has by now.
  const address = /\w{90,}/.exec(again)?.[0] ?? 'none'
  expect(created).toContain(address)
  await page.keyboard.press('Escape')
  await expectNoTrace(page, words)
})

it('says that 16 words contain their month and need a passphrase, which it does not name, and goes with a change', async ({
  browser,
}) => {
  const page = await openPage(() => browser.newContext())
  await page.getByRole('link', { name: en.welcome.create }).click()
  await fillWallet(page, { name: 'W'.repeat(60), network: en.network['monero-stagenet'], nodeUrl: served.url })
  await page.getByRole('button', { name: en.action.continue }).click()
  await expect(page.getByRole('heading', { name: en.create.wordsTitle })).toBeVisible()
  const words = await wordsOn(page, en.create.words)
  expect(words).toHaveLength(16)
  const bare = await print(page, en)
  await page.getByText(en.restore.more, { exact: true }).click()
  await page.getByLabel(en.restore.offset, { exact: true }).fill('zebra crossing')
  await expect(sheetOf(page)).toHaveCount(0)
  const text = await print(page, en)
  for (const [i, word] of words.entries()) expect(text).toContain(`${i + 1}${word}`)
  for (const line of [en.sheet.inside, en.sheet.needed, en.sheet.passphraseKeptAt, en.network['monero-stagenet']])
    expect(text).toContain(line.replace(/\s/g, ''))
  expect(text).not.toContain('zebra')
  // Another address belongs to the words with a passphrase.
  const addresses = [bare, text].map((each) => /5\w{94}/.exec(each)?.[0])
  expect(addresses[0]).toBeDefined()
  expect(addresses[1]).not.toBe(addresses[0])
  // Other words are another wallet.
  await page.getByLabel(en.create.language, { exact: true }).selectOption('Spanish')
  await expect(sheetOf(page)).toHaveCount(0)
})

it('is one page in lines from right to left, and with the longest words', async ({ browser }) => {
  const page = await openPage(() => browser.newContext({ locale: 'ar' }))
  expectTexts(page, ar)
  await page.getByRole('link', { name: ar.welcome.create }).click()
  await fillWallet(page, { name: `محفظة ${'الادخار '.repeat(8)}` })
  await page.getByRole('button', { name: ar.action.continue }).click()
  await expect(page.getByRole('heading', { name: ar.create.wordsTitle })).toBeVisible()
  for (const language of ['German', 'Lojban', 'Russian']) {
    const words = await wordsOn(page, ar.create.words)
    await page.getByLabel(ar.create.language, { exact: true }).selectOption(language)
    await expect.poll(() => wordsOn(page, ar.create.words)).not.toEqual(words)
    const text = await print(page, ar)
    for (const word of await wordsOn(page, ar.create.words)) expect(text, language).toContain(word)
  }
})

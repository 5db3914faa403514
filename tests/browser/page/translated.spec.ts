// The page while a browser or an extension translates it: nothing fails, every change shows, and words, addresses, amounts and names stay as they are.
import { type Browser, type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  fundWallet,
  goTo,
  nodeCall,
  openSettings,
  syncState,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { tourScreens } from '../support/tour.ts'
import { TRANSLATIONS, type Translation, translatePages } from '../support/translator.ts'

const served = serveAll()
const contexts: BrowserContext[] = []
it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** What no translation may change: words, addresses, keys, ids, amounts, and texts of the user. */
const UNTOUCHABLE = '.word, .mono, code, pre, .amount, bdi:not(.page-text), [dir=auto]:not(.transfer-title)'

const translatedPage = async (
  browser: Browser,
  how: Translation,
): Promise<{ readonly page: Page; readonly errors: readonly string[] }> => {
  const context = await browser.newContext({ baseURL: served.url })
  contexts.push(context)
  await translatePages(context, how)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, errors }
}

for (const how of TRANSLATIONS)
  it(`shows every screen while its texts are ${how}, and leaves words, addresses, amounts and names alone`, async ({
    browser,
  }) => {
    const { page, errors } = await translatedPage(browser, how)
    const translated: Record<string, readonly string[]> = {}
    await tourScreens(page, async (screen) => {
      expect(errors, screen).toEqual([])
      const found = await page.evaluate((selector) => {
        const nearest = [...document.querySelectorAll<HTMLElement>(selector)].filter(
          (element) => element.translate && !element.matches('input, textarea'),
        )
        return [...new Set(nearest.map(({ localName, className }) => `${localName}.${className}`))]
      }, UNTOUCHABLE)
      if (found.length > 0) translated[screen] = found
    })
    expect(translated).toEqual({})
  })

const DECIMALS = 9

/** Waits until an element shows a text and nothing else. */
const expectText = async (page: Page, selector: string, text: string | RegExp): Promise<void> => {
  await expect(page.locator(selector).first()).toHaveText(text)
}

for (const how of TRANSLATIONS)
  it(`shows each change while the texts of the page are ${how}`, async ({ browser }) => {
    const { page, errors } = await translatedPage(browser, how)
    await page.goto('/')
    await createWallet(page, { name: 'Ann' })
    await expectSynced(page)
    const funds = await fundWallet(page, served.url, DECIMALS)
    const total = '[data-testid=balance-total]'
    await expectText(page, total, '100.00\u00a0OXEN')
    await page.getByRole('button', { name: en.home.faucet }).click()
    await expectBalance(page, 2n * funds, DECIMALS)
    await expectText(page, total, '200.00\u00a0OXEN')
    // Texts, amounts and lists that come and go.
    await expect(page.locator('a.transfer')).toHaveCount(2)
    const block = async (): Promise<number> =>
      Number(((await syncState(page).locator('.network-height').textContent()) ?? '').replace(/[^\d]/g, ''))
    const before = await block()
    await nodeCall(served.url, 'dev_mine', { blocks: 1 })
    await expect.poll(block).toBe(before + 1)
    await page.keyboard.press('ControlOrMeta+Alt+h')
    await expect(page.locator(total)).not.toHaveText(/\d/)
    await page.keyboard.press('ControlOrMeta+Alt+h')
    await expectText(page, total, '200.00\u00a0OXEN')

    await goTo(page, 'send')
    const to = page.getByLabel(en.send.to, { exact: true })
    const amount = page.getByLabel(en.send.amount, { exact: true })
    await amount.fill('1.5')
    const leaves = page.getByTestId('summary-leaves')
    await expect(leaves).toHaveText(/^1\.5\d+\u00a0OXEN$/)
    await amount.fill('2.25')
    await expect(leaves).toHaveText(/^2\.2\d+\u00a0OXEN$/)
    await amount.fill('1000')
    const problem = page.getByText(/^That is more than the /)
    await expect(problem).toHaveText('That is more than the 200.00\u00a0OXEN available now.')
    await amount.fill('')
    await expect(problem).toHaveCount(0)
    const field = page.locator('.field').filter({ has: to })
    await to.fill('nonsense')
    await expect(field.locator('.field-problem')).toHaveText(/^This is not an address\./)
    await to.fill('')
    await expect(field.locator('.field-problem')).toHaveText('')
    await expect(field.locator('.field-hint')).toHaveText(en.send.toHint)

    // A button whose text changes, and another language of the whole page.
    await openSettings(page, 'display')
    await page.getByLabel(en.settings.language, { exact: true }).selectOption('de')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen')
    const stale = await page.evaluate(
      (texts) => texts.filter((text) => document.querySelector('#root')?.textContent.includes(text)),
      [en.nav.home, en.nav.receive, en.nav.history, en.settings.lockLabel, en.settings.about],
    )
    expect(stale).toEqual([])
    expect(errors).toEqual([])
  })

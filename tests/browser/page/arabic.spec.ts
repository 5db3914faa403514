// The page in Arabic, from right to left: its screens fit, down to 320 pixels, and axe finds no serious problem; a user who types ٠–٩ makes a
// payment; addresses, keys and amounts run from left to right.
import { expect, test as it, type Page } from '@playwright/test'
import { ar } from '../../../src/app/text/languages/ar.ts'
import { LOOKS, seriousProblems } from '../support/axe.ts'
import { goTo, PASSWORD } from '../support/driver.ts'
import { overflowsOf } from '../support/overflow.ts'
import { serveAll } from '../support/serve-all.ts'
import { expectTexts } from '../support/texts.ts'
import { tourScreens } from '../support/tour.ts'
import { resizePage } from '../support/viewport.ts'

const served = serveAll()
const [PHONE_LIGHT, , , DESKTOP_DARK] = LOOKS

/** Returns addresses, keys, amounts and fields of numbers on the screen that do not run from left to right. */
const turnedAround = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mono, .amount, code, input[inputmode="decimal"], input[inputmode="numeric"]')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).direction !== 'ltr')
      .map((element) => element.outerHTML.slice(0, 160)),
  )

/** Returns texts with their own direction that do not begin where the lines of the page do. */
const misaligned = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** Whether a text of one column of lines is nearer to the left of it. */
    const standsLeft = (element: Element): boolean => {
      const parent = element.parentElement
      if (parent === null || getComputedStyle(parent).display !== 'grid') return false
      const range = document.createRange()
      range.selectNodeContents(element)
      const text = range.getBoundingClientRect()
      const column = parent.getBoundingClientRect()
      return text.left - column.left + 1 < column.right - text.right
    }
    return [...document.querySelectorAll('[dir="auto"]:not(textarea)')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { textAlign } = getComputedStyle(element)
        return !/right|center/.test(textAlign) || (textAlign !== 'center' && standsLeft(element))
      })
      .map((element) => `${getComputedStyle(element).textAlign}: ${element.outerHTML.slice(0, 160)}`)
  })

/** Returns texts of the screen with digits of another script than 0–9: amounts, dates and counts must look alike everywhere. */
const foreignDigits = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('body').textContent())?.match(/\S*[٠-٩۰-۹]\S*/g) ?? []

it('shows every screen from right to left, and makes a payment', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: served.url, locale: 'ar-EG', reducedMotion: 'reduce' })
  const page = await context.newPage()
  expectTexts(page, ar)
  const problems: Record<string, readonly string[]> = {}
  const inspect = async (screen: string): Promise<void> => {
    const found: string[] = []
    for (const { viewport, colorScheme } of [DESKTOP_DARK, PHONE_LIGHT]) {
      await resizePage(page, viewport)
      await page.emulateMedia({ colorScheme })
      found.push(...(await seriousProblems(page)), ...(await overflowsOf(page)))
    }
    found.push(...(await turnedAround(page)), ...(await misaligned(page)), ...(await foreignDigits(page)))
    if (found.length > 0) problems[screen] = found
  }
  await tourScreens(page, inspect, '١٫٥')
  expect(problems).toEqual({})
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  await page.getByLabel(ar.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: ar.unlock.submit, exact: true }).click()
  await goTo(page, 'history')
  await resizePage(page, { width: 1280, height: 800 })
  const row = page.getByRole('grid', { name: ar.history.list }).locator('[data-direction="out"]')
  await expect(row.locator('.transfer-title')).toHaveText(ar.history.self)
  const shownAmount = row.locator('[data-column="amount"] .amount')
  await expect(shownAmount).toHaveText('1.50\u00a0OXEN')
  const ring = await row.locator('.ring').boundingBox()
  const amount = await shownAmount.boundingBox()
  expect(ring?.x, 'a row begins at the right').toBeGreaterThan(amount?.x ?? Number.POSITIVE_INFINITY)
  await context.close()
})

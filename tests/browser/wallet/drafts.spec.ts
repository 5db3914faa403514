// What the user has begun to enter survives a reload and a lock, on every screen; a switch to another wallet asks before it is lost.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t } from '../../../src/app/text/text.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  closeWallet,
  createWallet,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  openTool,
  PASSWORD,
  shownAddress,
  unlockInPlace,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

it.describe.configure({ mode: 'serial' })

const served = serveAll()
let context: BrowserContext
let page: Page
let address: string

it.beforeAll(async ({ browser }) => {
  const visitor = await newVisitor(browser, served.url)
  context = visitor.context
  page = visitor.page
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await fundWallet(page, served.url, 9)
  await goTo(page, 'receive')
  address = await shownAddress(page)
})

it.afterAll(async () => await context?.close())

const field = (label: string, at = 0) => page.getByLabel(label, { exact: true }).nth(at)

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

/** Enters something on each screen; ends on that of the proofs. */
const enterAll = async (): Promise<void> => {
  await goTo(page, 'send')
  await field(en.send.to).fill(address)
  await field(en.send.amount).fill('1.25')
  await page.getByRole('button', { name: en.send.addRecipient }).click()
  await field(en.send.to, 1).fill('not an address')
  await field(en.send.note).fill('Rent November')
  await goTo(page, 'receive')
  await field(en.receive.amount).fill('7.5')
  await field(en.receive.message).fill('Invoice 1042')
  await goTo(page, 'history')
  await page.locator('main .transfer').first().click()
  await field(en.details.note).fill('a gift')
  await openTool(page, en.tools.names)
  await field(en.ownNames.name).fill('ann')
  await openTool(page, en.tools.stakes)
  await field(en.stakes.amount).fill('15')
  await openTool(page, en.tools.offline)
  await field(en.offline.unsigned).fill('abcd')
  await openTool(page, en.proofs.title)
  await field(en.proofs.text).fill('I am Ann')
  await field(en.proofs.received).fill('SpendProofV1abc')
}

const expectAll = async (): Promise<void> => {
  await expect(field(en.proofs.text)).toHaveValue('I am Ann')
  await expect(field(en.proofs.received)).toHaveValue('SpendProofV1abc')
  await openTool(page, en.tools.offline)
  await expect(field(en.offline.unsigned)).toHaveValue('abcd')
  await openTool(page, en.tools.stakes)
  await expect(field(en.stakes.amount)).toHaveValue('15')
  await openTool(page, en.tools.names)
  await expect(field(en.ownNames.name)).toHaveValue('ann')
  await goTo(page, 'history')
  await page.locator('main .transfer').first().click()
  await expect(field(en.details.note)).toHaveValue('a gift')
  await goTo(page, 'receive')
  await expect(field(en.receive.amount)).toHaveValue('7.5')
  await expect(field(en.receive.message)).toHaveValue('Invoice 1042')
  await goTo(page, 'send')
  await expect(field(en.send.to)).toHaveValue(address)
  await expect(field(en.send.amount)).toHaveValue('1.25')
  await expect(field(en.send.to, 1)).toHaveValue('not an address')
  await expect(field(en.send.note)).toHaveValue('Rent November')
}

it('keeps what was entered on every screen over a reload and a lock', async () => {
  await enterAll()
  await page.waitForTimeout(500)
  await page.reload()
  await unlockInPlace(page, 'Ann')
  await expect(heading(en.proofs.title)).toBeVisible()
  await expectAll()

  // At once after the last key.
  await field(en.send.note).fill('Rent December')
  await page.keyboard.press('Control+Alt+l')
  await unlockInPlace(page, 'Ann')
  await expect(heading(en.send.title)).toBeVisible()
  await expect(field(en.send.note)).toHaveValue('Rent December')
  await expect(field(en.send.to)).toHaveValue(address)
  // Nothing of it is readable in the storage of the tab or the site.
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(kept).not.toContain('Rent')
  expect(kept).not.toContain(address)
})

it('asks before a switch to another wallet loses it, and keeps it when the user stays', async () => {
  const dialog = page.getByRole('dialog', { name: en.leaving.title })
  await closeWallet(page)
  await expect(dialog).toContainText(en.nav.send)
  await expect(dialog).toContainText(en.nav.receive)
  await expectAccessible(page, 'switch question')
  await dialog.getByRole('button', { name: en.action.cancel }).click()
  await expect(field(en.send.note)).toHaveValue('Rent December')

  // From the command palette too, and a lock in its place keeps it.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('close')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: en.nav.lock }).click()
  await unlockInPlace(page, 'Ann')
  await expect(field(en.send.note)).toHaveValue('Rent December')

  await closeWallet(page)
  await dialog.getByRole('button', { name: en.leaving.discard }).click()
  await page.getByRole('link', { name: /Ann/ }).click()
  await expect(page.getByRole('heading', { name: t('unlock.title', { name: 'Ann' }) })).toBeVisible()
  await page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await goTo(page, 'send')
  await expect(field(en.send.note)).toHaveValue('')
  await expect(field(en.send.to)).toHaveValue('')
  await goTo(page, 'receive')
  await expect(field(en.receive.message)).toHaveValue('')

  // Nothing is entered: nothing is asked.
  await closeWallet(page)
  await expect(page.getByRole('link', { name: /Ann/ })).toBeVisible()
})

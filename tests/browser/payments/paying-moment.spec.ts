// The moment of paying: what the review says before it is confirmed, and the result, which follows the payment into the chain.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t, tCount } from '../../../src/app/text/text.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  contactRows,
  createWallet,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  readAmount,
  shownAddress,
  walletOfVisitor,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

it.describe.configure({ mode: 'serial' })

const served = serveAll()
const DECIMALS = 9
const COIN = 10n ** 9n

let context: BrowserContext
let page: Page
let own: string
let ben: { readonly address: string; readonly context: BrowserContext }

it.beforeAll(async ({ browser }) => {
  const visitor = await newVisitor(browser, served.url)
  context = visitor.context
  page = visitor.page
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await fundWallet(page, served.url, DECIMALS)
  ben = await walletOfVisitor(browser, served.url, 'Ben')
  await goTo(page, 'receive')
  own = await shownAddress(page)
  await goTo(page, 'contacts')
  await page.getByRole('button', { name: en.contacts.add, exact: true }).first().click()
  await page.getByLabel(en.contacts.name, { exact: true }).fill('Ben Bean')
  await page.getByLabel(en.contacts.address, { exact: true }).fill(ben.address)
  await page.getByRole('button', { name: en.contacts.save }).click()
  await expect(contactRows(page)).toContainText('Ben Bean')
})

it.afterAll(async () => {
  await context?.close()
  await ben?.context.close()
})

const dialog = () => page.getByRole('dialog', { name: en.send.reviewTitle })

it('says in the review who is paid, from which account, how fast, and what remains', async () => {
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(ben.address)
  await page.getByLabel(en.send.amount, { exact: true }).fill('2.5')
  await page.getByRole('button', { name: en.send.addRecipient }).click()
  await page.getByLabel(en.send.to, { exact: true }).nth(1).fill(own)
  await page.getByLabel(en.send.amount, { exact: true }).nth(1).fill('1')
  await page.getByLabel(en.send.note, { exact: true }).fill('Rent November')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(dialog()).toContainText('Ben Bean', { timeout: 60_000 })
  await expect(dialog().getByText(en.send.own)).toHaveCount(1)
  await expect(dialog().getByText(en.home.primary, { exact: true })).toBeVisible()
  await expect(dialog()).toContainText(en.send.priorityNames.unimportant)
  await expect(dialog()).toContainText('Rent November')
  // One coin of 100 is spent: nothing remains at once, and the change returns later.
  expect(await readAmount(page, 'left', DECIMALS)).toBe(0n)
  const fee = await readAmount(page, 'fee', DECIMALS)
  expect(await readAmount(page, 'change', DECIMALS)).toBe(100n * COIN - (7n * COIN) / 2n - fee)
  await expectAccessible(page, 'review')
})

it('shows the result with amount, recipients, fee and note, and follows it block by block', async () => {
  await page.getByRole('button', { name: en.send.confirm }).click()
  await expect(page.getByRole('heading', { name: en.send.doneTitle })).toBeVisible({ timeout: 60_000 })
  const result = page.locator('.result')
  const state = page.getByTestId('payment-state')
  expect(await readAmount(page, 'paid-amount', DECIMALS)).toBe((7n * COIN) / 2n)
  await expect(result).toContainText(tCount('paid.toSeveral', 2))
  await expect(result).toContainText('Rent November')
  await expect(state).toHaveText(en.paid.waiting)
  // Ids are there for those who look for them.
  await expect(result.locator('.txids')).toBeHidden()
  await result.getByText(en.paid.proof).click()
  await expect(result.locator('.txids')).toContainText(en.send.txid)
  await result.getByText(en.paid.proof).click()
  await expectAccessible(page, 'result')

  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expect(state).toHaveText(t('paid.blocks', { count: 1, needed: 10 }), { timeout: 60_000 })
  await nodeCall(served.url, 'dev_mine', { blocks: 9 })
  await expect(state).toHaveText(en.history.confirmed, { timeout: 60_000 })
  await result.getByRole('link', { name: en.paid.done }).click()
  await expect(page.getByTestId('balance-total')).toBeVisible()
})

it('names the contact that was paid alone', async () => {
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(ben.address)
  await page.getByLabel(en.send.amount, { exact: true }).fill('0.75')
  await page.getByRole('button', { name: en.send.review }).click()
  await page.getByRole('button', { name: en.send.confirm }).click()
  await expect(page.locator('.result')).toContainText(t('paid.to', { name: 'Ben Bean' }), { timeout: 60_000 })
  // A contact need not be saved.
  await expect(page.getByRole('button', { name: en.contacts.keep })).toHaveCount(0)
})

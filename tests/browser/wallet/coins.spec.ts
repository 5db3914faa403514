// The coins of a wallet: their labels, their details, and the split of one into several.
import { type BrowserContext, expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  confirmPayment,
  expectBalance,
  fundWallet,
  goTo,
  nodeCall,
  readAmount,
  unlockWallet,
  walletOfVisitor,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

const DECIMALS = oxenRegtest.decimals
const COIN = 10n ** BigInt(DECIMALS)

const served = serveAll()
const contexts: BrowserContext[] = []

it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

it('labels a coin, finds it by its label, and shows what is known of it', async ({ browser }) => {
  const { page, context } = await walletOfVisitor(browser, served.url, 'Ann')
  contexts.push(context)
  await fundWallet(page, served.url, DECIMALS)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 200n * COIN, DECIMALS)
  await resizePage(page, { width: 1440, height: 900 })
  await goTo(page, 'coins')
  const coins = page.getByRole('grid', { name: en.coins.list })
  const rows = coins.locator('.coin')
  await expect(rows).toHaveCount(2)

  // In its row; Escape leaves it as it is.
  const field = coins.getByLabel(en.receive.label, { exact: true })
  await rows.first().press('e')
  await field.fill('Nothing')
  await field.press('Escape')
  await expect(rows.first()).toBeFocused()
  await expect(coins).not.toContainText('Nothing')
  await rows.first().press('F2')
  await expect(field).toBeFocused()
  await field.fill('Rent of May')
  await field.press('Enter')
  const labelled = rows.filter({ hasText: 'Rent of May' })
  await expect(labelled).toHaveCount(1)
  await expect(labelled).toContainText(en.coins.kinds.received)
  await page.getByLabel(en.coins.search, { exact: true }).fill('rent')
  await expect(rows).toHaveCount(1)
  await page.getByLabel(en.coins.search, { exact: true }).fill('')
  await expect(rows).toHaveCount(2)

  // Beside the list, where there is space, and in a dialog elsewhere.
  await labelled.press('Enter')
  const panel = page.getByRole('region', { name: en.coins.one, exact: true })
  for (const name of [en.coins.outputKey, en.proofs.keyImage, en.coins.globalIndex, en.details.txid, en.details.height])
    await expect(panel).toContainText(name)
  await panel.getByLabel(en.receive.label, { exact: true }).fill('Rent of June')
  await panel.getByRole('button', { name: en.action.save, exact: true }).click()
  await expect(rows.filter({ hasText: 'Rent of June' })).toHaveCount(1)
  await expectAccessible(page, 'coins')
  await resizePage(page, { width: 390, height: 844 })
  const dialog = page.getByRole('dialog', { name: en.coins.one, exact: true })
  await expect(dialog).toContainText(en.coins.outputKey)
  await dialog.getByRole('link', { name: en.coins.toPayment }).click()
  await expect(page.getByRole('heading', { name: en.details.title, exact: true })).toBeVisible()

  await page.reload()
  await unlockWallet(page, 'Ann')
  await goTo(page, 'coins')
  await expect(page.locator('.coin-row').filter({ hasText: 'Rent of June' })).toHaveCount(1)
})

it('splits a coin into as many as the user wants, after it says what others learn', async ({ browser }) => {
  const { page, context } = await walletOfVisitor(browser, served.url, 'Ann')
  contexts.push(context)
  await fundWallet(page, served.url, DECIMALS)
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await expect.poll(() => readAmount(page, 'balance-available', DECIMALS), { timeout: 60_000 }).toBe(100n * COIN)
  await goTo(page, 'coins')
  const rows = page.getByRole('grid', { name: en.coins.list }).locator('.coin')
  await rows.getByRole('checkbox').check()
  await page.getByRole('region', { name: en.table.selection }).getByRole('button', { name: en.coins.split }).click()
  const dialog = page.getByRole('dialog', { name: en.coins.splitTitle })
  const count = dialog.getByLabel(en.coins.splitInto)
  for (const wrong of ['1', '16', 'x']) {
    await count.fill(wrong)
    await dialog.getByRole('button', { name: en.send.review }).click()
    await expect(dialog).toContainText('Enter a number from 2 to 15.')
  }
  await count.fill('4')
  await expect(dialog).toContainText('a transaction makes 4 coins')
  await expect(dialog).toContainText('25.00')
  await dialog.getByRole('button', { name: en.send.review }).click()
  const review = page.getByRole('dialog', { name: en.send.reviewTitle })
  await expect(review).toContainText('a transaction makes 4 coins', { timeout: 120_000 })
  // The address once, not for each coin.
  await expect(review.getByText(en.send.own, { exact: true })).toHaveCount(1)
  const fee = await readAmount(page, 'fee', DECIMALS)
  await confirmPayment(page)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'home')
  await expectBalance(page, 100n * COIN - fee, DECIMALS)
  await goTo(page, 'coins')
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: '24.' })).toHaveCount(4)
})

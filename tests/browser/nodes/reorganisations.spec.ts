// Reorganisations: a payment that is no longer in the chain is sent again only by the user, and a deep one is followed only if the user
// decides so. FABA_SCREENSHOTS names a folder for screenshots of both, at phone and desktop width, light and dark.
import { join } from 'node:path'
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import {
  confirmPayment,
  fundWallet,
  goTo,
  nodeCall,
  reviewPayment,
  syncState,
  walletOfVisitor,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

const served = serveAll()
const contexts: BrowserContext[] = []

it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['FABA_SCREENSHOTS']
  if (folder === undefined) return
  for (const [size, width, height] of [
    ['phone', 390, 844],
    ['desktop', 1280, 800],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await resizePage(page, { width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true })
    }
}

it('shows a payment that is no longer in the chain, and sends it again when the user does', async ({ browser }) => {
  const { context, page, address } = await walletOfVisitor(browser, served.url, 'Ann')
  contexts.push(context)
  await fundWallet(page, served.url, oxenRegtest.decimals)
  await reviewPayment(page, address, '1')
  const txid = await confirmPayment(page)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'home')
  const row = page.locator('.transfer[data-direction=out]')
  await expect(row).not.toContainText(en.history.pool, { timeout: 60_000 })

  await nodeCall(served.url, 'dev_reorg', { pop: 1, mine: 3, keep_transactions: false })
  await expect(row).toContainText(en.history.reverted, { timeout: 60_000 })
  await shoot(page, 'reverted-home')
  await row.click()
  await expect(page.getByText(en.details.reverted)).toBeVisible()
  await shoot(page, 'reverted-details')
  const { transactions = [] } = await nodeCall(served.url, 'get_transaction_pool', {})
  expect(JSON.stringify(transactions)).not.toContain(txid)
  await page.getByRole('button', { name: en.details.resend }).click()
  await expect(page.getByText(en.details.reverted)).toBeHidden()
  await expect
    .poll(async () => JSON.stringify((await nodeCall(served.url, 'get_transaction_pool', {}))['transactions'] ?? []))
    .toContain(txid)

  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'home')
  await expect(row).not.toContainText(en.history.pool, { timeout: 60_000 })
  await expect(row).not.toContainText(en.history.reverted)
})

it('keeps its chain when the node replaces more blocks than allowed, until the user follows the node', async ({
  browser,
}) => {
  const { context, page } = await walletOfVisitor(browser, served.url, 'Ben')
  contexts.push(context)
  await nodeCall(served.url, 'dev_mine', { blocks: 110 })
  const card = syncState(page)
  await expect(card).toHaveAttribute('data-phase', 'synced', { timeout: 60_000 })
  const { height } = await nodeCall(served.url, 'get_info', {})
  await expect(card).toContainText(Number(height).toLocaleString('en'), { timeout: 60_000 })

  await nodeCall(served.url, 'dev_reorg', { pop: 105, mine: 107 })
  await expect(page.getByRole('heading', { name: en.sync.fork })).toBeVisible({ timeout: 60_000 })
  await expect(card).toContainText(en.sync.badgeStopped)
  await expect(card).not.toContainText(en.sync.offlineHint)
  await shoot(page, 'deep-reorganisation')
  const split = Number(height) - 105
  await page.getByRole('button', { name: en.sync.forkGo.replace('{{ height }}', `${split}`) }).click()
  await expect(page.getByRole('heading', { name: en.sync.fork })).toBeHidden({ timeout: 60_000 })
  await expect(card).toHaveAttribute('data-phase', 'synced', { timeout: 60_000 })
  await expect(card).toContainText((Number(height) + 2).toLocaleString('en'))
})

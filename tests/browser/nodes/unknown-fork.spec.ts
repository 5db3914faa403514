// The network passes a hard fork that this version does not know: the page says so, shows what it has, and does not pay.
import { expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  shownAddress,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const FORK_HEIGHT = 130
const served = serveAll('--forks', `7:1,17:2,18:${FORK_HEIGHT}`)

it('says that an update is needed, and keeps what it knows', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  const total = await fundWallet(page, served.url, oxenRegtest.decimals)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await goTo(page, 'home')

  const { height } = await nodeCall(served.url, 'get_info', {})
  await nodeCall(served.url, 'dev_mine', { blocks: FORK_HEIGHT - Number(height) + 5 })
  const card = page.getByRole('region', { name: en.sync.label })
  await expect(card).toHaveAttribute('data-phase', 'outdated', { timeout: 120_000 })
  await expect(page.getByText('the network follows hard fork 18', { exact: false })).toBeVisible()
  await expectBalance(page, total, oxenRegtest.decimals)

  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(address)
  await page.getByLabel(en.send.amount, { exact: true }).fill('1')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(page.getByText(en.error.unknownFork)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('dialog', { name: en.send.reviewTitle })).toBeHidden()

  await context.close()
})

// A wallet that is restored shows what is known while it reads the chain, not a balance of 0 and an empty history.
import { expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  fillWallet,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  openTool,
  restoreWallet,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()
const DECIMALS = 9

/** More blocks than the node sends at once. */
const BLOCKS = 1100

it('says that the balance is still being read during a restore, and until when payments are counted', async ({
  browser,
}) => {
  const first = await newVisitor(browser, served.url)
  const words = await createWallet(first.page, { name: 'Ann' })
  await expectSynced(first.page)
  const coins = await fundWallet(first.page, served.url, DECIMALS)
  await nodeCall(served.url, 'dev_mine', { blocks: BLOCKS })
  await first.page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(first.page, 2n * coins, DECIMALS)
  await first.context.close()

  const { page, context } = await newVisitor(browser, served.url)
  /** How many requests for blocks the node answers; the others wait. */
  let answered = 0
  const waiting: (() => void)[] = []
  const answer = (count: number): void => {
    answered = count
    for (const go of waiting.splice(0)) go()
  }
  let requests = 0
  await context.route(/get_?blocks(_fast)?\.bin/, async (route) => {
    requests += 1
    const mine = requests
    while (mine > answered) await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  // All blocks come from the node.
  await context.route('**/compact/**', (route) => route.abort())
  await restoreWallet(page, words.join(' '), { name: 'Ann again' })

  // Nothing is read yet.
  const balance = page.getByRole('region', { name: en.home.balance })
  await expect(page.getByTestId('balance-total')).toHaveText(en.reading.running)
  await expect(page.getByTestId('balance-available')).toHaveCount(0)
  await expect(page.getByText(en.home.empty)).toHaveCount(0)
  await expect(page.getByText(en.reading.hint).first()).toBeVisible()
  await goTo(page, 'history')
  await expect(page.getByText(en.reading.hint)).toBeVisible()
  await expect(page.getByText(en.history.empty)).toHaveCount(0)
  await goTo(page, 'send')
  await expect(page.getByRole('main').getByText(en.reading.running, { exact: true })).toBeVisible()
  await goTo(page, 'home')

  // A part is read, with the first payment.
  answer(1)
  await expect(balance.getByText(/8\d % of the chain is read\. Payments after .+ are not counted yet\./)).toBeVisible()
  await expect(balance.getByRole('heading', { name: en.reading.soFar })).toBeVisible()
  await expectBalance(page, coins, DECIMALS)

  // All is read.
  answer(Number.POSITIVE_INFINITY)
  await expectBalance(page, 2n * coins, DECIMALS)
  await expectSynced(page)
  await expect(balance.getByRole('heading', { name: en.home.balance, exact: true })).toBeVisible()
  await expect(page.getByText(/not counted yet/)).toHaveCount(0)
  await context.close()
})

it('scans again from the block of an own transaction that the scan had passed', async ({ browser }) => {
  const first = await newVisitor(browser, served.url)
  const words = await createWallet(first.page, { name: 'Ann' })
  await expectSynced(first.page)
  const coins = await fundWallet(first.page, served.url, DECIMALS)
  const { height } = await nodeCall(served.url, 'get_info', {})
  await first.page.getByRole('link', { name: en.history.received }).first().click()
  const id = first.page.getByText(/^[0-9a-f]{64}$/).first()
  const txid = (await id.textContent()) ?? ''
  await goTo(first.page, 'home')
  await first.page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(first.page, 2n * coins, DECIMALS)
  await nodeCall(served.url, 'dev_mine', { blocks: 2 })
  await first.context.close()

  const { page, context } = await newVisitor(browser, served.url)
  await page.getByRole('link', { name: en.welcome.restore }).click()
  await page.getByLabel(en.restore.words, { exact: true }).fill(words.join(' '))
  await page.getByLabel(en.from.point, { exact: true }).check()
  await page.getByLabel(en.from.heightLabel, { exact: true }).fill(String(height))
  await fillWallet(page, { name: 'Ann again' })
  await page.getByRole('button', { name: en.restore.submit }).click()
  // The first payment is in a block that is not read.
  await expectBalance(page, coins, DECIMALS)
  await openTool(page, en.lookup.title)
  await page.getByLabel(en.findTx.txid, { exact: true }).fill(txid)
  await page.getByRole('button', { name: en.findTx.go, exact: true }).click()
  await page.getByRole('button', { name: en.findTx.scanFrom, exact: true }).click()
  await expect(page.getByText(en.settings.rescanDone)).toBeVisible()
  await goTo(page, 'home')
  await expectBalance(page, 2n * coins, DECIMALS)
  await context.close()
})

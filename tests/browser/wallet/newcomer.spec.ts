// A new user of the built page with a development node: from an empty profile to a payment received by a second wallet.
// The page is reloaded during operations, and loses its network.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import {
  confirmPayment,
  createWallet,
  expectAvailable,
  expectBalance,
  expectSynced,
  goTo,
  newVisitor,
  nodeCall,
  readAmount,
  restoreWallet,
  reviewPayment,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import { expectControlled } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'

const DECIMALS = 9
const COIN = 10n ** 9n

const served = serveAll()

/** What the button of the faucet pays. A reward of a mined block may arrive meanwhile. */
const FAUCET_COINS = 100n

const getCoins = async (page: Page): Promise<bigint> => {
  const before = await readAmount(page, 'balance-total', DECIMALS)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expect
    .poll(async () => await readAmount(page, 'balance-total', DECIMALS), { timeout: 120_000 })
    .toBeGreaterThanOrEqual(before + FAUCET_COINS * COIN)
  return await readAmount(page, 'balance-total', DECIMALS)
}

const mineBlocks = async (page: Page, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    const button = page.getByRole('button', { name: tCount('home.mine', 1) })
    await button.click()
    // The wallet, not the node, receives the reward.
    await expect(page.getByText(/Its reward of .* is yours\./)).toBeVisible({ timeout: 60_000 })
    await expect(button).toBeEnabled()
  }
}

/** Waits until everything can be spent; mines blocks to a third address if the wallet needs them. */
const waitUntilSpendable = async (page: Page, least: bigint): Promise<void> => {
  await expect
    .poll(
      async () => {
        const available = await readAmount(page, 'balance-available', DECIMALS)
        if (available < least)
          await fetch(`${served.url}/node/json_rpc`, {
            method: 'POST',
            body: JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'dev_mine', params: { blocks: 1 } }),
          })
        return available
      },
      { timeout: 240_000 },
    )
    .toBeGreaterThanOrEqual(least)
}

it('creates a wallet, receives coins, exchanges payments with a second wallet, survives reloads and opens offline', async ({
  browser,
}) => {
  const first = await newVisitor(browser, served.url)
  await createWallet(first.page, { name: 'Ann' })
  await expectSynced(first.page)
  const coins = await getCoins(first.page)
  expect(coins).toBeGreaterThanOrEqual(10n * COIN)

  const second = await newVisitor(browser, served.url)
  const words = await createWallet(second.page, { name: 'Ben' })
  expect(words).toHaveLength(25)
  await goTo(second.page, 'receive')
  const ben = await shownAddress(second.page)

  await waitUntilSpendable(first.page, 6n * COIN)
  await reviewPayment(first.page, ben, '5.25')
  const fee = await readAmount(first.page, 'fee', DECIMALS)
  const txid = await confirmPayment(first.page)
  expect(txid).toMatch(/^[0-9a-f]{64}$/)

  // Reloaded right after the confirmation: the payment exists exactly once.
  await first.page.reload()
  await unlockWallet(first.page, 'Ann')
  const sent = first.page.locator('.transfer[data-direction=out]')
  await expect(sent).toHaveCount(1)
  await expectBalance(first.page, coins - (21n * COIN) / 4n - fee, DECIMALS)

  await goTo(second.page, 'home')
  const received = second.page.locator('.transfer[data-direction=in]')
  await expect(received).toHaveCount(1)
  await expect(received).toHaveAttribute('data-state', 'pool')
  await mineBlocks(first.page, 1)
  await expect(received).toHaveAttribute('data-state', 'confirmed', { timeout: 60_000 })
  await expectBalance(second.page, (21n * COIN) / 4n, DECIMALS)

  // Ben pays back as soon as the coins can be spent.
  await nodeCall(served.url, 'dev_mine', { blocks: 10 })
  await expectAvailable(second.page, (21n * COIN) / 4n, DECIMALS)
  await goTo(first.page, 'receive')
  const ann = await shownAddress(first.page)
  await goTo(first.page, 'home')
  const before = await readAmount(first.page, 'balance-total', DECIMALS)
  await reviewPayment(second.page, ann, '2')
  const left = (13n * COIN) / 4n - (await readAmount(second.page, 'fee', DECIMALS))
  await confirmPayment(second.page)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expectBalance(first.page, before + 2n * COIN, DECIMALS)
  await goTo(second.page, 'home')
  await expectBalance(second.page, left, DECIMALS)

  // The second wallet again, in a third profile, reloaded in the middle of its sync.
  const third = await newVisitor(browser, served.url)
  await restoreWallet(third.page, words.join(' '), { name: 'Ben again' })
  await third.page.reload()
  await unlockWallet(third.page, 'Ben again')
  await expectSynced(third.page)
  await expectBalance(third.page, left, DECIMALS)

  // Without a network the page opens, and the wallet shows its stored state.
  await expectControlled(third.page)
  await third.context.setOffline(true)
  await third.page.reload()
  await unlockWallet(third.page, 'Ben again')
  await expectBalance(third.page, left, DECIMALS)
  await expect(third.page.getByRole('region', { name: en.sync.label })).toHaveAttribute('data-phase', 'offline', {
    timeout: 120_000,
  })
  await third.context.setOffline(false)
  await expectSynced(third.page)
})

it('works without a server, with the development node inside the page', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Alone', node: en.node.inPage })
  await expectSynced(page)
  await mineBlocks(page, 1)
  const coins = await getCoins(page)
  await page.reload()
  await unlockWallet(page, 'Alone')
  await expectBalance(page, coins, DECIMALS)
})

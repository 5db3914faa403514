// One tab owns the engine. Another tab can take over, and a payment survives the crash of its tab.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import {
  createWallet,
  expectAvailable,
  expectSynced,
  fundWallet,
  newVisitor,
  nodeCall,
  readAmount,
  reviewPayment,
  unlockWallet,
  walletOfVisitor,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const DECIMALS = 9
const COIN = 10n ** 9n
/** Milliseconds between confirmation and crash of the tab: before, while and after the payment is recorded and relayed. */
const DEATHS = [0, 30, 80, 150, 400, 1000]

/** Time for which a tab hangs. */
const HANG_MS = 30_000

const served = serveAll()

it('takes over in a second tab, and the first closes its wallet', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
  await second.getByRole('button', { name: en.otherTab.use }).click()
  await unlockWallet(second, 'Ann')
  await expectSynced(second)
  await expect(page.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
  await context.close()
})

/** Returns all records of the wallet store, as text. */
const records = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('faba')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const store = opening.result.transaction('records').objectStore('records')
          const [keys, values] = [store.getAllKeys(), store.getAll()]
          values.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify([keys.result, values.result.map((value) => Array.from(value))]))
          }
        }
      }),
  )

it('refuses writes of a first tab that hangs while a second one takes over', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  // The tab hangs and does not learn that its lock was taken; its engine worker keeps running.
  await page.evaluate((milliseconds) => {
    setTimeout(() => {
      const end = Date.now() + milliseconds
      while (Date.now() < end);
    }, 100)
  }, HANG_MS)
  const second = await context.newPage()
  await second.goto('/')
  await second.getByRole('button', { name: en.otherTab.use }).click()
  await expect(second.getByRole('link').filter({ has: second.getByText('Ann', { exact: true }) })).toBeVisible()
  const before = await records(second)
  await nodeCall(served.url, 'dev_mine', { blocks: 5 })
  // Two intervals in which the first tab asks its node.
  await second.waitForTimeout(12_000)
  expect(await records(second)).toBe(before)
  await unlockWallet(second, 'Ann')
  await expectSynced(second)
  expect(await records(second)).not.toBe(before)
  await expect(page.getByRole('heading', { name: en.otherTab.title })).toBeVisible({ timeout: 2 * HANG_MS })
  await context.close()
})

it('neither loses nor repeats a payment when its tab crashes after the confirmation', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await fundWallet(page, served.url, DECIMALS)
  const receiver = await walletOfVisitor(browser, served.url, 'Ben')
  const received = receiver.page.locator('.transfer[data-direction=in]')
  let [total, tab, payments] = [100n * COIN, page, 0]

  for (const delay of DEATHS) {
    await it.step(`${delay} ms after`, async () => {
      await reviewPayment(tab, receiver.address, '7')
      const fee = await readAmount(tab, 'fee', DECIMALS)
      await tab.getByRole('button', { name: en.send.confirm }).click()
      await tab.waitForTimeout(delay)
      await tab.close({ runBeforeUnload: false })

      tab = await context.newPage()
      await tab.goto('/')
      await unlockWallet(tab, 'Ann')
      await expectSynced(tab)
      const sent = tab.locator('.transfer[data-direction=out]')
      // A recorded payment is relayed once; an unrecorded one has no effect.
      await expect
        .poll(async () => await readAmount(tab, 'balance-total', DECIMALS), { timeout: 60_000 })
        .toBe(total - ((await sent.count()) === payments ? 0n : 7n * COIN + fee))
      const made = (await sent.count()) - payments
      expect([0, 1]).toContain(made)
      if (made === 1) {
        total -= 7n * COIN + fee
        payments++
      }
      await expect(received).toHaveCount(payments, { timeout: 60_000 })
      // The change can be spent again.
      await nodeCall(served.url, 'dev_mine', { blocks: 12 })
      await expectAvailable(tab, total, DECIMALS)
      await expect(tab.locator('.transfer[data-direction=out][data-state=confirmed]')).toHaveCount(payments)
      await expect(receiver.page.locator('.transfer[data-direction=in][data-state=confirmed]')).toHaveCount(payments)
      expect(await readAmount(receiver.page, 'balance-total', DECIMALS)).toBe(7n * COIN * BigInt(payments))
    })
  }
  expect(payments).toBeGreaterThan(0)
  await context.close()
  await receiver.context.close()
})

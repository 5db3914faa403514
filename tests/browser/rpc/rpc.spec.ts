// The wallet RPC as a page of the same origin uses it: fetch('/json_rpc'), answered by the service worker through the tab that
// owns the engine.
import { expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import {
  createWallet,
  expectSynced,
  goTo,
  newVisitor,
  openSettings,
  setSwitch,
  shownAddress,
} from '../support/driver.ts'
import { approvalDialog, call, post, press, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'

const COIN = 10n ** 9n

const served = serveAll()

it('answers pages of the same origin once the user allows it', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await serviceWorkerReady(page)
  expect(await call(page, 'get_version')).toMatchObject({ id: 'seven', error: { code: -13 } })

  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  const refused = await call(page, 'get_balance')
  expect(refused.error?.code).toBeLessThan(0)
  expect(refused.result).toBeUndefined()

  await page.getByRole('button', { name: en.home.faucet }).click()
  await expect(page.locator('.transfer')).toHaveCount(1, { timeout: 60_000 })
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await openSettings(page, 'apps')
  await setSwitch(page, en.settings.rpcLabel, true)

  await expect
    .poll(async () => (await call(page, 'get_version')).result?.['version'], { timeout: 30_000 })
    .toEqual(expect.any(Number))
  expect((await call(page, 'get_address', { account_index: 0 })).result).toMatchObject({ address })
  const { result: height } = await call(page, 'get_height')
  expect(height).toMatchObject({ height: expect.any(Number), immutable_height: 0 })
  const { result: balance } = await call(page, 'get_balance', { account_index: 0 })
  expect(BigInt(String(balance?.['balance']))).toBe(100n * COIN)
  const { result: before } = await call(page, 'get_transfers', { in: true, out: true, pool: true, pending: true })
  expect(before).toMatchObject({ in: [{ amount: Number(100n * COIN), type: 'in', address }] })
  expect(before?.['pending']).toBeUndefined()
  expect(await call(page, 'no_such_method')).toMatchObject({ id: 'seven', error: { code: -32601 } })
  const batch: unknown = JSON.parse(
    await post(page, '[{"jsonrpc":"2.0","id":1,"method":"get_height"},{"jsonrpc":"2.0","id":2,"method":"nothing"}]'),
  )
  expect(batch).toMatchObject([
    { id: 1, result: height },
    { id: 2, error: { code: -32601 } },
  ])

  // Another tab of the site; the engine is in the first.
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
  const ben = await newVisitor(browser, served.url)
  await createWallet(ben.page, { name: 'Ben' })
  await goTo(ben.page, 'receive')
  const bensAddress = await shownAddress(ben.page)
  const paying = call(other, 'transfer', {
    destinations: [{ amount: Number(2n * COIN + 1n), address: bensAddress }],
    priority: 1,
    get_tx_key: true,
  })
  await press(approvalDialog(page), en.approval.once)
  const paid = await paying
  expect(paid.result).toMatchObject({
    amount: Number(2n * COIN + 1n),
    tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    tx_key: expect.stringMatching(/^[0-9a-f]{64}/),
  })
  await goTo(ben.page, 'home')
  await expect(ben.page.locator('.transfer[data-direction=in]')).toContainText('2.000000001', { timeout: 60_000 })
  await goTo(page, 'history')
  await expect(page.locator('.transfer[data-direction=out]')).toHaveCount(1)

  // Turned off again, every request is refused.
  await openSettings(page, 'apps')
  await setSwitch(page, en.settings.rpcLabel, false)
  await expect.poll(async () => (await call(page, 'get_balance')).error?.code).toBeLessThan(0)
})

it('rejects a navigation, which a foreign page could cause', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await serviceWorkerReady(page)
  await page.goto(`${served.url}/json_rpc`)
  expect(await page.locator('body').textContent()).not.toContain('"jsonrpc"')
})

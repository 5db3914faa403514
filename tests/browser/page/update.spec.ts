// A new version of the page takes over: while the wallet works, while requests or another tab keep the old one active,
// and without a network. The page also recovers from missing files.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import type { EngineOwnership } from '../../../src/rpc/hosts/workerProtocol.ts'
import {
  createWallet,
  expectAvailable,
  expectBalance,
  expectSynced,
  goTo,
  newVisitor,
  nodeCall,
  openSettings,
  setSwitch,
  unlockWallet,
} from '../support/driver.ts'
import { allowRpc, approvalDialog, call, expectControlled, press, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { type Site, startSite } from '../support/site.ts'

const DECIMALS = 9
const COIN = 10n ** 9n

/** The address of another wallet of the practice network. */
const recipient = formatAddress(oxenRegtest, subaddressAt(generateKeys(new Uint8Array(32).fill(31)), 0, 0))

const served = serveAll()
let site: Site
/** Requests to the node wait for this. */
let gate: Promise<void>
let waiting: number

it.beforeEach(async () => {
  gate = Promise.resolve()
  waiting = 0
  site = await startSite(async (request) => {
    const { pathname, search } = new URL(request.url)
    waiting++
    await gate
    waiting--
    const body = request.method === 'POST' ? await request.arrayBuffer() : null
    return await fetch(`${served.url}${pathname}${search}`, { method: request.method, body })
  })
})

it.afterEach(() => {
  site?.stop()
})

/** Opens a wallet with 100 coins in a new profile. */
const openFundedWallet = async (page: Page, node: string): Promise<void> => {
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'Ann', node })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * COIN, DECIMALS)
}

/** Publishes another version and waits until the page offers it. */
const offerUpdate = async (page: Page): Promise<void> => {
  site.publish()
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect(page.getByRole('button', { name: en.update.now })).toBeVisible()
}

const shownStyle = async (page: Page): Promise<string> =>
  (await page.locator('link[rel=stylesheet][href^="./assets/style-"]').getAttribute('href')) ?? ''

const expectNewVersion = async (page: Page): Promise<void> => {
  await expect.poll(async () => await shownStyle(page), { timeout: 60_000 }).toBe(`./assets/${site.style()}`)
}

/** Checks that the cache holds files of the current version only. */
const expectNewCache = async (page: Page): Promise<void> => {
  await expect
    .poll(
      async () =>
        await page.evaluate(async () => {
          const requests = await Promise.all(
            (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
          )
          return requests
            .flat()
            .map(({ url }) => new URL(url).pathname)
            .filter((path) => path.startsWith('/assets/style-') && path.endsWith('.css'))
        }),
      { timeout: 60_000 },
    )
    .toEqual([`/assets/${site.style()}`])
}

const expectWallet = async (page: Page): Promise<void> => {
  await unlockWallet(page, 'Ann')
  await expectBalance(page, 100n * COIN, DECIMALS)
}

/**
 * Keeps the active version busy while the returned tab is open: the tab claims to own the wallet, sends it a request and never
 * answers.
 */
const keepBusy = async (page: Page): Promise<Page> => {
  // Only a tab of Faba itself would respond.
  await page.goto('/mark.svg')
  const other = await page.context().newPage()
  await other.goto('/mark.svg')
  await other.evaluate(
    async (owner) =>
      await new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ ports }) => {
          ports[0]?.postMessage(owner)
          resolve()
        })
        navigator.serviceWorker.startMessages()
        void fetch('/json_rpc', { method: 'POST', body: '{}' })
      }),
    { kind: 'faba-rpc-owner', owner: true } satisfies EngineOwnership,
  )
  await page.goto('/')
  await expectWallet(page)
  return other
}

it('takes over while the wallet syncs and calls are pending', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await openFundedWallet(page, en.node.origin)
  await allowRpc(page)

  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  await nodeCall(served.url, 'dev_mine', { blocks: 30 })
  // The response is lost with the page that requested it.
  call(page, 'refresh').catch(() => undefined)
  await expect.poll(() => waiting).toBeGreaterThan(0)
  await offerUpdate(page)
  await page.getByRole('button', { name: en.update.now }).click()
  await expectNewVersion(page)
  await expectNewCache(page)
  resolve()
  await expectWallet(page)
  await context.close()
})

it('waits for a payment that is being prepared and sent', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await openFundedWallet(page, en.node.origin)
  await expectAvailable(page, 100n * COIN, DECIMALS)
  await offerUpdate(page)
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(recipient)
  await page.getByLabel(en.send.amount, { exact: true }).fill('25')
  await expect(page.getByText(en.send.standard)).toBeVisible()
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  await page.getByRole('button', { name: en.send.review }).click()
  await expect.poll(() => waiting).toBeGreaterThan(0)
  await page.getByRole('button', { name: en.update.now }).click()
  await expect(page.getByText(en.update.waits)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  resolve()
  const review = page.getByRole('dialog', { name: en.send.reviewTitle })
  await expect(review).toBeVisible({ timeout: 120_000 })
  // The review is open as long as the user reads it: the update waits behind it.
  await expect(page.getByText(en.update.waits)).toBeAttached()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await review.getByRole('button', { name: en.send.confirm }).click()
  await expectNewVersion(page)
  await unlockWallet(page, 'Ann')
  await expect(page.locator('[data-direction=out]')).toHaveCount(1)
  await context.close()
})

it.describe('below a path', () => {
  it('leaves a payment that a page requested alone, and takes over after it', async ({ browser }) => {
    const below = await startSite(undefined, '/wallet/')
    const context = await browser.newContext({ baseURL: below.url })
    const page = await context.newPage()
    await page.goto(below.url)
    await openFundedWallet(page, en.node.inPage)
    await expectAvailable(page, 100n * COIN, DECIMALS)
    await openSettings(page, 'apps')
    await setSwitch(page, en.settings.rpcLabel, true)
    const shop = await context.newPage()
    await shop.goto('mark.svg')
    const destinations = [{ amount: 5_000_000_000, address: recipient }]
    const answer = call(shop, 'transfer', { destinations }, 'json_rpc')
    await expect(approvalDialog(page)).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))

    // Another tab accepts the new version while the payment waits for its approval, and while it is sent.
    below.publish()
    await shop.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      await registration?.update()
      while (registration?.waiting == null) await new Promise((resolve) => setTimeout(resolve, 50))
      registration.waiting.postMessage({ type: 'SKIP_WAITING' })
    })
    await press(approvalDialog(page), en.approval.once)
    expect((await answer).result).toMatchObject({ amount: 5_000_000_000 })
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

    // The new version serves the next calls, and the page goes on with its open wallet until the user accepts the update here.
    await expectControlled(shop)
    const signed = call(shop, 'sign', { data: 'I owe you' }, 'json_rpc')
    await press(approvalDialog(page, en.approval.signTitle), en.approval.refuse)
    expect((await signed).error).toMatchObject({ code: -7 })
    await page.getByRole('button', { name: en.update.now }).click()
    await expect.poll(async () => await shownStyle(page), { timeout: 60_000 }).toBe(`./assets/${below.style()}`)
    await unlockWallet(page, 'Ann')
    await expect(page.locator('[data-direction=out]')).toHaveCount(1)
    await context.close()
    below.stop()
  })
})

it('keeps a page whose next screen is missing until its payment is made', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await openFundedWallet(page, en.node.origin)
  await expectAvailable(page, 100n * COIN, DECIMALS)
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(recipient)
  await page.getByLabel(en.send.amount, { exact: true }).fill('25')
  await expect(page.getByText(en.send.standard)).toBeVisible()
  await page.getByRole('button', { name: en.send.review }).click()
  const review = page.getByRole('dialog', { name: en.send.reviewTitle })
  await expect(review).toBeVisible()
  await page.evaluate(() => {
    Object.assign(window, { isSamePage: true })
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError('missing') }))
  })
  await page.waitForTimeout(1500)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await review.getByRole('button', { name: en.send.confirm }).click()
  await page.waitForFunction(() => !('isSamePage' in window))
  await unlockWallet(page, 'Ann')
  await expect(page.locator('[data-direction=out]')).toHaveCount(1)
  await context.close()
})

it('takes over from a version that requests keep active', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await openFundedWallet(page, en.node.inPage)
  const other = await keepBusy(page)
  await offerUpdate(page)
  await page.getByRole('button', { name: en.update.now }).click()
  await expectNewVersion(page)
  await expectWallet(page)
  // The cached version becomes active as soon as nothing keeps the old one.
  await other.close()
  await expectControlled(page)
  // It stays, with and without a network.
  await page.reload()
  await expectNewVersion(page)
  await expectNewCache(page)
  await context.setOffline(true)
  await page.reload()
  await expectNewVersion(page)
  await expectWallet(page)
  await context.close()
})

it('controls a page that was loaded past it', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await serviceWorkerReady(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.reload', { ignoreCache: true })
  await page.waitForFunction(() => navigator.serviceWorker.controller === null)
  await expectControlled(page)
  await context.close()
})

it('shows that it cannot take over without a network, and loses nothing', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await openFundedWallet(page, en.node.inPage)
  const before = await shownStyle(page)
  const other = await keepBusy(page)
  await offerUpdate(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: en.update.now }).click()
  await expect(page.getByText(en.update.blocked)).toBeVisible()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await page.getByRole('button', { name: en.update.stay }).click()
  await expectWallet(page)
  expect(await shownStyle(page)).toBe(before)
  // Nothing keeps the old version active now, and the new one is complete.
  await other.close()
  await page.getByRole('button', { name: en.update.now }).click()
  await expectNewVersion(page)
  await expectWallet(page)
  await context.close()
})

it('updates the other tabs too', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await openFundedWallet(page, en.node.inPage)
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: en.otherTab.use })).toBeVisible()
  await offerUpdate(page)
  await page.getByRole('button', { name: en.update.now }).click()
  await expectNewVersion(page)
  await expectNewVersion(other)
  await unlockWallet(page, 'Ann')
  await other.getByRole('button', { name: en.otherTab.use }).click()
  await expectWallet(other)
  await context.close()
})

it('reloads the page when one of its files is missing as it starts', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  let requests = 0
  // As if the new version took over between the page and its files.
  await page.route('**/assets/index-*.js', async (route) => {
    requests++
    await (requests > 1 ? route.continue() : route.fulfill({ status: 404 }))
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  expect(requests).toBe(2)
  await context.close()
})

it('starts the engine worker again when it does not load', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  let requests = 0
  await page.route('**/assets/worker-*.js', async (route) => {
    requests++
    // The first request never gets a response.
    if (requests > 1) await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText(en.app.starting)
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  expect(requests).toBe(2)
  await createWallet(page, { name: 'Ann', node: en.node.inPage })
  await expectSynced(page)
  await context.close()
})

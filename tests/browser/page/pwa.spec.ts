// The page as an app: it can be installed, and starts without a network on every screen.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  goTo,
  newVisitor,
  openSettings,
  setSwitch,
  unlockInPlace,
  unlockWallet,
} from '../support/driver.ts'
import { call, expectControlled } from '../support/rpc-page.ts'
import { type Site, startSite } from '../support/site.ts'
import { createStaticHost, startHost } from '../support/static-host.ts'

const DECIMALS = 9
const COIN = 10n ** 9n

let site: Site

const underServiceWorker = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

it.beforeEach(async () => {
  site = await startSite()
})

it.afterEach(() => {
  site?.stop()
})

it('can be installed: has a manifest, and icons of the declared sizes', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const icons = await page.evaluate(async (path) => {
    const manifest: { display: string; start_url: string; icons: { src: string; sizes: string; purpose?: string }[] } =
      await (await fetch(path)).json()
    const measured = manifest.icons.map(async ({ src, sizes, purpose }) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return { sizes, purpose: purpose ?? 'any', actual: `${image.naturalWidth}x${image.naturalHeight}` }
    })
    return { display: manifest.display, list: await Promise.all(measured) }
  }, href ?? '')
  expect(icons.display).toBe('standalone')
  for (const { sizes, actual } of icons.list) if (sizes !== 'any') expect(actual).toBe(sizes)
  expect(icons.list.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(icons.list.map(({ purpose }) => purpose)).toContain('maskable')

  // The browser's own verdict.
  const session = await context.newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Tests run in private windows, which cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  await context.close()
})

it('starts without a network on every screen', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await underServiceWorker(page)
  await createWallet(page, { name: 'Ann', node: en.node.inPage })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * COIN, DECIMALS)
  await page.close()
  await context.setOffline(true)
  site.stop()

  const again = await context.newPage()
  await again.goto('/#/history')
  await expect(again.getByRole('link', { name: /Ann/ })).toBeVisible()
  await unlockWallet(again, 'Ann')
  await expectBalance(again, 100n * COIN, DECIMALS)
  // Every screen is available; with the node inside the page even payments work.
  for (const place of ['send', 'receive', 'history', 'settings'] as const) {
    await again.getByRole('navigation').getByRole('link', { name: en.nav[place] }).click()
    await expect(again.getByRole('heading', { level: 1, name: en[place].title })).toBeVisible()
  }
  await context.close()
})

it('works in a folder of a static host, with and without a network, and leaves the rest of the site alone', async ({
  browser,
}) => {
  const paths: string[] = []
  const files = createStaticHost('/wallet/')
  const host = await startHost((request) => {
    const { pathname } = new URL(request.url)
    paths.push(pathname)
    return pathname === '/wallet/shop' ? new Response('the shop') : files(request)
  })
  const start = `${host.origin}/wallet/`
  const context = await browser.newContext({ baseURL: start })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(start)
  await expectControlled(page)
  await createWallet(page, { name: 'Ann', node: en.node.inPage })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * COIN, DECIMALS)
  await openSettings(page, 'apps')
  await expect(page.getByText('/wallet/json_rpc')).toBeVisible()
  await setSwitch(page, en.settings.rpcLabel, true)

  // The installed app has the folder as its scope and start.
  const session = await context.newCDPSession(page)
  const { url: manifestUrl, errors, data } = await session.send('Page.getAppManifest')
  expect([manifestUrl, errors]).toEqual([`${start}manifest.webmanifest`, []])
  // The shape is that of a web app manifest.
  const manifest = JSON.parse(data ?? '{}') as { start_url: string; scope: string; icons: { src: string }[] }
  expect([manifest.start_url, manifest.scope].map((path) => new URL(path, manifestUrl).href)).toEqual([start, start])
  const icons = await Promise.all(manifest.icons.map(({ src }) => context.request.get(new URL(src, manifestUrl).href)))
  expect(icons.map((response) => response.status())).toEqual(manifest.icons.map(() => 200))
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(start)

  // Pages in the folder are the host's own, and reach the wallet beside the page only.
  const shop = await context.newPage()
  await shop.goto('shop')
  await expect(shop.locator('body')).toHaveText('the shop')
  await expect.poll(async () => (await call(shop, 'get_version', {}, 'json_rpc')).result).toBeDefined()
  const elsewhere = await shop.evaluate(async () => (await fetch('/json_rpc', { method: 'POST', body: '{}' })).status)
  expect(elsewhere).toBe(404)
  await shop.close()
  // The shop is plain text, for which the browser asks for the icon of the site.
  expect(paths.filter((path) => !path.startsWith('/wallet/') && path !== '/favicon.ico')).toEqual(['/json_rpc'])

  await context.setOffline(true)
  host.stop()
  await page.reload()
  await unlockWallet(page, 'Ann')
  await expectBalance(page, 100n * COIN, DECIMALS)
  expect((await page.goto('index.html?source=app#/history'))?.status()).toBe(200)
  await unlockWallet(page, 'Ann')
  expect(problems).toEqual([])
  await context.close()
})

/** The address of another wallet of the practice network. */
const recipient = formatAddress(oxenRegtest, subaddressAt(generateKeys(new Uint8Array(32).fill(31)), 0, 0))

it('opens payment links and shared texts, once a wallet is unlocked', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, site.url)
  await createWallet(page, { name: 'Ann', node: en.node.inPage })
  const link = encodeURIComponent(`web+oxen:${recipient}?tx_amount=1.5`)
  await page.goto('about:blank')
  await page.goto(`/#/pay?link=${link}`)
  await unlockInPlace(page, 'Ann')
  await expect(page.getByLabel(en.send.amount, { exact: true })).toHaveValue(/^1[.,]5/)
  await expect(page.getByText(en.send.standard)).toBeVisible()
  expect(page.url()).not.toContain(recipient)

  // The installed app hands over links while it runs.
  await page.goto('about:blank')
  await page.goto(`/?text=${encodeURIComponent(`Please pay oxen:${recipient}?tx_amount=2.25 soon`)}`)
  expect(page.url()).not.toContain(recipient)
  await unlockInPlace(page, 'Ann')
  await expect(page.getByLabel(en.send.amount, { exact: true })).toHaveValue(/^2[.,]25/)

  // A link that the open page follows.
  await page.evaluate(
    (hash) => {
      location.hash = hash
    },
    `#/pay?link=${encodeURIComponent(`oxen:${recipient}?tx_amount=4.5`)}`,
  )
  await expect(page.getByLabel(en.send.amount, { exact: true })).toHaveValue(/^4[.,]5/)
  expect(page.url()).not.toContain(recipient)
  // No entry of the history of the tab has the address either.
  const browserSession = await context.newCDPSession(page)
  const { entries } = await browserSession.send('Page.getNavigationHistory')
  expect(entries.length).toBeGreaterThan(4)
  expect(entries.map(({ url }) => url).join()).not.toContain(recipient)
  await page.goto('about:blank')
  await page.goto('/')
  await unlockInPlace(page, 'Ann')
  await goTo(page, 'send')

  // Pasted links of other programs have no prefix.
  await page.getByLabel(en.send.to, { exact: true }).fill(`oxen:${recipient}?tx_amount=3.75`)
  await expect(page.getByLabel(en.send.amount, { exact: true })).toHaveValue(/^3[.,]75/)

  // The shortcuts of the installed app lead through the unlock.
  // The shape is that of a web app manifest.
  const { shortcuts } = (await (await context.request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  expect(shortcuts.map(({ name }) => name)).toEqual([en.nav.send, en.nav.receive, en.nav.history])
  const [, receive] = shortcuts
  await page.goto('about:blank')
  await page.goto(receive?.url ?? '')
  await unlockInPlace(page, 'Ann')
  await expect(page.getByRole('heading', { level: 1, name: en.receive.title })).toBeVisible()
  await page.goto(shortcuts[2]?.url ?? '')
  await expect(page.getByRole('heading', { level: 1, name: en.history.title })).toBeVisible()
  await context.close()
})

it('notifies of payments that arrive in the background, and asks for storage and installation at good moments only', async ({
  browser,
}) => {
  const { context, page } = await newVisitor(browser, site.url)
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const badges: number[] = []
    navigator.setAppBadge = async (count = 0) => void badges.push(count)
    navigator.clearAppBadge = async () => void badges.push(0)
    Object.assign(window, { badges })
    // A browser that never agrees to keep the storage, and offers to install the page.
    const asked: string[] = []
    navigator.storage.persisted = async () => false
    navigator.storage.persist = async () => asked.push('keep') < 0
    const prompt = async () => ({ outcome: asked.push('install') < 0 ? 'accepted' : 'dismissed' })
    Object.assign(window, {
      asked,
      offerInstallation: () => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })),
    })
  })
  await page.reload()
  await underServiceWorker(page)
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  const offerInstallation = () =>
    page.evaluate(() => (window as unknown as { offerInstallation: () => void }).offerInstallation())
  const offer = page.getByRole('button', { name: en.device.install })
  // Nobody is asked before there is something to keep.
  expect(await asked()).toEqual([])
  await createWallet(page, { name: 'Ann', node: en.node.inPage })
  await expectSynced(page)
  await expect.poll(asked).toEqual(['keep'])
  await offerInstallation()
  await expect(offer).toHaveCount(0)
  await openSettings(page, 'device')
  await expect(page.getByText(en.device.storage)).toBeVisible()
  await expect(page.getByText(en.device.keptNot)).toBeVisible()
  await expect(offer).toBeVisible()
  await page.getByLabel(en.device.arrivals).check({ force: true })
  await goTo(page, 'home')
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await setHidden(true)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * COIN, DECIMALS)
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
    })
  await expect.poll(shown).toEqual(['Ann: A payment has arrived.'])
  await setHidden(false)
  expect(await page.evaluate(() => (window as unknown as { badges: number[] }).badges)).toEqual([1, 0])

  // The first coins are a reason to ask once more, the next ones are none.
  expect(await asked()).toEqual(['keep', 'keep'])
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 200n * COIN, DECIMALS)
  // With coins the page offers to be installed; an answer is final, but for the settings.
  await offer.click()
  await expect(offer).toHaveCount(0)
  expect(await asked()).toEqual(['keep', 'keep', 'install'])
  await page.reload()
  await unlockWallet(page, 'Ann')
  await expectBalance(page, 200n * COIN, DECIMALS)
  await offerInstallation()
  await expect(offer).toHaveCount(0)
  await openSettings(page, 'device')
  await expect(offer).toBeVisible()
  expect(await asked()).toEqual([])
  await context.close()
})

// The page as an app: it can be installed, and starts without a network on every screen.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { createWallet, expectBalance, expectSynced, newVisitor, unlockWallet } from './support/driver.ts'
import { type Site, startSite } from './support/site.ts'

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

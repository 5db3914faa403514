// Keys in and out of the page: shown for the password, restored from, watched with; passwords changed; and what makes the page
// installable.
import { expect, type Page, test } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  fillWallet,
  goTo,
  newVisitor,
  PASSWORD,
  shownAddress,
} from './driver.ts'
import { type Served, startServe } from './serve.ts'

const DECIMALS = 9
const COIN = 10n ** 9n
const OTHER_PASSWORD = 'seven quiet beans at dawn'

let served: Served

test.beforeAll(async () => {
  served = await startServe()
})

test.afterAll(async () => {
  await served?.stop()
})

const fact = async (page: Page, name: string): Promise<string> =>
  ((await page.locator('.facts > div', { hasText: name }).locator('code').first().textContent()) ?? '').trim()

/** Restores from the screen for keys; without a spend key the wallet watches. */
const restoreFromKeys = async (
  page: Page,
  name: string,
  keys: { readonly address: string; readonly view: string; readonly spend?: string },
): Promise<void> => {
  await page.getByRole('link', { name: en.welcome.watch }).click()
  await page.getByLabel(en.keys.address, { exact: true }).fill(keys.address)
  await page.getByLabel(en.keys.viewKey, { exact: true }).fill(keys.view)
  if (keys.spend !== undefined) await page.getByLabel(en.keys.spendKey, { exact: true }).fill(keys.spend)
  await fillWallet(page, { name })
  await page.getByRole('button', { name: keys.spend === undefined ? en.keys.watch : en.keys.restore }).click()
}

test('shows keys for the password, restores from them, and watches with one of them', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * COIN, DECIMALS)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await goTo(page, 'settings')
  await page.getByRole('button', { name: en.settings.secrets }).click()
  const dialog = page.getByRole('dialog', { name: en.settings.secrets })
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(dialog.getByText(en.error.wrongPassword)).toBeVisible()
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(dialog.getByRole('list', { name: en.settings.secretsWords }).locator('.word')).toHaveCount(25)
  const view = await fact(page, en.settings.secretsView)
  const spend = await fact(page, en.settings.secretsSpend)
  expect(view).toMatch(/^[0-9a-f]{64}$/)
  expect(spend).toMatch(/^[0-9a-f]{64}$/)

  const full = await newVisitor(browser, served.url)
  await restoreFromKeys(full.page, 'From keys', { address, view, spend })
  await expectBalance(full.page, 100n * COIN, DECIMALS)

  const watching = await newVisitor(browser, served.url)
  await restoreFromKeys(watching.page, 'Watching', { address, view })
  await expectBalance(watching.page, 100n * COIN, DECIMALS)
  await goTo(watching.page, 'send')
  await expect(watching.page.getByText(en.send.watchOnly)).toBeVisible()

  const wrong = await newVisitor(browser, served.url)
  await restoreFromKeys(wrong.page, 'Wrong', { address, view: spend })
  await expect(wrong.page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  // What was typed is still there.
  await expect(wrong.page.getByLabel(en.keys.address, { exact: true })).toHaveValue(address)
})

test('changes the password: the new one opens, the old one no more', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await goTo(page, 'settings')
  await page.getByRole('button', { name: en.settings.password }).click()
  const dialog = page.getByRole('dialog', { name: en.settings.password })
  await dialog.getByLabel(en.settings.passwordOld, { exact: true }).fill(PASSWORD)
  await dialog.getByLabel(en.settings.passwordNew, { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByLabel(en.settings.passwordRepeat, { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: en.settings.password, exact: true }).click()
  await expect(page.getByText(en.settings.passwordDone)).toBeVisible()
  await page.getByRole('button', { name: en.nav.lock }).click()
  const password = page.getByLabel(en.wallet.password, { exact: true })
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByText(en.error.wrongPassword)).toBeVisible()
  await password.fill(OTHER_PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByText(en.settings.about, { exact: true })).toBeVisible()
})

test('can be installed: a manifest, and icons of the sizes it names', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
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
})

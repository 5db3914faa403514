// The command palette and the keys, and the clipboard: an address that was replaced there, and secrets that do not stay.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t } from '../../../src/app/text/text.ts'
import { expectAccessible } from '../support/axe.ts'
import { createWallet, goTo, newVisitor, openSettings, PASSWORD, shownAddress } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

it('finds screens and actions by typing, and locks by a key', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await createWallet(page, { name: 'Ann' })
  const open = () => page.keyboard.press('Control+k')
  await open()
  const field = page.getByRole('combobox', { name: en.palette.search })
  await expect(field).toBeFocused()
  await expectAccessible(page, 'command palette')
  await page.keyboard.type('sign off')
  await expect(page.getByRole('option')).toHaveText([en.palette.offline])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: en.tools.offline })).toBeVisible()

  await open()
  await page.keyboard.type('nothing like this')
  await expect(page.getByText(en.palette.none)).toBeVisible()
  await field.fill('')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveText(en.nav.close)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(en.nav.home)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await open()
  await page.keyboard.type('copy')
  await page.keyboard.press('Enter')
  await expect.poll(() => clipboard(page)).toBe(address)

  // The words are one key and a password away, from every screen.
  await page.keyboard.press('Control+Alt+w')
  const secrets = page.getByRole('dialog', { name: en.settings.secrets })
  await secrets.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(secrets.getByRole('list', { name: en.settings.secretsWords })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(secrets).toBeHidden()
  await goTo(page, 'receive')
  await page.goBack()
  await expect(page.getByRole('button', { name: en.settings.secrets })).toBeVisible()
  await expect(secrets).toBeHidden()
  // So is another password.
  await page.keyboard.press('Control+Alt+p')
  const password = page.getByRole('dialog', { name: en.settings.password })
  await expect(password.getByLabel(en.settings.passwordOld, { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(password).toBeHidden()
  await open()
  await page.keyboard.type('seed words')
  await page.keyboard.press('Enter')
  await expect(secrets).toBeVisible()
  await page.keyboard.press('Escape')

  // Also while a dialog is open.
  await open()
  await page.keyboard.press('Control+Alt+l')
  await expect(page.getByRole('button', { name: en.unlock.submit, exact: true })).toBeVisible()
  await context.close()
})

it('shows addresses in groups whose copy has no gaps, and warns when another program replaces it', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await createWallet(page, { name: 'Ann' })
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  const selected = await page.getByTestId('address').evaluate((element) => {
    getSelection()?.selectAllChildren(element)
    return getSelection()?.toString()
  })
  expect(selected).toBe(address)
  // Its name changes with the outcome.
  const copy = page.locator('.address-card .address-actions button').first()
  await copy.click()
  await expect(copy).toHaveText(new RegExp(en.action.copied))
  expect(await clipboard(page)).toBe(address)
  await page.evaluate(() => {
    navigator.clipboard.readText = async () => 'the address of a thief'
  })
  await copy.click()
  await expect(copy).toHaveText(new RegExp(en.action.copyChanged))
  await context.close()
})

it('empties the clipboard a minute after a secret was copied', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await createWallet(page, { name: 'Ann' })
  await openSettings(page, 'security')
  await page.clock.install()
  await page.getByRole('button', { name: en.settings.secrets }).click()
  await page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await page.getByRole('button', { name: t('settings.secretsSpend') }).click()
  await expect(page.getByRole('status').filter({ hasText: en.action.copied })).toHaveCount(1)
  expect(await clipboard(page)).toMatch(/^[0-9a-f]{64}$/)
  await page.clock.fastForward(61_000)
  await expect.poll(() => clipboard(page)).toBe('')

  await page.getByRole('list', { name: en.settings.secretsWords }).evaluate((element) => {
    getSelection()?.selectAllChildren(element)
  })
  await page.keyboard.press('Control+c')
  expect((await clipboard(page)).trim().length).toBeGreaterThan(100)
  await page.clock.fastForward(61_000)
  await expect.poll(() => clipboard(page)).toBe('')
  await context.close()
})

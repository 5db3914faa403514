// A tour of the screens in one life of a wallet, from the welcome to the locked wallet, with a payment to itself in the middle.
import { expect, type Page } from '@playwright/test'
import {
  confirmPayment,
  createWallet,
  expectSynced,
  goTo,
  openSettings,
  PASSWORD,
  reviewPayment,
  shownAddress,
} from './driver.ts'
import { textsOn } from './texts.ts'

/**
 * Visits the screens in the language of the page, and calls `inspect` on each. `amount`: of the payment, as the user types it. Ends on the
 * screen that unlocks the wallet.
 */
export const tourScreens = async (
  page: Page,
  inspect: (screen: string) => Promise<void>,
  amount = '1.5',
): Promise<void> => {
  const text = textsOn(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: text.welcome.create })).toBeVisible()
  await inspect('welcome')
  await page.getByRole('link', { name: text.welcome.restore }).click()
  await expect(page.getByLabel(text.restore.words, { exact: true })).toBeVisible()
  await inspect('restore')
  await page.getByRole('button', { name: text.restore.submit }).click()
  await inspect('restore with problems')
  await page.getByRole('link', { name: text.action.cancel }).click()
  await page.getByRole('link', { name: text.welcome.watch }).click()
  await expect(page.getByLabel(text.keys.viewKey, { exact: true })).toBeVisible()
  await inspect('watch')
  await page.getByRole('link', { name: text.action.cancel }).click()

  await createWallet(page, { name: 'Ann' }, inspect)
  await inspect('home, empty')
  await expectSynced(page)
  await page.getByRole('button', { name: text.home.faucet }).click()
  await expect(page.locator('.transfer')).toHaveCount(1, { timeout: 60_000 })
  await inspect('home')
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await inspect('receive')
  await page.getByRole('button', { name: text.receive.create, exact: true }).click()
  await inspect('new subaddress')
  await page.keyboard.press('Escape')
  await reviewPayment(page, address, amount)
  await inspect('review')
  await confirmPayment(page)
  await inspect('result')
  await page.getByRole('button', { name: text.send.another }).click()
  await goTo(page, 'contacts')
  await expect(page.getByText(text.contacts.empty)).toBeVisible()
  await inspect('contacts, none')
  await page.getByRole('button', { name: text.contacts.add }).click()
  const contact = page.getByRole('dialog', { name: text.contacts.add })
  await contact.getByRole('button', { name: text.contacts.save }).click()
  await expect(contact.getByText(text.contacts.nameMissing)).toBeVisible()
  await inspect('new contact with problems')
  await contact.getByLabel(text.contacts.name, { exact: true }).fill('Ben')
  await contact.getByLabel(text.contacts.address, { exact: true }).fill(address)
  await contact.getByRole('button', { name: text.contacts.save }).click()
  await expect(contact).toBeHidden()
  await inspect('contacts')
  await goTo(page, 'send')
  await page.getByRole('button', { name: text.contacts.choose }).click()
  await inspect('a contact to choose')
  await page.keyboard.press('Escape')
  await goTo(page, 'history')
  await expect(page.locator('.transfer').first()).toBeVisible()
  await inspect('history')
  await page.locator('.transfer').first().click()
  await expect(
    page.getByRole('heading', { name: text.details.title }).or(page.getByText(text.details.txid)).first(),
  ).toBeVisible()
  await inspect('details')
  await goTo(page, 'tools')
  await expect(page.getByRole('link', { name: text.tools.multisig })).toBeVisible()
  await inspect('tools')
  for (const section of ['wallet', 'payments', 'display', 'device', 'apps', 'advanced', 'about'] as const) {
    await openSettings(page, section)
    await inspect(`settings, ${section}`)
  }
  await openSettings(page, 'security')
  await inspect('settings')
  await page.getByRole('switch', { name: text.settings.reloadLabel }).check({ force: true })
  await expect(page.getByRole('dialog', { name: text.settings.reloadLabel })).toBeVisible()
  await inspect('stay unlocked')
  await page.keyboard.press('Escape')
  await openSettings(page, 'nodes')
  await page.getByRole('link', { name: text.nodes.manage }).click()
  await expect(page.getByRole('list', { name: text.nodes.yours })).toContainText(
    text.nodes.latency.replace('{{ milliseconds }}', ''),
  )
  await inspect('nodes')
  await page.getByRole('link', { name: text.devTools.title }).click()
  await expect(page.getByText(text.devTools.serviceNodes, { exact: true })).toBeVisible()
  await inspect('development node')
  await page.getByRole('button', { name: text.nav.lock }).click()
  await expect(page.getByLabel(text.wallet.password, { exact: true })).toBeVisible()
  await page.getByLabel(text.wallet.password, { exact: true }).fill(`${PASSWORD}?`)
  await page.getByRole('button', { name: text.unlock.submit, exact: true }).click()
  await expect(page.getByText(text.error.wrongPassword)).toBeVisible()
  await inspect('unlock')
}

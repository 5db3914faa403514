// axe finds no serious problem on any screen, in light and dark, at phone and desktop width, and nothing overflows, down to 320 pixels and in
// both directions of writing and every language. The page requests nothing from other origins and violates no rule of the Content-Security-Policy.
import { type Browser, expect, test as it } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { LOOKS, seriousProblems } from './support/axe.ts'
import {
  confirmPayment,
  createWallet,
  expectSynced,
  goTo,
  PASSWORD,
  reviewPayment,
  shownAddress,
} from './support/driver.ts'
import { overflowsByLanguage } from './support/languages.ts'
import { overflowsOf } from './support/overflow.ts'
import { serveAll } from './support/serve-all.ts'

const served = serveAll()

const inspectScreens = async (browser: Browser, look: (typeof LOOKS)[number]): Promise<void> => {
  const context = await browser.newContext({
    baseURL: served.url,
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const foreignRequests: string[] = []
  const errors: string[] = []
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== served.url) foreignRequests.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))

  const problems: Record<string, readonly string[]> = {}
  const inspect = async (screen: string): Promise<void> => {
    const found = [...(await seriousProblems(page)), ...(await overflowsOf(page))]
    if (found.length > 0) problems[screen] = found
  }

  await page.goto('/')
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  await inspect('welcome')
  await page.getByRole('link', { name: en.welcome.restore }).click()
  await expect(page.getByLabel(en.restore.words, { exact: true })).toBeVisible()
  await inspect('restore')
  await page.getByRole('button', { name: en.restore.submit }).click()
  await inspect('restore with problems')
  await page.getByRole('link', { name: en.action.cancel }).click()
  await page.getByRole('link', { name: en.welcome.watch }).click()
  await expect(page.getByLabel(en.keys.viewKey, { exact: true })).toBeVisible()
  await inspect('watch')
  await page.getByRole('link', { name: en.action.cancel }).click()

  await createWallet(page, { name: 'Ann' }, inspect)
  await inspect('home, empty')
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expect(page.locator('a.transfer')).toHaveCount(1, { timeout: 60_000 })
  await inspect('home')
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await inspect('receive')
  await page.getByRole('button', { name: en.receive.create }).click()
  await inspect('new subaddress')
  await page.keyboard.press('Escape')
  await reviewPayment(page, address, '1.5')
  await inspect('review')
  await confirmPayment(page)
  await inspect('result')
  await page.getByRole('button', { name: en.send.another }).click()
  await page.getByRole('link', { name: en.contacts.title }).click()
  await expect(page.getByText(en.contacts.empty)).toBeVisible()
  await inspect('contacts, none')
  await page.getByRole('button', { name: en.contacts.add }).click()
  const contact = page.getByRole('dialog', { name: en.contacts.add })
  await contact.getByRole('button', { name: en.contacts.save }).click()
  await expect(contact.getByText(en.contacts.nameMissing)).toBeVisible()
  await inspect('new contact with problems')
  await contact.getByLabel(en.contacts.name, { exact: true }).fill('Ben')
  await contact.getByLabel(en.contacts.address, { exact: true }).fill(address)
  await contact.getByRole('button', { name: en.contacts.save }).click()
  await expect(contact).toBeHidden()
  await inspect('contacts')
  await goTo(page, 'send')
  await page.getByRole('button', { name: en.contacts.choose }).click()
  await inspect('a contact to choose')
  await page.keyboard.press('Escape')
  await goTo(page, 'history')
  await expect(page.locator('a.transfer').first()).toBeVisible()
  await inspect('history')
  await page.locator('a.transfer').first().click()
  await expect(
    page.getByRole('heading', { name: en.details.title }).or(page.getByText(en.details.txid)).first(),
  ).toBeVisible()
  await inspect('details')
  await goTo(page, 'tools')
  await expect(page.getByRole('link', { name: en.tools.multisig })).toBeVisible()
  await inspect('tools')
  await goTo(page, 'settings')
  await expect(page.getByText(en.settings.about, { exact: true })).toBeVisible()
  await inspect('settings')
  await page.getByRole('link', { name: en.nodes.manage }).click()
  await expect(page.getByRole('list', { name: en.nodes.yours })).toContainText('ms')
  await inspect('nodes')
  await page.getByRole('link', { name: en.devTools.title }).click()
  await expect(page.getByText(en.devTools.serviceNodes, { exact: true })).toBeVisible()
  await inspect('development node')
  if (look === LOOKS[0]) expect(await overflowsByLanguage(page, 'open')).toEqual([])
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
  await page.getByLabel(en.wallet.password, { exact: true }).fill(`${PASSWORD}?`)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByText(en.error.wrongPassword)).toBeVisible()
  await inspect('unlock')
  await page.getByRole('button', { name: en.unlock.other }).click()
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  if (look === LOOKS[0]) expect(await overflowsByLanguage(page, 'closed')).toEqual([])
  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
  const elsewhere = await seriousProblems(second)
  if (elsewhere.length > 0) problems['elsewhere'] = elsewhere

  expect(problems).toEqual({})
  expect(foreignRequests).toEqual([])
  expect(errors).toEqual([])
  await context.close()
}

for (const look of LOOKS)
  it(`finds no serious problem on any screen: ${look.name}`, async ({ browser }) => {
    await inspectScreens(browser, look)
  })

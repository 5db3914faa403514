// Long texts of others and of the user without a place to break: nothing overflows a phone, on any screen that shows them.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { createWallet, expectSynced, goTo, newVisitor, shownAddress, unlockWallet } from '../support/driver.ts'
import { overflowingElements } from '../support/overflow.ts'
import { allowRpc, call, press, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

const PHONE = { width: 390, height: 844 }
const served = serveAll()
const contexts: BrowserContext[] = []
it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

const LONG = { latin: 'W'.repeat(400), arabic: 'ش'.repeat(400), emoji: '👨‍👩‍👧'.repeat(60) } as const

/** Calls a method that must succeed. */
const change = async (page: Page, method: string, params: object): Promise<void> => {
  expect(await call(page, method, params)).toHaveProperty('result')
}

it('shows long labels, names and notes within the width of a phone', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  contexts.push(context)
  await createWallet(page, { name: 'W'.repeat(240) })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expect(page.locator('.transfer')).toHaveCount(1, { timeout: 60_000 })
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await serviceWorkerReady(page)
  await unlockWallet(page, 'W'.repeat(240))
  await allowRpc(page)
  await change(page, 'label_account', { account_index: 0, label: LONG.latin })
  await change(page, 'create_account', { label: LONG.arabic })
  await change(page, 'create_account', { label: LONG.emoji })
  await change(page, 'create_address', { account_index: 0, label: LONG.latin })
  await change(page, 'tag_accounts', { tag: 'W'.repeat(200), accounts: [1] })
  const transfers = await call(page, 'get_transfers', { in: true, pool: true })
  const [txid] = /[0-9a-f]{64}/.exec(JSON.stringify(transfers)) ?? []
  await change(page, 'set_tx_notes', { txids: [txid], notes: [LONG.latin] })

  await resizePage(page, PHONE)
  const problems: Record<string, readonly string[]> = {}
  const inspect = async (screen: string): Promise<void> => {
    const found = await overflowingElements(page)
    if (found.length > 0) problems[screen] = found
  }
  const adding = call(page, 'add_address_book', { address, description: LONG.latin })
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect('approval')
  await press(page.getByRole('dialog'), en.approval.once)
  expect(await adding).toHaveProperty('result')
  await inspect('settings')
  await goTo(page, 'home')
  await expect(page.locator('.transfer')).toBeVisible()
  await inspect('home')
  await goTo(page, 'receive')
  // Only the rows that can be seen are in the page.
  await page.getByRole('region', { name: en.receive.list }).evaluate((list) => list.scrollIntoView())
  await expect(page.locator('.address-row').first()).toBeVisible()
  await inspect('receive')
  await goTo(page, 'send')
  await inspect('send')
  await page.getByRole('button', { name: en.contacts.choose }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect('a contact to choose')
  await page.keyboard.press('Escape')
  await goTo(page, 'contacts')
  await expect(page.locator('.address-row').first()).toBeVisible()
  await inspect('contacts')
  await goTo(page, 'history')
  await page.locator('.transfer').first().click()
  await expect(page.getByText(en.details.txid)).toBeVisible()
  // The address of the page, which the browser keeps, does not have the id.
  expect(page.url()).not.toMatch(/[0-9a-f]{64}/)
  await inspect('details')
  await page.getByRole('button', { name: en.nav.lock }).click()
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
  await inspect('unlock')
  expect(problems).toEqual({})
})

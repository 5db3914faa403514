// Names of Session and Lokinet: looked up, bought, renewed and changed, with errors beside their fields.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t, tCount } from '../../../src/app/text/text.ts'
import { expectAccessible } from '../support/axe.ts'
import { expectAvailable, goTo, nodeCall, openTool, walletOfVisitor } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const COIN = 1_000_000_000
const DECIMALS = 9
const SESSION_ID = `05${'1a'.repeat(32)}`
const OTHER_ID = `05${'2b'.repeat(32)}`
const LOKINET_ADDRESS = `${'r'.repeat(51)}y.loki`

const served = serveAll()

const lookUp = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel(en.ownNames.lookUpName, { exact: true }).fill(name)
  await page.getByRole('button', { name: en.ownNames.lookUpGo, exact: true }).click()
}

const fillOrder = async (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(text)

/** Prepares the order of the dialog that is open, or else of the form. */
const review = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: en.ownNames.review }).first().click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
}

it('buys, renews and changes names, and refuses what is not valid', async ({ browser }) => {
  const { page, address } = await walletOfVisitor(browser, served.url, 'Ann')
  for (let i = 0; i < 5; i++) await nodeCall(served.url, 'dev_faucet', { address, amount: 60 * COIN })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await expectAvailable(page, 300n * BigInt(COIN), DECIMALS)
  await openTool(page, en.tools.names)
  await expect(page.getByText(en.ownNames.guide.final)).toBeVisible()
  await expect(page.getByText(en.ownNames.empty)).toBeVisible()
  await lookUp(page, 'ann!')
  await expect(page.locator('.field-problem', { hasText: en.error.nameText })).toBeVisible()
  await expectAccessible(page, 'names, empty')
  await lookUp(page, 'Ann')
  await expect(page.getByText(en.ownNames.unregistered)).toBeVisible()

  await fillOrder(page, en.ownNames.name, 'Ann')
  await fillOrder(page, en.ownNames.sessionId, '06')
  await page.getByRole('button', { name: en.ownNames.review }).click()
  await expect(page.locator('.field-problem', { hasText: en.error.nameValue })).toBeVisible()
  await fillOrder(page, en.ownNames.sessionId, SESSION_ID)
  await page.getByText(en.ownNames.owners, { exact: true }).click()
  await fillOrder(page, en.ownNames.backupOwnerField, 'nobody')
  await page.getByRole('button', { name: en.ownNames.review }).click()
  await expect(page.locator('.field', { hasText: en.ownNames.backupOwnerField })).toContainText(en.error.nameOwner)
  await fillOrder(page, en.ownNames.backupOwnerField, '')
  await expectAccessible(page, 'names, order')
  await review(page, en.ownNames.buyTitle)
  const dialog = page.getByRole('dialog')
  for (const text of ['ann (session)', SESSION_ID, address, '15.00']) await expect(dialog).toContainText(text)
  await expectAccessible(page, 'names, review')
  await dialog.getByRole('button', { name: en.ownNames.buyGo }).click()
  await expect(page.getByText(en.ownNames.sent)).toBeVisible()

  await page.getByLabel(en.ownNames.kind).selectOption({ label: tCount('ownNames.lokinetYears', 5) })
  await fillOrder(page, en.ownNames.name, 'shop.loki')
  await fillOrder(page, en.ownNames.lokinetAddress, LOKINET_ADDRESS)
  await review(page, en.ownNames.buyTitle)
  await dialog.getByRole('button', { name: en.action.cancel }).click()
  await page.getByLabel(en.ownNames.kind).selectOption({ label: tCount('ownNames.lokinetYears', 2) })
  await review(page, en.ownNames.buyTitle)
  await dialog.getByRole('button', { name: en.ownNames.buyGo }).click()
  await expect(dialog).toHaveCount(0)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })

  const list = page.getByRole('list', { name: en.ownNames.mine })
  await expect(list.getByText('shop.loki')).toBeVisible()
  await list.getByText('ann', { exact: true }).click()
  await expect(list.getByText(SESSION_ID)).toBeVisible()
  await list.getByRole('button', { name: en.ownNames.change }).click()
  await dialog.getByRole('button', { name: en.ownNames.review }).click()
  await expect(dialog.getByText(en.ownNames.nothing)).toBeVisible()
  await fillOrder(page, en.ownNames.newValue, OTHER_ID)
  await expectAccessible(page, 'names, change')
  await review(page, en.ownNames.updateTitle)
  await expect(dialog).toContainText(OTHER_ID)
  await dialog.getByRole('button', { name: en.ownNames.updateGo }).click()
  await expect(dialog).toHaveCount(0)
  await list.getByText('shop.loki').click()
  await expect(list.getByText(en.ownNames.ending)).toBeVisible()
  await expectAccessible(page, 'names, list')
  await list.getByRole('button', { name: en.ownNames.renew }).click()
  await review(page, en.ownNames.renewTitle)
  await dialog.getByRole('button', { name: en.ownNames.renewGo }).click()
  await expect(dialog).toHaveCount(0)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })

  // The history says what was bought, and for how much, and lists names apart.
  await goTo(page, 'history')
  const rows = page.locator('.transfer')
  await page.getByRole('button', { name: en.table.filter, exact: true }).click()
  await page.getByLabel(en.history.filterKind).selectOption({ label: en.history.kinds.name })
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(4)
  const bought = rows.filter({ hasText: t('history.nameBought', { name: 'ann' }) })
  await expect(bought).toContainText('−15.00')
  await expect(rows.filter({ hasText: t('history.nameRenewed', { name: 'shop.loki' }) })).toContainText(/−\d+\.00/)
  await expect(rows.filter({ hasText: t('history.nameChanged', { name: 'ann' }) })).toContainText(/−0\.\d+/)
  await expectAccessible(page, 'history, names')
  await bought.click()
  const facts = page.locator('.facts')
  await expect(facts).toContainText(`${en.details.name}ann · session`)
  await expect(facts).toContainText(`${en.details.price}15.00`)
  await expect(facts).toContainText(`${en.details.fee}0.0`)
  await expectAccessible(page, 'details, a name')

  const other = await walletOfVisitor(browser, served.url, 'Ben')
  await openTool(other.page, en.tools.names)
  await lookUp(other.page, 'ann')
  await expect(other.page.getByText(OTHER_ID)).toBeVisible()
  await expectAccessible(other.page, 'names, found')
  await fillOrder(other.page, en.ownNames.name, 'ann')
  await fillOrder(other.page, en.ownNames.sessionId, SESSION_ID)
  await other.page.getByRole('button', { name: en.ownNames.review }).click()
  await expect(other.page.getByText(en.ownNames.taken)).toBeVisible()
  await other.page.getByRole('button', { name: en.ownNames.keep }).click()
  await expect(other.page.getByRole('list', { name: en.ownNames.mine }).getByText('ann')).toBeVisible()
})

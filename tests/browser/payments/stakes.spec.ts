// Stakes in service nodes: a registration command explained and signed, a stake to the open node by another wallet, and the unlock.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { expectAccessible } from '../support/axe.ts'
import { expectAvailable, goTo, nodeCall, openTool, readAmount, walletOfVisitor } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { newServiceNode } from '../support/service-nodes.ts'

const COIN = 1_000_000_000
const DECIMALS = 9

const served = serveAll('--service-nodes', '12')

const mine = (blocks: number) => nodeCall(served.url, 'dev_mine', { blocks })

const fill = async (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(text)

it('registers a node, stakes to it from another wallet, and unlocks', async ({ browser }) => {
  const { page, address } = await walletOfVisitor(browser, served.url, 'Ann')
  const other = await walletOfVisitor(browser, served.url, 'Ben')
  for (const receiver of [address, other.address])
    await nodeCall(served.url, 'dev_faucet', { address: receiver, amount: 60 * COIN })
  await mine(12)
  for (const wallet of [page, other.page]) await expectAvailable(wallet, 60n * BigInt(COIN), DECIMALS)
  const node = newServiceNode(5, address, 50n)

  await openTool(page, en.tools.stakes)
  await expect(page.getByText(en.stakes.guide.final)).toBeVisible()
  await expect(page.getByText(en.stakes.empty)).toBeVisible()
  await fill(page, en.stakes.command, 'register_service_node nonsense')
  await page.getByRole('button', { name: en.stakes.explain }).click()
  await expect(page.locator('.field-problem', { hasText: en.registrationError.form })).toBeVisible()
  await expectAccessible(page, 'stakes, empty')
  await fill(page, en.stakes.command, node.command)
  await page.getByRole('button', { name: en.stakes.explain }).click()
  const dialog = page.getByRole('dialog', { name: en.stakes.registerTitle })
  for (const text of [node.key, address, '10 %', '100.00', '50.00']) await expect(dialog).toContainText(text)
  await expectAccessible(page, 'stakes, registration')
  await dialog.getByRole('button', { name: en.stakes.registerGo }).click()
  await expect(page.getByText(en.stakes.sent)).toBeVisible()
  await mine(1)
  const mineList = page.getByRole('list', { name: en.stakes.mine })
  await expect(mineList).toContainText(node.key)

  await openTool(other.page, en.tools.stakes)
  await other.page.getByRole('button', { name: en.stakes.review }).click()
  await expect(other.page.getByText(en.stakes.keyBad)).toBeVisible()
  await expect(other.page.getByText(en.amount.empty)).toBeVisible()
  await fill(other.page, en.stakes.key, '11'.repeat(32))
  await fill(other.page, en.stakes.amount, '60')
  await other.page.getByRole('button', { name: en.stakes.review }).click()
  await expect(other.page.locator('.field-problem', { hasText: en.stakeError.unknown })).toBeVisible()
  await fill(other.page, en.stakes.key, node.key)
  await other.page.getByRole('button', { name: en.stakes.review }).click()
  const stake = other.page.getByRole('dialog', { name: en.stakes.stakeTitle })
  await expect(stake).toContainText('The node does not accept 60.00')
  await expectAccessible(other.page, 'stakes, stake')
  await stake.getByRole('button', { name: en.stakes.stakeGo }).click()
  await expect(other.page.getByText(en.stakes.sent)).toBeVisible()
  await mine(1)
  await expect(other.page.getByRole('list', { name: en.stakes.mine })).toContainText('50.00')

  // In the histories: whose coins are locked where, and what it cost.
  await goTo(page, 'home')
  expect(await readAmount(page, 'balance-staked', DECIMALS)).toBe(50n * BigInt(COIN))
  const row = (tab: Page, title: string) => tab.locator('.transfer').filter({ hasText: title })
  await expect(row(page, en.history.registration)).toContainText('50.00')
  await expect(row(page, en.history.registration)).not.toContainText('−50.00')
  await row(page, en.history.registration).click()
  await expect(page.locator('.facts')).toContainText(node.key)
  await expectAccessible(page, 'details, a registration')
  await goTo(other.page, 'home')
  await expect(row(other.page, en.history.stake)).toContainText('50.00')
  await openTool(page, en.tools.stakes)
  await openTool(other.page, en.tools.stakes)

  await mineList.getByRole('button', { name: en.stakes.unlock }).click()
  const unlock = page.getByRole('dialog', { name: en.stakes.unlockTitle })
  await expect(unlock).toContainText('So is that of its other contributor.')
  await expectAccessible(page, 'stakes, unlock')
  await unlock.getByRole('button', { name: en.stakes.unlockGo }).click()
  await expect(page.getByText(en.stakes.unlockSent)).toBeVisible()
  await mine(1)
  await expect(mineList).toContainText('Free at block')
  await expectAccessible(page, 'stakes, list')
  // The other contributor learns of the request from the check, before the list shows it.
  await other.page.getByRole('list', { name: en.stakes.mine }).getByRole('button').click()
  await expect(other.page.getByRole('dialog')).toContainText('The unlock was already requested.')
  await expectAccessible(other.page, 'stakes, refused unlock')
})

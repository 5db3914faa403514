// Public nodes and the list of a wallet's nodes: nothing is sent before the user asks, nodes are tested, chosen, ordered and compared, and
// offline mode sends nothing. Hosts of this machine take the place of public nodes.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { createWallet, goTo, newVisitor, openSettings, setSwitch } from '../support/driver.ts'
import { type PublicNode, startPublicNode } from '../support/public-node.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()
const nodes: PublicNode[] = []
const OTHER_BLOCK = 'cd'.repeat(32)

it.beforeAll(async () => {
  nodes.push(await startPublicNode(), await startPublicNode({ blockId: OTHER_BLOCK }))
  nodes.push(await startPublicNode({ genesisId: '00'.repeat(32) }))
})

it.afterAll(() => {
  for (const node of nodes) node.stop()
})

const urlOf = (index: number): string => nodes[index]?.url ?? ''
const requests = (): readonly number[] => nodes.map((node) => node.requests())

/** Serves a list with the nodes of this file, in place of the one that ships. */
const injectList = async (context: BrowserContext): Promise<void> => {
  await context.route('**/public-nodes.json', (route) =>
    route.fulfill({
      json: {
        taken: '2026-11-24',
        tested: 'never',
        networks: { 'monero-mainnet': nodes.map(({ url }, i) => ({ url, operator: `Operator ${i}` })) },
      },
    }),
  )
}

const rowOf = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })

it('sends nothing to public nodes before the user asks, and offers those that a wallet can use', async ({
  browser,
}) => {
  const { page, context } = await newVisitor(browser, served.url)
  await injectList(context)
  await page.getByRole('link', { name: en.welcome.create }).click()
  await page.getByLabel(en.network.label, { exact: true }).selectOption({ label: en.network['monero-mainnet'] })
  const before = requests()
  await page.getByText(en.publicNodes.open).click()
  await expect(page.getByText(en.publicNodes.learns)).toBeVisible()
  await expect(page.getByText('3 public nodes')).toBeVisible()
  await expect(rowOf(page, en.publicNodes.title, 'Operator 0')).toBeVisible()
  expect(requests()).toEqual(before)

  await page.getByRole('button', { name: en.publicNodes.test }).click()
  await expect(rowOf(page, en.publicNodes.title, 'Operator 0')).toContainText('0.18.4.0')
  const wrong = rowOf(page, en.publicNodes.title, 'Operator 2')
  await expect(wrong).toContainText('This node serves another network')
  await expect(wrong.getByRole('button', { name: en.publicNodes.use })).toBeHidden()
  await rowOf(page, en.publicNodes.title, 'Operator 1').getByRole('button', { name: en.publicNodes.use }).click()
  await expect(page.getByLabel(en.node.url, { exact: true })).toHaveValue(urlOf(1))

  await page.getByRole('button', { name: en.publicNodes.choose }).click()
  const chosen = await page.getByLabel(en.node.url, { exact: true }).inputValue()
  expect(chosen.split(' ').sort()).toEqual([urlOf(0), urlOf(1)].sort())
  await context.close()
})

it('lists, adds, orders, compares and removes nodes, and sends nothing offline', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await injectList(context)
  await createWallet(page, { name: 'Ann', network: en.network['monero-mainnet'], nodeUrl: urlOf(0) })
  await openSettings(page, 'nodes')
  await page.getByRole('link', { name: en.nodes.manage }).click()
  await expect(page.getByRole('heading', { level: 1, name: en.nodes.title })).toBeVisible()
  const rows = page.getByRole('list', { name: en.nodes.yours }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('version 0.18.4.0')

  // A node of another network is not added.
  await page.getByLabel(en.node.url, { exact: true }).fill(urlOf(2))
  await page.getByRole('button', { name: en.nodes.addThis }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved:' })).toBeVisible()
  await expect(rows).toHaveCount(1)

  // One on another chain is, with a warning that they disagree.
  await page.getByLabel(en.node.url, { exact: true }).fill(urlOf(1))
  await page.getByRole('button', { name: en.nodes.addThis }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(urlOf(1))
  await expect(page.getByRole('alert').filter({ hasText: 'The nodes disagree' })).toBeVisible()
  await page.getByRole('button', { name: `Move up: ${urlOf(0)}` }).click()
  await expect(rows.first()).toContainText(urlOf(0))

  // Their order does not count while the fastest one is used, and is kept.
  await setSwitch(page, en.nodes.fastest, true)
  await expect(page.getByText(en.nodes.fastestHint)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Move up/ })).toHaveCount(0)
  await setSwitch(page, en.nodes.fastest, false)
  await expect(page.getByRole('button', { name: `Move up: ${urlOf(1)}` })).toBeVisible()

  // Offline, no request leaves, also when the user asks for news.
  await page.getByRole('switch', { name: en.offlineMode.label }).check()
  await expect(page.locator('.network-state .sync-badge')).toHaveText(en.offlineMode.phase)
  const before = requests()
  await goTo(page, 'home')
  const card = page.getByRole('region', { name: en.sync.label })
  await expect(card).toHaveAttribute('data-phase', 'offline-mode')
  await expect(card).toContainText(en.offlineMode.phaseHint)
  await page.getByRole('button', { name: en.sync.refresh }).click()
  await page.reload()
  await page
    .getByLabel(en.wallet.password, { exact: true })
    .or(page.getByRole('link', { name: /Ann/ }))
    .first()
    .waitFor()
  expect(requests()).toEqual(before)
  await context.close()
})

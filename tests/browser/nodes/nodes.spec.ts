// The states of nodes: each has its own words and colour, and a node of another network is an error wherever it shows.
import { expect, test as it, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t } from '../../../src/app/text/text.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createCommands, type Running, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  openNodes,
  openSettings,
  scanAgain,
  syncState,
  unlockWallet,
} from '../support/driver.ts'
import { breakStorage, delayEngine } from '../support/engine-faults.ts'
import { type Served, startServe } from '../support/serve.ts'

const commands = createCommands()
let served: Served

it.beforeAll(async () => {
  served = await startServe()
})

it.afterAll(async () => {
  await served?.stop()
  await commands.end()
})

const stopNode = async ({ child, exit }: Running): Promise<void> => {
  child.kill('SIGTERM')
  await exit
}

/** The colour of the sync bar, as the stylesheet computes it. */
const barColour = (card: Locator): Promise<string> =>
  card.evaluate((element) => getComputedStyle(element).getPropertyValue('--bar').trim())

const chooseNode = async (page: Page, url: string): Promise<void> => {
  await page.getByLabel(en.node.custom).check()
  await page.getByLabel(en.node.url, { exact: true }).fill(url)
}

it('names each state of a node, and refuses one of another network', async ({ browser }) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startNode = async (...flags: readonly string[]): Promise<Running> => {
    const node = commands.run('node', '--port', `${port}`, '--rpc-access-control-origins', served.url, ...flags)
    await untilOutput(node, /http:\/\/[\d.:]+/)
    return node
  }
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann', node: en.node.origin })
  await expectSynced(page)
  const card = syncState(page)
  const green = await barColour(card)

  // another network, tested and saved
  let node = await startNode('--network', 'monero')
  await openSettings(page, 'nodes')
  await page.getByRole('link', { name: en.nodes.manage }).click()
  await chooseNode(page, url)
  await page.getByRole('button', { name: en.node.test }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'This node serves another network' })
  await expect(alert).toBeVisible()
  await page.getByRole('button', { name: en.nodes.useThis }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved:' })).toBeVisible()
  await expect(page.getByText(en.action.saved, { exact: true })).toBeHidden()
  await stopNode(node)

  // no response, tested and saved
  await page.getByRole('button', { name: en.node.test }).click()
  await expect(page.getByRole('alert').filter({ hasText: en.node.unreachable })).toBeVisible()
  await page.getByRole('button', { name: en.nodes.useThis }).click()
  // The node that works stays in use, the reason stands there once, and the user is asked once.
  await expect(page.getByText(en.node.unreachable)).toHaveCount(1)
  await expect(page.getByText(t('nodeState.keeps', { nodes: en.node.origin }))).toBeVisible()
  await expect(page.getByText(en.action.saved, { exact: true })).toBeHidden()
  const inUse = page.getByRole('list', { name: en.nodes.yours }).getByRole('listitem')
  await expect(inUse).toHaveCount(1)
  await expect(inUse).toContainText(en.node.origin)
  await expectAccessible(page, 'nodes, one that does not respond')
  await page.getByRole('button', { name: en.nodeState.useAnyway }).click()
  await expect(page.getByText(en.nodeState.usedLater)).toBeVisible()
  await expect(page.getByText(en.action.saved, { exact: true })).toBeHidden()
  await expect(inUse).toContainText(url)
  await goTo(page, 'home')
  await expect(card).toHaveAttribute('data-phase', 'offline', { timeout: 60_000 })
  await expect(card).toContainText(en.sync.badgeOffline)
  expect(await barColour(card)).not.toBe(green)

  // another network, found by the sync
  node = await startNode('--network', 'monero')
  await expect(card).toHaveAttribute('data-phase', 'other-network', { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: en.nodeState.otherNetwork })).toHaveCount(2)
  await expect(page.locator('.network-state .sync-badge')).toHaveText(en.nodeState.otherNetworkBadge)
  expect(await barColour(card)).not.toBe(green)
  await stopNode(node)

  // the right network again
  node = await startNode()
  await openSettings(page, 'nodes')
  await page.getByRole('link', { name: en.nodes.manage }).click()
  await page.getByRole('button', { name: en.node.test }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The node responds' })).toBeVisible()
  await stopNode(node)
  await page.getByLabel(en.node.origin).check()
  await page.getByRole('button', { name: en.nodes.useThis }).click()
  await expect(page.getByText(en.action.saved, { exact: true })).toBeVisible()
  await goTo(page, 'home')
  await expectSynced(page)
  await context.close()
})

it('keeps the history of a practice chain that was started anew, until the user begins anew', async ({ browser }) => {
  const port = await freePort()
  const startNode = async (): Promise<Running> => {
    const node = commands.run('node', '--port', `${port}`, '--rpc-access-control-origins', served.url)
    await untilOutput(node, /http:\/\/[\d.:]+/)
    return node
  }
  const first = await startNode()
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ben', nodeUrl: `http://127.0.0.1:${port}` })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  const total = 100n * 10n ** BigInt(oxenRegtest.decimals)
  await expectBalance(page, total, oxenRegtest.decimals)

  await stopNode(first)
  const second = await startNode()
  const card = syncState(page)
  await expect(card).toHaveAttribute('data-phase', 'replaced', { timeout: 120_000 })
  await expect(page.getByRole('heading', { name: en.replaced.title })).toBeVisible()
  await expectBalance(page, total, oxenRegtest.decimals)
  await expect(page.locator('.transfer')).toHaveCount(1)

  await page.getByRole('button', { name: en.replaced.begin }).click()
  await expect(page.getByRole('heading', { name: en.replaced.title })).toBeHidden({ timeout: 60_000 })
  await expectSynced(page)
  await expectBalance(page, 0n, oxenRegtest.decimals)
  await goTo(page, 'history')
  await page.getByRole('link', { name: en.earlier.link.one }).click()
  await expect(page.getByRole('heading', { level: 1, name: en.earlier.title })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('100.00')
  await context.close()
  await stopNode(second)
})

it('offers the tools of the development node', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Cyd', node: en.node.origin })
  await expectSynced(page)
  const heightOf = async (): Promise<number> => Number((await nodeCall(served.url, 'get_info', {}))['height'])
  const before = await heightOf()
  await page.getByRole('link', { name: en.devTools.open }).click()
  await expect(page.getByRole('heading', { level: 1, name: en.devTools.title })).toBeVisible()
  const card = (title: string): Locator =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

  const blocks = card(en.devTools.blocks)
  await blocks.getByLabel(en.devTools.count, { exact: true }).fill('0')
  await blocks.getByRole('button', { name: en.devTools.mine }).click()
  await expect(blocks.getByText(en.devTools.countBad.replace('{{ max }}', '10000'))).toBeVisible()
  await blocks.getByLabel(en.devTools.count, { exact: true }).fill('5')
  await blocks.getByLabel(en.devTools.rewards).selectOption({ label: en.devTools.toFaucet })
  await blocks.getByRole('button', { name: en.devTools.mine }).click()
  await expect.poll(heightOf).toBe(before + 5)

  const time = Number((await nodeCall(served.url, 'dev_set_time', {}))['offset'])
  await card(en.devTools.clock).getByRole('button', { name: en.devTools.day }).click()
  await expect(page.getByText(en.devTools.clockDone)).toBeVisible()
  const moved = Number((await nodeCall(served.url, 'dev_set_time', {}))['offset']) - time
  expect(Math.round(moved / 3600)).toBe(24)

  const snapshot = card(en.devTools.snapshot)
  await snapshot.getByRole('button', { name: en.devTools.snapshotGo }).click()
  await expect(snapshot.getByText(`Saved at ${before + 5} blocks.`)).toBeVisible()
  await card(en.devTools.reorg).getByRole('button', { name: en.devTools.reorgGo }).click()
  await expect(page.getByText(`The chain now has ${before + 6} blocks.`)).toBeVisible()
  await snapshot.getByRole('button', { name: `Go back to block ${before + 5}` }).click()
  await expect.poll(heightOf).toBe(before + 5)

  const serviceNodes = card(en.devTools.serviceNodes)
  await serviceNodes.getByRole('button', { name: en.devTools.register.one }).click()
  await expect(serviceNodes.getByRole('listitem')).toHaveCount(1, { timeout: 120_000 })
  await expect(serviceNodes.getByRole('listitem')).toContainText(en.devTools.active)
  await context.close()
})

it('requests no proofs of transactions from a node that the user marks as own', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  const other = `http://127.0.0.1:${await freePort()}`
  await createWallet(page, { name: 'Eve', nodeUrl: `${served.url}/node ${other}` })
  await expectSynced(page)
  await fundWallet(page, served.url, oxenRegtest.decimals)
  // The newest blocks, of which the wallet asks for blinks, get no transactions.
  await nodeCall(served.url, 'dev_mine', { blocks: 20 })
  await syncState(page).click()
  await page.getByRole('button', { name: en.sync.refresh }).click()
  await expectSynced(page)
  let requests = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/get_transactions')) requests++
  })
  /** Scans the chain again; returns the number of requests for transactions. */
  const rescan = async (): Promise<number> => {
    requests = 0
    await scanAgain(page, 100n * 10n ** BigInt(oxenRegtest.decimals), oxenRegtest.decimals)
    return requests
  }
  await rescan()
  await expect.poll(() => requests).toBeGreaterThan(0)

  await openNodes(page)
  const rowOf = (text: string): Locator =>
    page.getByRole('list', { name: en.nodes.yours }).getByRole('listitem').filter({ hasText: text })
  const isOtherOwn = rowOf(other).getByRole('switch', { name: `${en.nodes.mine}: ${other}` })
  await isOtherOwn.check()
  await expect(rowOf(other).getByText(en.nodes.own, { exact: true })).toBeVisible()
  await rescan()
  await expect.poll(() => requests).toBeGreaterThan(0)

  await openNodes(page)
  const row = rowOf(en.node.origin)
  const isOwn = row.getByRole('switch', { name: en.nodes.mine })
  await expect(isOwn).not.toBeChecked()
  await expect(isOwn).toHaveAccessibleDescription(en.nodes.mineHint)
  // A change waits for the one before it, and both are stored.
  await delayEngine(page, 1500)
  await isOtherOwn.uncheck()
  await isOwn.check()
  await expect(row.getByText(en.nodes.own, { exact: true })).toBeVisible()
  await expect(rowOf(other).getByText(en.nodes.own, { exact: true })).toBeHidden()
  await expectAccessible(page, 'own-node')
  expect(await rescan()).toBe(0)

  await page.reload()
  await unlockWallet(page, 'Eve')
  expect(await rescan()).toBe(0)
  await openNodes(page)
  await expect(isOwn).toBeChecked()
  await isOwn.uncheck()
  await expect(row.getByText(en.nodes.own, { exact: true })).toBeHidden()
  await rescan()
  await expect.poll(() => requests).toBeGreaterThan(0)

  // A switch whose change cannot be stored shows what is stored.
  await openNodes(page)
  await breakStorage(page)
  await isOwn.click()
  await expect(page.getByText(en.storageError.full)).toBeVisible()
  await expect(isOwn).not.toBeChecked()
  await context.close()
})

it('warns on the home screen when the nodes of a wallet are on different chains', async ({ browser }) => {
  const start = (): Running => commands.run('node', '--port', '0', '--rpc-access-control-origins', served.url)
  const nodes = [start(), start()]
  const urls = await Promise.all(nodes.map(async (node) => (await untilOutput(node, /http:\/\/[\d.:]+/))[0]))
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Dan', nodeUrl: urls.join(' ') })
  await expect(page.getByRole('heading', { name: en.nodes.disagreeTitle })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('main').getByRole('link', { name: en.nodes.manage }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The nodes disagree' })).toBeVisible()
  const rows = page.getByRole('list', { name: en.nodes.yours }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const isOwn = rows.filter({ hasText: urls[1] ?? '' }).getByRole('switch', { name: en.nodes.mine })
  await isOwn.check()
  await expect(isOwn).toBeChecked()
  await page.getByRole('button', { name: `Remove: ${urls[1]}` }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(urls[0] ?? '')
  await expect(page.getByRole('alert').filter({ hasText: 'The nodes disagree' })).toBeHidden()
  // The removed node comes back in its place and as it was, also from another screen.
  const undo = page.getByRole('status', { name: en.toast.label }).getByRole('button', { name: en.toast.undo })
  await undo.click()
  await expect(rows).toHaveCount(2)
  await expect(isOwn).toBeChecked()
  await expect(page.getByRole('alert').filter({ hasText: 'The nodes disagree' })).toBeVisible()
  await page.getByRole('button', { name: `Remove: ${urls[0]}` }).click()
  await expect(rows).toHaveCount(1)
  await openSettings(page, 'nodes')
  await undo.click()
  await page.getByRole('link', { name: en.nodes.manage }).click()
  await expect(rows.first()).toContainText(urls[0] ?? '')
  await expect(rows.last()).toContainText(urls[1] ?? '')
  await context.close()
  for (const node of nodes) await stopNode(node)
})

// The node becomes unreachable while the wallet is open: the page shows it, keeps a confirmed payment, and continues by
// itself once the node is back.
import { expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createCommands, type Running, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  goTo,
  newVisitor,
  reviewPayment,
  shownAddress,
} from '../support/driver.ts'
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

it('shows that the node is unreachable, and sends the saved payment once it is back', async ({ browser }) => {
  const port = await freePort()
  const startNode = async (): Promise<Running> => {
    // The page of another origin mines with it.
    const access = ['--rpc-access-control-origins', served.url]
    const node = commands.run('node', '--port', String(port), '--data-dir', 'chain', ...access)
    await untilOutput(node, /http:\/\/[\d.:]+/)
    return node
  }
  const stopNode = async ({ child, exit }: Running): Promise<void> => {
    child.kill('SIGTERM')
    await exit
  }
  let node = await startNode()
  const { page, context } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann', nodeUrl: `http://127.0.0.1:${port}` })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * 10n ** BigInt(oxenRegtest.decimals), oxenRegtest.decimals)
  await page.getByRole('button', { name: tCount('home.mine', 10) }).click()
  await expect(page.getByText(tCount('home.mineDone', 10))).toBeVisible()
  await goTo(page, 'receive')
  await reviewPayment(page, await shownAddress(page), '1')

  await stopNode(node)
  await page.getByRole('button', { name: en.send.confirm }).click()
  await expect(page.getByRole('heading', { name: en.send.pendingTitle })).toBeVisible({ timeout: 120_000 })
  await goTo(page, 'home')
  const card = page.getByRole('region', { name: en.sync.label })
  await expect(card).toHaveAttribute('data-phase', 'offline', { timeout: 120_000 })
  await expect(card).toContainText(en.sync.offlineHint)
  // The browser's own error message is not shown.
  await expect(card).not.toContainText('fetch')
  await expect(page.locator('.transfer[data-direction=out]')).toContainText(en.history.pending)
  await page.getByRole('button', { name: tCount('home.mine', 1), exact: true }).click()
  await expect(page.getByText(en.error.nodeUnreachable)).toBeVisible()

  node = await startNode()
  await expectSynced(page)
  await expect(page.locator('.transfer[data-direction=out]')).toContainText(en.history.pool, { timeout: 120_000 })
  await context.close()
  await stopNode(node)
})

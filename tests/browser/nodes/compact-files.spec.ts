// Old blocks from files that are the same for everyone: of the host of the page, and of one that the user names.
import { type BrowserContext, expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import {
  createWallet,
  expectBalance,
  expectSynced,
  fundWallet,
  newVisitor,
  nodeCall,
  openNodes,
  restoreWallet,
  scanAgain,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { startFilesHost } from '../support/static-host.ts'

const served = serveAll()
const DECIMALS = 9
const BLOCKS = 400

let words: readonly string[]
let coins: bigint

it.beforeAll(async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  words = await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  coins = await fundWallet(page, served.url, DECIMALS)
  await nodeCall(served.url, 'dev_mine', { blocks: BLOCKS })
  await context.close()
})

/** Counts the requests of a visitor for chunks. */
const countChunks = (context: BrowserContext, origin: string): (() => number) => {
  let count = 0
  context.on('request', (request) => {
    if (request.url().startsWith(`${origin}/compact/`) && request.url().includes('/chunks/')) count += 1
  })
  return () => count
}

it('reads the old blocks of a restored wallet from the files beside the page', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  const chunks = countChunks(context, served.url)
  await restoreWallet(page, words.join(' '), { name: 'Ann again' })
  await expectBalance(page, coins, DECIMALS)
  await expectSynced(page)
  expect(chunks()).toBeGreaterThanOrEqual(8)
  await openNodes(page)
  await expect(page.getByText(/^The files reach up to block \d/)).toBeVisible()

  // Turned off, all blocks come from the node.
  await page.getByLabel(en.compact.label, { exact: true }).uncheck()
  await expect(page.getByLabel(en.compact.address, { exact: true })).toHaveCount(0)
  const before = chunks()
  await scanAgain(page, coins, DECIMALS)
  expect(chunks()).toBe(before)
  await context.close()
})

it('uses the files of another origin, and its node when they fail', async ({ browser }) => {
  let isBroken = false
  const host = await startFilesHost(served.url, () => isBroken)
  const { page, context } = await newVisitor(browser, served.url)
  try {
    await restoreWallet(page, words.join(' '), { name: 'Ann again' })
    await expectBalance(page, coins, DECIMALS)
    const chunks = countChunks(context, host.origin)
    await openNodes(page)
    const address = page.getByLabel(en.compact.address, { exact: true })
    await address.fill('a word')
    await page.getByRole('button', { name: en.compact.save }).click()
    await expect(page.getByText(en.compact.bad)).toBeVisible()
    await address.fill(`${host.origin}/compact`)
    await page.getByRole('button', { name: en.compact.save }).click()
    await expect(page.getByText(en.action.saved, { exact: true })).toBeVisible()
    await scanAgain(page, coins, DECIMALS)
    expect(chunks()).toBeGreaterThanOrEqual(8)

    isBroken = true
    await scanAgain(page, coins, DECIMALS)
    await openNodes(page)
    await expect(page.getByText(en.compact.unused)).toBeVisible()
    await expect(page.getByText(/HTTP status 503/)).toBeVisible()
    await expect(address).toHaveValue(`${host.origin}/compact`)
  } finally {
    await context.close()
    host.stop()
  }
})

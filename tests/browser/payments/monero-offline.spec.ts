// Offline signing on a chain of the monero family: lists of coins and key images, unsigned and signed sets go between a watch-only wallet and its
// copy without a node, as files and as QR codes.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { expectAccessible } from '../support/axe.ts'
import { holdCodes, installCamera } from '../support/camera.ts'
import {
  chooseFile,
  expectBalance,
  newVisitor,
  nodeCall,
  openTool,
  restoreFromKeys,
  savedFile,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const DECIMALS = moneroRegtest.decimals
const COIN = 10n ** BigInt(DECIMALS)
const NETWORK = en.network['monero-regtest']

const addressOf = (owner: ReturnType<typeof generateKeys>) => formatAddress(moneroRegtest, subaddressAt(owner, 0, 0))

const served = serveAll('--network', 'monero')

/** A watch-only wallet and its copy with the spend key, both before their tool for offline signing. */
type Copies = { readonly hot: Page; readonly cold: Page }

/** Takes data from one page to a field of another. */
type Carry = (from: Page, to: Page, label: string) => Promise<void>

const byFile: Carry = async (from, to, label) => {
  // The newest result is above those before it.
  const result = from.locator('.card').filter({ has: from.getByRole('button', { name: en.data.save }) })
  await chooseFile(to, label, await savedFile(from, result.first()))
}

const byCodes: Carry = async (from, to, label) => {
  await from.getByRole('button', { name: en.scan.show }).first().click()
  await to
    .locator('.file-drop')
    .filter({ has: to.getByLabel(label, { exact: true }) })
    .getByRole('button', { name: en.scan.open })
    .click()
  await expect(to.locator('video')).toBeVisible()
  await holdCodes(from, to)
  await from.getByRole('button', { name: en.scan.hide }).click()
}

for (const [index, { way, carry }] of [
  { way: 'files', carry: byFile },
  { way: 'QR codes in front of cameras', carry: byCodes },
].entries())
  it(`pays from a watch-only wallet with what its copy signs, by ${way}`, async ({ browser }) => {
    const own = generateKeys(new Uint8Array(32).fill(43 + index))
    const payee = generateKeys(new Uint8Array(32).fill(53 + index))
    const recipient = addressOf(payee)
    const [address, view, spend] = [addressOf(own), toHex(own.viewSecret), toHex(own.spendSecret)]
    for (const coins of [20n, 10n]) {
      await nodeCall(served.url, 'dev_faucet', { address, amount: Number(coins * COIN) })
      await nodeCall(served.url, 'dev_mine', { blocks: 1 })
    }
    await nodeCall(served.url, 'dev_mine', { blocks: 12 })
    const visitors = { hot: await newVisitor(browser, served.url), cold: await newVisitor(browser, served.url) }
    const { hot, cold }: Copies = { hot: visitors.hot.page, cold: visitors.cold.page }
    for (const { context, page } of Object.values(visitors)) {
      await installCamera(context)
      await page.reload()
    }
    await restoreFromKeys(hot, { name: 'Watching', network: NETWORK }, { address, view })
    const nowhere = { name: 'Cold', network: NETWORK, nodeUrl: 'http://127.0.0.1:9' }
    await restoreFromKeys(cold, nowhere, { address, view, spend })
    await expectBalance(hot, 30n * COIN, DECIMALS)
    await openTool(hot, en.tools.offline)
    await openTool(cold, en.tools.offline)

    await hot.getByRole('button', { name: en.offline.exportOutputs }).click()
    await carry(hot, cold, en.offline.outputs)
    await cold.getByRole('button', { name: en.offline.importOutputs }).click()
    await expect(cold.getByText(tCount('offline.imported', 2))).toBeVisible()
    await cold.getByRole('button', { name: en.offline.exportKeyImages }).click()
    await carry(cold, hot, en.offline.keyImages)
    await hot.getByRole('button', { name: en.offline.importKeyImages }).click()
    await expect(hot.getByText(/^The balance is 30/)).toBeVisible()

    await hot.getByRole('link', { name: en.set.prepare }).click()
    await hot.getByLabel(en.send.to, { exact: true }).fill(recipient)
    await hot.getByLabel(en.send.amount, { exact: true }).fill('12.5')
    await hot.getByRole('button', { name: en.send.prepare }).click()
    await expect(hot.getByRole('heading', { name: en.offline.ready })).toBeVisible()
    await carry(hot, cold, en.offline.unsigned)
    await cold.getByRole('button', { name: en.set.read }).click()
    await expect(cold.getByRole('heading', { name: en.set.what })).toBeVisible()
    await expect(cold.getByText(recipient)).toBeVisible()
    await expect(cold.getByText('12.50').first()).toBeVisible()
    await expectAccessible(cold, 'offline, description')
    await cold.getByRole('button', { name: en.set.signGo }).click()
    await expect(cold.getByRole('heading', { name: en.offline.signed })).toBeVisible()
    await hot.getByRole('link', { name: en.offline.send }).click()
    await carry(cold, hot, en.offline.signedSet)
    await hot.getByRole('button', { name: en.set.read }).click()
    await expect(hot.getByText(recipient)).toBeVisible()
    await hot.getByRole('button', { name: en.set.sendGo }).click()
    await expect(hot.getByRole('heading', { name: en.send.doneTitle })).toBeVisible()

    const paid = await newVisitor(browser, served.url)
    await nodeCall(served.url, 'dev_mine', { blocks: 1 })
    const receiving = { address: recipient, view: toHex(payee.viewSecret), spend: toHex(payee.spendSecret) }
    await restoreFromKeys(paid.page, { name: 'Paid', network: NETWORK }, receiving)
    await expectBalance(paid.page, (25n * COIN) / 2n, DECIMALS)
  })

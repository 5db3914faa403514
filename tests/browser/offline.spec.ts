// Offline signing: a watch-only wallet prepares a payment, its copy without a network signs it, and the watch-only wallet sends it.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { tCount } from '../../src/app/text/text.ts'
import { fromHex, toHex } from '../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../src/crypto/keys/keys.ts'
import { expectAccessible } from './support/axe.ts'
import {
  chooseFile,
  expectBalance,
  goTo,
  newVisitor,
  nodeCall,
  openTool,
  readAmount,
  restoreFromKeys,
  savedFile,
} from './support/driver.ts'
import { serveAll } from './support/serve-all.ts'

const DECIMALS = oxenRegtest.decimals
const COIN = 10n ** BigInt(DECIMALS)

const keys = generateKeys(new Uint8Array(32).fill(21))
const address = formatAddress(oxenRegtest, subaddressAt(keys, 0, 0))
const recipient = formatAddress(oxenRegtest, subaddressAt(generateKeys(new Uint8Array(32).fill(22)), 0, 0))
const view = toHex(keys.viewSecret)
const spend = toHex(keys.spendSecret)

const served = serveAll()

/** Drops a file on the first data field. */
const dropFile = async (page: Page, content: Buffer): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(
    (bytes) => {
      const carried = new DataTransfer()
      carried.items.add(new File([new Uint8Array(bytes)], 'dropped'))
      return carried
    },
    [...content],
  )
  await page.locator('.file-drop').first().dispatchEvent('drop', { dataTransfer })
}

it('pays from a watch-only wallet with a copy that has no network', async ({ browser }) => {
  await nodeCall(served.url, 'dev_faucet', { address, amount: Number(100n * COIN) })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const { page } = await newVisitor(browser, served.url)
  await restoreFromKeys(page, { name: 'Watching' }, { address, view })
  await expectBalance(page, 100n * COIN, DECIMALS)
  await openTool(page, en.tools.offline)
  await expect(page.getByText(en.offline.guide.about)).toBeVisible()
  await expectAccessible(page, 'offline, watching')
  await page.getByRole('link', { name: en.set.prepare }).click()
  await expect(page.getByText(en.send.watchOnly)).toBeVisible()
  await page.getByLabel(en.send.to, { exact: true }).fill(recipient)
  await page.getByLabel(en.send.amount, { exact: true }).fill('12.5')
  await expectAccessible(page, 'send, watching')
  await page.getByRole('button', { name: en.send.prepare }).click()
  await expect(page.getByRole('heading', { name: en.offline.ready })).toBeVisible()
  await expect(page.getByText(recipient)).toBeVisible()
  await expectAccessible(page, 'offline, unsigned')
  const unsigned = await savedFile(page)

  const cold = (await newVisitor(browser, served.url)).page
  await restoreFromKeys(cold, { name: 'Cold', nodeUrl: 'http://127.0.0.1:9' }, { address, view, spend })
  await openTool(cold, en.tools.offline)
  await cold.getByRole('button', { name: en.set.read }).click()
  await expect(cold.getByText(en.data.missing)).toBeVisible()
  await cold.getByLabel(en.offline.unsigned, { exact: true }).fill('not hex')
  await cold.getByRole('button', { name: en.set.read }).click()
  await expect(cold.getByText(en.data.notHex)).toBeVisible()
  await expectAccessible(cold, 'offline, cold')
  const altered = Buffer.from(unsigned)
  altered.writeUInt8((unsigned.at(-1) ?? 0) ^ 1, unsigned.length - 1)
  await dropFile(cold, altered)
  await expect(cold.getByText('dropped')).toBeVisible()
  await cold.getByRole('button', { name: en.set.read }).click()
  await expect(cold.locator('.file-drop').getByText(en.error.transferSet)).toBeVisible()
  await cold.getByRole('button', { name: en.data.remove }).first().click()
  await cold.getByLabel(en.offline.unsigned, { exact: true }).fill(unsigned.toString('hex'))
  await cold.getByRole('button', { name: en.set.read }).click()
  await expect(cold.getByRole('heading', { name: en.set.what })).toBeVisible()
  await expect(cold.getByText(recipient)).toBeVisible()
  await expect(cold.getByText('12.50').first()).toBeVisible()
  await expectAccessible(cold, 'offline, description')
  await cold.getByRole('button', { name: en.set.signGo }).click()
  await expect(cold.getByRole('heading', { name: en.offline.signed })).toBeVisible()
  await expectAccessible(cold, 'offline, signed')
  const signed = await savedFile(cold)

  await page.getByRole('link', { name: en.offline.send }).click()
  await chooseFile(page, en.offline.signedSet, signed)
  await page.getByRole('button', { name: en.set.read }).click()
  await expect(page.getByRole('heading', { name: en.set.sendWhat })).toBeVisible()
  await expect(page.getByText(recipient)).toBeVisible()
  await expectAccessible(page, 'offline, signed description')
  await page.getByRole('button', { name: en.set.sendGo }).click()
  await expect(page.getByRole('heading', { name: en.send.doneTitle })).toBeVisible()
  await goTo(page, 'home')
  await expect(page.locator('a.transfer[data-direction=out]')).toHaveCount(1)
  expect(await readAmount(page, 'balance-total', DECIMALS)).toBeLessThan((100n * COIN * 875n) / 1000n)

  // The list of coins goes to the copy, its key images come back.
  await openTool(page, en.tools.offline)
  await page.getByRole('button', { name: en.offline.exportOutputs }).click()
  const coins = await savedFile(page)
  await chooseFile(cold, en.offline.outputs, coins)
  await cold.getByRole('button', { name: en.offline.importOutputs }).click()
  await expect(cold.getByText(tCount('offline.imported', 1))).toBeVisible()
  await cold.getByRole('button', { name: en.offline.more }).click()
  await cold.getByRole('button', { name: en.offline.exportKeyImages }).click()
  const images = await savedFile(cold)
  await chooseFile(page, en.offline.keyImages, Buffer.from(fromHex('00')))
  await page.getByRole('button', { name: en.offline.importKeyImages }).click()
  await expect(page.getByText(en.error.keyImageList)).toBeVisible()
  await page.getByRole('button', { name: en.data.remove }).click()
  await chooseFile(page, en.offline.keyImages, images)
  await page.getByRole('button', { name: en.offline.importKeyImages }).click()
  await expect(page.getByText(/^Unspent: .*Spent: 100/)).toBeVisible()
})

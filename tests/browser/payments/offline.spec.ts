// Offline signing: a watch-only wallet prepares a payment, its copy without a network signs it, and the watch-only wallet sends it.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t, tCount } from '../../../src/app/text/text.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { expectAccessible } from '../support/axe.ts'
import { holdCodes, installCamera } from '../support/camera.ts'
import {
  atomicUnits,
  chooseFile,
  confirmPayment,
  expectBalance,
  goTo,
  newVisitor,
  nodeCall,
  openTool,
  readAmount,
  restoreFromKeys,
  reviewPayment,
  savedFile,
} from '../support/driver.ts'
import { expectControlled } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

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

/** Returns whether the guide of a tool begins at the height of the tool, which is beside it, at a width of the page. */
const isGuideBeside = async (page: Page, width: number): Promise<boolean> => {
  await resizePage(page, { width, height: 800 })
  const guide = await page.locator('.guide').boundingBox()
  const tool = await page.locator('.guide + .stack').boundingBox()
  return guide !== null && guide.y === tool?.y
}

it('pays from a watch-only wallet with a copy that has no network', async ({ browser }) => {
  await nodeCall(served.url, 'dev_faucet', { address, amount: Number(100n * COIN) })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const { page } = await newVisitor(browser, served.url)
  await restoreFromKeys(page, { name: 'Watching' }, { address, view })
  await expectBalance(page, 100n * COIN, DECIMALS)
  await openTool(page, en.tools.offline)
  await expect(page.getByText(en.offline.guide.about)).toBeVisible()
  expect(await isGuideBeside(page, 820)).toBe(false)
  expect(await isGuideBeside(page, 1440)).toBe(true)
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
  await expect(page.locator('.transfer[data-direction=out]')).toHaveCount(1)
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
  await expect(page.getByText(/^The balance is .* now\. Spent: 100/)).toBeVisible()
})

it('exchanges everything with the copy by QR codes in front of its camera', async ({ browser }) => {
  const own = generateKeys(new Uint8Array(32).fill(23))
  const ownAddress = formatAddress(oxenRegtest, subaddressAt(own, 0, 0))
  const [ownView, ownSpend] = [toHex(own.viewSecret), toHex(own.spendSecret)]
  await nodeCall(served.url, 'dev_faucet', { address: ownAddress, amount: Number(50n * COIN) })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const hot = await newVisitor(browser, served.url)
  const cold = await newVisitor(browser, served.url)
  for (const { context } of [hot, cold]) await installCamera(context)
  for (const { page } of [hot, cold]) await page.reload()
  await restoreFromKeys(hot.page, { name: 'Watching' }, { address: ownAddress, view: ownView })
  const keysOfCold = { address: ownAddress, view: ownView, spend: ownSpend }
  await restoreFromKeys(cold.page, { name: 'Cold', nodeUrl: 'http://127.0.0.1:9' }, keysOfCold)
  await expectBalance(hot.page, 50n * COIN, DECIMALS)

  const show = (page: Page) => page.getByRole('button', { name: en.scan.show }).click()
  const hide = (page: Page) => page.getByRole('button', { name: en.scan.hide }).click()
  /** Opens the scanner of the field with this label. */
  const scan = (page: Page, label: string) =>
    page
      .locator('.file-drop')
      .filter({ has: page.getByLabel(label, { exact: true }) })
      .getByRole('button', { name: en.scan.open })
      .click()

  await openTool(hot.page, en.tools.offline)
  await openTool(cold.page, en.tools.offline)
  await expect(cold.page.getByText(en.offline.connected)).toBeVisible()
  // From then on every file of the page is there.
  await expectControlled(cold.page)
  await cold.context.setOffline(true)
  await expect(cold.page.getByText(en.offline.disconnected)).toBeVisible()
  await hot.page.getByRole('button', { name: en.offline.exportOutputs }).click()
  await show(hot.page)
  await expectAccessible(hot.page, 'offline, QR codes')
  await scan(cold.page, en.offline.outputs)
  await expect(cold.page.locator('video')).toBeVisible()
  await expectAccessible(cold.page, 'offline, camera')
  await holdCodes(hot.page, cold.page)
  await cold.page.getByRole('button', { name: en.offline.importOutputs }).click()
  await expect(cold.page.getByText(tCount('offline.imported', 1))).toBeVisible()
  // Codes of another kind are named, and the scanner waits for the right ones.
  await scan(cold.page, en.offline.unsigned)
  const codes = holdCodes(hot.page, cold.page)
  await expect(cold.page.getByText(t('scan.wrongKind', { kind: en.scan.kinds.output }))).toBeVisible()
  await cold.page.getByRole('button', { name: en.action.close }).click()
  await codes
  await hide(hot.page)

  await cold.page.getByRole('button', { name: en.offline.exportKeyImages }).click()
  await show(cold.page)
  await scan(hot.page, en.offline.keyImages)
  await holdCodes(cold.page, hot.page)
  await hot.page.getByRole('button', { name: en.offline.importKeyImages }).click()
  await expect(hot.page.getByText(/^The balance is 50/)).toBeVisible()
  await hide(cold.page)

  await hot.page.getByRole('link', { name: en.set.prepare }).click()
  await hot.page.getByLabel(en.send.to, { exact: true }).fill(recipient)
  await hot.page.getByLabel(en.send.amount, { exact: true }).fill('7.25')
  await hot.page.getByRole('button', { name: en.send.prepare }).click()
  await show(hot.page)
  await scan(cold.page, en.offline.unsigned)
  await holdCodes(hot.page, cold.page)
  await cold.page.getByRole('button', { name: en.set.read }).click()
  await expect(cold.page.getByText(recipient)).toBeVisible()
  await cold.page.getByRole('button', { name: en.set.signGo }).click()
  await expect(cold.page.getByRole('heading', { name: en.offline.signed })).toBeVisible()
  await cold.page.getByRole('button', { name: en.scan.show }).first().click()
  await hot.page.getByRole('link', { name: en.offline.send }).click()
  await scan(hot.page, en.offline.signedSet)
  await holdCodes(cold.page, hot.page)
  await hot.page.getByRole('button', { name: en.set.read }).click()
  await hot.page.getByRole('button', { name: en.set.sendGo }).click()
  await expect(hot.page.getByRole('heading', { name: en.send.doneTitle })).toBeVisible()
})

it('shows the balance of a watch-only wallet as one at most until key images come, refuses spent coins by name, and explains a camera that the browser does not allow', async ({
  browser,
}) => {
  const own = generateKeys(new Uint8Array(32).fill(24))
  const ownAddress = formatAddress(oxenRegtest, subaddressAt(own, 0, 0))
  const [ownView, ownSpend] = [toHex(own.viewSecret), toHex(own.spendSecret)]
  for (const coins of [60n, 40n]) {
    await nodeCall(served.url, 'dev_faucet', { address: ownAddress, amount: Number(coins * COIN) })
    await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  }
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const signer = (await newVisitor(browser, served.url)).page
  await restoreFromKeys(signer, { name: 'Signing' }, { address: ownAddress, view: ownView, spend: ownSpend })
  await expectBalance(signer, 100n * COIN, DECIMALS)
  await reviewPayment(signer, recipient, '35')
  const fee = await readAmount(signer, 'fee', DECIMALS)
  await confirmPayment(signer)
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  const truth = 65n * COIN - fee

  const { page } = await newVisitor(browser, served.url)
  await restoreFromKeys(page, { name: 'Watching' }, { address: ownAddress, view: ownView })
  await expect.poll(() => readAmount(page, 'balance-total', DECIMALS)).toBeGreaterThan(100n * COIN)
  const atMost = await readAmount(page, 'balance-total', DECIMALS)
  await expect(page.getByRole('heading', { name: en.home.balanceAtMost })).toBeVisible()
  await expect(page.getByText(/^Up to 1\d\d\.\d+.* of this may be spent already/)).toBeVisible()
  // A wallet without words is not asked to keep them.
  await expect(page.getByRole('region', { name: en.tour.label })).toBeHidden()
  await expectAccessible(page, 'home, watching')
  await goTo(page, 'send')
  await expect(page.getByText(/^Up to 1\d\d\.\d+.* may be spent already, and the network refuses/)).toBeVisible()
  await page.getByLabel(en.send.to, { exact: true }).fill(recipient)
  await page.getByRole('button', { name: en.send.all, exact: true }).click()
  await page.getByRole('button', { name: en.send.prepare }).click()
  const unsigned = await savedFile(page)
  await goTo(page, 'send')
  await page.getByRole('link', { name: en.offline.copies }).click()
  await expect(page.locator('.guide + .stack .card').first()).toContainText(en.offline.copies)

  // The signer has seen the chain: it names the coins, and signs nothing.
  await openTool(signer, en.tools.offline)
  await chooseFile(signer, en.offline.unsigned, unsigned)
  await signer.getByRole('button', { name: en.set.read }).click()
  await expect(signer.getByRole('alert').filter({ hasText: /already spent: [46]0\.00.OXEN of / })).toBeVisible()
  await expect(signer.getByRole('button', { name: en.set.signGo })).toBeHidden()
  await expectAccessible(signer, 'offline, spent coins')
  // One without the chain signs, and the wallet that sends asks its node.
  const cold = (await newVisitor(browser, served.url)).page
  const nowhere = { name: 'Cold', nodeUrl: 'http://127.0.0.1:9' }
  await restoreFromKeys(cold, nowhere, { address: ownAddress, view: ownView, spend: ownSpend })
  await openTool(cold, en.tools.offline)
  await chooseFile(cold, en.offline.unsigned, unsigned)
  await cold.getByRole('button', { name: en.set.read }).click()
  await cold.getByRole('button', { name: en.set.signGo }).click()
  const signed = await savedFile(cold)
  await chooseFile(page, en.offline.signedSet, signed)
  await page.getByRole('button', { name: en.set.read }).click()
  await page.getByRole('button', { name: en.set.sendGo }).click()
  await expect(page.getByRole('alert').filter({ hasText: /already spent: [46]0\.00.OXEN of / })).toBeVisible()
  await page.getByRole('button', { name: en.action.cancel }).click()

  // With key images there is one number everywhere.
  await signer.getByRole('button', { name: en.action.cancel }).click()
  await signer.getByRole('button', { name: en.offline.exportKeyImages }).click()
  await chooseFile(page, en.offline.keyImages, await savedFile(signer))
  await page.getByRole('button', { name: en.offline.importKeyImages }).click()
  const result = page.getByText(/^The balance is .* now\. Spent: /)
  await expect(result).toBeVisible()
  expect(atomicUnits(((await result.textContent()) ?? '').replace(/^\D+/, ''), DECIMALS)).toBe(truth)
  expect(truth).toBeLessThan(atMost)
  await goTo(page, 'home')
  await expectBalance(page, truth, DECIMALS)
  await expect(page.getByRole('heading', { name: en.home.balance, exact: true })).toBeVisible()
  await expect(page.getByText(/may be spent already/)).toBeHidden()
  await goTo(page, 'history')
  const newest = page.locator('td[data-column=balance]').first()
  await expect(newest).toContainText(/\d/)
  expect(atomicUnits((await newest.textContent()) ?? '', DECIMALS)).toBe(truth)
  await goTo(page, 'send')
  expect(await readAmount(page, 'balance-available', DECIMALS)).toBe(truth)

  await openTool(page, en.tools.offline)
  await page.getByRole('button', { name: en.scan.open }).first().click()
  await expect(page.getByRole('dialog')).toContainText(/There is no camera here|The browser does not allow/)
  await expectAccessible(page, 'no camera')
})

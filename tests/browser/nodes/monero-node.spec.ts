// The built page with a development node of the monero family: a wallet receives coins, keeps them through a reload, and pays.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { parseOutputExport } from '../../../src/coin/sealed-exports/outputExport.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  confirmPayment,
  createWallet,
  expectSynced,
  goTo,
  newVisitor,
  openTool,
  readAmount,
  restoreFromKeys,
  reviewPayment,
  savedFile,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

const DECIMALS = 12
const NETWORK = en.network['monero-regtest']

const served = serveAll('--network', 'monero')

/** Calls the node of the page's origin. */
const call = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const answer = await fetch(`${served.url}/node/json_rpc`, { method: 'POST', body })
  // JSON-RPC responses have this shape.
  return ((await answer.json()) as { result: Record<string, unknown> }).result
}

const total = (page: Page): Promise<bigint> => readAmount(page, 'balance-total', DECIMALS)

/** Hands a proof of the newest payment from its sender to its recipient, in the form of Feather. */
const proveForFeather = async (sender: Page, recipient: Page): Promise<void> => {
  await sender.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goTo(sender, 'history')
  await sender.locator('.transfer[data-direction="out"]').first().click()
  await sender.getByRole('button', { name: en.payment.prove }).click()
  const dialog = sender.getByRole('dialog', { name: en.proofs.card })
  await dialog.getByLabel(en.proofs.message, { exact: true }).fill('Lunch')
  await dialog.getByRole('button', { name: en.proofs.provePaid }).click()
  await dialog.getByRole('button', { name: en.proofs.copyForFeather }).click()
  const proof = await sender.evaluate(() => navigator.clipboard.readText())
  expect(proof).toMatch(
    /^-----BEGIN (OUT|IN)PROOF-----\nNetwork: Monero Mainnet\nTxid: [0-9a-f]{64}\nAddress: \w+\n\nLunch\n/,
  )
  await openTool(recipient, en.proofs.title)
  const received = recipient.getByLabel(en.proofs.received, { exact: true })
  const check = recipient.getByRole('button', { name: en.proofs.checkGo, exact: true })
  // One paste fills in all parts.
  await received.fill(proof)
  await expect(recipient.getByLabel(en.proofs.txid, { exact: true })).toHaveValue(/^[0-9a-f]{64}$/)
  await check.click()
  await expect(recipient.getByText(`${en.proofs.good}.`)).toBeVisible()
  await expect(recipient.locator('.facts')).toContainText('1.25')
  await received.fill(proof.replace('Mainnet', 'Stagenet'))
  await check.click()
  await expect(recipient.getByText(en.proofs.otherNetwork.replace('{{ network }}', 'Monero Stagenet'))).toBeVisible()
  await expect(recipient.getByText(`${en.proofs.good}.`)).toBeHidden()
  await received.fill(proof.slice(0, -20))
  await expect(recipient.getByText(en.proofs.cut)).toBeVisible()
}

it('receives coins from a development node of the monero family and pays with them', async ({ browser }) => {
  const { page } = await newVisitor(browser, served.url)
  // The origin's node and its network are preselected.
  await createWallet(page, { name: 'Ann' }, async (screen) => {
    if (screen !== 'create') return
    const network = page.getByLabel(en.network.label, { exact: true })
    await expect(network.locator('option:checked')).toHaveText(NETWORK)
    await expect(page.getByLabel(en.node.origin)).toBeChecked()
    // It is not offered to wallets of other networks.
    await network.selectOption({ label: en.network['oxen-regtest'] })
    await expect(page.getByLabel(en.node.inPage)).toBeChecked()
    await expect(page.getByLabel(en.node.origin)).toBeHidden()
    await network.selectOption({ label: NETWORK })
    await expect(page.getByLabel(en.node.origin)).toBeChecked()
  })
  await expectSynced(page)
  expect(await total(page)).toBe(0n)

  await page.getByRole('button', { name: en.home.faucet }).click()
  await expect.poll(() => total(page), { timeout: 120_000 }).toBeGreaterThan(0n)
  await expectSynced(page)
  const given = await total(page)
  expect(given % 10n ** BigInt(DECIMALS)).toBe(0n)

  await page.reload()
  await unlockWallet(page, 'Ann')
  await expectSynced(page)
  expect(await total(page)).toBe(given)

  const second = await newVisitor(browser, served.url)
  await createWallet(second.page, { name: 'Ben', network: NETWORK })
  await goTo(second.page, 'receive')
  const ben = await shownAddress(second.page)
  await call('dev_mine', { blocks: 10 })
  await expect.poll(() => readAmount(page, 'balance-available', DECIMALS), { timeout: 120_000 }).toBe(given)
  // A speed above the usual one says what it costs besides coins.
  await goTo(page, 'send')
  await page.getByRole('button', { name: en.fees.change }).click()
  await page.getByRole('radio', { name: en.send.priorityNames.priority }).check()
  await expect(page.getByText(en.feesNow.reason)).toBeVisible()
  await page.getByRole('radio', { name: en.send.priorityNames.unimportant }).check()
  await expect(page.getByText(en.feesNow.reason)).toBeHidden()
  await reviewPayment(page, ben, '1.25')
  const fee = await readAmount(page, 'fee', DECIMALS)
  await confirmPayment(page)
  await openTool(second.page, en.feesNow.title)
  const tiers = second.page.getByRole('table').getByRole('row')
  await expect(tiers).toHaveCount(5)
  await expect(tiers.nth(1)).toContainText(en.feesNow.usual)
  await expect(tiers.nth(1)).toContainText(en.feesNow.next)
  const pool = second.page.locator('.facts')
  await expect(pool).toContainText(en.feesNow.poolValue.one.replace('{{ size }}', ''))
  await expectAccessible(second.page, 'fees now')
  await call('dev_mine', { blocks: 10 })
  // It follows the chain while it is open.
  await expect(pool).toContainText(en.feesNow.poolValue.other.replace('{{ count }}', '0').replace('{{ size }}', ''))
  await goTo(second.page, 'home')
  await expect
    .poll(() => readAmount(second.page, 'balance-available', DECIMALS), { timeout: 120_000 })
    .toBe(1_250_000_000_000n)
  await goTo(page, 'home')
  await expect.poll(() => total(page), { timeout: 120_000 }).toBe(given - 1_250_000_000_000n - fee)
  // Amounts with twelve digits after the point fit into their cards.
  await expectAccessible(page, 'home, twelve decimals')
  await resizePage(page, { width: 1280, height: 720 })
  await proveForFeather(page, second.page)
  await second.context.close()
})

it('writes lists of coins for today’s Monero, or for older ones when the user says so', async ({ browser }) => {
  const keys = generateKeys(new Uint8Array(32).fill(31))
  const address = formatAddress(moneroRegtest, subaddressAt(keys, 0, 0))
  const { page } = await newVisitor(browser, served.url)
  await restoreFromKeys(page, { name: 'Watching', network: NETWORK }, { address, view: toHex(keys.viewSecret) })
  await openTool(page, en.tools.offline)
  const totalIn = async (list: Buffer): Promise<number | undefined> =>
    (await parseOutputExport(moneroRegtest, keys, list)).total
  await page.getByRole('button', { name: en.offline.exportOutputs }).click()
  expect(await totalIn(await savedFile(page))).toBe(0)
  await page.getByLabel(en.offline.older).click()
  await page.getByRole('button', { name: en.data.again }).click()
  await expect.poll(async () => totalIn(await savedFile(page))).toBeUndefined()
  await expectAccessible(page, 'offline, older form')
})

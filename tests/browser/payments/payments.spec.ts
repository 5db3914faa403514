// The forms of payments: everything, several recipients, an integrated address, a link with an amount;
// and rejected input, which the form keeps.
import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, expect, test as it, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, parseAddress, toIntegratedAddress } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../src/coin/transactions/transactionHash.ts'
import { expectAccessible } from '../support/axe.ts'
import { installCamera, showToCamera } from '../support/camera.ts'
import {
  confirmPayment,
  expectBalance,
  fundWallet,
  goTo,
  type NewWallet,
  nodeCall,
  readAmount,
  reviewPayment,
  unlockWallet,
  walletOfVisitor,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

const DECIMALS = oxenRegtest.decimals
const COIN = 10n ** BigInt(DECIMALS)

const served = serveAll()
const contexts: BrowserContext[] = []

it.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** Opens a wallet in its own browser profile, which ends with the test. */
const newWallet = async (browser: Browser, name: string): Promise<NewWallet> => {
  const wallet = await walletOfVisitor(browser, served.url, name)
  contexts.push(wallet.context)
  return wallet
}

const received = (page: Page) => page.locator('.transfer[data-direction=in]')

const openSend = async (page: Page): Promise<void> => {
  await goTo(page, 'home')
  await goTo(page, 'send')
}

const expectAvailable = async (page: Page, amount: bigint): Promise<void> => {
  await goTo(page, 'home')
  await expect.poll(async () => await readAmount(page, 'balance-available', DECIMALS), { timeout: 60_000 }).toBe(amount)
}

/** Returns the lines of the balance on the screen. */
const holdings = async (page: Page): Promise<Readonly<Record<string, bigint>>> => {
  const found: Record<string, bigint> = {}
  for (const line of ['available', 'waiting', 'frozen', 'staked', 'sum'])
    if ((await page.getByTestId(`balance-${line}`).count()) > 0)
      found[line] = await readAmount(page, `balance-${line}`, DECIMALS)
  return found
}

/** Chooses an action from the menu of a coin. */
const actOnCoin = async (coin: Locator, action: string): Promise<void> => {
  await coin.getByRole('button', { name: /^Actions for/ }).click()
  await coin.page().getByRole('menuitem', { name: action, exact: true }).click()
}

/** Amounts below each other have their points below each other. */
const expectAlignedAtPoint = async (amounts: Locator): Promise<void> => {
  const points = await amounts
    .locator('.fraction')
    .evaluateAll((each) => each.map((fraction) => Math.round(fraction.getBoundingClientRect().left)))
  expect(points.length).toBeGreaterThan(1)
  expect(new Set(points).size).toBe(1)
}

const review = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(page.getByRole('dialog', { name: en.send.reviewTitle })).toBeVisible({ timeout: 120_000 })
}

it('pays two recipients at once, one by a link with an amount; an integrated address; then sends everything', async ({
  browser,
}) => {
  const ann = await newWallet(browser, 'Ann')
  const ben = await newWallet(browser, 'Ben')
  const eve = await newWallet(browser, 'Eve')
  const funded = await fundWallet(ann.page, served.url, DECIMALS)

  // Ben requests 3.000000001 with a message; Eve has an integrated address.
  await goTo(ben.page, 'receive')
  await ben.page.getByLabel(en.receive.amount, { exact: true }).fill('3.000000001')
  await ben.page.getByLabel(en.receive.message, { exact: true }).fill('Invoice 7 & more')
  await ben.page.evaluate(() => {
    // Tests have no clipboard: the copied text is recorded.
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void Object.assign(window, { copied: text }) },
    })
  })
  await ben.page.getByRole('button', { name: en.receive.copyLink }).click()
  const link = await ben.page.evaluate(() => String(Reflect.get(window, 'copied')))
  expect(link).toContain(ben.address)
  const paymentId = '0123456789abcdef'
  const integrated = formatAddress(
    oxenRegtest,
    toIntegratedAddress(parseAddress(oxenRegtest, eve.address), Uint8Array.from(Buffer.from(paymentId, 'hex'))),
  )

  await openSend(ann.page)
  await ann.page.getByLabel(en.send.to, { exact: true }).fill(link)
  await expect(ann.page.getByLabel(en.send.amount, { exact: true })).toHaveValue('3.000000001')
  await expect(ann.page.getByText('Invoice 7 & more')).toBeVisible()
  await ann.page.getByRole('button', { name: en.send.addRecipient }).click()
  const second = ann.page.getByRole('group', { name: en.send.recipient.replace('{{ index }}', '2') })
  await second.getByLabel(en.send.to, { exact: true }).fill(eve.address)
  await second.getByLabel(en.send.amount, { exact: true }).fill('4,5')
  // A chain without quorums has no instant payments. Once quorums can approve them, they are offered, and the cheap way stays chosen.
  const instant = ann.page.getByRole('radio', { name: en.send.priorityNames.blink })
  await expect(ann.page.getByTestId('only-priority')).toContainText(/about 0\.\d+/)
  await nodeCall(served.url, 'dev_quorum', { present: true })
  await second.getByLabel(en.send.amount, { exact: true }).fill('4.5')
  await expect(instant).not.toBeChecked()
  await expect(instant).toHaveAccessibleName(/about 0\.\d+.*OXEN/)
  await instant.check()
  await review(ann.page)
  const instantFee = await readAmount(ann.page, 'fee', DECIMALS)
  // The quorums are gone when it is sent: nothing is sent, and the ordinary way costs less.
  await nodeCall(served.url, 'dev_quorum', { present: false })
  await ann.page.getByRole('button', { name: en.send.confirm }).click()
  await expect(ann.page.getByText(en.paymentError.instant)).toBeVisible()
  await ann.page.getByRole('button', { name: en.send.ordinary }).click()
  await expect(ann.page.getByRole('button', { name: en.send.confirm })).toBeVisible()
  expect(await readAmount(ann.page, 'fee', DECIMALS)).toBeLessThan(instantFee)
  await ann.page.getByRole('button', { name: en.action.cancel }).click()
  await nodeCall(served.url, 'dev_quorum', { present: true })
  await second.getByLabel(en.send.amount, { exact: true }).fill('4,5')
  await instant.check()
  await review(ann.page)
  const fee = await readAmount(ann.page, 'fee', DECIMALS)
  await confirmPayment(ann.page)
  await nodeCall(served.url, 'dev_quorum', { present: false })
  // Both sides read that it can be relied on: in the result, on Home, in the details and in the history.
  await expect(ann.page.getByText(en.send.instantHint)).toBeVisible()
  await goTo(ann.page, 'home')
  let left = funded - 7_500_000_001n - fee
  await expectBalance(ann.page, left, DECIMALS)
  await goTo(ben.page, 'home')
  await expect(received(ben.page)).toContainText('3.000000001', { timeout: 60_000 })
  await expect(received(eve.page)).toContainText('4.5', { timeout: 60_000 })
  for (const { page } of [ann, ben])
    for (const place of ['home', 'history'] as const) {
      await goTo(page, place)
      await expect(page.locator('.transfer').first()).toContainText(en.history.approved)
    }
  for (const { page } of [ann, ben]) {
    await page.locator('.transfer').first().click()
    await expect(page.getByRole('main')).toContainText(en.history.approved)
    await goTo(page, 'home')
  }

  // A payment id is encrypted for one recipient: an integrated address is paid by itself.
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await expectAvailable(ann.page, left)
  await openSend(ann.page)
  await ann.page.getByLabel(en.send.to, { exact: true }).fill(integrated)
  await expect(ann.page.getByText(en.send.integrated)).toBeVisible()
  await ann.page.getByLabel(en.send.amount, { exact: true }).fill('1')
  await review(ann.page)
  left -= COIN + (await readAmount(ann.page, 'fee', DECIMALS))
  await confirmPayment(ann.page)
  const paid = received(eve.page).filter({ hasText: /\b1\.00\b/ })
  await expect(paid).toBeVisible({ timeout: 60_000 })
  await paid.click()
  await expect(eve.page.getByText(paymentId)).toBeVisible()
  await goTo(eve.page, 'home')

  // The whole rest goes to Eve.
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await expectAvailable(ann.page, left)
  await openSend(ann.page)
  await ann.page.getByLabel(en.send.to, { exact: true }).fill(eve.address)
  await ann.page.getByRole('button', { name: en.send.all, exact: true }).click()
  await review(ann.page)
  const sweepFee = await readAmount(ann.page, 'fee', DECIMALS)
  await confirmPayment(ann.page)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(ann.page, 'home')
  await expectBalance(ann.page, 0n, DECIMALS)
  await expectBalance(eve.page, (11n * COIN) / 2n + left - sweepFee, DECIMALS)
})

it('keeps the draft while other screens are open, notes the message of a link, and begins anew after the payment', async ({
  browser,
}) => {
  const { page, address } = await newWallet(browser, 'Ann')
  await fundWallet(page, served.url, DECIMALS)
  const to = page.getByLabel(en.send.to, { exact: true })
  const amount = page.getByLabel(en.send.amount, { exact: true })
  const note = page.getByLabel(en.send.note, { exact: true })
  const link = `oxen:${address}?tx_amount=3&recipient_name=Shop&tx_description=Order%207`

  await openSend(page)
  await to.fill(link)
  await expect(amount).toHaveValue('3')
  await expect(note).toHaveValue('Shop: Order 7')
  await amount.fill('2.5')
  await goTo(page, 'history')
  await goTo(page, 'send')
  await expect(to).toHaveValue(link)
  await expect(amount).toHaveValue('2.5')
  await review(page)
  const dialog = page.getByRole('dialog', { name: en.send.reviewTitle })
  // The amount of the user counts, not that of the link.
  await expect(dialog).toContainText('2.50')
  await expect(dialog).toContainText('Shop: Order 7')
  // What is spent equals what is created; the signed transaction is saved, and nothing is sent by that.
  await dialog.getByText(en.built.title).click()
  const ledgers = dialog.locator('.review-transaction .ledger')
  const [spent, created] = [ledgers.first(), ledgers.last()]
  await expect(spent).toContainText('100.00')
  await expect(created).toContainText(en.built.change)
  await expect(created.locator('.ledger-total')).toContainText('100.00')
  await expectAlignedAtPoint(created.locator('dd'))
  await expectAccessible(page, 'review, inputs and outputs')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: en.built.save }).click(),
  ])
  const signed = fromHex(await readFile(await saved.path(), 'utf8'))
  const txid = toHex(transactionId(parseTransaction(oxenRegtest, signed)))
  await expect(dialog).toContainText(txid)
  expect((await nodeCall(served.url, 'get_info', {}))['tx_pool_size']).toBe(0)
  expect(await confirmPayment(page)).toBe(txid)

  await goTo(page, 'send')
  await expect(page.getByRole('heading', { name: en.send.doneTitle })).toBeHidden()
  await expect(to).toHaveValue('')
  await expect(note).toHaveValue('')
  // All coins are change, which is on its way back: the form says so, and when.
  await expect(page.getByRole('list', { name: en.waiting.list })).toHaveText(
    /Change of .* comes back in about 20 minutes \(10 blocks\)\./,
  )
  await to.fill(address)
  await amount.fill('1')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(page.getByText(/That is more than the 0.00.* available now. Change of .* comes back in/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: en.send.doneTitle })).toBeHidden()
  await goTo(page, 'home')
  await expect(page.getByRole('list', { name: en.waiting.list })).toContainText('about 20 minutes (10 blocks)')
  await expect(page.locator('.transfer[data-direction=out]')).toContainText('Shop: Order 7')

  // The balance has nine decimals now: it fits on the narrowest screen.
  await resizePage(page, { width: 320, height: 640 })
  for (const place of ['home', 'receive'] as const) {
    await goTo(page, place)
    // Of a list, only the rows that can be seen are in the page.
    await page
      .locator('.content section')
      .last()
      .evaluate((last) => last.scrollIntoView({ block: 'end' }))
    await expect(page.locator('.content .amount').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBe(320)
  }

  await goTo(page, 'send')
  await to.fill('someone@example')
  await expect(page.getByText('This is not an address. Addresses here start with')).toBeVisible()
})

it('shows fees and what arrives before the review, pays from chosen coins, and leaves frozen coins alone', async ({
  browser,
}) => {
  const { page, address } = await newWallet(browser, 'Ann')
  await fundWallet(page, served.url, DECIMALS)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 200n * COIN, DECIMALS)
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await expectAvailable(page, 200n * COIN)
  const amount = page.getByLabel(en.send.amount, { exact: true })

  await goTo(page, 'send')
  await expect(page.getByTestId('only-priority')).toContainText(/about 0\.\d+/)
  // The fee does not fit beside everything: the form offers to send everything instead.
  await page.getByLabel(en.send.to, { exact: true }).fill(address)
  await amount.fill('200')
  await page.getByRole('button', { name: en.fees.allInstead }).click()
  await expect(page.getByText(/About 199\.\d+.* arrives\./)).toBeVisible()
  await page.getByRole('button', { name: en.action.cancel }).click()

  // Of two coins one is frozen, and the other chosen.
  await page.getByText(en.send.options).click()
  await page.getByRole('link', { name: en.coins.choose }).click()
  const coins = page.getByRole('grid', { name: en.coins.list })
  const rows = coins.locator('.coin')
  const frozen = coins.locator('.coin[data-state="frozen"]')
  const available = coins.locator('.coin[data-state="available"]')
  await expect(rows).toHaveCount(2)
  // The page says at once that coins may be of several payers.
  const bar = page.getByRole('region', { name: en.table.selection })
  await coins.getByRole('checkbox', { name: en.table.selectAll }).check()
  await expect(bar).toContainText(tCount('coins.payers', 2))
  await bar.getByRole('button', { name: en.table.selectNone }).click()
  await expect(bar).toBeHidden()
  const messages = page.getByRole('status', { name: en.toast.label })
  await actOnCoin(rows.first(), en.coins.freeze)
  await expect(frozen).toHaveCount(1)
  await expect(frozen).toContainText(en.coins.states.frozen)
  await expect(messages).toContainText(en.toast.frozen.one)
  await messages.getByRole('button', { name: en.toast.undo }).click()
  await expect(frozen).toHaveCount(0)
  await expect(messages).toBeEmpty()
  await actOnCoin(rows.first(), en.coins.freeze)
  await expect(frozen).toHaveCount(1)
  // A coin that is frozen is not selected, and not when it thaws.
  const box = available.getByRole('checkbox')
  await box.check()
  await expect(available).toContainText(en.coins.states.chosen)
  await bar.getByRole('button', { name: en.coins.freeze, exact: true }).click()
  await expect(frozen).toHaveCount(2)
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(bar).toBeHidden()
  await messages.getByRole('button', { name: en.toast.undo }).last().click()
  await expect(box).not.toBeChecked()
  await box.check()
  await bar.getByRole('button', { name: tCount('coins.use', 1) }).click()
  // A strip on every screen says so, and the money of the account adds up as before.
  const strip = page.getByRole('complementary', { name: en.coins.strip })
  for (const place of ['home', 'history', 'send'] as const) {
    await goTo(page, place)
    await expect(strip).toContainText(`${tCount('coins.payingFrom', 1)}, 100.00`)
  }
  expect(await holdings(page)).toEqual({ available: 100n * COIN, frozen: 100n * COIN, sum: 200n * COIN })
  // More than the chosen coin has.
  await amount.fill('150')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(page.getByText('That is more than the 100.00\u00a0OXEN of the chosen coins.')).toBeVisible()

  // The recipient pays the fee: the coin is spent without change.
  await amount.fill('100')
  await page.getByText(en.send.options).click()
  await page.getByLabel(en.fees.payer).selectOption({ label: en.fees.recipients })
  await expect(page.getByText(/About 99\.\d+.* arrives\./)).toBeVisible()
  await review(page)
  const fee = await readAmount(page, 'fee', DECIMALS)
  const dialog = page.getByRole('dialog', { name: en.send.reviewTitle })
  await expect(dialog).toContainText(`${en.coins.from}${tCount('coins.chosen', 1)}, 100.00`)
  await confirmPayment(page)
  await expect(strip).toBeHidden()
  await page.getByText(en.paid.proof).click()
  await expect(page.getByRole('button', { name: en.details.copyKey })).toBeVisible()
  // A payment to oneself is one before it is mined too.
  await goTo(page, 'home')
  const first = page.locator('.transfer').first()
  await expect(first).toContainText(en.history.self)
  await expect(first).not.toContainText('−')
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  // To itself: the fee is gone. The frozen coin is not available, and belongs to the total: that of the history.
  await expectAvailable(page, 100n * COIN - fee)
  const total = 200n * COIN - fee
  expect(await holdings(page)).toEqual({ available: 100n * COIN - fee, frozen: 100n * COIN, sum: total })
  expect(await readAmount(page, 'balance-total', DECIMALS)).toBe(total)
  await expectAlignedAtPoint(page.locator('.ledger .amount'))
  await page.getByRole('link', { name: en.home.frozen }).click()
  await expect(frozen).toHaveCount(1)
  await actOnCoin(frozen, en.coins.thaw)
  await expect(frozen).toHaveCount(0)

  // The coin of the payment leads to it, and the one that it spent as well.
  await actOnCoin(rows.filter({ hasText: '99.' }), en.coins.toPayment)
  await expect(page.getByRole('region', { name: en.details.title })).toContainText(en.history.self)
  await goTo(page, 'coins')
  await page.getByLabel(/^Spent/).check()
  await expect(coins.locator('.coin[data-state="spent"]')).toHaveCount(1)
  await expect(rows.getByRole('checkbox')).toBeDisabled()
  await page.getByLabel(/^All/).check()
  await expect(rows).toHaveCount(2)

  // Two coins become one. The page says what others learn before it is sent.
  await coins.getByRole('checkbox', { name: en.table.selectAll }).check()
  await expect(bar).toContainText(tCount('coins.count', 2))
  await expectAccessible(page, 'coins')
  await resizePage(page, { width: 1440, height: 900 })
  await bar.getByRole('button', { name: en.coins.combine }).click()
  await expect(dialog).toContainText('a transaction joins 2 coins')
  await expect(dialog).toContainText(`${en.coins.from}${tCount('coins.chosen', 2)}, 199.`)
  const combined = await readAmount(page, 'fee', DECIMALS)
  await confirmPayment(page)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'home')
  await expectBalance(page, 200n * COIN - fee - combined, DECIMALS)
  await goTo(page, 'coins')
  await expect(rows).toHaveCount(1)
  await expect(bar).toBeHidden()
  await expect(rows).toContainText(tCount('coins.inBlocks', 9))
})

it('shows how the locks of coins end while blocks come, and that the amount leaves enough for the fee then', async ({
  browser,
}) => {
  const { page, address } = await newWallet(browser, 'Ann')
  const funded = await fundWallet(page, served.url, DECIMALS)
  await nodeCall(served.url, 'dev_mine', { blocks: 1, address })
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(address)
  await page.getByLabel(en.send.amount, { exact: true }).fill(String(funded / COIN))
  const problem = page.getByText(en.fees.short.replace(/ of about.*/, ''))
  await expect(problem).toBeVisible()
  await page.getByText(en.send.options).click()
  await page.getByRole('link', { name: en.coins.choose }).click()
  const rows = page.getByRole('grid', { name: en.coins.list }).locator('.coin')
  await expect(rows).toHaveCount(2)
  const locked = rows.and(page.locator('[data-state="waiting"]'))
  await expect(locked).toHaveCount(1)
  const before = (await locked.textContent()) ?? ''
  await nodeCall(served.url, 'dev_mine', { blocks: 5 })
  await expect(locked).not.toHaveText(before)
  await goTo(page, 'send')
  await expect(problem).toBeVisible()
  await nodeCall(served.url, 'dev_mine', { blocks: 60 })
  await expect(problem).toBeHidden()
  await page.getByText(en.send.options).click()
  await page.getByRole('link', { name: en.coins.choose }).click()
  await expect(rows.and(page.locator('[data-state="available"]'))).toHaveCount(2)
})

it('lists hundreds of coins in parts, sorts and searches them, and keeps the chosen ones', async ({ browser }) => {
  const { page, address } = await newWallet(browser, 'Ann')
  await nodeCall(served.url, 'dev_mine', { blocks: 150, address })
  await goTo(page, 'send')
  await page.getByText(en.send.options).click()
  await page.getByRole('link', { name: en.coins.choose }).click()
  const coins = page.getByRole('grid', { name: en.coins.list })
  await expect(coins).toHaveAttribute('aria-rowcount', '151', { timeout: 60_000 })
  const row = (position: number) => coins.locator(`[data-position="${position}"]`)
  const bar = page.getByRole('region', { name: en.table.selection })
  // By date: newest first, then oldest first.
  const date = coins.getByRole('button', { name: en.details.date })
  await date.click()
  await expect(row(0)).toHaveAttribute('data-state', 'waiting')
  await date.click()
  await expect(row(0)).toHaveAttribute('data-state', 'available')
  await expectAlignedAtPoint(coins.locator('.coin .amount'))
  await row(0).getByRole('checkbox').check()
  // The last rows are fetched when they are on the screen.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(row(149)).toBeVisible()
  await expect(row(149)).toHaveAttribute('data-state', 'waiting')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(row(0).getByRole('checkbox')).toBeChecked()
  const search = page.getByLabel(en.coins.search)
  await search.fill('no such coin')
  await expect(page.getByText(en.coins.noneFound)).toBeVisible()
  await expect(bar).toContainText(tCount('coins.count', 1))
  await page.getByRole('button', { name: en.coins.showAll }).click()

  // Ranges by the mouse and by keys, several frozen at once, all of them.
  await row(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(bar).toContainText(tCount('coins.count', 4))
  await row(3).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText(tCount('coins.count', 6))
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await row(4).locator('[data-column="age"]').click()
  await row(6)
    .locator('[data-column="age"]')
    .click({ modifiers: ['Shift'] })
  await expect(bar).toContainText(tCount('coins.count', 3))
  await bar.getByRole('button', { name: en.coins.freeze }).click()
  await expect(page.getByRole('status', { name: en.toast.label })).toContainText(tCount('toast.frozen', 3))
  await page.getByLabel(/^Frozen/).check()
  await expect(coins.locator('.coin')).toHaveCount(3)
  await row(0).focus()
  await page.keyboard.press('Control+a')
  await bar.getByRole('button', { name: en.coins.thaw }).click()
  await expect(page.getByText(en.coins.noneFound)).toBeVisible()
  await page.getByRole('button', { name: en.coins.showAll }).click()
  // What was thawed stays selected: the next payment is made from it.
  await bar.getByRole('button', { name: en.coins.useThese }).click()
  await expect(page.getByRole('complementary', { name: en.coins.strip })).toContainText(tCount('coins.payingFrom', 3))

  // On a phone the coins are rows that a press selects.
  await resizePage(page, { width: 390, height: 800 })
  await page.getByRole('complementary', { name: en.coins.strip }).getByRole('link', { name: en.coins.change }).click()
  await expect(bar).toContainText(tCount('coins.count', 3))
  const item = page.getByRole('list', { name: en.coins.list }).getByRole('listitem').first()
  expect((await item.boundingBox())?.height).toBe(56)
  await item.getByText(en.coins.kinds.mined).click()
  await expect(item.getByRole('checkbox')).toBeChecked()
  await expectAccessible(page, 'coins, phone')
})

it('reads recipients from QR codes of the camera, an image and the clipboard, and offers recent ones', async ({
  browser,
}) => {
  const ann = await newWallet(browser, 'Ann')
  const { page } = ann
  await fundWallet(page, served.url, DECIMALS)
  const ben = await newWallet(browser, 'Ben')
  await goTo(ben.page, 'receive')
  const code = ben.page.locator('svg.qr')
  const plainCode = await code.screenshot()
  await ben.page.getByLabel(en.receive.amount, { exact: true }).fill('2.25')
  await expect(code).toHaveAccessibleName(en.receive.qrRequest)
  await installCamera(ann.context)
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.reload()
  await unlockWallet(page, 'Ann')

  const to = page.getByLabel(en.send.to, { exact: true })
  await goTo(page, 'send')
  await page.getByRole('button', { name: en.fill.scan }).click()
  await expect(page.locator('video')).toBeVisible()
  await showToCamera(page, await code.evaluate((element) => new XMLSerializer().serializeToString(element)))
  await expect(to).toHaveValue(new RegExp(ben.address))
  await expect(page.getByLabel(en.send.amount, { exact: true })).toHaveValue('2.25')
  await expect(page.locator('video')).toHaveCount(0)
  await review(page)
  await confirmPayment(page)

  await goTo(page, 'send')
  const file = page.getByLabel(en.fill.imageFile)
  await file.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await expect(page.getByText(en.fill.faults.kind)).toBeVisible()
  await file.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: plainCode })
  await expect(to).toHaveValue(ben.address)

  await to.fill('')
  await page.evaluate(
    async (png) => {
      const image = new Blob([Uint8Array.from(png)], { type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
    },
    [...plainCode],
  )
  await page.getByRole('button', { name: en.send.paste }).click()
  await expect(to).toHaveValue(ben.address)

  await to.fill('')
  await page.getByRole('button', { name: en.contacts.choose }).click()
  await page.getByRole('list', { name: en.fill.recent }).getByRole('button').click()
  await expect(to).toHaveValue(ben.address)
})

it('shows problems of a payment and keeps the input; a cancelled payment costs nothing', async ({ browser }) => {
  const { page, address } = await newWallet(browser, 'Ann')
  const dialog = page.getByRole('dialog', { name: en.send.reviewTitle })
  const submit = page.getByRole('button', { name: en.send.review })
  const to = page.getByLabel(en.send.to, { exact: true })
  const amount = page.getByLabel(en.send.amount, { exact: true })
  const problem = page.locator('.field-problem').filter({ hasText: /\S/ })

  await openSend(page)
  await submit.click()
  await expect(page.getByText(en.send.toMissing)).toBeVisible()
  await expect(page.getByText(en.amount.empty)).toBeVisible()
  await to.fill(`${address.slice(0, -1)}${address.endsWith('2') ? '3' : '2'}`)
  await amount.fill('1.0000000001')
  await submit.click()
  await expect(problem).toHaveCount(2)
  await expect(page.getByText(tCount('amount.decimals', DECIMALS))).toBeVisible()
  // One or a thousand: the page asks.
  await amount.fill('1,000')
  await expect(page.getByText(en.amount.ambiguous)).toBeVisible()
  await expect(page.getByRole('button', { name: '1.00\u00a0OXEN', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '1\u202f000.00\u00a0OXEN', exact: true }).click()
  await expect(amount).toHaveValue('1000')
  await expect(page.getByText(en.amount.ambiguous)).toBeHidden()
  // An address of the same coin on another network.
  await to.fill(
    formatAddress(
      { ...oxenRegtest, addressPrefixes: { standard: 18, integrated: 19, subaddress: 42 } },
      parseAddress(oxenRegtest, address),
    ),
  )
  await expect(page.getByText(/belongs to another network: Monero/)).toBeVisible()
  await to.fill(address)
  await amount.fill('5')
  await submit.click()
  await expect(page.getByText(/That is more than/)).toBeVisible()
  await expect(to).toHaveValue(address)
  await expect(amount).toHaveValue('5')
  await expect(dialog).toBeHidden()

  await goTo(page, 'home')
  const funded = await fundWallet(page, served.url, DECIMALS)
  await reviewPayment(page, address, '5')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(to).toHaveValue(address)
  await expect(amount).toHaveValue('5')
  await goTo(page, 'home')
  await expectBalance(page, funded, DECIMALS)
  expect(await readAmount(page, 'balance-available', DECIMALS)).toBe(funded)
})

// The history: a line per recipient, notes in their place, filters, and what survives a look at a payment.
import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { seriousProblems } from '../support/axe.ts'
import {
  confirmPayment,
  fundWallet,
  goTo,
  nodeCall,
  openTool,
  reviewPayment,
  shownAddress,
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

const rows = (page: Page) => page.getByRole('list', { name: en.history.list }).locator('a.transfer')

const newSubaddress = async (page: Page, label: string): Promise<string> => {
  const before = await shownAddress(page)
  await page.getByRole('button', { name: en.receive.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.receive.label, { exact: true }).fill(label)
  await dialog.getByRole('button', { name: en.receive.create }).click()
  await expect(page.getByTestId('address')).not.toHaveText(before)
  return await shownAddress(page)
}

const addContact = async (page: Page, name: string, address: string): Promise<void> => {
  await goTo(page, 'send')
  await goTo(page, 'contacts')
  await page.getByRole('button', { name: en.contacts.add }).click()
  const dialog = page.getByRole('dialog')
  const label = dialog.getByText(en.contacts.name, { exact: true })
  expect(await label.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start')
  await dialog.getByLabel(en.contacts.name, { exact: true }).fill(name)
  await dialog.getByLabel(en.contacts.address, { exact: true }).fill(address)
  await dialog.getByRole('button', { name: en.contacts.save }).click()
  await expect(dialog).toBeHidden()
}

it('shows a line per recipient with the name of the contact, and the time of sending when it is confirmed', async ({
  browser,
}) => {
  const ann = await walletOfVisitor(browser, served.url, 'Ann')
  const ben = await walletOfVisitor(browser, served.url, 'Ben')
  contexts.push(ann.context, ben.context)
  const { page } = ann
  await fundWallet(page, served.url, DECIMALS)
  await addContact(page, 'Ben Bean', ben.address)
  await goTo(ben.page, 'receive')
  const till = await newSubaddress(ben.page, 'Till')
  await goTo(page, 'home')
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(ben.address)
  await page.getByLabel(en.send.amount, { exact: true }).fill('1.5')
  await page.getByRole('button', { name: en.send.addRecipient }).click()
  await page.getByLabel(en.send.to, { exact: true }).nth(1).fill(till)
  await page.getByLabel(en.send.amount, { exact: true }).nth(1).fill('2.25')
  await page.getByRole('button', { name: en.send.review }).click()
  await expect(page.getByRole('dialog', { name: en.send.reviewTitle })).toBeVisible({ timeout: 120_000 })
  await confirmPayment(page)

  await goTo(page, 'history')
  const sent = page.locator('a.transfer[data-direction=out]')
  await expect(sent).toHaveCount(2)
  await expect(sent.first()).toContainText('Sent to Ben Bean')
  await expect(sent.first()).toContainText('1.50')
  await expect(sent.nth(1)).toContainText(`Sent to ${till.slice(0, 8)}…${till.slice(-6)}`)
  await expect(sent.nth(1)).toContainText('2.25')
  // Both lines are one payment.
  await expect(page.getByRole('status').filter({ hasText: '2 payments' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  await sent.first().click()
  const made = page.locator('.facts > div', { hasText: en.details.date }).locator('dd')
  const sentAt = await made.textContent()
  // The block is of a time eight minutes later.
  await nodeCall(served.url, 'dev_next_timestamp', { timestamp: Math.floor(Date.now() / 1000) + 500 })
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expect(page.getByText('1 confirmation')).toBeVisible({ timeout: 60_000 })
  await expect(made).toHaveText(sentAt ?? '')
  // Confirmations grow while the screen is open.
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expect(page.getByText('2 confirmations')).toBeVisible({ timeout: 60_000 })

  await page.getByRole('link', { name: en.details.back }).click()
  // The fee stands once, apart from the amounts.
  await expect(sent.filter({ hasText: en.history.fee })).toHaveCount(0)
  await nodeCall(served.url, 'dev_mine', { blocks: 10 })
  await expect(sent.filter({ hasText: en.history.fee })).toHaveCount(1, { timeout: 60_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.history.save }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1)
  const cells = lines.map((line) => line.split(','))
  expect(cells.map((row) => row[4])).toEqual(['-1.5', '-2.25', '100'])
  expect(cells.map((row) => row[11])).toEqual(['Ben Bean', '', ''])
  expect(cells.map((row) => row[5] !== '')).toEqual([true, false, false])
})

it('keeps filter, search and scroll position after a look at a payment, and edits notes in their place', async ({
  browser,
}) => {
  const { context, page, address } = await walletOfVisitor(browser, served.url, 'Ann')
  contexts.push(context)
  for (let i = 1; i <= 25; i += 1)
    await nodeCall(served.url, 'dev_faucet', { address, amount: Number(BigInt(i) * COIN) })
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'history')
  await expect(page.getByRole('status').filter({ hasText: '25 payments' })).toBeVisible({ timeout: 120_000 })

  // A note is edited in its place: Escape leaves it, Enter saves it.
  const newest = page.getByRole('listitem').first()
  await newest.getByRole('button', { name: /^Edit the note/ }).click()
  await page.getByLabel(en.history.note, { exact: true }).fill('never mind')
  await page.keyboard.press('Escape')
  await expect(newest).not.toContainText('never mind')
  await newest.getByRole('button', { name: /^Edit the note/ }).click()
  await expect(page.getByLabel(en.history.note, { exact: true })).toBeFocused()
  await page.keyboard.type('For the piano')
  await page.keyboard.press('Enter')
  await expect(newest.locator('a.transfer')).toContainText('For the piano')

  // More filters: at least 5 and at most 20 coins.
  await page.getByText(en.history.filters).click()
  await page.getByLabel(en.history.minAmount, { exact: true }).fill('5')
  await page.getByLabel(en.history.maxAmount, { exact: true }).fill('20')
  await page.getByLabel(en.history.incoming, { exact: true }).check()
  await expect(page.getByRole('status').filter({ hasText: '16 payments' })).toBeVisible()
  await expect(page.getByText(en.history.filtersActive.other.replace('{{ count }}', '2'))).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  // The chart of the months follows the filter; its numbers are in a table too.
  await page.getByText(en.history.months, { exact: true }).click()
  await expect(page.getByRole('img', { name: en.history.monthsLabel }).locator('canvas')).toBeVisible()
  await page.getByText(en.history.monthsTable).click()
  await expect(page.getByRole('row').filter({ hasText: '200.00' })).toHaveCount(1)
  expect(await seriousProblems(page)).toEqual([])
  await page.getByText(en.history.months, { exact: true }).click()

  await resizePage(page, { width: 1000, height: 600 })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  const scrolled = await page.evaluate(() => window.scrollY)
  for (const goBack of [() => page.getByRole('link', { name: en.details.back }).click(), () => page.goBack()]) {
    await rows(page).last().click()
    await expect(page.getByLabel(en.details.note, { exact: true })).toBeVisible()
    await goBack()
    await expect(page.getByRole('status').filter({ hasText: '16 payments' })).toBeVisible()
    await expect(page.getByLabel(en.history.incoming, { exact: true })).toBeChecked()
    await expect(page.getByLabel(en.history.minAmount, { exact: true })).toHaveValue('5')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  }
  // Another screen ends it.
  await goTo(page, 'home')
  await goTo(page, 'history')
  await expect(page.getByRole('status').filter({ hasText: '25 payments' })).toBeVisible()
  await expect(page.getByLabel(en.history.all, { exact: true })).toBeChecked()
})

it('proves a payment, a balance and a signature to another wallet, and shows raw transaction and ring members', async ({
  browser,
}) => {
  const ann = await walletOfVisitor(browser, served.url, 'Ann')
  const ben = await walletOfVisitor(browser, served.url, 'Ben')
  contexts.push(ann.context, ben.context)
  const { page } = ann
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await fundWallet(page, served.url, DECIMALS)
  await reviewPayment(page, ben.address, '1.5')
  await confirmPayment(page)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await page.getByRole('link', { name: en.send.details }).click()
  await expect(page.getByText('1 confirmation').first()).toBeVisible({ timeout: 60_000 })

  const copied = async (): Promise<string> => {
    await page.getByRole('button', { name: en.proofs.copyAll }).click()
    return await page.evaluate(() => navigator.clipboard.readText())
  }
  const card = (title: string) =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title }) })
  await card(en.proofs.card).getByLabel(en.proofs.message, { exact: true }).fill('Lunch')
  await page.getByRole('button', { name: en.proofs.provePaid }).click()
  await expect(page.getByText(/^(Out|In)ProofV/)).toBeVisible()
  const paid = await copied()
  await page.getByRole('button', { name: en.proofs.proveSpend }).click()
  await expect(page.getByText(/^SpendProofV/)).toBeVisible()
  const made = await copied()
  await page.getByText(en.proofs.content, { exact: true }).click()
  await page.getByRole('button', { name: en.proofs.contentGo }).click()
  await expect(page.getByText(en.proofs.own).first()).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  await openTool(page, en.proofs.title)
  await card(en.proofs.sign).getByLabel(en.proofs.text, { exact: true }).fill('I am Ann')
  await page.getByRole('button', { name: en.proofs.signGo, exact: true }).click()
  await expect(page.getByText(/^SigV/)).toBeVisible()
  const signed = await copied()
  await page.getByRole('link', { name: en.tools.back }).click()
  await openTool(page, en.proofs.title)
  await page.getByLabel(en.proofs.reserveSome, { exact: true }).check()
  await page.getByLabel(en.proofs.amount, { exact: true }).fill('50')
  await page.getByRole('button', { name: en.proofs.reserveGo }).click()
  // The change of the payment is confirmed, and counts.
  await expect(page.getByText(/^ReserveProofV/)).toBeVisible()
  const reserve = await copied()

  await openTool(ben.page, en.proofs.title)
  const received = ben.page.getByLabel(en.proofs.received, { exact: true })
  const check = async (text: string): Promise<void> => {
    await received.fill(text)
    await ben.page.getByRole('button', { name: en.proofs.checkGo, exact: true }).click()
  }
  const valid = ben.page.getByText(`${en.proofs.good}.`)
  await check(paid)
  await expect(valid).toBeVisible()
  await expect(ben.page.locator('.facts')).toContainText('1.50')
  expect(await seriousProblems(ben.page)).toEqual([])
  await check(paid.replace('Lunch', 'Dinner'))
  await expect(ben.page.getByText(`${en.proofs.bad}.`)).toBeVisible()
  await check(made)
  await expect(ben.page.getByText(en.proofs.spendGood)).toBeVisible()
  await check(reserve)
  await expect(valid).toBeVisible()
  await check(signed)
  await expect(ben.page.getByText(`${en.proofs.goodMessage}.`)).toBeVisible()
  await check('Dear Ben')
  await expect(ben.page.getByText(en.proofs.unknown)).toBeVisible()
})

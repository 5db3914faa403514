// The history: a line per recipient, notes in their place, filters, and what survives a look at a payment.
import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, test as it, type Locator, type Page } from '@playwright/test'
import { shortAddress } from '../../../src/app/format/address.ts'
import { en } from '../../../src/app/text/en.ts'
import { t, tCount } from '../../../src/app/text/text.ts'
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

/** The rows of payments: of the table, or of the list on a narrow page. */
const rows = (page: Page) => page.locator('main .transfer')

/** Returns the cells of the table that is saved, without its headings; `form`: a choice of the dialog. */
const exported = async (page: Page, form?: string): Promise<readonly (readonly string[])[]> => {
  await page.getByRole('button', { name: en.export.open }).click()
  const dialog = page.getByRole('dialog', { name: en.export.title })
  if (form !== undefined) await dialog.getByRole('radio', { name: form }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: en.export.save }).click(),
  ])
  await expect(dialog).toBeHidden()
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1)
  return lines.map((line) => line.split(','))
}

const editNote = async (page: Page, row: Locator): Promise<void> => {
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: en.payment.editNote }).click()
}

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

it('shows a payment to several as one row that opens, with the names of contacts, and the time of sending when it is confirmed', async ({
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
  const sent = page.locator('.transfer[data-direction=out]')
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText(tCount('history.sentToMany', 2))
  await expect(sent.locator('[data-column=amount]')).toHaveText(/^−3\.75/)
  await sent.getByRole('button', { name: en.payment.showRecipients }).click()
  await expect(sent).toHaveCount(3)
  await expect(sent.nth(1)).toContainText('Sent to Ben Bean')
  await expect(sent.nth(1)).toContainText('1.50')
  await expect(sent.nth(2)).toContainText(`Sent to ${shortAddress(till)}`)
  await expect(sent.nth(2)).toContainText('2.25')
  // The lines are one payment.
  await expect(page.getByText('2 payments', { exact: true })).toBeVisible()
  // The fee stands once, apart from the amounts.
  await expect(sent.locator('[data-column=fee]').filter({ hasText: '.' })).toHaveCount(1)
  expect(await seriousProblems(page)).toEqual([])

  await sent.first().click()
  const made = page.locator('.facts > div', { hasText: en.details.date }).locator('dd')
  const sentAt = await made.textContent()
  // The block is of a time eight minutes later.
  await nodeCall(served.url, 'dev_next_timestamp', { timestamp: Math.floor(Date.now() / 1000) + 500 })
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expect(page.locator('.facts').getByText('1 confirmation')).toBeVisible({ timeout: 60_000 })
  await expect(made).toHaveText(sentAt ?? '')
  // Confirmations grow while the screen is open.
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expect(page.locator('.facts').getByText('2 confirmations')).toBeVisible({ timeout: 60_000 })

  // The details stand beside the list; Escape closes them.
  await expect(sent.first()).toBeVisible()
  await page.getByRole('region', { name: en.details.title }).getByRole('button', { name: en.action.close }).click()
  await expect(page.locator('.facts')).toBeHidden()
  const cells = await exported(page)
  expect(cells.map((row) => row[4])).toEqual(['-1.5', '-2.25', '100'])
  expect(cells.map((row) => row[11])).toEqual(['Ben Bean', '', ''])
  expect(cells.map((row) => row[5] !== '')).toEqual([true, false, false])
  // The forms of tax programs have a row for each payment: Koinly without the fee in the amount, CoinTracking with it.
  const koinly = await exported(page, 'Koinly')
  expect(koinly.map((row) => [row[1], row[3]])).toEqual([
    ['3.75', ''],
    ['', '100'],
  ])
  const [sentRow = []] = await exported(page, 'CoinTracking')
  expect(sentRow[0]).toBe('Withdrawal')
  expect(Number(sentRow[3])).toBeGreaterThan(3.75)
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
  await expect(page.getByText('25 payments', { exact: true })).toBeVisible({ timeout: 120_000 })

  // A note is edited in its place: Escape leaves it, Enter saves it.
  const newest = rows(page).first()
  await editNote(page, newest)
  await page.getByLabel(en.history.note, { exact: true }).fill('never mind')
  await page.keyboard.press('Escape')
  await expect(newest).not.toContainText('never mind')
  await expect(newest).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByLabel(en.history.note, { exact: true })).toBeFocused()
  await page.keyboard.type('For the piano')
  await page.keyboard.press('Enter')
  await expect(newest).toContainText('For the piano')
  await expect(newest).toBeFocused()

  // More filters: at least 5 and at most 20 coins. Each can be removed by itself.
  await page.getByRole('radio', { name: en.history.incoming, exact: true }).check()
  const filter = page.getByRole('button', { name: new RegExp(`^${en.table.filter}( \\d)?$`) })
  await filter.click()
  await page.getByLabel(en.history.minAmount, { exact: true }).fill('5')
  await page.getByLabel(en.history.maxAmount, { exact: true }).fill('20')
  await page.getByLabel(en.history.filterKind).selectOption({ label: en.history.kinds.transfer })
  await expect(page.getByText('16 payments', { exact: true })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByLabel(en.history.minAmount, { exact: true })).toBeHidden()
  await expect(filter).toContainText('3')
  await page
    .getByRole('button', {
      name: t('table.filterRemove', { name: `${en.history.filterKind}: ${en.history.kinds.transfer}` }),
    })
    .click()
  await expect(filter).toContainText('2')
  await expect(page.getByText('16 payments', { exact: true })).toBeVisible()

  // The chart of the months follows the filter; its numbers are in a table too.
  await page.getByRole('button', { name: en.payment.months }).click()
  await expect(page.getByRole('img', { name: en.history.monthsLabel }).locator('.chart-bars')).toHaveCount(2)
  await page.getByText(en.history.monthsTable).click()
  await expect(page.locator('.months').getByRole('row').filter({ hasText: '200.00' })).toHaveCount(1)
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('button', { name: en.payment.months }).click()

  await resizePage(page, { width: 1000, height: 600 })
  // The table also counts a row for its month, which the list has not.
  const list = page.getByRole('list', { name: en.history.list })
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '16')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  const scrolled = await page.evaluate(() => window.scrollY)
  for (const goBack of [() => page.getByRole('link', { name: en.details.back }).click(), () => page.goBack()]) {
    await rows(page).last().click()
    await expect(page.getByLabel(en.details.note, { exact: true })).toBeVisible()
    await goBack()
    await expect(page.getByText('16 payments', { exact: true })).toBeVisible()
    await expect(page.getByRole('radio', { name: en.history.incoming, exact: true })).toBeChecked()
    await expect(filter).toContainText('2')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  }
  // Another screen ends it.
  await goTo(page, 'home')
  await goTo(page, 'history')
  await expect(page.getByText('25 payments', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: en.history.all, exact: true })).toBeChecked()
})

it('is a table by keys and a mouse: sorted, with columns to choose, menus, and rows that are selected', async ({
  browser,
}) => {
  const { context, page, address } = await walletOfVisitor(browser, served.url, 'Ann')
  contexts.push(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const amount of [3, 1, 2])
    await nodeCall(served.url, 'dev_faucet', { address, amount: Number(BigInt(amount) * COIN) })
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'history')
  await expect(rows(page)).toHaveCount(3, { timeout: 120_000 })
  const amounts = () => rows(page).locator('[data-column=amount]').allTextContents()
  const sums = page.getByRole('row').filter({ has: page.locator('.month-sums') })
  await expect(sums).toContainText('+6.00')

  // A heading sorts, and again in the other direction; months are rows of the order of dates.
  await page
    .getByRole('columnheader', { name: /^Amount/ })
    .getByRole('button')
    .click()
  await expect.poll(amounts).toEqual(['+3.00', '+2.00', '+1.00'].map((text) => expect.stringContaining(text)))
  await expect(page.getByRole('columnheader', { name: /^Amount/ })).toHaveAttribute('aria-sort', 'descending')
  await page
    .getByRole('columnheader', { name: /^Amount/ })
    .getByRole('button')
    .click()
  await expect.poll(amounts).toEqual(['+1.00', '+2.00', '+3.00'].map((text) => expect.stringContaining(text)))
  await expect(sums).toHaveCount(0)
  // The points of the amounts stand below each other.
  const fractions = await rows(page)
    .locator('[data-column=amount] .fraction')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
  expect(new Set(fractions).size).toBe(1)

  // Columns are chosen on this device.
  await expect(page.getByRole('columnheader')).toHaveCount(6)
  await page.getByRole('button', { name: en.table.columns }).click()
  await page.getByLabel(en.history.fee, { exact: true }).uncheck()
  await page.getByLabel(en.details.txid, { exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: en.history.fee })).toHaveCount(0)
  await page.reload()
  await unlockWallet(page, 'Ann')
  await goTo(page, 'history')
  await expect(page.getByRole('columnheader', { name: en.payment.id })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: en.history.fee })).toHaveCount(0)

  // Keys: from the search to the rows and back; a row is copied, selected, opened.
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: en.history.searchLabel })).toBeFocused()
  await rows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByRole('status', { name: en.toast.label })).toContainText(en.action.copied)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f]{64}$/)
  await page.keyboard.press(' ')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('region', { name: en.table.selection })
  await expect(bar).toContainText('2 payments')
  await expect(bar).toContainText(/\+[345]\.00/)
  await page.keyboard.press('Control+a')
  await expect(bar).toContainText('3 payments')
  await expect(bar).toContainText('+6.00')
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: en.history.searchLabel })).toBeFocused()

  // The menu: by a key, by the second button of a mouse, and by its own button.
  await rows(page).first().focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: en.payment.details })).toBeFocused()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(rows(page).first()).toBeFocused()
  await rows(page).nth(1).click({ button: 'right' })
  await menu.getByRole('menuitem', { name: en.payment.copyAmount }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[123]$/)
  await rows(page).nth(2).hover()
  await rows(page).nth(2).locator('.table-menu').click()
  await menu.getByRole('menuitem', { name: en.payment.details }).click()
  await expect(page.getByLabel(en.details.note, { exact: true })).toBeVisible()
})

it('is a list of two lines on a phone, whose first row is near the top, with the menu of a row by a long press', async ({
  browser,
}) => {
  const { context, page, address } = await walletOfVisitor(browser, served.url, 'Ann')
  contexts.push(context)
  await nodeCall(served.url, 'dev_faucet', { address, amount: Number(COIN) })
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await resizePage(page, { width: 390, height: 844 })
  await goTo(page, 'history')
  const row = rows(page).first()
  await expect(row).toBeVisible({ timeout: 60_000 })
  const box = await row.boundingBox()
  expect(box?.y).toBeLessThan(180)
  expect(box?.height).toBeGreaterThanOrEqual(55)
  // A finger that stays.
  await row.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 60, clientY: 200 })
  await page.getByRole('menuitem', { name: en.payment.editNote }).click()
  await page.getByLabel(en.history.note, { exact: true }).fill('Beans')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Beans')
  // Received and sent are in the panel of the filters.
  await page.getByRole('button', { name: en.table.filter }).click()
  await page.getByRole('radio', { name: en.history.outgoing, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText(en.history.none)).toBeVisible()
})

/** Looks up a transaction that the wallet received, its raw form, and two addresses. */
const lookThingsUp = async (
  page: Page,
  { txid, raw, own, foreign }: Readonly<Record<'txid' | 'raw' | 'own' | 'foreign', string>>,
): Promise<void> => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await openTool(page, en.lookup.title)
  const id = page.getByLabel(en.findTx.txid, { exact: true })
  await id.fill('617641')
  await press(en.findTx.go)
  await expect(page.getByText(en.findTx.bad)).toBeVisible()
  await id.fill('61'.repeat(32))
  await press(en.findTx.go)
  await expect(page.getByText(en.nodeError.noTransaction)).toBeVisible()
  await id.fill(txid)
  await press(en.findTx.go)
  await expect(page.getByText(en.findTx.known)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('1.5')

  const text = page.getByLabel(en.rawTx.text, { exact: true })
  await text.fill(raw.slice(2))
  await press(en.rawTx.read)
  await expect(page.getByText(en.rawTx.faults.form)).toBeVisible()
  await text.fill(raw)
  await press(en.rawTx.read)
  await expect(page.locator('.facts')).toContainText(txid)
  await expect(page.getByText(en.rawTx.isKnown)).toBeVisible()
  await press(en.rawTx.go)
  await expect(page.getByText(en.rawTx.already)).toBeVisible()

  const address = page.getByLabel(en.isMine.address, { exact: true })
  await address.fill(own)
  await press(en.isMine.go)
  await expect(page.getByText(`${en.isMine.yes}.`)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await address.fill(foreign)
  await press(en.isMine.go)
  await expect(page.getByText(en.isMine.no)).toBeVisible()
  await address.fill('Landlord')
  await press(en.isMine.go)
  await expect(page.locator('.field.invalid')).toHaveCount(1)
}

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
  const txid = await confirmPayment(page)
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await page.getByRole('link', { name: en.send.details }).click()
  await expect(page.getByText('1 confirmation').first()).toBeVisible({ timeout: 60_000 })

  const copied = async (): Promise<string> => {
    await page.getByRole('button', { name: en.proofs.copyAll }).click()
    return await page.evaluate(() => navigator.clipboard.readText())
  }
  const card = (title: string) =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title }) })
  await page.getByRole('button', { name: en.payment.prove }).click()
  const dialog = page.getByRole('dialog', { name: en.proofs.card })
  await dialog.getByLabel(en.proofs.message, { exact: true }).fill('Lunch')
  await page.getByRole('button', { name: en.proofs.provePaid }).click()
  await expect(page.getByText(/^(Out|In)ProofV/)).toBeVisible()
  const paid = await copied()
  await page.getByRole('button', { name: en.proofs.proveSpend }).click()
  await expect(page.getByText(/^SpendProofV/)).toBeVisible()
  const made = await copied()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText(en.proofs.content, { exact: true }).click()
  await page.getByRole('button', { name: en.proofs.contentGo }).click()
  await expect(page.getByText(en.proofs.own).first()).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('button', { name: en.proofs.copyRaw }).click()
  const raw = await page.evaluate(() => navigator.clipboard.readText())

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
  await lookThingsUp(ben.page, { txid, raw, own: ben.address, foreign: ann.address })
})

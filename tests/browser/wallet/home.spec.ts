// What belongs to the home screen: hidden amounts, tags of accounts, the balance over time, values in a currency, the reminder of a backup.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t, tCount } from '../../../src/app/text/text.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  createWallet,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  openSettings,
  PASSWORD,
  reviewPayment,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import { narrowOverflowsOf } from '../support/overflow.ts'
import { type RateService, startRateService } from '../support/rate-service.ts'
import { allowRpc, approvalDialog, call, press, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

it.describe.configure({ mode: 'serial' })

const served = serveAll()
const DECIMALS = 9
const PHONE = { width: 390, height: 844 }

let context: BrowserContext
let page: Page
let rates: RateService
/** requests to other origins than that of the page */
const foreign: string[] = []

it.beforeAll(async ({ browser }) => {
  rates = await startRateService()
  const visitor = await newVisitor(browser, served.url)
  context = visitor.context
  page = visitor.page
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== served.url) foreign.push(request.url())
  })
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await fundWallet(page, served.url, DECIMALS)
})

it.afterAll(async () => {
  await context?.close()
  rates?.stop()
})

const total = () => page.getByTestId('balance-total')
const fiat = () => page.getByTestId('fiat')

it('hides amounts on every screen by a button or a key, also after a reload, but not in a review', async () => {
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await goTo(page, 'home')
  await expect(total()).toContainText('100.00')
  await page.getByRole('button', { name: en.amounts.hide }).click()
  await expect(total()).toContainText('•••••')
  const noAmounts = async (screen: string): Promise<void> => {
    await expect(page.locator('.amount').first()).toBeVisible()
    for (const text of await page.locator('.amount').allTextContents()) expect(text, screen).not.toMatch(/\d/)
    expect(await page.locator('main').textContent(), screen).not.toMatch(/\d[.,]\d\d/)
  }
  await noAmounts('home')
  await expectAccessible(page, 'home, amounts hidden')
  await goTo(page, 'history')
  await noAmounts('history')
  await page.locator('.transfer').first().click()
  await expect(page.getByText(en.details.txid)).toBeVisible()
  expect(await page.locator('.amount-headline').textContent()).not.toMatch(/\d/)

  // What is about to be sent can be read.
  await reviewPayment(page, address, '1.5')
  const review = page.getByRole('dialog', { name: en.send.reviewTitle })
  await expect(review).toContainText('1.50')
  await expect(review.getByTestId('fee')).toHaveText(/\d/)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('balance-available')).not.toHaveText(/\d/)

  await page.reload()
  await unlockWallet(page, 'Ann')
  await expect(total()).toContainText('•••••')
  await page.keyboard.press('Control+Alt+h')
  await expect(total()).toContainText('100.00')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(en.amounts.hide)
  await expect(page.getByRole('option')).toContainText(en.amounts.shortcut)
  await page.keyboard.press('Enter')
  await expect(total()).toContainText('•••••')
  await page.keyboard.press('Control+Alt+h')
})

it('renames accounts, tags them, and shows those with a tag and their sum', async () => {
  const card = page.locator('.card', { has: page.getByRole('heading', { name: en.home.accounts }) })
  await card.getByRole('button', { name: en.home.newAccount }).click()
  const adding = page.getByRole('dialog', { name: en.home.newAccount })
  await adding.getByLabel(en.home.newAccountLabel).fill('Rent')
  await adding.getByLabel(en.accounts.tag).fill('household')
  await adding.getByRole('button', { name: en.home.newAccount }).click()
  await expect(adding).toBeHidden()
  await expect(card.locator('.account')).toHaveCount(2)
  await expect(card.locator('.account').nth(1)).toContainText('household')

  const edit = async (name: string, label: string, tag: string | undefined): Promise<void> => {
    await card.getByRole('button', { name: t('accounts.edit', { name }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en.home.newAccountLabel).fill(label)
    if (tag === undefined) await dialog.getByRole('button', { name: 'household' }).click()
    else await dialog.getByLabel(en.accounts.tag).fill(tag)
    await dialog.getByRole('button', { name: en.action.save, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await edit(en.home.primary, 'Savings', 'old & long')
  await card.getByLabel(en.accounts.filter).selectOption('old & long')
  await expect(card.locator('.account')).toHaveText([/Savings/])
  await expect(card.locator('.account-sum')).toContainText('100.00')
  await expectAccessible(page, 'home, accounts by tag')
  // The tag of another account is one click away; the old one has no accounts left, and all accounts are shown again.
  await edit('Savings', 'Savings', undefined)
  await expect(card.locator('.account')).toHaveCount(2)
  await card.getByLabel(en.accounts.filter).selectOption('household')
  await expect(card.locator('.account')).toHaveCount(2)
  // What the tag means is one text for all its accounts.
  await card.getByRole('button', { name: t('accounts.edit', { name: 'Rent' }) }).click()
  await page.getByRole('dialog').getByLabel(en.accounts.description).fill('Shared with Ben')
  await page.getByRole('dialog').getByRole('button', { name: en.action.save, exact: true }).click()
  await expect(card.getByText('Shared with Ben')).toBeVisible()
  await card.getByRole('button', { name: t('accounts.edit', { name: 'Savings' }) }).click()
  await expect(page.getByRole('dialog').getByLabel(en.accounts.description)).toHaveValue('Shared with Ben')
  await page.keyboard.press('Escape')
  await edit('Savings', 'Savings', '')
  await expect(card.locator('.account')).toHaveText([/Rent/])
  await edit('Rent', 'Rent', '')
  await expect(card.getByLabel(en.accounts.filter)).toBeHidden()

  // The labels and tags are those of the wallet RPC.
  await allowRpc(page)
  expect((await call(page, 'tag_accounts', { tag: 'from RPC', accounts: [1] })).error).toBeUndefined()
  expect((await call(page, 'get_accounts')).result).toMatchObject({ subaddress_accounts: [{ label: 'Savings' }, {}] })
  await goTo(page, 'home')
  await expect(card.locator('.account').nth(1)).toContainText('from RPC')
})

it('draws the balance over time, with a table', async () => {
  const chart = page.getByRole('img', { name: en.balanceChart.label })
  await expect(chart.locator('.chart-steps')).toHaveAttribute('d', /^M\d.*H\d/)
  await page.getByText(en.balanceChart.table, { exact: true }).click()
  const rows = page.locator('table.balances tbody tr')
  await expect(rows.first()).toContainText('100.00')
  await expectAccessible(page, 'home, balance over time')
  await page.keyboard.press('Control+Alt+h')
  await expect(chart).toBeHidden()
  await expect(page.getByText(en.amounts.chartHidden)).toBeVisible()
  await expect(rows.first()).not.toContainText('100.00')
  await page.keyboard.press('Control+Alt+h')
})

it('shows nothing to look for in a wallet that was created here', async () => {
  await openSettings(page, 'wallet')
  await expect(page.getByText(en.settings.network, { exact: true })).toBeVisible()
  await expect(page.getByText(en.settings.restoreHeight)).toBeHidden()
})

it('asks no service for a rate before the user names one', async () => {
  await goTo(page, 'home')
  await expect(fiat()).toBeHidden()
  expect(foreign).toEqual([])
  expect(rates.requests).toEqual([])
})

it('shows values at the rate of the service that the user names, and says when it is not current', async () => {
  await page.clock.install()
  await page.reload()
  await unlockWallet(page, 'Ann')
  await openSettings(page, 'payments')
  const card = page.locator('.card', { has: page.getByRole('heading', { name: en.rates.title }) })
  const url = card.getByLabel(t('rates.url', { network: en.network['oxen-regtest'] }))
  const save = card.getByRole('button', { name: en.rates.save })
  await save.click()
  await expect(card.getByText(en.rates.urlBad)).toBeVisible()
  await url.fill(`${rates.url}/price?in={currency}`)
  await save.click()
  await expect(card.getByText(en.rates.currencyBad)).toBeVisible()
  await card.getByLabel(en.rates.currency).fill('usd')
  expect(rates.requests).toEqual([])

  rates.answer = '{"faba":{"usd":0.25}}'
  await save.click()
  await expect(card.getByText(en.rates.faults.path)).toBeVisible()
  expect(rates.requests).toEqual(['/price?in=usd'])
  await card.getByLabel(en.rates.path).fill('faba.{currency}')
  await save.click()
  await expect(card.getByTestId('rate')).toContainText('$0.25')
  await expectAccessible(page, 'settings, rates')

  await goTo(page, 'home')
  await expect(fiat()).toHaveText('≈ $25.00')
  await expectAccessible(page, 'home, value')
  await page.getByRole('button', { name: en.amounts.hide }).click()
  await expect(fiat()).toBeHidden()
  await page.getByRole('button', { name: en.amounts.show }).click()
  await page.locator('.transfer').first().click()
  await expect(fiat()).toHaveText(t('rates.aboutNow', { value: '$25.00' }))
  // A reload keeps the selected account, which owns nothing.
  await goTo(page, 'receive')
  const own = await shownAddress(page)
  await goTo(page, 'send')
  await page.getByLabel(en.send.to, { exact: true }).fill(own)
  await page.getByLabel(en.send.amount, { exact: true }).fill('1.5')
  await page
    .getByRole('button', { name: t('send.payFrom', { account: 'Savings', amount: '100.00\u00a0OXEN' }) })
    .click()
  await reviewPayment(page, own, '1.5')
  await expect(page.getByRole('dialog').getByTestId('fiat')).toHaveText(/≈ \$0\.[34]\d/)
  await page.keyboard.press('Escape')
  // An amount is typed in the currency too.
  const amount = page.getByLabel(en.send.amount, { exact: true })
  await expect(page.locator('.field').filter({ has: amount })).toContainText('≈ $0.38')
  await page.getByRole('button', { name: t('rates.typeIn', { unit: 'USD' }) }).click()
  await expect(amount).toHaveValue('0.38')
  await amount.fill('5.5')
  await expect(page.locator('.field').filter({ has: amount })).toContainText('= 22.00\u00a0OXEN')
  await expect(page.locator('.send-summary')).toContainText('22.00')
  await amount.fill('5.505')
  await expect(page.locator('.field').filter({ has: amount })).toContainText(tCount('amount.decimals', 2))
  await page.getByRole('button', { name: t('rates.typeIn', { unit: 'OXEN' }) }).click()
  await amount.fill('1')
  await expect(page.locator('.send-summary')).toContainText('1.00')

  // A rate that cannot be renewed has its time beside it.
  rates.answer = undefined
  await goTo(page, 'home')
  await page.clock.fastForward('11:00')
  await expect(fiat()).toHaveAttribute('data-stale', 'true')
  await expect(fiat()).toContainText('≈ $25.00, at the rate of')
  await page.clock.fastForward('25:00:00')
  await expect(fiat()).toBeHidden()
  await expect(page.getByTestId('fiat-missing')).toBeVisible()

  await openSettings(page, 'payments')
  await card.getByRole('button', { name: en.rates.turnOff }).click()
  await expect(card.getByText(en.rates.turnedOff)).toBeVisible()
  const before = rates.requests.length
  await page.clock.fastForward('11:00')
  await goTo(page, 'home')
  await expect(total()).toBeVisible()
  expect(rates.requests.length).toBe(before)
  expect(foreign.every((request) => request.startsWith(rates.url))).toBe(true)
})

it('reminds of a backup of a wallet that a page created, until there is one', async () => {
  await allowRpc(page)
  const other = await context.newPage()
  await other.goto('/')
  // What was entered to pay from a wallet is not paid from another one.
  await goTo(page, 'send')
  const amount = page.getByLabel(en.send.amount, { exact: true })
  await amount.fill('7')
  const created = call(other, 'create_wallet', { filename: 'Ben', password: PASSWORD, language: 'English' })
  await press(approvalDialog(page, en.approval.walletTitle), en.approval.once)
  expect((await created).error).toBeUndefined()
  await other.close()
  await expect(page.getByRole('banner')).toContainText('Ben')
  await expect(amount).toHaveValue('')
  await amount.fill('8')
  await goTo(page, 'home')
  const reminder = page.getByRole('heading', { name: en.reminder.title })
  await expect(reminder).toBeVisible()
  await expectAccessible(page, 'home, reminder of a backup')
  await resizePage(page, PHONE)
  await page.getByRole('button', { name: en.reminder.later }).click()
  await expect(reminder).toBeHidden()

  // Another wallet, whose words the user looks at.
  const again = call(page, 'create_wallet', { filename: 'Cid', password: PASSWORD, language: 'English' })
  await press(approvalDialog(page, en.approval.walletTitle), en.approval.once)
  expect((await again).error).toBeUndefined()
  await expect(reminder).toBeVisible()
  await goTo(page, 'send')
  await expect(amount).toHaveValue('')
  await goTo(page, 'home')
  await page.getByRole('link', { name: en.reminder.go }).click()
  await page.getByRole('button', { name: en.settings.secrets }).click()
  await page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.settings.secretsShow, exact: true }).click()
  await expect(page.getByRole('list', { name: en.settings.secretsWords })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'home')
  await expect(page.getByTestId('balance-total')).toBeVisible()
  await expect(reminder).toBeHidden()
})

it('lists the coins of many blocks that cannot be spent yet in a few lines, also where they are sent', async () => {
  await page.getByRole('button', { name: tCount('home.mine', 10), exact: true }).click()
  const list = page.getByRole('list', { name: en.waiting.list })
  await expect(list.getByRole('listitem')).toHaveText([
    /that you received can be spent in about/,
    /that you received can be spent in about/,
    /that you received can be spent in about/,
    /^7 more, [\d.,]+\sOXEN in all, the last in about 58 minutes \(29 blocks\)\.$/,
  ])
  await expectAccessible(page, 'home, coins of many blocks')
  await goTo(page, 'send')
  await expect(list.getByRole('listitem')).toHaveCount(4)
  expect(await narrowOverflowsOf(page)).toEqual([])
})

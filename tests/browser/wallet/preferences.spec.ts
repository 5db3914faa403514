// What the user chooses for amounts, times, payments and their history, and what follows on other screens.
import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, test as it, type Locator, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { t } from '../../../src/app/text/text.ts'
import { seriousProblems } from '../support/axe.ts'
import {
  closeWallet,
  confirmPayment,
  createWallet,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  openSettings,
  reviewPayment,
  setSwitch,
  shownAddress,
  unlockWallet,
  walletOfVisitor,
} from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'
import { type Host, startHost } from '../support/static-host.ts'

/** An amount with more digits than lists show if the user wants that. */
const AMOUNT = { units: 1_239_999_999_999, all: '1.239999999999', cut: '1.23' }

const served = serveAll('--network', 'monero')
let context: BrowserContext
let page: Page

const rows = () => page.locator('main .transfer')

it.describe.configure({ mode: 'serial' })

it.beforeAll(async ({ browser }) => {
  const visitor = await walletOfVisitor(browser, served.url, 'Ann')
  context = visitor.context
  page = visitor.page
  for (const amount of [AMOUNT.units, 40_000_000])
    await nodeCall(served.url, 'dev_faucet', { address: visitor.address, amount })
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'history')
  await expect(rows()).toHaveCount(2, { timeout: 120_000 })
})

it.afterAll(async () => {
  await context.close()
})

it('shows fewer decimals in lists, and all of them in the details', async () => {
  await expect(rows().filter({ hasText: AMOUNT.all })).toHaveCount(1)
  await openSettings(page, 'display')
  await page.getByLabel(en.settings.decimals, { exact: true }).selectOption('2')
  expect(await seriousProblems(page)).toEqual([])
  await goTo(page, 'history')
  const cut = rows().filter({ hasText: `+${AMOUNT.cut}` })
  await expect(cut).toHaveCount(1)
  await expect(cut).not.toContainText(AMOUNT.all)
  await expect(cut.locator('[data-column=amount] .amount')).toHaveAttribute('title', `${AMOUNT.all}\u00a0XMR`)
  // An amount that would look like zero keeps its first digit.
  await expect(rows().filter({ hasText: '+0.00004' })).toHaveCount(1)
  await cut.click()
  await expect(page.locator('.details-amount')).toContainText(AMOUNT.all)
  await page.reload()
  await unlockWallet(page, 'Ann')
  await expect(page.getByTestId('balance-total')).toHaveText('1.24\u00a0XMR')
})

it('writes times with 12 or 24 hours and dates as in ISO 8601, on all screens at once', async () => {
  const date = () => page.locator('.facts > div', { hasText: en.details.date }).locator('dd')
  const openPayment = async (): Promise<void> => {
    await goTo(page, 'history')
    await rows().first().click()
  }
  await openSettings(page, 'display')
  await page.getByLabel(en.settings.timeForm, { exact: true }).selectOption('12')
  await openPayment()
  await expect(date()).toHaveText(/^\w+ \d+, \d{4}, \d{1,2}:\d\d.[AP]M$/)
  await openSettings(page, 'display')
  await page.getByLabel(en.settings.timeForm, { exact: true }).selectOption('24')
  await page.getByLabel(en.settings.dateForm, { exact: true }).selectOption('iso')
  await openPayment()
  await expect(date()).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
})

it('finds the new settings by their names', async () => {
  await goTo(page, 'settings')
  for (const name of [en.settings.relayAll, en.settings.decimals, en.explorer.title, en.settings.speeds]) {
    await page.getByRole('searchbox', { name: en.settings.find }).fill(name)
    await expect(page.getByRole('list', { name: en.settings.find }).getByRole('link', { name })).toBeVisible()
  }
  await page.getByRole('searchbox', { name: en.settings.find }).fill('')
})

it('sends through all nodes only if the user wants that, also after the wallet is opened again', async () => {
  await openSettings(page, 'payments')
  await expect(page.getByLabel(en.settings.relayAll)).not.toBeChecked()
  await setSwitch(page, en.settings.relayAll, true)
  await closeWallet(page)
  await unlockWallet(page, 'Ann')
  await openSettings(page, 'payments')
  await expect(page.getByLabel(en.settings.relayAll)).toBeChecked()
})

it('has labels beside the middle of their controls, and rows that fill their places, on a tablet', async () => {
  await page.setViewportSize({ width: 820, height: 1180 })
  const middleOf = async (part: Locator): Promise<number> => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return y + height / 2
  }
  await openSettings(page, 'display')
  for (const label of [en.settings.language, en.settings.timeForm, en.settings.dateForm]) {
    const field = page.locator('.field', { has: page.getByText(label, { exact: true }) })
    const difference = (await middleOf(field.locator('label'))) - (await middleOf(field.locator('select')))
    expect(Math.abs(difference), label).toBeLessThan(2)
  }
  await goTo(page, 'history')
  const row = page.locator('main .virtual > li').first()
  const difference = (await middleOf(row)) - (await middleOf(row.locator('.transfer')))
  expect(Math.abs(difference)).toBeLessThan(2)
  await page.setViewportSize({ width: 1280, height: 720 })
})

/** Starts a node that passes everything on to the one of the page, but takes no transaction and knows none. */
const startRefusingNode = (): Promise<Host> =>
  startHost(async (request) => {
    const { pathname } = new URL(request.url)
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    if (/send_?raw_?transaction$/.test(pathname))
      return Response.json({ status: 'Failed', reason: 'fee too low', fee_too_low: true }, { headers })
    if (pathname === '/get_transactions') {
      // The wallet asks with a list of ids.
      const { txs_hashes } = (await request.json()) as { readonly txs_hashes: readonly string[] }
      return Response.json({ status: 'OK', txs: [], missed_tx: txs_hashes }, { headers })
    }
    const sent = request.method === 'GET' ? {} : { body: await request.arrayBuffer() }
    const { body, status } = await fetch(`${served.url}/node${pathname}`, { method: request.method, ...sent })
    return new Response(body, { status, headers })
  })

it('names the node that did not take a payment which was sent through all nodes', async ({ browser }) => {
  const refusing = await startRefusingNode()
  const { context, page: other } = await newVisitor(browser, served.url)
  await createWallet(other, { name: 'Bob', nodeUrl: `${served.url}/node ${refusing.origin}` })
  await expectSynced(other)
  await fundWallet(other, served.url, 12)
  await openSettings(other, 'payments')
  await setSwitch(other, en.settings.relayAll, true)
  await goTo(other, 'receive')
  const address = await shownAddress(other)
  await reviewPayment(other, address, '1')
  await confirmPayment(other)
  await goTo(other, 'history')
  await other.locator('main .transfer[data-direction=out]').first().click()
  await expect(other.getByText(en.details.missedBy, { exact: true })).toBeVisible()
  await expect(other.getByText(new URL(refusing.origin).host).first()).toBeVisible()
  await context.close()
  refusing.stop()
})

it('shows all speeds of a payment if the user wants that', async () => {
  const speeds = page.getByRole('group', { name: en.send.priority }).getByRole('radio')
  await goTo(page, 'send')
  await expect(page.getByRole('button', { name: en.fees.change })).toBeVisible()
  await expect(speeds).toHaveCount(0)
  await openSettings(page, 'payments')
  await page.getByLabel(en.settings.speeds, { exact: true }).selectOption('all')
  await goTo(page, 'send')
  await expect(speeds).toHaveCount(4)
})

it('begins with the account that the user chose, when the wallet is opened again', async () => {
  const reopen = async (): Promise<void> => {
    await closeWallet(page)
    await unlockWallet(page, 'Ann')
    await goTo(page, 'send')
  }
  const chosen = () => page.getByLabel(en.send.from, { exact: true }).locator('option:checked')
  await goTo(page, 'home')
  await page.getByRole('button', { name: en.home.newAccount }).click()
  const dialog = page.getByRole('dialog', { name: en.home.newAccount })
  await dialog.getByLabel(en.home.newAccountLabel).fill('Savings')
  await dialog.getByRole('button', { name: en.home.newAccount }).click()
  await expect(dialog).toBeHidden()
  // The one that was used last, without a choice.
  await reopen()
  await expect(chosen()).toHaveText('Savings')
  await openSettings(page, 'payments')
  await page.getByLabel(en.settings.firstAccount, { exact: true }).selectOption({ label: en.home.primary })
  await reopen()
  await expect(chosen()).toHaveText(en.home.primary)
})

it('keeps a note of the wallet, over a reload too', async () => {
  await openSettings(page, 'wallet')
  const note = page.getByLabel(en.settings.noteLabel, { exact: true })
  await note.fill('The paper is in the blue box')
  await page.getByRole('button', { name: en.settings.noteSave }).click()
  await expect(page.getByText(en.action.saved)).toBeVisible()
  await page.reload()
  await unlockWallet(page, 'Ann')
  await openSettings(page, 'wallet')
  await expect(note).toHaveValue('The paper is in the blue box')
})

it('links payments to an explorer that the user names, after a warning', async () => {
  await goTo(page, 'history')
  await rows().first().click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: en.payment.copyId })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: en.explorer.open })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await openSettings(page, 'nodes')
  const field = page.getByLabel(en.explorer.template, { exact: true })
  await field.fill('http://explorer.example/tx/{txid}')
  await page.getByRole('button', { name: en.explorer.save }).click()
  await expect(page.getByText(t('explorer.templateBad', { placeholder: '{txid}' }))).toBeVisible()
  await field.fill('https://explorer.example/tx/{txid}')
  await page.getByRole('button', { name: en.explorer.save }).click()
  await expect(page.getByText(en.action.saved)).toBeVisible()

  const requested: { readonly url: string; readonly referrer: string | undefined }[] = []
  await context.route('https://explorer.example/**', async (route) => {
    requested.push({ url: route.request().url(), referrer: (await route.request().allHeaders())['referer'] })
    await route.fulfill({ contentType: 'text/html', body: '<title>Explorer</title>' })
  })
  await goTo(page, 'history')
  await rows().first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: en.explorer.open }).click()
  const warning = page.getByRole('dialog', { name: en.explorer.askTitle })
  await expect(warning).toContainText('explorer.example')
  expect(requested).toEqual([])
  expect(await seriousProblems(page)).toEqual([])
  const [first] = await Promise.all([
    context.waitForEvent('page'),
    warning.getByRole('link', { name: en.explorer.askGo }).click(),
  ])
  await expect(first).toHaveTitle('Explorer')
  expect(await first.evaluate(() => window.opener === null)).toBe(true)
  await first.close()
  await expect(warning).toBeHidden()

  // The second time there is no question, and the details have a link.
  await rows().first().click()
  const link = page.getByRole('link', { name: en.explorer.open })
  await expect(link).toHaveAttribute('rel', 'noreferrer noopener')
  const [second] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(second).toHaveTitle('Explorer')
  await second.close()
  expect(requested).toHaveLength(2)
  for (const { url, referrer } of requested) {
    expect(url).toMatch(/^https:\/\/explorer\.example\/tx\/[0-9a-f]{64}$/)
    expect(referrer).toBeUndefined()
  }
})

it('imports the notes of a table that it saved, after a preview, and undoes it', async () => {
  await goTo(page, 'history')
  await page.getByRole('button', { name: en.export.open }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: en.export.save }).click(),
  ])
  const table = await readFile(await download.path(), 'utf8')
  const [headings = '', ...lines] = table.trim().split('\r\n')
  const column = headings.split(',').indexOf('note')
  const edited = lines.map((line, i) =>
    line
      .split(',')
      .map((cell, at) => (at === column ? `"Rent, ""${i + 1}"""` : cell))
      .join(','),
  )
  const unknown = edited[0]?.replace(/[0-9a-f]{64}/, 'ab'.repeat(32))

  await page.getByRole('button', { name: en.export.open }).click()
  await page.getByRole('button', { name: en.notesImport.title }).click()
  const dialog = page.getByRole('dialog', { name: en.notesImport.title })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'history.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([headings, ...edited, unknown].join('\r\n')),
  })
  const fact = (name: string) => dialog.locator('.facts > div', { hasText: name }).locator('dd')
  await expect(fact(en.notesImport.added)).toHaveText('2')
  await expect(fact(en.notesImport.unknown)).toHaveText('1')
  expect(await seriousProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: en.notesImport.confirm, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rows().filter({ hasText: /Rent, "[12]"/ })).toHaveCount(2)
  await page.getByRole('button', { name: en.toast.undo }).click()
  await expect(rows().filter({ hasText: 'Rent' })).toHaveCount(0)
})

it('exports the payments of a range of dates', async () => {
  await page.getByRole('button', { name: en.export.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.history.until, { exact: true }).fill('2020-01-01')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: en.export.save }).click(),
  ])
  expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(1)
})

// Contacts: adding, paying, saving; pasting an address; exporting the history; and changes that
// RPC clients make while a screen is open.
import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { shortAddress } from '../../../src/app/format/address.ts'
import { en } from '../../../src/app/text/en.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createCommands, untilOutput } from '../../support/peers/commands.ts'
import { seriousProblems } from '../support/axe.ts'
import {
  actOnRow,
  confirmPayment,
  contactRows,
  createWallet,
  expectBalance,
  expectSynced,
  fundWallet,
  goTo,
  type NewWallet,
  newVisitor,
  nodeCall,
  readAmount,
  shownAddress,
  unlockWallet,
  walletOfVisitor,
} from '../support/driver.ts'
import { allowRpc, approvalDialog, call, press, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'

const DECIMALS = oxenRegtest.decimals

/** Shorter than the timeout of a node request, whose end would update the page too. */
const AT_ONCE = { timeout: 15_000 }

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

const named = (text: string, name: string): string => text.replace('{{ name }}', name)

const openContacts = async (page: Page): Promise<void> => {
  await goTo(page, 'home')
  await goTo(page, 'send')
  await goTo(page, 'contacts')
  await expect(page.getByRole('heading', { name: en.contacts.title, exact: true })).toBeVisible()
}

const review = async (page: Page) => {
  await page.getByRole('button', { name: en.send.review }).click()
  const dialog = page.getByRole('dialog', { name: en.send.reviewTitle })
  await expect(dialog).toBeVisible({ timeout: 120_000 })
  return dialog
}

it('adds a contact, keeps it through a reload, pays, renames and removes it', async ({ browser }) => {
  const ann = await newWallet(browser, 'Ann')
  const ben = await newWallet(browser, 'Ben')
  const { page } = ann
  await fundWallet(page, served.url, DECIMALS)

  await openContacts(page)
  await expect(page.getByText(en.contacts.empty)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('button', { name: en.contacts.add }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel(en.contacts.name, { exact: true })
  const address = dialog.getByLabel(en.contacts.address, { exact: true })
  const save = dialog.getByRole('button', { name: en.contacts.save })
  await expect(name).toBeFocused()
  await save.click()
  await expect(dialog.getByText(en.contacts.nameMissing)).toBeVisible()
  await expect(dialog.getByText(en.contacts.addressMissing)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await name.fill('Ben Bean')
  await address.fill(`${ben.address}1`)
  await save.click()
  await expect(dialog.locator('.field-problem').filter({ hasText: /\S/ })).toHaveCount(1)
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill(ben.address)
  await save.click()
  await expect(dialog).toBeHidden()
  const rows = contactRows(page)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ben Bean')
  expect(await seriousProblems(page)).toEqual([])

  // An address cannot be saved twice.
  await page.getByRole('button', { name: en.contacts.add }).click()
  await name.fill('Benjamin')
  await address.fill(ben.address)
  await save.click()
  await expect(dialog.getByText(named(en.contacts.addressTaken, 'Ben Bean'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.reload()
  await unlockWallet(page, 'Ann')
  await goTo(page, 'send')
  await page.getByRole('button', { name: en.contacts.choose }).click()
  await expect(page.getByRole('dialog', { name: en.contacts.chooseTitle })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Ben Bean/ })
    .click()
  await expect(page.getByLabel(en.send.to, { exact: true })).toHaveValue(ben.address)
  await expect(page.getByText(named(en.contacts.known, 'Ben Bean'))).toBeVisible()
  // Only the amount is missing.
  await expect(page.getByLabel(en.send.amount, { exact: true })).toBeFocused()
  await page.keyboard.type('2.5')
  await expect(await review(page)).toContainText('Ben Bean')
  await confirmPayment(page)
  await expect(page.getByRole('button', { name: en.contacts.keep })).toBeHidden()
  await page.getByRole('link', { name: en.send.details }).click()
  await expect(page.locator('.destination')).toContainText('Ben Bean')
  await expect(ben.page.locator('.transfer[data-direction=in]')).toContainText('2.5', { timeout: 60_000 })

  await goTo(page, 'history')
  await page.getByLabel(en.history.searchLabel, { exact: true }).fill('bean')
  await expect(page.locator('.transfer')).toHaveCount(1)
  await expect(page.locator('.transfer')).toContainText(en.history.sentTo.replace('{{ names }}', 'Ben Bean'))

  // The table says what was paid. It opens a contact, with the payments to it, pays, changes and removes contacts.
  await openContacts(page)
  await expect(rows.locator('[data-column=paid]')).toHaveText(/^2\.50/)
  await rows.click()
  const opened = page.getByRole('region', { name: en.contacts.one })
  await expect(opened.getByRole('list', { name: en.contacts.payments }).getByRole('link')).toHaveCount(1)
  await expect(opened.locator('.address')).toHaveText(ben.address)
  expect(await seriousProblems(page)).toEqual([])
  await opened.getByRole('button', { name: en.contacts.payments }).click()
  await expect(page.locator('main .transfer')).toHaveCount(1)
  await expect(page.getByLabel(en.history.searchLabel, { exact: true })).toHaveValue(ben.address)
  await openContacts(page)
  await rows.focus()
  await page.keyboard.press('Enter')
  await opened.getByRole('button', { name: named(en.contacts.pay, 'Ben Bean') }).click()
  await expect(page.getByLabel(en.send.to, { exact: true })).toHaveValue(ben.address)
  await openContacts(page)
  await actOnRow(page, 'Ben Bean', en.contacts.edit)
  await expect(address).toHaveValue(ben.address)
  await name.fill('Benjamin')
  await save.click()
  await expect(rows).toContainText('Benjamin')
  // A double click edits the name in its row; without a name the contact stays as it was.
  const renamed = rows.getByLabel(en.contacts.name, { exact: true })
  const rename = async (before: string, after: string): Promise<void> => {
    await expect(renamed).toHaveValue(before)
    await renamed.fill(after)
    await page.keyboard.press('Enter')
    await expect(renamed).toBeHidden()
  }
  await rows.dblclick()
  await rename('Benjamin', 'Benny')
  await page.reload()
  await unlockWallet(page, 'Ann')
  await openContacts(page)
  await rows.focus()
  await page.keyboard.press('F2')
  await rename('Benny', ' ')
  await rows.focus()
  await page.keyboard.press('F2')
  await rename('Benny', 'Benjamin')
  await expect(rows).toContainText('Benjamin')
  await actOnRow(page, 'Benjamin', en.contacts.removeIt)
  await expect(page.getByText(en.contacts.empty)).toBeVisible()
  await page.getByRole('button', { name: en.toast.undo }).click()
  await expect(rows).toContainText('Benjamin')

  // The first of two is removed, not the one that takes its place; the key undoes it at once, while it is being saved.
  await page.getByRole('button', { name: en.contacts.add }).click()
  await name.fill('Myself')
  await address.fill(ann.address)
  await save.click()
  await expect(rows).toContainText(['Benjamin', 'Myself'])
  await actOnRow(page, 'Benjamin', en.contacts.removeIt)
  await expect(rows).toContainText(['Myself'])
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(rows).toContainText(['Benjamin', 'Myself'])
  await expect(rows).toContainText([shortAddress(ben.address), shortAddress(ann.address)])
  await actOnRow(page, 'Benjamin', en.contacts.removeIt)
  await actOnRow(page, 'Myself', en.contacts.removeIt)
  await expect(page.getByText(en.contacts.empty)).toBeVisible()

  // Contacts come from a table, whose bad lines are named, and go into one.
  const table = `Name,Address\r\n"Bean, Ben",${ben.address}\r\nNobody,L5nothing\r\nAgain,${ben.address}\r\n`
  const tables = page.getByRole('button', { name: en.contacts.move })
  await tables.click()
  await page.getByRole('menuitem', { name: en.contacts.import }).click()
  await page
    .getByLabel(en.data.chooseFor.replace('{{ label }}', en.contacts.import))
    .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await expect(page.getByText(`${en.contacts.imported.one} ${en.contacts.importKnown.one}`)).toBeVisible()
  await expect(page.getByText(en.contacts.refused.one)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Nobody' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await tables.click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: en.contacts.export }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe(`name,address\r\n"Bean, Ben",${ben.address}\r\n`)
})

it('pastes an address by a button, saves a paid address as a contact, and saves the history as CSV', async ({
  browser,
}) => {
  const ann = await newWallet(browser, 'Ann')
  const ben = await newWallet(browser, 'Ben')
  const { page } = ann
  const funded = await fundWallet(page, served.url, DECIMALS)

  // A browser that denies reading the clipboard.
  await goTo(page, 'send')
  await page.getByRole('button', { name: en.send.paste }).click()
  await expect(page.getByText(en.send.pasteFailed)).toBeVisible()
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(` ${text}\n`), ben.address)
  await page.getByRole('button', { name: en.send.paste }).click()
  await expect(page.getByLabel(en.send.to, { exact: true })).toHaveValue(ben.address)
  await expect(page.getByText(en.send.standard)).toBeVisible()
  await expect(page.getByRole('button', { name: en.send.paste })).toBeVisible()
  await page.keyboard.type('1,75')
  await review(page)
  const fee = await readAmount(page, 'fee', DECIMALS)
  const txid = await confirmPayment(page)

  await page.getByRole('button', { name: en.contacts.keep }).click()
  const dialog = page.getByRole('dialog', { name: en.contacts.add })
  await expect(dialog.getByLabel(en.contacts.address, { exact: true })).toHaveValue(ben.address)
  await dialog.getByLabel(en.contacts.name, { exact: true }).fill('Ben')
  await dialog.getByRole('button', { name: en.contacts.save }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: en.contacts.keep })).toBeHidden()
  await page.getByRole('button', { name: en.send.another }).click()
  await page.getByLabel(en.send.to, { exact: true }).fill(ben.address)
  await expect(page.getByText(named(en.contacts.known, 'Ben'))).toBeVisible()

  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await goTo(page, 'history')
  await page.locator('.transfer[data-direction=out][data-state=confirmed]').click()
  await page.getByLabel(en.details.note, { exact: true }).fill('=1+1, for "beans"')
  await page.getByRole('button', { name: en.details.noteSave }).click()
  await expect(page.getByText(en.action.saved)).toBeVisible()
  await goTo(page, 'history')
  await expect(page.locator('.transfer')).toHaveCount(2)
  const saveTable = async (): Promise<{ name: string; lines: readonly string[] }> => {
    await page.getByRole('button', { name: en.export.open }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: en.export.save }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    return { name: download.suggestedFilename(), lines: text.split('\r\n') }
  }
  const { name, lines } = await saveTable()
  expect(name).toMatch(/^Ann \d{4}-\d\d-\d\d\.csv$/)
  const coins = (amount: bigint): string =>
    `${amount / 10n ** BigInt(DECIMALS)}.${String(amount % 10n ** BigInt(DECIMALS)).padStart(DECIMALS, '0')}`.replace(
      /\.?0+$/,
      '',
    )
  const pattern = (amount: bigint): string => coins(amount).replace('.', '\\.')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe(
    'date,direction,kind,state,amount,fee,balance,coin,block,account,note,contacts,addresses,transaction id,payment id',
  )
  expect(lines[1]).toMatch(
    new RegExp(
      `^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,out,transfer,confirmed,-1\\.75,${pattern(fee)},${pattern(funded - 1_750_000_000n - fee)},OXEN,\\d+,Primary account,"'=1\\+1, for ""beans""",Ben,${ben.address},${txid},$`,
    ),
  )
  expect(lines[2]).toContain(`,in,transfer,confirmed,${coins(funded)},,${coins(funded)},OXEN,`)
  expect(lines[2]).toContain(ann.address)
  expect(lines[3]).toBe('')

  // Filtered payments are not in the file.
  await page.getByLabel(en.history.outgoing, { exact: true }).check()
  await expect(page.locator('.transfer')).toHaveCount(1)
  expect((await saveTable()).lines).toEqual([lines[0], lines[1], ''])
})

it('shows changes made by RPC at once, also while the node does not respond', async ({ browser }) => {
  const commands = createCommands()
  // The page of another origin uses its faucet.
  const node = commands.run('node', '--port', '0', '--rpc-access-control-origins', served.url)
  const [nodeUrl] = await untilOutput(node, /http:\/\/[\d.:]+/)
  const { page, context } = await newVisitor(browser, served.url)
  contexts.push(context)
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'Ann', nodeUrl })
  await expectSynced(page)
  await page.getByRole('button', { name: en.home.faucet }).click()
  await expectBalance(page, 100n * 10n ** BigInt(DECIMALS), DECIMALS)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await allowRpc(page)
  await goTo(page, 'history')
  await page.locator('.transfer').click()
  const txid = ((await page.locator('dd code').first().textContent()) ?? '').trim()
  const write = async (method: string, params: object): Promise<void> => {
    expect(await call(page, method, params)).toMatchObject({ result: {} })
  }
  const approved = async (method: string, params: object, title: string): Promise<void> => {
    const written = write(method, params)
    await press(approvalDialog(page, title), en.approval.once)
    await written
  }

  // This node never responds, so it never updates the page.
  node.child.kill('SIGSTOP')
  try {
    await write('set_tx_notes', { txids: [txid], notes: ['for the beans'] })
    await expect(page.getByLabel(en.details.note)).toHaveValue('for the beans', AT_ONCE)

    await openContacts(page)
    await expect(page.getByText(en.contacts.empty)).toBeVisible()
    const list = contactRows(page)
    await approved('add_address_book', { address, description: 'Ben' }, en.approval.addContactTitle)
    await expect(list).toContainText('Ben', AT_ONCE)
    const edit = { index: 0, set_description: true, description: 'Benjamin' }
    await approved('edit_address_book', edit, en.approval.editContactTitle)
    await expect(list).toContainText('Benjamin', AT_ONCE)
    await approved('delete_address_book', { index: 0 }, en.approval.deleteContactTitle)
    await expect(page.getByText(en.contacts.empty)).toBeVisible(AT_ONCE)

    await goTo(page, 'receive')
    await write('create_address', { account_index: 0, label: 'Till' })
    await expect(page.getByRole('button', { name: named(en.table.actionsOf, 'Till') })).toBeVisible(AT_ONCE)
    await write('label_address', { index: { major: 0, minor: 1 }, label: 'Bar' })
    await expect(page.getByRole('button', { name: named(en.table.actionsOf, 'Bar') })).toBeVisible(AT_ONCE)
    await write('create_account', { label: 'Shop' })
    const account = page.getByLabel(en.receive.account, { exact: true })
    await expect(account).toContainText('Shop', AT_ONCE)
    await write('label_account', { account_index: 1, label: 'Stall' })
    await expect(account).toContainText('Stall', AT_ONCE)
  } finally {
    node.child.kill('SIGCONT')
    await commands.end()
  }
})

it('keeps a note with a contact: shown, searched, and in its table', async ({ browser }) => {
  const { page, address } = await newWallet(browser, 'Ann')
  await openContacts(page)
  await page.getByRole('button', { name: en.contacts.add }).click()
  const dialog = page.getByRole('dialog')
  const note = dialog.getByLabel(en.send.note, { exact: true })
  await dialog.getByLabel(en.contacts.name, { exact: true }).fill('Ben Bean')
  await dialog.getByLabel(en.contacts.address, { exact: true }).fill(address)
  await note.fill('Plumber, comes late')
  await dialog.getByRole('button', { name: en.contacts.save }).click()
  await expect(dialog).toBeHidden()

  await page.reload()
  await unlockWallet(page, 'Ann')
  await goTo(page, 'contacts')
  await contactRows(page).first().press('Enter')
  await expect(page.getByText('Plumber, comes late')).toBeVisible()
  await page.getByRole('button', { name: en.contacts.edit }).click()
  const edited = page.getByRole('dialog', { name: en.contacts.edit })
  await edited.getByLabel(en.send.note, { exact: true }).fill('Plumber')
  await edited.getByRole('button', { name: en.contacts.save }).click()
  await expect(edited).toBeHidden()
  await expect(page.getByText('Plumber', { exact: true })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: en.contacts.move }).click()
  await page.getByRole('menuitem', { name: en.contacts.export }).click()
  const table = await readFile(await (await download).path(), 'utf8')
  expect(table).toBe(`name,address,note\r\nBen Bean,${address},Plumber\r\n`)
})

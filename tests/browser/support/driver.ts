// Drives the page as a user does: by labels, roles and texts. Contains the screen actions that several tests share.
import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { SectionId } from '../../../src/app/screens/settings/sections.ts'
import type { en } from '../../../src/app/text/en.ts'
import '../../support/english-texts.ts'
import { matching, textsOn } from './texts.ts'

export const PASSWORD = 'correct horse battery staple'

/** Choices for a new wallet; the page's defaults apply to omitted ones. */
export type WalletChoice = {
  readonly name: string
  readonly network?: string
  /** label of one of the offered nodes */
  readonly node?: string
  /** address of any other */
  readonly nodeUrl?: string
}

/** Prints internal errors of a page with their stacks: the page itself shows that there was one. */
const printInternalErrors = (page: Page): void => {
  page.on('console', (message) => {
    const text = message.text()
    // Without service workers their registration fails.
    if (message.type() === 'error' && /^\w*Error\b(?!.*'waiting')/.test(text))
      console.log('an internal error of the page:', text)
  })
}

/** Opens the page in a new profile with its own storage, service worker and cache. */
export const newVisitor = async (browser: Browser, url: string): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  printInternalErrors(page)
  await page.goto('/')
  return { context, page }
}

/** Fills the fields that every new wallet has. */
export const fillWallet = async (page: Page, choice: WalletChoice): Promise<void> => {
  const text = textsOn(page)
  await page.getByLabel(text.wallet.name, { exact: true }).fill(choice.name)
  await page.getByLabel(text.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByLabel(text.wallet.repeat, { exact: true }).fill(PASSWORD)
  if (choice.network !== undefined)
    await page.getByLabel(text.network.label, { exact: true }).selectOption({ label: choice.network })
  if (choice.node !== undefined) await page.getByLabel(choice.node).check()
  if (choice.nodeUrl !== undefined) {
    const other = page.getByLabel(text.node.custom)
    if (await other.isVisible()) await other.check()
    await page.getByLabel(text.node.url, { exact: true }).fill(choice.nodeUrl)
  }
}

/** Creates a wallet from the welcome screen; returns its seed words. `pause` is called on each screen on the way. */
export const createWallet = async (
  page: Page,
  choice: WalletChoice,
  pause: (screen: string) => Promise<void> = async () => undefined,
): Promise<readonly string[]> => {
  const text = textsOn(page)
  await page.getByRole('link', { name: text.welcome.create }).click()
  await expect(page.getByLabel(text.wallet.name, { exact: true })).toBeVisible()
  await pause('create')
  await fillWallet(page, choice)
  await page.getByRole('button', { name: text.action.continue }).click()
  await expect(page.getByRole('heading', { name: text.create.wordsTitle })).toBeVisible()
  const words = await page.getByRole('list', { name: text.create.words }).locator('.word').allTextContents()
  await pause('words')
  await page.getByRole('button', { name: text.create.written }).click()
  await expect(page.getByRole('heading', { name: text.create.checkTitle })).toBeVisible()
  await pause('seed word check')
  for (const field of await page.getByLabel(matching(text.create.word)).all()) {
    const label = (await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? ''
    const position = Number(/\d+/.exec(label)?.[0])
    await field.fill(words[position - 1] ?? '')
  }
  await page.getByRole('button', { name: text.create.finish }).click()
  await expect(page.getByTestId('balance-total')).toBeVisible()
  return words
}

/** Restores a wallet from the welcome screen, scanning the whole chain. */
export const restoreWallet = async (page: Page, words: string, choice: WalletChoice): Promise<void> => {
  const text = textsOn(page)
  await page.getByRole('link', { name: text.welcome.restore }).click()
  await page.getByLabel(text.restore.words, { exact: true }).fill(words)
  await fillWallet(page, choice)
  await page.getByRole('button', { name: text.restore.submit }).click()
  await expect(page.getByTestId('balance-total')).toBeVisible()
}

/** Restores a wallet from keys; without a spend key it is watch-only. */
export const restoreFromKeys = async (
  page: Page,
  choice: WalletChoice,
  keys: { readonly address: string; readonly view: string; readonly spend?: string },
): Promise<void> => {
  const text = textsOn(page)
  await page.getByRole('link', { name: text.welcome.watch }).click()
  await page.getByLabel(text.keys.address, { exact: true }).fill(keys.address)
  await page.getByLabel(text.keys.viewKey, { exact: true }).fill(keys.view)
  if (keys.spend !== undefined) await page.getByLabel(text.keys.spendKey, { exact: true }).fill(keys.spend)
  await fillWallet(page, choice)
  await page.getByRole('button', { name: keys.spend === undefined ? text.keys.watch : text.keys.restore }).click()
}

/** Unlocks an existing wallet from the welcome or unlock screen; ends on the screen that was open when it locked. */
export const unlockInPlace = async (page: Page, name: string, withPassword = PASSWORD): Promise<void> => {
  const text = textsOn(page)
  const link = page.getByRole('link').filter({ has: page.getByText(name, { exact: true }) })
  const password = page.getByLabel(text.wallet.password, { exact: true })
  await expect(link.or(password).first()).toBeVisible()
  if (await link.isVisible()) await link.click()
  await password.fill(withPassword)
  await page.getByRole('button', { name: text.unlock.submit, exact: true }).click()
  await expect(page.getByRole('navigation', { name: text.nav.label })).toBeVisible()
}

/** Unlocks an existing wallet from the welcome or unlock screen; ends on its home screen. */
export const unlockWallet = async (page: Page, name: string, withPassword = PASSWORD): Promise<void> => {
  await unlockInPlace(page, name, withPassword)
  await goTo(page, 'home')
  await expect(page.getByTestId('balance-total')).toBeVisible()
}

/** Opens a screen through the navigation. */
export const goTo = async (page: Page, place: keyof typeof en.nav): Promise<void> => {
  const text = textsOn(page)
  const navigation = page.getByRole('navigation', { name: text.nav.label })
  const link = navigation.getByRole('link', { name: text.nav[place] })
  await navigation.getByRole('link', { name: text.nav.home }).waitFor()
  if (!(await link.isVisible())) {
    // On a phone the screen with the other places leads there.
    await navigation.getByRole('link', { name: text.nav.more }).click()
    await page.getByRole('main').getByRole('link', { name: text.nav[place] }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(text.nav.more)
    return
  }
  await link.click()
  // The page waits a moment for the data of a screen before it shows it.
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Opens a section of the settings. */
export const openSettings = async (page: Page, section: SectionId): Promise<void> => {
  await goTo(page, 'settings')
  await page.getByRole('main').locator(`a[href="#/settings/${section}"]`).click()
  await expect(page).toHaveURL(new RegExp(`#/settings/${section}$`))
  await page.locator('.settings-section .card').first().waitFor()
}

/** Chooses an action from the menu of a row of a list or table, by the name of the row. */
export const actOnRow = async (page: Page, name: string, action: string): Promise<void> => {
  const actions = textsOn(page).table.actionsOf.replace('{{ name }}', name)
  await page.getByRole('button', { name: actions, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The rows of the contacts: of the table, or of the list on a narrow page. */
export const contactRows = (page: Page): Locator => page.locator('.contacts .address-row')

/** Closes the open wallet, with its menu. */
export const closeWallet = async (page: Page): Promise<void> => {
  await page.locator('.wallet-button').click()
  await page.getByRole('button', { name: textsOn(page).nav.close }).click()
}

const parseAmount = (text: string): bigint => {
  const digits = /([\d\s,.\u202f\u00a0]+)/.exec(text)?.[1]?.replace(/[^\d.]/g, '') ?? ''
  const [whole = '0', fraction = ''] = digits.split('.')
  return BigInt(whole) * 10n ** BigInt(fraction.length) + BigInt(fraction === '' ? '0' : fraction)
}

/** Returns an amount that the page shows in atomic units of `decimals` digits; the page may omit trailing zeros. */
export const atomicUnits = (text: string, decimals: number): bigint => {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  return parseAmount(text) * 10n ** BigInt(decimals - fraction.length)
}

/** Returns an amount on the screen in atomic units. */
export const readAmount = async (page: Page, testId: string, decimals: number): Promise<bigint> =>
  atomicUnits((await page.getByTestId(testId).textContent()) ?? '', decimals)

/** Waits until the home screen shows a balance. */
export const expectBalance = async (page: Page, amount: bigint, decimals: number): Promise<void> => {
  await expect.poll(async () => await readAmount(page, 'balance-total', decimals), { timeout: 120_000 }).toBe(amount)
}

/** Waits until the home screen shows an amount that can be spent. */
export const expectAvailable = async (page: Page, amount: bigint, decimals: number): Promise<void> => {
  await expect
    .poll(async () => await readAmount(page, 'balance-available', decimals), { timeout: 120_000 })
    .toBe(amount)
}

/** The sync state in the frame: `data-phase` and the height. */
export const syncState = (page: Page): Locator => page.locator('.network-state')

/** Waits until the wallet is up to date with its node at `height` blocks or more. */
export const expectSynced = async (page: Page, height = 0): Promise<void> => {
  const card = syncState(page)
  await expect(card).toHaveAttribute('data-phase', 'synced', { timeout: 180_000 })
  await expect
    .poll(async () => Number(((await card.textContent()) ?? '').replace(/[^\d]/g, '').slice(0, 12)), {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(height)
}

/** Opens a tool. */
export const openTool = async (page: Page, title: string): Promise<void> => {
  await goTo(page, 'tools')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Saves the data on the screen, or in a part of it, as a file; returns its bytes. */
export const savedFile = async (page: Page, part: Page | Locator = page): Promise<Buffer> => {
  const text = textsOn(page)
  const download = page.waitForEvent('download')
  await part.getByRole('button', { name: text.data.save }).click()
  return readFile(await (await download).path())
}

/** Fills in the data field with a file. */
export const chooseFile = async (page: Page, label: string, buffer: Buffer): Promise<void> => {
  const text = textsOn(page)
  await page
    .getByLabel(text.data.chooseFor.replace('{{ label }}', label))
    .setInputFiles({ name: label, mimeType: 'application/octet-stream', buffer })
}

/** Calls the development node of the page's origin. */
export const nodeCall = async (url: string, method: string, params: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${url}/node/json_rpc`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }),
  })
  // JSON-RPC responses have this shape.
  const { result, error } = (await response.json()) as { result?: Record<string, unknown>; error?: object }
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}

/** Uses the faucet and waits until the coins can be spent; returns their atomic units. */
export const fundWallet = async (page: Page, url: string, decimals: number): Promise<bigint> => {
  const text = textsOn(page)
  await page.getByRole('button', { name: text.home.faucet }).click()
  const total = 100n * 10n ** BigInt(decimals)
  await expectBalance(page, total, decimals)
  await nodeCall(url, 'dev_mine', { blocks: 12 })
  await expectAvailable(page, total, decimals)
  return total
}

/** Returns the address on the receive screen. */
export const shownAddress = async (page: Page): Promise<string> =>
  ((await page.getByTestId('address').textContent()) ?? '').trim()

/** A wallet in its own profile, with its main address. */
export type NewWallet = { readonly context: BrowserContext; readonly page: Page; readonly address: string }

/** Creates a wallet in a new profile; ends on its home screen. */
export const walletOfVisitor = async (browser: Browser, url: string, name: string): Promise<NewWallet> => {
  const { context, page } = await newVisitor(browser, url)
  await createWallet(page, { name })
  await expectSynced(page)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await goTo(page, 'home')
  return { context, page, address }
}

/** Fills in the send form for one recipient and opens the review. */
export const reviewPayment = async (page: Page, address: string, amount: string, priority?: string): Promise<void> => {
  const text = textsOn(page)
  await goTo(page, 'send')
  await page.getByLabel(text.send.to, { exact: true }).fill(address)
  await page.getByLabel(text.send.amount, { exact: true }).fill(amount)
  if (priority !== undefined) await page.getByRole('radio', { name: priority }).check()
  await page.getByRole('button', { name: text.send.review }).click()
  await expect(page.getByRole('dialog', { name: text.send.reviewTitle })).toBeVisible({ timeout: 120_000 })
}

/** Confirms a reviewed payment and waits for the result; returns the transaction id. */
export const confirmPayment = async (page: Page): Promise<string> => {
  const text = textsOn(page)
  await page.getByRole('button', { name: text.send.confirm }).click()
  await expect(page.getByRole('heading', { name: text.send.doneTitle })).toBeVisible({ timeout: 120_000 })
  return ((await page.locator('.txids code').first().textContent()) ?? '').trim()
}

/** Turns a switch on or off by clicking it; again if the page scrolled under the click, as it does when a screen has just been shown. */
export const setSwitch = async (page: Page, label: string, on: boolean): Promise<void> =>
  await expect(async () => await page.getByLabel(label).setChecked(on, { force: true })).toPass()

/** Opens the list of nodes. */
export const openNodes = async (page: Page): Promise<void> => {
  await openSettings(page, 'nodes')
  await page.getByRole('link', { name: textsOn(page).nodes.manage }).click()
}

/** Scans the whole chain again, and waits on the home screen until the wallet has a balance. */
export const scanAgain = async (page: Page, balance: bigint, decimals: number): Promise<void> => {
  const text = textsOn(page)
  await openSettings(page, 'advanced')
  await page.getByRole('button', { name: text.settings.rescan }).click()
  await page.getByRole('dialog').getByRole('button', { name: text.settings.rescanGo, exact: true }).click()
  await expect(page.getByText(text.settings.rescanDone)).toBeVisible()
  await goTo(page, 'home')
  await expectBalance(page, balance, decimals)
  await expectSynced(page)
}

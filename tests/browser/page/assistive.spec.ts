// The wallet by keyboard only, its names for screen readers, without motion, at a zoom of 200 %, with large text, and in forced colours.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import { assistiveProblems, focusProblems } from '../support/assistive.ts'
import { contactRows, expectSynced, newVisitor, nodeCall, PASSWORD } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

/** Presses Tab until the named control has the focus. */
const tabTo = async (
  page: Page,
  role: 'link' | 'button' | 'textbox' | 'combobox' | 'row',
  name: string | RegExp,
): Promise<void> => {
  const control = page.getByRole(role, { name, exact: true }).first()
  await expect(control).toBeVisible({ timeout: 60_000 })
  for (let steps = 0; steps < 120; steps++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${String(name)}`)
}

const press = async (page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> => {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

const type = async (page: Page, name: string, text: string): Promise<void> => {
  await tabTo(page, 'textbox', name)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

const expectHeading = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused()

it('is used by keyboard only, from the first wallet to the console, and fits every screen', async ({ browser }) => {
  const { page, context } = await newVisitor(browser, served.url)
  const session = await context.newCDPSession(page)
  const problems: Record<string, readonly string[]> = {}
  const inspect = async (screen: string): Promise<void> => {
    const found = await assistiveProblems(page, session)
    if (found.length > 0) problems[screen] = found
  }
  const walk = async (screen: string): Promise<void> => {
    const found = await focusProblems(page)
    if (found.length > 0) problems[`${screen}, focus`] = found
  }

  // A wallet, with its words written down.
  await expect(page.getByRole('link', { name: en.welcome.create })).toBeVisible()
  await inspect('welcome')
  await tabTo(page, 'link', new RegExp(en.welcome.create))
  await page.keyboard.press('Enter')
  await expectHeading(page, en.create.title)
  await inspect('create')
  await type(page, en.wallet.name, 'Ann')
  await tabTo(page, 'textbox', en.wallet.password)
  await page.keyboard.press('Enter')
  // The first field with a problem has the focus.
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeFocused()
  await inspect('create with problems')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD)
  for (const label of [en.wallet.password, en.wallet.repeat]) {
    await tabTo(page, 'textbox', label)
    // Passwords can be pasted, and password managers know what they are.
    await page.keyboard.press('Control+v')
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', 'new-password')
  }
  await press(page, 'button', en.action.continue)
  await expectHeading(page, en.create.wordsTitle)
  await inspect('words')
  const words = await page.getByRole('list', { name: en.create.words }).locator('.word').allTextContents()
  await press(page, 'button', en.create.written)
  await expect(page.getByRole('heading', { level: 1, name: en.create.checkTitle })).toBeVisible()
  await inspect('seed word check')
  const fields = page.getByLabel(/^Word \d+$/)
  const positions = await fields.evaluateAll((inputs: HTMLInputElement[]) =>
    inputs.map((input) => Number(/\d+/.exec(input.labels?.[0]?.textContent ?? '')?.[0])),
  )
  for (const [index, position] of positions.entries()) {
    await expect(fields.nth(index)).toBeFocused()
    await page.keyboard.type(index === 1 ? 'wrong' : (words[position - 1] ?? ''))
    await page.keyboard.press('Tab')
  }
  await press(page, 'button', en.create.finish)
  // The wrong word is named beside its field, which gets the focus.
  await expect(fields.nth(1)).toBeFocused()
  await expect(fields.nth(1)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words[(positions[1] ?? 0) - 1] ?? '')
  await page.keyboard.press('Enter')

  // Home: landmarks, the skip link, and what is announced.
  await expect(page.getByTestId('balance-total')).toBeVisible()
  await expectSynced(page)
  await expect(page.getByRole('navigation', { name: en.nav.label })).toMatchAriaSnapshot(`
    - navigation "Main":
      - link "Home"
      - link "Send"
      - link "Receive"
      - link "History"
      - link "Coins"
      - link "Contacts"
      - separator
      - link "Tools"
      - link "Settings"
  `)
  await expect(page.getByRole('status', { name: en.sync.label })).toHaveText(en.sync.synced)
  await inspect('home')
  await walk('home')
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: en.app.skip })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectHeading(page, en.home.title)
  await press(page, 'button', en.home.faucet)
  await expect(page.getByRole('status').filter({ hasText: tCount('device.arrived', 1) })).toHaveCount(1, {
    timeout: 60_000,
  })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })

  // Receive: a new address, in a dialog that gives the focus back.
  await press(page, 'link', en.nav.receive)
  await expectHeading(page, en.receive.title)
  await press(page, 'button', en.receive.create)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(en.receive.label, { exact: true })).toBeFocused()
  await inspect('new subaddress')
  for (let steps = 0; steps < 8; steps++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: en.receive.create })).toBeFocused()
  const address = ((await page.getByTestId('address').textContent()) ?? '').trim()
  await inspect('receive')
  await walk('receive')

  // Send, with the review.
  await press(page, 'link', en.nav.send)
  await expectHeading(page, en.send.title)
  await type(page, en.send.to, address)
  await type(page, en.send.amount, '1.5')
  await inspect('send')
  await walk('send')
  await press(page, 'button', en.send.review)
  await expect(dialog).toHaveAccessibleName(en.send.reviewTitle, { timeout: 120_000 })
  await inspect('review')
  await press(page, 'button', en.send.confirm)
  await expect(page.getByRole('heading', { name: en.send.doneTitle })).toBeVisible({ timeout: 120_000 })
  await inspect('result')

  // Contacts: added, removed, and put back by a key.
  await press(page, 'button', en.send.another)
  await press(page, 'link', en.contacts.title)
  await press(page, 'button', en.contacts.addFirst)
  await type(page, en.contacts.name, 'Ben')
  await type(page, en.contacts.address, address)
  await page.keyboard.press('Tab')
  await press(page, 'button', en.contacts.save)
  await expect(dialog).toBeHidden()
  await inspect('contacts')
  await tabTo(page, 'row', /^Ben/)
  await page.keyboard.press('Enter')
  await press(page, 'button', en.contacts.removeIt)
  await expect(page.getByRole('status', { name: en.toast.label })).toContainText(en.toast.undoKeys)
  await inspect('contacts with a message')
  await page.keyboard.press('Control+z')
  await expect(contactRows(page)).toContainText('Ben')

  // History, details, note.
  await press(page, 'link', en.nav.history)
  await expectHeading(page, en.history.title)
  await expect(page.locator('.transfer').first()).toBeVisible()
  await inspect('history')
  await walk('history')
  await tabTo(page, 'row', /Sent to/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: en.details.title })).toBeVisible()
  await type(page, en.details.note, 'Beans')
  await page.keyboard.press('Enter')
  await expect(page.getByText(en.action.saved, { exact: true })).toBeVisible()
  await inspect('details')
  await walk('details')

  // Tools, settings, nodes, console.
  await press(page, 'link', en.nav.tools)
  await expectHeading(page, en.tools.title)
  await inspect('tools')
  await press(page, 'link', new RegExp(en.tools.offline))
  await expectHeading(page, en.tools.offline)
  await inspect('offline signing')
  await press(page, 'link', en.nav.settings)
  await expectHeading(page, en.settings.title)
  await press(page, 'link', en.settings.security)
  await expect(page.getByRole('button', { name: en.settings.secrets })).toBeVisible()
  await inspect('settings')
  await walk('settings')
  await press(page, 'button', en.settings.secrets)
  const password = dialog.getByLabel(en.wallet.password, { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription(en.error.wrongPassword)
  await inspect('secrets with a wrong password')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: en.settings.secrets })).toBeFocused()
  await press(page, 'link', en.settings.nodes)
  await press(page, 'link', en.nodes.manage)
  await expectHeading(page, en.nodes.title)
  await inspect('nodes')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(en.palette.console)
  await inspect('palette')
  await page.keyboard.press('Enter')
  await expectHeading(page, en.console.title)
  await inspect('console')

  // Forced colours keep what is chosen and where the focus is.
  await page.emulateMedia({ forcedColors: 'active' })
  await press(page, 'link', en.nav.settings)
  await expectHeading(page, en.settings.title)
  await press(page, 'link', en.settings.security)
  const outline = await page.locator('.rail .nav-link.active').evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(outline).toBe('solid')
  await expect(page.getByRole('switch').first()).toBeVisible()
  const switches = await page
    .getByRole('switch')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).appearance))
  expect(new Set(switches)).toEqual(new Set(['auto']))
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/forced colours.png`, fullPage: true })

  expect(problems).toEqual({})
  await context.close()
})

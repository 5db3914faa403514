// Takes screenshots of every screen, at phone and desktop size, light and dark: `node tests/browser/screens.ts [folder]`.
// Drives the built page (`npm run build` first) as a new user would, with the development node inside the page.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { preview } from 'vite'
import { chromiumPath } from '../tools.ts'

const folder = process.argv[2] ?? 'test-results/screens'
const PASSWORD = 'seven quiet beans at dawn'

const looks = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark', isMobile: false },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true },
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light', isMobile: false },
] as const

/** Fills the fields that every new wallet has. */
const fillWallet = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Wallet name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
}

/** Fills in the checked seed words. */
const giveWordsBack = async (page: Page, words: readonly string[]): Promise<void> => {
  const fields = page.getByLabel(/^Word \d+$/)
  await fields.first().waitFor()
  for (const field of await fields.all()) {
    const label = await page.locator(`label[for="${await field.getAttribute('id')}"]`).textContent()
    const position = Number(/\d+/.exec(label ?? '')?.[0])
    await field.fill(words[position - 1] ?? '')
  }
}

const tour = async (page: Page, origin: string, shoot: (name: string) => Promise<void>): Promise<void> => {
  await page.goto(origin)
  await page.getByRole('link', { name: /Create a new wallet/ }).waitFor()
  await shoot('welcome')
  await page.getByRole('link', { name: /Restore from words/ }).click()
  await page.getByLabel('Seed words').fill('abbey gotten sorry')
  await page.getByLabel('A date').check()
  await shoot('restore')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: /Use keys or watch/ }).click()
  await page.getByRole('button', { name: 'Watch this wallet' }).click()
  await shoot('watch')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: /Open wallet files/ }).click()
  await page.getByRole('button', { name: 'Open wallet' }).click()
  await shoot('open-files')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: /Create a new wallet/ }).click()
  await page.getByLabel('Wallet name').waitFor()
  await shoot('create-1')
  await page.getByLabel('Network').selectOption({ label: 'Monero' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await shoot('create-1-problems')
  await page.getByLabel('Network').selectOption({ label: 'Faba development chain' })
  await fillWallet(page, 'Pocket money')
  await page.getByRole('button', { name: 'Continue' }).click()
  const list = page.getByRole('list', { name: 'Seed words' })
  await list.waitFor()
  const words = await list.locator('.word').allTextContents()
  await shoot('create-2-words')
  await page.getByRole('button', { name: 'I have written them down' }).click()
  await giveWordsBack(page, words)
  await shoot('create-3-check')
  await page.getByRole('button', { name: 'Create wallet' }).click()
  await page.getByRole('link', { name: 'Home' }).waitFor()
  await shoot('home-new')

  const available = page.getByTestId('balance-available')
  await page.getByRole('button', { name: 'Get test coins' }).click()
  await page
    .getByRole('link', { name: /Received/ })
    .first()
    .waitFor()
  await shoot('home-incoming')
  for (let i = 0; i < 40 && !/[1-9]/.test((await available.textContent()) ?? ''); i++) {
    await page.getByRole('button', { name: 'Mine a block' }).click()
    await page.getByText('A block was mined.').waitFor()
    await page.waitForTimeout(100)
  }
  await shoot('home')

  await page.getByRole('link', { name: 'Receive' }).first().click()
  const main = (await page.getByTestId('address').textContent()) ?? ''
  await page.getByRole('button', { name: 'New subaddress' }).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('Invoice 1042')
  await shoot('receive-new')
  await page.getByRole('dialog').getByRole('button', { name: 'New subaddress' }).click()
  await page.locator('.address-card').getByText('Invoice 1042').waitFor()
  await page.getByLabel('Amount (optional)').fill('12.5')
  await page.getByLabel('Message (optional)').fill('Invoice 1042')
  await page.getByRole('button', { name: 'Copy payment link' }).waitFor()
  await shoot('receive')
  const own = (await page.getByTestId('address').textContent()) ?? ''

  await page.getByRole('navigation').getByRole('link', { name: 'Send' }).click()
  await page.getByLabel('Address or payment link').waitFor()
  await shoot('send-empty')
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByText('No contacts yet').waitFor()
  await shoot('contacts-none')
  for (const [name, address] of [
    ['Ann of the bakery', own],
    ['Ben', main],
  ] as const) {
    await page.getByRole('button', { name: 'Add a contact' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Address', { exact: true }).fill('not an address')
    await page.getByRole('button', { name: 'Save contact' }).click()
    await page.getByText(/This is not an address/).waitFor()
    await shoot('contacts-problem')
    await page.getByLabel('Address', { exact: true }).fill(address)
    await page.getByRole('button', { name: 'Save contact' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await shoot('contacts')
  await page.getByRole('button', { name: 'Remove Ben' }).click()
  await shoot('contacts-remove')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to Send' }).click()
  await page.getByRole('button', { name: 'From contacts' }).click()
  await shoot('send-choose')
  await page.getByRole('dialog').getByRole('button', { name: /Ben/ }).click()
  await page.getByText(/from your contacts/).waitFor()
  await shoot('send-contact')
  await page.getByLabel('Address or payment link').fill('not an address')
  await page.getByLabel('Amount', { exact: true }).fill('1.2345678901234')
  await page.getByRole('button', { name: 'Review payment' }).click()
  await page.waitForTimeout(400)
  await shoot('send-problems')
  await page.getByLabel('Address or payment link').fill(own)
  await page.getByLabel('Amount', { exact: true }).fill('12,5')
  await page.getByText(/Ann of the bakery, from/).waitFor()
  await shoot('send-filled')
  await page.getByRole('button', { name: 'Review payment' }).click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(300)
  await shoot('send-review')
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('button', { name: 'Send another payment' }).waitFor()
  await shoot('send-done')
  await page.getByRole('link', { name: 'Show details' }).click()
  await page.getByLabel('Note').fill('Lunch with Ann')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Saved').waitFor()
  await shoot('details')
  await page.getByRole('navigation').getByRole('link', { name: 'History' }).click()
  await page.getByRole('list', { name: 'Payments' }).waitFor()
  await shoot('history')
  await page.getByLabel('Search').fill('no such thing')
  await shoot('history-none')

  await page.getByRole('navigation').getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('heading', { name: 'Tools' }).waitFor()
  await shoot('tools')
  for (const tool of ['Offline signing', 'Names', 'Stakes', 'Shared wallet (multisig)']) {
    await page.getByRole('link', { name: tool }).click()
    await page.getByRole('heading', { level: 1, name: tool }).waitFor()
    await page.getByText('How it works').waitFor()
    await shoot(`tools-${tool.toLowerCase().replace(/[^a-z]+/g, '-')}`)
    await page.getByRole('link', { name: 'Back to Tools' }).click()
  }

  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Lock when not used for').waitFor()
  await shoot('settings')
  await page.getByLabel('Answer wallet requests from pages of this site').check({ force: true })
  await page.getByRole('link', { name: 'Open the RPC console' }).click()
  await page.getByRole('heading', { name: 'get_balance' }).waitFor()
  await shoot('console')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Success').waitFor()
  await shoot('console-answer')
  await page.getByRole('link', { name: 'Back to settings' }).click()
  await page.getByRole('button', { name: 'Show seed words and keys' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('list', { name: 'Seed words' }).waitFor()
  await shoot('settings-words')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove wallet' }).click()
  await shoot('settings-remove')
  await page.keyboard.press('Escape')

  const second = await page.context().newPage()
  await second.goto(origin)
  await second.getByRole('button', { name: 'Use here' }).waitFor()
  await second.screenshot({ path: join(folder, `elsewhere-${await second.evaluate(() => innerWidth)}.png`) })
  await second.close()

  await page.getByRole('button', { name: 'Lock wallet' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await shoot('unlock')
  await page.getByLabel('Password', { exact: true }).fill('wrong one')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('That did not work').waitFor()
  await shoot('unlock-wrong')
  await page.getByRole('button', { name: 'Use another wallet' }).click()
  await page.getByRole('link', { name: /Pocket money/ }).waitFor()
  await shoot('welcome-back')
}

const photograph = async (browser: Browser, look: (typeof looks)[number], origin: string): Promise<void> => {
  const context = await browser.newContext({
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    isMobile: look.isMobile,
    hasTouch: look.isMobile,
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`${look.name}: ${message.text()}`)
  })
  page.on('pageerror', (error) => console.log(`${look.name}: ${error.message}`))
  const shoot = async (name: string): Promise<void> => {
    await page.waitForTimeout(250)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    if (wide) console.log(`${look.name}: ${name} is wider than the window`)
    // The viewport gets the height of the screen, so that the bars keep their places.
    const tall = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...look.viewport, height: Math.max(look.viewport.height, tall) })
    await page.screenshot({ path: join(folder, `${look.name}-${name}.png`) })
    await page.setViewportSize(look.viewport)
  }
  try {
    await tour(page, origin, shoot)
  } catch (error) {
    await page.screenshot({ path: join(folder, `${look.name}-failed.png`) })
    throw error
  }
  await context.close()
}

mkdirSync(folder, { recursive: true })
const server = await preview({ preview: { port: 4179, strictPort: true } })
const executablePath = chromiumPath()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
})
try {
  const names = process.argv.slice(3)
  for (const look of looks)
    if (names.length === 0 || names.includes(look.name)) await photograph(browser, look, 'http://localhost:4179')
} finally {
  await browser.close()
  await server.close()
}

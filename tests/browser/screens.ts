// Takes screenshots of every screen, from phone to wide desktop, light and dark: `node tests/browser/screens.ts [folder] [language] [look…]`.
// Drives the built page (`npm run build` first) as a new user would, with the development node inside the page.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { preview } from 'vite'
import { isOffered } from '../../src/app/text/languages/languages.ts'
import { chromiumPath } from '../tools.ts'
import { goTo, openSettings, setSwitch } from './support/driver.ts'
import { expectTexts, matching, textsOf } from './support/texts.ts'
import { resizePage } from './support/viewport.ts'

const [folder = 'test-results/screens', language = 'en', ...chosenLooks] = process.argv.slice(2)
if (!isOffered(language)) throw new Error(`The page has no texts in ${language}.`)
const text = await textsOf(language)
const PASSWORD = 'seven quiet beans at dawn'

const looks = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark', isMobile: false },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true },
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light', isMobile: false },
  { name: 'tablet-light', viewport: { width: 820, height: 1180 }, colorScheme: 'light', isMobile: true },
  { name: 'tablet-dark', viewport: { width: 820, height: 1180 }, colorScheme: 'dark', isMobile: true },
  { name: 'wide-light', viewport: { width: 1440, height: 900 }, colorScheme: 'light', isMobile: false },
  { name: 'wide-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark', isMobile: false },
] as const

/** Fills the fields that every new wallet has. */
const fillWallet = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel(text.wallet.name, { exact: true }).fill(name)
  await page.getByLabel(text.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByLabel(text.wallet.repeat, { exact: true }).fill(PASSWORD)
}

/** Fills in the checked seed words. */
const giveWordsBack = async (page: Page, words: readonly string[]): Promise<void> => {
  const fields = page.getByLabel(matching(text.create.word))
  await fields.first().waitFor()
  for (const field of await fields.all()) {
    const label = await page.locator(`label[for="${await field.getAttribute('id')}"]`).textContent()
    const position = Number(/\d+/.exec(label ?? '')?.[0])
    await field.fill(words[position - 1] ?? '')
  }
}

type Shoot = (name: string, tab?: Page) => Promise<void>

/** Takes screenshots of screens that are opened by their addresses. */
const shootAddresses = async (page: Page, shoot: Shoot, addresses: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, address] of Object.entries(addresses)) {
    await page.evaluate((hash) => {
      document.querySelector('h1')?.setAttribute('data-left', '')
      location.assign(hash)
    }, `#/${address}`)
    await page.locator('h1:not([data-left])').waitFor()
    await shoot(name)
  }
}

const tour = async (page: Page, origin: string, shoot: Shoot): Promise<void> => {
  await page.goto(origin)
  await page.getByRole('link', { name: text.welcome.create }).waitFor()
  await shootAddresses(page, shoot, { 'restore-backup': 'backup', welcome: 'welcome' })
  await page.getByRole('link', { name: text.welcome.restore }).click()
  await page.getByLabel(text.restore.words, { exact: true }).fill('abbey gotten sorry')
  await page.getByLabel(text.from.point, { exact: true }).check()
  await shoot('restore')
  await page.getByRole('link', { name: text.action.cancel }).click()
  await page.getByRole('link', { name: text.welcome.watch }).click()
  await page.getByRole('button', { name: text.keys.watch, exact: true }).click()
  await shoot('watch')
  await page.getByRole('link', { name: text.action.cancel }).click()
  await page.getByRole('link', { name: text.welcome.files }).click()
  await page.getByRole('button', { name: text.files.submit, exact: true }).click()
  await shoot('open-files')
  await page.getByRole('link', { name: text.action.cancel }).click()
  await page.getByRole('link', { name: text.welcome.create }).click()
  await page.getByLabel(text.wallet.name, { exact: true }).waitFor()
  await shoot('create-1')
  await page.getByLabel(text.network.label, { exact: true }).selectOption({ label: text.network['monero-mainnet'] })
  await page.getByRole('button', { name: text.action.continue, exact: true }).click()
  await shoot('create-1-problems')
  await page.getByLabel(text.network.label, { exact: true }).selectOption({ label: text.network['oxen-regtest'] })
  await fillWallet(page, 'Pocket money')
  await page.getByRole('button', { name: text.action.continue, exact: true }).click()
  const list = page.getByRole('list', { name: text.restore.words })
  await list.waitFor()
  const words = await list.locator('.word').allTextContents()
  await shoot('create-2-words')
  await page.getByRole('button', { name: text.create.written, exact: true }).click()
  await giveWordsBack(page, words)
  await shoot('create-3-check')
  await page.getByRole('button', { name: text.create.finish, exact: true }).click()
  await page.getByRole('link', { name: text.nav.home, exact: true }).waitFor()
  await shoot('home-new')

  const available = page.getByTestId('balance-available')
  await page.getByRole('button', { name: text.home.faucet, exact: true }).click()
  await page.getByRole('link', { name: text.history.received }).first().waitFor()
  await shoot('home-incoming')
  for (let i = 0; i < 40 && !/[1-9]/.test((await available.textContent()) ?? ''); i++) {
    await page.getByRole('button', { name: matching(text.home.mine.other) }).click()
    await page.getByText(matching(text.home.mineDone.other)).waitFor()
    await page.waitForTimeout(100)
  }
  await shoot('home')

  await page.getByRole('link', { name: text.nav.receive, exact: true }).first().click()
  const main = (await page.getByTestId('address').textContent()) ?? ''
  await page.getByRole('button', { name: text.receive.create, exact: true }).click()
  await page.getByRole('textbox', { name: text.receive.label, exact: true }).fill('Invoice 1042')
  await shoot('receive-new')
  await page.getByRole('dialog').getByRole('button', { name: text.receive.create, exact: true }).click()
  await page.locator('.address-card').getByText('Invoice 1042').waitFor()
  await page.getByLabel(text.receive.amount, { exact: true }).fill('12.5')
  await page.getByLabel(text.receive.message, { exact: true }).fill('Invoice 1042')
  await page.getByRole('button', { name: text.receive.copyLink, exact: true }).waitFor()
  await shoot('receive')
  const own = (await page.getByTestId('address').textContent()) ?? ''

  await goTo(page, 'send')
  await page.getByLabel(text.send.to, { exact: true }).waitFor()
  await shoot('send-empty')
  await goTo(page, 'contacts')
  await page.getByText(text.contacts.empty).waitFor()
  await shoot('contacts-none')
  for (const [name, address] of [
    ['Ann of the bakery', own],
    ['Ben', main],
  ] as const) {
    await page.getByRole('button', { name: text.contacts.add, exact: true }).click()
    await page.getByLabel(text.contacts.name, { exact: true }).fill(name)
    await page.getByLabel(text.contacts.address, { exact: true }).fill('not an address')
    await page.getByRole('button', { name: text.contacts.save, exact: true }).click()
    await page.getByText(matching(text.send.notAddress)).waitFor()
    await shoot('contacts-problem')
    await page.getByLabel(text.contacts.address, { exact: true }).fill(address)
    await page.getByRole('button', { name: text.contacts.save, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await shoot('contacts')
  await page.locator('.contacts .address-row').last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: text.contacts.removeIt, exact: true }).click()
  await shoot('contacts-remove')
  await page.getByRole('button', { name: text.toast.undo, exact: true }).click()
  await goTo(page, 'send')
  await page.getByRole('button', { name: text.contacts.choose, exact: true }).click()
  await shoot('send-choose')
  await page.getByRole('dialog').getByRole('button', { name: /Ben/ }).click()
  await page.getByText(matching(text.contacts.known)).waitFor()
  await shoot('send-contact')
  await page.getByLabel(text.send.to, { exact: true }).fill('not an address')
  await page.getByLabel(text.send.amount, { exact: true }).fill('1.2345678901234')
  await page.getByRole('button', { name: text.send.review, exact: true }).click()
  await page.waitForTimeout(400)
  await shoot('send-problems')
  await page.getByLabel(text.send.to, { exact: true }).fill(own)
  await page.getByLabel(text.send.amount, { exact: true }).fill('12,5')
  await page.getByText(matching(text.contacts.known)).waitFor()
  await shoot('send-filled')
  await page.getByRole('button', { name: text.send.review, exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(300)
  await shoot('send-review')
  await page.getByRole('button', { name: text.send.confirm, exact: true }).click()
  await page.getByRole('button', { name: text.send.another, exact: true }).waitFor()
  await shoot('send-done')
  await page.getByRole('link', { name: text.send.details }).click()
  await page.getByLabel(text.details.note, { exact: true }).fill('Lunch with Ann')
  await page.getByRole('button', { name: text.details.noteSave, exact: true }).click()
  await page.getByText(text.action.saved).waitFor()
  await shoot('details')
  await goTo(page, 'history')
  await page.locator('[data-direction=out]').first().waitFor()
  await shoot('history')
  await page.getByLabel(text.history.searchLabel, { exact: true }).fill('no such thing')
  await shoot('history-none')

  await goTo(page, 'tools')
  await page.getByRole('heading', { name: text.tools.title, exact: true }).waitFor()
  await shoot('tools')
  for (const tool of ['offline', 'names', 'stakes', 'multisig'] as const) {
    await page.getByRole('link', { name: text.tools[tool] }).click()
    await page.getByRole('heading', { level: 1, name: text.tools[tool], exact: true }).waitFor()
    await page.getByText(text.tools.guide).waitFor()
    await shoot(`tools-${tool}`)
    await page.getByRole('link', { name: text.tools.back }).click()
  }
  await page.getByRole('heading', { name: text.tools.title, exact: true }).waitFor()
  await shootAddresses(page, shoot, {
    'tools-proofs': 'tools/proofs',
    coins: 'coins',
    nodes: 'nodes',
    'nodes-development': 'nodes/development',
    'not-found': 'no-such-screen',
  })

  await openSettings(page, 'security')
  await page.getByLabel(text.settings.lockLabel, { exact: true }).waitFor()
  await shoot('settings')
  for (const section of ['wallet', 'nodes', 'payments', 'display', 'device', 'about'] as const) {
    await openSettings(page, section)
    await shoot(`settings-${section}`)
  }
  await openSettings(page, 'apps')
  await setSwitch(page, text.settings.rpcLabel, true)
  await page.getByRole('link', { name: text.settings.rpcConsole }).click()
  await page.getByRole('heading', { name: 'get_balance' }).waitFor()
  await shoot('console')
  await page.getByRole('button', { name: text.console.send, exact: true }).click()
  await page.getByText(text.console.succeeded).first().waitFor()
  await shoot('console-answer')
  await page.getByRole('link', { name: text.console.back }).click()
  await openSettings(page, 'security')
  await page.getByRole('button', { name: text.settings.secrets, exact: true }).click()
  await page.getByRole('dialog').getByLabel(text.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: text.settings.secretsShow, exact: true }).click()
  await page.getByRole('list', { name: text.restore.words }).waitFor()
  await shoot('settings-words')
  await page.keyboard.press('Escape')
  await openSettings(page, 'advanced')
  await page.getByRole('button', { name: text.settings.remove, exact: true }).click()
  await shoot('settings-remove')
  await page.keyboard.press('Escape')

  const second = await page.context().newPage()
  await second.goto(origin)
  await second.getByRole('button', { name: text.otherTab.use, exact: true }).waitFor()
  await shoot('elsewhere', second)
  await second.close()

  await page.getByRole('button', { name: text.nav.lock, exact: true }).click()
  await page.getByLabel(text.wallet.password, { exact: true }).waitFor()
  await shoot('unlock')
  await page.getByLabel(text.wallet.password, { exact: true }).fill('wrong one')
  await page.getByRole('button', { name: text.unlock.submit, exact: true }).click()
  await page.getByText(text.error.wrongPassword).waitFor()
  await shoot('unlock-wrong')
  await page.getByRole('button', { name: text.unlock.other, exact: true }).click()
  await page.getByRole('link', { name: /Pocket money/ }).waitFor()
  await shoot('welcome-back')
}

const photograph = async (browser: Browser, look: (typeof looks)[number], origin: string): Promise<void> => {
  const context = await browser.newContext({
    locale: language,
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    isMobile: look.isMobile,
    hasTouch: look.isMobile,
  })
  const page = await context.newPage()
  expectTexts(page, text)
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`${look.name}: ${message.text()}`)
  })
  page.on('pageerror', (error) => console.log(`${look.name}: ${error.message}`))
  const shoot: Shoot = async (name, tab = page) => {
    await tab.waitForTimeout(250)
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    if (wide) console.log(`${look.name}: ${name} is wider than the window`)
    // The viewport gets the height of the screen, so that the bars keep their places.
    const tall = await tab.evaluate(() => document.documentElement.scrollHeight)
    await resizePage(tab, { ...look.viewport, height: Math.max(look.viewport.height, tall) })
    await tab.screenshot({ path: join(folder, `${look.name}-${name}.png`) })
    await resizePage(tab, look.viewport)
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
  for (const look of looks)
    if (chosenLooks.length === 0 || chosenLooks.includes(look.name))
      await photograph(browser, look, 'http://localhost:4179')
} finally {
  await browser.close()
  await server.close()
}

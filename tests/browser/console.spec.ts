// The RPC console: calls through the service worker, every digit kept, usable by keyboard alone.
import { type Browser, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../src/app/text/en.ts'
import { LOOKS, seriousProblems } from './support/axe.ts'
import { createWallet, expectSynced, goTo, shownAddress } from './support/driver.ts'
import { approvalDialog, press, serviceWorkerReady } from './support/rpc-page.ts'
import { serveAll } from './support/serve-all.ts'

const served = serveAll()

const SENT = /^\{\n {2}"jsonrpc"/

const answerOf = (page: Page) => page.getByRole('region', { name: en.console.answer, exact: true }).locator('pre')
const params = (page: Page) => page.getByLabel(en.console.params, { exact: true })
const send = (page: Page) => page.getByRole('button', { name: en.console.send })

/** Opens the console of a wallet whose settings allow the RPC. */
const openConsole = async (browser: Browser, look: (typeof LOOKS)[number]): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: served.url,
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await page.goto('/')
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await goTo(page, 'settings')
  await expect(page.getByRole('link', { name: en.settings.rpcConsole })).toHaveCount(0)
  await page.getByLabel(en.settings.rpcLabel).check({ force: true })
  await page.getByRole('link', { name: en.settings.rpcConsole }).click()
  await expect(page.getByRole('heading', { name: en.console.title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'get_balance' })).toBeVisible()
  return page
}

const choose = async (page: Page, method: string): Promise<void> => {
  await page.getByLabel(en.console.search).fill(method)
  await page.getByRole('button', { name: method, exact: true }).click()
  await expect(page.getByRole('heading', { name: method, exact: true })).toBeFocused()
}

for (const look of LOOKS)
  it(`calls methods, shows results and errors, and has no serious accessibility problem: ${look.name}`, async ({
    browser,
  }) => {
    const page = await openConsole(browser, look)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))

    // The defaults are filled in.
    expect(JSON.parse(await params(page).inputValue())).toEqual({
      account_index: 0,
      address_indices: [],
      all_accounts: false,
      strict: false,
    })
    await send(page).click()
    await expect(answerOf(page)).toContainText('"unlocked_balance": 0')
    await expect(page.getByText(en.console.succeeded)).toBeVisible()
    await page.getByText(en.console.explained).click()
    await page.getByText(en.console.results).click()
    expect(await seriousProblems(page)).toEqual([])

    await choose(page, 'get_address_index')
    await params(page).fill('{"address": "nobody"}')
    await send(page).click()
    await expect(answerOf(page)).toContainText('"code": -2')
    await expect(page.getByText(en.console.failed.replace('{{ code }}', '-2'))).toBeVisible()
    await expect(page.getByText('Invalid address').first()).toBeVisible()
    await page.getByText(en.console.request, { exact: true }).click()
    await expect(page.getByRole('region', { name: en.console.request, exact: true }).locator('pre')).toHaveText(SENT)
    expect(await seriousProblems(page)).toEqual([])

    await params(page).fill('{"address": ')
    await expect(page.getByText(en.console.paramsBad.split('{{')[0] ?? '')).toBeVisible()
    await expect(send(page)).toBeDisabled()
    await page.getByRole('button', { name: en.console.reset }).click()
    await expect(send(page)).toBeEnabled()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

it('keeps every digit, works by keyboard, and copies requests as commands', async ({ browser }) => {
  const [, , look] = LOOKS
  const page = await openConsole(browser, look)
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  await page.goBack()
  const amount = '18446744073709551615'

  // By keyboard: search, move to the match, edit the parameters, send.
  await page.getByLabel(en.console.search).fill('make uri')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'make_uri', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'make_uri', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(params(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(`{"address": "${address}", "amount": ${amount}, "recipient_name": "it's Ann"}`)
  await page.keyboard.press('Control+Enter')
  await expect(answerOf(page)).toContainText('"uri": "oxen:')
  const uri = /"uri": "([^"]+)"/.exec((await answerOf(page).textContent()) ?? '')?.[1] ?? ''

  await choose(page, 'parse_uri')
  await params(page).fill(JSON.stringify({ uri }))
  await send(page).click()
  await expect(answerOf(page)).toContainText(`"amount": ${amount}`)

  const copied = async (label: string): Promise<string> => {
    await page.getByRole('button', { name: label, exact: true }).click()
    return await page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied(en.console.copyCurl)).toMatch(/^curl -s http:\/\/127\.0\.0\.1:\d+\/json_rpc .* -d '\{"jsonrpc"/)
  const script = await copied(en.console.copyFetch)
  const response = await page.evaluate(async (code) => {
    const lines: string[] = []
    const run = new (Object.getPrototypeOf(async () => undefined).constructor)('console', code)
    await run({ log: (line: string) => lines.push(line) })
    return lines.join('')
  }, script)
  expect(response).toContain(`"amount":${amount}`)
  expect(await copied(en.console.copyAnswer)).toContain(`"amount": ${amount}`)

  // Spending methods need approval here too; the user can stop waiting meanwhile.
  await choose(page, 'query_key')
  await params(page).fill('{"key_type": "mnemonic"}')
  await send(page).click()
  await press(approvalDialog(page, en.approval.revealTitle), en.approval.refuse)
  await expect(answerOf(page)).toContainText('"code": -7')
  await expect(page.getByRole('button', { name: en.console.stop })).toHaveCount(0)

  // Every method of the table can be selected, and its sample parameters are JSON.
  await page.getByLabel(en.console.search).fill('')
  const methods = page.locator('.method')
  expect(await methods.count()).toBeGreaterThanOrEqual(72)
  for (const method of await methods.all()) {
    await method.click()
    await expect(send(page)).toBeEnabled()
  }

  // It shows that the RPC is off.
  await goTo(page, 'settings')
  await page.getByLabel(en.settings.rpcLabel).uncheck({ force: true })
  await expect(page.getByRole('link', { name: en.settings.rpcConsole })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText(en.console.off)).toBeVisible()
  await send(page).click()
  await expect(answerOf(page)).toContainText('"code": -13')
  await page.context().close()
})

// The RPC console: calls through the service worker, every digit kept, parameters as a form or as JSON, usable by keyboard alone.
import { type Browser, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { LOOKS, seriousProblems } from '../support/axe.ts'
import { createWallet, expectSynced, goTo, openSettings, PASSWORD, setSwitch, shownAddress } from '../support/driver.ts'
import { approvalDialog, press, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'

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
  await openSettings(page, 'apps')
  await expect(page.getByRole('link', { name: en.settings.rpcConsole })).toHaveCount(0)
  await setSwitch(page, en.settings.rpcLabel, true)
  await page.getByRole('link', { name: en.settings.rpcConsole }).click()
  await expect(page.getByRole('heading', { name: en.console.title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'get_balance' })).toBeVisible()
  return page
}

/** Shows the parameters as a form, or as JSON. */
const editAs = async (page: Page, view: 'form' | 'json'): Promise<void> => {
  await page.getByRole('radio', { name: en.console[view], exact: true }).check({ force: true })
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

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

    // The form shows every parameter with its meaning and its default.
    await expect(field(page, 'account_index')).toHaveValue('0')
    await expect(field(page, 'account_index')).toHaveAccessibleDescription(
      /0 is the primary account \(u32, default 0\)/,
    )
    await expect(page.getByRole('group', { name: 'address_indices' })).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    await choose(page, 'transfer')
    await page.getByRole('button', { name: en.console.addItem.replace('{{ name }}', 'destinations') }).click()
    await field(page, 'account_index').fill('many')
    await expect(page.getByText(en.console.valueNotInteger)).toBeVisible()
    await expect(send(page)).toBeDisabled()
    expect(await seriousProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await choose(page, 'get_balance')

    // The defaults are filled in.
    await editAs(page, 'json')
    expect(JSON.parse(await params(page).inputValue())).toEqual({
      account_index: 0,
      address_indices: [],
      all_accounts: false,
      strict: false,
    })
    await send(page).click()
    await expect(answerOf(page)).toContainText('"unlocked_balance": 0')
    await expect(page.getByText(en.console.succeeded).first()).toBeVisible()
    await page.getByText(en.console.explained).click()
    await page.getByText(en.console.results).click()
    expect(await seriousProblems(page)).toEqual([])

    await choose(page, 'get_address_index')
    await params(page).fill('{"address": "nobody"}')
    await send(page).click()
    await expect(answerOf(page)).toContainText('"code": -2')
    await expect(page.getByText(en.console.failed.replace('{{ code }}', '-2')).first()).toBeVisible()
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

it('edits one value as a form and as JSON, and lists the calls without their secrets', async ({ browser }) => {
  const [, , look] = LOOKS
  const page = await openConsole(browser, look)
  const paramsJson = async (): Promise<string> => {
    await editAs(page, 'json')
    return (await params(page).inputValue()).replaceAll(/\s+/g, ' ')
  }

  // Lists, objects, amounts beyond 2^53, and what the form has no control for.
  await choose(page, 'transfer')
  const destinations = page.getByRole('group', { name: 'destinations', exact: true })
  await destinations.getByRole('button', { name: en.console.addItem.replace('{{ name }}', 'destinations') }).click()
  const second = destinations.getByRole('group', { name: 'destinations 2', exact: true })
  await second.getByLabel('amount', { exact: true }).fill('18446744073709551615')
  await second.getByLabel('address', { exact: true }).fill('nobody')
  await destinations
    .getByRole('button', { name: en.console.removeItem.replace('{{ name }}', 'destinations 1') })
    .click()
  await page.getByRole('switch', { name: 'do_not_relay' }).check({ force: true })
  const text = await paramsJson()
  expect(text).toContain('"destinations": [ { "amount": 18446744073709551615, "address": "nobody" } ]')
  expect(text).toContain('"do_not_relay": true')
  await params(page).fill(text.replace('{', '{"colour": "red",'))
  await editAs(page, 'form')
  await expect(page.getByText(en.console.formOthers.replace('{{ names }}', 'colour'))).toBeVisible()
  await expect(page.getByRole('switch', { name: 'do_not_relay' })).toBeChecked()
  await field(page, 'account_index').fill('2')
  expect(await paramsJson()).toMatch(/^\{ "colour": "red", .*18446744073709551615.*"account_index": 2/)
  // JSON that the form cannot show is not lost.
  await params(page).fill('{"account_index": "2')
  await editAs(page, 'form')
  await expect(page.getByText(en.console.formNeedsJson)).toBeVisible()
  await editAs(page, 'json')
  await expect(params(page)).toHaveValue('{"account_index": "2')
  await editAs(page, 'form')

  // A choice, a secret, a list of texts.
  await choose(page, 'query_key')
  await expect(field(page, 'key_type').locator('option')).toHaveText([
    en.console.unset,
    'mnemonic',
    'view_key',
    'spend_key',
  ])
  await choose(page, 'set_attribute')
  await field(page, 'key').fill('shop')
  await field(page, 'value').fill('open')
  await send(page).click()
  await expect(answerOf(page)).toContainText('"result": {}')
  await choose(page, 'check_tx_key')
  await expect(field(page, 'tx_key')).toHaveAttribute('type', 'password')
  await field(page, 'tx_key').fill('beef')
  await field(page, 'txid').fill('00')
  await send(page).click()
  await expect(answerOf(page)).toContainText('"error"')

  const calls = page.getByRole('list', { name: en.console.calls }).getByRole('listitem')
  await expect(calls).toHaveCount(2)
  await expect(calls.first()).toContainText('check_tx_key')
  await expect(calls.first()).toContainText('"txid": "00"')
  await expect(calls.first()).toContainText(en.console.callLacksSecrets)
  await expect(calls.first()).not.toContainText('beef')
  await expect(calls.first().getByRole('button', { name: en.console.callRun })).toHaveCount(0)
  await calls.first().getByRole('button', { name: en.console.callEdit }).click()
  await expect(field(page, 'txid')).toHaveValue('00')
  await expect(field(page, 'tx_key')).toHaveValue('')
  await calls.last().getByRole('button', { name: en.console.callRun }).click()
  await expect(page.getByRole('heading', { name: 'set_attribute', exact: true })).toBeVisible()
  await expect(answerOf(page)).toContainText('"result": {}')
  await expect(calls).toHaveCount(3)
  expect(await seriousProblems(page)).toEqual([])

  // They stay while the wallet is open, and no longer.
  await goTo(page, 'home')
  await openSettings(page, 'apps')
  await page.getByRole('link', { name: en.settings.rpcConsole }).click()
  await expect(calls).toHaveCount(3)
  await page.getByRole('button', { name: en.nav.lock }).click()
  await page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByRole('heading', { name: en.console.title })).toBeVisible()
  await expect(calls).toHaveCount(0)
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
  await expect(page.getByRole('radio', { name: en.console.form, exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
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
  expect(await copied(en.console.copyTypeScript)).toContain(`uri: '${uri}'`)
  expect(await copied(en.console.copyAnswer)).toContain(`"amount": ${amount}`)

  // Spending methods need approval here too; the user can stop waiting meanwhile.
  await choose(page, 'query_key')
  await params(page).fill('{"key_type": "mnemonic"}')
  await send(page).click()
  await press(approvalDialog(page, en.approval.revealTitle), en.approval.refuse)
  await expect(answerOf(page)).toContainText('"code": -7')
  await expect(page.getByRole('button', { name: en.console.stop })).toHaveCount(0)

  // Every method of the table can be selected, and its form can be sent.
  await editAs(page, 'form')
  await page.getByLabel(en.console.search).fill('')
  const methods = page.locator('.method')
  expect(await methods.count()).toBeGreaterThanOrEqual(72)
  for (const method of await methods.all()) {
    await method.click()
    await expect(send(page)).toBeEnabled()
  }

  // It shows that the RPC is off.
  await openSettings(page, 'apps')
  await setSwitch(page, en.settings.rpcLabel, false)
  await expect(page.getByRole('link', { name: en.settings.rpcConsole })).toHaveCount(0)
  await page.goto(`${page.url().split('#')[0]}#/console`)
  await expect(page.getByText(en.console.off)).toBeVisible()
  await send(page).click()
  await expect(answerOf(page)).toContainText('"code": -13')
  await page.context().close()
})

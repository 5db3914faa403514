// Approval requests: before a page pays or exports a key by RPC, the user decides in the tab with the wallet. The default is no.
import { type BrowserContext, expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { tCount } from '../../../src/app/text/text.ts'
import { formatShortAmount as formatAmount } from '../../../src/coin/amount.ts'
import { LOOKS, seriousProblems, seriousProblemsIn, showLook } from '../support/axe.ts'
import {
  createWallet,
  expectSynced,
  fundWallet,
  goTo,
  newVisitor,
  nodeCall,
  openSettings,
  PASSWORD,
  shownAddress,
  unlockWallet,
} from '../support/driver.ts'
import {
  allowRpc,
  approvalDialog,
  call,
  forgetRefusals,
  messageOf,
  post,
  press,
  serviceWorkerReady,
} from '../support/rpc-page.ts'
import { type Served, startServe } from '../support/serve.ts'

const DECIMALS = 9
const COIN = 10n ** 9n

let served: Served
let context: BrowserContext
/** the tab with the wallet */
let page: Page
/** another page of the site, which sends requests */
let other: Page
let address: string

it.beforeAll(async ({ browser }) => {
  served = await startServe()
  const visitor = await newVisitor(browser, served.url)
  context = visitor.context
  page = visitor.page
  await serviceWorkerReady(page)
  await createWallet(page, { name: 'Ann' })
  await expectSynced(page)
  await fundWallet(page, served.url, DECIMALS)
  await goTo(page, 'receive')
  address = await shownAddress(page)
  await allowRpc(page)
  other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
})

/** Mines until received coins and change can be spent. */
const mature = async (): Promise<void> => {
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await call(other, 'refresh')
  await expect.poll(async () => (await call(other, 'get_balance')).result).toMatchObject({ blocks_to_unlock: 0 })
}

it.beforeEach(async () => {
  await forgetRefusals(page)
  await mature()
})

it.afterAll(async () => {
  await context?.close()
  await served?.stop()
})

const transfer = (amount: bigint, more: object = {}): object =>
  messageOf('transfer', { destinations: [{ amount: Number(amount), address }], ...more })

const postFrom = async (message: object, from: Page = other) =>
  // JSON-RPC responses have this shape.
  JSON.parse(await post(from, JSON.stringify(message))) as Awaited<ReturnType<typeof call>>

const outgoing = async (): Promise<number> =>
  ((await call(other, 'get_transfers', { out: true, pending: true })).result?.['out'] as object[] | undefined)
    ?.length ?? 0

const REFUSED = { id: 'seven', error: { code: -7 } }

it('shows a payment, allows it once, and asks again for the next', async () => {
  const before = await outgoing()
  const paying = postFrom(transfer(2n * COIN + 1n, { priority: 1 }))
  const dialog = approvalDialog(page)
  await expect(dialog).toContainText('2.000000001')
  await expect(dialog).toContainText(address)
  await expect(dialog).toContainText(en.send.priorityNames.unimportant)
  await expect(dialog).toContainText('transfer')
  // The wallet and the account that pay.
  await expect(dialog.getByText('Ann', { exact: true })).toBeVisible()
  await expect(dialog.getByText(en.home.primary, { exact: true })).toBeVisible()
  expect(await page.title()).toBe(en.approval.tab)
  // Enter pressed at once does not allow: the close button has the focus.
  await expect(dialog.getByRole('button', { name: en.action.close, exact: true })).toBeFocused()
  expect((await call(other, 'get_balance')).result).toMatchObject({ balance: expect.any(Number) })
  const shownCost = await dialog.textContent()
  await press(dialog, en.approval.once)
  const { result } = await paying
  expect(result).toMatchObject({ amount: Number(2n * COIN + 1n) })
  // The dialog showed the fee of the transaction that was sent, and what it takes in all.
  const fee = BigInt(Number(result?.['fee']))
  expect(shownCost).toContain(formatAmount(fee, DECIMALS))
  expect(shownCost).toContain(formatAmount(2n * COIN + 1n + fee, DECIMALS))
  await expect(dialog).toHaveCount(0)
  expect(await page.title()).not.toBe(en.approval.tab)
  await mature()
  const again = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.refuse)
  expect(await again).toMatchObject({ ...REFUSED, error: { code: -7, data: expect.stringContaining('refused') } })
  expect(await outgoing()).toBe(before + 1)
})

it('shows unlock times that no date can hold as numbers', async () => {
  for (const unlock_time of ['8640000000001', '18446744073709551615']) {
    const paying = postFrom(transfer(COIN, { unlock_time }))
    const dialog = approvalDialog(page)
    await expect(dialog).toContainText(`UNIX time ${unlock_time}`)
    await press(dialog, en.approval.refuse)
    expect(await paying).toMatchObject(REFUSED)
    await forgetRefusals(page)
  }
})

it('offers only to refuse a request that it cannot show, and goes on', async () => {
  // Only the dialog shows a date of the year 2100.
  await page.evaluate(() => {
    const { prototype } = Intl.DateTimeFormat
    const getFormat = Object.getOwnPropertyDescriptor(prototype, 'format')?.get
    Object.defineProperty(prototype, 'format', {
      get(this: Intl.DateTimeFormat) {
        const format: (date: Date) => string = getFormat?.call(this)
        return (date: Date) => {
          if (date.getUTCFullYear() === 2100) throw new RangeError('no format')
          return format(date)
        }
      },
    })
  })
  const paying = postFrom(transfer(COIN, { unlock_time: Date.UTC(2100, 5) / 1000 }))
  const dialog = approvalDialog(page, en.approval.failedTitle)
  await expect(dialog).toContainText(en.approval.failedBody)
  await expect(dialog.getByRole('button', { name: en.approval.once })).toHaveCount(0)
  await dialog.getByRole('button', { name: en.approval.refuse }).click()
  expect(await paying).toMatchObject(REFUSED)
  await expect(dialog).toHaveCount(0)
  const next = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.refuse)
  expect(await next).toMatchObject(REFUSED)
})

it('has no serious accessibility problem in the dialogs, in all looks', async () => {
  const inspect = async (name: string, method: string, params: object, title: string): Promise<void> => {
    const response = postFrom(messageOf(method, params))
    await expect(approvalDialog(page, title)).toBeVisible()
    for (const look of LOOKS) {
      await showLook(page, look)
      expect(await seriousProblemsIn(page, look), `${name}, ${look.name}`).toEqual([])
    }
    await page.keyboard.press('Escape')
    expect(await response).toMatchObject(REFUSED)
    await forgetRefusals(page)
  }
  const destinations = [{ amount: 1, address }]
  await inspect('payment', 'transfer', { destinations, unlock_time: 77 }, en.approval.payTitle)
  await inspect('sweep', 'sweep_all', { address, subaddr_indices_all: true }, en.approval.sweepTitle)
  await inspect('secret', 'query_key', { key_type: 'mnemonic' }, en.approval.revealTitle)
  await inspect('signature', 'sign', { data: 'I owe you\n1 coin' }, en.approval.signTitle)
  await inspect('reserve', 'get_reserve_proof', { all: true, message: 'for you' }, en.approval.proofTitle)
  await inspect('contact', 'add_address_book', { address, description: 'Ben' }, en.approval.addContactTitle)
  await inspect('wallet', 'create_wallet', { filename: 'Two', language: 'English' }, en.approval.walletTitle)
})

it('refuses on Escape and on the close button', async () => {
  const before = await outgoing()
  const first = postFrom(transfer(COIN))
  await expect(approvalDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await first).toMatchObject(REFUSED)
  const second = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.action.close)
  expect(await second).toMatchObject(REFUSED)
  expect(await outgoing()).toBe(before)
})

it('pays without asking during a visit permission, which the settings show and revoke', async () => {
  const paying = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.session)
  expect((await paying).result).toBeDefined()
  await mature()
  expect((await postFrom(transfer(COIN))).result).toBeDefined()
  await openSettings(page, 'apps')
  await expect(page.getByText(en.settings.rpcPaying)).toBeVisible()
  await page.getByRole('button', { name: en.settings.rpcRevoke }).click()
  await expect(page.getByText(en.settings.rpcPaying)).toHaveCount(0)
  await mature()
  const response = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.refuse)
  expect(await response).toMatchObject(REFUSED)
})

it('shows the requests of two pages one after the other', async () => {
  const first = postFrom(transfer(COIN))
  await expect(approvalDialog(page)).toContainText('1.0')
  const second = postFrom(transfer(3n * COIN))
  await expect(approvalDialog(page)).toContainText(tCount('approval.more', 1))
  await press(approvalDialog(page), en.approval.refuse)
  await expect(approvalDialog(page)).toContainText('3.0')
  await press(approvalDialog(page), en.approval.once)
  expect(await first).toMatchObject(REFUSED)
  expect((await second).result).toMatchObject({ amount: Number(3n * COIN) })
})

it('refuses all pending requests and turns the RPC off', async () => {
  const response = [postFrom(transfer(COIN)), postFrom(transfer(2n * COIN))]
  await expect(approvalDialog(page)).toContainText(tCount('approval.more', 1))
  await press(approvalDialog(page), en.approval.refuseAll)
  for (const answer of response) expect(await answer).toMatchObject(REFUSED)
  await expect.poll(async () => (await call(other, 'get_balance')).error?.code).toBe(-13)
  await goTo(page, 'home')
  await allowRpc(page)
})

/** Lets a page request one thing after the other, without end. */
const loop = (from: Page): Promise<void> =>
  from.evaluate(
    (body) => {
      const run = async (): Promise<void> => {
        for (;;) await (await fetch('/json_rpc', { method: 'POST', body })).text()
      }
      run().catch(() => undefined)
    },
    JSON.stringify(messageOf('sign', { data: 'x' })),
  )

it('names the page that requests in a loop, waits after refusals, and refuses all of that page', async () => {
  const looping = await context.newPage()
  await looping.goto('/manifest.webmanifest')
  const dialog = approvalDialog(page, en.approval.signTitle)
  const refusePage = dialog.getByRole('button', { name: en.approval.refusePage })
  await loop(looping)
  await expect(dialog).toContainText('/manifest.webmanifest')
  await expect(refusePage).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(refusePage).toBeVisible()
  await expect(dialog.getByRole('button', { name: en.nav.lock })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // Another page is asked about meanwhile; after the pause this one is again.
  const answer = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.refuse)
  expect(await answer).toMatchObject(REFUSED)
  await expect(dialog).toBeVisible()
  await press(dialog, en.approval.refusePage)
  await expect(dialog).toHaveCount(0)
  const body = JSON.stringify([messageOf('sign', { data: 'y' }), messageOf('query_key', { key_type: 'mnemonic' })])
  expect(JSON.parse(await post(looping, body))).toMatchObject([REFUSED, REFUSED])
  await looping.close()
})

it('locks from the dialog of a page that requests in a loop', async () => {
  await goTo(page, 'home')
  const looping = await context.newPage()
  await looping.goto('/manifest.webmanifest')
  await loop(looping)
  await press(approvalDialog(page, en.approval.signTitle), en.nav.lock)
  await expect(page.getByLabel(en.wallet.password, { exact: true })).toBeVisible()
  await looping.close()
  await unlockWallet(page, 'Ann')
})

it('holds a batch with a payment until the decision', async () => {
  const batch = post(other, JSON.stringify([messageOf('get_height'), transfer(COIN), messageOf('get_version')]))
  await press(approvalDialog(page), en.approval.once)
  expect(JSON.parse(await batch)).toMatchObject([
    { result: { height: expect.any(Number) } },
    { result: { amount: Number(COIN) } },
    { result: { version: expect.any(Number) } },
  ])
})

it('exports seed words with the right password only', async () => {
  const response = postFrom(messageOf('query_key', { key_type: 'mnemonic' }))
  const dialog = approvalDialog(page, en.approval.revealTitle)
  await expect(dialog).toContainText(en.approval.revealWords)
  await expect(dialog.getByRole('button', { name: en.approval.session })).toHaveCount(0)
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(`${PASSWORD}?`)
  await press(dialog, en.approval.reveal)
  await expect(dialog).toContainText(en.error.wrongPassword)
  await dialog.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await press(dialog, en.approval.reveal)
  expect(String((await response).result?.['key']).split(' ')).toHaveLength(25)
  const again = postFrom(messageOf('query_key', { key_type: 'spend_key' }))
  await press(approvalDialog(page, en.approval.revealTitle), en.approval.refuse)
  expect(await again).toMatchObject(REFUSED)
})

it('shows what a page wants to be signed, proven, exported, frozen or changed', async () => {
  const listed = call(other, 'incoming_transfers', { transfer_type: 'available' })
  const listing = approvalDialog(page, en.approval.exportTitle)
  await expect(listing).toContainText(en.approval.exportCoins)
  await press(listing, en.approval.once)
  const { result } = await listed
  // The list has this shape.
  const coins = result?.['transfers'] as readonly { readonly key_image: string; readonly tx_hash: string }[] | undefined
  const coin = coins?.[0]
  const [key_image, txid] = [coin?.key_image ?? '', coin?.tx_hash ?? '']
  const requests: readonly (readonly [method: string, params: object, title: string, texts: readonly string[]])[] = [
    ['sign', { data: 'I owe you' }, en.approval.signTitle, ['I owe you', address]],
    [
      'get_tx_proof',
      { txid, address, message: 'm' },
      en.approval.proofTitle,
      [txid, address, en.approval.provePayment],
    ],
    ['get_spend_proof', { txid }, en.approval.proofTitle, [txid, en.approval.proveSpend]],
    ['get_reserve_proof', { amount: 1, message: 'for you' }, en.approval.proofTitle, ['for you', '0.000000001']],
    ['export_key_images', {}, en.approval.exportTitle, [en.approval.exportKeyImages]],
    ['export_outputs', {}, en.approval.exportTitle, [en.approval.exportOutputs]],
    ['import_outputs', { outputs_data_hex: '00' }, en.approval.importTitle, [en.approval.importOutputs]],
    ['scan_tx', { txids: [txid] }, en.approval.scanTitle, [txid]],
    ['freeze', { key_image }, en.approval.freezeTitle, [key_image, en.approval.freeze]],
    ['thaw', { key_image }, en.approval.thawTitle, [key_image, en.approval.thaw]],
    ['frozen', { key_image }, en.approval.exportTitle, [key_image, en.approval.exportCoin]],
    [
      'transfer',
      { destinations: [{ amount: 1, address }], do_not_relay: true },
      en.approval.exportTitle,
      [en.approval.exportPayment],
    ],
    ['rescan_blockchain', {}, en.approval.rescanTitle, [en.approval.rescan]],
    ['rescan_spent', {}, en.approval.rescanSpentTitle, [en.approval.rescanSpent]],
    ['lns_known_names', {}, en.approval.namesTitle, [en.approval.names]],
    ['auto_refresh', { period: 30 }, en.approval.refreshTitle, ['every 30 seconds']],
    ['close_wallet', {}, en.approval.closeTitle, [en.approval.close]],
    ['add_address_book', { address, description: 'Ben' }, en.approval.addContactTitle, [address, 'Ben']],
    ['open_wallet', { filename: 'Ann', password: 'x' }, en.approval.openTitle, ['Ann']],
  ]
  for (const [method, params, title, texts] of requests) {
    const answer = call(other, method, params)
    const dialog = approvalDialog(page, title)
    for (const text of [...texts, method]) await expect(dialog).toContainText(text)
    await press(dialog, en.approval.refuse)
    expect(await answer, method).toMatchObject(REFUSED)
    await forgetRefusals(page)
  }
})

it('asks before a page turns the automatic refresh off, says that it is off, and turns it on again', async () => {
  await goTo(page, 'home')
  const card = page.getByRole('region', { name: en.sync.label })
  await expectSynced(page)
  const response = call(other, 'auto_refresh', { enable: false })
  const dialog = approvalDialog(page, en.approval.refreshTitle)
  await expect(dialog).toContainText(en.approval.refreshOff)
  await press(dialog, en.approval.once)
  expect((await response).error).toBeUndefined()
  await expect(card).toContainText(en.sync.onRequest)
  await expect(card).toContainText(en.sync.onRequestHint)
  await card.getByRole('button', { name: en.sync.onRequestResume }).click()
  await expectSynced(page)
  const before = (await call(other, 'get_height')).result?.['height']
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expect.poll(async () => (await call(other, 'get_height')).result?.['height']).toBe(Number(before) + 1)
})

it('asks before a page sets another node', async () => {
  const response = postFrom(messageOf('set_daemon', { address: 'http://node.example:1' }))
  const dialog = approvalDialog(page, en.approval.nodeTitle)
  await expect(dialog).toContainText('http://node.example:1')
  await expect(dialog).toContainText(en.approval.node)
  await press(dialog, en.approval.refuse)
  expect(await response).toMatchObject(REFUSED)
  const trusting = postFrom(messageOf('set_daemon', { address: 'http://node.example:1', trusted: true }))
  await expect(dialog).toContainText(en.approval.nodeTrusted)
  await press(dialog, en.approval.refuse)
  expect(await trusting).toMatchObject(REFUSED)
})

it('withdraws the request of a page that closes', async () => {
  const leaving = await context.newPage()
  await leaving.goto('/')
  await leaving.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await leaving.evaluate(
    (body) => {
      fetch('/json_rpc', { method: 'POST', body }).catch(() => undefined)
    },
    JSON.stringify(transfer(COIN)),
  )
  await expect(approvalDialog(page)).toBeVisible()
  await leaving.close()
  await expect(approvalDialog(page)).toHaveCount(0)
})

it('refuses a request without a decision after a timeout', async () => {
  // The script of the engine's worker.
  const worker = page.workers().find((each) => /\/worker-[^/]*\.js$/.test(each.url()))
  if (worker === undefined) throw new Error('the engine is not running')
  // In the worker only the two-minute timer runs ahead.
  await worker.evaluate(() => {
    const real = globalThis.setTimeout
    const setTimeout = (work: () => void, ms: number) => real(work, ms === 120_000 ? 1500 : ms)
    Object.assign(globalThis, { real, setTimeout })
  })
  const answer = await postFrom(transfer(COIN))
  expect(answer).toMatchObject({ ...REFUSED, error: { code: -7, data: expect.stringContaining('in time') } })
  await worker.evaluate('globalThis.setTimeout = globalThis.real')
})

it('refuses pending requests and revokes the permission when the wallet locks', async () => {
  const paying = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.session)
  expect((await paying).result).toBeDefined()
  const response = postFrom(messageOf('query_key', { key_type: 'view_key' }))
  const dialog = approvalDialog(page, en.approval.revealTitle)
  await expect(dialog).toBeVisible()
  // As the lock timer would, behind the dialog.
  await page
    .locator('header')
    .getByRole('button', { name: en.nav.lock, includeHidden: true })
    .evaluate((lock: HTMLElement) => lock.click())
  expect(await response).toMatchObject({ ...REFUSED, error: { code: -7, data: expect.stringContaining('locked') } })
  await expect(dialog).toHaveCount(0)
  await page.getByLabel(en.wallet.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.unlock.submit, exact: true }).click()
  await expect(page.getByRole('navigation', { name: en.nav.label })).toBeVisible()
  await mature()
  const again = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.refuse)
  expect(await again).toMatchObject(REFUSED)
})

it('answers after the service worker was stopped between requests, also during a sync', async () => {
  expect((await call(other, 'get_balance')).result).toBeDefined()
  const debuggers = await context.newCDPSession(page)
  await debuggers.send('ServiceWorker.enable')
  await debuggers.send('ServiceWorker.stopAllWorkers')
  expect((await call(other, 'get_balance')).result).toBeDefined()
  const paying = postFrom(transfer(COIN))
  await press(approvalDialog(page), en.approval.once)
  expect((await paying).result).toBeDefined()
  const scan = postFrom(messageOf('rescan_blockchain'))
  await press(approvalDialog(page, en.approval.rescanTitle), en.approval.once)
  expect((await call(other, 'get_balance')).result).toBeDefined()
  expect((await call(other, 'get_height')).result).toBeDefined()
  expect((await scan).result).toBeDefined()
})

it('answers pending calls when another tab takes over the wallet', async () => {
  const response = postFrom(transfer(COIN))
  await expect(approvalDialog(page)).toBeVisible()
  await other.getByRole('button', { name: en.otherTab.use }).click()
  expect(await response).toMatchObject(REFUSED)
  // The call to a closed tab fails: its outcome is unknown.
  await unlockWallet(other, 'Ann')
  const last = postFrom(transfer(COIN), page)
  await expect(approvalDialog(other)).toBeVisible()
  await other.close()
  expect(await last).toMatchObject({
    id: 'seven',
    error: { code: -1, message: expect.stringContaining('closed before it responded') },
  })
})

// Receiving and paying safely: requests that are shared, payments that appear at the shown address, hundreds of addresses, integrated
// addresses; and warnings of addresses that resemble known ones, and before the first large payment.
import { readFile } from 'node:fs/promises'
import { expect, test as it, type Page } from '@playwright/test'
import { shortAddress } from '../../../src/app/format/address.ts'
import { en } from '../../../src/app/text/en.ts'
import { t } from '../../../src/app/text/text.ts'
import { parseAddress } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  actOnRow,
  closeWallet,
  confirmPayment,
  contactRows,
  fundWallet,
  goTo,
  nodeCall,
  readAmount,
  reviewPayment,
  shownAddress,
  unlockWallet,
  walletOfVisitor,
} from '../support/driver.ts'
import { allowRpc, call, serviceWorkerReady } from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { resizePage } from '../support/viewport.ts'

const served = serveAll()

/** Valid addresses that begin and end alike, found by trying view keys. */
const KNOWN = 'LCZNbpkWFgUehtkKuWCuaFduM6dopUmCfbaUTo58YgNq2PFNiTDbAfB1JA4Sf6xwxzJvJxsKHgCJjZc5zwReYReAK2Lc5ix'
const LOOKALIKE = 'LCZNbpkWFgUehtkKuWCuaFduM6dopUmCfbaUTo58YgNq2PFNiTC7kffE1TBW1LTAJJJvJxsKHgCJjZc5zwReYReAJwcd5iX'

const card = (page: Page) => page.getByRole('region', { name: en.receive.address, exact: true })
const arrivals = (page: Page) => page.getByRole('list', { name: en.arrivals.list })
/** The rows of the table, or of the list on a narrow page. */
const rows = (page: Page) => page.getByRole('region', { name: en.receive.list }).locator('.address-row')
/** The row of the address that the screen shows. */
const shownRow = (page: Page) => rows(page).and(page.locator('[aria-current=true], :has([aria-pressed=true])'))

/** Waits until all coins can be spent, the change of the last payment too. */
const expectSpendable = async (page: Page): Promise<void> => {
  await goTo(page, 'home')
  const waiting = async (): Promise<bigint> =>
    (await readAmount(page, 'balance-total', oxenRegtest.decimals)) -
    (await readAmount(page, 'balance-available', oxenRegtest.decimals))
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0n)
}

/** Records what the page shares: tests have no other apps. */
const recordShares = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ text, files }: ShareData) => {
        Object.assign(window, { shared: [text, files?.[0]?.name, files?.[0]?.type] })
      },
    })
  })
}

it('shares a request, shows the payments to it as they arrive, and offers a new address in place of a used one', async ({
  browser,
}) => {
  const ann = await walletOfVisitor(browser, served.url, 'Ann')
  const ben = await walletOfVisitor(browser, served.url, 'Ben')
  await fundWallet(ann.page, served.url, oxenRegtest.decimals)
  const { page } = ben
  await recordShares(page)
  await serviceWorkerReady(page)
  await unlockWallet(page, 'Ben')
  await goTo(page, 'receive')
  await page.getByRole('button', { name: en.receive.create }).click()
  await page.getByRole('dialog').getByLabel(en.receive.label, { exact: true }).fill('Corner shop')
  await page.getByRole('dialog').getByRole('button', { name: en.receive.create }).click()
  await expect(card(page)).toContainText('Corner shop')
  const shop = await shownAddress(page)
  await page.getByLabel(en.receive.amount, { exact: true }).fill('3')
  await expect(card(page).getByRole('button', { name: en.receive.copyLink })).toBeVisible()

  await card(page).getByRole('button', { name: en.share.share }).click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual([`oxen:${shop}?tx_amount=3.000000000`, 'Corner shop.png', 'image/png'])
  const download = page.waitForEvent('download')
  await card(page).getByRole('button', { name: en.share.save }).click()
  const image = await readFile(await (await download).path())
  await goTo(ann.page, 'send')
  await ann.page.getByLabel(en.fill.imageFile).setInputFiles({ name: 'Shop.png', mimeType: 'image/png', buffer: image })
  await expect(ann.page.getByLabel(en.send.to, { exact: true })).toHaveValue(`oxen:${shop}?tx_amount=3.000000000`)

  // The address and the request stay while other screens are shown.
  const message = page.getByLabel(en.receive.message, { exact: true })
  await message.fill('Beans')
  await rows(page)
    .filter({ hasText: t('receive.main') })
    .locator('.address-row-name')
    .click()
  await goTo(page, 'home')
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toHaveText(ben.address)
  await expect(page.getByLabel(en.receive.amount, { exact: true })).toHaveValue('3')
  await expect(message).toHaveValue('Beans')
  await message.fill('')
  await rows(page).filter({ hasText: 'Corner shop' }).locator('.address-row-name').click()

  // Two of three coins, in the pool, in a block, final; then the third one.
  await reviewPayment(ann.page, shop, '2')
  await confirmPayment(ann.page)
  await expect(arrivals(page)).toContainText(en.arrivals.seen)
  await expect(page.getByRole('status').filter({ hasText: /A payment of 2\.00.*was seen/ })).toHaveCount(1)
  await expect(card(page).getByText(/^1\.00.* of the requested 3\.00.* is missing\.$/)).toBeVisible()
  await expectAccessible(page, 'receive, a payment seen')
  await nodeCall(served.url, 'dev_mine', { blocks: 2 })
  await expect(arrivals(page)).toContainText(t('arrivals.confirmed', { count: 2, needed: 10 }))
  await expect(page.getByRole('status').filter({ hasText: /was confirmed/ })).toHaveCount(1)
  await nodeCall(served.url, 'dev_mine', { blocks: 10 })
  await expect(arrivals(page)).toContainText(en.arrivals.settled)
  await expectSpendable(ann.page)
  await reviewPayment(ann.page, shop, '1')
  await confirmPayment(ann.page)
  await expect(arrivals(page).getByRole('listitem')).toHaveCount(2)
  await expect(card(page).getByText(en.arrivals.full)).toBeVisible()
  // A changed amount is another request.
  await page.getByLabel(en.receive.amount, { exact: true }).fill('4')
  await expect(card(page).getByText(en.arrivals.full)).toHaveCount(0)
  await nodeCall(served.url, 'dev_mine', { blocks: 10 })

  // Later, an unused address is shown in place of the paid one, which is warned of when it is chosen.
  await goTo(page, 'home')
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toHaveText(ben.address)
  await expect(page.getByText(en.addresses.reused)).toHaveCount(0)
  await rows(page).filter({ hasText: 'Corner shop' }).locator('.address-row-name').click()
  await expect(card(page).getByText(en.addresses.reused)).toBeVisible()
  await expectAccessible(page, 'receive, used address')
  await card(page).getByRole('button', { name: en.addresses.fresh }).click()
  await expect(card(page)).toContainText(t('receive.subaddress', { index: 2 }))
  await expect(card(page)).toContainText(en.receive.fresh)
  await expect(page.getByText(en.addresses.reused)).toHaveCount(0)
  const fresh = await shownAddress(page)

  // Hundreds of addresses: a few rows are in the page, and the search finds the others.
  await allowRpc(page)
  const made: unknown[] = []
  // 64 at a time, as wallet2 has it.
  for (let i = 0; i < 5; i++) {
    const { result } = await call(page, 'create_address', { account_index: 0, count: 64, label: 'Customer' })
    made.push(...(Array.isArray(result?.['addresses']) ? result['addresses'] : []))
  }
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toHaveText(fresh)
  await expect(page.getByLabel(en.receive.amount, { exact: true })).toHaveValue('4')
  // A reload keeps both, a wallet that is left neither.
  await page.reload()
  await unlockWallet(page, 'Ben')
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toHaveText(fresh)
  await expect(page.getByLabel(en.receive.amount, { exact: true })).toHaveValue('4')
  await closeWallet(page)
  await page.getByRole('button', { name: en.leaving.discard }).click()
  await unlockWallet(page, 'Ben')
  await goTo(page, 'receive')
  await expect(page.getByTestId('address')).toHaveText(String(made.at(-1)))
  await expect(page.getByLabel(en.receive.amount, { exact: true })).toHaveValue('')
  await resizePage(page, { width: 1280, height: 800 })
  const table = page.getByRole('grid', { name: en.receive.list })
  await expect(table).toHaveAttribute('aria-rowcount', '324')
  expect(await rows(page).count()).toBeLessThan(60)
  // The newest ones are first.
  await expect(shownRow(page)).toHaveAttribute('data-position', '0')
  expect((await rows(page).first().boundingBox())?.height).toBe(44)
  const search = page.getByLabel(en.addresses.search, { exact: true })
  // With a space, no address contains it by chance.
  await search.fill('CORNER shop')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(en.receive.used)
  await search.fill('#200')
  await rows(page).locator('.address-row-name').click()
  await expect(shownRow(page)).toHaveCount(1)
  const chosen = await shownAddress(page)
  await search.fill(chosen.slice(40, 60))
  await expect(rows(page)).toHaveCount(1)
  await search.fill('nobody')
  await expect(page.getByText(en.addresses.none)).toBeVisible()
  await search.fill('')
  // Those that were used, by what they received; a short address is two groups and two groups.
  await page.getByRole('radio', { name: /^Used/ }).check()
  await table.getByRole('button', { name: /^Received/ }).click()
  await expect(rows(page).first()).toContainText('Corner shop')
  await expect(rows(page).first().locator('[data-column=received]')).toHaveText(/^3\.00/)
  await expect(rows(page).first().locator('.address-short')).toHaveText(shortAddress(shop))
  // Enter shows an address, its menu leads to its payments and to a signature of it.
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('address')).toHaveText(shop)
  const menuItem = async (name: string): Promise<void> => {
    await search.fill('Corner shop')
    await rows(page).filter({ hasText: 'Corner shop' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await menuItem(en.addresses.sign)
  await expect(page.getByLabel(en.proofs.signWith, { exact: true })).toHaveValue('1')
  await expect(page.getByLabel(en.proofs.text, { exact: true })).toBeFocused()
  await goTo(page, 'receive')
  await menuItem(en.addresses.payments)
  await expect(page.locator('main .transfer')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /Remove the filter “.*Address 1/ })).toBeVisible()
  await goTo(page, 'receive')
  await card(page).getByRole('button', { name: en.addresses.toMain }).click()
  await expect(page.getByTestId('address')).toHaveText(ben.address)
  await expectAccessible(page, 'receive, many addresses')

  // Integrated addresses of a given and of a random payment id.
  await page.getByText(en.send.options).click()
  const paymentId = page.getByLabel(en.integrated.paymentId, { exact: true })
  await paymentId.fill('0123')
  await page.getByRole('button', { name: en.integrated.show }).click()
  await expect(page.getByText(en.integrated.bad)).toBeVisible()
  await paymentId.fill('0123456789abcdef')
  await page.getByRole('button', { name: en.integrated.show }).click()
  await expect(card(page)).toContainText(t('integrated.tag', { id: '0123456789abcdef' }))
  const given = await shownAddress(page)
  expect(parseAddress(oxenRegtest, given)).toMatchObject({
    kind: 'integrated',
    paymentId: Uint8Array.from(Buffer.from('0123456789abcdef', 'hex')),
  })
  await expectAccessible(page, 'receive, integrated address')
  await paymentId.fill('')
  await page.getByRole('button', { name: en.integrated.show }).click()
  await expect(page.getByTestId('address')).not.toHaveText(given)
  expect(parseAddress(oxenRegtest, await shownAddress(page)).kind).toBe('integrated')
  await search.fill('main address')
  await rows(page).locator('.address-row-name').click()
  await expect(page.getByTestId('address')).toHaveText(ben.address)
  await ann.context.close()
  await ben.context.close()
})

it('warns of an address that resembles a contact, and of fraud before the first large payment, once', async ({
  browser,
}) => {
  const { context, page } = await walletOfVisitor(browser, served.url, 'Eve')
  await page.evaluate(() => localStorage.setItem('faba.scamHintsForPractice', 'yes'))
  await fundWallet(page, served.url, oxenRegtest.decimals)
  await goTo(page, 'send')
  await goTo(page, 'contacts')
  await page.getByRole('button', { name: en.contacts.add }).click()
  await page.getByLabel(en.contacts.name, { exact: true }).fill('Ben')
  await page.getByLabel(en.contacts.address, { exact: true }).fill(KNOWN)
  await page.getByRole('button', { name: en.contacts.save }).click()
  await expect(contactRows(page)).toContainText('Ben')

  await goTo(page, 'send')
  const to = page.getByLabel(en.send.to, { exact: true })
  const warning = page.getByRole('alert').filter({ hasText: en.lookalike.title })
  await to.fill(KNOWN)
  await expect(page.getByText(t('contacts.known', { name: 'Ben' }))).toBeVisible()
  await expect(warning).toHaveCount(0)
  await to.fill(LOOKALIKE)
  await expect(warning).toContainText(t('lookalike.contact', { name: 'Ben' }))
  await expect(warning.locator('code')).toHaveText([KNOWN, LOOKALIKE])
  await expect(warning.locator('code').first().locator('mark')).not.toHaveCount(0)
  await page.getByLabel(en.send.amount, { exact: true }).fill('60')
  const submit = page.getByRole('button', { name: en.send.review })
  await submit.click()
  await expect(warning.getByText(en.lookalike.unconfirmed)).toBeVisible()
  await expectAccessible(page, 'send, an address like another')
  await warning.getByRole('checkbox', { name: en.lookalike.confirm }).check()
  await submit.click()

  const dialog = page.getByRole('dialog', { name: en.send.reviewTitle })
  const hints = dialog.getByRole('region', { name: en.scam.title })
  const send = dialog.getByRole('button', { name: en.send.confirm })
  await expect(hints.getByRole('listitem')).toHaveText([en.scam.words, en.scam.final, en.scam.phone])
  await expect(send).toBeDisabled()
  await expectAccessible(page, 'review, hints against fraud')
  await hints.getByRole('checkbox').check()
  await confirmPayment(page)
  // It is known now, and so are the hints.
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await expectSpendable(page)
  await reviewPayment(page, LOOKALIKE, '30')
  await expect(warning).toHaveCount(0)
  await expect(hints).toHaveCount(0)
  await expect(send).toBeEnabled()
  await context.close()
})

it('pins addresses, and hides them until they receive something', async ({ browser }) => {
  const { page, context } = await walletOfVisitor(browser, served.url, 'Ann')
  const places = page.getByRole('region', { name: en.receive.list })
  const named = (name: string) => rows(page).filter({ hasText: name })
  const create = async (name: string): Promise<string> => {
    await page.getByRole('button', { name: en.receive.create }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en.receive.label, { exact: true }).fill(name)
    await dialog.getByRole('button', { name: en.receive.create }).click()
    await expect(card(page)).toContainText(name)
    return shownAddress(page)
  }
  await goTo(page, 'receive')
  await create('Rent')
  const shop = await create('Corner shop')
  await create('Newest')
  const hiddenShow = places.getByLabel(/^Hidden/)
  await expect(hiddenShow).toHaveCount(0)
  await named('Rent').press('p')
  await expect(rows(page).first()).toContainText('Rent')
  await actOnRow(page, 'Newest', en.addresses.hide)
  await expect(named('Newest')).toHaveCount(0)
  const messages = page.getByRole('status', { name: en.toast.label })
  await messages.getByRole('button', { name: en.toast.undo }).click()
  await expect(named('Newest')).toHaveCount(1)
  await named('Corner shop').press('h')
  await expect(named('Corner shop')).toHaveCount(0)
  // The search finds it, and so does its filter.
  await page.getByLabel(en.addresses.search).fill('corner')
  await expect(named('Corner shop')).toContainText(en.addresses.hidden)
  await page.getByLabel(en.addresses.search).fill('')
  await hiddenShow.check()
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible(page, 'receive, hidden addresses')

  await page.reload()
  await unlockWallet(page, 'Ann')
  await goTo(page, 'receive')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('Rent')
  // A hidden address receives something: the list has it again, and says so.
  await nodeCall(served.url, 'dev_faucet', { address: shop, amount: 10 ** oxenRegtest.decimals })
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await expect(named('Corner shop')).toContainText(en.addresses.returned, { timeout: 60_000 })
  await expect(hiddenShow).toHaveCount(0)
  await context.close()
})

it('has four buttons of one width in a row, and shows the code over the whole screen on white', async ({ browser }) => {
  const { context, page } = await walletOfVisitor(browser, served.url, 'Ada')
  await page.emulateMedia({ colorScheme: 'dark' })
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  const names = [en.receive.copyAddress, en.receive.copyLink, en.share.save, en.receive.create]
  for (const width of [390, 1440]) {
    await resizePage(page, { width, height: 844 })
    const boxes = []
    for (const name of names) boxes.push(await card(page).getByRole('button', { name, exact: true }).boundingBox())
    expect(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size, `widths at ${width}`).toBe(1)
    expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size, `rows at ${width}`).toBe(1)
    // The words fit beside each other.
    for (const label of await card(page).locator('.address-actions .button-label').all())
      expect(await label.evaluate((element) => element.getClientRects().length)).toBe(1)
  }
  // Without a request the link is that of the address alone.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void Object.assign(window, { copied: text }) },
    })
  })
  await card(page).getByRole('button', { name: en.receive.copyLink, exact: true }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'copied'))).toBe(`oxen:${address}`)

  await card(page).getByRole('button', { name: en.receive.large }).click()
  const screen = page.getByRole('dialog', { name: en.receive.qr })
  await expect(screen.getByRole('img', { name: en.receive.qr })).toBeVisible()
  const seen = await screen.evaluate((dialog) => {
    const { width, height } = dialog.getBoundingClientRect()
    // The page is seen beside it where the scrollbar was.
    const grounds = [dialog, document.documentElement].map((element) => getComputedStyle(element).backgroundColor)
    return [width >= document.documentElement.clientWidth, height === innerHeight, ...grounds]
  })
  expect(seen).toEqual([true, true, 'rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
  await page.keyboard.press('Escape')
  await expect(screen).toHaveCount(0)
  await context.close()
})

// Texts of others with characters that are not displayed: every kind of approval request shows each of them, as do names and texts to verify.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { exactParts } from '../../../src/bytes/invisibleCharacters.ts'
import type { ApprovalAction, ApprovalRequest } from '../../../src/engine/api/approvalRequest.ts'
import type { NameOrder } from '../../../src/wallet/spend/nameOrder.ts'
import { createWallet, expectSynced, goTo, newVisitor, openTool, shownAddress } from '../support/driver.ts'
import { serveAll } from '../support/serve-all.ts'

const served = serveAll()

/** Reads as something else where it is displayed as it is. */
const HOSTILE = 'I owe Eve \u202e0001\u202c c\u200boi\u00adns\u2060\ufeff\n\n to\u00a0Ben\u3164 '

/** As it must be displayed. */
const SHOWN = exactParts(HOSTILE)
  .map(({ text }) => text)
  .join('')

/** Without the space that the page itself writes between an amount and its coin. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u

const COST = { amount: 1n, fee: 1n, transactions: 1 }
const TERMS = { ...COST, account: 0, priority: 'normal', unlockTime: 0n }

/** A request of every kind. `address` is an address, which is checked before it is shown. */
const actionsOf = (address: string): { readonly [Kind in ApprovalAction['kind']]: ApprovalAction } => {
  const destinations = [{ address, amount: 1n }]
  const order: NameOrder = {
    ...{ operation: 'update', type: 'session', name: HOSTILE, value: HOSTILE, price: 0n, blocks: undefined },
    ...{ owner: address, backupOwner: undefined },
  }
  const contact = { address, description: HOSTILE }
  return {
    transfer: { ...TERMS, kind: 'transfer', subaddresses: [], destinations, feeFrom: [] },
    relay: { kind: 'relay', txid: HOSTILE, account: 0, destinations, unlockTimes: [0n], fee: 1n },
    'sign set': { ...COST, kind: 'sign set', account: 0, destinations, unlockTimes: [0n], orders: [order] },
    'submit set': { ...COST, kind: 'submit set', account: 0, destinations, unlockTimes: [0n], orders: [order] },
    sweep: { ...TERMS, kind: 'sweep', address, subaddresses: [], from: 'all', belowAmount: undefined },
    'sweep output': { ...TERMS, kind: 'sweep output', address },
    'stake order': {
      ...{ ...COST, kind: 'stake order', account: 0, priority: 'normal' },
      order: {
        ...{ operation: 'stake', serviceNodeKey: HOSTILE, amount: 1n, requirement: 1n, unlockBlocks: 1 },
        registration: undefined,
      },
    },
    'unlock stake': {
      kind: 'unlock stake',
      order: { serviceNodeKey: HOSTILE, keyImage: HOSTILE, amount: 1n, unlockHeight: 1, otherContributors: 0 },
    },
    'name order': { ...COST, kind: 'name order', order, account: 0, priority: 'normal' },
    'sign name update': { kind: 'sign name update', order },
    reveal: { kind: 'reveal', secret: 'words' },
    'reveal transaction key': { kind: 'reveal transaction key', txid: HOSTILE },
    node: { kind: 'node', url: HOSTILE, trusted: false },
    'new wallet': { kind: 'new wallet', name: HOSTILE },
    'open wallet': { kind: 'open wallet', name: HOSTILE },
    sign: { kind: 'sign', text: HOSTILE, address, key: 'spend' },
    'prove payment': { kind: 'prove payment', txid: HOSTILE, address, message: HOSTILE },
    'prove spend': { kind: 'prove spend', txid: HOSTILE, message: HOSTILE },
    'prove reserve': { kind: 'prove reserve', of: 'all', message: HOSTILE },
    export: { kind: 'export', what: 'outputs' },
    'import outputs': { kind: 'import outputs' },
    'scan transactions': { kind: 'scan transactions', txids: [HOSTILE] },
    freeze: { kind: 'freeze', keyImage: HOSTILE, amount: 1n },
    thaw: { kind: 'thaw', keyImage: HOSTILE, amount: 1n },
    'add contact': { kind: 'add contact', contact },
    'edit contact': { kind: 'edit contact', before: contact, after: contact },
    'delete contact': { kind: 'delete contact', contact },
    forget: { kind: 'forget' },
    password: { kind: 'password' },
    'prepare multisig': { kind: 'prepare multisig' },
    'make multisig': { kind: 'make multisig', threshold: 2, others: 1 },
    'exchange multisig keys': { kind: 'exchange multisig keys' },
    'import multisig info': { kind: 'import multisig info' },
    'auto refresh': { kind: 'auto refresh', period: undefined },
    lookahead: { kind: 'lookahead', lookAhead: { majors: 1, minors: 1 } },
    rescan: { kind: 'rescan' },
    'rescan spent': { kind: 'rescan spent' },
    'look up names': { kind: 'look up names' },
    'close wallet': { kind: 'close wallet' },
    'export coin': { kind: 'export coin', keyImage: HOSTILE },
  }
}

/** Shows `window.shownRequest` in place of the approval request of every view that the engine publishes. */
const replaceRequests = (): void => {
  const { addEventListener } = MessagePort.prototype
  MessagePort.prototype.addEventListener = function (this: MessagePort, type: string, listener: unknown): void {
    const replacing = (event: MessageEvent): void => {
      const view = event.data?.argumentList?.[0]?.value
      if (view !== null && typeof view === 'object' && 'approvalRequest' in view)
        view.approvalRequest = Reflect.get(window, 'shownRequest')
      if (typeof listener === 'function') listener.call(this, event)
    }
    Reflect.apply(addEventListener, this, [type, type === 'message' ? replacing : listener])
  } as typeof addEventListener
}

const showRequest = async (page: Page, request: ApprovalRequest | undefined): Promise<void> => {
  await page.evaluate((shown) => Reflect.set(window, 'shownRequest', shown), request)
}

it('shows every character of the texts in an approval request of each kind', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await page.addInitScript(replaceRequests)
  await page.reload()
  await createWallet(page, { name: `Ann \u202eBen` })
  await expectSynced(page)
  await expect(page.locator('.wallet-button-name')).toHaveText('Ann [U+202E]Ben')
  await goTo(page, 'receive')
  const address = await shownAddress(page)
  const dialog = page.getByRole('dialog')
  for (const [kind, action] of Object.entries(actionsOf(address))) {
    await showRequest(page, { id: kind, method: 'method', page: '/shop', isRepeated: true, action, waiting: 0 })
    // Any change publishes a view.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.evaluate(() => location.assign('#/nodes'))
    await page.getByRole('button', { name: en.sync.refresh }).click()
    await expect(dialog).toBeVisible()
    const text = (await dialog.textContent()) ?? ''
    expect(text, kind).not.toMatch(HIDDEN)
    const hostileParts = JSON.stringify(action, (_, value) => (typeof value === 'bigint' ? '' : value)).split(
      JSON.stringify(HOSTILE).slice(1, -1),
    )
    const shownParts = text.split(SHOWN)
    if (hostileParts.length > 1 && kind !== 'relay') expect(shownParts.length, kind).toBeGreaterThan(1)
    await showRequest(page, undefined)
    await expect(async () => {
      await page
        .getByRole('button', { name: en.sync.refresh, includeHidden: true })
        .evaluate((button: HTMLElement) => button.click())
      await expect(dialog).toHaveCount(0, { timeout: 2000 })
    }).toPass()
  }
  await context.close()
})

it('shows hidden characters of a text that is signed or verified', async ({ browser }) => {
  const { context, page } = await newVisitor(browser, served.url)
  await createWallet(page, { name: 'Ann' })
  await openTool(page, en.proofs.title)
  await page.getByLabel(en.proofs.text, { exact: true }).fill(HOSTILE)
  const exact = page.locator('.exact')
  expect(await exact.textContent()).toBe(SHOWN)
  await page.getByLabel(en.proofs.text, { exact: true }).fill('two\nlines')
  await expect(exact).toHaveCount(0)
  await context.close()
})

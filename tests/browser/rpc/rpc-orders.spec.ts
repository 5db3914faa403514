// Approval requests for names, stakes, offline signing and multisig: what the user reads before a page does these things.
import { expect, test as it, type Page } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { firstMultisigMessage } from '../../../src/wallet/multisig-keys/keyExchange.ts'
import { seededRandom } from '../../support/random.ts'
import { BEGINNING, newWallet, testHost } from '../../support/wallet/engine-host.ts'
import { participants } from '../../support/wallet/multisig/multisig-exchange.ts'
import { expectAccessible } from '../support/axe.ts'
import { expectBalance, newVisitor, nodeCall, restoreFromKeys } from '../support/driver.ts'
import {
  type Answer,
  allowRpc,
  approvalDialog,
  call,
  forgetRefusals,
  press,
  serviceWorkerReady,
} from '../support/rpc-page.ts'
import { serveAll } from '../support/serve-all.ts'
import { newServiceNode } from '../support/service-nodes.ts'

const DECIMALS = oxenRegtest.decimals
const COIN = 1_000_000_000
const COINS = 6
const SESSION_ID = `05${'1a'.repeat(32)}`
const LOKINET_ADDRESS = `${'r'.repeat(51)}y.loki`
const REFUSED = { error: { code: -7 } }

const keys = generateKeys(new Uint8Array(32).fill(31))
const address = formatAddress(oxenRegtest, subaddressAt(keys, 0, 0))
const recipient = formatAddress(oxenRegtest, subaddressAt(generateKeys(new Uint8Array(32).fill(32)), 0, 0))
const node = newServiceNode(9, address, 50n)

const served = serveAll('--service-nodes', '12')

let page: Page
/** another page of the site, which sends requests */
let other: Page

it.beforeAll(async ({ browser }) => {
  const visitor = await newVisitor(browser, served.url)
  page = visitor.page
  await serviceWorkerReady(page)
  for (let i = 0; i < COINS; i++) await nodeCall(served.url, 'dev_faucet', { address, amount: 70 * COIN })
  await nodeCall(served.url, 'dev_mine', { blocks: 12 })
  await restoreFromKeys(
    page,
    { name: 'Ann' },
    { address, view: toHex(keys.viewSecret), spend: toHex(keys.spendSecret) },
  )
  await expectBalance(page, BigInt(COINS * 70 * COIN), DECIMALS)
  await allowRpc(page)
  other = await visitor.context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: en.otherTab.title })).toBeVisible()
})

it.afterAll(async () => {
  await page?.context().close()
})

type Asked = {
  readonly method: string
  readonly params: object
  readonly title: string
  readonly texts: readonly string[]
}

/** Titles of dialogs that axe has seen. */
const inspected = new Set<string>()

/** Sends a request and checks that its dialog contains the texts, readable in every look; then presses a button of it. */
const decide = async ({ method, params, title, texts }: Asked, button: string): Promise<Answer> => {
  const answer = call(other, method, params)
  const dialog = approvalDialog(page, title)
  for (const text of [...texts, method]) await expect(dialog).toContainText(text)
  if (!inspected.has(title)) await expectAccessible(page, `approval, ${method}`)
  inspected.add(title)
  await press(dialog, button)
  return answer
}

const refuse = async (asked: Asked): Promise<void> => {
  expect(await decide(asked, en.approval.refuse), asked.method).toMatchObject(REFUSED)
  await forgetRefusals(page)
}

const allow = async (asked: Asked): Promise<Record<string, unknown>> => {
  const { result, error } = await decide(asked, en.approval.once)
  expect(error, asked.method).toBeUndefined()
  await nodeCall(served.url, 'dev_mine', { blocks: 1 })
  await call(other, 'refresh')
  return result ?? {}
}

it('asks before names are bought, renewed, changed and signed', async () => {
  const title = en.approval.nameTitle
  const session = { type: 'session', name: 'Ann' }
  const lokinet = { type: 'lokinet', name: 'shop.loki' }
  await allow({
    ...{ method: 'lns_buy_mapping', params: { ...session, value: SESSION_ID }, title },
    texts: ['ann (session)', SESSION_ID, address, '15.00', en.approval.nameBuy],
  })
  await allow({
    ...{ method: 'lns_buy_mapping', params: { ...lokinet, type: 'lokinet_5y', value: LOKINET_ADDRESS }, title },
    texts: ['shop.loki (lokinet)', LOKINET_ADDRESS, '60.00'],
  })
  await refuse({
    ...{ method: 'lns_renew_mapping', params: lokinet, title },
    texts: ['shop.loki (lokinet)', '15.00', en.approval.nameRenew],
  })
  await refuse({
    ...{ method: 'lns_update_mapping', params: { ...session, owner: recipient }, title },
    texts: ['ann (session)', recipient, en.approval.nameUpdate],
  })
  await refuse({
    ...{ method: 'lns_make_update_mapping_signature', params: { ...session, owner: recipient } },
    ...{ title: en.approval.nameSignTitle, texts: ['ann (session)', recipient, en.approval.nameSign] },
  })
})

it('asks before a node is registered, staked to and unlocked', async () => {
  await allow({
    ...{ method: 'register_service_node', params: { register_service_node_str: node.command } },
    ...{ title: en.approval.stakeTitle, texts: [node.key, address, '10 %', '100.00', '50.00'] },
  })
  await refuse({
    method: 'stake',
    params: { destination: address, service_node_key: node.key, amount: 25 * COIN, priority: 1 },
    ...{ title: en.approval.stakeTitle, texts: [node.key, '25.00'] },
  })
  await refuse({
    ...{ method: 'request_stake_unlock', params: { service_node_key: node.key } },
    ...{ title: en.approval.unlockTitle, texts: [node.key, '50.00', 'There is no way back'] },
  })
})

it('asks before a set is signed and submitted', async () => {
  const engine = createEngine(testHost(createNodeClient({ url: `${served.url}/node`, fetch })))
  await engine.restoreFromKeys(
    newWallet('oxen-regtest'),
    { address, viewSecret: toHex(keys.viewSecret), spendSecret: '' },
    BEGINNING,
  )
  await engine.refresh()
  // The watch-only copy must know which coins are spent.
  await engine.importKeyImages(await exportedKeyImages())
  const { bytes } = await engine.prepareUnsignedTransfer({
    ...{ account: 0, destinations: [{ address: recipient, amount: BigInt(COIN) }], priority: 1 },
  })
  await engine.closeWallet()
  const signed = await allow({
    ...{ method: 'sign_transfer', params: { unsigned_txset: toHex(bytes) } },
    ...{ title: en.approval.signSetTitle, texts: [recipient, '1.00', en.approval.signSet] },
  })
  await refuse({
    ...{ method: 'submit_transfer', params: { tx_data_hex: signed['signed_txset'] } },
    ...{ title: en.approval.payTitle, texts: [recipient, '1.00'] },
  })
})

/** Returns the key images of the wallet in the page as a file, made by a copy of it. */
const exportedKeyImages = async (): Promise<Uint8Array> => {
  const copy = createEngine(testHost(createNodeClient({ url: `${served.url}/node`, fetch })))
  const secrets = { address, viewSecret: toHex(keys.viewSecret), spendSecret: toHex(keys.spendSecret) }
  await copy.restoreFromKeys(newWallet('oxen-regtest'), secrets, BEGINNING)
  await copy.refresh()
  const file = await copy.exportKeyImages()
  await copy.closeWallet()
  return file
}

it('asks before the wallet becomes a multisig wallet, and before each round', async () => {
  const random = seededRandom(6)
  const messages = participants(2, random).map((own) => firstMultisigMessage(oxenRegtest, own, random))
  await refuse({
    ...{ method: 'prepare_multisig', params: {} },
    ...{ title: en.approval.multisigPrepareTitle, texts: [en.approval.multisigPrepare] },
  })
  await allow({
    ...{ method: 'make_multisig', params: { multisig_info: messages, threshold: 2 } },
    ...{ title: en.approval.multisigMakeTitle, texts: [en.approval.multisigMake] },
  })
  await refuse({
    ...{ method: 'exchange_multisig_keys', params: { multisig_info: messages } },
    ...{ title: en.approval.multisigExchangeTitle, texts: [en.approval.multisigExchange] },
  })
})

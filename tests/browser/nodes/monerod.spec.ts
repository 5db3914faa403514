// The built page against a real monerod and monero-wallet-rpc on a private chain. Both wallets must agree to the
// atomic unit, through payments in both directions and a reorganisation; two profiles of the page pay each other.
import { expect, test as it } from '@playwright/test'
import { en } from '../../../src/app/text/en.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import {
  confirmPayment,
  createWallet,
  expectAvailable,
  expectBalance,
  expectSynced,
  goTo,
  newVisitor,
  readAmount,
  restoreWallet,
  reviewPayment,
  shownAddress,
} from '../support/driver.ts'
import { type Served, startServe } from '../support/serve.ts'

const DECIMALS = 12
const COIN = 10n ** 12n
const NETWORK = en.network['monero-regtest']
/** High enough for unlocked coinbase outputs (60 blocks) and rings of 16. */
const FIRST_BLOCKS = 100

let monerod: Peer
let theirs: Peer
let served: Served

it.beforeAll(async () => {
  monerod = await startMonerod()
  theirs = await startMoneroWallet(monerod)
  await theirs.call('create_wallet', { filename: 'theirs', password: '', language: 'English' })
  served = await startServe('--node', monerod.url)
})

it.afterAll(async () => {
  await served?.stop()
  await theirs?.stop()
  await monerod?.stop()
})

const mine = async (blocks: number, address: string): Promise<void> => {
  await monerod.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })
}

/** Mines until a block contains the transaction. */
const mineWith = async (txid: string, address: string): Promise<void> => {
  for (let blocks = 0; blocks < 5; blocks++) {
    await mine(1, address)
    const response = await fetch(`${monerod.url}/get_transactions`, {
      method: 'POST',
      body: JSON.stringify({ txs_hashes: [txid] }),
    })
    // The shape is monerod's.
    const { txs } = (await response.json()) as { txs?: { in_pool: boolean }[] }
    if (txs?.[0]?.in_pool === false) return
  }
  throw new Error(`the node does not mine ${txid}`)
}

const height = async (): Promise<number> => (await monerod.call<{ height: number }>('get_info')).height

const theirTransfers = async (
  kind: 'in' | 'pool',
): Promise<{ txid: string; amount: number; payment_id: string; subaddr_index: { major: number; minor: number } }[]> => {
  await theirs.call('refresh')
  const answer = await theirs.call<Record<string, never[]>>('get_transfers', { [kind]: true })
  return answer[kind] ?? []
}

it('exchanges payments with monero-wallet-rpc, agrees with it through a reorganisation, and pays another profile', async ({
  browser,
}) => {
  it.setTimeout(600_000)
  const first = await newVisitor(browser, served.url)
  const words = await createWallet(first.page, { name: 'First', network: NETWORK, nodeUrl: `${served.url}/node` })
  await goTo(first.page, 'receive')
  const ours = await shownAddress(first.page)
  await first.context.close()

  await mine(FIRST_BLOCKS, ours)
  const { page } = await newVisitor(browser, served.url)
  await restoreWallet(page, words.join(' '), { name: 'Restored', network: NETWORK, nodeUrl: `${served.url}/node` })
  await expectSynced(page, await height())
  const mined = await readAmount(page, 'balance-total', DECIMALS)
  const reward = await monerod.call<{ headers: { reward: number }[] }>('get_block_headers_range', {
    start_height: 1,
    end_height: FIRST_BLOCKS,
  })
  expect(mined).toBe(reward.headers.reduce((sum, header) => sum + BigInt(header.reward), 0n))

  const subaddress = await theirs.call<{ address: string }>('create_address', { account_index: 0 })
  const integrated = await theirs.call<{ integrated_address: string; payment_id: string }>(
    'make_integrated_address',
    {},
  )
  await reviewPayment(page, subaddress.address, '3.000000000001')
  const firstFee = await readAmount(page, 'fee', DECIMALS)
  const firstTxid = await confirmPayment(page)
  await reviewPayment(page, integrated.integrated_address, '2.5')
  const secondFee = await readAmount(page, 'fee', DECIMALS)
  const secondTxid = await confirmPayment(page)
  // The other wallet mines from here on, so that our balance changes by payments only.
  const { address: theirAddress } = await theirs.call<{ address: string }>('get_address', { account_index: 0 })
  await mineWith(firstTxid, theirAddress)
  await mineWith(secondTxid, theirAddress)

  const received = await theirTransfers('in')
  const toSubaddress = received.find((transfer) => transfer.txid === firstTxid)
  expect(toSubaddress).toMatchObject({ amount: Number(3n * COIN + 1n), subaddr_index: { major: 0, minor: 1 } })
  const toIntegrated = received.find((transfer) => transfer.txid === secondTxid)
  expect(toIntegrated).toMatchObject({ amount: Number((5n * COIN) / 2n), payment_id: integrated.payment_id })
  let expected = mined - 3n * COIN - 1n - (5n * COIN) / 2n - firstFee - secondFee
  await goTo(page, 'home')
  await expectBalance(page, expected, DECIMALS)

  await mine(70, theirAddress)
  await goTo(page, 'receive')
  await page.getByRole('button', { name: en.receive.create }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('From the real wallet')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en.action.save })
    .or(page.getByRole('dialog').getByRole('button', { name: en.receive.create }))
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByTestId('address')).not.toHaveText(ours)
  const ourSubaddress = await shownAddress(page)
  await theirs.call('refresh')
  const back = await theirs.call<{ tx_hash: string }>('transfer', {
    destinations: [{ amount: 1234567890123, address: ourSubaddress }],
  })
  await goTo(page, 'home')
  const row = page.locator('.transfer', { hasText: '1.234567890123' })
  await expect(row).toHaveAttribute('data-state', 'pool', { timeout: 60_000 })
  await mineWith(back.tx_hash, theirAddress)
  await expect(row).toHaveAttribute('data-state', 'confirmed', { timeout: 60_000 })
  expected += 1234567890123n
  await expectBalance(page, expected, DECIMALS)

  // A reorganisation replaces the block with that payment and four before it; the payment is mined again later.
  await fetch(`${monerod.url}/pop_blocks`, { method: 'POST', body: JSON.stringify({ nblocks: 5 }) })
  await monerod.call('flush_txpool')
  await mine(7, theirAddress)
  await expectSynced(page, await height())
  await expectBalance(page, expected - 1234567890123n, DECIMALS)
  await theirs.call('rescan_blockchain')
  const stillReceived = await theirTransfers('in')
  expect(
    stillReceived
      .filter(({ txid }) => txid === firstTxid || txid === secondTxid)
      .map(({ amount }) => amount)
      .sort(),
  ).toEqual([Number((5n * COIN) / 2n), Number(3n * COIN + 1n)].sort())
  const again = await theirs.call<{ tx_hash: string }>('transfer', {
    destinations: [{ amount: 7000000000, address: ourSubaddress }],
  })
  await mineWith(again.tx_hash, theirAddress)
  expected += 7000000000n - 1234567890123n
  await expectBalance(page, expected, DECIMALS)

  // A second profile with the same node: the wallets pay each other.
  const second = await newVisitor(browser, served.url)
  await createWallet(second.page, { name: 'Second', network: NETWORK, nodeUrl: `${served.url}/node` })
  await goTo(second.page, 'receive')
  const secondAddress = await shownAddress(second.page)
  await goTo(second.page, 'home')
  await reviewPayment(page, secondAddress, '4')
  const thirdFee = await readAmount(page, 'fee', DECIMALS)
  const thirdTxid = await confirmPayment(page)
  await expect(second.page.locator('.transfer[data-state=pool]')).toHaveCount(1, { timeout: 60_000 })
  await mineWith(thirdTxid, theirAddress)
  await expectBalance(second.page, 4n * COIN, DECIMALS)
  await mine(10, theirAddress)
  await expectAvailable(second.page, 4n * COIN, DECIMALS)
  await reviewPayment(second.page, ours, '1.5')
  const fourthFee = await readAmount(second.page, 'fee', DECIMALS)
  await mineWith(await confirmPayment(second.page), theirAddress)
  await goTo(page, 'home')
  await expectBalance(page, expected - 4n * COIN - thirdFee + (3n * COIN) / 2n, DECIMALS)
  await goTo(second.page, 'home')
  await expectBalance(second.page, (5n * COIN) / 2n - fourthFee, DECIMALS)
})

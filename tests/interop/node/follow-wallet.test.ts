// A chain of nodes with real peers at both ends: a monerod, a Faba node that follows it, a second one that follows the first, and a
// monero-wallet-rpc at the second. Transactions of the wallet reach the monerod; its txpool reaches the last node.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { serveNode } from '../../support/devnet/serve-node.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'

const COIN = 10 ** 12

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

type Station = RunningNode & { readonly url: string; readonly lines: readonly string[] }

const startFollowing = async (url: string): Promise<Station> => {
  const lines: string[] = []
  const running = startDevelopmentNode({
    ...moneroChain,
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    follow: createNodeClient({ url, fetch: (request) => fetch(request), unpruned: true }),
    log: (line) => lines.push(line),
  })
  const served = await serveNode(running.fetch)
  ends.push(running.close, served.close)
  return { ...running, url: served.url, lines }
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}

let monerod: Peer
/** the wallets at the monerod and at the last node */
let theirs: { readonly peer: Peer; readonly address: string }
let ours: { readonly peer: Peer; readonly address: string }
let first: Station
let last: Station

const openWallet = async (url: string) => {
  const peer = await startMoneroWallet({ url })
  ends.push(peer.stop)
  await peer.call('create_wallet', { filename: 'w', password: '', language: 'English' })
  return { peer, ...(await peer.call<{ address: string }>('get_address', { account_index: 0 })) }
}

const mine = (blocks: number, address: string) =>
  monerod.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })

const poolOf = async (url: string): Promise<readonly string[]> => {
  const answer = await fetch(`${url}/get_transaction_pool`, { method: 'POST', body: '{}' })
  // The response has this shape.
  const { transactions = [] } = (await answer.json()) as { transactions?: readonly { id_hash: string }[] }
  return transactions.map(({ id_hash: id }) => id)
}

const tipOf = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/get_info`, { method: 'POST', body: '{}' })
  return ((await answer.json()) as { top_block_hash: string }).top_block_hash
}

/** Mines until the txpool of the monerod is empty: monerod omits transactions from a block that it has not relayed yet. */
const mineWaiting = async (address: string): Promise<void> => {
  while ((await poolOf(monerod.url)).length > 0) await mine(1, address)
}

const inStep = async (): Promise<boolean> =>
  new Set(await Promise.all([monerod.url, first.url, last.url].map(tipOf))).size === 1

beforeAll(async () => {
  monerod = await startMonerod()
  ends.push(monerod.stop)
  theirs = await openWallet(monerod.url)
  first = await startFollowing(monerod.url)
  last = await startFollowing(first.url)
  ours = await openWallet(last.url)
  await mine(10, ours.address)
  await mine(70, theirs.address)
  await until(inStep)
})

const send = async (from: Peer, address: string): Promise<string> => {
  await from.call('refresh')
  const { tx_hash: txid } = await from.call<{ tx_hash: string }>('transfer', {
    destinations: [{ amount: COIN, address }],
  })
  return txid
}

it('relays a payment of the wallet to the monerod, which mines it for all nodes', async () => {
  const txid = await send(ours.peer, theirs.address)
  await until(async () => (await poolOf(monerod.url)).includes(txid))
  await mineWaiting(theirs.address)
  await mine(1, theirs.address)
  await until(inStep)
  expect(await poolOf(last.url)).toEqual([])
  await ours.peer.call('refresh')
  const { transfer } = await ours.peer.call<{ transfer: object }>('get_transfer_by_txid', { txid })
  expect(transfer).toMatchObject({ type: 'out', confirmations: 2, amount: COIN })
  await theirs.peer.call('refresh')
  expect(await theirs.peer.call('get_transfer_by_txid', { txid })).toMatchObject({ transfer: { type: 'in' } })
})

it('shows a txpool transaction of the monerod at the last node and in its wallet', async () => {
  const txid = await send(theirs.peer, ours.address)
  await until(async () => (await poolOf(last.url)).includes(txid))
  await ours.peer.call('refresh')
  const seen = async () =>
    await ours.peer.call<{ pool?: readonly { txid: string }[] }>('get_transfers', { pool: true, in: false })
  expect((await seen()).pool?.map((transfer) => transfer.txid)).toEqual([txid])
  await mineWaiting(theirs.address)
  await until(inStep)
  expect([...first.lines, ...last.lines].filter((line) => line.includes('refuse'))).toEqual([])
})

it('undoes a transaction at the last node when the monerod does, and returns it to all three txpools', async () => {
  const txid = await send(ours.peer, theirs.address)
  await until(async () => (await poolOf(monerod.url)).includes(txid))
  await mineWaiting(theirs.address)
  await until(inStep)
  await fetch(`${monerod.url}/pop_blocks`, { method: 'POST', body: JSON.stringify({ nblocks: 1 }) })
  // The better branch does not contain it.
  await fetch(`${monerod.url}/flush_txpool`, { method: 'POST', body: '{}' })
  await monerod.call('flush_txpool')
  await mine(3, theirs.address)
  await until(inStep)
  // The last two nodes still have it, and relay it back.
  await until(async () =>
    (await Promise.all([monerod, first, last].map(({ url }) => poolOf(url)))).every((ids) => ids.includes(txid)),
  )
  await mineWaiting(theirs.address)
  await until(inStep)
  expect(await poolOf(last.url)).toEqual([])
})

// The requests of wallets to a real monerod: one poll requests blocks and txpool together from 0.18.5.3, which 0.18.0 does not support, and
// one connection is enough.
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { parseBlocksResponse } from '../../../src/daemon/binaryResponses.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { NodeNews } from '../../../src/daemon/nodeClient.ts'
import { verifiedParts } from '../../../src/wallet/sync/verifyTransactions.ts'
import { callJsonRpc, type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { type RecordingProxy, startRecordingProxy } from '../../support/peers/recording-proxy.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

const network = networkById('monero-regtest')
const COIN = 1_000_000_000_000
const { started: kept, stopPeers } = createPeers()
let monerod: Peer
let payer: Peer
let address: string

const addressOf = async (wallet: Peer): Promise<string> =>
  (await wallet.call<{ address: string }>('get_address')).address

const mine = async (blocks: number): Promise<void> => {
  await monerod.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })
}

beforeAll(async () => {
  monerod = await kept(startMonerod())
  payer = await kept(startMoneroWallet(monerod))
  await payer.call('create_wallet', { filename: 'payer', language: 'English' })
  address = await addressOf(payer)
  await mine(80)
  await payer.call('refresh')
}, 600_000)

afterAll(async () => {
  await stopPeers()
})

/** Pays a coin; returns the transaction id. */
const pay = async (to: string): Promise<string> => {
  const params = { destinations: [{ amount: COIN, address: to }] }
  return (await payer.call<{ tx_hash: string }>('transfer', params)).tx_hash
}

describe('a client of monerod 0.18.5.3', () => {
  const client = () => createNodeClient({ url: monerod.url, fetch })
  const idsOf = (news: NodeNews | undefined) => news?.pool.ids.map((id) => toHex(id))

  it('receives blocks and txpool in one answer', async () => {
    const node = client()
    const { topHash, height } = await node.info()
    expect(await node.news([topHash], network)).toEqual({ page: undefined, pool: { ids: [], transactions: [] } })
    const txid = await pay(address)
    const news = await node.news([topHash], network)
    expect([news?.page, idsOf(news)]).toEqual([undefined, [txid]])
    const [transaction] = news?.pool.transactions ?? []
    // All parts came: the id follows from them.
    if (transaction === undefined) throw new Error('the transaction did not come with its id')
    expect(verifiedParts(network, transaction).transaction.outputs).toHaveLength(2)
    expect(idsOf(await node.news([topHash], network))).toEqual([txid])
    await mine(1)
    const mined = await node.news([topHash, network.genesisId], network)
    expect(mined?.page).toMatchObject({ startHeight: height - 1, chainHeight: height + 1 })
    expect(mined?.page?.blocks[1]?.transactions).toHaveLength(1)
    expect(idsOf(mined)).toEqual([])
  })

  it('receives at most ten blocks with a txpool', async () => {
    const node = client()
    const news = await node.news([network.genesisId], network)
    expect(news?.page).toMatchObject({ startHeight: 0, blocks: { length: 10 } })
    expect(news?.page?.chainHeight).toBe((await node.info()).height)
  })
})

it('receives no news from monerod 0.18.0, whose answers have blocks alone', async () => {
  const old = await kept(startMonerod({ release: 'stable' }))
  const node = createNodeClient({ url: old.url, fetch })
  const { topHash } = await node.info()
  expect(await node.news([topHash], network)).toBeUndefined()
  expect(await node.news([topHash], network)).toBeUndefined()
  await old.call('generateblocks', { amount_of_blocks: 1, wallet_address: address })
  expect(await node.news([topHash, network.genesisId], network)).toBeUndefined()
  expect((await node.blocks([topHash, network.genesisId])).blocks).toHaveLength(2)
}, 60_000)

describe('a wallet service on monerod 0.18.5.3', () => {
  let recorder: RecordingProxy
  let paths: string[]
  let faba: Peer

  beforeAll(async () => {
    recorder = await startRecordingProxy(monerod.url)
    paths = recorder.paths
    faba = await kept(startFabaWallet(recorder))
    await faba.call('create_wallet', { filename: 'receiver', language: 'English' })
    await faba.call('auto_refresh', { enable: false })
    await faba.call('refresh')
  }, 60_000)

  afterAll(() => recorder?.close())

  it('asks once while nothing happens, and once for a payment in the txpool', async () => {
    paths.length = 0
    await faba.call('refresh')
    expect(paths).toEqual(['/get_blocks.bin'])
    const txid = await pay(await addressOf(faba))
    paths.length = 0
    await faba.call('refresh')
    const { pool } = await faba.call<{ pool: { txid: string; amount: number }[] }>('get_transfers', { pool: true })
    expect(pool).toMatchObject([{ txid, amount: COIN }])
    expect(new Set(paths)).toEqual(new Set(['/get_blocks.bin']))
  })

  it('asks for the state of the node when blocks come, and receives the payment', async () => {
    paths.length = 0
    await mine(1)
    await faba.call('refresh')
    expect(await faba.call('get_balance')).toMatchObject({ balance: COIN })
    expect(paths.slice(0, 2)).toEqual(['/get_blocks.bin', 'get_info'])
    expect(paths.filter((path) => path === '/get_blocks.bin')).toHaveLength(1)
    expect(paths).not.toContain('/get_transaction_pool_hashes')
  })
})

it('receives a block once for the wallets of a service that poll one after the other', async () => {
  let blocks = 0
  const recorder = await startRecordingProxy(monerod.url, {
    observe: (path, answer) => {
      if (path === '/get_blocks.bin') blocks += parseBlocksResponse(answer).blocks.length
    },
  })
  const faba = await kept(startFabaWallet(recorder, { flags: ['--wallets=3'] }))
  const names = ['first', 'second', 'third']
  const walletOf = (name: string): Pick<Peer, 'call'> => ({
    call: (method, params = {}) => callJsonRpc(`${faba.url}/wallets/${name}`, method, params),
  })
  const wallets = names.map(walletOf)
  for (const wallet of wallets) {
    await wallet.call('create_wallet', { language: 'English' })
    await wallet.call('auto_refresh', { enable: false })
    await wallet.call('refresh')
  }
  const heights = () => Promise.all(wallets.map(async (wallet) => (await wallet.call('get_height'))['height']))
  const [before] = await heights()
  await mine(1)
  blocks = 0
  for (const wallet of wallets) await wallet.call('refresh')
  expect(await heights()).toEqual(names.map(() => Number(before) + 1))
  // The known block with which the page begins, and the new one.
  expect(blocks).toBe(2)
  recorder.close()
}, 600_000)

/** A way to a node that closes every connection beside the first at once, as monerod does with those beyond its limit for an address. */
const oneConnection = async (url: string): Promise<{ url: string; closed: () => number; close: () => void }> => {
  const { hostname, port } = new URL(url)
  let isOpen = false
  let closed = 0
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    if (isOpen) {
      closed++
      socket.destroy()
      return
    }
    isOpen = true
    const node = connect({ host: hostname, port: Number(port) })
    node.on('error', () => socket.destroy())
    socket.on('close', () => {
      isOpen = false
      node.destroy()
    })
    socket.pipe(node).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address.
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, closed: () => closed, close: () => server.close() }
}

it('syncs and pays over the only connection that a node gives it', async () => {
  const way = await oneConnection(monerod.url)
  const faba = await kept(startFabaWallet(way))
  await faba.call('create_wallet', { filename: 'alone', language: 'English' })
  const own = await addressOf(faba)
  await monerod.call('generateblocks', { amount_of_blocks: 80, wallet_address: own })
  await faba.call('refresh')
  expect((await faba.call<{ unlocked_balance: number }>('get_balance')).unlocked_balance).toBeGreaterThan(COIN)
  const callTogether = () => ['refresh', 'get_height', 'rescan_spent', 'refresh'].map((method) => faba.call(method))
  // Until calls at the same time have met the limit.
  for (let i = 0; i < 50 && way.closed() === 0; i++) await Promise.all(callTogether())
  expect(way.closed()).toBeGreaterThan(0)
  const params = { destinations: [{ amount: COIN, address: own }] }
  const [{ tx_hash }] = await Promise.all([faba.call<{ tx_hash: string }>('transfer', params), ...callTogether()])
  await mine(1)
  await faba.call('refresh')
  expect(await faba.call('get_transfer_by_txid', { txid: tx_hash })).toMatchObject({ transfer: { type: 'out' } })
  const before = way.closed()
  for (let i = 0; i < 5; i++) await Promise.all([faba.call('refresh'), faba.call('get_transfers', { pool: true })])
  expect(way.closed()).toBe(before)
  way.close()
}, 120_000)

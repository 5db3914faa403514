// What is new on a real monerod in one request, and a wallet service that follows it so: 0.18.5.3 sends blocks and txpool together, 0.18.0
// does not.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { networkById } from '../../src/coin/networks/networks.ts'
import { createNodeClient } from '../../src/daemon/httpNodeClient.ts'
import type { NodeNews } from '../../src/daemon/nodeClient.ts'
import { verifiedParts } from '../../src/wallet/sync/verifyTransactions.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../support/peers/monero.ts'

const network = networkById('monero-regtest')
const COIN = 1_000_000_000_000
const peers: Peer[] = []
let monerod: Peer
let payer: Peer
let address: string

const kept = async (starting: Promise<Peer>): Promise<Peer> => {
  const peer = await starting
  peers.push(peer)
  return peer
}

const addressOf = async (wallet: Peer): Promise<string> =>
  (await wallet.call<{ address: string }>('get_address')).address

const mine = async (blocks: number): Promise<void> => {
  await monerod.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })
}

beforeAll(async () => {
  monerod = await kept(startMonerod({ release: 'newest' }))
  payer = await kept(startMoneroWallet(monerod, { release: 'newest' }))
  await payer.call('create_wallet', { filename: 'payer', language: 'English' })
  address = await addressOf(payer)
  await mine(80)
  await payer.call('refresh')
}, 120_000)

afterAll(async () => {
  for (const peer of peers.reverse()) await peer.stop()
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
  const old = await kept(startMonerod())
  const node = createNodeClient({ url: old.url, fetch })
  const { topHash } = await node.info()
  expect(await node.news([topHash], network)).toBeUndefined()
  expect(await node.news([topHash], network)).toBeUndefined()
  await old.call('generateblocks', { amount_of_blocks: 1, wallet_address: address })
  expect(await node.news([topHash, network.genesisId], network)).toBeUndefined()
  expect((await node.blocks([topHash, network.genesisId])).blocks).toHaveLength(2)
}, 60_000)

describe('a wallet service on monerod 0.18.5.3', () => {
  const paths: string[] = []
  let recorder: Server
  let faba: Peer

  beforeAll(async () => {
    recorder = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request))
      paths.push(request.url === '/json_rpc' ? String(JSON.parse(body.toString()).method) : (request.url ?? ''))
      const { method = 'POST' } = request
      const answer = await fetch(`${monerod.url}${request.url ?? ''}`, { method, body })
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
    })
    await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve))
    // A listening server has an address.
    const { port } = recorder.address() as AddressInfo
    faba = await kept(startFabaWallet({ url: `http://127.0.0.1:${port}` }))
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

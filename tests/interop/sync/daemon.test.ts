// The node client with a real monerod on a private chain.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { equalBytes } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { blockHeight, blockId, parseBlock } from '../../../src/coin/blocks/block.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { transactionId } from '../../../src/coin/transactions/transactionHash.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeRefusedError, NodeUnreachableError } from '../../../src/daemon/errors.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import { createNodePool } from '../../../src/daemon/nodeFailover.ts'
import { freePort, type Peer, startMonerod } from '../../support/peers/monero.ts'
import { cumulativeOf } from '../../support/wallet/spend/ring-node.ts'

const ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
const BLOCKS = 80
const ORIGIN = 'http://page.example'

const network = networkById('monero-regtest')
let monerod: Peer
let node: NodeClient

beforeAll(async () => {
  monerod = await startMonerod({ origins: ORIGIN })
  await monerod.call('generateblocks', { amount_of_blocks: BLOCKS, wallet_address: ADDRESS })
  node = createNodeClient({ url: monerod.url, fetch })
})

afterAll(async () => await monerod?.stop())

describe('the node client with a real monerod', () => {
  it('reads the state of the node', async () => {
    const header = await monerod.call<{ block_header: { hash: string } }>('get_last_block_header')
    expect(await node.info()).toMatchObject({
      height: BLOCKS + 1,
      targetHeight: BLOCKS + 1,
      topHash: fromHex(header.block_header.hash),
      immutableHeight: 0,
      netType: 'fakechain',
      development: false,
    })
  })

  it('reads blocks by short chain history and by height', async () => {
    const page = await node.blocks([network.genesisId])
    expect(page).toMatchObject({ startHeight: 0, chainHeight: BLOCKS + 1 })
    expect(page.blocks).toHaveLength(BLOCKS + 1)
    const blocks = page.blocks.map(({ block }) => parseBlock(network, block))
    for (const [height, block] of blocks.entries()) {
      expect(blockHeight(block)).toBe(height)
      const before = blocks[height - 1]
      if (before !== undefined) expect(equalBytes(block.previousId, blockId(before))).toBe(true)
      expect(page.blocks[height]?.outputIndices[0]).toHaveLength(block.minerTransaction.outputs.length)
    }
    const known = blocks[40]
    if (known === undefined) throw new Error('block 40 is missing')
    expect(await node.blocks([new Uint8Array(32).fill(1), blockId(known), network.genesisId])).toMatchObject({
      startHeight: 40,
    })
    const from = await node.blocksFrom(40)
    expect(from.startHeight).toBe(40)
    expect(from.blocks).toEqual(page.blocks.slice(40))
    expect(await node.blocksFrom(0)).toEqual(page)
    await expect(node.blocksFrom(BLOCKS + 1)).rejects.toThrow(NodeRefusedError)
    await expect(node.blocks([new Uint8Array(32).fill(1)])).rejects.toThrow(NodeRefusedError)

    const ids = await node.hashes([blockId(known), network.genesisId])
    expect(ids).toMatchObject({ startHeight: 40, chainHeight: BLOCKS + 1 })
    expect(ids.hashes).toEqual(blocks.slice(40).map(blockId))
    expect(await node.blockTimestamp(40)).toBe(known.timestamp)
    await expect(node.blockTimestamp(BLOCKS + 1)).rejects.toThrow(NodeRefusedError)
  })

  it('reads outputs, their distribution, and transactions', async () => {
    const page = await node.blocks([network.genesisId])
    const distribution = await node.outputDistribution()
    const { startHeight } = distribution
    const cumulative = cumulativeOf(distribution)
    expect(startHeight + cumulative.length).toBe(BLOCKS + 1)
    const counts = page.blocks.map(({ outputIndices }) => outputIndices.flat().length)
    let sum = 0
    // The genesis block's output is not counted among those with amount 0.
    expect(cumulative).toEqual(counts.map((count, height) => (sum += height === 0 ? 0 : count)).slice(startHeight))

    const indices = [3, 50, 3, 0]
    const outputs = await node.outputs(indices)
    expect(outputs).toHaveLength(4)
    expect(outputs[0]).toEqual(outputs[2])
    for (const [i, { key, height, unlocked }] of outputs.entries()) {
      const raw = page.blocks[height]
      if (raw === undefined) throw new Error(`block ${height} is missing`)
      const { minerTransaction } = parseBlock(network, raw.block)
      expect(key).toEqual(minerTransaction.outputs[raw.outputIndices[0]?.indexOf(indices[i] ?? -1) ?? -1]?.key)
      expect(unlocked).toBe(height + 60 <= BLOCKS + 1)
    }
    await expect(node.outputs([1_000_000])).rejects.toThrow(NodeRefusedError)

    const { minerTransaction } = parseBlock(network, page.blocks[7]?.block ?? new Uint8Array())
    const id = transactionId(minerTransaction)
    const found = await node.transactions([new Uint8Array(32).fill(1), id])
    expect(found.map((transaction) => toHex(transaction.id))).toEqual([toHex(id)])
    expect(found[0]).toMatchObject({ inPool: false, blockHeight: 7, doubleSpendSeen: false })
  })

  it('reads fee, pool and key image status, and reports rejected requests', async () => {
    const fee = await node.feeEstimate()
    expect(fee.perByteLevels).toHaveLength(4)
    expect(fee).toMatchObject({ perByte: fee.perByteLevels[0], perOutput: 0n, quantizationMask: 10000n })
    expect(await node.poolHashes()).toEqual([])
    expect(await node.keyImageStatus([new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)])).toEqual([
      'unspent',
      'unspent',
    ])
    expect(await node.keyImageStatus([])).toEqual([])
    expect(await node.submit(new Uint8Array(100).fill(1))).toMatchObject({ accepted: false, doubleSpend: false })
    await expect(node.mine(1, ADDRESS)).rejects.toThrow(NodeRefusedError)
  })

  it('sends requests that need no CORS preflight', async () => {
    const seen: (string | null)[] = []
    const page = createNodeClient({
      url: monerod.url,
      fetch: async (request) => {
        request.headers.set('origin', ORIGIN)
        const response = await fetch(request)
        seen.push(response.headers.get('access-control-allow-origin'))
        return response
      },
    })
    await page.info()
    await page.blocks([network.genesisId])
    await page.poolHashes()
    expect(seen).toEqual([ORIGIN, ORIGIN, ORIGIN])
  })

  it('stays within the connections that a public node allows to an address', async () => {
    // monerod's own number for public addresses. One is that of the peer's own calls.
    const limited = await startMonerod({ restricted: true, connections: 3 })
    try {
      // Another name of this machine, since more connections are used to a loopback address.
      const url = limited.url.replace('127.0.0.1', '0.0.0.0')
      const clients = [createNodeClient({ url, fetch }), createNodeClient({ url, fetch })]
      const calls = Array.from({ length: 10 }, () => clients.map((client) => client.info())).flat()
      expect((await Promise.all(calls)).map(({ height }) => height)).toEqual(new Array(20).fill(1))
    } finally {
      await limited.stop()
    }
  })

  it('is the fallback for an unreachable node in a pool', async () => {
    const gone = createNodeClient({ url: `http://127.0.0.1:${await freePort()}`, fetch })
    await expect(gone.info()).rejects.toThrow(NodeUnreachableError)
    const pool = createNodePool([gone, node])
    expect((await pool.info()).height).toBe(BLOCKS + 1)
    expect(pool.url).toBe(monerod.url)
  })
})

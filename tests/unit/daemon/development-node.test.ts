// The node client against the development node in the same process.
import { describe, expect, it } from 'vitest'
import { equalBytes } from '../../../src/bytes/bytes.ts'
import { blockId, parseBlock } from '../../../src/coin/blocks/block.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeRefusedError } from '../../../src/daemon/errors.ts'
import { startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { seededRandom } from '../../support/random.ts'
import { cumulativeOf } from '../../support/wallet/spend/ring-node.ts'

const NOW = 1_800_000_000

describe('a development node', () => {
  const running = startDevelopmentNode({ clock: () => NOW, random: seededRandom(3), ticker: () => () => undefined })
  const client = createNodeClient({ url: 'http://devnet.invalid', fetch: running.fetch })
  const network = networkById('oxen-regtest')

  it('reports itself and mines blocks', async () => {
    const before = await client.info()
    expect(before.development).toBe(true)
    await client.mine(3, '')
    const after = await client.info()
    expect(after.height).toBe(before.height + 3)
    expect(after.topHash).not.toEqual(before.topHash)
    await expect(client.mine(1, 'nowhere')).rejects.toThrow(NodeRefusedError)
  })

  it('serves all calls of a wallet', async () => {
    const { height, topHash } = await client.info()
    const all = await client.blocksFrom(0)
    expect(all).toMatchObject({ startHeight: 0, chainHeight: height })
    const ids = all.blocks.map(({ block }) => blockId(parseBlock(network, block)))
    expect(ids).toHaveLength(height)
    expect(equalBytes(ids.at(-1) ?? new Uint8Array(), topHash)).toBe(true)
    const genesis = ids[0] ?? new Uint8Array()
    expect((await client.blocks([topHash, genesis])).startHeight).toBe(height - 1)
    expect((await client.hashes([genesis])).hashes).toEqual(ids)
    expect((await client.blocksFrom(5)).blocks).toEqual(all.blocks.slice(5))
    await expect(client.blocksFrom(height)).rejects.toThrow(NodeRefusedError)

    const counts = all.blocks.map(({ outputIndices }) => outputIndices.flat().length)
    const distribution = await client.outputDistribution()
    let sum = 0
    expect(distribution.startHeight).toBe(0)
    expect(cumulativeOf(distribution)).toEqual(counts.map((count) => (sum += count)))
    const rest = await client.outputDistribution({ fromHeight: 5 })
    expect([rest.startHeight, rest.base]).toEqual([5, distribution.at(4)])
    expect(cumulativeOf(rest)).toEqual(cumulativeOf(distribution).slice(5))
    await expect(client.outputDistribution({ fromHeight: height })).rejects.toThrow(NodeRefusedError)
    const outputs = await client.outputs([0, sum - 1])
    expect(outputs.map((output) => output.height)).toEqual([0, all.blocks.length - 1])
    await expect(client.outputs([sum])).rejects.toThrow(NodeRefusedError)

    expect(await client.outputBlacklist()).toEqual([])
    expect(await client.poolHashes()).toEqual([])
    expect((await client.feeEstimate()).perByte).toBeGreaterThan(0n)
    expect(await client.keyImageStatus([new Uint8Array(32)])).toEqual(['unspent'])
    expect(await client.transactions([new Uint8Array(32)])).toEqual([])
    expect(await client.blockTimestamp(0)).toBe(0)
    expect(await client.submit(new Uint8Array(50))).toMatchObject({ accepted: false, doubleSpend: false })
  })
})

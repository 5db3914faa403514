// A follower with a misbehaving upstream node, or with a reorganisation of its own during a request: it neither loops nor leaks, and does not
// blame the upstream node for its own changes. The test controls the time.

import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { BlockPage, NodeClient, RawBlock } from '../../../../src/daemon/nodeClient.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { StoredBlock } from '../../../../src/devnet/records/storedBlock.ts'
import { followNode } from '../../../../src/devnet/upstream/follower.ts'
import { LocalBlocks } from '../../../../src/devnet/upstream/localBlocks.ts'
import { tickingNode } from '../../../support/devnet/ticking-node.ts'

const NOW = 1_800_000_000
const random = (length: number): Uint8Array => new Uint8Array(length).fill(9)
const leader = tickingNode({ rules: oxenChain.rules, clock: () => NOW })
const { blocks } = leader.node.chain
await leader.faucet.stake(10n ** 9n, [])
/** in no block */
const waiting = leader.node.pool.entries.map(({ parsed }) => parsed.blob)
leader.close()

const rawOf = ({ blob }: StoredBlock): RawBlock => ({ block: blob, transactions: [], outputIndices: [[0]] })

/** Returns a page of the leader's blocks. */
const pageFrom = (startHeight: number, count: number): BlockPage => ({
  startHeight,
  chainHeight: blocks.length,
  blocks: blocks.slice(startHeight, startHeight + count).map(rawOf),
})

const info = (height: number, topHash = blocks[height - 1]?.id ?? new Uint8Array(32)) => ({
  height,
  targetHeight: height,
  topHash,
  immutableHeight: 0,
  netType: 'fakechain',
  version: '',
  development: true,
})

const ends: (() => Promise<void>)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
})

/** Starts a node with some of the leader's blocks that follows a client with the given responses and an empty pool. */
const following = (height: number, answers: Partial<NodeClient>) => {
  const node = new DevelopmentNode({ rules: oxenChain.rules, clock: () => NOW, random })
  const localBlocks = new LocalBlocks(node)
  for (const { blob } of blocks.slice(1, height)) node.submitBlock(blob)
  const lines: string[] = []
  const client: NodeClient = {
    ...createNodeClient({ url: 'http://other', fetch: () => Promise.reject(new Error('no connection')) }),
    poolHashes: async () => [],
    ...answers,
  }
  const follower = followNode({ node, client, localBlocks, log: (line) => lines.push(line) })
  ends.push(follower.close)
  return { node, follower, lines }
}

describe('an upstream node', () => {
  it('gets one request per interval if it sends one block repeatedly as different ones', async () => {
    let requests = 0
    const { node, follower } = following(5, {
      info: async () => info(blocks.length),
      blocks: async () => {
        requests++
        // Ends the test after many requests.
        if (requests > 50) throw new Error('enough')
        return { ...pageFrom(4, 1), startHeight: 4 + requests, chainHeight: 1_000_000 }
      },
    })
    await vi.advanceTimersByTimeAsync(400)
    expect(requests).toBe(1)
    expect(follower.upstream.state).toBe('behind')
    await vi.advanceTimersByTimeAsync(400)
    expect(requests).toBe(2)
    expect(node.chain.height).toBe(5)
  })

  it('is not synchronised while its top block is unknown', async () => {
    const { follower, lines } = following(5, {
      info: async () => info(6, new Uint8Array(32).fill(1)),
      blocks: async () => ({ ...pageFrom(4, 1), chainHeight: 5 }),
    })
    await vi.advanceTimersByTimeAsync(100)
    expect(follower.upstream.state).toBe('behind')
    expect(lines).toEqual([])
  })

  it('adds no transactions to the pool besides those of its blocks', async () => {
    const { node, follower } = following(5, {
      info: async () => info(blocks.length),
      blocks: async () => {
        const page = pageFrom(4, 1000)
        return { ...page, blocks: page.blocks.map((raw) => ({ ...raw, transactions: waiting })) }
      },
    })
    await vi.advanceTimersByTimeAsync(2000)
    expect(waiting).toHaveLength(1)
    expect(follower.upstream.state).toBe('synchronised')
    expect(node.pool.byId.size).toBe(0)
  })

  it('gets a transaction again that its pool has lost, and a refused one once', async () => {
    const pools: Uint8Array[][] = []
    let isAccepted = true
    const submitted: number[] = []
    const { node, lines } = following(blocks.length, {
      info: async () => info(blocks.length),
      poolHashes: async () => pools.shift() ?? [],
      submit: async () => {
        submitted.push(pools.length)
        return isAccepted ? { accepted: true } : { accepted: false, reason: 'the pool is full', doubleSpend: false }
      },
    })
    for (const blob of waiting) node.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })
    const ids = node.pool.entries.map(({ parsed }) => parsed.id)
    expect(ids).toHaveLength(1)
    // In its pool, lost (perhaps mined), still lost, there again.
    pools.push(ids, ids, [], [], ids)
    await vi.advanceTimersByTimeAsync(2400)
    expect(pools).toEqual([])
    expect(submitted).toEqual([1])

    isAccepted = false
    await vi.advanceTimersByTimeAsync(5000)
    expect(submitted).toEqual([1, 0])
    expect(lines.filter((line) => line.includes('refuses'))).toHaveLength(1)
  })

  it('receives no blocks again immediately if its top block changes each time', async () => {
    let looks = 0
    let handed = 0
    const { follower } = following(5, {
      info: async () => {
        looks++
        return info(1 + (looks % 2))
      },
      submitBlock: async () => {
        handed++
      },
    })
    await vi.advanceTimersByTimeAsync(400)
    expect(looks).toBe(2)
    expect(handed).toBe(7)
    expect(follower.upstream.state).not.toBe('dropped')
  })

  it('leaves no listeners behind after each poll', async () => {
    const signals = new Set<AbortSignal>()
    const looks: number[] = []
    const { follower } = following(5, {
      info: async (signal) => {
        if (signal !== undefined) signals.add(signal)
        looks.push([...signals].reduce((sum, each) => sum + getEventListeners(each, 'abort').length, 0))
        return info(5)
      },
    })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(follower.upstream.state).toBe('synchronised')
    expect(looks.length).toBeGreaterThan(10)
    expect(Math.max(...looks)).toBeLessThan(2)
  })
})

describe('a node that pops blocks during a request', () => {
  it('restarts from its new height, and does not blame the upstream node', async () => {
    const { node, follower, lines } = following(8, {
      info: async () => info(blocks.length),
      blocks: async (history) => {
        const known = new Set(history.map(toHex))
        const last = blocks.findLastIndex(({ id }) => known.has(toHex(id)))
        if (node.chain.height === 8) node.popBlocks(3)
        return pageFrom(last, 1000)
      },
    })
    await vi.advanceTimersByTimeAsync(2000)
    expect(lines.filter((line) => line.includes('no longer followed'))).toEqual([])
    expect(follower.upstream.state).toBe('synchronised')
    expect(node.chain.height).toBe(blocks.length)
  })
})

// Relay of blocks from a development node to its upstream node: along a chain of nodes, and in races.

import { afterEach, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { serializeBlock } from '../../../src/coin/blocks/block.ts'
import { blockTemplate } from '../../../src/devnet/mining/blockTemplate.ts'
import type { RunningNode } from '../../../src/devnet/startNode.ts'
import {
  callNode,
  countRequests,
  createFollowers,
  haveSameTip,
  RECIPIENT,
  type RunningFollower,
  tipOf,
  until,
  untilSynchronised,
} from '../../support/devnet/followers.ts'

const OXEN = 10n ** 9n

/** Cleanups after each test, run in reverse order. */
const cleanups: (() => unknown)[] = []
const { startLeader, startFollowingNode } = createFollowers(cleanups)

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** A node that answers positional parameters as oxen-core 8.1.6 does (recorded in rpc-errors.json, "submit_block: garbage"). */
const refusingLists = ({ fetch }: RunningNode) => ({
  fetch: async (request: Request): Promise<Response> => {
    const text = await request.clone().text()
    if (!/"params":\[[^\]]/.test(text)) return await fetch(request)
    return Response.json({ error: { code: -32603, message: 'Internal error' }, id: 0, jsonrpc: '2.0' })
  },
})

const idsFrom = ({ node }: RunningNode, height: number): string[] =>
  node.chain.blocks.slice(height).map(({ id }) => toHex(id))

describe('a block mined on a node with an upstream node', () => {
  it('is relayed to the upstream node with its transactions, however it is mined', async () => {
    const first = startLeader()
    const { fetch, countOf } = countRequests(refusingLists(first))
    const second = startFollowingNode(fetch)
    await untilSynchronised(second)
    await callNode(second, 'dev_mine', { blocks: 3 })
    await until(() => haveSameTip(first.node, second.node))
    await callNode(second, 'generateblocks', { amount_of_blocks: 2, wallet_address: RECIPIENT.address })
    await until(() => haveSameTip(first.node, second.node))
    const request = { to: RECIPIENT.keys, nonce: new Uint8Array(), timestamp: undefined }
    const { block } = blockTemplate(second.node.chain, second.node.pool, request, second.node.random)
    await callNode(second, 'submit_block', [toHex(serializeBlock(block))])
    await until(() => haveSameTip(first.node, second.node))
    await callNode(second, 'start_mining', { miner_address: RECIPIENT.address, num_blocks: 1 })
    await until(() => haveSameTip(first.node, second.node))
    const { txids } = await second.faucet.pay(RECIPIENT.address, 5n * OXEN)
    await until(() => haveSameTip(first.node, second.node))
    expect(txids.map((id) => first.node.chain.placeOf(id))).toEqual(txids.map((id) => second.node.chain.placeOf(id)))
    await callNode(second, 'dev_automine', { mode: 'auto' })
    await second.faucet.pay(RECIPIENT.address, 5n * OXEN)
    await until(() => haveSameTip(first.node, second.node))

    // Each was relayed once, and nothing came back as new.
    const mined = second.node.chain.height - 101
    expect(countOf('submit_block')).toBe(mined)
    expect(first.node.alternatives.all).toEqual([])
    expect(second.node.alternatives.all).toEqual([])
    await untilSynchronised(second)
    expect(second.lines.filter((line) => line.includes('rejects'))).toEqual([])
  })

  it('passes along a chain of nodes from its end to its head, and from the middle in both directions', async () => {
    const first = startLeader()
    const second = startFollowingNode(first.fetch)
    const third = startFollowingNode(second.fetch, { url: 'http://middle' })
    const haveAll = () => haveSameTip(first.node, second.node, third.node)
    await untilSynchronised(second, third)
    await until(haveAll)
    await callNode(third, 'dev_mine', { blocks: 4 })
    await until(haveAll)
    expect(first.node.chain.height).toBe(105)
    await third.faucet.pay(RECIPIENT.address, 5n * OXEN)
    await until(haveAll)
    await callNode(second, 'dev_mine', { blocks: 2 })
    await until(haveAll)
    await callNode(first, 'dev_mine', { blocks: 2 })
    await until(haveAll)
    // A longer branch of one node is the better one for all.
    const before = tipOf(first.node)
    await callNode(third, 'dev_reorg', { pop: 6 })
    await until(haveAll)
    expect(tipOf(first.node)).not.toBe(before)
    expect([...second.lines, ...third.lines].filter((line) => line.includes('rejects'))).toEqual([])
  })

  it('passes once around a ring of nodes', async () => {
    let second: RunningFollower | undefined
    const first = startFollowingNode((request) => {
      if (second === undefined) throw new TypeError('fetch failed')
      return second.fetch(request)
    })
    const { fetch, countOf } = countRequests(first)
    second = startFollowingNode(fetch)
    await untilSynchronised(second, first)
    await callNode(second, 'dev_mine', { blocks: 3 })
    await until(() => haveSameTip(first.node, second?.node ?? first.node) && first.node.chain.height === 4)
    await callNode(first, 'dev_mine', { blocks: 3 })
    await until(() => second?.node.chain.height === 7)
    await untilSynchronised(second, first)
    const before = countOf('get_info')
    await until(() => countOf('get_info') > before + 2)
    expect(countOf('submit_block')).toBe(3)
  })
})

describe('a race between two nodes', () => {
  it('leaves equal branches to the next block: that of the follower', async () => {
    const first = startLeader()
    const second = startFollowingNode(first.fetch)
    await untilSynchronised(second)
    await until(() => haveSameTip(first.node, second.node))
    first.miner.mine(1)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'diverged' && first.node.alternatives.all.length === 1)
    expect(haveSameTip(first.node, second.node)).toBe(false)
    const [loser] = idsFrom(first, 101)
    second.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(103)
    expect(idsFrom(first, 101)).not.toContain(loser)
    await untilSynchronised(second)
  })

  it('leaves equal branches to the next block: that of the upstream node', async () => {
    const first = startLeader()
    const second = startFollowingNode(first.fetch)
    await untilSynchronised(second)
    first.miner.mine(1)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'diverged' && first.node.alternatives.all.length === 1)
    const [loser] = idsFrom(second, 101)
    first.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(idsFrom(second, 101)).not.toContain(loser)
    await untilSynchronised(second)
  })

  it('is lost when the upstream node gets ahead while a block is being relayed', async () => {
    const first = startLeader()
    let isBlocked = true
    const release = Promise.withResolvers<void>()
    const submission = Promise.withResolvers<void>()
    const second = startFollowingNode(async (request) => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      if (isBlocked && text.includes('"submit_block"')) {
        submission.resolve()
        await release.promise
      }
      return await first.fetch(request)
    })
    await untilSynchronised(second)
    second.miner.mine(1)
    await submission.promise
    isBlocked = false
    first.miner.mine(2)
    release.resolve()
    await until(() => haveSameTip(first.node, second.node))
    expect(second.node.chain.height).toBe(103)
    await untilSynchronised(second)
  })

  it('is won by the longer branch, also when both branches have many blocks and the same payment', async () => {
    const first = startLeader()
    const second = startFollowingNode(first.fetch)
    await untilSynchronised(second)
    const { txids } = await first.faucet.pay(RECIPIENT.address, 5n * OXEN)
    await until(() => haveSameTip(first.node, second.node))
    first.node.popBlocks(10)
    await until(() => second.follower.upstream.height === 101)
    // The upstream node does not learn of it, since both are not yet in sync.
    second.node.popBlocks(10)
    first.miner.mine(5)
    second.miner.mine(9)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(110)
    expect(txids.map((id) => first.node.chain.placeOf(id)?.height)).toEqual([101])
    await untilSynchronised(second)
  })

  it('does not start with blocks that the upstream node popped: only a new block on top of them brings them back', async () => {
    const first = startLeader()
    const { fetch, countOf } = countRequests(first)
    const second = startFollowingNode(fetch)
    await untilSynchronised(second)
    second.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node))
    await untilSynchronised(second)
    const polls = countOf('get_info')
    await until(() => countOf('get_info') > polls + 1)
    first.node.popBlocks(3)
    const before = countOf('submit_block')
    await until(() => second.follower.upstream.height === 100)
    expect(countOf('submit_block')).toBe(before)
    second.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(104)
    expect(countOf('submit_block')).toBe(before + 4)
  })
})

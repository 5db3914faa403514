// Relay of blocks from a development node to its upstream node: along a chain of nodes, in races, when the upstream node rejects them, and
// when the node stops in between.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { formatAddress } from '../../src/coin/addresses/address.ts'
import { serializeBlock } from '../../src/coin/blocks/block.ts'
import { loadPointKernel } from '../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../src/crypto/hash/keccak.ts'
import { publicKeyOf } from '../../src/crypto/keys/keys.ts'
import type { BlockRecord } from '../../src/devnet/chain/chainRecords.ts'
import { oxenChain } from '../../src/devnet/families.ts'
import { blockTemplate } from '../../src/devnet/mining/blockTemplate.ts'
import { type RunningNode, startDevelopmentNode } from '../../src/devnet/node/startNode.ts'
import {
  createFollowers,
  haveSameTip,
  LEADER_OPTIONS,
  type RunningFollower,
  tipOf,
  until,
} from '../support/devnet/followers.ts'
import { caller, createCommands, until as untilSaid } from '../support/peers/commands.ts'

const keys = { spendKey: publicKeyOf(new Uint8Array(32).fill(3)), viewKey: publicKeyOf(new Uint8Array(32).fill(4)) }
const ADDRESS = formatAddress(oxenChain.rules.network, { kind: 'standard', ...keys, paymentId: undefined })
const OXEN = 10n ** 9n

/** Cleanups after each test, run in reverse order. */
const ends: (() => unknown)[] = []
const { leader, stationAfter } = createFollowers(ends)

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

beforeAll(async () => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
})

const inStep = async (...stations: readonly RunningFollower[]): Promise<void> => {
  for (const { follower } of stations) await until(() => follower.upstream.state === 'synchronised')
}

/** Counts the requests to a node by path or method. */
const counting = ({ fetch }: RunningNode) => {
  const counts = new Map<string, number>()
  return {
    countOf: (name: string): number => counts.get(name) ?? 0,
    fetch: async (request: Request): Promise<Response> => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      const name = /"method":"(\w+)"/.exec(text)?.[1] ?? new URL(request.url).pathname
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return await fetch(request)
    },
  }
}

const call = async ({ fetch }: RunningNode, method: string, params: object = {}) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  // The test knows the fields that it reads.
  return (await response.json()) as { result?: { [name: string]: unknown }; error?: { code: number; message: string } }
}

const idsFrom = ({ node }: RunningNode, height: number): string[] =>
  node.chain.blocks.slice(height).map(({ id }) => toHex(id))

describe('a block mined on a node with an upstream node', () => {
  it('is relayed to the upstream node with its transactions, however it is mined', async () => {
    const first = leader()
    const { fetch, countOf } = counting(first)
    const second = stationAfter(fetch)
    await inStep(second)
    await call(second, 'dev_mine', { blocks: 3 })
    await until(() => haveSameTip(first.node, second.node))
    await call(second, 'generateblocks', { amount_of_blocks: 2, wallet_address: ADDRESS })
    await until(() => haveSameTip(first.node, second.node))
    const request = { to: keys, nonce: new Uint8Array(), timestamp: undefined }
    const { block } = blockTemplate(second.node.chain, second.node.pool, request, second.node.random)
    await call(second, 'submit_block', [toHex(serializeBlock(block))])
    await until(() => haveSameTip(first.node, second.node))
    await call(second, 'start_mining', { miner_address: ADDRESS, num_blocks: 1 })
    await until(() => haveSameTip(first.node, second.node))
    const { txids } = await second.faucet.pay(ADDRESS, 5n * OXEN)
    await until(() => haveSameTip(first.node, second.node))
    expect(txids.map((id) => first.node.chain.placeOf(id))).toEqual(txids.map((id) => second.node.chain.placeOf(id)))
    await call(second, 'dev_automine', { mode: 'auto' })
    await second.faucet.pay(ADDRESS, 5n * OXEN)
    await until(() => haveSameTip(first.node, second.node))

    // Each was relayed once, and nothing came back as new.
    const made = second.node.chain.height - 101
    expect(countOf('submit_block')).toBe(made)
    expect(first.node.alternatives.all).toEqual([])
    expect(second.node.alternatives.all).toEqual([])
    await inStep(second)
    expect(second.lines.filter((line) => line.includes('not take'))).toEqual([])
  })

  it('passes along a chain of nodes from its end to its head, and from the middle in both directions', async () => {
    const first = leader()
    const second = stationAfter(first.fetch)
    const third = stationAfter(second.fetch, { url: 'http://middle' })
    const haveAll = () => haveSameTip(first.node, second.node, third.node)
    await inStep(second, third)
    await until(haveAll)
    await call(third, 'dev_mine', { blocks: 4 })
    await until(haveAll)
    expect(first.node.chain.height).toBe(105)
    await third.faucet.pay(ADDRESS, 5n * OXEN)
    await until(haveAll)
    await call(second, 'dev_mine', { blocks: 2 })
    await until(haveAll)
    await call(first, 'dev_mine', { blocks: 2 })
    await until(haveAll)
    // A longer branch of one node is the better one for all.
    const before = tipOf(first.node)
    await call(third, 'dev_reorg', { pop: 6 })
    await until(haveAll)
    expect(tipOf(first.node)).not.toBe(before)
    expect([...second.lines, ...third.lines].filter((line) => line.includes('not take'))).toEqual([])
  })

  it('passes once around a ring of nodes', async () => {
    let second: RunningFollower | undefined
    const first = stationAfter((request) => {
      if (second === undefined) throw new TypeError('fetch failed')
      return second.fetch(request)
    })
    const { fetch, countOf } = counting(first)
    second = stationAfter(fetch)
    await inStep(second, first)
    await call(second, 'dev_mine', { blocks: 3 })
    await until(() => haveSameTip(first.node, second?.node ?? first.node) && first.node.chain.height === 4)
    await call(first, 'dev_mine', { blocks: 3 })
    await until(() => second?.node.chain.height === 7)
    await inStep(second, first)
    const asked = countOf('get_info')
    await until(() => countOf('get_info') > asked + 2)
    expect(countOf('submit_block')).toBe(3)
  })
})

describe('a race between two nodes', () => {
  it('leaves equal branches to the next block: that of the follower', async () => {
    const first = leader()
    const second = stationAfter(first.fetch)
    await inStep(second)
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
    await inStep(second)
  })

  it('leaves equal branches to the next block: that of the upstream node', async () => {
    const first = leader()
    const second = stationAfter(first.fetch)
    await inStep(second)
    first.miner.mine(1)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'diverged' && first.node.alternatives.all.length === 1)
    const [loser] = idsFrom(second, 101)
    first.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(idsFrom(second, 101)).not.toContain(loser)
    await inStep(second)
  })

  it('is lost when the upstream node gets ahead while a block is being relayed', async () => {
    const first = leader()
    let isHeld = true
    const release = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const second = stationAfter(async (request) => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      if (isHeld && text.includes('"submit_block"')) {
        asked.resolve()
        await release.promise
      }
      return await first.fetch(request)
    })
    await inStep(second)
    second.miner.mine(1)
    await asked.promise
    isHeld = false
    first.miner.mine(2)
    release.resolve()
    await until(() => haveSameTip(first.node, second.node))
    expect(second.node.chain.height).toBe(103)
    await inStep(second)
  })

  it('is won by the longer branch, also when both branches have many blocks and the same payment', async () => {
    const first = leader()
    const second = stationAfter(first.fetch)
    await inStep(second)
    const { txids } = await first.faucet.pay(ADDRESS, 5n * OXEN)
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
    await inStep(second)
  })

  it('does not start with blocks that the upstream node popped: only a new block on top of them brings them back', async () => {
    const first = leader()
    const { fetch, countOf } = counting(first)
    const second = stationAfter(fetch)
    await inStep(second)
    second.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node))
    await inStep(second)
    const looked = countOf('get_info')
    await until(() => countOf('get_info') > looked + 1)
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

describe('a block that the upstream node rejects', () => {
  const refusal = /^upstream node http:\/\/leader rejects local block 101 \([0-9a-f]{64}\): (.*)$/

  /** Starts a leader whose next blocks need more work than those of the follower, which checks no work. */
  const strict = async (): Promise<RunningNode> => {
    const first = leader()
    await call(first, 'dev_proof_of_work', { checked: true })
    first.node.chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    return first
  }

  it('stays with too little work until the upstream node has the better chain', async () => {
    const first = await strict()
    const { fetch, countOf } = counting(first)
    const second = stationAfter(fetch)
    await inStep(second)
    second.miner.mine(2)
    await until(() => second.follower.upstream.state === 'diverged')
    const said = second.lines.flatMap((line) => refusal.exec(line)?.[1] ?? [])
    expect(said).toEqual([expect.stringMatching(/submit_block: Block not accepted \(-7\): .* proof of work/)])
    expect(second.node.chain.height).toBe(103)
    // It is relayed once, and not again before the upstream node has another top block.
    const asked = countOf('get_info')
    await until(() => countOf('get_info') > asked + 2)
    expect(countOf('submit_block')).toBe(1)

    first.node.chain.work.setting = { isChecked: false, difficulty: 1n }
    first.miner.mine(3)
    await until(() => haveSameTip(first.node, second.node))
    expect(second.node.chain.height).toBe(104)
    await inStep(second)
    expect(second.lines.filter((line) => refusal.test(line))).toHaveLength(1)
  })

  it('is relayed again once the upstream node has another top block', async () => {
    const first = await strict()
    const second = stationAfter(first.fetch)
    await inStep(second)
    second.miner.mine(3)
    await until(() => second.follower.upstream.state === 'diverged')
    first.node.chain.work.setting = { isChecked: false, difficulty: 1n }
    first.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(104)
    await inStep(second)
  })

  it('contains a transaction that the upstream node rejects too', async () => {
    const first = leader()
    const second = stationAfter(async (request) =>
      request.url.endsWith('/send_raw_transaction')
        ? Response.json({ status: 'Failed', reason: 'not today', double_spend: false })
        : await first.fetch(request),
    )
    await inStep(second)
    await second.faucet.pay(ADDRESS, 5n * OXEN)
    await until(() => second.follower.upstream.state === 'diverged')
    expect(second.lines.at(-1)).toMatch(/Block not accepted .* it also rejects transaction [0-9a-f]{64}: not today;/)
  })

  it.each([
    ['is forbidden', () => new Response('', { status: 403 }), 'HTTP 403'],
    ['has no path', () => new Response('', { status: 404 }), 'HTTP 404'],
    [
      'has no method',
      () => Response.json({ error: { code: -32601, message: 'Method not found' } }),
      'Method not found \\(-32601\\)',
    ],
  ])('is reported when the submission %s', async (_, answer, words) => {
    const first = leader()
    const second = stationAfter(async (request) => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      return text.includes('"submit_block"') ? answer() : await first.fetch(request)
    })
    await inStep(second)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'diverged')
    expect(second.lines.flatMap((line) => refusal.exec(line)?.[1] ?? [])).toEqual([expect.stringMatching(words)])
    // It continues to follow.
    first.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node))
    await inStep(second)
  })

  it('is accepted on a restricted RPC port', async () => {
    const first = leader()
    const second = stationAfter(first.serve({ restricted: true }))
    await inStep(second)
    second.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node) && first.node.chain.height === 103)
  })
})

describe('a block mined while the upstream node is unreachable', () => {
  it('is relayed when the node is reachable again, also after further interruptions', async () => {
    const first = leader()
    let isThere = true
    let blocks = 0
    const second = stationAfter(async (request) => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      if (text.includes('"submit_block"') && ++blocks === 3) isThere = false
      if (!isThere) throw new TypeError('fetch failed', { cause: new Error('nobody listens') })
      return await first.fetch(request)
    })
    await inStep(second)
    second.miner.mine(5)
    await until(() => second.follower.upstream.state === 'unavailable')
    expect(second.lines.at(-1)).toContain('cannot be reached: nobody listens')
    expect(first.node.chain.height).toBe(103)
    second.miner.mine(1)
    isThere = true
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(107)
    await inStep(second)
  })

  it('is relayed by the next process after a kill', async () => {
    const commands = createCommands()
    ends.push(commands.end)
    const folder = mkdtempSync(join(tmpdir(), 'faba-hand-up-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    const start = async (...args: readonly string[]) => {
      const running = commands.run('node', ...args)
      const [url] = await untilSaid(running, /http:\/\/[\d.:]+/)
      return { ...running, url, call: caller(`${url}/json_rpc`) }
    }
    const heightOf = async (node: { call: ReturnType<typeof caller> }) =>
      (await node.call('get_block_count')).result?.['count']
    const untilSo = async (holds: () => Promise<boolean>): Promise<void> => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const home = ['--data-dir', join(folder, 'first')]
    const first = await start('--port', '0', ...home)
    const follow = ['--port', '0', '--data-dir', join(folder, 'second'), '--follow', first.url]
    const second = await start(...follow)
    await untilSo(async () => (await heightOf(second)) === 101)
    const mined = await second.call('dev_mine', { blocks: 2 })
    await untilSo(async () => (await heightOf(first)) === 103)
    first.child.kill('SIGKILL')
    await first.exit
    const { result } = await second.call('dev_mine', { blocks: 2 })
    expect(mined.result?.['height']).toBe(103)
    second.child.kill('SIGKILL')
    await second.exit
    const firstAgain = await start('--port', new URL(first.url).port, ...home)
    const secondAgain = await start(...follow)
    await untilSo(async () => (await heightOf(firstAgain)) === 105)
    const last = await firstAgain.call('get_last_block_header')
    expect(last.result?.['block_header']).toMatchObject({ hash: [result?.['blocks']].flat().at(-1) })
    await untilSaid(secondAgain, /relayed 2 local blocks/)
  }, 120_000)

  it('is not relayed to another node when a chain with local blocks is loaded', async () => {
    const first = leader()
    const other = startDevelopmentNode(LEADER_OPTIONS)
    ends.push(other.close)
    other.miner.mine(30)
    const { fetch, countOf } = counting(first)
    const second = stationAfter(fetch, { dump: other.node.state.dump() })
    await until(() => second.follower.upstream.state === 'diverged')
    const blocks: readonly BlockRecord[] = other.node.chain.blocks
    expect(second.node.chain.height).toBe(blocks.length)
    expect(countOf('submit_block')).toBe(0)
  })
})

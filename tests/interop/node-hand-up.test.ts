// Blocks that are made on a development node that follows another one, and handed up to it: along a row of nodes, in races, where they
// are refused, and where the node ends in between.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { formatAddress } from '../../src/coin/addresses/address.ts'
import { serializeBlock } from '../../src/coin/blocks/block.ts'
import { loadPointKernel } from '../../src/crypto/curve/point.ts'
import { prepareKeccak } from '../../src/crypto/hash/keccak.ts'
import { publicKeyOf } from '../../src/crypto/keys/keys.ts'
import type { BlockRecord } from '../../src/devnet/chain/chainRecords.ts'
import { blockTemplate } from '../../src/devnet/mining/blockTemplate.ts'
import { oxenChain } from '../../src/devnet/node/developmentChains.ts'
import { type RunningNode, startDevelopmentNode } from '../../src/devnet/node/startNode.ts'
import {
  createFollowers,
  haveSameTip,
  LEADER_OPTIONS,
  type Station,
  tipOf,
  until,
} from '../support/devnet/followers.ts'
import { caller, createCommands, until as untilSaid } from '../support/peers/commands.ts'

const keys = { spendKey: publicKeyOf(new Uint8Array(32).fill(3)), viewKey: publicKeyOf(new Uint8Array(32).fill(4)) }
const ADDRESS = formatAddress(oxenChain.rules.network, { kind: 'standard', ...keys, paymentId: undefined })
const OXEN = 10n ** 9n

/** What is stopped after each test, the last first. */
const ends: (() => unknown)[] = []
const { leader, stationAfter } = createFollowers(ends)

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

beforeAll(async () => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
})

const inStep = async (...stations: readonly Station[]): Promise<void> => {
  for (const { follower } of stations) await until(() => follower.upstream.state === 'in step')
}

/** Counts what is asked of a node, by path or method. */
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
  // The test names the fields it reads.
  return (await response.json()) as { result?: { [name: string]: unknown }; error?: { code: number; message: string } }
}

const idsFrom = ({ node }: RunningNode, height: number): string[] =>
  node.chain.blocks.slice(height).map(({ id }) => toHex(id))

describe('a block that is made on a node that follows another', () => {
  it('becomes the other’s, with its transactions, however it is made', async () => {
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

    // Each went there once, and nothing came back as new.
    const made = second.node.chain.height - 101
    expect(countOf('submit_block')).toBe(made)
    expect(first.node.alternatives.all).toEqual([])
    expect(second.node.alternatives.all).toEqual([])
    await inStep(second)
    expect(second.lines.filter((line) => line.includes('not take'))).toEqual([])
  })

  it('goes up a row from its end to its head, and what is made in the middle goes both ways', async () => {
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
    // The branch of one that goes back is the better one for all.
    const before = tipOf(first.node)
    await call(third, 'dev_reorg', { pop: 6 })
    await until(haveAll)
    expect(tipOf(first.node)).not.toBe(before)
    expect([...second.lines, ...third.lines].filter((line) => line.includes('not take'))).toEqual([])
  })

  it('goes round in a ring once', async () => {
    let second: Station | undefined
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

describe('a race', () => {
  it('of equal branches is left to the next block: the follower’s own', async () => {
    const first = leader()
    const second = stationAfter(first.fetch)
    await inStep(second)
    await until(() => haveSameTip(first.node, second.node))
    first.miner.mine(1)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'apart' && first.node.alternatives.all.length === 1)
    expect(haveSameTip(first.node, second.node)).toBe(false)
    const [loser] = idsFrom(first, 101)
    second.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(103)
    expect(idsFrom(first, 101)).not.toContain(loser)
    await inStep(second)
  })

  it('of equal branches is left to the next block: the other’s', async () => {
    const first = leader()
    const second = stationAfter(first.fetch)
    await inStep(second)
    first.miner.mine(1)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'apart' && first.node.alternatives.all.length === 1)
    const [loser] = idsFrom(second, 101)
    first.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(idsFrom(second, 101)).not.toContain(loser)
    await inStep(second)
  })

  it('is lost where the other gets ahead while a block is on its way', async () => {
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

  it('is won by the longer branch, also where both have mined many and the same payment', async () => {
    const first = leader()
    const second = stationAfter(first.fetch)
    await inStep(second)
    const { txids } = await first.faucet.pay(ADDRESS, 5n * OXEN)
    await until(() => haveSameTip(first.node, second.node))
    first.node.popBlocks(10)
    await until(() => second.follower.upstream.height === 101)
    // Without the other's knowing, as it is not to be in step before.
    second.node.popBlocks(10)
    first.miner.mine(5)
    second.miner.mine(9)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(110)
    expect(txids.map((id) => first.node.chain.placeOf(id)?.height)).toEqual([101])
    await inStep(second)
  })

  it('is not begun by blocks that the other has taken off: only one that is made on top of them brings them back', async () => {
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

describe('a block that the other does not take', () => {
  const refusal = /^follows http:\/\/leader, which does not take block 101 of this node, [0-9a-f]{64}: (.*)$/

  /** A leader whose next blocks are dearer than those of the follower, which checks no work. */
  const strict = async (): Promise<RunningNode> => {
    const first = leader()
    await call(first, 'dev_proof_of_work', { checked: true })
    first.node.chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    return first
  }

  it('proves too little work: it stays until the other has the better chain', async () => {
    const first = await strict()
    const { fetch, countOf } = counting(first)
    const second = stationAfter(fetch)
    await inStep(second)
    second.miner.mine(2)
    await until(() => second.follower.upstream.state === 'apart')
    const said = second.lines.flatMap((line) => refusal.exec(line)?.[1] ?? [])
    expect(said).toEqual([expect.stringMatching(/submit_block: Block not accepted \(-7\): .* proof of work/)])
    expect(second.node.chain.height).toBe(103)
    // It is offered once, and not again before the other has another top block.
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

  it('is offered again once the other has another top block, as it may take it then', async () => {
    const first = await strict()
    const second = stationAfter(first.fetch)
    await inStep(second)
    second.miner.mine(3)
    await until(() => second.follower.upstream.state === 'apart')
    first.node.chain.work.setting = { isChecked: false, difficulty: 1n }
    first.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(104)
    await inStep(second)
  })

  it('holds a transaction that it does not take either', async () => {
    const first = leader()
    const second = stationAfter(async (request) =>
      request.url.endsWith('/send_raw_transaction')
        ? Response.json({ status: 'Failed', reason: 'not today', double_spend: false })
        : await first.fetch(request),
    )
    await inStep(second)
    await second.faucet.pay(ADDRESS, 5n * OXEN)
    await until(() => second.follower.upstream.state === 'apart')
    expect(second.lines.at(-1)).toMatch(
      /Block not accepted .* nor does it take its transaction [0-9a-f]{64}: not today;/,
    )
  })

  it.each([
    ['is shut on its port', () => new Response('', { status: 403 }), 'HTTP 403'],
    ['is not served there', () => new Response('', { status: 404 }), 'HTTP 404'],
    [
      'is no method there',
      () => Response.json({ error: { code: -32601, message: 'Method not found' } }),
      'Method not found \\(-32601\\)',
    ],
  ])('%s', async (_, answer, words) => {
    const first = leader()
    const second = stationAfter(async (request) => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      return text.includes('"submit_block"') ? answer() : await first.fetch(request)
    })
    await inStep(second)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'apart')
    expect(second.lines.flatMap((line) => refusal.exec(line)?.[1] ?? [])).toEqual([expect.stringMatching(words)])
    // A follower all the same.
    first.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node))
    await inStep(second)
  })

  it('is taken on a port for the public', async () => {
    const first = leader()
    const second = stationAfter(first.serve({ restricted: true }))
    await inStep(second)
    second.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node) && first.node.chain.height === 103)
  })
})

describe('a block that is made while the other is away', () => {
  it('is handed up when it is back, also where it went away in between', async () => {
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
    await until(() => second.follower.upstream.state === 'away')
    expect(second.lines.at(-1)).toContain('cannot be reached: nobody listens')
    expect(first.node.chain.height).toBe(103)
    second.miner.mine(1)
    isThere = true
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(107)
    await inStep(second)
  })

  it('is handed up by the next process, where this one was killed', async () => {
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
    await untilSaid(secondAgain, /handed it 2 blocks of this node/)
  }, 120_000)

  it('is not another node’s, where a chain is loaded that has blocks of its own', async () => {
    const first = leader()
    const other = startDevelopmentNode(LEADER_OPTIONS)
    ends.push(other.close)
    other.miner.mine(30)
    const { fetch, countOf } = counting(first)
    const second = stationAfter(fetch, { dump: other.node.state.dump() })
    await until(() => second.follower.upstream.state === 'apart')
    const blocks: readonly BlockRecord[] = other.node.chain.blocks
    expect(second.node.chain.height).toBe(blocks.length)
    expect(countOf('submit_block')).toBe(0)
  })
})

// Relay of blocks from a development node to an upstream node that rejects them, is unreachable, or is started again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { BlockRecord } from '../../../src/devnet/records/chainRecords.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import {
  callNode,
  countRequests,
  createFollowers,
  haveSameTip,
  LEADER_OPTIONS,
  RECIPIENT,
  until,
  untilSynchronised,
} from '../../support/devnet/followers.ts'
import { caller, createCommands, untilOutput } from '../../support/peers/commands.ts'

const OXEN = 10n ** 9n

/** Cleanups after each test, run in reverse order. */
const cleanups: (() => unknown)[] = []
const { startLeader, startFollowingNode } = createFollowers(cleanups)

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

describe('a block that the upstream node rejects', () => {
  const refusal = /^upstream node http:\/\/leader rejects local block 101 \([0-9a-f]{64}\): (.*)$/

  /** Starts a leader whose next blocks need more work than those of the follower, which checks no work. */
  const strict = async (): Promise<RunningNode> => {
    const first = startLeader()
    await callNode(first, 'dev_proof_of_work', { checked: true })
    first.node.chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    return first
  }

  it('stays with too little work until the upstream node has the better chain', async () => {
    const first = await strict()
    const { fetch, countOf } = countRequests(first)
    const second = startFollowingNode(fetch)
    await untilSynchronised(second)
    second.miner.mine(2)
    await until(() => second.follower.upstream.state === 'diverged')
    const reasons = second.lines.flatMap((line) => refusal.exec(line)?.[1] ?? [])
    expect(reasons).toEqual([expect.stringMatching(/submit_block: Block not accepted \(-7\): .* proof of work/)])
    expect(second.node.chain.height).toBe(103)
    // It is relayed once, and not again before the upstream node has another top block.
    const before = countOf('get_info')
    await until(() => countOf('get_info') > before + 2)
    expect(countOf('submit_block')).toBe(1)

    first.node.chain.work.setting = { isChecked: false, difficulty: 1n }
    first.miner.mine(3)
    await until(() => haveSameTip(first.node, second.node))
    expect(second.node.chain.height).toBe(104)
    await untilSynchronised(second)
    expect(second.lines.filter((line) => refusal.test(line))).toHaveLength(1)
  })

  it('is relayed again once the upstream node has another top block', async () => {
    const first = await strict()
    const second = startFollowingNode(first.fetch)
    await untilSynchronised(second)
    second.miner.mine(3)
    await until(() => second.follower.upstream.state === 'diverged')
    first.node.chain.work.setting = { isChecked: false, difficulty: 1n }
    first.miner.mine(1)
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(104)
    await untilSynchronised(second)
  })

  it('is reported together with its transaction that the upstream node rejects too', async () => {
    const first = startLeader()
    const second = startFollowingNode(async (request) =>
      request.url.endsWith('/send_raw_transaction')
        ? Response.json({ status: 'Failed', reason: 'not today', double_spend: false })
        : await first.fetch(request),
    )
    await untilSynchronised(second)
    await second.faucet.pay(RECIPIENT.address, 5n * OXEN)
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
  ])('is reported when the submission %s', async (_, respond, words) => {
    const first = startLeader()
    const second = startFollowingNode(async (request) => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      return text.includes('"submit_block"') ? respond() : await first.fetch(request)
    })
    await untilSynchronised(second)
    second.miner.mine(1)
    await until(() => second.follower.upstream.state === 'diverged')
    expect(second.lines.flatMap((line) => refusal.exec(line)?.[1] ?? [])).toEqual([expect.stringMatching(words)])
    // It continues to follow.
    first.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node))
    await untilSynchronised(second)
  })

  it('is accepted on a restricted RPC port', async () => {
    const first = startLeader()
    const second = startFollowingNode(first.serve({ restricted: true }))
    await untilSynchronised(second)
    second.miner.mine(2)
    await until(() => haveSameTip(first.node, second.node) && first.node.chain.height === 103)
  })
})

describe('a block mined while the upstream node is unreachable', () => {
  it('is relayed when the node is reachable again, also after further interruptions', async () => {
    const first = startLeader()
    let isReachable = true
    let blocks = 0
    const second = startFollowingNode(async (request) => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      if (text.includes('"submit_block"') && ++blocks === 3) isReachable = false
      if (!isReachable) throw new TypeError('fetch failed', { cause: new Error('connection refused') })
      return await first.fetch(request)
    })
    await untilSynchronised(second)
    second.miner.mine(5)
    await until(() => second.follower.upstream.state === 'unavailable')
    expect(second.lines.at(-1)).toContain('cannot be reached: connection refused')
    expect(first.node.chain.height).toBe(103)
    second.miner.mine(1)
    isReachable = true
    await until(() => haveSameTip(first.node, second.node))
    expect(first.node.chain.height).toBe(107)
    await untilSynchronised(second)
  })

  it('is relayed by the next process after a kill', async () => {
    const commands = createCommands()
    cleanups.push(commands.end)
    const folder = mkdtempSync(join(tmpdir(), 'faba-hand-up-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    const start = async (...args: readonly string[]) => {
      const running = commands.run('node', ...args)
      const [url] = await untilOutput(running, /http:\/\/[\d.:]+/)
      return { ...running, url, call: caller(`${url}/json_rpc`) }
    }
    const heightOf = async (node: { call: ReturnType<typeof caller> }) =>
      (await node.call('get_block_count')).result?.['count']
    const untilResolved = async (holds: () => Promise<boolean>): Promise<void> => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const home = ['--data-dir', join(folder, 'first')]
    const first = await start('--port', '0', ...home)
    const follow = ['--port', '0', '--data-dir', join(folder, 'second'), '--follow', first.url]
    const second = await start(...follow)
    await untilResolved(async () => (await heightOf(second)) === 101)
    const mined = await second.call('dev_mine', { blocks: 2 })
    await untilResolved(async () => (await heightOf(first)) === 103)
    first.child.kill('SIGKILL')
    await first.exit
    const { result } = await second.call('dev_mine', { blocks: 2 })
    expect(mined.result?.['height']).toBe(103)
    second.child.kill('SIGKILL')
    await second.exit
    const firstAgain = await start('--port', new URL(first.url).port, ...home)
    const secondAgain = await start(...follow)
    await untilResolved(async () => (await heightOf(firstAgain)) === 105)
    const last = await firstAgain.call('get_last_block_header')
    expect(last.result?.['block_header']).toMatchObject({ hash: [result?.['blocks']].flat().at(-1) })
    await untilOutput(secondAgain, /relayed 2 local blocks/)
  }, 120_000)

  it('is not relayed to another node when a chain with local blocks is loaded', async () => {
    const first = startLeader()
    const other = startDevelopmentNode(LEADER_OPTIONS)
    cleanups.push(other.close)
    other.miner.mine(30)
    const { fetch, countOf } = countRequests(first)
    const second = startFollowingNode(fetch, { dump: other.node.state.dump() })
    await until(() => second.follower.upstream.state === 'diverged')
    const blocks: readonly BlockRecord[] = other.node.chain.blocks
    expect(second.node.chain.height).toBe(blocks.length)
    expect(countOf('submit_block')).toBe(0)
  })
})

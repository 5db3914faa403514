// The complete state of a development node: snapshots and reverts, dumps, the adjustable clock.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import type { DevelopmentOptions } from '../../../../src/devnet/family/developmentOptions.ts'
import { BlockProducerUnavailableError } from '../../../../src/devnet/mining/blockTemplate.ts'
import { packDump, unpackDump } from '../../../../src/devnet/node/nodeDump.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { type RunningNode, startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { seededRandom } from '../../../support/random.ts'

const keys = generateKeys(fromHex('09'.repeat(32)))
const START = 1_800_000_000

/** Starts a node with its own clock and a ticker that never fires. */
const start = (options: Partial<DevelopmentOptions> = {}) => {
  let now = START
  const running = startDevelopmentNode({
    clock: () => now,
    random: seededRandom(3),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    ...options,
  })
  return {
    ...running,
    pass: (seconds: number) => {
      now += seconds
    },
  }
}

type Answer = { readonly result: Record<string, unknown>; readonly error?: { code: number; message: string } }

const call = async ({ fetch }: Pick<RunningNode, 'fetch'>, method: string, params: object = {}): Promise<Answer> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  // Written by the test's own node.
  return (await response.json()) as Answer
}

const resultOf = async (running: Pick<RunningNode, 'fetch'>, method: string, params: object = {}) => {
  const { result, error } = await call(running, method, params)
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`)
  return result
}

const addressOf = ({ node }: Pick<RunningNode, 'node'>): string =>
  formatAddress(node.rules.network, {
    kind: 'standard',
    spendKey: keys.spendPublic,
    viewKey: keys.viewPublic,
    paymentId: undefined,
  })

/** Returns the complete state of a node, for comparison. */
const essence = ({ node, miner }: Pick<RunningNode, 'node' | 'miner'>) => ({
  dump: node.state.dump(),
  top: toHex(node.chain.tip.id),
  generated: node.chain.tip.generated,
  outputs: node.chain.outputs.length,
  limits: node.chain.limits,
  pool: node.pool.entries.map(({ parsed, ...facts }) => ({ id: toHex(parsed.id), ...facts })),
  images: node.pool.keyImages,
  alternatives: node.alternatives.chains.map(({ blocks }) => blocks.map(({ id }) => toHex(id))),
  serviceNodes: serviceNodesOf(node.chain.state)?.list,
  time: node.clock(),
  setting: node.time.setting,
  mode: miner.mode,
  session: miner.session,
  quorum: node.hasQuorum,
})

/** Starts a node with a payment on the chain, one in the pool, a moved clock and another mining mode. */
const busy = async (): Promise<ReturnType<typeof start>> => {
  const running = start()
  await resultOf(running, 'dev_faucet', { address: addressOf(running) })
  await resultOf(running, 'dev_faucet', { address: addressOf(running) })
  await resultOf(running, 'dev_set_time', { forward: 5000 })
  await resultOf(running, 'dev_reorg', { pop: 3, mine: 2 })
  await resultOf(running, 'pop_blocks', { nblocks: 9 })
  expect(running.node.pool.size).toBe(1)
  await resultOf(running, 'dev_next_timestamp', { timestamp: START + 5100 })
  await resultOf(running, 'dev_automine', { mode: 'interval', milliseconds: 777 })
  await resultOf(running, 'dev_quorum', { present: true })
  return running
}

/** Changes every part of the state. */
const disturb = async (running: ReturnType<typeof start>): Promise<void> => {
  await resultOf(running, 'dev_mine', { blocks: 3, spacing: 300 })
  await resultOf(running, 'dev_automine', { mode: 'manual' })
  await resultOf(running, 'dev_quorum', { present: false })
  await resultOf(running, 'dev_faucet', { address: addressOf(running), amount: 1_000_000_000 })
  await resultOf(running, 'dev_reorg', { pop: 20, keep_transactions: false })
  await resultOf(running, 'start_mining', { miner_address: addressOf(running) })
  await resultOf(running, 'pop_blocks', { nblocks: 30 })
  await resultOf(running, 'flush_txpool', {})
}

describe('snapshots', () => {
  it('restore the exact state, and can be reverted to once', async () => {
    const running = await busy()
    const before = essence(running)
    const { id } = await resultOf(running, 'dev_snapshot')
    await disturb(running)
    expect(essence(running).top).not.toBe(before.top)
    const { id: later } = await resultOf(running, 'dev_snapshot')
    expect(await resultOf(running, 'dev_revert', { id })).toEqual({
      status: 'OK',
      height: running.node.chain.height,
      top_hash: before.top,
    })
    expect(essence(running)).toEqual(before)
    for (const gone of [id, later])
      expect((await call(running, 'dev_revert', { id: gone })).error).toMatchObject({ code: -1 })
    expect(essence(running)).toEqual(before)
    // The node continues normally: it mines the transaction of its pool.
    await resultOf(running, 'dev_mine')
    expect(running.node.chain.tip).toMatchObject({ timestamp: START + 5100 })
    expect(running.node.pool.size).toBe(0)
    await resultOf(running, 'dev_faucet', { address: addressOf(running) })
  })

  it('are numbered in order; a revert removes the later ones', async () => {
    const running = start()
    const heights: number[] = []
    for (let i = 0; i < 3; i++) {
      heights.push(running.node.chain.height)
      expect(await resultOf(running, 'dev_snapshot')).toMatchObject({ id: i + 1, height: heights[i] })
      await resultOf(running, 'dev_mine', { blocks: i + 1 })
    }
    expect(await resultOf(running, 'dev_revert', { id: 2 })).toMatchObject({ height: heights[1] })
    expect((await call(running, 'dev_revert', { id: 3 })).error?.message).toContain(
      'there is no snapshot 3; existing ones: 1',
    )
    expect(await resultOf(running, 'dev_snapshot')).toMatchObject({ id: 4 })
    expect(await resultOf(running, 'dev_revert', { id: 1 })).toMatchObject({ height: heights[0] })
    expect((await call(running, 'dev_revert', { id: 4 })).error?.message).toContain('no snapshots exist')
  })

  it('survive a load of another chain', async () => {
    const running = start()
    const before = essence(running)
    await resultOf(running, 'dev_snapshot')
    const { dump } = await resultOf(start({ random: seededRandom(77) }), 'dev_dump')
    await resultOf(running, 'dev_load', { dump })
    expect(essence(running).top).not.toBe(before.top)
    await resultOf(running, 'dev_revert', { id: 1 })
    expect(essence(running)).toEqual(before)
    await resultOf(running, 'dev_faucet', { address: addressOf(running) })
  })
})

describe('a dump', () => {
  it('gives another node the same state, including the faucet', async () => {
    const running = await busy()
    const { dump } = await resultOf(running, 'dev_dump')
    const other = start({ random: seededRandom(44) })
    await resultOf(other, 'dev_load', { dump })
    expect(essence(other)).toEqual(essence(running))
    expect(toHex(other.faucet.address.spendKey)).toBe(toHex(running.faucet.address.spendKey))
    await resultOf(other, 'dev_automine', { mode: 'manual' })
    await resultOf(other, 'dev_mine')
    expect(other.node.pool.size).toBe(0)
    await resultOf(other, 'dev_faucet', { address: addressOf(other) })
  })

  it('restores the state of a started node', async () => {
    const running = await busy()
    const dump = await unpackDump(await packDump(running.node.state.dump()))
    expect(essence(start({ dump, random: seededRandom(45) }))).toEqual(essence(running))
  })

  it('changes nothing if it is damaged', async () => {
    const running = await busy()
    const before = essence(running)
    const packed = await packDump(running.node.state.dump())
    const bent = running.node.state.dump()
    const damaged = [
      packed.slice(0, packed.length >> 1),
      Uint8Array.of(1, 2, 3),
      new Uint8Array(),
      await packDump({ ...bent, blocks: [...bent.blocks.slice(0, 20), ...bent.blocks.slice(21)] }),
      await packDump({ ...bent, blocks: bent.blocks.map(({ block }) => ({ block, transactions: [] })) }),
      await packDump({ ...bent, pool: [{ blob: Uint8Array.of(9) }] }),
      await packDump({ ...bent, parts: { ...bent.parts, clock: 'noon' } }),
      await packDump({ ...bent, parts: { ...bent.parts, clock: { offset: -10_000_000 } } }),
    ]
    for (const [i, bytes] of damaged.entries()) {
      const { error } = await call(running, 'dev_load', { dump: toHex(bytes) })
      expect([-1, -7], `${i}: ${error?.message}`).toContain(error?.code)
      expect(essence(running)).toEqual(before)
    }
  })
})

describe('the clock', () => {
  it('can be set and moved forward, continues to run, and dates blocks', async () => {
    const running = start()
    expect(await resultOf(running, 'dev_set_time')).toEqual({ status: 'OK', time: START, offset: 0 })
    await resultOf(running, 'dev_set_time', { time: START + 86_400 })
    running.pass(10)
    expect(await resultOf(running, 'dev_set_time', { forward: 5 })).toMatchObject({
      time: START + 86_415,
      offset: 86_405,
    })
    await resultOf(running, 'dev_mine')
    expect(running.node.chain.tip.timestamp).toBe(START + 86_415)
    expect((await call(running, 'dev_set_time', { time: START, forward: 3 })).error?.message).toContain('not both')
  })

  it('rejects times before the chain and after the maximum, and reports the earliest time', async () => {
    const running = start()
    await resultOf(running, 'dev_mine', { blocks: 20, spacing: 600 })
    const { time, offset } = await resultOf(running, 'dev_set_time')
    expect(offset).toBe(20 * 600)
    const back = await call(running, 'dev_set_time', { time: START - 86_400 })
    expect(back.error).toMatchObject({ code: -1 })
    const earliest = Number(/set the clock to (\d+) or later/.exec(back.error?.message ?? '')?.[1])
    expect((await call(running, 'dev_set_time', { time: earliest - 1 })).error?.code).toBe(-1)
    expect((await call(running, 'dev_set_time', { time: 10_000_000_001 })).error?.code).toBe(-1)
    expect(await resultOf(running, 'dev_set_time')).toMatchObject({ time })
    // At the earliest time a block can still be mined.
    await resultOf(running, 'dev_set_time', { time: earliest })
    await resultOf(running, 'dev_mine')
    expect(running.node.chain.tip.timestamp).toBe(earliest + 600)
  })

  it('can be overridden for the next block, within the limits of the chain', async () => {
    const running = start()
    const { minTimestamp } = running.node.chain
    expect(await resultOf(running, 'dev_next_timestamp', { timestamp: START + 600 })).toMatchObject({
      next_timestamp: START + 600,
    })
    expect((await call(running, 'dev_next_timestamp', { timestamp: START + 601 })).error?.message).toContain(
      'set the clock first',
    )
    expect((await call(running, 'dev_set_time', { time: START - 1 })).error?.message).toContain('the next block')
    await resultOf(running, 'dev_mine', { blocks: 2 })
    expect(running.node.chain.blocks.slice(-2).map(({ timestamp }) => timestamp)).toEqual([START + 600, START])
    expect((await call(running, 'dev_next_timestamp', { timestamp: minTimestamp - 1 })).error?.message).toContain(
      'median',
    )
    await resultOf(running, 'dev_next_timestamp', { timestamp: START + 7 })
    expect(await resultOf(running, 'dev_next_timestamp')).not.toHaveProperty('next_timestamp')
    await resultOf(running, 'dev_mine')
    expect(running.node.chain.tip.timestamp).toBe(START)
  })

  it('advances with the spacing of mined blocks', async () => {
    const running = start()
    await resultOf(running, 'dev_mine', { blocks: 4, spacing: 120 })
    const times = running.node.chain.blocks.slice(-4).map(({ timestamp }) => timestamp)
    expect(times).toEqual([120, 240, 360, 480].map((seconds) => START + seconds))
    expect(running.node.clock()).toBe(START + 480)
  })
})

describe('development methods', () => {
  it('reorganise completely or not at all', async () => {
    const running = await busy()
    await resultOf(running, 'dev_automine', { mode: 'manual' })
    const before = essence(running)
    let blocks = 0
    running.miner.setProducers(() => {
      blocks++
      if (blocks > 2) throw new BlockProducerUnavailableError('the third block has another producer')
      return undefined
    })
    const { error } = await call(running, 'dev_reorg', { pop: 5 })
    expect(error).toMatchObject({ code: -7, message: 'the third block has another producer' })
    expect(essence(running)).toEqual(before)
    running.miner.setProducers(() => undefined)
    expect(await resultOf(running, 'dev_reorg', { pop: 5 })).toMatchObject({ height: running.node.chain.height })
  })

  it('remove a transaction from the pool', async () => {
    const running = await busy()
    const [entry] = running.node.pool.entries
    const txid = toHex(entry?.parsed.id ?? new Uint8Array())
    await resultOf(running, 'dev_drop_transaction', { txid })
    expect(running.node.pool.size).toBe(0)
    expect((await call(running, 'dev_drop_transaction', { txid })).error?.message).toContain(txid)
    expect((await call(running, 'dev_drop_transaction', { txid: 'x' })).error?.code).toBe(-1)
  })

  it('are documented, and except for the faucet rejected on a restricted service', async () => {
    const methods = nodeMethods.filter(({ names: [name] }) => name.startsWith('dev_'))
    expect(methods.length).toBeGreaterThan(10)
    const restricted = start({ restricted: true })
    for (const { names, about } of methods) {
      expect(about, names[0]).toMatch(/\w/)
      if (names[0] === 'dev_faucet') continue
      const { error } = await call(restricted, names[0])
      expect(error?.code, names[0]).toBe(403)
      const path = await restricted.fetch(new Request(`http://node/${names[0]}`, { method: 'POST', body: '{}' }))
      expect(path.status, names[0]).toBe(403)
    }
  })
})

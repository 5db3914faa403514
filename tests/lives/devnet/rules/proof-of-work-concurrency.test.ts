// Proof of work while the node serves other requests: reorganisations, and the first blocks of a chain.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTurn } from '../../../../src/async/nextTurn.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import { MAX_SLICED_HASHES, meetsDifficulty, type PowHash } from '../../../../src/devnet/rules/proofOfWork.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import {
  type Answer,
  addressOf,
  call,
  DIFFICULTY,
  hash,
  keys,
  provenBlocks,
  provenDump,
  start,
  workOf,
} from '../../../support/devnet/work-node.ts'

describe('a reorganising node', () => {
  /** Starts a node whose blocks need about as many hashes as its difficulty; also returns the ids of its chain. */
  const dear = (difficulty: bigint) => {
    const running = start({ work: hash, dump: provenDump })
    const { chain } = running.node
    chain.work.setting = { isChecked: true, difficulty }
    const ids = () => chain.blocks.map(({ id }) => toHex(id))
    return { running, chain, ids, before: ids() }
  }

  it('serves other requests while it searches nonces, with the old chain until the new one is complete', async () => {
    const { running, ids, before } = dear(40n)
    const events: string[] = []
    const tops = new Set<string>()
    running.node.listen(({ kind }) => {
      if (kind === 'block') tops.add(ids().at(-1) ?? '')
    })
    const reorganising = call(running, 'dev_reorg', { pop: 4 }).then((answer) => {
      events.push('reorganised')
      return answer
    })
    const other = await call(running, 'get_last_block_header')
    events.push('answered')
    expect(other.result?.['block_header']).toMatchObject({ hash: before.at(-1) })
    const { result } = await reorganising
    expect(events).toEqual(['answered', 'reorganised'])
    expect(result?.['popped']).toEqual(before.slice(-4).toReversed())
    expect(result?.['blocks']).toEqual(ids().slice(before.length - 4))
    expect(ids()).toHaveLength(before.length + 1)
    expect([...tops]).toEqual(ids().slice(-1))
  })

  it('also pops blocks that arrived meanwhile', async () => {
    const { running, chain, ids, before } = dear(40n)
    const reorganising = call(running, 'dev_reorg', { pop: 2, mine: 2 })
    await call(running, 'get_block_count')
    chain.work.setting = { isChecked: true, difficulty: DIFFICULTY }
    running.miner.mine(1)
    const after = ids()
    const { result } = await reorganising
    expect(result?.['popped']).toEqual(after.slice(-3).toReversed())
    expect(ids()).toEqual([...before.slice(0, -2), ...[result?.['blocks']].flat()])
  })

  it('aborts if the chain changes below the reorganised blocks', async () => {
    const { running, ids, before } = dear(2n ** 200n)
    const reorganising = call(running, 'dev_reorg', { pop: 2 })
    await call(running, 'get_block_count')
    await call(running, 'pop_blocks', { nblocks: 5 })
    expect((await reorganising).error).toMatchObject({
      code: -7,
      message: expect.stringContaining('was reorganised below'),
    })
    expect(ids()).toEqual(before.slice(0, -5))
  })

  it('aborts without a change when it is closed', async () => {
    const { running, ids, before } = dear(2n ** 200n)
    const reorganising = call(running, 'dev_reorg', { pop: 2 })
    const beside = call(running, 'generateblocks', {
      amount_of_blocks: 2,
      wallet_address: addressOf(running),
      prev_block: before.at(-3),
    })
    expect((await call(running, 'get_block_count')).result?.['count']).toBe(before.length)
    running.close()
    expect((await reorganising).error?.code).toBeLessThan(0)
    expect((await beside).error?.code).toBeLessThan(0)
    expect(ids()).toEqual(before)
  })
})

describe('a new chain with proof of work', () => {
  it('serves other requests while it mines its first blocks, and mines nothing else before them', async () => {
    const running = start({ work: hash, mining: { kind: 'interval', milliseconds: 1000 } })
    const { chain } = running.node
    const events: string[] = []
    const noting = async (name: string, work: Promise<unknown>): Promise<unknown> => {
      const result = await work
      events.push(name)
      return result
    }
    const begun = noting('begun', running.ready)
    const gift = noting('given', running.faucet.pay(addressOf(running)))
    const mined = noting('mined', call(running, 'dev_mine'))
    const reorganised = noting('reorganised', call(running, 'dev_reorg', { pop: 1, mine: 1 }))
    for (const tick of running.ticks) tick()
    const { result } = await call(running, 'get_block_count')
    events.push('answered')
    expect(result?.['count']).toBeLessThan(101)
    await Promise.all([begun, gift, mined, reorganised])
    expect(events.slice(0, 2)).toEqual(['answered', 'begun'])
    expect(new Set(events).size).toBe(5)
    expect(provenBlocks(running).every((proves) => proves)).toBe(true)
    // Blocks of the faucet, whose key the first block contains.
    const timestamps = chain.blocks.slice(1, 101).map(({ timestamp }) => timestamp)
    expect(timestamps).toEqual(timestamps.toSorted((a, b) => a - b))
    expect(new Set(timestamps).size).toBe(100)
  })

  it('aborts its first blocks when it is closed, and mines the rest after a restart', async () => {
    const running = start({ work: hash })
    expect((await call(running, 'get_block_count')).result?.['count']).toBeLessThan(101)
    const mining = call(running, 'dev_mine')
    running.close()
    await expect(running.ready).rejects.toThrow('the node is closing')
    expect((await mining).error?.code).toBeLessThan(0)
    const { height } = running.node.chain
    expect(height).toBeLessThan(101)
    // It loads its hash by itself: the chain stores that it checks work.
    const again = start({ dump: running.node.state.dump() })
    await again.ready
    expect(again.node.chain.height).toBe(101)
    expect(provenBlocks(again).every((proves) => proves)).toBe(true)
  })
})

describe('a node whose hashes take many steps', () => {
  const STEPS = 20
  /** Takes as long as a slice in each step, as it seems. */
  const slowHash: PowHash = function* (blob, fork, seed) {
    for (let i = 0; i < STEPS; i++) yield
    return yield* hash(blob, fork, seed)
  }
  afterEach(() => void vi.restoreAllMocks())

  const slowNode = () => {
    const running = start({ work: slowHash, dump: provenDump })
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1000
      return now
    })
    return running
  }

  /** Returns the next block of a chain as a miner would send it, with or without proof of its work. */
  const nextBlock = ({ node }: RunningNode, isProven: boolean): string => {
    const { chain, pool, random } = node
    const to = { spendKey: keys.spendPublic, viewKey: keys.viewPublic }
    const { block } = blockTemplate(chain, pool, { to, nonce: new Uint8Array(), timestamp: undefined }, random)
    let nonce = 0
    while (meetsDifficulty(workOf({ ...block, nonce }), DIFFICULTY) !== isProven) nonce++
    return toHex(serializeBlock({ ...block, nonce }))
  }

  /** Counts the answers to another call while a call runs. */
  const answersDuring = async (running: RunningNode, calling: Promise<Answer>): Promise<number> => {
    let answers = 0
    let runs = true
    void calling.finally(() => {
      runs = false
    })
    for (; runs; await nextTurn()) {
      await call(running, 'get_block_count')
      if (runs) answers++
    }
    return answers
  }

  it('answers other calls while it verifies a submitted block, and accepts or refuses that as before', async () => {
    const running = slowNode()
    const { height } = running.node.chain
    for (const isProven of [false, true]) {
      const submitting = call(running, 'submit_block', { blob: [nextBlock(running, isProven)] })
      expect(await answersDuring(running, submitting)).toBeGreaterThanOrEqual(STEPS)
      if (isProven) expect(await submitting).toMatchObject({ result: { status: 'OK' } })
      else expect(await submitting).toMatchObject({ error: { code: -7, message: 'Block not accepted' } })
    }
    expect(running.node.chain.height).toBe(height + 1)
  })

  it('computes no hash for a block that it refuses anyway', async () => {
    const running = slowNode()
    const blob = nextBlock(running, true)
    running.miner.mine(1)
    // Its parent is no longer the top block: it is an alternative one now, and refused by its timestamp.
    const submitting = call(running, 'submit_block', { blob: [`ff${blob.slice(2)}`] })
    expect(await answersDuring(running, submitting)).toBeLessThan(STEPS)
    expect(await submitting).toMatchObject({ error: expect.any(Object) })
  })

  it('answers other calls while it computes the hashes of headers', async () => {
    const running = slowNode()
    const params = { start_height: 0, end_height: 3, fill_pow_hash: true }
    const reading = call(running, 'get_block_headers_range', params)
    expect(await answersDuring(running, reading)).toBeGreaterThanOrEqual(4 * STEPS)
    const headers = running.node.chain.blocks.slice(0, 4).map(({ block }) => ({ pow_hash: toHex(workOf(block)) }))
    expect(await reading).toMatchObject({ result: { headers } })
  })

  it('computes one hash at a time, and refuses more than wait', async () => {
    const running = slowNode()
    const blobs = Array.from({ length: MAX_SLICED_HASHES + 1 }, () => nextBlock(running, false))
    const answers = await Promise.all(blobs.map((blob) => call(running, 'submit_block', { blob: [blob] })))
    const codes = answers.map(({ error }) => error?.code)
    expect(codes).toEqual([...Array<number>(MAX_SLICED_HASHES).fill(-7), -9])
  })
})

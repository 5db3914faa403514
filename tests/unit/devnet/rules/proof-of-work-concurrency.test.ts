// Proof of work while the node serves other requests: reorganisations, and the first blocks of a chain.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import {
  addressOf,
  call,
  DIFFICULTY,
  hash,
  provenBlocks,
  provenDump,
  start,
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

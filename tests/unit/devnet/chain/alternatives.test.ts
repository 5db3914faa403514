// Alternative blocks: created by template and on demand, checked in the order of oxen-core, weighed, and reported.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type Block, parseBlock, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { mineOne, quietNode, send, waiting } from '../../../support/wallet/payer.ts'

const ADDRESS = 'LE3LG3vJCKa4NPDz4Mn8soRAr4MJjxcQiU3N5ndcx3Qn6J3fnEj76CTPfzVA3JPThfEKH8yZmW2sJFsyShkRYVqpEtGmmHA'

const idAt = ({ node }: RunningNode, height: number): string =>
  toHex(node.chain.blockAt(height)?.id ?? new Uint8Array())

const topOf = ({ node }: RunningNode): string => toHex(node.chain.tip.id)

const template = (running: RunningNode, previous: string) =>
  callNode(running, 'get_block_template', { wallet_address: ADDRESS, prev_block: previous })

const submit = (running: RunningNode, blob: unknown) => callNode(running, 'submit_block', { blob: [blob] })

/** Returns the serialized template after a block that is not the top one, with a change. */
const beside = async (running: RunningNode, previous: string, change: Partial<Block> = {}): Promise<Uint8Array> => {
  const { blocktemplate_blob: blob } = await template(running, previous)
  return serializeBlock({ ...parseBlock(running.node.rules.network, fromHex(String(blob))), ...change })
}

describe('a template after another block than the top one', () => {
  it('matches a template of a chain that ends there, and changes nothing', async () => {
    const running = quietNode()
    const { node } = running
    await callNode(running, 'dev_mine', { blocks: 5, spacing: 120 })
    const parent = node.chain.height - 4
    const [top, before] = [topOf(running), node.state.dump()]
    let heard = 0
    node.listen(() => heard++)
    const built = await template(running, idAt(running, parent).toUpperCase())
    expect(built).toMatchObject({
      height: parent + 1,
      prev_hash: idAt(running, parent),
      status: 'OK',
      expected_reward: 16_500_000_000,
    })
    expect([heard, topOf(running)]).toEqual([0, top])
    expect(node.state.dump()).toEqual(before)
    // It equals the template of a node with that top block.
    const twin = quietNode({ dump: { ...before, blocks: before.blocks.slice(0, parent) } })
    expect(topOf(twin)).toBe(idAt(running, parent))
    twin.node.submitBlock(fromHex(String(built['blocktemplate_blob'])))
    expect(twin.node.chain.height).toBe(parent + 2)
  })

  it('is stored as an alternative block; a longer alternative chain becomes the main chain', async () => {
    const running = quietNode()
    const { node } = running
    await mineOne(running)
    const { height } = node.chain
    const [old, parent] = [topOf(running), idAt(running, height - 2)]
    const first = await template(running, parent)
    expect(await submit(running, first['blocktemplate_blob'])).toEqual({ status: 'OK' })
    expect(topOf(running)).toBe(old)
    const [alternative] = node.alternatives.all
    const id = toHex(alternative?.id ?? new Uint8Array())
    expect(await callNode(running, 'get_alternate_chains')).toEqual({
      chains: [
        {
          block_hash: id,
          block_hashes: [id],
          difficulty: Number(node.chain.tip.cumulativeDifficulty),
          height: height - 1,
          length: 1,
          main_chain_parent_block: parent,
        },
      ],
      status: 'OK',
    })
    expect(await callNode(running, 'get_info')).toMatchObject({ alt_blocks_count: 1 })
    const second = await template(running, id)
    expect(second).toMatchObject({ height, prev_hash: id })
    await submit(running, second['blocktemplate_blob'])
    expect(node.chain.height).toBe(height + 1)
    expect(idAt(running, height - 1)).toBe(id)
    // At these forks oxen-core drops the blocks that leave the main chain.
    expect(await callNode(running, 'get_alternative_chains')).toEqual({ status: 'OK' })
  })

  it('is found by its id once submitted, with orphan_status', async () => {
    const running = quietNode()
    await callNode(running, 'dev_mine', { blocks: 3 })
    const { height, tip } = running.node.chain
    const { blocktemplate_blob: blob } = await template(running, idAt(running, height - 2))
    await submit(running, blob)
    const [beside] = running.node.alternatives.all
    const hash = toHex(beside?.id ?? new Uint8Array())
    const header = {
      hash,
      orphan_status: true,
      height: height - 1,
      depth: 0,
      prev_hash: idAt(running, height - 2),
      cumulative_difficulty: Number(tip.cumulativeDifficulty),
      block_weight: tip.weight,
      long_term_weight: tip.longTermWeight,
    }
    const [one, whole] = [
      await callNode(running, 'get_block_header_by_hash', { hash, hashes: [topOf(running), hash] }),
      await callNode(running, 'get_block', { hash }),
    ]
    expect(one).toMatchObject({
      block_header: header,
      block_headers: [{ hash: topOf(running), orphan_status: false }, header],
    })
    expect(whole).toMatchObject({ block_header: header, blob })
    // Heights refer to the main chain.
    expect(await callNode(running, 'get_block', { height: height - 1 })).toMatchObject({
      block_header: { hash: topOf(running), orphan_status: false },
    })
  })

  it('includes the pool transactions that are valid there, and leaves the pool unchanged', async () => {
    const running = quietNode()
    await running.faucet.pay(ADDRESS)
    const { node } = running
    const place = node.chain.blocks.findLastIndex(({ transactions }) => transactions.length > 1)
    await callNode(running, 'pop_blocks', { nblocks: node.chain.height - place })
    const [entry] = node.pool.entries
    const waits = toHex(entry?.parsed.id ?? new Uint8Array())
    await callNode(running, 'flush_txpool')
    await callNode(running, 'dev_mine', { blocks: 2 })
    await send(running, toHex(entry?.parsed.blob ?? new Uint8Array()))
    expect(waiting(running)).toEqual([waits])
    const transactionsOf = async (previous: string): Promise<string[]> => {
      const { blocktemplate_blob: blob } = await template(running, previous)
      return parseBlock(node.rules.network, fromHex(String(blob))).transactionIds.map(toHex)
    }
    const before = node.pool.capture()
    expect(await transactionsOf(idAt(running, place - 1))).toEqual([waits])
    // Its ring members would be too young there, or would not exist.
    let first = place
    while ((await transactionsOf(idAt(running, first - 1))).length > 0) first--
    expect(await transactionsOf(idAt(running, first))).toEqual([waits])
    expect(first + 1).toBe((entry?.maxUsedHeight ?? 0) + node.rules.network.coinbaseUnlockWindow)
    expect(await transactionsOf(idAt(running, 20))).toEqual([])
    expect(node.pool.capture()).toEqual(before)
    const { blocktemplate_blob: blob } = await template(running, idAt(running, place - 1))
    await mineOne(running)
    expect(waiting(running)).toEqual([])
    // An alternative block may contain the transactions of a main chain block.
    expect(node.submitBlock(fromHex(String(blob)))).toBe('alternative')
    expect(await transactionsOf(idAt(running, place))).toEqual([])
  })

  it('is rejected with the errors of oxen-core', async () => {
    const running = quietNode()
    await expect(template(running, 'zz')).rejects.toThrow('-5 Invalid prev_block')
    await expect(template(running, 'ab'.repeat(32))).rejects.toThrow(
      '-5 Internal error: failed to create block template',
    )
    const generate = (previous: string) =>
      callNode(running, 'generateblocks', { amount_of_blocks: 1, wallet_address: ADDRESS, prev_block: previous })
    await expect(generate('zz')).rejects.toThrow('-5 Invalid prev_block')
    await expect(generate('ab'.repeat(32))).rejects.toThrow('-5 ')
  })

  it('is created and submitted by generateblocks, block after block', async () => {
    const running = quietNode()
    const { node } = running
    await callNode(running, 'dev_mine', { blocks: 2 })
    const { height } = node.chain
    const parent = idAt(running, height - 3)
    const generate = (count: number, previous: string) =>
      callNode(running, 'generateblocks', { amount_of_blocks: count, wallet_address: ADDRESS, prev_block: previous })
    const { blocks: [one, two] = [], height: reached } = (await generate(2, parent)) as {
      blocks: string[]
      height: number
    }
    expect([reached, node.chain.height]).toEqual([height - 1, height])
    expect((await callNode(running, 'get_alternate_chains'))['chains']).toMatchObject([
      { length: 2, block_hashes: [two, one], main_chain_parent_block: parent },
    ])
    await generate(2, String(two))
    expect(node.chain.height).toBe(height + 2)
    expect(idAt(running, height - 1)).toBe(two)
  })
})

describe('an alternative block', () => {
  const running = quietNode()
  const { node } = running
  const parent = idAt(running, 60)
  const NONE = new Uint8Array(32).fill(1)

  it.each([
    {
      name: 'is rejected for another version',
      change: { majorVersion: 16 },
      reason: /its version is 16, the fork is 17/,
    },
    { name: 'is rejected for an early timestamp', change: { timestamp: 1_700_000_000 }, reason: /below the median/ },
    {
      name: 'is rejected for an unknown transaction',
      change: { transactionIds: [NONE] },
      reason: /neither in the pool nor/,
    },
    // The version is checked first.
    {
      name: 'is rejected for its version before its unknown parent',
      change: { majorVersion: 16, previousId: NONE },
      reason: /version/,
    },
  ])('$name', async ({ change, reason }) => {
    const blob = await beside(running, parent, change)
    expect(() => node.submitBlock(blob)).toThrow(reason)
    expect(node.alternatives.all).toEqual([])
  })

  it('is rejected for the height of another parent', async () => {
    const blob = await beside(running, parent, { previousId: fromHex(idAt(running, 50)) })
    expect(() => node.submitBlock(blob)).toThrow(/for height 61, its parent is block 50/)
  })

  it('is rejected for another unlock time', async () => {
    const { minerTransaction } = parseBlock(node.rules.network, await beside(running, parent))
    const blob = await beside(running, parent, { minerTransaction: { ...minerTransaction, unlockTime: 1n } })
    expect(() => node.submitBlock(blob)).toThrow(/unlocks at 1 instead of/)
  })

  it('is dropped as an orphan when its parent is unknown, and answered with OK', async () => {
    const blob = await beside(running, parent, { previousId: NONE })
    expect(node.submitBlock(blob)).toBe('orphan')
    expect(await submit(running, toHex(blob))).toEqual({ status: 'OK' })
    expect(node.alternatives.all).toEqual([])
  })

  it('is rejected when its chain starts at a block that was removed', async () => {
    const away = quietNode()
    await callNode(away, 'dev_mine', { blocks: 3 })
    const { height } = away.node.chain
    await submit(away, toHex(await beside(away, idAt(away, height - 2))))
    const [one] = away.node.alternatives.all
    const next = await beside(away, toHex(one?.id ?? NONE))
    await callNode(away, 'pop_blocks', { nblocks: 3 })
    await callNode(away, 'dev_mine', { blocks: 3 })
    expect(away.node.alternatives.all).toHaveLength(1)
    expect(away.node.alternatives.chains).toEqual([])
    expect(() => away.node.submitBlock(next)).toThrow(/is no longer connected to the main chain/)
    expect(away.node.chain.height).toBe(height)
  })
})

describe('an alternative chain with an invalid block', () => {
  /** Returns a block that claims two atomic units too many (one is tolerated): detected only when it is to join the main chain. */
  const greedy = (running: RunningNode): Uint8Array => {
    const { chain, pool, random } = running.node
    const request = { to: running.faucet.address, nonce: new Uint8Array(), timestamp: undefined }
    const { block } = blockTemplate(chain, pool, request, random)
    const outputs = block.minerTransaction.outputs.map((output) => ({ ...output, amount: output.amount + 2n }))
    return serializeBlock({ ...block, minerTransaction: { ...block.minerTransaction, outputs } })
  }

  it('leaves the main chain unchanged; its invalid block is not checked again until flush_cache', async () => {
    const running = quietNode()
    const { node } = running
    const twin = quietNode({ dump: node.state.dump() })
    const [good] = twin.miner.mine(1)
    const bad = greedy(twin)
    await mineOne(running)
    const top = topOf(running)
    expect(node.submitBlock(good?.blob ?? new Uint8Array())).toBe('alternative')
    expect(() => node.submitBlock(bad)).toThrow(/pays 16500000002/)
    expect(topOf(running)).toBe(top)
    expect(node.submitBlock(bad)).toBe('known')
    // The block below it was valid.
    expect(node.submitBlock(good?.blob ?? new Uint8Array())).toBe('alternative')
    await callNode(running, 'flush_cache', { bad_txs: true })
    expect(node.submitBlock(bad)).toBe('known')
    await callNode(running, 'flush_cache', { bad_blocks: true })
    expect(() => node.submitBlock(bad)).toThrow(/pays 16500000002/)
  })
})

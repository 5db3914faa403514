// Which messages --zmq-pub sends at which event of a node, and in which order. Monerod 0.18.5.3 sends the same (tests/interop/node/zmq.test.ts).

import { beforeAll, describe, expect, it } from 'vitest'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { publishNodeSteps } from '../../../../src/devnet/monero/zmq/zmqMessages.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { createNodeService } from '../../../../src/devnet/rpc/service.ts'
import { stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { vector } from '../../../support/data/vectors.ts'
import { LenientChecker } from '../../../support/devnet/lenient-checker.ts'
import { submitRecordedChain, zmqEvents } from '../../../support/devnet/zmq-scenario.ts'
import { seededRandom } from '../../../support/random.ts'

const { before } = vector('monero/get-blocks.json')

const start = () => {
  const random = seededRandom(1)
  const node = new DevelopmentNode({
    rules: moneroChain.rules,
    clock: () => before,
    random,
    checker: new LenientChecker(random),
  })
  const keys = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }
  const miner = new Miner(node, () => () => undefined, keys)
  const service = createNodeService({ node, miner, faucet: undefined, dialect: moneroChain.dialect })
  const post = async (path: string, body: unknown): Promise<void> => {
    await service(new Request(`http://node/${path}`, { method: 'POST', body: JSON.stringify(body) }))
  }
  return { node, post }
}

const BLOCK = ['json-full-miner_data', 'json-full-chain_main', 'json-minimal-chain_main']
const AGAIN = ['json-full-chain_main', 'json-minimal-chain_main']
const TRANSACTION = ['json-full-txpool_add', 'json-minimal-txpool_add']

const EXPECTED: readonly (readonly [event: string, topics: readonly string[]])[] = [
  ['a transaction', TRANSACTION],
  ['a transaction that is in the pool', []],
  ['a transaction with do_not_relay', TRANSACTION],
  ['relay_tx', TRANSACTION],
  ['relay_tx of a relayed transaction', []],
  ['flush_txpool', []],
  ['a transaction that was flushed', TRANSACTION],
  ['a block', BLOCK],
  ['a known block', []],
  ['a block on an alternative chain', []],
  ['an alternative chain that becomes the main chain', [...BLOCK, ...BLOCK, ...BLOCK, ...AGAIN]],
  ['a block with returned transactions', BLOCK],
  ['pop_blocks', []],
  ['several blocks', [...BLOCK, ...BLOCK]],
  ['an alternative chain with an invalid block', [...BLOCK, ...BLOCK]],
  ['an alternative chain with fees', [...TRANSACTION, ...BLOCK, ...BLOCK, ...BLOCK, ...AGAIN]],
  ['get_block_template', []],
  ['get_miner_data', []],
  ['the last block', BLOCK],
]

describe('--zmq-pub publishes', () => {
  const { node, post } = start()
  const published = new Map<string, { readonly topic: string; readonly body: string }[]>()
  const heights = new Map<string, number>()

  beforeAll(async () => {
    await submitRecordedChain(post)
    let messages: { topic: string; body: string }[] = []
    publishNodeSteps(node, (topic, body) => messages.push({ topic, body: stringifyJson(body()) }))
    for (const { name, happen } of zmqEvents(node, post)) {
      messages = []
      published.set(name, messages)
      await happen()
      heights.set(name, node.chain.height)
    }
  })

  it.each(EXPECTED)('at %s', (event, topics) => {
    expect(published.get(event)?.map(({ topic }) => topic)).toEqual(topics)
  })

  it('nothing at any other event', () => {
    expect([...published.keys()]).toEqual(EXPECTED.map(([event]) => event))
    // The events have happened.
    expect([...heights.values()]).toEqual([
      ...[95, 95, 95, 95, 95, 95, 95, 96, 96, 96, 97, 98, 97, 99, 99, 100, 100, 100, 101],
    ])
  })

  it('the blocks of an alternative chain twice, in ascending order', () => {
    const minimal = (published.get('an alternative chain that becomes the main chain') ?? [])
      .filter(({ topic }) => topic === 'json-minimal-chain_main')
      .map(({ body }) => JSON.parse(body))
    expect(minimal.map(({ first_height: height }) => height)).toEqual([95, 96, 95, 96])
    expect(minimal.slice(2)).toEqual(minimal.slice(0, 2))
    expect(minimal[1].first_prev_id).toBe(minimal[0].ids[0])
  })

  it('the former blocks again if a block of an alternative chain is invalid', () => {
    const ids = (published.get('an alternative chain with an invalid block') ?? []).flatMap(({ topic, body }) =>
      topic === 'json-minimal-chain_main' ? JSON.parse(body).ids : [],
    )
    expect(ids.length).toBe(2)
    const [, former] = (published.get('several blocks') ?? []).flatMap(({ topic, body }) =>
      topic === 'json-minimal-chain_main' ? JSON.parse(body).ids : [],
    )
    expect(ids[1]).toBe(former)
    expect(ids[0]).not.toBe(former)
  })

  it('the transactions that a reorganisation returned as the backlog of the miner', () => {
    const [miner] = published.get('an alternative chain that becomes the main chain') ?? []
    const ids = JSON.parse(miner?.body ?? '').tx_backlog.map(({ id }: { id: string }) => id)
    const [sent] = vector('monero/get-blocks.json').pool.relayed
    expect(ids).toContain(sent)
  })

  it('coins that include the fees of an alternative chain when it has become the main chain, as monerod does', () => {
    const coins: number[] = (published.get('an alternative chain with fees') ?? [])
      .filter(({ topic }) => topic === 'json-full-miner_data')
      .map(({ body }) => JSON.parse(body).already_generated_coins)
    const [, applied = 0, afterwards = 0] = coins
    expect(coins.length).toBe(3)
    expect(afterwards - applied).toBe(2_599_200_000)
  })

  it('one triple for each block of generateblocks, with the data of get_miner_data', async () => {
    const topics: string[] = []
    const stop = publishNodeSteps(node, (topic) => topics.push(topic))
    await post('json_rpc', {
      method: 'generateblocks',
      params: {
        amount_of_blocks: 3,
        wallet_address:
          '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm',
      },
    })
    expect(topics).toEqual([...BLOCK, ...BLOCK, ...BLOCK])
    stop()
    node.popBlocks(1)
    await post('json_rpc', { method: 'generateblocks', params: {} })
    expect(topics.length).toBe(9)
  })

  it('nothing when a snapshot is restored', () => {
    const id = node.snapshots.take()
    node.popBlocks(2)
    const topics: string[] = []
    const stop = publishNodeSteps(node, (topic) => topics.push(topic))
    node.snapshots.revert(id)
    stop()
    expect(topics).toEqual([])
  })
})

// Answers without bounds: each is a fault of its node, found before it fills the memory, and the next node is asked.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  asBlob,
  asSections,
  asText,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../src/bytes/portableStorageWriter.ts'
import { createNodeClient } from '../../src/daemon/calls/httpNodeClient.ts'
import { NodeResponseError, NodeTimeoutError, NodeUnreachableError } from '../../src/daemon/errors.ts'
import type { NodeClient } from '../../src/daemon/nodeClient.ts'
import { createNodePool } from '../../src/daemon/nodeFailover.ts'
import type { RunningNode } from '../../src/devnet/startNode.ts'
import { quietNode } from '../support/wallet/payer.ts'
import { mineBlocks } from './support/development-chain.ts'
import { bodyOf, cutBody, endlessBody, lyingFetch, type ServerLie, silence } from './support/lying-server.ts'

let running: RunningNode
let honest: NodeClient
const lies = new Map<string, ServerLie>()

beforeAll(async () => {
  running = quietNode()
  await mineBlocks(running, 20)
  honest = createNodeClient({ url: 'http://honest-node', fetch: (request) => running.fetch(request) })
})

/** A client of the lying server. */
const liar = (): NodeClient =>
  createNodeClient({
    url: 'http://lying-node',
    fetch: lyingFetch((request) => running.fetch(request), lies),
    timeoutMs: 1000,
  })

const binary = (fields: WritableSection): ServerLie => bodyOf(writePortable({ status: asText('OK'), ...fields }))
const json = (text: string): ServerLie => bodyOf(new TextEncoder().encode(text))
const numbers = (count: number) => asU64s(new Array<number>(count).fill(0))

const MANY = 1_000_001
const genesis = () => running.node.rules.network.genesisId

type Call = (node: NodeClient) => Promise<unknown>

const cases: readonly (readonly [name: string, path: string, lie: () => ServerLie, call: Call])[] = [
  [
    'output blacklist',
    'get_output_blacklist.bin',
    () => binary({ blacklist: numbers(MANY) }),
    (node) => node.outputBlacklist(),
  ],
  [
    'compressed output distribution',
    'get_output_distribution.bin',
    () =>
      binary({
        distributions: asSections([{ amount: asU64(0), compressed_data: asBlob(new Uint8Array(10_000_001)) }]),
      }),
    (node) => node.outputDistribution(),
  ],
  [
    'list of distributions',
    'get_output_distribution.bin',
    () => binary({ distributions: asSections(new Array<WritableSection>(1000).fill({ amount: asU64(1) })) }),
    (node) => node.outputDistribution(),
  ],
  [
    'list of block ids',
    'get_hashes.bin',
    () => binary({ m_block_ids: asBlob(new Uint8Array(32 * 20_000)), current_height: asU64(20_000) }),
    (node) => node.hashes([genesis()]),
  ],
  [
    'list of output indices',
    'get_blocks.bin',
    () =>
      binary({
        output_indices: asSections([{ indices: asSections([{ indices: numbers(4_000_001) }]) }]),
        current_height: asU64(20),
      }),
    (node) => node.blocks([genesis()]),
  ],
  [
    'list of blocks',
    'get_blocks.bin',
    () => binary({ blocks: asSections(new Array<WritableSection>(30_000).fill({ block: asBlob(new Uint8Array()) })) }),
    (node) => node.blocks([genesis()]),
  ],
  [
    'list of ring members',
    'get_outs.bin',
    () => binary({ outs: asSections(new Array<WritableSection>(2000).fill({ height: asU64(1) })) }),
    (node) => node.outputs([1]),
  ],
  [
    'txpool of binary ids',
    'get_transaction_pool_hashes.bin',
    () => binary({ tx_hashes: asBlob(new Uint8Array(32 * 1_000_001)) }),
    (node) => node.blinkHashes(),
  ],
  [
    'txpool of ids',
    'get_transaction_pool_hashes',
    () => json(`{"status":"OK","tx_hashes":[${new Array(1_000_001).fill(`"${'0'.repeat(64)}"`).join(',')}]}`),
    (node) => node.poolHashes(),
  ],
  [
    'JSON of empty lists',
    'get_transactions',
    () => json(`{"status":"OK","txs":[${'[],'.repeat(5_000_000)}[]]}`),
    (node) => node.transactions([genesis()]),
  ],
  ['nested JSON', 'json_rpc#get_info', () => json('['.repeat(500_000)), (node) => node.info()],
]

describe('an answer that is too large', () => {
  it.each(cases)('is a fault of the node: %s', async (_, path, lie, call) => {
    lies.clear()
    lies.set(path, lie())
    await expect(call(liar())).rejects.toThrow(NodeResponseError)
  })

  it.each(cases)('is replaced by that of the next node: %s', async (_, path, lie, call) => {
    lies.clear()
    lies.set(path, lie())
    const pool = createNodePool([liar(), honest])
    const answers = await Promise.allSettled([call(pool), call(honest)])
    expect(answers[0]).toEqual(answers[1])
    expect(pool.health().map(({ inUse, problem }) => ({ inUse, isPaused: problem !== '' }))).toEqual([
      { inUse: answers[1].status !== 'fulfilled', isPaused: true },
      { inUse: answers[1].status === 'fulfilled', isPaused: false },
    ])
  })

  it('is not read beyond its limit', async () => {
    lies.clear()
    let sent = 0
    lies.set(
      'get_hashes.bin',
      endlessBody((bytes) => {
        sent += bytes
      }),
    )
    await expect(liar().hashes([genesis()])).rejects.toThrow(NodeResponseError)
    expect(sent).toBeLessThan(4 * 1024 * 1024)
  })
})

describe('an answer that never ends', () => {
  it('fails after the time limit', async () => {
    lies.clear()
    lies.set('json_rpc#get_info', silence)
    await expect(liar().info()).rejects.toThrow(NodeTimeoutError)
  })

  it.each([0, 0.01, 0.5, 0.99])('is a fault of the node if it is cut after %d of its bytes', async (share) => {
    lies.clear()
    lies.set('get_blocks.bin', cutBody(share))
    const fault = await liar()
      .blocks([genesis()])
      .catch((error: unknown) => error)
    expect(fault instanceof NodeResponseError || fault instanceof NodeUnreachableError).toBe(true)
  })
})

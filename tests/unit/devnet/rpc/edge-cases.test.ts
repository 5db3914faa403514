// Edge cases of the node RPC without recorded responses, answered as oxen-core does.

import { describe, expect, it } from 'vitest'
import {
  asBlob,
  asBlobs,
  asText,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../../../src/bytes/portableStorageWriter.ts'
import { roundedSize } from '../../../../src/devnet/rpc/methods/chain.ts'
import { backlogOf, statsOf } from '../../../../src/devnet/rpc/methods/txpool.ts'
import { isJsonObject, type JsonValue, parseJson } from '../../../../src/jsonrpc/json.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { recordedTransactions, replayNode } from '../../../support/devnet/replay-node.ts'
import type { RpcParams } from '../../../support/rpc/wallet-calls.ts'
import { quietNode } from '../../../support/wallet/payer.ts'

describe('get_output_histogram', () => {
  const running = quietNode()
  const { chain } = running.node
  const total = chain.outputs.length

  it('returns a row per requested amount in ascending order, including amounts without outputs', async () => {
    const noInstances = { total_instances: 0, unlocked_instances: 0, recent_instances: 0 }
    const row = { amount: 0, total_instances: total, unlocked_instances: 0, recent_instances: 0 }
    expect(await callNode(running, 'get_output_histogram', { amounts: [7, 0, 7] })).toMatchObject({
      histogram: [row, { amount: 7, ...noInstances }],
    })
    expect(await callNode(running, 'get_output_histogram', { amounts: [7, 0], min_count: 1 })).toMatchObject({
      histogram: [row],
    })
    expect(await callNode(running, 'get_output_histogram', { amounts: [7, 0], max_count: total - 1 })).toMatchObject({
      histogram: [{ amount: 7, ...noInstances }],
    })
  })

  it('counts only unlocked outputs as recent', async () => {
    const { histogram } = await callNode(running, 'get_output_histogram', { amounts: [0], recent_cutoff: 1 })
    const [row = null] = Array.isArray(histogram) ? (histogram as readonly JsonValue[]) : []
    const isSpendable = ({ height }: { readonly height: number }): boolean => height + 10 <= chain.height
    const isDated = ({ height }: { readonly height: number }): boolean => (chain.blockAt(height)?.timestamp ?? 0) > 0
    const unlocked = chain.outputs.filter(isSpendable)
    expect(unlocked.length).toBeLessThan(total)
    expect(row !== null && isJsonObject(row) && row).toMatchObject({
      unlocked_instances: unlocked.length,
      recent_instances: unlocked.filter(isDated).length,
    })
  })
})

describe('start_mining', () => {
  const running = quietNode()
  const address = 'LE3LG3vJCKa4NPDz4Mn8soRAr4MJjxcQiU3N5ndcx3Qn6J3fnEj76CTPfzVA3JPThfEKH8yZmW2sJFsyShkRYVqpEtGmmHA'
  const start = (params: RpcParams) => callNode(running, 'start_mining', params)

  it('rejects more than four threads per core, and checks the address first, also while mining', async () => {
    const status = 'Failed, too many threads relative to CPU cores.'
    const most = 4 * navigator.hardwareConcurrency
    expect(await start({ miner_address: address, threads_count: most + 1 })).toEqual({ status })
    expect(await start({ miner_address: 'nobody', threads_count: most + 1 })).toEqual({
      status: 'Failed, wrong address',
    })
    expect(await start({ miner_address: address, threads_count: most })).toEqual({ status: 'OK' })
    expect(await start({ miner_address: address, threads_count: most })).toEqual({ status: 'Already mining' })
    expect(await start({ miner_address: 'nobody', threads_count: 1 })).toEqual({ status: 'Failed, wrong address' })
  })

  it('makes mining_status return the reward of the next block while mining', async () => {
    const { block_reward: reward } = await callNode(running, 'mining_status')
    const { expected_reward: expected } = await callNode(running, 'get_block_template', { wallet_address: address })
    expect(reward).toBe(expected)
    expect(reward).toBeGreaterThan(0)
    await callNode(running, 'stop_mining')
    expect(await callNode(running, 'mining_status')).toMatchObject({ active: false, block_reward: 0 })
  })
})

describe('binary requests', () => {
  const running = quietNode()
  const post = async (path: string, body: Uint8Array<ArrayBuffer>): Promise<readonly [number, string]> => {
    const response = await running.fetch(new Request(`http://node/${path}`, { method: 'POST', body }))
    return [response.status, await response.text()]
  }
  const send = (path: string, section: WritableSection) => post(path, writePortable(section).slice())
  const REFUSED = [500, 'Unable to parse request: Failed to parse binary data parameters']

  it.each<readonly [string, string, WritableSection]>([
    ['an integer as a text', 'get_blocks.bin', { start_height: asText('5') }],
    ['a bool as an integer', 'get_blocks.bin', { start_height: asU64(1), prune: asU64(1) }],
    ['a packed list as integers', 'get_hashes.bin', { block_ids: asU64s([1]) }],
    ['a hash as an integer', 'get_o_indexes.bin', { txid: asU64(1) }],
    ['integers as a packed list', 'get_blocks_by_height.bin', { heights: asBlob(new Uint8Array(8)) }],
    ['integers as texts', 'get_blocks_by_height.bin', { heights: asBlobs([new Uint8Array(8)]) }],
    ['sections as integers', 'get_outs.bin', { outputs: asU64s([1]) }],
  ])('are rejected with %s', async (_what, path, section) => {
    expect(await send(path, section)).toEqual(REFUSED)
  })

  it('are rejected with a negative integer', async () => {
    const body = writePortable({ start_height: asU64(2n ** 64n - 1n) }).slice()
    // The type of the integer: 5 is unsigned, 1 is signed.
    body[body.length - 9] = 1
    expect(await post('get_blocks.bin', body)).toEqual(REFUSED)
  })

  it('accept integers of any width, and treat blobs of another length as missing', async () => {
    const [status, narrow] = await send('get_blocks_by_height.bin', { heights: asU64s([1]) })
    expect([status, narrow.includes('OK')]).toEqual([200, true])
    expect(await send('get_o_indexes.bin', { txid: asBlob(new Uint8Array(31)) })).toEqual(
      await send('get_o_indexes.bin', {}),
    )
  })
})

it('packs a backlog of many transactions', () => {
  const entry = { parsed: { weight: 1 }, fee: 2n ** 63n + 255n, receivedAt: 99 }
  const packed = backlogOf(
    Array.from({ length: 50_000 }, () => entry),
    100,
  )
  const bytes = [1, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 128, ...Array.from({ length: 8 }, () => 255)]
  expect(packed.length).toBe(24 * 50_000)
  expect([...packed.slice(0, 24)].map((character) => character.charCodeAt(0))).toEqual(bytes)
})

it('computes statistics of many transactions', () => {
  const entry = {
    ...{ fee: 3n, receivedAt: 90, keptByBlock: false, doNotRelay: false, relayed: true, lastRelayedAt: 90 },
    ...{ doubleSpendSeen: false, maxUsedHeight: 0, lastFailedHeight: 0, lastFailedId: new Uint8Array(32) },
  }
  const entries = Array.from({ length: 200_000 }, (_, i) => ({ ...entry, parsed: { weight: 1 + (i % 3) } }))
  expect(statsOf(entries, 100)).toMatchObject({
    ...{ txs_total: 200_000, bytes_total: 399_999, bytes_min: 1, bytes_med: 2, bytes_max: 3, fee_total: 600_000n },
    oldest: 90,
  })
  expect(statsOf([], 100)).toMatchObject({ txs_total: 0, bytes_min: 0, bytes_med: 0, bytes_max: 0, oldest: 0 })
})

describe('the maximum 64-bit integer', () => {
  const running = quietNode()
  const { height } = running.node.chain
  const most = (2n ** 64n - 1n).toString()
  const send = async (method: string, params: string): Promise<JsonValue> => {
    const body = `{"method":"${method}","params":${params.replaceAll('MOST', most)}}`
    const response = await running.fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
    return parseJson(await response.text())
  }

  it.each([
    ['get_block', '{"height":MOST}', -2],
    ['get_block_hash', '[MOST]', -2],
    ['get_block_header_by_height', '{"heights":[0,MOST]}', -2],
    ['get_block_headers_range', '{"end_height":MOST}', -2],
    ['get_output_distribution', '{"amounts":[0],"to_height":MOST}', -5],
    ['get_service_nodes_state_changes', '{"start_height":MOST}', -1],
    ['get_block_template', '{"reserve_size":MOST}', -3],
  ])('is beyond the chain for %s %s', async (method, params, code) => {
    expect(await send(method, params)).toMatchObject({ error: { code } })
  })

  it('is the maximum for counts and limits', async () => {
    const [all, counted] = [
      await send('get_coinbase_tx_sum', '{"count":MOST}'),
      await send('get_coinbase_tx_sum', `{"count":${height}}`),
    ]
    expect(all).toEqual(counted)
    expect(await send('get_output_histogram', '{"max_count":MOST}')).toEqual(await send('get_output_histogram', '{}'))
    expect(await send('get_fee_estimate', '{"grace_blocks":MOST}')).toEqual(
      await send('get_fee_estimate', '{"grace_blocks":99}'),
    )
    expect(await send('get_outs', '{"outputs":[{"amount":0,"index":MOST}]}')).toMatchObject({
      result: { status: 'Failed' },
    })
    expect(await send('get_output_histogram', '{"amounts":[MOST]}')).toMatchObject({
      result: { histogram: [{ amount: 2n ** 64n - 1n, total_instances: 0 }] },
    })
    expect(await send('get_output_distribution', '{"amounts":[MOST],"from_height":100,"to_height":100}')).toMatchObject(
      {
        result: { distributions: [{ amount: 2n ** 64n - 1n, distribution: [0] }] },
      },
    )
    expect(await send('pop_blocks', '{"nblocks":MOST}')).toMatchObject({ result: { height: 1 } })
  })
})

it('hides transactions with do_not_relay, and their number, on a restricted service', async () => {
  const pending = recordedTransactions.at(-1)
  const { fetch, restricted } = replayNode({ height: pending?.height ?? 0 })
  const send = async (service: typeof fetch, path: string, params: RpcParams = {}): Promise<JsonValue> => {
    const request = new Request(`http://node/${path}`, { method: 'POST', body: JSON.stringify(params) })
    return parseJson(await (await service(request)).text())
  }
  const sent = await send(fetch, 'send_raw_transaction', {
    tx_as_hex: pending?.hex,
    do_not_relay: true,
    do_sanity_checks: false,
  })
  expect(sent).toMatchObject({ status: 'OK', not_relayed: true })
  expect(await send(fetch, 'get_info')).toMatchObject({ tx_pool_size: 1 })
  expect(await send(restricted, 'get_info')).toMatchObject({ tx_pool_size: 0 })
  expect(await send(restricted, 'get_transaction_pool_stats')).toMatchObject({ pool_stats: { txs_total: 0 } })
})

it('rounds the database size up on a restricted service', () => {
  const sizes = [0, 1, 1_000_000_000, 1_000_000_001, 5_300_000_000].map(roundedSize)
  expect(sizes).toEqual([1, 1, 1, 2, 6].map((count) => count * 1_000_000_000))
})

// Odd questions to the node's RPC, answered as the reference answers them where nothing was recorded.

import { describe, expect, test } from 'vitest'
import { isJsonObject, type JsonValue } from '../../src/jsonrpc/json.ts'
import type { RpcParams } from '../support/ask.ts'
import { ask, quietNode } from '../support/payer.ts'

describe('get_output_histogram', () => {
  const running = quietNode()
  const { chain } = running.node
  const total = chain.outputs.length

  test('has a row for each amount that was asked for, in ascending order, also where there is nothing', async () => {
    const nothing = { total_instances: 0, unlocked_instances: 0, recent_instances: 0 }
    const row = { amount: 0, total_instances: total, unlocked_instances: 0, recent_instances: 0 }
    expect(await ask(running, 'get_output_histogram', { amounts: [7, 0, 7] })).toMatchObject({
      histogram: [row, { amount: 7, ...nothing }],
    })
    expect(await ask(running, 'get_output_histogram', { amounts: [7, 0], min_count: 1 })).toMatchObject({
      histogram: [row],
    })
    expect(await ask(running, 'get_output_histogram', { amounts: [7, 0], max_count: total - 1 })).toMatchObject({
      histogram: [{ amount: 7, ...nothing }],
    })
  })

  test('counts as recent what can be spent', async () => {
    const { histogram } = await ask(running, 'get_output_histogram', { amounts: [0], recent_cutoff: 1 })
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
  const start = (params: RpcParams) => ask(running, 'start_mining', params)

  test('wants no more than four threads for each core, and looks at the address first, also while it works', async () => {
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
})

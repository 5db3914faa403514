// Odd questions to the node's RPC, answered as the reference answers them where nothing was recorded.

import { describe, expect, test } from 'vitest'
import { isJsonObject, type JsonValue } from '../../src/jsonrpc/json.ts'
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

// Methods about quorums and state changes, on the recorded chain with service nodes.

import { describe, expect, it } from 'vitest'
import type { JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { errorOf, type Fields, own, resultOf, serviceAt } from '../../../support/devnet/recorded-staking.ts'

describe('quorums', () => {
  const fetch = serviceAt(350, own)
  const heightsOf = ({ quorums }: Fields): unknown[] =>
    (quorums as Fields[]).map(({ height, quorum_type: kind }) => [height, kind])

  it('are returned for one height, and for ranges in both directions', async () => {
    const of = async (params: JsonWritable): Promise<unknown[]> =>
      heightsOf(await resultOf(fetch, 'get_quorum_state', params))
    expect(await of({ start_height: 345 })).toEqual([
      [345, 0],
      [345, 2],
    ])
    expect(await of({ end_height: 345, quorum_type: 2 })).toEqual([[345, 2]])
    expect(await of({ start_height: 349, end_height: 340, quorum_type: 1 })).toEqual([
      [348, 1],
      [344, 1],
      [340, 1],
    ])
    expect(await of({ start_height: 348, end_height: 10_000, quorum_type: 0 })).toEqual([
      [348, 0],
      [349, 0],
    ])
    expect(await of({ quorum_type: 0 })).toEqual([[349, 0]])
  })

  it('are rejected outside the existing range', async () => {
    const message = 'Failed to query any quorums at all'
    expect(await errorOf(fetch, 'get_quorum_state', { start_height: 350 })).toMatchObject({ code: -1, message })
    expect(await errorOf(fetch, 'get_quorum_state', { quorum_type: 3 })).toMatchObject({ code: -1, message })
    // Before fork 9 there were no service nodes.
    expect(await errorOf(fetch, 'get_quorum_state', { start_height: 1 })).toMatchObject({ code: -1, message })
  })

  it('are limited to 256 heights on a restricted service', async () => {
    const open = serviceAt(350, own, true)
    const range = (count: number) => ({ start_height: 50, end_height: 49 + count, quorum_type: 0 })
    expect(heightsOf(await resultOf(open, 'get_quorum_state', range(256)))).toHaveLength(256)
    expect(await errorOf(open, 'get_quorum_state', range(257))).toMatchObject({
      code: -1,
      message: 'Number of requested quorums greater than the allowed limit: 256, requested: 257',
    })
    expect(heightsOf(await resultOf(fetch, 'get_quorum_state', range(257)))).toHaveLength(257)
  })

  it('have their state changes counted up to the top of the chain', async () => {
    expect(
      await resultOf(fetch, 'get_service_nodes_state_changes', { start_height: 349, end_height: 400 }),
    ).toMatchObject({
      start_height: 349,
      end_height: 400,
      total_deregister: 0,
    })
    expect(
      await errorOf(fetch, 'get_service_nodes_state_changes', { start_height: 350, end_height: 400 }),
    ).toMatchObject({ code: -5, message: 'Could not query block at requested height: 350' })
  })
})

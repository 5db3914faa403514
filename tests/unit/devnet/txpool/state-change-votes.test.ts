// Network transactions, without inputs and fee, in the pool: one of a kind, for two hours.

import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import { mineOne, send, waiting } from '../../../support/wallet/payer.ts'

type Order = { readonly id: string; readonly blob: string }

let running: RunningNode
/** by two quorums, for the same service node */
let first: Order
let second: Order
let other: Order

/** Makes a state change of a service node, and removes it from the chain again. */
const stateChangeOf = async (nth: number): Promise<Order> => {
  const key = running.localServiceNodes?.registered[nth]?.key ?? new Uint8Array()
  await callNode(running, 'dev_verdict', { service_node_pubkey: toHex(key), verdict: 'decommission' })
  const [, stateChange] = running.node.chain.tip.transactions
  if (stateChange === undefined) throw new Error('the top block has no state change')
  await callNode(running, 'pop_blocks', { nblocks: 1 })
  await callNode(running, 'flush_txpool')
  return { id: toHex(stateChange.id), blob: toHex(stateChange.blob) }
}

beforeAll(async () => {
  running = await startWithServiceNodes(
    {
      clock: () => 1_800_000_000,
      random: seededRandom(36),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    },
    12,
  )
  await mineOne(running)
  first = await stateChangeOf(0)
  second = first
  while (second.id === first.id) {
    await mineOne(running)
    second = await stateChangeOf(0)
  }
  other = await stateChangeOf(1)
})

describe('a state change', () => {
  it('is rejected in the pool beside one of another quorum for the same service node, not for another one', async () => {
    expect(await send(running, first.blob)).toMatchObject({ status: 'OK' })
    expect(await send(running, second.blob)).toMatchObject({ status: 'Failed', tvc: { m_double_spend: true } })
    expect(waiting(running)).toEqual([first.id])
    expect(await send(running, other.blob)).toMatchObject({ status: 'OK' })
    await callNode(running, 'flush_txpool')
    expect(await send(running, second.blob)).toMatchObject({ status: 'OK' })
    await callNode(running, 'flush_txpool')
  })

  it('expires after two hours, and is accepted again', async () => {
    await send(running, first.blob)
    await callNode(running, 'dev_set_time', { forward: 7200 })
    expect(waiting(running)).toEqual([first.id])
    await callNode(running, 'dev_set_time', { forward: 1 })
    expect(waiting(running)).toEqual([])
    expect(await send(running, first.blob)).toMatchObject({ status: 'OK' })
    expect(waiting(running)).toEqual([first.id])
    await callNode(running, 'flush_txpool')
  })

  it('is a double spend once it was applied, but not after its service node is gone', async () => {
    const key = (nth: number) => toHex(running.localServiceNodes?.registered[nth]?.key ?? new Uint8Array())
    await send(running, first.blob)
    await mineOne(running)
    const { tvc: done } = await send(running, second.blob)
    expect(done).toMatchObject({ m_verifivation_failed: true, m_invalid_input: true, m_double_spend: true })
    await callNode(running, 'dev_verdict', { service_node_pubkey: key(1), verdict: 'deregister' })
    const { tvc: gone } = await send(running, other.blob)
    expect(gone).toMatchObject({ m_verifivation_failed: true, m_invalid_input: true, m_double_spend: false })
  })
})

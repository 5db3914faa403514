// Filters of transfers and payments: kinds, heights, addresses, payment ids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callWallet, type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { mineOn } from '../../../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const NETWORK = 'oxen-regtest'
const NOTHING = { in: false, out: false, stake: false, pending: false, failed: false, pool: false, coinbase: false }

type Row = {
  readonly [name: string]: unknown
  readonly txid: string
  readonly type: string
  readonly height: number
  readonly subaddr_indices: readonly { readonly major: number; readonly minor: number }[]
}

let miner: Engine
let user: Engine

beforeAll(async () => {
  const node = new FakeNode(oxenRegtest, chain)
  miner = await restored(testHost(node), NETWORK, wallets.A.keys.mnemonic)
  // The recorded chain has no stakes.
  await openedIn(miner).state.update('strict', (draft) => {
    const [payment] = openedIn(miner).state.ledger.payments.values()
    if (payment !== undefined) draft.putPayment({ ...payment, kind: 'stake' })
    return undefined
  })
  user = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
})
afterAll(async () => {
  await miner.closeWallet()
  await user.closeWallet()
})

/** Returns the rows of each list of get_transfers. */
const listed = async (engine: Engine, filter: RpcParams): Promise<{ readonly [list: string]: readonly Row[] }> =>
  (await resultOf(engine, 'get_transfers', filter)) as { [list: string]: Row[] } // lists of transfers

const typesOf = (rows: readonly Row[] | undefined): string[] => [...new Set(rows?.map(({ type }) => type))].sort()

describe('kinds of transfers', () => {
  it('include rewards and stakes, and all kinds without any flag', async () => {
    const all = await listed(miner, {})
    expect(Object.keys(all)).toEqual(['in', 'out'])
    expect(typesOf(all['in'])).toEqual(['in', 'miner'])
    expect(typesOf(all['out'])).toEqual(['out', 'stake'])
    expect(await listed(miner, NOTHING)).toEqual(all)
    expect(await listed(miner, { coinbase: false })).toEqual(all)
  })

  it('are rewards only with coinbase, and stakes only with stake', async () => {
    const all = await listed(miner, {})
    const rewards = await listed(miner, { ...NOTHING, coinbase: true })
    expect(Object.keys(rewards)).toEqual(['in'])
    expect(rewards['in']).toEqual(all['in']?.filter(({ type }) => type === 'miner'))
    const stakes = await listed(miner, { ...NOTHING, stake: true })
    expect(Object.keys(stakes)).toEqual(['out'])
    expect(stakes['out']).toEqual(all['out']?.filter(({ type }) => type === 'stake'))
    expect(await listed(miner, { ...NOTHING, out: true })).toEqual({ out: all['out'] })
    expect(await listed(miner, { ...NOTHING, in: true })).toEqual({ in: all['in'] })
  })

  it('include no rewards without in, unless coinbase is set', async () => {
    const { coinbase: _, ...older } = NOTHING
    expect(await listed(miner, { ...older, pool: true })).toEqual({})
    expect(await listed(miner, { ...older, out: true })).not.toHaveProperty('in')
    expect(await listed(miner, older)).toEqual({})
  })
})

describe('heights', () => {
  const heightsOf = async (filter: RpcParams): Promise<number[]> =>
    Object.values(await listed(user, filter)).flatMap((rows) => rows.map(({ height }) => height))

  it('are inclusive, with and without filter_by_height', async () => {
    const heights = (await heightsOf({})).sort((a, b) => a - b)
    const low = heights[2] ?? 0
    const high = heights.at(-3) ?? 0
    const within = heights.filter((height) => height >= low && height <= high).length
    for (const filter_by_height of [true, false]) {
      const found = await heightsOf({ filter_by_height, min_height: low, max_height: high })
      expect(found).toHaveLength(within)
      expect([Math.min(...found), Math.max(...found)]).toEqual([low, high])
    }
  })

  it('with max_height below min_height select min_height with filter_by_height, and nothing without', async () => {
    const [height = 0] = await heightsOf({})
    const one = { min_height: height, max_height: height - 1 }
    expect(new Set(await heightsOf({ ...one, filter_by_height: true }))).toEqual(new Set([height]))
    expect(await heightsOf({ ...one, filter_by_height: false })).toEqual([])
  })
})

describe('addresses', () => {
  it('are selected by account and index, which all_accounts overrides', async () => {
    const everything = await listed(user, { all_accounts: true })
    const own = await listed(user, { account_index: 0 })
    expect(await listed(user, { all_accounts: true, account_index: 7, subaddr_indices: [9] })).toEqual(everything)
    const minors = new Set((own['in'] ?? []).flatMap(({ subaddr_indices: used }) => used.map(({ minor }) => minor)))
    expect(minors.size).toBeGreaterThan(1)
    let found = 0
    for (const minor of minors) {
      const { in: rows = [] } = await listed(user, { subaddr_indices: [minor] })
      for (const { subaddr_indices: used } of rows) expect(used).toEqual([{ major: 0, minor }])
      found += rows.length
    }
    expect(found).toBe(own['in']?.length)
    expect(await listed(user, { subaddr_indices: [12_345] })).toEqual({})
    expect(await listed(user, { account_index: 99 })).toEqual({})
  })
})

describe('payments by id', () => {
  it('are found by short and long ids, and rejected for malformed ids', async () => {
    const all = (await resultOf(user, 'get_bulk_payments', {}))['payments'] as readonly { [name: string]: string }[]
    expect(all.every(({ payment_id: id }) => /^[0-9a-f]{64}$/.test(id ?? ''))).toBe(true)
    const withId = all.find(({ payment_id: id }) => !/^0+$/.test(id ?? ''))
    expect(withId).toBeDefined()
    const id = withId?.['payment_id'] ?? ''
    const short = id.slice(0, 16)
    const byShort = await resultOf(user, 'get_payments', { payment_id: short })
    const byLong = await resultOf(user, 'get_payments', { payment_id: id })
    expect(byShort['payments']).toEqual(
      all.filter(({ payment_id: other }) => other === id).map((payment) => ({ ...payment, payment_id: short })),
    )
    expect(byLong['payments']).toEqual(all.filter(({ payment_id: other }) => other === id))
    expect(await resultOf(user, 'get_bulk_payments', { payment_ids: [short, id] })).toEqual({
      payments: [byShort['payments'], byLong['payments']].flat(),
    })
    expect(await resultOf(user, 'get_payments', { payment_id: 'ab'.repeat(8) })).toEqual({})
    for (const [payment_id, message] of [
      ['', 'Payment ID has invalid size: '],
      ['abc', 'Payment ID has invalid format'],
      ['zz'.repeat(8), 'Payment ID has invalid format'],
      ['ab', 'Payment ID has invalid size: ab'],
    ])
      expect(await callWallet(user, 'get_payments', { payment_id })).toEqual({ error: { code: -5, message } })
    expect(await callWallet(user, 'get_bulk_payments', { payment_ids: [short, 'zz'.repeat(8)] })).toEqual({
      error: { code: -5, message: `Payment ID has invalid format: ${'zz'.repeat(8)}` },
    })
  })

  it('are listed from the first height on, inclusively', async () => {
    const heightsOf = async (min_block_height: number): Promise<number[]> => {
      const { payments = [] } = await resultOf(user, 'get_bulk_payments', { min_block_height })
      return (payments as readonly { readonly block_height: number }[]).map(({ block_height: height }) => height)
    }
    const heights = await heightsOf(0)
    const newest = Math.max(...heights)
    expect(new Set(await heightsOf(newest))).toEqual(new Set([newest]))
    expect(await heightsOf(newest + 1)).toEqual([])
  })
})

describe('a transfer with an unlock time', () => {
  it('has that of its transaction before and after it is mined', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const destinations = [{ address: wallets.C.keys.address, amount: 1_000_000 }]
    const { tx_hash: txid } = await resultOf(engine, 'transfer', { destinations, unlock_time: 500, priority: 1 })
    const shown = async () => (await resultOf(engine, 'get_transfer_by_txid', { txid }))['transfer']
    expect(await shown()).toMatchObject({ type: 'pending', unlock_time: 0, locked: true, checkpointed: 0, height: 0 })
    node.setChain(mineOn(oxenRegtest, chain, node.submitted))
    node.pool.clear()
    node.immutableHeight = chain.length - 1
    await engine.refresh()
    expect(await shown()).toMatchObject({ type: 'out', unlock_time: 0, confirmations: 1, checkpointed: 0 })
    node.setChain(mineOn(oxenRegtest, node.chain))
    node.immutableHeight = chain.length
    await engine.refresh()
    expect(await shown()).toMatchObject({ confirmations: 2, checkpointed: 1 })
    expect(await resultOf(engine, 'get_height', {})).toEqual({
      height: chain.length + 2,
      immutable_height: chain.length,
    })
    const receiver = await restored(testHost(node), NETWORK, wallets.C.keys.mnemonic)
    expect((await resultOf(receiver, 'get_transfer_by_txid', { txid }))['transfer']).toMatchObject({
      ...{ type: 'in', unlock_time: 500, locked: true, suggested_confirmations_threshold: 1 },
    })
    expect(openedIn(receiver).balance().unlocked).toBeLessThan(openedIn(receiver).balance().total)
    await receiver.closeWallet()
    await engine.closeWallet()
  })
})

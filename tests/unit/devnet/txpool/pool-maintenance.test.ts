// Transactions in the pool: expiry, relay, conflicts, eviction, and what the pool reports of them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import { comparePriority, type PoolEntry } from '../../../../src/devnet/txpool/poolEntry.ts'
import { entriesToEvict } from '../../../../src/devnet/txpool/poolMaintenance.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { startPoolTest } from '../../../support/devnet/pool-payment.ts'
import {
  entryOf,
  mineOne,
  type Prepared,
  prepare,
  quietNode,
  send,
  twinOf,
  waiting,
} from '../../../support/wallet/payer.ts'

const DAY = 86_400

let running: RunningNode
let payer: Engine
let plain: Prepared
/** double spend of `plain` */
let rival: Prepared
const options = { doNotRelay: false, sanityCheck: true }

beforeAll(async () => {
  ;({ running, payer, payment: plain } = await startPoolTest())
  rival = await prepare(payer, payer, 3)
})
afterAll(() => payer.closeWallet())

const twin = (): RunningNode => twinOf(running)

const forward = (node: RunningNode, seconds: number) => callNode(node, 'dev_set_time', { forward: seconds })

describe('a transaction expires', () => {
  it('after three days, and is accepted again only after a restart', async () => {
    const node = twin()
    await send(node, plain.blob)
    await forward(node, 3 * DAY)
    expect(waiting(node)).toEqual([plain.id])
    await forward(node, 1)
    expect(waiting(node)).toEqual([])
    expect(await callNode(node, 'get_transaction_pool')).not.toHaveProperty('spent_key_images')
    expect(await send(node, plain.blob)).toMatchObject({ status: 'Failed', tvc: { m_verifivation_failed: true } })
    const again = quietNode({ dump: node.node.state.dump() })
    expect(await send(again, plain.blob)).toMatchObject({ status: 'OK' })
  })

  it('after seven days if it was in a block', async () => {
    const node = twin()
    await send(node, plain.blob)
    await mineOne(node)
    await callNode(node, 'pop_blocks', { nblocks: 1 })
    expect(entryOf(node, plain.id).keptByBlock).toBe(true)
    await forward(node, 7 * DAY)
    expect(waiting(node)).toEqual([plain.id])
    await forward(node, 1)
    expect(waiting(node)).toEqual([])
  })

  it('at once if its block is removed with keep_txs false', async () => {
    const node = twin()
    await send(node, plain.blob)
    const { height } = await mineOne(node)
    expect(await callNode(node, 'pop_blocks', { nblocks: 1, keep_txs: false })).toMatchObject({ height })
    expect(waiting(node)).toEqual([])
    await send(node, plain.blob)
    expect(waiting(node)).toEqual([plain.id])
  })

  it('also when only the clock of the host advances', async () => {
    let now = 1_800_000_000
    const ticks = new Set<() => void>()
    const node = quietNode({
      clock: () => now,
      dump: { ...running.node.state.dump(), pool: [] },
      ticker: (_milliseconds, tick) => {
        ticks.add(tick)
        return () => ticks.delete(tick)
      },
    })
    await send(node, plain.blob)
    now += 3 * DAY + 1
    let changes = 0
    node.node.listen(({ kind }) => {
      if (kind === 'dropped') changes++
    })
    for (const tick of ticks) tick()
    expect([waiting(node), changes]).toEqual([[], 1])
    node.close()
    expect(ticks.size).toBe(0)
  })
})

describe('a transaction is relayed', () => {
  it('immediately, again after four hours, and not in the second half of its lifetime', async () => {
    const node = twin()
    await send(node, plain.blob)
    const received = entryOf(node, plain.id).receivedAt
    const relayAgeAfter = async (seconds: number): Promise<number> => {
      await forward(node, seconds)
      return entryOf(node, plain.id).lastRelayedAt - received
    }
    expect(await relayAgeAfter(0)).toBe(0)
    expect(await relayAgeAfter(14_400)).toBe(0)
    expect(await relayAgeAfter(1)).toBe(14_401)
    expect(await relayAgeAfter(14_400)).toBe(14_401)
    expect(await relayAgeAfter(1)).toBe(28_802)
    expect(await relayAgeAfter(1.5 * DAY - 28_802)).toBe(1.5 * DAY)
    expect(await relayAgeAfter(DAY)).toBe(1.5 * DAY)
  })

  it('not with do_not_relay, until relay_tx', async () => {
    const node = twin()
    expect(await send(node, plain.blob, { do_not_relay: true })).toMatchObject({ status: 'OK', not_relayed: true })
    const stats = async () => (await callNode(node, 'get_transaction_pool_stats'))['pool_stats']
    expect(await stats()).toMatchObject({ txs_total: 1, num_not_relayed: 1 })
    await forward(node, DAY)
    expect(entryOf(node, plain.id)).toMatchObject({ relayed: false, doNotRelay: true, lastRelayedAt: 0 })
    const unknown = 'ab'.repeat(32)
    expect(await callNode(node, 'relay_tx', { txids: [plain.id, unknown] })).toEqual({ status: 'OK' })
    expect(await callNode(node, 'relay_tx', { txids: ['zz'] })).toEqual({ status: 'invalid transaction id: zz' })
    const now = node.node.clock()
    expect(entryOf(node, plain.id)).toMatchObject({ relayed: true, doNotRelay: false, lastRelayedAt: now })
    expect(await stats()).toMatchObject({ num_not_relayed: 0 })
  })
})

describe('a double spend', () => {
  it('is rejected, and marked on the transaction in the pool', async () => {
    const node = twin()
    await send(node, plain.blob)
    expect(entryOf(node, plain.id).doubleSpendSeen).toBe(false)
    expect(await send(node, rival.blob)).toMatchObject({ status: 'Failed', tvc: { m_double_spend: true } })
    expect(entryOf(node, plain.id).doubleSpendSeen).toBe(true)
    expect(waiting(node)).toEqual([plain.id])
  })

  it('is accepted from a block; the conflicting transaction in the pool fails, stays and is marked', async () => {
    const node = twin()
    await send(node, plain.blob)
    const block = await mineOne(node)
    await callNode(node, 'pop_blocks', { nblocks: 1 })
    await callNode(node, 'flush_txpool', { txids: [plain.id] })
    await send(node, rival.blob)
    // The block contains its transaction, which conflicts with the one in the pool.
    node.node.submitBlock(block.blob, [fromHex(plain.blob)])
    expect(waiting(node)).toEqual([rival.id])
    expect(entryOf(node, rival.id)).toMatchObject({ doubleSpendSeen: true, lastFailedHeight: 0 })
    const { height, id } = node.node.chain.tip
    await mineOne(node)
    expect(entryOf(node, rival.id)).toMatchObject({ lastFailedHeight: height, lastFailedId: id })
    expect(await callNode(node, 'get_transaction_pool')).toMatchObject({
      transactions: [
        { double_spend_seen: true, last_failed_height: height, last_failed_id_hash: toHex(id), kept_by_block: false },
      ],
    })
    expect((await callNode(node, 'get_transaction_pool_stats'))['pool_stats']).toMatchObject({
      num_failing: 1,
      num_double_spends: 1,
    })
    // Both are in the pool and neither is on the chain: the next block includes one of them.
    await callNode(node, 'pop_blocks', { nblocks: 2 })
    expect(waiting(node).toSorted()).toEqual([plain.id, rival.id].toSorted())
    const mined = await mineOne(node)
    expect(mined.transactions).toHaveLength(2)
  })

  it('is not accepted from a block if the other transaction is a blink', async () => {
    const node = twin()
    await callNode(node, 'dev_quorum', { present: true })
    await send(node, plain.blob)
    const block = await mineOne(node)
    await callNode(node, 'pop_blocks', { nblocks: 1 })
    await callNode(node, 'flush_txpool')
    await send(node, rival.blob, { blink: true })
    expect(() => node.node.submitBlock(block.blob, [fromHex(plain.blob)])).toThrow(/is not in the pool/)
    expect(waiting(node)).toEqual([rival.id])
  })
})

describe('a pool', () => {
  /** Returns an entry with only the fields that its position depends on. */
  const entry = (name: number, change: Partial<PoolEntry> & { weight?: number; type?: number } = {}): PoolEntry => {
    const { weight = 149_400, type = 0, ...facts } = change
    // Only these fields are read.
    const parsed = { id: Uint8Array.of(name >> 8, name), weight, transaction: { type } } as PoolEntry['parsed']
    return {
      parsed,
      ...{ fee: 100n, receivedAt: 5, keptByBlock: false, doNotRelay: false, relayed: true, lastRelayedAt: 5 },
      ...{ doubleSpendSeen: false, maxUsedHeight: 0, lastFailedHeight: 0, lastFailedId: new Uint8Array(32) },
      ...facts,
    }
  }
  const nameOf = ({ parsed: { id } }: PoolEntry): number => (id[0] ?? 0) * 256 + (id[1] ?? 0)

  it('sorts network transactions first, then by fee per weight, then by time, then by id', () => {
    const sorted = [
      entry(1, { fee: 0n, type: 1, receivedAt: 9 }),
      entry(2, { fee: 200n, weight: 100 }),
      entry(3, { fee: 300n, weight: 300, receivedAt: 1 }),
      entry(4, { fee: 100n, weight: 100, receivedAt: 2 }),
      entry(5, { fee: 100n, weight: 100, receivedAt: 2 }),
      entry(6, { fee: 1000n, weight: 1001 }),
    ]
    expect(sorted.toReversed().toSorted(comparePriority).map(nameOf)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('evicts the lowest fee rates above 648,000,000 bytes, except for transactions from blocks and blinks', () => {
    const most = Math.floor(648_000_000 / 149_400)
    const entries = Array.from({ length: most + 3 }, (_, i) => entry(i, { fee: BigInt(1000 + i) }))
    const spare = entries.map((each, i) => (i === 1 ? { ...each, keptByBlock: true } : each))
    const isApproved = (each: PoolEntry): boolean => nameOf(each) === 3
    const dropped = (all: readonly PoolEntry[]): number[] => {
      const weight = all.reduce((sum, { parsed }) => sum + parsed.weight, 0)
      return entriesToEvict(all.toSorted(comparePriority), weight, isApproved).map(nameOf)
    }
    expect(dropped(entries.slice(0, most))).toEqual([])
    expect(dropped(spare)).toEqual([0, 2, 4])
  })

  it('is flushed of the given transactions, or of all', async () => {
    const node = twin()
    await send(node, plain.blob)
    const flush = async (...txids: string[]) => (await callNode(node, 'flush_txpool', { txids }))['status']
    expect(await flush('00'.repeat(32))).toBe('OK')
    expect(await flush('zz')).toBe('Failed to parse txid')
    expect(waiting(node)).toEqual([plain.id])
    expect(await flush('zz', plain.id)).toBe('Failed to parse some of the txids')
    expect(waiting(node)).toEqual([])
    // It is accepted again, unlike expired transactions.
    await send(node, plain.blob)
    expect(waiting(node)).toEqual([plain.id])
    expect(await flush()).toBe('OK')
    expect(waiting(node)).toEqual([])
  })

  it('remembers invalid transactions until flush_cache', async () => {
    const { node, ...rest } = twin()
    const { network } = node.rules
    const good = parseTransaction(network, fromHex(plain.blob))
    const [proof] = good.prunable?.bulletproofs ?? []
    if (good.prunable === undefined || proof === undefined) throw new Error('the transaction has no range proof')
    const bad = serializeTransaction({
      ...good,
      prunable: { ...good.prunable, bulletproofs: [{ ...proof, taux: proof.t }] },
    })
    const reason = (): string => {
      const admission = node.pool.submit(bad, options)
      return admission.accepted ? 'accepted' : admission.reason
    }
    expect(reason()).toMatch(/range proof is invalid/)
    expect(reason()).toMatch(/cached as invalid/)
    await callNode({ node, ...rest }, 'flush_cache', { bad_blocks: true })
    expect(reason()).toMatch(/cached as invalid/)
    await callNode({ node, ...rest }, 'flush_cache', { bad_txs: true })
    expect(reason()).toMatch(/range proof is invalid/)
  })

  it('reports ages in ten bins, the last for the oldest two percent', async () => {
    const node = twin()
    const { network } = node.node.rules
    const transaction = parseTransaction(network, fromHex(plain.blob))
    const now = node.node.clock()
    const pool = Array.from({ length: 100 }, (_, i) => ({
      blob: serializeTransaction({ ...transaction, unlockTime: BigInt(i) }),
      receivedAt: now - (i < 98 ? i + 1 : 1000 * i),
    }))
    node.node.state.loadUntrusted({ ...node.node.state.dump(), pool })
    const { pool_stats: stats } = await callNode(node, 'get_transaction_pool_stats')
    // Written by the test's own node.
    const { histo, histo_98pc: from } = stats as { histo: { txs: number }[]; histo_98pc: number }
    expect(from).toBe(98_000)
    expect(histo.map(({ txs }) => txs)).toEqual([98, 0, 0, 0, 0, 0, 0, 0, 0, 2])
    node.node.state.loadUntrusted({ ...node.node.state.dump(), pool: pool.slice(0, 20) })
    const few = await callNode(node, 'get_transaction_pool_stats')
    expect(few['pool_stats']).toMatchObject({ histo_98pc: 0, histo: Array(10).fill({ txs: 2 }) })
  })
})

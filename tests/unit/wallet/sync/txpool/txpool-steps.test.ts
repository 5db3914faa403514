// What a poll of the txpool requests, records and relays.
import { describe, expect, it, vi } from 'vitest'
import { fromHex } from '../../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../../src/coin/networks/oxen.ts'
import { keyImagesOf } from '../../../../../src/coin/transactions/transaction.ts'
import { parseTransaction } from '../../../../../src/coin/transactions/transactionBytes.ts'
import { NodeRefusedError, NodeUnreachableError } from '../../../../../src/daemon/errors.ts'
import { BlockIds } from '../../../../../src/wallet/state/blockIds.ts'
import type { Payment } from '../../../../../src/wallet/state/ledger.ts'
import { ChainError } from '../../../../../src/wallet/sync/pageReader.ts'
import { unlessRefused } from '../../../../../src/wallet/sync/syncContext.ts'
import { followTxpool, scanNewTransactions } from '../../../../../src/wallet/sync/txpool.ts'
import { bytesOf, keyHex, sampleOutput, samplePayment } from '../../../../support/wallet/ledger-samples.ts'
import { chain, txs, wholeTransaction } from '../../../../support/wallet/small-chain.ts'
import { smallNode, syncStage } from '../../../../support/wallet/sync-stage.ts'

/** A paid B in block 203. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
const BLOB = wholeTransaction(TXID)

const stageOf = async (payments: readonly Payment[] = []) => {
  const stage = await syncStage({ node: smallNode(chain.slice(0, 203)) })
  const { state, node, context } = stage
  await state.update('strict', (draft) => {
    draft.putOutput(sampleOutput())
    for (const payment of payments) {
      draft.putPayment(payment)
      draft.markInputsSpent(payment, undefined)
    }
    return { blockIds: new BlockIds(0, new Uint8Array(32 * 203)) }
  })
  /** Polls the txpool of the node, or a false one. */
  const follow = async (ids = [...node.pool.values()].map(({ id }) => id)): Promise<void> => followTxpool(context, ids)
  const paymentOf = (byte: number) => state.ledger.payments.get(keyHex(byte))
  return { ...stage, follow, paymentOf }
}

const refused = new NodeRefusedError('no', { details: { url: 'memory:' } })

describe('a txpool transaction', () => {
  it('that pays the wallet is known until it is gone', async () => {
    const { state, node, follow } = await stageOf()
    node.addToPool(BLOB, true)
    const before = state.revision
    await follow()
    const entry = state.pool.entries.get(TXID)
    expect(entry).toMatchObject({ doubleSpendSeen: true, source: { timestamp: 1_700_000_000, blockVersion: 17 } })
    expect(entry?.received).toMatchObject([
      { amount: 777000001n, change: false, height: 0, globalIndex: 0, coinbase: false, timestamp: 1_700_000_000 },
    ])
    expect(entry?.source).toMatchObject({ coinbase: false, outputIndices: [] })
    expect(state.revision).toBeGreaterThan(before)
    expect(state.pool.seen).toEqual(new Set([TXID]))
    node.pool.clear()
    const known = state.revision
    await follow()
    expect([state.pool.entries.size, state.pool.seen.size, state.revision]).toEqual([0, 0, known + 1])
  })

  it('is requested once', async () => {
    const { state, node, follow } = await stageOf()
    node.addToPool(BLOB)
    await follow()
    const { revision } = state
    await follow()
    expect([[...state.pool.entries.keys()], state.revision]).toEqual([[TXID], revision])
    expect(node.calls.filter((name) => name === 'transactions')).toHaveLength(1)
  })

  it('of others is seen, not shown', async () => {
    const { state, node, context } = await syncStage({ node: smallNode(chain.slice(0, 203)), wallet: 'C' })
    const id = node.addToPool(BLOB)
    await followTxpool(context, [id])
    expect([state.pool.entries.size, [...state.pool.seen]]).toEqual([0, [TXID]])
  })

  it('is not a double spend because another one is', async () => {
    const { state, node, follow } = await stageOf()
    const other = txs.find(({ hash }) => hash !== TXID)?.hash ?? ''
    node.addToPool(wholeTransaction(other), true)
    node.addToPool(BLOB)
    await follow()
    expect(state.pool.entries.get(TXID)).toMatchObject({ doubleSpendSeen: false })
  })

  it('and its blink are stored relaxed', async () => {
    const { state, node, follow } = await stageOf()
    node.approve(node.addToPool(BLOB))
    const update = vi.spyOn(state, 'update')
    await follow()
    expect(update.mock.calls.map(([durability]) => durability)).toEqual(['relaxed', 'relaxed'])
  })

  it('has the time of the clock if the node reports none', async () => {
    const { state, node, time, follow } = await stageOf()
    node.addToPool(BLOB)
    const transactions = node.transactions.bind(node)
    node.transactions = async (ids) =>
      (await transactions(ids)).map((one) => ({ ...one, receivedTimestamp: undefined, doubleSpendSeen: false }))
    time.now = 1_800_000_000_999
    await follow()
    expect(state.pool.entries.get(TXID)).toMatchObject({ source: { timestamp: 1_800_000_000 }, doubleSpendSeen: false })
  })

  it('of another copy of the wallet is a pending payment, which returns change', async () => {
    const { state, node, context } = await syncStage({ wallet: 'A' })
    const [keyImage] = keyImagesOf(parseTransaction(oxenRegtest, BLOB))
    await state.update('strict', (draft) => void draft.putOutput(sampleOutput({ keyImage, amount: 10n ** 15n })))
    node.setChain(chain.slice(0, 203))
    node.addToPool(BLOB)
    await followTxpool(context, [fromHex(TXID)])
    expect(state.ledger.payments.get(TXID)).toMatchObject({ state: 'pending', created: 1_800_000_000 })
    expect([...state.ledger.outputs.values()][0]?.spent).toEqual({ txid: fromHex(TXID), height: undefined })
    expect(state.pool.entries.get(TXID)?.received.map(({ change }) => change)).toEqual([true])
  })

  it('that is in a block, or that was not requested, is ignored', async () => {
    const { state, node, follow } = await stageOf()
    node.setChain(chain)
    await follow([fromHex(TXID)])
    expect(state.pool.entries.size).toBe(0)
    expect(state.pool.seen.size).toBe(1)
    const other = await stageOf()
    other.node.addToPool(BLOB)
    const transactions = other.node.transactions.bind(other.node)
    other.node.transactions = () => transactions([fromHex(TXID)])
    await other.follow([bytesOf(1)])
    expect(other.state.pool.entries.size).toBe(0)
  })

  it('is rejected if it has another id', async () => {
    const { state, node, follow } = await stageOf()
    node.pool.set(keyHex(1), { id: bytesOf(1), blob: BLOB, doubleSpendSeen: false, blink: false })
    await expect(follow()).rejects.toThrow(ChainError)
    expect(state.pool.seen.size).toBe(0)
  })

  it('is requested with at most 99 others', async () => {
    const { node, follow, state } = await stageOf()
    const ids = Array.from({ length: 250 }, (_, i) => Uint8Array.of(i, ...new Uint8Array(31)))
    const requests: number[] = []
    node.transactions = async (requested) => {
      requests.push(requested.length)
      return []
    }
    await follow(ids)
    expect(requests).toEqual([100, 100, 50])
    expect(state.pool.seen.size).toBe(250)
  })

  it('is neither recorded nor seen if the sync ends meanwhile', async () => {
    const { state, node, context, stop } = await stageOf()
    node.addToPool(BLOB)
    const transactions = node.transactions.bind(node)
    node.transactions = async (ids) => {
      const answers = await transactions(ids)
      stop.abort()
      return answers
    }
    await expect(followTxpool(context, [fromHex(TXID)])).rejects.toThrow('stopped')
    expect([state.pool.entries.size, state.pool.seen.size]).toEqual([0, 0])
  })
})

describe('a poll between passes', () => {
  it('finds new transactions and blinks, and forgets none', async () => {
    const { state, node, context } = await stageOf([samplePayment({ blob: new Uint8Array() })])
    node.addToPool(BLOB)
    node.approve(fromHex(TXID))
    await scanNewTransactions(context, [fromHex(TXID)])
    expect(state.pool.entries.size).toBe(1)
    expect(state.blinks).toEqual(new Set([TXID]))
    await scanNewTransactions(context, [])
    expect([state.pool.entries.size, state.pool.seen.size, state.pool.missed.size]).toEqual([1, 1, 0])
  })
})

describe('a blink', () => {
  it('is recorded if the wallet receives or pays it, once', async () => {
    const { state, node, follow } = await stageOf([samplePayment()])
    node.addToPool(BLOB)
    node.pool.set(keyHex(9), { id: bytesOf(9), blob: BLOB, doubleSpendSeen: false, blink: true })
    node.approve(fromHex(TXID))
    state.pool.seen.add(keyHex(9))
    await follow()
    expect([...state.blinks].sort()).toEqual([keyHex(9), TXID].sort())
    const before = state.revision
    await follow()
    expect(state.revision).toBe(before)
  })

  it('of others is not recorded, though it is requested with each poll of a txpool that is not empty', async () => {
    const { state, node, follow } = await stageOf()
    await follow()
    expect(node.calls).not.toContain('blinkHashes')
    node.pool.set(keyHex(9), { id: bytesOf(9), blob: BLOB, doubleSpendSeen: false, blink: true })
    state.pool.seen.add(keyHex(9))
    await follow()
    await follow()
    expect(node.calls.filter((name) => name === 'blinkHashes')).toHaveLength(2)
    expect(state.blinks.size).toBe(0)
  })

  it('is not requested in a network without blinks', async () => {
    const paid = await stageOf([samplePayment({ blob: new Uint8Array() })])
    paid.state.pool.seen.add(keyHex(9))
    await followTxpool({ ...paid.context, network: { ...paid.context.network, hasBlink: false } }, [bytesOf(9)])
    expect(paid.node.calls).not.toContain('blinkHashes')
  })

  it('is unknown if the node refuses to list them', async () => {
    const { state, node, follow } = await stageOf()
    node.addToPool(BLOB)
    node.blinkHashes = () => Promise.reject(refused)
    await follow()
    expect(state.blinks.size).toBe(0)
    expect(await unlessRefused(Promise.reject(refused))).toEqual([])
    expect(await unlessRefused(Promise.resolve([1]))).toEqual([1])
    const gone = new NodeUnreachableError('gone', { details: { url: node.url } })
    await expect(unlessRefused(Promise.reject(gone))).rejects.toBe(gone)
  })
})

describe('a pending payment of this wallet', () => {
  const present = { id: bytesOf(9), blob: Uint8Array.of(1), doubleSpendSeen: false, blink: false }

  const stageWith = async (fields: Partial<Payment>) => {
    const stage = await stageOf([samplePayment(fields)])
    stage.state.pool.seen.add(keyHex(9))
    stage.node.submit = async (blob) => {
      stage.node.submitted.push(blob)
      return { accepted: true }
    }
    return stage
  }

  it.each([
    ['relayed at once if no node has accepted it', { relayed: false }, 1],
    ['not relayed at once if a node has accepted it', {}, 0],
    ['not relayed if it was in a block', { reverted: true, relayed: false }, 0],
    ['not relayed if another copy of the wallet made it', { blob: new Uint8Array(), relayed: false }, 0],
  ])('that the txpool lacks is %s', async (_, fields, times) => {
    const { node, follow } = await stageWith(fields)
    await follow([])
    expect(node.submitted).toHaveLength(times)
  })

  it('is relayed again after every twenty seconds of absence', async () => {
    const { node, time, follow } = await stageWith({})
    await follow([])
    time.advance(19_999)
    await follow([])
    expect(node.submitted).toHaveLength(0)
    time.advance(1)
    await follow([])
    expect(node.submitted).toEqual([Uint8Array.of(1)])
    await follow([])
    time.advance(19_999)
    await follow([])
    expect(node.submitted).toHaveLength(1)
    time.advance(1)
    await follow([])
    expect(node.submitted).toHaveLength(2)
  })

  it('is absent anew after the txpool had it', async () => {
    const { state, node, time, follow } = await stageWith({})
    await follow([])
    node.pool.set(keyHex(9), present)
    state.pool.seen.add(keyHex(9))
    await follow()
    expect(state.pool.missed.size).toBe(0)
    time.advance(20_000)
    node.pool.clear()
    await follow()
    expect(node.submitted).toHaveLength(0)
    expect(state.pool.missed.size).toBe(1)
  })

  it.each([
    [{ relayed: false }, { relayed: true, absences: 0 }],
    [{ absences: 1 }, { relayed: true, absences: 0 }],
  ])('of %j that the txpool has is recorded as relayed', async (fields, expected) => {
    const { node, follow, paymentOf } = await stageWith(fields)
    node.pool.set(keyHex(9), present)
    await follow()
    expect(paymentOf(9)).toMatchObject(expected)
    expect(node.submitted).toHaveLength(0)
  })

  it('is not written again if the txpool has it and nothing changed', async () => {
    const { state, node, follow } = await stageWith({})
    node.pool.set(keyHex(9), present)
    const before = state.revision
    await follow()
    expect(state.revision).toBe(before)
  })

  it('that was in a block fails at once if the txpool lacks it, and its inputs are free again', async () => {
    const { state, node, follow, paymentOf } = await stageWith({ reverted: true, relayed: false })
    await follow([])
    expect(paymentOf(9)).toMatchObject({ relayed: false, reverted: true, state: 'failed' })
    expect([...state.ledger.outputs.values()].map(({ spent }) => spent)).toEqual([undefined])
    const before = state.revision
    await follow([])
    expect(state.revision).toBe(before)
    expect(node.submitted).toHaveLength(0)
  })

  it('that was in a block and then in the txpool fails after two absences that are twenty seconds apart', async () => {
    const { state, node, time, follow, paymentOf } = await stageWith({ reverted: true })
    await follow([])
    time.advance(19_999)
    await follow([])
    expect(paymentOf(9)).toMatchObject({ absences: 1, state: 'pending' })
    time.advance(1)
    await follow([])
    expect(paymentOf(9)).toMatchObject({ relayed: true, reverted: true, state: 'failed' })
    expect([...state.ledger.outputs.values()].map(({ spent }) => spent)).toEqual([undefined])
    expect(node.submitted).toHaveLength(0)
  })
})

describe('a failed payment', () => {
  const present = { id: bytesOf(9), blob: Uint8Array.of(1), doubleSpendSeen: false, blink: false }
  const spentByIt = [{ txid: bytesOf(9), height: undefined }]

  it.each([
    ['a pass', followTxpool],
    ['a poll between passes', scanNewTransactions],
  ])('is pending again when %s finds it in the txpool, and is never relayed again by itself', async (_, poll) => {
    const { state, node, time, context, follow, paymentOf } = await stageOf()
    await state.update('strict', (draft) => {
      draft.putPayment(samplePayment({ state: 'failed', relayed: false }))
      return undefined
    })
    state.pool.seen.add(keyHex(9))
    node.pool.set(keyHex(9), present)
    await poll(context, [bytesOf(9)])
    expect(paymentOf(9)).toMatchObject({ state: 'pending', relayed: true, reverted: true, absences: 0 })
    expect([...state.ledger.outputs.values()].map(({ spent }) => spent)).toEqual(spentByIt)
    for (let i = 0; i < 2; i++) {
      time.advance(20_000)
      await follow([])
    }
    expect(paymentOf(9)?.state).toBe('failed')
    expect(node.submitted).toEqual([])
  })

  it('is left alone while the txpool lacks it', async () => {
    const { state, follow } = await stageOf()
    await state.update('strict', (draft) => {
      draft.putPayment(samplePayment({ state: 'failed' }))
      return undefined
    })
    const { revision } = state
    await follow([])
    expect(state.revision).toBe(revision)
  })
})

describe('a pending payment of another copy of the wallet', () => {
  const elsewhere = samplePayment({ blob: new Uint8Array() })

  it('is forgotten after two absences that are twenty seconds apart', async () => {
    const { state, time, follow, paymentOf } = await stageOf([elsewhere])
    const update = vi.spyOn(state, 'update')
    await follow([])
    expect(update.mock.calls.map(([durability]) => durability)).toEqual(['strict'])
    expect(paymentOf(9)).toMatchObject({ absences: 1, state: 'pending' })
    time.advance(19_999)
    await follow([])
    expect(paymentOf(9)?.absences).toBe(1)
    time.advance(1)
    await follow([])
    expect(paymentOf(9)).toBeUndefined()
    expect([...state.ledger.outputs.values()].map(({ spent }) => spent)).toEqual([undefined])
  })

  it('is not forgotten if the txpool has it in between', async () => {
    const { state, node, time, follow, paymentOf } = await stageOf([elsewhere])
    await follow([])
    node.pool.set(keyHex(9), { id: bytesOf(9), blob: BLOB, doubleSpendSeen: false, blink: false })
    state.pool.seen.add(keyHex(9))
    await follow()
    expect(paymentOf(9)?.absences).toBe(0)
    time.advance(20_000)
    node.pool.clear()
    await follow()
    expect(paymentOf(9)?.absences).toBe(1)
  })
})

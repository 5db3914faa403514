// The transfer history: entries of outputs, of payments and of the txpool, their order, and their groups.
import { describe, expect, it } from 'vitest'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import {
  approvedOutputs,
  changedEntry,
  compareEntries,
  creditedEntries,
  type Entry,
  groupByAddress,
  historyEntries,
  incomingEntries,
  outgoingEntries,
  suggestedConfirmations,
} from '../../../../src/wallet/history/history.ts'
import { Ledger, type OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { TxpoolView } from '../../../../src/wallet/state/txpoolView.ts'
import {
  bytesOf,
  keyHex,
  numberedOutput,
  sampleOutput,
  samplePayment,
  scannedTransaction,
} from '../../../support/wallet/ledger-samples.ts'

/** A txpool with one transaction of each of the lists of received outputs. */
const poolOf = (...transactions: readonly (readonly OwnedOutput[])[]): TxpoolView => {
  const pool = new TxpoolView()
  for (const received of transactions) {
    const { source } = scannedTransaction({})
    const id = keyHex(received[0]?.txid[0] ?? 0)
    pool.entries.set(id, { source, received, doubleSpendSeen: id === keyHex(231) })
  }
  return pool
}

const incomingOf = (outputs: readonly OwnedOutput[], pool = new TxpoolView(), network = oxenRegtest) =>
  incomingEntries(network, { ledger: new Ledger(outputs), pool })

const amountsOf = (entries: readonly Entry[]): bigint[] => entries.map(({ amount }) => amount)

/** An output of the txpool, which has neither a height nor a global index yet. */
const unmined = (number: number, fields: Partial<OutputFields> = {}) =>
  numberedOutput(number, { height: 0, globalIndex: 0, ...fields })

describe('an incoming entry', () => {
  const output = numberedOutput(30, {
    subaddress: { major: 2, minor: 3 },
    paymentId: bytesOf(8).slice(0, 8),
    unlockTime: 77n,
    fee: 5n,
  })

  it('has the fields of a mined output', () => {
    expect(incomingOf([output]).map((entry) => changedEntry(entry, {}))).toEqual([
      {
        direction: 'in',
        kind: 'transfer',
        state: 'confirmed',
        relayed: true,
        reverted: false,
        txid: bytesOf(230),
        amount: 100n,
        fee: 5n,
        height: 30,
        timestamp: 1_600_000_000,
        made: undefined,
        keyImages: [],
        account: 2,
        minors: [3],
        paymentId: bytesOf(8).slice(0, 8),
        unlockTime: 77n,
        destinations: [],
        keys: undefined,
        doubleSpendSeen: false,
        outputs: [output],
      },
    ])
  })

  it.each([
    [oxenRegtest, 'miner', 0],
    [oxenRegtest, 'service node', 1],
    [moneroRegtest, 'miner', 0],
    [moneroRegtest, 'miner', 1],
  ] as const)('of a coinbase of $name is of kind %s at output %i', (network, kind, indexInTx) => {
    expect(incomingOf([sampleOutput({ coinbase: true, indexInTx })], new TxpoolView(), network)[0]?.kind).toBe(kind)
    expect(incomingOf([sampleOutput({ indexInTx })])[0]?.kind).toBe('transfer')
  })

  it('of the txpool has no height, and tells of double spends', () => {
    expect(incomingOf([], poolOf([unmined(30)], [unmined(31)]))).toMatchObject([
      { state: 'pool', height: undefined, txid: bytesOf(230), doubleSpendSeen: false },
      { state: 'pool', height: undefined, txid: bytesOf(231), doubleSpendSeen: true },
    ])
  })

  it('of the txpool disappears once its transaction is mined', () => {
    const mined = numberedOutput(30)
    expect(incomingOf([mined], poolOf([unmined(30)], [unmined(31)])).map(({ state }) => state)).toEqual([
      'confirmed',
      'pool',
    ])
  })

  it('does not exist for change', () => {
    const pool = poolOf([unmined(32), unmined(33, { txid: bytesOf(232), change: true })])
    expect(
      incomingOf([numberedOutput(30, { change: true }), numberedOutput(31)], pool).map(({ txid }) => txid),
    ).toEqual([bytesOf(231), bytesOf(232)])
  })

  it('has what the output adds to the balance, and no output if that is nothing', () => {
    const twins = [5n, 8n, 8n].map((amount, i) => sampleOutput({ amount, txid: bytesOf(60 + i), height: 10 + i }))
    expect(incomingOf(twins).map(({ amount, outputs }) => [amount, outputs.length])).toEqual([
      [5n, 1],
      [3n, 1],
      [0n, 0],
    ])
    expect(amountsOf(creditedEntries(oxenRegtest, { ledger: new Ledger(twins), pool: new TxpoolView() }))).toEqual([
      5n,
      3n,
    ])
    const [first, ...others] = twins
    expect(amountsOf(incomingOf(first === undefined ? [] : [first], poolOf(others)))).toEqual([5n, 3n, 0n])
  })
})

describe('an outgoing entry', () => {
  const payment = samplePayment({
    account: 3,
    subaddresses: [1, 2],
    paymentId: bytesOf(8),
    unlockTime: 4n,
    keys: { main: bytesOf(6), additional: [] },
    relayed: false,
    reverted: true,
    kind: 'stake',
  })

  it('has the fields of a payment', () => {
    expect(outgoingEntries({ ledger: new Ledger([], [payment]) })).toEqual([
      {
        direction: 'out',
        kind: 'stake',
        state: 'pending',
        relayed: false,
        reverted: true,
        txid: bytesOf(9),
        amount: 59n,
        fee: 1n,
        height: undefined,
        timestamp: 1_600_000_000,
        made: 1_600_000_000,
        keyImages: [bytesOf(5)],
        account: 3,
        minors: [1, 2],
        paymentId: bytesOf(8),
        unlockTime: 4n,
        destinations: [{ address: 'address', amount: 59n }],
        keys: { main: bytesOf(6), additional: [] },
        doubleSpendSeen: false,
        outputs: [],
      },
    ])
  })

  it('has the time of its block', () => {
    const mined = samplePayment({ state: 'confirmed', height: 50, timestamp: 1_600_009_999 })
    expect(outgoingEntries({ ledger: new Ledger([], [mined]) })).toMatchObject([
      { height: 50, timestamp: 1_600_009_999 },
    ])
  })

  it.each([
    [100n, 41n],
    [40n, 0n],
    [59n, 0n],
    [60n, 1n],
  ])('of inputs of %i, change 40 and fee 19 paid %i', (amountIn, amount) => {
    const ledger = new Ledger([], [samplePayment({ amountIn, change: 40n, fee: 19n })])
    expect(amountsOf(outgoingEntries({ ledger }))).toEqual([amount])
  })

  it('is listed oldest first', () => {
    const payments = [
      samplePayment({ txid: bytesOf(1), created: 5 }),
      samplePayment({ txid: bytesOf(2), created: 4 }),
      samplePayment({ txid: bytesOf(3), height: 9, timestamp: 8 }),
    ]
    expect(outgoingEntries({ ledger: new Ledger([], payments) }).map(({ txid }) => txid[0])).toEqual([3, 2, 1])
  })
})

describe('the order of entries', () => {
  const [entry] = incomingOf([sampleOutput()])

  it.each([
    [
      'mined before unmined',
      { height: 50, timestamp: 9, txid: bytesOf(9) },
      { height: undefined, timestamp: 1, txid: bytesOf(1) },
    ],
    ['by height', { height: 49, timestamp: 9, txid: bytesOf(9) }, { height: 50, timestamp: 1, txid: bytesOf(1) }],
    [
      'by time',
      { height: undefined, timestamp: 1, txid: bytesOf(9) },
      { height: undefined, timestamp: 2, txid: bytesOf(1) },
    ],
    [
      'by transaction id',
      { height: 50, timestamp: 1, txid: bytesOf(1) },
      { height: 50, timestamp: 1, txid: bytesOf(2) },
    ],
  ])('is %s', (_, first, second) => {
    if (entry === undefined) throw new Error('there is no entry')
    expect(compareEntries(changedEntry(entry, first), changedEntry(entry, second))).toBeLessThan(0)
    expect(compareEntries(changedEntry(entry, second), changedEntry(entry, first))).toBeGreaterThan(0)
  })

  it('is by time in the txpool', () => {
    const entries = incomingOf([], poolOf([unmined(30, { timestamp: 9 })], [unmined(31, { timestamp: 8 })]))
    expect(entries.map(({ timestamp }) => timestamp)).toEqual([8, 9])
  })

  it('puts the txpool last', () => {
    const entries = incomingOf([numberedOutput(31), numberedOutput(30)], poolOf([unmined(32, { timestamp: 1 })]))
    expect(entries.map(({ txid }) => txid[0])).toEqual([230, 231, 232])
  })
})

describe('the groups of entries', () => {
  const of = (number: number, txid: number, major: number, minor: number) =>
    numberedOutput(number, { txid: bytesOf(txid), indexInTx: number, height: 30, subaddress: { major, minor } })

  const outputs = [of(1, 60, 0, 10), of(2, 60, 0, 9), of(3, 60, 0, 10), of(4, 60, 1, 9), of(5, 61, 0, 9)]

  it('by address have the sum of what one transaction paid to one address', () => {
    const grouped = groupByAddress(incomingOf(outputs))
    expect(grouped.map(({ txid, account, minors, amount }) => [txid[0], account, minors, amount])).toEqual([
      [60, 0, [10], 200n],
      [60, 0, [9], 100n],
      [60, 1, [9], 100n],
      [61, 0, [9], 100n],
    ])
    expect(grouped[0]?.outputs.map(({ indexInTx }) => indexInTx)).toEqual([1, 3])
  })

  it('of the history have the sum by account, with the payments, newest first', () => {
    const nothing = { ...of(6, 62, 0, 9), key: bytesOf(1), amount: 1n }
    const ledger = new Ledger([...outputs, nothing], [samplePayment()])
    const entries = historyEntries(oxenRegtest, { ledger, pool: new TxpoolView() })
    expect(
      entries.map(({ txid, direction, account, minors, amount }) => [txid[0], direction, account, minors, amount]),
    ).toEqual([
      [9, 'out', 0, [0], 59n],
      [61, 'in', 0, [9], 100n],
      [60, 'in', 0, [9, 10], 300n],
      [60, 'in', 1, [9], 100n],
    ])
  })
})

describe('the approved outputs of the txpool', () => {
  const approvedOf = (outputs: readonly OwnedOutput[], pool: TxpoolView, ...blinks: readonly number[]) =>
    approvedOutputs({ ledger: new Ledger(outputs), pool, blinks: new Set(blinks.map(keyHex)) })

  it('are those of blinks, without change', () => {
    const pool = poolOf([unmined(30), unmined(32, { txid: bytesOf(230), change: true })], [unmined(31)])
    expect(approvedOf([], pool, 230)).toEqual([unmined(30)])
    expect(approvedOf([], pool)).toEqual([])
    expect(approvedOf([numberedOutput(30)], pool, 230)).toEqual([])
  })

  it('have what they add to the balance', () => {
    const pool = poolOf([unmined(30, { key: bytesOf(1), amount: 8n })], [unmined(31, { key: bytesOf(1), amount: 7n })])
    const known = sampleOutput({ amount: 5n })
    expect(approvedOf([known], pool, 230, 231).map(({ amount }) => amount)).toEqual([3n])
    expect(approvedOf([], pool, 231).map(({ amount }) => amount)).toEqual([7n])
  })
})

it.each([
  [0n, 10n, 0],
  [1n, 10n, 1],
  [10n, 10n, 1],
  [11n, 10n, 2],
  [11n, 0n, 0],
])('suggests confirmations: amount %i, reward %i, %i blocks', (amount, reward, blocks) => {
  expect(suggestedConfirmations(amount, reward)).toBe(BigInt(blocks))
})

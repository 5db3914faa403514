// The ledger: order and indexes of outputs, pending payments, and what outputs that share a one-time key add to the balance.

import { describe, expect, it } from 'vitest'
import { keyPrefix } from '../../../../src/crypto/keys/keyPrefix.ts'
import { compareOutputs, Ledger, type OwnedOutput, outputId } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import {
  applyDraft,
  bytesOf,
  keyHex,
  numberedOutput,
  sampleOutput,
  samplePayment,
} from '../../../support/wallet/ledger-samples.ts'

const heightsOf = (outputs: Iterable<OwnedOutput>): number[] => Array.from(outputs, ({ height }) => height)

const put = (ledger: Ledger, ...outputs: readonly OwnedOutput[]): void => {
  applyDraft(ledger, (draft) => {
    for (const output of outputs) draft.putOutput(output)
  })
}

const removeFrom = (ledger: Ledger, output: OwnedOutput): void =>
  ledger.apply({
    outputs: new Map([[outputId(output), undefined]]),
    payments: new Map(),
    removedOutputs: new Map(),
    removedPayments: new Map(),
  })

/** Outputs with one one-time key, at the heights 10, 20, 30 and the global indices 101, 102, 103. */
const sharedKey = (...amounts: readonly bigint[]): OutputFields[] =>
  amounts.map((amount, i) =>
    sampleOutput({ amount, txid: bytesOf(50 + i), height: 10 * (i + 1), globalIndex: 101 + i, key: bytesOf(1) }),
  )

it('names an output by its transaction and its position', () => {
  expect(outputId({ txid: bytesOf(0xab), indexInTx: 3 })).toBe(`${'\u00ab'.repeat(32)}3`)
})

it.each([
  ['height', { height: 2, globalIndex: 1, indexInTx: 1 }, { height: 1, globalIndex: 9, indexInTx: 9 }],
  ['global index', { height: 1, globalIndex: 2, indexInTx: 1 }, { height: 1, globalIndex: 1, indexInTx: 9 }],
  ['position', { height: 1, globalIndex: 1, indexInTx: 2 }, { height: 1, globalIndex: 1, indexInTx: 1 }],
])('orders outputs by %s', (_, later, earlier) => {
  expect(compareOutputs(sampleOutput(later), sampleOutput(earlier))).toBeGreaterThan(0)
  expect(compareOutputs(sampleOutput(earlier), sampleOutput(later))).toBeLessThan(0)
})

describe('the order of the outputs', () => {
  it('is that of the chain, whatever the order in which they are added', () => {
    const ledger = new Ledger([numberedOutput(20), numberedOutput(40)])
    put(ledger, numberedOutput(30))
    expect(heightsOf(ledger.outputs.values())).toEqual([20, 30, 40])
    put(ledger, numberedOutput(50), numberedOutput(10))
    expect(heightsOf(ledger.outputs.values())).toEqual([10, 20, 30, 40, 50])
    put(ledger, numberedOutput(45))
    expect(heightsOf(ledger.outputs.values())).toEqual([10, 20, 30, 40, 45, 50])
  })

  it('follows a change of the height of an output', () => {
    const ledger = new Ledger([numberedOutput(20), numberedOutput(30), numberedOutput(40)])
    put(ledger, numberedOutput(20, { height: 35 }))
    expect(heightsOf(ledger.outputs.values())).toEqual([30, 35, 40])
    put(ledger, numberedOutput(40, { height: 25 }))
    expect(heightsOf(ledger.outputs.values())).toEqual([25, 30, 35])
    put(ledger, numberedOutput(40, { height: 50 }))
    expect(heightsOf(ledger.outputs.values())).toEqual([30, 35, 50])
  })

  it('is not changed by another change of an output', () => {
    const ledger = new Ledger([numberedOutput(20), numberedOutput(30)])
    put(ledger, numberedOutput(20, { frozen: true }))
    expect(heightsOf(ledger.outputs.values())).toEqual([20, 30])
    expect([...ledger.outputs.values()].map(({ frozen }) => frozen)).toEqual([true, false])
  })

  it('is oldest first among the outputs of one one-time key', () => {
    const [oldest, middle, newest] = sharedKey(1n, 2n, 3n) as [OutputFields, OutputFields, OutputFields] // as many as amounts
    const ledger = new Ledger([middle, newest, numberedOutput(60)])
    put(ledger, oldest)
    expect(ledger.withKey(keyHex(1))).toEqual([oldest, middle, newest].map(outputId))
    expect(ledger.withKey(keyHex(60))).toEqual([outputId(numberedOutput(60))])
  })
})

describe('the indexes', () => {
  it('find outputs by one-time key and by key image', () => {
    const ledger = new Ledger([numberedOutput(1), numberedOutput(2, { keyImage: undefined })])
    expect(ledger.withKey(keyHex(2))).toEqual([outputId({ txid: bytesOf(202), indexInTx: 0 })])
    expect(ledger.withKeyImage(keyHex(101))).toEqual([outputId({ txid: bytesOf(201), indexInTx: 0 })])
    expect(ledger.withKey(keyHex(3))).toEqual([])
    expect(ledger.withKeyImage(keyHex(102))).toEqual([])
    expect(ledger.hasKeyImagePrefix(keyPrefix(bytesOf(101)))).toBe(true)
    expect(ledger.hasKeyImagePrefix(keyPrefix(bytesOf(102)))).toBe(false)
  })

  it('name an output once after it was replaced', () => {
    const ledger = new Ledger([numberedOutput(1)])
    put(ledger, numberedOutput(1, { frozen: true }))
    expect(ledger.withKey(keyHex(1))).toHaveLength(1)
    expect(ledger.withKeyImage(keyHex(101))).toHaveLength(1)
  })

  it('forget a removed output, and keep others with its key', () => {
    const [first, second] = sharedKey(1n, 2n) as [OutputFields, OutputFields] // as many as amounts
    const ledger = new Ledger([first, second, numberedOutput(60, { keyImage: undefined })])
    removeFrom(ledger, first)
    expect(ledger.withKey(keyHex(1))).toEqual([outputId(second)])
    expect(ledger.withKeyImage(keyHex(5))).toEqual([outputId(second)])
    removeFrom(ledger, second)
    removeFrom(ledger, numberedOutput(60))
    removeFrom(ledger, numberedOutput(70))
    expect(ledger.withKey(keyHex(1))).toEqual([])
    expect(ledger.withKeyImage(keyHex(5))).toEqual([])
    expect(ledger.withKey(keyHex(60))).toEqual([])
    expect(ledger.outputs.size).toBe(0)
  })
})

it('lists a payment as pending while its state is pending', () => {
  const ledger = new Ledger([], [samplePayment(), samplePayment({ txid: bytesOf(8), state: 'failed' })])
  expect([...ledger.pending]).toEqual([keyHex(9)])
  applyDraft(ledger, (draft) => draft.putPayment(samplePayment({ state: 'confirmed', height: 50 })))
  expect([...ledger.pending]).toEqual([])
  expect([...ledger.payments.keys()]).toEqual([keyHex(9), keyHex(8)])
  applyDraft(ledger, (draft) => draft.putPayment(samplePayment({ txid: bytesOf(8) })))
  applyDraft(ledger, (draft) => draft.removePayment(keyHex(8)))
  expect([...ledger.pending]).toEqual([])
  expect([...ledger.payments.keys()]).toEqual([keyHex(9)])
})

it('retains data of removed outputs until it is cleared', () => {
  const ledger = new Ledger([], [], [[keyHex(1), { frozen: true, keyImage: undefined }]])
  expect([...ledger.removedOutputs]).toEqual([[keyHex(1), { frozen: true, keyImage: undefined }]])
  const changes = {
    outputs: new Map(),
    payments: new Map(),
    removedOutputs: new Map([[keyHex(1), undefined]]),
    removedPayments: new Map(),
  }
  ledger.apply(changes)
  expect(ledger.removedOutputs.size).toBe(0)
})

describe('outputs with one one-time key', () => {
  const other = numberedOutput(25)
  const spentBy = (height: number | undefined) => ({ spent: { txid: bytesOf(9), height } })

  const countedAmounts = (ledger: Ledger): bigint[] => Array.from(ledger.countedOutputs(), ({ amount }) => amount)

  it('count as the largest one, in the place of the first', () => {
    expect(countedAmounts(new Ledger([...sharedKey(5n, 8n, 8n, 7n), other]))).toEqual([8n, 100n])
    const [counted] = new Ledger(sharedKey(5n, 8n, 8n)).countedOutputs()
    expect(counted?.height).toBe(20)
  })

  it('add the differences to the balance', () => {
    const outputs = sharedKey(5n, 8n, 7n)
    const ledger = new Ledger([...outputs, other])
    expect(outputs.map((output) => ledger.credit(output))).toEqual([5n, 3n, 0n])
    expect(ledger.credit(other)).toBe(100n)
  })

  it('count as the one in the ring of the spend', () => {
    const outputs = sharedKey(5n, 8n, 20n).map((output) => ({ ...output, ...spentBy(90) }))
    const ring = samplePayment({ keyImages: [bytesOf(7), bytesOf(5)], rings: [[103], [99, 101]], state: 'confirmed' })
    const ledger = new Ledger([...outputs, other], [ring])
    expect(countedAmounts(ledger)).toEqual([5n, 100n])
    expect(outputs.map((output) => ledger.credit(output))).toEqual([5n, 0n, 0n])
  })

  it.each([
    ['a payment that is unknown', bytesOf(5), []],
    ['a payment without this input', bytesOf(5), [samplePayment({ keyImages: [bytesOf(7)], rings: [[103]] })]],
    ['a payment of a watch-only wallet', undefined, [samplePayment({ keyImages: [bytesOf(5)], rings: [[103]] })]],
  ])('count as the largest one before the spend by %s', (_, keyImage, payments) => {
    const [first, second, third] = sharedKey(5n, 8n, 20n) as [OutputFields, OutputFields, OutputFields] // as many as amounts
    const ledger = new Ledger(
      [first, { ...second, keyImage, ...spentBy(25) }, third].map((output) => ({ ...output, keyImage })),
      payments,
    )
    expect(countedAmounts(ledger)).toEqual([8n])
  })

  it('add what the txpool adds to those in blocks', () => {
    const [first, second] = sharedKey(5n, 8n) as [OutputFields, OutputFields] // as many as amounts
    const ledger = new Ledger([first])
    expect(ledger.credit(second, [second])).toBe(3n)
    expect(ledger.credit(other, [second, other])).toBe(100n)
    expect(ledger.credit(second, [])).toBe(8n)
  })
})

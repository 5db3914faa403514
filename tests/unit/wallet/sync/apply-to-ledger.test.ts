// What a scanned transaction changes in the ledger: outputs, spends, payments, and rivals of pending payments.
import { describe, expect, it } from 'vitest'
import { Ledger, type OwnedOutput, type Payment } from '../../../../src/wallet/state/ledger.ts'
import { applyMined, applyPooled, isChange } from '../../../../src/wallet/sync/applyToLedger.ts'
import {
  applyDraft,
  bytesOf,
  keyHex,
  numberedOutput,
  type SampleTransaction,
  sampleOutput,
  samplePayment,
  scannedTransaction,
} from '../../../support/wallet/ledger-samples.ts'

const HEIGHT = 50
const NOW = 1_700_000_000

/** Applies a transaction as mined at height 50. */
const mine = (ledger: Ledger, transaction: SampleTransaction): void => {
  applyDraft(ledger, (draft) => applyMined(draft, scannedTransaction(transaction), HEIGHT))
}

/** Applies a transaction of the txpool. */
const pool = (ledger: Ledger, transaction: SampleTransaction): void => {
  applyDraft(ledger, (draft) => applyPooled(draft, scannedTransaction({ ...transaction, height: undefined }), NOW))
}

const owned = (ledger: Ledger, byte: number): OwnedOutput | undefined =>
  [...ledger.outputs.values()].find((output) => output.key[0] === byte)

const paid = (ledger: Ledger): Payment | undefined => ledger.payments.get(keyHex(9))

const account = (major: number, minor = 0) => ({ subaddress: { major, minor } })

/** A payment that another copy of the wallet made from outputs 1 and 2, found in a block. */
const FOUND: Payment = {
  txid: bytesOf(9),
  state: 'confirmed',
  kind: 'transfer',
  account: 0,
  subaddresses: [0],
  amountIn: 200n,
  fee: 3n,
  change: 60n,
  destinations: [],
  paymentId: new Uint8Array(),
  unlockTime: 11n,
  keyImages: [bytesOf(101), bytesOf(102)],
  rings: [
    [1, 3],
    [2, 9],
  ],
  keys: undefined,
  blink: false,
  created: 1_600_000_500,
  isOwn: false,
  blob: new Uint8Array(),
  relayed: true,
  reverted: false,
  absences: 0,
  height: HEIGHT,
  timestamp: 1_600_000_500,
}

/** Spends the outputs 1 and 2; 60 return. */
const spendOfTwo: SampleTransaction = {
  inputs: [
    [bytesOf(101), [1, 2]],
    [bytesOf(102), [2, 7]],
  ],
  fee: 3n,
  unlockTime: 11n,
  received: [numberedOutput(30, { amount: 60n })],
}

const twoOutputs = () => new Ledger([numberedOutput(1), numberedOutput(2), numberedOutput(3)])

describe('a mined transaction of another copy of the wallet', () => {
  it('is recorded as a payment with its known inputs, and what returned is change', () => {
    const ledger = twoOutputs()
    mine(ledger, spendOfTwo)
    expect(paid(ledger)).toEqual(FOUND)
    expect(owned(ledger, 1)?.spent).toEqual({ txid: bytesOf(9), height: HEIGHT })
    expect(owned(ledger, 2)?.spent).toEqual({ txid: bytesOf(9), height: HEIGHT })
    expect(owned(ledger, 3)?.spent).toBeUndefined()
    expect(owned(ledger, 30)).toEqual(numberedOutput(30, { amount: 60n, change: true }))
  })

  it('has the recipients, payment id, keys and time that were retained of it, in the txpool and in a block', () => {
    const known = {
      destinations: [{ address: 'a', amount: 5n }],
      paymentId: bytesOf(3).subarray(0, 8),
      keys: { main: bytesOf(1), additional: [bytesOf(2)] },
      created: NOW - 5000,
    }
    const ledger = twoOutputs()
    applyDraft(ledger, (draft) => draft.retainPayment(keyHex(9), known))
    pool(ledger, spendOfTwo)
    expect(paid(ledger)).toMatchObject({ state: 'pending', ...known })
    expect(ledger.removedPayments.size).toBe(0)
    mine(ledger, spendOfTwo)
    expect(paid(ledger)).toEqual({ ...FOUND, ...known })
  })

  it('has as change what its retained recipients did not get: what it paid to its own account is none', () => {
    const known = {
      destinations: [
        { address: 'stranger', amount: 137n },
        { address: 'own', amount: 40n },
      ],
      paymentId: new Uint8Array(),
      keys: undefined,
      created: NOW,
    }
    const ledger = twoOutputs()
    applyDraft(ledger, (draft) => draft.retainPayment(keyHex(9), known))
    pool(ledger, spendOfTwo)
    expect(paid(ledger)?.change).toBe(20n)
    mine(ledger, spendOfTwo)
    expect(paid(ledger)).toMatchObject({ change: 20n, destinations: known.destinations })
    expect(owned(ledger, 30)?.change).toBe(true)
  })

  it('has no change if its retained recipients got all that returned to its account, which is not listed as received', () => {
    const known = { destinations: [{ address: 'own', amount: 197n }], paymentId: new Uint8Array(), keys: undefined }
    const ledger = twoOutputs()
    applyDraft(ledger, (draft) => draft.retainPayment(keyHex(9), { ...known, created: NOW }))
    pool(ledger, { ...spendOfTwo, received: [numberedOutput(30, { amount: 197n })] })
    expect(paid(ledger)?.change).toBe(0n)
    const payment = paid(ledger)
    expect(payment && isChange(payment, numberedOutput(30))).toBe(true)
  })

  it('is of the account of its last input, and lists the addresses of its inputs in order', () => {
    const outputs = [
      numberedOutput(1, account(4, 10)),
      numberedOutput(2, account(2, 9)),
      numberedOutput(3, account(2, 7)),
    ]
    const ledger = new Ledger(outputs)
    mine(ledger, {
      inputs: [
        [bytesOf(101), [1]],
        [bytesOf(103), [3]],
        [bytesOf(102), [2]],
      ],
      received: [numberedOutput(30, account(4)), numberedOutput(31, { ...account(2, 1), amount: 8n })],
    })
    expect(paid(ledger)).toMatchObject({ account: 2, subaddresses: [7, 9, 10], amountIn: 300n, change: 8n })
    expect(owned(ledger, 30)?.change).toBe(false)
    expect(owned(ledger, 31)?.change).toBe(true)
  })

  it('ignores inputs of others', () => {
    const ledger = twoOutputs()
    mine(ledger, {
      inputs: [
        [bytesOf(77), [5]],
        [bytesOf(101), [1]],
      ],
    })
    expect(paid(ledger)).toMatchObject({ keyImages: [bytesOf(101)], rings: [[1]], amountIn: 100n })
    mine(ledger, { txid: bytesOf(8), inputs: [[bytesOf(77), [5]]], received: [numberedOutput(31)] })
    expect(ledger.payments.size).toBe(1)
    expect(owned(ledger, 31)?.change).toBe(false)
  })

  it('is a stake if its extra says so, and keeps a long payment id', () => {
    const ledger = twoOutputs()
    const extra = {
      keys: [],
      additionalKeys: [],
      longPaymentId: bytesOf(33),
      encryptedPaymentId: undefined,
      isStake: true,
      fields: [],
    }
    mine(ledger, { ...spendOfTwo, extra })
    expect(paid(ledger)).toEqual({ ...FOUND, kind: 'stake', paymentId: bytesOf(33) })
  })

  it('spends the output in its ring of those that share a one-time key', () => {
    const twins = [5n, 8n, 20n].map((amount, i) =>
      sampleOutput({ amount, txid: bytesOf(60 + i), globalIndex: 101 + i, height: 10 }),
    )
    const ledger = new Ledger(twins)
    mine(ledger, { inputs: [[bytesOf(5), [99, 3]]] })
    expect(paid(ledger)).toMatchObject({ amountIn: 8n, rings: [[99, 102]] })
    expect([...ledger.outputs.values()].map(({ spent }) => spent?.height)).toEqual([HEIGHT, HEIGHT, HEIGHT])
  })

  it('spends the largest older output if its ring contains none of those that share a one-time key', () => {
    const twins = [5n, 8n, 20n].map((amount, i) =>
      sampleOutput({ amount, txid: bytesOf(60 + i), globalIndex: 101 + i, height: 48 + i }),
    )
    const ledger = new Ledger(twins)
    mine(ledger, { inputs: [[bytesOf(5), [1]]] })
    expect(paid(ledger)).toMatchObject({ amountIn: 8n })
  })

  it.each([
    ['no change if the known inputs do not cover what returned', 98n, 0n, false],
    ['change if the known inputs cover what returned and the fee', 97n, 97n, true],
  ])('has %s', (_, returned, change, isOwnChange) => {
    const ledger = twoOutputs()
    mine(ledger, { inputs: [[bytesOf(101), [1]]], fee: 3n, received: [numberedOutput(30, { amount: returned })] })
    expect(paid(ledger)?.change).toBe(change)
    expect(owned(ledger, 30)?.change).toBe(isOwnChange)
  })

  it('replaces what was known of it in the txpool, except its date', () => {
    const ledger = twoOutputs()
    pool(ledger, { ...spendOfTwo, inputs: [[bytesOf(101), [1, 2]]] })
    mine(ledger, spendOfTwo)
    expect(paid(ledger)).toEqual({ ...FOUND, created: NOW })
  })
})

describe('a mined payment of this wallet', () => {
  const pending = samplePayment({
    keyImages: [bytesOf(101)],
    rings: [[1]],
    relayed: false,
    reverted: true,
    blink: true,
  })

  it('is confirmed and keeps what the wallet recorded', () => {
    const ledger = new Ledger([numberedOutput(1)], [pending])
    mine(ledger, { inputs: [[bytesOf(101), [1]]], unlockTime: 12n, received: [numberedOutput(30, { amount: 40n })] })
    expect(paid(ledger)).toEqual({
      ...pending,
      state: 'confirmed',
      relayed: true,
      reverted: false,
      height: HEIGHT,
      timestamp: 1_600_000_500,
      unlockTime: 12n,
    })
    expect(owned(ledger, 1)?.spent).toEqual({ txid: bytesOf(9), height: HEIGHT })
    expect(owned(ledger, 30)?.change).toBe(true)
  })

  it('counts all that returned as change if nothing was paid to others', () => {
    const ledger = new Ledger([numberedOutput(1)], [pending])
    mine(ledger, {
      inputs: [[bytesOf(101), [1]]],
      received: [numberedOutput(30, { amount: 59n }), numberedOutput(31, { amount: 40n })],
    })
    expect(paid(ledger)?.change).toBe(99n)
  })

  it('is confirmed in a wallet that does not know its inputs', () => {
    const ledger = new Ledger([], [pending])
    mine(ledger, { inputs: [[bytesOf(101), [1]]], received: [numberedOutput(30)] })
    expect(paid(ledger)).toEqual({
      ...pending,
      state: 'confirmed',
      relayed: true,
      reverted: false,
      height: HEIGHT,
      timestamp: 1_600_000_500,
    })
    expect(owned(ledger, 30)?.change).toBe(false)
  })

  it('leaves other pending payments', () => {
    const other = samplePayment({ txid: bytesOf(8), keyImages: [bytesOf(102)] })
    const ledger = new Ledger([numberedOutput(1), numberedOutput(2)], [pending, other])
    mine(ledger, { inputs: [[bytesOf(101), [1]]] })
    expect(ledger.payments.get(keyHex(8))).toEqual(other)
  })
})

it('fails the pending payments whose inputs another transaction spends, and frees their other inputs', () => {
  const spent = { txid: bytesOf(8), height: undefined }
  const rival = samplePayment({ txid: bytesOf(8), keyImages: [bytesOf(102), bytesOf(101)] })
  const ledger = new Ledger([numberedOutput(1, { spent }), numberedOutput(2, { spent })], [rival])
  mine(ledger, { inputs: [[bytesOf(101), [1]]] })
  expect(ledger.payments.get(keyHex(8))).toEqual({ ...rival, state: 'failed' })
  expect(owned(ledger, 1)?.spent).toEqual({ txid: bytesOf(9), height: HEIGHT })
  expect(owned(ledger, 2)?.spent).toBeUndefined()
})

describe('a received output', () => {
  it('is spent by the pending payment that has its key image', () => {
    const ledger = new Ledger(
      [],
      [
        samplePayment({ txid: bytesOf(7), keyImages: [bytesOf(66)] }),
        samplePayment({ keyImages: [bytesOf(66), bytesOf(130)] }),
      ],
    )
    mine(ledger, { txid: bytesOf(8), received: [numberedOutput(30), numberedOutput(31)] })
    expect(owned(ledger, 30)?.spent).toEqual({ txid: bytesOf(9), height: undefined })
    expect(owned(ledger, 31)?.spent).toBeUndefined()
  })

  it('is not spent if its key image is unknown', () => {
    const ledger = new Ledger([], [samplePayment({ keyImages: [bytesOf(130)] })])
    mine(ledger, { txid: bytesOf(8), received: [numberedOutput(30, { keyImage: undefined })] })
    expect(owned(ledger, 30)?.spent).toBeUndefined()
  })

  it('is spent if its one-time key was', () => {
    const ledger = new Ledger([sampleOutput({ spent: { txid: bytesOf(7), height: 45 } })])
    mine(ledger, { txid: bytesOf(8), received: [sampleOutput({ txid: bytesOf(8), indexInTx: 1 })] })
    expect([...ledger.outputs.values()].map(({ spent }) => spent?.height)).toEqual([45, 45])
  })

  it('is unspent if its one-time key is', () => {
    const ledger = new Ledger([sampleOutput()])
    mine(ledger, { txid: bytesOf(8), received: [sampleOutput({ txid: bytesOf(8) })] })
    expect([...ledger.outputs.values()].map(({ spent }) => spent)).toEqual([undefined, undefined])
  })

  it('is frozen again if it was before its removal', () => {
    const ledger = new Ledger([], [], [[keyHex(30), { frozen: true, keyImage: undefined }]])
    mine(ledger, { received: [numberedOutput(30)] })
    expect(owned(ledger, 30)?.frozen).toBe(true)
    expect(ledger.removedOutputs.size).toBe(0)
  })
})

describe('change', () => {
  const madeElsewhere = { isOwn: false, change: 0n }

  it.each([
    ['returns to the account of a payment', samplePayment(), 0, true],
    ['does not return to another account', samplePayment(), 1, false],
    ['returns to a payment of this wallet even if it has no change', samplePayment({ change: 0n }), 0, true],
    ['does not return to a payment with unknown inputs', samplePayment(madeElsewhere), 0, false],
    ['returns to a payment made elsewhere', samplePayment({ ...madeElsewhere, change: 1n }), 0, true],
  ])('%s', (_, payment, major, expected) => {
    expect(isChange(payment, account(major, 3))).toBe(expected)
  })
})

describe('a txpool transaction', () => {
  it('of another copy of the wallet is recorded as a pending payment', () => {
    const ledger = twoOutputs()
    pool(ledger, spendOfTwo)
    expect(paid(ledger)).toEqual({ ...FOUND, state: 'pending', created: NOW, height: undefined, timestamp: undefined })
    expect(owned(ledger, 1)?.spent).toEqual({ txid: bytesOf(9), height: undefined })
    expect(owned(ledger, 30)).toBeUndefined()
  })

  it('has change if its known inputs cover what returned and the fee', () => {
    const ledger = twoOutputs()
    pool(ledger, { inputs: [[bytesOf(101), [1]]], fee: 3n, received: [numberedOutput(30, { amount: 97n })] })
    expect(paid(ledger)?.change).toBe(97n)
  })

  it('of this wallet changes nothing', () => {
    const ledger = new Ledger([numberedOutput(1)], [samplePayment()])
    pool(ledger, { inputs: [[bytesOf(101), [1]]] })
    expect(paid(ledger)).toEqual(samplePayment())
    expect(owned(ledger, 1)?.spent).toBeUndefined()
  })

  it('that spends nothing of the wallet is no payment', () => {
    const ledger = twoOutputs()
    pool(ledger, { inputs: [[bytesOf(77), [1]]], received: [numberedOutput(30)] })
    expect(ledger.payments.size).toBe(0)
  })
})

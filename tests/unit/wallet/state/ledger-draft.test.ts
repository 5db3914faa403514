// Changes of a ledger before they are applied: reads, spends, retained data of removed outputs, and the return to an earlier height.
import { describe, expect, it } from 'vitest'
import { Ledger, type OwnedOutput, outputId, type Payment } from '../../../../src/wallet/state/ledger.ts'
import { LedgerDraft } from '../../../../src/wallet/state/ledgerDraft.ts'
import {
  applyDraft,
  bytesOf,
  keyHex,
  numberedOutput,
  sampleOutput,
  samplePayment,
} from '../../../support/wallet/ledger-samples.ts'

const heightsOf = (outputs: Iterable<OwnedOutput>): number[] => Array.from(outputs, ({ height }) => height)

/** A draft of a new ledger. */
const draftOf = (outputs: readonly OwnedOutput[] = [], payments: readonly Payment[] = []): LedgerDraft =>
  new LedgerDraft(new Ledger(outputs, payments))

/** A draft of a ledger that retains data of a removed output with the one-time key `bytesOf(1)`. */
const draftRetaining = (frozen: boolean, keyImage?: Uint8Array): LedgerDraft =>
  new LedgerDraft(new Ledger([], [], [[keyHex(1), { frozen, keyImage }]]))

const spentBy = (txid: Uint8Array, height?: number) => ({ spent: { txid, height } })

describe('a draft', () => {
  it('changes the ledger only when it is applied', () => {
    const ledger = new Ledger([numberedOutput(1), numberedOutput(2)], [samplePayment()])
    const draft = new LedgerDraft(ledger)
    draft.putOutput(numberedOutput(1, { frozen: true }))
    draft.putOutput(numberedOutput(3))
    draft.removePayment(keyHex(9))
    expect(ledger.outputs.get(outputId(numberedOutput(1)))?.frozen).toBe(false)
    expect(ledger.outputs.size).toBe(2)
    expect(ledger.payments.size).toBe(1)
    expect(draft.output(outputId(numberedOutput(1)))?.frozen).toBe(true)
    expect(heightsOf(draft.outputs())).toEqual([2, 1, 3])
    expect(draft.payment(keyHex(9))).toBeUndefined()
    ledger.apply(draft.changes)
    expect([...ledger.outputs.values()].map(({ height, frozen }) => [height, frozen])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ])
    expect(ledger.payments.size).toBe(0)
  })

  it('is empty until anything changes', () => {
    expect(draftOf([numberedOutput(1)], [samplePayment()]).isEmpty).toBe(true)
    const changes: ((draft: LedgerDraft) => void)[] = [
      (draft) => draft.putOutput(numberedOutput(1)),
      (draft) => draft.putPayment(samplePayment()),
      (draft) => draft.setKeyImage(bytesOf(1), bytesOf(2)),
      (draft) => draft.retainOutput(bytesOf(1), { frozen: true, keyImage: undefined }),
      (draft) => draft.retainPayment(keyHex(1), undefined),
    ]
    for (const change of changes) {
      const draft = draftOf()
      change(draft)
      expect(draft.isEmpty).toBe(false)
    }
  })

  it('knows whether any payment exists', () => {
    expect(draftOf([numberedOutput(1)]).hasPayments).toBe(false)
    expect(draftOf([], [samplePayment()]).hasPayments).toBe(true)
    const draft = draftOf()
    draft.putPayment(samplePayment())
    expect(draft.hasPayments).toBe(true)
  })

  it('finds outputs by key image, whether they are in the ledger or new', () => {
    const draft = draftOf([numberedOutput(1)])
    draft.putOutput(numberedOutput(1, { frozen: true }))
    draft.putOutput(numberedOutput(2))
    draft.putOutput(numberedOutput(3, { keyImage: undefined }))
    expect(draft.withKeyImage(bytesOf(101)).map(({ frozen }) => frozen)).toEqual([true])
    expect(heightsOf(draft.withKeyImage(bytesOf(102)))).toEqual([2])
    expect(draft.withKeyImage(bytesOf(103))).toEqual([])
    expect(heightsOf(draftOf([numberedOutput(1)]).withKeyImage(bytesOf(101)))).toEqual([1])
  })

  it('lists each pending payment once, as changed', () => {
    const draft = draftOf([], [samplePayment(), samplePayment({ txid: bytesOf(8) })])
    draft.putPayment(samplePayment({ absences: 3 }))
    draft.putPayment(samplePayment({ txid: bytesOf(8), state: 'failed' }))
    draft.putPayment(samplePayment({ txid: bytesOf(7) }))
    draft.putPayment(samplePayment({ txid: bytesOf(6), state: 'confirmed' }))
    draft.putPayment(samplePayment({ txid: bytesOf(5) }))
    draft.removePayment(keyHex(5))
    expect(draft.pending()).toEqual([samplePayment({ absences: 3 }), samplePayment({ txid: bytesOf(7) })])
  })
})

describe('a spend', () => {
  const statesOf = (draft: LedgerDraft) => draft.withKeyImage(bytesOf(5)).map(({ spent }) => spent)

  it('by an unmined payment leaves what a mined transaction spends', () => {
    const draft = draftOf([
      sampleOutput({ txid: bytesOf(20), ...spentBy(bytesOf(8), 45) }),
      sampleOutput({ txid: bytesOf(21), ...spentBy(bytesOf(8)) }),
      sampleOutput({ txid: bytesOf(22) }),
      numberedOutput(1),
    ])
    draft.markInputsSpent(samplePayment(), undefined)
    expect(statesOf(draft)).toEqual([
      { txid: bytesOf(8), height: 45 },
      { txid: bytesOf(9), height: undefined },
      { txid: bytesOf(9), height: undefined },
    ])
    expect(draft.withKeyImage(bytesOf(101))[0]?.spent).toBeUndefined()
  })

  it('by a mined payment replaces any other', () => {
    const draft = draftOf([sampleOutput(spentBy(bytesOf(8), 45))])
    draft.markInputsSpent(samplePayment(), 46)
    expect(statesOf(draft)).toEqual([{ txid: bytesOf(9), height: 46 }])
  })

  it('is undone for the inputs that the payment spends, if it fails', () => {
    const draft = draftOf(
      [
        sampleOutput(spentBy(bytesOf(9))),
        sampleOutput({ txid: bytesOf(21), ...spentBy(bytesOf(8), 45) }),
        numberedOutput(1),
      ],
      [samplePayment({ height: 50, timestamp: 7 })],
    )
    draft.markFailed(samplePayment({ keyImages: [bytesOf(5), bytesOf(101)], height: 50, timestamp: 7 }))
    expect(statesOf(draft)).toEqual([undefined, { txid: bytesOf(8), height: 45 }])
    expect(draft.payment(keyHex(9))).toEqual(samplePayment({ state: 'failed', keyImages: [bytesOf(5), bytesOf(101)] }))
    expect(draft.changes.outputs.size).toBe(1)
  })

  it('passes to another pending payment with the same input, if it fails', () => {
    const draft = draftOf([sampleOutput(spentBy(bytesOf(9)))], [samplePayment(), samplePayment({ txid: bytesOf(8) })])
    draft.markFailed(samplePayment())
    expect(statesOf(draft)).toEqual([{ txid: bytesOf(8), height: undefined }])
  })

  it('is undone when the payment is withdrawn, which then is unknown', () => {
    const draft = draftOf([sampleOutput(spentBy(bytesOf(9)))], [samplePayment()])
    draft.withdrawPayment(samplePayment())
    expect(statesOf(draft)).toEqual([undefined])
    expect(draft.payment(keyHex(9))).toBeUndefined()
  })
})

describe('the data of a removed output', () => {
  const scanned = sampleOutput({ keyImage: undefined })

  it.each([
    ['the frozen flag', draftRetaining(true), { frozen: true, keyImage: undefined }],
    ['the key image', draftRetaining(false, bytesOf(6)), { frozen: false, keyImage: bytesOf(6) }],
  ])('returns %s to an output that is scanned again, once', (_, draft, expected) => {
    expect(draft.withRetainedData(scanned)).toEqual({ ...scanned, ...expected })
    expect([...draft.changes.removedOutputs]).toEqual([[keyHex(1), undefined]])
    expect(draft.withRetainedData(scanned)).toEqual(scanned)
  })

  it('does not replace the key image of the scanned output', () => {
    expect(draftRetaining(true, bytesOf(6)).withRetainedData(sampleOutput())).toEqual(sampleOutput({ frozen: true }))
  })

  it('changes nothing of other outputs', () => {
    const draft = draftRetaining(true, bytesOf(6))
    expect(draft.withRetainedData(numberedOutput(2))).toEqual(numberedOutput(2))
    expect(draft.isEmpty).toBe(true)
  })

  it.each([
    ['frozen', { frozen: true }],
    ['of a known key image', { keyImage: bytesOf(6) }],
  ])('is that of an output with the same one-time key that is %s', (_, fields) => {
    const draft = draftOf([sampleOutput({ txid: bytesOf(20), keyImage: undefined, ...fields }), numberedOutput(2)])
    expect(draft.withRetainedData(scanned)).toEqual({ ...scanned, ...fields })
    expect(draft.isEmpty).toBe(true)
  })

  it('is that of the draft if it retains data itself', () => {
    const draft = draftRetaining(false, bytesOf(6))
    draft.setKeyImage(bytesOf(1), bytesOf(7))
    expect(draft.withRetainedData(scanned)).toEqual({ ...scanned, keyImage: bytesOf(7) })
  })
})

describe('an imported key image', () => {
  it('completes the outputs of its one-time key that have none', () => {
    const draft = draftOf([
      sampleOutput({ txid: bytesOf(20), keyImage: undefined }),
      sampleOutput({ txid: bytesOf(21) }),
      numberedOutput(2, { keyImage: undefined }),
    ])
    draft.setKeyImage(bytesOf(1), bytesOf(6))
    expect([...draft.changes.outputs.values()]).toEqual([sampleOutput({ txid: bytesOf(20), keyImage: bytesOf(6) })])
    expect(draft.changes.removedOutputs.size).toBe(0)
  })

  it('is retained with the frozen flag until its output is scanned', () => {
    const retained = (draft: LedgerDraft) => draft.changes.removedOutputs.get(keyHex(1))
    const unknown = draftOf([numberedOutput(2)])
    unknown.setKeyImage(bytesOf(1), bytesOf(6))
    expect(retained(unknown)).toEqual({ frozen: false, keyImage: bytesOf(6) })
    const frozen = draftRetaining(true)
    frozen.setKeyImage(bytesOf(1), bytesOf(6))
    expect(retained(frozen)).toEqual({ frozen: true, keyImage: bytesOf(6) })
    frozen.setKeyImage(bytesOf(1), bytesOf(7))
    expect(retained(frozen)).toEqual({ frozen: true, keyImage: bytesOf(7) })
  })
})

describe('a rollback to height 40', () => {
  it('removes the outputs from that height on and undoes the spends', () => {
    const ledger = new Ledger([
      numberedOutput(30),
      numberedOutput(31, spentBy(bytesOf(8), 39)),
      numberedOutput(32, spentBy(bytesOf(8), 40)),
      numberedOutput(33, spentBy(bytesOf(8))),
      numberedOutput(39),
      numberedOutput(40),
      numberedOutput(41, spentBy(bytesOf(8), 42)),
    ])
    const { outputs } = applyDraft(ledger, (draft) => draft.rollback(40, 'derived'))
    expect([...ledger.outputs.values()].map(({ height, spent }) => [height, spent?.height ?? spent])).toEqual([
      [30, undefined],
      [31, 39],
      [32, undefined],
      [33, { txid: bytesOf(8), height: undefined }],
      [39, undefined],
    ])
    expect(outputs.size).toBe(3)
    expect(ledger.removedOutputs.size).toBe(0)
  })

  it('hides what it removes from later reads of the draft', () => {
    const twin = { txid: bytesOf(60), height: 41 }
    const draft = draftOf([numberedOutput(39), numberedOutput(40, { key: bytesOf(1) }), sampleOutput(twin)])
    draft.rollback(40, 'derived')
    expect(heightsOf(draft.outputs())).toEqual([39])
    expect(draft.output(outputId(sampleOutput(twin)))).toBeUndefined()
    expect(draft.withKeyImage(bytesOf(5))).toEqual([])
    const scanned = sampleOutput({ keyImage: undefined })
    expect(draft.withRetainedData(scanned)).toEqual(scanned)
    draft.setKeyImage(bytesOf(1), bytesOf(6))
    expect(draft.withRetainedData(scanned)).toEqual({ ...scanned, keyImage: bytesOf(6) })
  })

  it('makes a payment pending whose inputs it removes too', () => {
    const ledger = new Ledger(
      [sampleOutput({ height: 40, ...spentBy(bytesOf(9), 41) })],
      [samplePayment({ state: 'confirmed', height: 41 })],
    )
    applyDraft(ledger, (draft) => draft.rollback(40, 'derived'))
    expect(ledger.outputs.size).toBe(0)
    expect([...ledger.pending]).toEqual([keyHex(9)])
  })

  it('retains the recipients, keys and times of payments that were not made here, until they are found again', () => {
    const known = {
      ...{ destinations: [{ address: 'a', amount: 5n }], paymentId: bytesOf(3) },
      ...{ keys: undefined, created: 1_600_000_007 },
    }
    const elsewhere = { state: 'confirmed', height: 41, blob: new Uint8Array() } as const
    const ledger = new Ledger(
      [],
      [
        samplePayment({ ...elsewhere, ...known }),
        samplePayment({ ...elsewhere, txid: bytesOf(8), destinations: [], keys: { main: bytesOf(1), additional: [] } }),
        samplePayment({ ...elsewhere, txid: bytesOf(7), destinations: [], keys: undefined }),
        samplePayment({ ...elsewhere, ...known, txid: bytesOf(6), height: 39 }),
      ],
    )
    applyDraft(ledger, (draft) => draft.rollback(40, 'derived'))
    expect([...ledger.payments.keys()]).toEqual([keyHex(6)])
    expect([...ledger.removedPayments.keys()]).toEqual([keyHex(9), keyHex(8)])
    const draft = new LedgerDraft(ledger)
    expect(draft.takePaymentData(keyHex(9))).toEqual(known)
    expect(draft.takePaymentData(keyHex(9))).toBeUndefined()
    expect(draft.takePaymentData(keyHex(7))).toBeUndefined()
    expect(draft.takePaymentData(keyHex(6))).toMatchObject(known)
    expect([...draft.changes.removedPayments]).toEqual([[keyHex(9), undefined]])
  })

  it('retains frozen flags, and key images that only an import can return', () => {
    const outputs = [
      numberedOutput(40, { frozen: true }),
      numberedOutput(41),
      numberedOutput(42, { keyImage: undefined }),
      numberedOutput(39, { frozen: true }),
    ]
    const retainedAfter = (origin: 'derived' | 'imported') => {
      const ledger = new Ledger(outputs)
      applyDraft(ledger, (draft) => draft.rollback(40, origin))
      return [...ledger.removedOutputs]
    }
    expect(retainedAfter('derived')).toEqual([[keyHex(40), { frozen: true, keyImage: undefined }]])
    expect(retainedAfter('imported')).toEqual([
      [keyHex(40), { frozen: true, keyImage: bytesOf(140) }],
      [keyHex(41), { frozen: false, keyImage: bytesOf(141) }],
    ])
  })

  it('makes payments of this wallet pending again, which only the user relays', () => {
    const mined = { state: 'confirmed', height: 40, timestamp: 7, absences: 2 } as const
    const ledger = new Ledger([sampleOutput({ height: 30, ...spentBy(bytesOf(9), 40) })], [samplePayment(mined)])
    applyDraft(ledger, (draft) => draft.rollback(40, 'derived'))
    expect([...ledger.payments.values()]).toEqual([
      samplePayment({ relayed: false, reverted: true, absences: 0, height: undefined, timestamp: undefined }),
    ])
    expect([...ledger.outputs.values()].map(({ spent }) => spent)).toEqual([{ txid: bytesOf(9), height: undefined }])
  })

  it('removes payments that were made elsewhere', () => {
    const elsewhere = { blob: new Uint8Array(), state: 'confirmed' } as const
    const ledger = new Ledger(
      [sampleOutput({ height: 30, ...spentBy(bytesOf(9), 41) })],
      [
        samplePayment({ ...elsewhere, height: 41 }),
        samplePayment({ ...elsewhere, txid: bytesOf(8), height: 39, keyImages: [] }),
      ],
    )
    applyDraft(ledger, (draft) => draft.rollback(40, 'derived'))
    expect([...ledger.payments.keys()]).toEqual([keyHex(8)])
    expect([...ledger.outputs.values()].map(({ spent }) => spent)).toEqual([undefined])
  })

  it('leaves payments below that height and unmined ones', () => {
    const payments = [samplePayment({ txid: bytesOf(8), state: 'confirmed', height: 39 }), samplePayment()]
    const draft = draftOf([], payments)
    draft.rollback(40, 'derived')
    expect(draft.isEmpty).toBe(true)
  })
})

// Recording a payment and relaying it: what is written before anything is sent, and what each response of a node changes.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import type { NodeTransaction, SubmitResult } from '../../../../src/daemon/nodeClient.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import {
  FrozenCoinError,
  noteRelayed,
  PaymentOutdatedError,
  PaymentRefusedError,
  type RelayNode,
  recordMetadata,
  recordPayments,
  relay,
  UnknownPaymentError,
} from '../../../../src/wallet/node/relay.ts'
import type { OwnedOutput, Payment } from '../../../../src/wallet/state/ledger.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { withoutBlob } from '../../../../src/wallet/state/walletStateStore.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ownedOutput, pendingPayment } from '../../../support/wallet/owned-outputs.ts'

const TXID = '09'.repeat(32)
const OTHER_TXID = '0a'.repeat(32)
const other = pendingPayment({ txid: bytesOf(10), keyImages: [bytesOf(6)], rings: [[8]] })
const otherOutput = ownedOutput({ globalIndex: 8, key: bytesOf(11), indexInTx: 1, keyImage: bytesOf(6) })

const stateWith = async (
  outputs: readonly OwnedOutput[],
  payments: readonly Payment[] = [],
  store = openMemoryStore(),
): Promise<WalletState> => {
  const state = await WalletState.create(store, 0)
  await state.update('strict', (draft) => {
    for (const output of outputs) draft.putOutput(output)
    for (const payment of payments) draft.putPayment(payment)
    return undefined
  })
  return state
}

const spends = ({ ledger }: WalletState): (string | undefined)[] =>
  [...ledger.outputs.values()].map(({ spent }) => spent && `${toHex(spent.txid)} ${spent.height}`)

const paymentIn = ({ ledger }: WalletState, id = TXID): Payment | undefined => ledger.payments.get(id)

describe('recording payments', () => {
  it('stores them as pending, with their inputs spent by them in no block yet', async () => {
    const store = openMemoryStore()
    const state = await stateWith([ownedOutput(), otherOutput], [], store)
    await recordPayments(state, [pendingPayment(), other])
    for (const each of [state, await WalletState.open(store)]) {
      expect(paymentIn(each)).toEqual(withoutBlob(pendingPayment()))
      expect(paymentIn(each, OTHER_TXID)).toEqual(withoutBlob(other))
      expect(spends(each)).toEqual([`${TXID} undefined`, `${OTHER_TXID} undefined`])
      expect(await each.readTransaction(TXID)).toEqual(pendingPayment().blob)
    }
  })

  it.each<[string, readonly OwnedOutput[], typeof FrozenCoinError | typeof PaymentOutdatedError]>([
    ['is spent', [otherOutput, ownedOutput({ spent: { txid: bytesOf(8), height: 50 } })], PaymentOutdatedError],
    [
      'is spent by a payment without a block',
      [otherOutput, ownedOutput({ spent: { txid: bytesOf(8), height: undefined } })],
      PaymentOutdatedError,
    ],
    ['is gone', [otherOutput], PaymentOutdatedError],
    ['is frozen', [otherOutput, ownedOutput({ frozen: true })], FrozenCoinError],
  ])('records none of several if an input of one %s', async (_, outputs, error) => {
    const state = await stateWith(outputs)
    const before = spends(state)
    await expect(recordPayments(state, [other, pendingPayment()])).rejects.toThrow(error)
    expect(state.ledger.payments.size).toBe(0)
    expect(spends(state)).toEqual(before)
  })

  it('names the frozen coin', async () => {
    const state = await stateWith([ownedOutput({ frozen: true })])
    const error = await recordPayments(state, [pendingPayment()]).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ details: { keyImage: '05'.repeat(32) } })
  })

  it('refuses a payment of the smaller of two outputs with one key: the larger one could not be spent any more', async () => {
    const larger = ownedOutput({ globalIndex: 30, txid: bytesOf(12), amount: 101n, height: 45 })
    const state = await stateWith([ownedOutput(), larger])
    await expect(recordPayments(state, [pendingPayment()])).rejects.toThrow(PaymentOutdatedError)
  })

  it('accepts a payment of one of two equal outputs with one key, which spends both', async () => {
    const twin = ownedOutput({ globalIndex: 30, txid: bytesOf(12), height: 45 })
    const state = await stateWith([ownedOutput(), twin])
    await recordPayments(state, [pendingPayment()])
    expect(spends(state)).toEqual([`${TXID} undefined`, `${TXID} undefined`])
  })

  it('accepts a payment of the larger of two outputs with one key, which is in its ring', async () => {
    const smaller = ownedOutput({ globalIndex: 30, txid: bytesOf(12), amount: 99n, height: 45 })
    const state = await stateWith([ownedOutput(), smaller])
    await recordPayments(state, [pendingPayment()])
    expect(paymentIn(state)).toBeDefined()
  })

  it('refuses a payment of the smaller output that is in its ring, although the larger one was found first', async () => {
    const larger = ownedOutput({ globalIndex: 2, txid: bytesOf(12), amount: 101n, height: 35 })
    const state = await stateWith([larger, ownedOutput()])
    await expect(recordPayments(state, [pendingPayment()])).rejects.toThrow(PaymentOutdatedError)
  })

  it('refuses a payment if one of two outputs with its key is frozen', async () => {
    const twin = ownedOutput({ globalIndex: 30, txid: bytesOf(12), height: 45, frozen: true })
    const state = await stateWith([ownedOutput(), twin])
    await expect(recordPayments(state, [pendingPayment()])).rejects.toThrow(FrozenCoinError)
  })
})

it('survives a loss of power: each step is on the disk before the next one', async () => {
  const memory = openMemoryStore()
  const durabilities: string[] = []
  const store: Store = {
    ...memory,
    commit: async (changes, durability) => {
      durabilities.push(durability)
      await memory.commit(changes, durability)
    },
  }
  const state = await stateWith([ownedOutput(), otherOutput], [], store)
  const steps: readonly (() => Promise<unknown>)[] = [
    () => recordPayments(state, [pendingPayment()]),
    () => recordMetadata(state, other),
    () => noteRelayed(state, TXID),
  ]
  durabilities.length = 0
  for (const step of steps) await step()
  const submit = async (): Promise<SubmitResult> => ({ accepted: true })
  await relay({ state, node: { submit, transactions: async () => [] } }, pendingPayment({ blink: true }), 'first')
  const refuse = async (): Promise<SubmitResult> => ({ accepted: false, doubleSpend: false, reason: '' })
  await relay({ state, node: { submit: refuse, transactions: async () => [] } }, other, 'first')
  // The blink is noted apart from its relay.
  expect(durabilities).toEqual(Array.from({ length: 6 }, () => 'strict'))
})

describe('recording a payment from metadata', () => {
  it('records an unknown one', async () => {
    const state = await stateWith([ownedOutput()])
    expect(await recordMetadata(state, pendingPayment())).toBe('first')
    expect(paymentIn(state)).toEqual(withoutBlob(pendingPayment()))
    expect(spends(state)).toEqual([`${TXID} undefined`])
  })

  it.each<[string, Partial<Payment>]>([
    ['pending', { relayed: true, absences: 2 }],
    ['mined', { state: 'confirmed', relayed: true, height: 60, timestamp: 99 }],
  ])('leaves a %s one as it is', async (_, fields) => {
    const known = pendingPayment({ created: 5, ...fields })
    const state = await stateWith([ownedOutput({ spent: { txid: bytesOf(9), height: known.height } })], [known])
    expect(await recordMetadata(state, pendingPayment())).toBe('repeated')
    expect(paymentIn(state)).toEqual(withoutBlob(known))
  })

  it('relays one that a reorganisation has reverted', async () => {
    const known = pendingPayment({ reverted: true, created: 5 })
    const state = await stateWith([ownedOutput({ spent: { txid: bytesOf(9), height: undefined } })], [known])
    expect(await recordMetadata(state, pendingPayment())).toBe('repeated')
    expect(paymentIn(state)).toEqual(withoutBlob({ ...known, reverted: false }))
  })

  it('adds keys, destinations and payment id to one that the wallet has found', async () => {
    const found = pendingPayment({ state: 'confirmed', height: 60, destinations: [], keys: undefined })
    const spent = ownedOutput({ spent: { txid: bytesOf(9), height: 60 } })
    const keys = { main: bytesOf(21), additional: [] }
    const made = pendingPayment({ keys, paymentId: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) })
    const state = await stateWith([spent], [found])
    expect(await recordMetadata(state, made)).toBe('repeated')
    const { destinations, paymentId } = made
    expect(paymentIn(state)).toEqual(withoutBlob({ ...found, destinations, paymentId, keys }))
    // Keys that are known stay.
    expect(await recordMetadata(state, { ...made, destinations: [], keys: { main: bytesOf(5), additional: [] } })).toBe(
      'repeated',
    )
    expect(paymentIn(state)).toEqual(withoutBlob({ ...found, destinations, paymentId, keys }))
  })

  it('makes one pending again that is no longer in the chain, with what was recorded of it', async () => {
    const known = pendingPayment({ state: 'failed', reverted: true, absences: 2, created: 5 })
    const state = await stateWith([ownedOutput()], [known])
    expect(await recordMetadata(state, pendingPayment({ destinations: [], blink: true }))).toBe('repeated')
    expect(paymentIn(state)).toEqual(
      withoutBlob({ ...known, state: 'pending', reverted: false, relayed: false, absences: 0, blink: true }),
    )
    expect(spends(state)).toEqual([`${TXID} undefined`])
  })

  it('replaces a failed one that another copy of the wallet made', async () => {
    const state = await stateWith([ownedOutput()], [pendingPayment({ state: 'failed', blob: new Uint8Array() })])
    await recordMetadata(state, pendingPayment({ created: 7 }))
    expect(paymentIn(state)).toEqual(withoutBlob(pendingPayment({ created: 7 })))
  })

  it('makes a failed one pending again if its inputs are free', async () => {
    const failed = pendingPayment({ state: 'failed' })
    const state = await stateWith([ownedOutput()], [failed])
    expect(await recordMetadata(state, pendingPayment())).toBe('repeated')
    expect(paymentIn(state)?.state).toBe('pending')
    expect(spends(state)).toEqual([`${TXID} undefined`])
    const spent = await stateWith([ownedOutput({ spent: { txid: bytesOf(8), height: 50 } })], [failed])
    await expect(recordMetadata(spent, pendingPayment())).rejects.toThrow(PaymentOutdatedError)
    expect(paymentIn(spent)?.state).toBe('failed')
  })
})

describe('a note that a payment was relayed', () => {
  it('is recorded', async () => {
    const state = await stateWith([], [pendingPayment({ absences: 3, reverted: true })])
    await noteRelayed(state, TXID)
    expect(paymentIn(state)).toEqual(withoutBlob(pendingPayment({ relayed: true, absences: 0, reverted: true })))
  })

  it('is not recorded of one that is not pending', async () => {
    for (const ended of ['failed', 'confirmed'] as const) {
      const payment = pendingPayment({ state: ended, absences: 3, reverted: true })
      const state = await stateWith([], [payment])
      await noteRelayed(state, TXID)
      await noteRelayed(state, OTHER_TXID)
      expect([...state.ledger.payments.values()]).toEqual([withoutBlob(payment)])
    }
  })
})

describe('relaying a payment', () => {
  const REFUSED: SubmitResult = { accepted: false, doubleSpend: false, reason: 'fee too low' }
  const known: NodeTransaction = {
    id: bytesOf(9),
    blob: new Uint8Array(),
    pruned: true,
    inPool: true,
    doubleSpendSeen: false,
    blockHeight: undefined,
    blockTimestamp: undefined,
    outputIndices: [],
    blink: false,
    receivedTimestamp: undefined,
  }

  /** A node with these responses to submissions, in order. */
  const nodeWith = (answers: readonly SubmitResult[], transactions: readonly NodeTransaction[] = []) => {
    const submissions: (readonly [blob: string, way: 'blink' | 'ordinary'])[] = []
    const lookups: string[][] = []
    const node: RelayNode = {
      submit: async (blob, options) => {
        submissions.push([toHex(blob), options?.blink === true ? 'blink' : 'ordinary'])
        const answer = answers[submissions.length - 1]
        if (answer === undefined) throw new Error('this was not to be submitted')
        return answer
      },
      transactions: async (ids) => {
        lookups.push(ids.map(toHex))
        return transactions
      },
    }
    return { node, submissions, lookups }
  }

  const recorded = async (fields: Partial<Payment> = {}): Promise<WalletState> => {
    const state = await stateWith([ownedOutput()])
    await recordPayments(state, [pendingPayment({ absences: 2, ...fields })])
    return state
  }

  it('submits the stored transaction, also after a restart', async () => {
    const store = openMemoryStore()
    await recordPayments(await stateWith([ownedOutput()], [], store), [pendingPayment()])
    const state = await WalletState.open(store)
    const { node, submissions } = nodeWith([{ accepted: true }])
    expect(await relay({ state, node }, paymentIn(state) ?? other, 'repeated')).toEqual({ state: 'relayed' })
    expect(submissions).toEqual([[toHex(pendingPayment().blob), 'ordinary']])
  })

  it('leaves it pending if the store lacks its transaction', async () => {
    const store = openMemoryStore()
    const state = await stateWith([ownedOutput()], [], store)
    await recordPayments(state, [pendingPayment()])
    await store.commit([{ table: 'transactions', key: TXID }], 'strict')
    const { node } = nodeWith([])
    expect(await relay({ state, node }, paymentIn(state) ?? other, 'repeated')).toEqual({
      state: 'unknown',
      reason: `the store lacks the transaction ${TXID}`,
    })
    expect(paymentIn(state)?.state).toBe('pending')
  })

  it('records that a node accepted it', async () => {
    const state = await recorded()
    const { node, submissions, lookups } = nodeWith([{ accepted: true }])
    expect(await relay({ state, node }, pendingPayment(), 'first')).toEqual({ state: 'relayed' })
    expect(submissions).toEqual([['010203', 'ordinary']])
    expect(lookups).toEqual([])
    expect(paymentIn(state)).toMatchObject({ state: 'pending', relayed: true, absences: 0 })
    expect(state.blinks.size).toBe(0)
  })

  it('removes a payment that a node rejects at the first attempt, and frees its inputs', async () => {
    const state = await recorded()
    const { node, lookups } = nodeWith([REFUSED])
    expect(await relay({ state, node }, pendingPayment(), 'first')).toEqual({
      state: 'refused',
      reason: 'fee too low',
      doubleSpend: false,
    })
    expect(lookups).toEqual([[TXID]])
    expect(paymentIn(state)).toBeUndefined()
    expect(spends(state)).toEqual([undefined])
  })

  it.each<[string, SubmitResult, 'first' | 'repeated']>([
    ['at a later attempt', REFUSED, 'repeated'],
    ['while another node may have it', { ...REFUSED, mayHaveArrived: true }, 'first'],
  ])('keeps a payment that a node rejects %s as failed', async (_, answer, attempt) => {
    const state = await recorded()
    const result = await relay({ state, node: nodeWith([answer]).node }, pendingPayment(), attempt)
    expect(result.state).toBe('refused')
    expect(paymentIn(state)?.state).toBe('failed')
    expect(spends(state)).toEqual([undefined])
  })

  it('removes a payment if the node says that no other node has it', async () => {
    const state = await recorded()
    await relay({ state, node: nodeWith([{ ...REFUSED, mayHaveArrived: false }]).node }, pendingPayment(), 'first')
    expect(paymentIn(state)).toBeUndefined()
  })

  it('takes a payment that the node rejects but has for relayed', async () => {
    const state = await recorded()
    const { node } = nodeWith([{ ...REFUSED, doubleSpend: true }], [known])
    expect(await relay({ state, node }, pendingPayment(), 'first')).toEqual({ state: 'relayed' })
    expect(paymentIn(state)).toMatchObject({ state: 'pending', relayed: true })
    expect(spends(state)).toEqual([`${TXID} undefined`])
  })

  it.each(['confirmed', 'failed'] as const)('leaves a payment alone that is %s by then', async (ended) => {
    const payment = pendingPayment({ state: ended, height: 70 })
    const state = await stateWith([ownedOutput({ spent: { txid: bytesOf(9), height: 70 } })], [payment])
    await relay({ state, node: nodeWith([REFUSED]).node }, pendingPayment(), 'first')
    expect(paymentIn(state)).toEqual(withoutBlob(payment))
    expect(spends(state)).toEqual([`${TXID} 70`])
  })

  it('ignores a rejected payment that is recorded no more', async () => {
    const state = await stateWith([ownedOutput()])
    await relay({ state, node: nodeWith([REFUSED]).node }, pendingPayment(), 'repeated')
    expect(state.ledger.payments.size).toBe(0)
  })

  describe('as a blink', () => {
    const blink = pendingPayment({ blink: true })

    it('records that the quorum approved it', async () => {
      const state = await recorded({ blink: true })
      const { node, submissions } = nodeWith([{ accepted: true }])
      expect(await relay({ state, node }, blink, 'first')).toEqual({ state: 'relayed' })
      expect(submissions).toEqual([['010203', 'blink']])
      expect([...state.blinks]).toEqual([TXID])
      expect(paymentIn(state)).toMatchObject({ relayed: true, absences: 0 })
    })

    it('is submitted as an ordinary transaction if the quorum rejects it', async () => {
      const state = await recorded({ blink: true })
      const { node, submissions } = nodeWith([REFUSED, { accepted: true }])
      expect(await relay({ state, node }, blink, 'first')).toEqual({ state: 'relayed' })
      expect(submissions).toEqual([
        ['010203', 'blink'],
        ['010203', 'ordinary'],
      ])
      expect(state.blinks.size).toBe(0)
    })

    it('leaves nothing if it is rejected as an ordinary transaction as well', async () => {
      const state = await recorded({ blink: true })
      const { node } = nodeWith([{ ...REFUSED, reason: 'no quorum' }, REFUSED])
      expect(await relay({ state, node }, blink, 'first')).toMatchObject({ state: 'refused', reason: 'fee too low' })
      expect(paymentIn(state)).toBeUndefined()
    })

    it('is not submitted again if its inputs are spent', async () => {
      const state = await recorded({ blink: true })
      const { node, submissions } = nodeWith([{ ...REFUSED, doubleSpend: true }])
      expect(await relay({ state, node }, blink, 'first')).toEqual({
        state: 'refused',
        reason: 'fee too low',
        doubleSpend: true,
      })
      expect(submissions).toHaveLength(1)
      expect(paymentIn(state)).toBeUndefined()
    })

    it.each([false, true])(
      'stays as failed if the quorum may still approve it (double spend: %s)',
      async (doubleSpend) => {
        const state = await recorded({ blink: true })
        const waiting = { ...REFUSED, doubleSpend, reason: 'Transaction rejected: Blink quorum timeout (2)' }
        await relay({ state, node: nodeWith([waiting, REFUSED]).node }, blink, 'first')
        expect(paymentIn(state)?.state).toBe('failed')
      },
    )
  })
})

describe('an error of a payment', () => {
  it('says what was refused, and why', () => {
    expect(new UnknownPaymentError(TXID)).toMatchObject({ details: { txid: TXID } })
    expect(new PaymentRefusedError('fee too low')).toMatchObject({
      message: expect.stringContaining('(fee too low)'),
      details: { reason: 'fee too low' },
    })
    expect(new PaymentRefusedError('')).toMatchObject({
      message: expect.stringContaining('(it gave no reason)'),
      details: { reason: '' },
    })
  })
})

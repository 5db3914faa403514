// Payments that wait for the confirmation of the wallet's own page: each is paid at most once, and wiped if it is not.

import { beforeEach, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { PreparedPayments } from '../../../src/engine/payments/preparedPayments.ts'
import { PaymentOutdatedError, type RelayResult } from '../../../src/wallet/node/relay.ts'
import type { Wallet } from '../../../src/wallet/open/wallet.ts'
import type { PaymentIntent } from '../../../src/wallet/spend/intent.ts'
import type { PaymentStep } from '../../../src/wallet/spend/paymentStep.ts'
import type { PreparedPayment, PreparedTransaction } from '../../../src/wallet/spend/prepare.ts'

// The wallet below does not read it.
const INTENT = {} as PaymentIntent

const transactionOf = (txid: number, amounts: readonly bigint[], fee: bigint): PreparedTransaction => {
  const destinations = amounts.map((amount) => ({ address: `to-${amount}`, amount }))
  const keys = { main: Uint8Array.of(1), additional: [Uint8Array.of(2)] }
  const inputs = [{ amount: 50n }, { amount: 60n }]
  // Only these members are read.
  const terms = { account: 2, priority: 0, inputs }
  return {
    txid: Uint8Array.of(txid),
    weight: 1000,
    destinations,
    fee,
    keys,
    ...terms,
  } as unknown as PreparedTransaction
}

const isWiped = (payment: PreparedPayment): boolean =>
  payment.flatMap(({ keys }) => [keys.main, ...keys.additional].flatMap((key) => [...key])).every((byte) => byte === 0)

const RELAYED: RelayResult = { state: 'relayed' }
const UNKNOWN: RelayResult = { state: 'unknown', reason: 'timeout' }
const refused = (reason: string): RelayResult => ({ state: 'refused', reason, doubleSpend: false })

const GONE = { name: 'UnknownPreparedTransferError', code: 'unknown-prepared-transfer' }

let isOpen: boolean
let payment: PreparedPayment
let prepare: (onStep: (step: PaymentStep) => void) => Promise<PreparedPayment>
let commit: () => Promise<readonly RelayResult[]>
let recorded: (txids: readonly Uint8Array[]) => string[]
let committed: PreparedPayment[]
let payments: PreparedPayments

// Only these members of a wallet are called.
const wallet = {
  network: oxenRegtest,
  payments: {
    prepare: (_intent: PaymentIntent, onStep: (step: PaymentStep) => void) => prepare(onStep),
    commit: (prepared: PreparedPayment) => {
      committed.push(prepared)
      return commit()
    },
  },
  transfersOf: (txids: readonly Uint8Array[]) => recorded(txids),
} as unknown as Wallet

beforeEach(() => {
  isOpen = true
  payment = [transactionOf(0xab, [5n, 7n], 100n), transactionOf(0xcd, [11n], 20n)]
  prepare = async () => payment
  commit = async () => [RELAYED, RELAYED]
  recorded = (txids) => txids.map(([txid]) => `transfer ${txid}`)
  committed = []
  let ids = 0
  payments = new PreparedPayments(
    (length) => new Uint8Array(length).fill(++ids),
    (asked) => asked === wallet && isOpen,
  )
})

const ID = '01'.repeat(8)

describe('a prepared payment', () => {
  it('reports its steps, and their end', async () => {
    const steps: unknown[] = []
    const reporting = new PreparedPayments(
      (length) => new Uint8Array(length),
      () => true,
      (step) => steps.push(step),
    )
    prepare = async (onStep) => {
      onStep({ step: 'decoys' })
      return payment
    }
    await reporting.prepare(wallet, INTENT)
    expect(steps).toEqual([{ step: 'decoys' }, undefined])
  })

  it('is summed up over its transactions', async () => {
    expect(await payments.prepare(wallet, INTENT)).toEqual({
      id: ID,
      amount: 23n,
      fee: 120n,
      transactions: [
        { txid: 'ab', amount: 12n, fee: 100n, weight: 1000 },
        { txid: 'cd', amount: 11n, fee: 20n, weight: 1000 },
      ],
      destinations: [
        { address: 'to-5', amount: 5n },
        { address: 'to-7', amount: 7n },
        { address: 'to-11', amount: 11n },
      ],
      account: 2,
      priority: 'blink',
      coins: { count: 4, amount: 220n },
    })
    expect((await payments.prepare(wallet, INTENT)).id).toBe('02'.repeat(8))
  })

  it('is paid once', async () => {
    await payments.prepare(wallet, INTENT)
    expect(await payments.confirm(wallet, ID)).toEqual(['transfer 171', 'transfer 205'])
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject(GONE)
    // The wallet owns the keys that it records; those that waited are wiped.
    expect(committed).toEqual([[transactionOf(0xab, [5n, 7n], 100n), transactionOf(0xcd, [11n], 20n)]])
    expect(isWiped(payment)).toBe(true)
  })

  it('is paid once even if it is confirmed again while it is being paid', async () => {
    await payments.prepare(wallet, INTENT)
    const first = payments.confirm(wallet, ID)
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject(GONE)
    await first
    expect(committed).toHaveLength(1)
  })

  it('is rejected and wiped if the wallet closes while it is built', async () => {
    prepare = async () => {
      isOpen = false
      return payment
    }
    await expect(payments.prepare(wallet, INTENT)).rejects.toMatchObject({ name: 'NoWalletError' })
    expect(isWiped(payment)).toBe(true)
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject(GONE)
  })

  it('fails with its own error, but not with one that wiped keys caused', async () => {
    prepare = () => Promise.reject(new RangeError('too little money'))
    await expect(payments.prepare(wallet, INTENT)).rejects.toThrow(RangeError)
    isOpen = false
    await expect(payments.prepare(wallet, INTENT)).rejects.toMatchObject({ name: 'NoWalletError' })
  })

  it('is refused only if the node refuses all of its transactions', async () => {
    await payments.prepare(wallet, INTENT)
    commit = async () => [refused('low fee'), refused('double spend')]
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject({
      name: 'PaymentRefusedError',
      details: { reason: 'low fee' },
    })
    for (const results of [
      [refused('low fee'), UNKNOWN],
      [RELAYED, refused('low fee')],
    ]) {
      const { id } = await payments.prepare(wallet, INTENT)
      commit = async () => results
      expect(await payments.confirm(wallet, id)).toHaveLength(2)
    }
  })

  it('waits again if the node refuses it and cannot have it, and is confirmed with the same bytes', async () => {
    await payments.prepare(wallet, INTENT)
    recorded = () => []
    commit = async () => [refused('busy'), refused('busy')]
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject({ details: { reason: 'busy', isWaiting: true } })
    commit = async () => [RELAYED, RELAYED]
    await payments.confirm(wallet, ID)
    expect(committed).toHaveLength(2)
    expect(committed[1]).toEqual([transactionOf(0xab, [5n, 7n], 100n), transactionOf(0xcd, [11n], 20n)])
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject(GONE)
  })

  it.each<[string, RelayResult, () => string[]]>([
    ['spends what is spent already', { state: 'refused', reason: 'no', doubleSpend: true }, () => []],
    ['may have reached the node', refused('no'), () => ['a record']],
  ])('is wiped if the node refuses it and it %s', async (_, result, records) => {
    await payments.prepare(wallet, INTENT)
    recorded = records
    commit = async () => [result, result]
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject({ details: { isWaiting: false } })
    expect(isWiped(payment)).toBe(true)
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject(GONE)
  })

  it('waits again if it could not be recorded', async () => {
    await payments.prepare(wallet, INTENT)
    commit = () => Promise.reject(new RangeError('the disk is full'))
    await expect(payments.confirm(wallet, ID)).rejects.toThrow(RangeError)
    expect(isWiped(payment)).toBe(false)
    commit = async () => [RELAYED, RELAYED]
    expect(await payments.confirm(wallet, ID)).toHaveLength(2)
  })

  it.each([
    ['its coins were spent', new PaymentOutdatedError(), true],
    ['the wallet closes', new RangeError('the store is closed'), false],
  ])('is wiped if it cannot be recorded because %s', async (_, error, staysOpen) => {
    await payments.prepare(wallet, INTENT)
    commit = () => {
      isOpen = staysOpen
      return Promise.reject(error)
    }
    await expect(payments.confirm(wallet, ID)).rejects.toBe(error)
    expect(isWiped(payment)).toBe(true)
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject(GONE)
  })

  it('is wiped when it is discarded, without the others', async () => {
    const other = [transactionOf(1, [1n], 1n)]
    await payments.prepare(wallet, INTENT)
    prepare = async () => other
    const { id } = await payments.prepare(wallet, INTENT)
    payments.discard(ID)
    payments.discard('unknown')
    expect([isWiped(payment), isWiped(other)]).toEqual([true, false])
    await expect(payments.confirm(wallet, ID)).rejects.toMatchObject(GONE)
    payments.clear()
    expect(isWiped(other)).toBe(true)
    await expect(payments.confirm(wallet, id)).rejects.toMatchObject(GONE)
  })
})

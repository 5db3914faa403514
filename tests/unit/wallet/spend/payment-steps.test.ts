// Recording and relaying the payments of one wallet: in which order, with which record, and what happens to their secret keys.

import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeTimeoutError } from '../../../../src/daemon/errors.ts'
import type { SubmitResult } from '../../../../src/daemon/nodeClient.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { comingAmounts } from '../../../../src/wallet/funds/comingAmounts.ts'
import { FrozenCoinError, PaymentOutdatedError, UnknownPaymentError } from '../../../../src/wallet/node/relay.ts'
import { OutputIndexError } from '../../../../src/wallet/rings/ring.ts'
import type { TransferIntent } from '../../../../src/wallet/spend/intent.ts'
import { Payments, type PaymentsHost } from '../../../../src/wallet/spend/payments.ts'
import { NotEnoughMoneyError, NotEnoughUnlockedMoneyError } from '../../../../src/wallet/spend/select.ts'
import type { OwnedOutput, Payment } from '../../../../src/wallet/state/ledger.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import type { TxpoolEntry } from '../../../../src/wallet/state/txpoolView.ts'
import { WalletClosedError, WalletState } from '../../../../src/wallet/state/walletState.ts'
import { withoutBlob } from '../../../../src/wallet/state/walletStateStore.ts'
import { seededRandom } from '../../../support/random.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ownedOutput, pendingPayment } from '../../../support/wallet/owned-outputs.ts'
import { preparedTransaction, ringOf } from '../../../support/wallet/spend/prepared.ts'
import { outputChain } from '../../../support/wallet/spend/ring-node.ts'

const TXID = '09'.repeat(32)
const NOW = 1_750_000_000
const ZEROS = bytesOf(0)
const ACCEPTED: SubmitResult = { accepted: true }
const REFUSED: SubmitResult = { accepted: false, doubleSpend: false, reason: 'fee too low' }
const KEYS = { spendSecret: bytesOf(1), spendPublic: bytesOf(2), viewSecret: bytesOf(3), viewPublic: bytesOf(4) }
const otherOutput = ownedOutput({ globalIndex: 8, key: bytesOf(11), indexInTx: 1, keyImage: bytesOf(6) })
const OTHER = { txid: bytesOf(10), blob: Uint8Array.of(4), inputs: [otherOutput], rings: [ringOf([8])] }

type Fields = {
  readonly outputs?: readonly OwnedOutput[]
  readonly payments?: readonly Payment[]
  readonly answers?: readonly (SubmitResult | Error)[]
  readonly host?: Partial<PaymentsHost>
}

/** A wallet's payments with a node that answers submissions in order; it accepts further ones. */
const stage = async ({
  outputs = [ownedOutput(), otherOutput],
  payments: known = [],
  answers = [],
  host,
}: Fields = {}) => {
  const state = await WalletState.create(openMemoryStore(), 0)
  await state.update('strict', (draft) => {
    for (const output of outputs) draft.putOutput(output)
    for (const payment of known) draft.putPayment(payment)
    return undefined
  })
  const node = new FakeNode(oxenRegtest, [])
  node.respondToSubmission = () => answers[node.submitted.length - 1] ?? ACCEPTED
  const reports: unknown[] = []
  const payments = new Payments({
    network: oxenRegtest,
    keys: KEYS,
    state,
    random: seededRandom(1),
    report: (error) => {
      reports.push(error)
    },
    moment: () => ({ height: 500, now: NOW, stakeLocks: NO_STAKE_LOCKS }),
    coming: () => comingAmounts(oxenRegtest, state, () => undefined),
    unknownFork: () => undefined,
    node: () => node,
    repairIndices: async () => false,
    ...host,
  })
  return { payments, state, node, reports }
}

const submitted = ({ submitted: blobs }: FakeNode): string[] => blobs.map(toHex)

describe('committing a payment', () => {
  it('records and relays each transaction, in order', async () => {
    const { payments, state, node } = await stage()
    const prepared = [preparedTransaction(), preparedTransaction(OTHER)]
    expect(await payments.commit(prepared)).toEqual([{ state: 'relayed' }, { state: 'relayed' }])
    expect(submitted(node)).toEqual(['010203', '04'])
    expect([...state.ledger.payments.values()]).toMatchObject([
      { txid: bytesOf(9), created: NOW, relayed: true },
      { txid: bytesOf(10), created: NOW, relayed: true },
    ])
    expect(prepared.map(({ keys }) => keys)).toEqual(
      prepared.map(() => ({ main: bytesOf(21), additional: [bytesOf(22)] })),
    )
  })

  it('is active until the last step has ended, also if it fails', async () => {
    const { payments } = await stage()
    expect(payments.isActive).toBe(false)
    const first = payments.commit([preparedTransaction()])
    const second = payments.commit([preparedTransaction(OTHER)])
    expect(payments.isActive).toBe(true)
    await first
    expect(payments.isActive).toBe(true)
    await second
    expect(payments.isActive).toBe(false)
    const failing = payments.resend('00'.repeat(32))
    expect(payments.isActive).toBe(true)
    await expect(failing).rejects.toThrow(UnknownPaymentError)
    expect(payments.isActive).toBe(false)
  })

  it('wipes the keys of a transaction that is rejected, and those only', async () => {
    const { payments, state } = await stage({ answers: [REFUSED] })
    const keys = { main: bytesOf(31), additional: [bytesOf(32)] }
    const prepared = [preparedTransaction(), preparedTransaction({ ...OTHER, keys })]
    expect(await payments.commit(prepared)).toEqual([
      { state: 'refused', reason: 'fee too low', doubleSpend: false },
      { state: 'relayed' },
    ])
    expect(prepared[0]?.keys).toEqual({ main: ZEROS, additional: [ZEROS] })
    expect(keys).toEqual({ main: bytesOf(31), additional: [bytesOf(32)] })
    expect([...state.ledger.payments.keys()]).toEqual(['0a'.repeat(32)])
  })

  it('keeps a payment pending whose response is unknown', async () => {
    const lost = new NodeTimeoutError('the node did not answer', { details: { url: 'memory:' } })
    const { payments, state, reports } = await stage({ answers: [lost, new TypeError('a defect')] })
    expect(await payments.commit([preparedTransaction(), preparedTransaction(OTHER)])).toEqual([
      { state: 'unknown', reason: 'the node did not answer' },
      { state: 'unknown', reason: 'internal error' },
    ])
    expect(reports).toEqual([new TypeError('a defect')])
    expect([...state.ledger.payments.values()].map(({ relayed }) => relayed)).toEqual([false, false])
  })

  it('relays nothing if an input is spent or frozen', async () => {
    for (const [output, error] of [
      [ownedOutput({ frozen: true }), FrozenCoinError],
      [ownedOutput({ spent: { txid: bytesOf(8), height: 3 } }), PaymentOutdatedError],
    ] as const) {
      const { payments, node } = await stage({ outputs: [output, otherOutput] })
      await expect(payments.commit([preparedTransaction(OTHER), preparedTransaction()])).rejects.toThrow(error)
      expect(node.submitted).toEqual([])
    }
  })

  it('waits for a payment that is made exclusively', async () => {
    const { payments, node } = await stage()
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = payments.exclusively(async ({ commit }) => {
      await gate
      return await commit([preparedTransaction()])
    })
    const second = payments.commit([preparedTransaction(OTHER)])
    const rival = payments.commit([preparedTransaction({ txid: bytesOf(12) })])
    release()
    expect(await first).toEqual([{ state: 'relayed' }])
    expect(await second).toEqual([{ state: 'relayed' }])
    await expect(rival).rejects.toThrow(PaymentOutdatedError)
    expect(submitted(node)).toEqual(['010203', '04'])
  })
})

describe('preparing a payment', () => {
  const intent: TransferIntent = {
    kind: 'transfer',
    account: 0,
    subaddresses: [],
    priority: 1,
    unlockTime: 0n,
    recipients: [
      {
        text: 'theirs',
        payee: { kind: 'standard', spendKey: bytesOf(1), viewKey: bytesOf(2), paymentId: undefined },
        amount: 10n ** 9n,
      },
    ],
    paymentId: new Uint8Array(),
    feeFrom: [],
  }
  const rich = ownedOutput({ amount: 10n ** 10n })
  /** A node on which the wallet's outputs have other indices. */
  const shifted = () => {
    const node = new FakeNode(oxenRegtest, [])
    const distribution = outputChain(500, () => 1)
    return Object.assign(node, { outputDistribution: async () => distribution })
  }

  it.each([
    ['four times if the indices are corrected each time', true, 3],
    ['once if they cannot be corrected', false, 1],
  ])('is tried %s', async (_, repaired, repairs) => {
    const errors: unknown[] = []
    const node = shifted()
    const repairIndices = async (error: OutputIndexError): Promise<boolean> => {
      errors.push(error)
      return repaired
    }
    const { payments } = await stage({ outputs: [rich], host: { node: () => node, repairIndices } })
    await expect(payments.prepare(intent)).rejects.toThrow(OutputIndexError)
    expect(errors).toHaveLength(repairs)
    expect(errors[0]).toMatchObject({ details: { globalIndex: 7 } })
  })

  it('is not tried again for another error', async () => {
    let repairs = 0
    const repairIndices = async (): Promise<boolean> => {
      repairs++
      return true
    }
    const { payments } = await stage({ outputs: [], host: { repairIndices } })
    await expect(payments.prepare(intent)).rejects.toThrow(NotEnoughMoneyError)
    await expect(payments.exclusively(({ prepare }) => prepare(intent))).rejects.toThrow(NotEnoughMoneyError)
    expect(repairs).toBe(0)
  })

  it('requests the locks of stakes first', async () => {
    const { payments, node, state } = await stage({ outputs: [ownedOutput({ ...rich, stake: true })] })
    node.stakes = [{ keyImage: bytesOf(5), unlockHeight: undefined }]
    await payments.prepare(intent).catch(() => undefined)
    expect(node.calls).toContain('lockedStakes')
    expect([...state.stakeLocks]).toEqual([['05'.repeat(32), { unlockHeight: undefined, serviceNodeKey: undefined }]])
  })

  it('counts the change of pending payments as locked money', async () => {
    const payment = pendingPayment({ change: 10n ** 11n })
    const { payments } = await stage({ outputs: [], payments: [payment] })
    await expect(payments.prepare(intent)).rejects.toThrow(NotEnoughUnlockedMoneyError)
    await expect(payments.estimate(intent)).rejects.toThrow(NotEnoughUnlockedMoneyError)
  })

  it('counts outputs that a quorum approved as locked money', async () => {
    const { payments, state } = await stage({ outputs: [] })
    const id = bytesOf(30)
    const received = [{ ...rich, txid: id }]
    const source = {} as TxpoolEntry['source'] // balances do not read it
    state.pool.entries.set(toHex(id), { source, received, doubleSpendSeen: false })
    await expect(payments.prepare(intent)).rejects.toThrow(NotEnoughMoneyError)
    await state.update('strict', () => ({ blinks: [toHex(id)] }))
    await expect(payments.prepare(intent)).rejects.toThrow(NotEnoughUnlockedMoneyError)
  })

  it('estimates a transfer with the fees of the node, as far as the user allows them', async () => {
    const { payments, node } = await stage({ outputs: [rich] })
    expect(await payments.estimate(intent)).toMatchObject({ transactions: 1 })
    node.feeEstimate = async () => ({
      perByte: 215_000n,
      perOutput: 20_000_000n,
      perByteLevels: [],
      quantizationMask: 10n,
    })
    await expect(payments.estimate(intent)).rejects.toThrow('fee')
    payments.maxFeeRatio = 2000
    expect((await payments.estimate(intent)).fee).toBeGreaterThan(215_000n * 1000n)
  })
})

describe('metadata of a payment', () => {
  const opened = (fields: Partial<Payment> = {}): Payment =>
    pendingPayment({ keys: { main: bytesOf(21), additional: [bytesOf(22)] }, ...fields })

  it('is refused once the wallet is closed', async () => {
    const { payments, state, node } = await stage()
    const payment = opened()
    payments.close()
    await expect(payments.commitMetadata(payment, { blink: false })).rejects.toThrow(WalletClosedError)
    expect(payment.keys).toEqual({ main: ZEROS, additional: [ZEROS] })
    expect(state.ledger.payments.size).toBe(0)
    expect(node.submitted).toEqual([])
  })

  it('is recorded with the present time, and relayed', async () => {
    const { payments, state, node } = await stage()
    const payment = opened({ created: 5 })
    expect(await payments.commitMetadata(payment, { blink: false })).toEqual({
      txid: bytesOf(9),
      result: { state: 'relayed' },
    })
    expect(submitted(node)).toEqual(['010203'])
    expect(state.ledger.payments.get(TXID)).toEqual(withoutBlob(opened({ created: NOW, relayed: true })))
    expect(payment.keys).toEqual({ main: bytesOf(21), additional: [bytesOf(22)] })
  })

  it('is submitted as a blink on request only', async () => {
    for (const blink of [true, false]) {
      const { payments, state } = await stage()
      await payments.commitMetadata(opened({ blink: !blink }), { blink })
      expect(state.ledger.payments.get(TXID)?.blink).toBe(blink)
      expect([...state.blinks]).toEqual(blink ? [TXID] : [])
    }
  })

  it('leaves no keys if it is rejected at once, and keeps them if it is recorded as failed', async () => {
    const first = await stage({ answers: [REFUSED] })
    const payment = opened()
    expect(await first.payments.commitMetadata(payment, { blink: false })).toMatchObject({
      result: { state: 'refused' },
    })
    expect(payment.keys).toEqual({ main: ZEROS, additional: [ZEROS] })
    const failed = pendingPayment({ state: 'failed' })
    const again = await stage({ answers: [REFUSED], payments: [failed] })
    const repeated = opened()
    await again.payments.commitMetadata(repeated, { blink: false })
    expect(again.state.ledger.payments.get(TXID)?.state).toBe('failed')
    expect(repeated.keys?.main).toEqual(bytesOf(21))
  })

  it('wipes its copy of the keys if the payment is recorded already', async () => {
    const known = opened({ relayed: true })
    const output = ownedOutput({ spent: { txid: bytesOf(9), height: undefined } })
    const { payments, state } = await stage({ outputs: [output], payments: [known] })
    const copy = opened()
    await payments.commitMetadata(copy, { blink: false })
    expect(copy.keys).toEqual({ main: ZEROS, additional: [ZEROS] })
    expect(state.ledger.payments.get(TXID)?.keys).toEqual({ main: bytesOf(21), additional: [bytesOf(22)] })
  })

  it('without keys can be committed, also if the payment is recorded with keys', async () => {
    const spent = ownedOutput({ spent: { txid: bytesOf(9), height: undefined } })
    const known = await stage({ outputs: [spent], payments: [opened()] })
    expect(await known.payments.commitMetadata(pendingPayment(), { blink: false })).toMatchObject({ txid: bytesOf(9) })
    expect(known.state.ledger.payments.get(TXID)?.keys?.main).toEqual(bytesOf(21))
    const { payments } = await stage({ answers: [REFUSED] })
    expect(await payments.commitMetadata(pendingPayment(), { blink: false })).toMatchObject({ txid: bytesOf(9) })
  })
})

describe('relaying a payment again', () => {
  const spent = ownedOutput({ spent: { txid: bytesOf(9), height: undefined } })

  it('submits the same bytes, also after a reorganisation', async () => {
    const { payments, state, node } = await stage({ outputs: [spent], payments: [pendingPayment({ reverted: true })] })
    expect(await payments.resend(TXID)).toEqual({ state: 'relayed' })
    expect(submitted(node)).toEqual(['010203'])
    expect(state.ledger.payments.get(TXID)).toMatchObject({ relayed: true, reverted: false })
  })

  it('submits one that is no longer in the chain, whose inputs it spends again', async () => {
    const failed = pendingPayment({ state: 'failed', reverted: true })
    const { payments, state, node } = await stage({ outputs: [ownedOutput()], payments: [failed] })
    expect(await payments.resend(TXID)).toEqual({ state: 'relayed' })
    expect(submitted(node)).toEqual(['010203'])
    expect(state.ledger.payments.get(TXID)).toMatchObject({ state: 'pending', relayed: true, reverted: false })
    expect([...state.ledger.outputs.values()].map(({ spent: by }) => by)).toEqual([
      { txid: bytesOf(9), height: undefined },
    ])
  })

  it('submits nothing if the inputs of one that is no longer in the chain were spent since', async () => {
    const failed = pendingPayment({ state: 'failed', reverted: true })
    for (const height of [undefined, 50]) {
      const taken = ownedOutput({ spent: { txid: bytesOf(8), height } })
      const { payments, state, node } = await stage({ outputs: [taken], payments: [failed] })
      await expect(payments.resend(TXID)).rejects.toThrow(PaymentOutdatedError)
      expect(submitted(node)).toEqual([])
      expect(state.ledger.payments.get(TXID)).toMatchObject({ state: 'failed', reverted: true })
    }
  })

  it('leaves a failed payment if the node rejects it', async () => {
    const { payments, state } = await stage({ outputs: [spent], payments: [pendingPayment()], answers: [REFUSED] })
    expect(await payments.resend(TXID)).toMatchObject({ state: 'refused' })
    expect(state.ledger.payments.get(TXID)?.state).toBe('failed')
  })

  it.each<[string, readonly Payment[]]>([
    ['unknown', []],
    ['mined', [pendingPayment({ state: 'confirmed', height: 5 })]],
    ['failed', [pendingPayment({ state: 'failed' })]],
    ['made elsewhere', [pendingPayment({ blob: new Uint8Array() })]],
  ])('refuses one that is %s', async (_, known) => {
    const { payments, node, state } = await stage({ outputs: [spent], payments: known })
    await expect(payments.resend(TXID)).rejects.toThrow(UnknownPaymentError)
    expect(node.submitted).toEqual([])
    expect([...state.ledger.payments.values()]).toEqual(known.map(withoutBlob))
  })
})

// What a page's call waits for before it runs: the user's approval of an action, or of signed transactions.

import { beforeEach, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { ApprovalAction } from '../../../../src/engine/api/approvalRequest.ts'
import type { Permission } from '../../../../src/engine/approvals/approvalQueue.ts'
import type { Call } from '../../../../src/jsonrpc/method.ts'
import { describeRelay, requireApproval, requireApprovalOf } from '../../../../src/rpc/calls/approval.ts'
import { checkTransactionCount, requirePaymentApproval } from '../../../../src/rpc/calls/paymentApproval.ts'
import type { WalletRpcContext } from '../../../../src/rpc/calls/walletRpcContext.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import type { PaymentIntent } from '../../../../src/wallet/spend/intent.ts'
import type { NameOrder } from '../../../../src/wallet/spend/nameOrder.ts'
import type { PreparedPayment, PreparedTransaction } from '../../../../src/wallet/spend/prepare.ts'
import { PAYMENT } from '../../../../src/wallet/spend/purpose.ts'
import type { StakeOrder } from '../../../../src/wallet/spend/stakeOrder.ts'
import type { Payment } from '../../../../src/wallet/state/ledger.ts'
import { vector } from '../../../support/data/vectors.ts'

const CALL: Call = {
  name: 'transfer_split',
  restricted: false,
  textEncoding: 'utf-8',
  caller: '',
  signal: new AbortController().signal,
}
const FORGET: ApprovalAction = { kind: 'forget' }
const REFUSED = new RangeError('the user refused')

/** The user decides by `decide`; `asked` lists what was shown. */
let asked: { readonly method: string; readonly action: ApprovalAction; readonly signal: AbortSignal }[]
/** What was requested as a function, which a permission for the session does not call. */
let requestedAsFunction: boolean[]
let decide: () => Permission
let prepared: PreparedPayment
let preparations: number

const permission = (scope: 'call' | 'session', check: () => void = () => undefined): Permission => ({ scope, check })

const transactionOf = (amounts: readonly bigint[], fee: bigint): PreparedTransaction => {
  const destinations = amounts.map((amount) => ({ address: `to-${amount}`, amount }))
  const keys = { main: Uint8Array.of(1, 2), additional: [Uint8Array.of(3)] }
  const inputs = [{ subaddress: { major: 4, minor: 1 } }]
  // Only these members are read.
  return { destinations, fee, keys, inputs } as unknown as PreparedTransaction
}

const secretsOf = (payment: PreparedPayment): number[][] =>
  payment.flatMap(({ keys }) => [keys.main, ...keys.additional].map((key) => [...key]))

const INTACT = [[1, 2], [3]]
const WIPED = [[0, 0], [0]]

const contextOf = (network: Network = oxenRegtest): WalletRpcContext => {
  const prepare = async ({ priority }: PaymentIntent): Promise<PreparedPayment> => {
    preparations += 1
    for (const transaction of prepared) Object.assign(transaction, { priority })
    return prepared
  }
  // Only these members of a wallet are read.
  const wallet = { network, keys: {}, payments: { prepare } } as unknown as Wallet
  return {
    wallet,
    rpcEnabled: true,
    requestApproval: async (method, requested, { signal }) => {
      requestedAsFunction.push(typeof requested === 'function')
      const action = typeof requested === 'function' ? await requested() : requested
      asked.push({ method, action, signal })
      return decide()
    },
  }
}

/** The context of `faba rpc`, which has no user in front of it. */
const withoutUser: WalletRpcContext = { wallet: undefined, rpcEnabled: true }

beforeEach(() => {
  asked = []
  requestedAsFunction = []
  decide = () => permission('call')
  prepared = [transactionOf([5n, 7n], 100n)]
  preparations = 0
})

describe('an action', () => {
  it('is shown with its method, and may be done if it is approved', async () => {
    const check = (): void => undefined
    decide = () => permission('call', check)
    const approval = await requireApproval(() => FORGET)(contextOf(), {}, CALL)
    expect(asked).toEqual([{ method: 'transfer_split', action: FORGET, signal: CALL.signal }])
    expect(approval).toEqual({ check, value: FORGET })
    expect(approval.check).toBe(check)
  })

  it('is not done if the user refuses', async () => {
    decide = () => {
      throw REFUSED
    }
    await expect(requireApproval(() => FORGET)(contextOf(), {}, CALL)).rejects.toBe(REFUSED)
  })

  it('is not shown if it needs no approval, or there is no user', async () => {
    const harmless = await requireApproval(() => undefined)(contextOf(), {}, CALL)
    expect(harmless.check).not.toThrow()
    const parse = (): never => {
      throw new Error('it was parsed')
    }
    const allowed = await requireApprovalOf(parse, () => FORGET)(withoutUser, {}, CALL)
    expect(allowed.value).toBeUndefined()
    expect(allowed.check).not.toThrow()
    expect(asked).toEqual([])
  })

  it('is not shown without an open wallet, or if the wallet does not allow pages to call it', async () => {
    const approve = requireApproval(() => FORGET)
    for (const context of [
      { ...contextOf(), wallet: undefined },
      { ...contextOf(), rpcEnabled: false },
    ])
      await expect(approve(context, {}, CALL)).rejects.toMatchObject({ code: -13, message: 'No wallet file' })
    expect(asked).toEqual([])
  })

  it('carries out the value that was shown, which is discarded if the user refuses', async () => {
    const discarded: unknown[] = []
    const approve = requireApprovalOf(
      async (_, { text }: { readonly text: string }) => ({ parsed: text }),
      (_, { text }, { parsed }) => (text === '' ? undefined : { kind: 'new wallet', name: parsed }),
      (value) => discarded.push(value),
    )
    expect((await approve(contextOf(), { text: 'a' }, CALL)).value).toEqual({ parsed: 'a' })
    expect(asked).toMatchObject([{ action: { kind: 'new wallet', name: 'a' } }])
    const harmless = await approve(contextOf(), { text: '' }, CALL)
    expect(harmless.value).toEqual({ parsed: '' })
    expect(harmless.check).not.toThrow()
    expect(asked).toHaveLength(1)
    expect(discarded).toEqual([])
    decide = () => {
      throw REFUSED
    }
    await expect(approve(contextOf(), { text: 'b' }, CALL)).rejects.toBe(REFUSED)
    expect(discarded).toEqual([{ parsed: 'b' }])
  })
})

it('describes a relay by id, destinations, fee and unlock times', () => {
  const destinations = [{ address: 'A', amount: 5n }]
  const [transaction] = vector('oxen/chain-small/txs.json').txs.slice(-1)
  const blob = fromHex(transaction?.hex ?? '')
  // Only these members of a payment are read.
  const payment = { txid: Uint8Array.of(0xab, 1), destinations, fee: 7n, blob } as unknown as Payment
  expect(describeRelay(oxenRegtest, payment)).toEqual({
    ...{ kind: 'relay', txid: 'ab01', destinations, fee: 7n, unlockTimes: [] },
  })
})

describe('a payment', () => {
  const LOCAL = { do_not_relay: true, get_tx_hex: false, get_tx_metadata: false }
  const SENT = { do_not_relay: false, get_tx_hex: false, get_tx_metadata: false }
  const SOURCE = { account: 2, subaddresses: [3], priority: 0, unlockTime: 9n }
  const recipient = { text: 'A', payee: undefined } as never
  const TRANSFER: PaymentIntent = {
    ...SOURCE,
    kind: 'transfer',
    recipients: [],
    paymentId: new Uint8Array(),
    feeFrom: [1],
  }
  const SWEEP: PaymentIntent = {
    ...SOURCE,
    kind: 'sweep',
    recipient,
    outputs: 1,
    belowAmount: 8n,
    addresses: 'all',
  }
  const SWEEP_OUTPUT: PaymentIntent = {
    ...{ priority: 0, unlockTime: 9n, recipient, outputs: 1 },
    kind: 'sweep-output',
    keyImage: new Uint8Array(32),
  }
  const approve = (intent: PaymentIntent, params = SENT, context = contextOf(), maxTransactions?: number) =>
    requirePaymentApproval(async () => intent, maxTransactions)(context, params, CALL)

  it('is shown with the totals of its signed transactions, and these are what is approved', async () => {
    prepared = [transactionOf([5n, 7n], 100n), transactionOf([11n], 20n)]
    const approval = await approve(TRANSFER)
    expect(approval.value).toEqual({ intent: TRANSFER, prepared })
    expect(approval.check).not.toThrow()
    expect(asked).toEqual([
      {
        method: 'transfer_split',
        signal: CALL.signal,
        action: {
          kind: 'transfer',
          amount: 23n,
          fee: 120n,
          transactions: 2,
          priority: 'blink',
          unlockTime: 9n,
          account: 2,
          subaddresses: [3],
          feeFrom: [1],
          destinations: [
            { address: 'to-5', amount: 5n },
            { address: 'to-7', amount: 7n },
            { address: 'to-11', amount: 11n },
          ],
        },
      },
    ])
  })

  const COST = { amount: 12n, fee: 100n, transactions: 1, priority: 'blink', unlockTime: 9n, address: 'A' }
  it.each<[string, PaymentIntent, object]>([
    [
      'given addresses',
      SWEEP,
      { ...COST, kind: 'sweep', account: 2, subaddresses: [3], from: 'given', belowAmount: 8n },
    ],
    [
      'all addresses',
      { ...SWEEP, subaddresses: [] },
      { ...COST, kind: 'sweep', account: 2, subaddresses: [], from: 'all', belowAmount: 8n },
    ],
    [
      'one address',
      { ...SWEEP, addresses: 'one' },
      { ...COST, kind: 'sweep', account: 2, subaddresses: [3], from: 'one', belowAmount: 8n },
    ],
    ['one output', SWEEP_OUTPUT, { ...COST, kind: 'sweep output', account: 4 }],
  ])('that sweeps %s is shown as such', async (_, intent, action) => {
    await approve(intent)
    expect(asked.map((request) => request.action)).toEqual([action])
  })

  it.each([
    [oxenRegtest, 1, 'unimportant'],
    [oxenRegtest, 5, 'blink'],
    [moneroRegtest, 0, 'unimportant'],
    [moneroRegtest, 3, 'elevated'],
    [moneroRegtest, 9, '9'],
  ])('on $name is shown with the name of priority %i: %s', async (network, priority, name) => {
    await approve({ ...TRANSFER, priority }, SENT, contextOf(network))
    expect(asked).toMatchObject([{ action: { priority: name } }])
  })

  it('is shown as an export of key images while it stays local, which bytes for a node do not', async () => {
    const local = await approve(TRANSFER, LOCAL)
    expect(local.value).toEqual({ intent: TRANSFER })
    expect(local.check).not.toThrow()
    expect(asked.splice(0).map(({ action }) => action)).toEqual([{ kind: 'export', what: 'payment' }])
    expect(preparations).toBe(0)
    await approve(TRANSFER, { ...LOCAL, get_tx_hex: true })
    await approve(TRANSFER, { ...LOCAL, get_tx_metadata: true })
    await approve(TRANSFER, { ...SENT, get_tx_hex: true })
    expect(asked).toHaveLength(3)
  })

  it('is not shown where there is no user', async () => {
    const approval = await approve(TRANSFER, SENT, withoutUser)
    expect(approval.value).toBeUndefined()
    expect(approval.check).not.toThrow()
  })

  it('is wiped if the user refuses, if the approval ends before it starts, or if the session permits all payments', async () => {
    decide = () => permission('session')
    expect((await approve(TRANSFER)).value).toEqual({ intent: TRANSFER })
    expect(secretsOf(prepared)).toEqual(WIPED)

    prepared = [transactionOf([5n], 1n)]
    decide = () => {
      throw REFUSED
    }
    await expect(approve(TRANSFER)).rejects.toBe(REFUSED)
    expect(secretsOf(prepared)).toEqual(WIPED)

    prepared = [transactionOf([5n], 1n)]
    let isEnded = false
    decide = () =>
      permission('call', () => {
        if (isEnded) throw REFUSED
      })
    const { check } = await approve(TRANSFER)
    check()
    expect(secretsOf(prepared)).toEqual(INTACT)
    isEnded = true
    expect(check).toThrow(REFUSED)
    expect(secretsOf(prepared)).toEqual(WIPED)
  })

  it('is not built before its turn if the session permits all payments, or the request is refused', async () => {
    const context = { ...contextOf(), requestApproval: async () => decide() }
    decide = () => permission('session')
    expect((await approve(TRANSFER, SENT, context)).value).toEqual({ intent: TRANSFER })
    decide = () => {
      throw REFUSED
    }
    await expect(approve(TRANSFER, SENT, context)).rejects.toBe(REFUSED)
    expect(preparations).toBe(0)
  })

  const ORDER: NameOrder = {
    ...{ operation: 'buy', type: 'session', name: 'ann', price: 15n, blocks: undefined },
    ...{ value: 'v', owner: undefined, backupOwner: undefined },
  }
  const NAME: PaymentIntent = { ...SOURCE, kind: 'name', purpose: { ...PAYMENT, kind: 'name' }, order: ORDER }

  it.each([
    [0, 'unimportant'],
    [3, 'elevated'],
    [5, '5'],
  ])(
    'for a name is shown by itself, as a signed order with priority %i (%s), even if it stays local',
    async (priority, name) => {
      prepared = [transactionOf([], 100n)]
      for (const params of [SENT, LOCAL]) {
        const approval = await approve({ ...NAME, priority }, params)
        expect(approval.value).toEqual({ intent: { ...NAME, priority }, prepared })
      }
      const action = {
        ...{ kind: 'name order', amount: 0n, fee: 100n, transactions: 1 },
        ...{ priority: name, account: 2, order: ORDER },
      }
      expect(asked.map((request) => request.action)).toEqual([action, action])
      // A permission for the payments of a session covers functions only.
      expect(requestedAsFunction).toEqual([false, false])
      await approve(TRANSFER)
      expect(requestedAsFunction).toEqual([false, false, true])
    },
  )

  const STAKE_ORDER: StakeOrder = {
    ...{ operation: 'stake', serviceNodeKey: 'ab', amount: 12n, requirement: 50n, unlockBlocks: 30 },
    registration: undefined,
  }
  const STAKE: PaymentIntent = {
    ...TRANSFER,
    kind: 'stake',
    purpose: { ...PAYMENT, kind: 'stake' },
    order: STAKE_ORDER,
  }

  it.each([
    [0, 'unimportant'],
    [2, 'normal'],
    [5, '5'],
  ])(
    'that stakes is shown by itself, as a signed order with priority %i (%s), even if it stays local',
    async (priority, name) => {
      for (const params of [SENT, LOCAL]) {
        const approval = await approve({ ...STAKE, priority }, params)
        expect(approval.value).toEqual({ intent: { ...STAKE, priority }, prepared })
      }
      const cost = { amount: 12n, fee: 100n, transactions: 1 }
      const action = { kind: 'stake order', ...cost, priority: name, account: STAKE.account, order: STAKE_ORDER }
      expect(asked.map((request) => request.action)).toEqual([action, action])
      expect(requestedAsFunction).toEqual([false, false])
    },
  )

  it('that stakes is never covered by a permission for the session', async () => {
    const context = { ...contextOf(), requestApproval: async () => permission('session') }
    await approve(STAKE, SENT, context)
    expect(preparations).toBe(1)
  })

  it('is checked by the permission of the session', async () => {
    const check = (): void => undefined
    decide = () => permission('session', check)
    expect((await approve(TRANSFER)).check).toBe(check)
  })

  it('is rejected before it is shown if it takes more transactions than the method makes', async () => {
    prepared = [transactionOf([5n], 1n), transactionOf([6n], 1n)]
    const tooLarge = { code: -18, message: 'Transaction would be too large.  try /transfer_split.' }
    await expect(approve(TRANSFER, SENT, contextOf(), 1)).rejects.toMatchObject(tooLarge)
    expect(asked).toEqual([])
    expect(secretsOf(prepared)).toEqual([...WIPED, ...WIPED])
    expect(() => checkTransactionCount(prepared, 2)).not.toThrow()
    expect(() => checkTransactionCount(prepared, 1)).toThrow('too large')
  })
})

// From an intent to planned transactions: which outputs they spend, whom they pay, and why there may be nothing to sweep.

import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { FeeFromError } from '../../../../src/wallet/spend/feeFrom.ts'
import type {
  PaymentIntent,
  Recipient,
  SweepIntent,
  SweepOutputIntent,
  TransferIntent,
} from '../../../../src/wallet/spend/intent.ts'
import { NothingToSweepError, planPayment, sourceOf } from '../../../../src/wallet/spend/plan.ts'
import { namePurpose } from '../../../../src/wallet/spend/purpose.ts'
import { NotEnoughMoneyError } from '../../../../src/wallet/spend/select.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ownedOutput } from '../../../support/wallet/owned-outputs.ts'
import { nameRenewal } from '../../../support/wallet/spend/name-field.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'

const COIN = 10n ** 12n
const SOURCE = { account: 0, subaddresses: [], priority: 1, unlockTime: 0n }
const PAYMENT_ID = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)

const recipient = (text: string): Recipient => ({
  text,
  payee: { kind: 'standard', spendKey: bytesOf(1), viewKey: bytesOf(2), paymentId: undefined },
})

const coin = (height: number, fields: Partial<OutputFields> = {}): OutputFields =>
  ownedOutput({ amount: COIN, height, txid: bytesOf(height % 250), keyImage: bytesOf(height % 250), ...fields })

/** The error of a plan: its details, and whether it is one of a sweep. */
const obstacleOf = (job: ReturnType<typeof paymentJob>, intent: PaymentIntent): unknown => {
  try {
    planPayment(job, intent, 0n)
  } catch (error) {
    if (error instanceof NothingToSweepError) return error.details.obstacle
    throw error
  }
  return undefined
}

describe('the source of a payment', () => {
  const outputs = [
    coin(10, { keyImage: undefined }),
    coin(20, { subaddress: { major: 1, minor: 4 } }),
    coin(30, { subaddress: { major: 2, minor: 5 } }),
  ]
  const job = paymentJob({ outputs })
  const intent: SweepOutputIntent = {
    kind: 'sweep-output',
    priority: 3,
    unlockTime: 9n,
    keyImage: bytesOf(30),
    recipient: recipient('theirs'),
    outputs: 1,
  }

  it('is the account that owns the swept output', () => {
    expect(sourceOf(job, intent)).toMatchObject({ account: 2, subaddresses: [], priority: 3, unlockTime: 9n })
    expect(sourceOf(job, { ...intent, keyImage: bytesOf(20) })).toMatchObject({ account: 1 })
    expect(sourceOf(job, { ...intent, keyImage: bytesOf(99) })).toMatchObject({ account: 0 })
  })

  it('is the one of the intent otherwise', () => {
    const sweep: SweepIntent = {
      ...{ kind: 'sweep', ...SOURCE, account: 1, subaddresses: [4] },
      ...{ recipient: recipient('theirs'), outputs: 1, belowAmount: undefined, addresses: 'all' },
    }
    expect(sourceOf(job, sweep)).toBe(sweep)
  })
})

describe('the plan of a change of a name', () => {
  const coins = [100, 200].map((height) => coin(height))
  const intent: PaymentIntent = {
    ...{ kind: 'name', ...SOURCE, purpose: namePurpose(nameRenewal, 7n) },
    order: {
      ...{ operation: 'renew', type: 'lokinet', name: 'example.loki', price: 7n, blocks: 1 },
      ...{ value: undefined, owner: undefined, backupOwner: undefined },
    },
  }

  it('spends coins and pays nobody', () => {
    const { transactions } = planPayment(paymentJob({ outputs: coins }), intent, 0n)
    expect(transactions).toEqual([
      { inputs: expect.anything(), recipients: [], amounts: [], feeFrom: [], paymentId: new Uint8Array() },
    ])
    const [{ inputs } = { inputs: [] }] = transactions
    expect(new Set(inputs)).toEqual(new Set(coins))
  })

  it('needs money for the fee', () => {
    expect(() => planPayment(paymentJob(), intent, 0n)).toThrow(NotEnoughMoneyError)
  })
})

describe('the plan of a transfer', () => {
  const transfer = (amounts: readonly bigint[], fields: Partial<TransferIntent> = {}): TransferIntent => ({
    kind: 'transfer',
    ...SOURCE,
    recipients: amounts.map((amount, i) => ({ ...recipient(`to ${i}`), amount })),
    paymentId: new Uint8Array(),
    feeFrom: [],
    ...fields,
  })
  const coins = [100, 200, 300, 400].map((height) => coin(height))
  const job = paymentJob({ outputs: coins })

  it('pays the recipients from the oldest coins', () => {
    const intent = transfer([COIN / 2n, COIN / 4n], { paymentId: PAYMENT_ID })
    expect(planPayment(job, intent, 0n)).toEqual({
      transactions: [
        {
          inputs: [coins[0], expect.anything()],
          recipients: intent.recipients,
          amounts: [COIN / 2n, COIN / 4n],
          feeFrom: [],
          paymentId: PAYMENT_ID,
        },
      ],
    })
  })

  it('divides many recipients among transactions, in order', () => {
    const amounts = Array.from({ length: 20 }, (_, i) => BigInt(i + 1))
    const { transactions } = planPayment(job, transfer(amounts), 0n)
    expect(transactions.map(({ recipients }) => recipients.length)).toEqual([15, 5])
    expect(transactions.flatMap(({ recipients }) => recipients.map(({ text }) => text))).toEqual(
      amounts.map((_, i) => `to ${i}`),
    )
    expect(transactions.map((one) => one.amounts)).toEqual([amounts.slice(0, 15), amounts.slice(15)])
  })

  it('needs money for a fee of one input and two outputs', () => {
    // 4 coins, and the fee of a weight that wallet2 estimates.
    const all = transfer([4n * COIN])
    expect(() => planPayment(job, all, 0n)).toThrow('the balance is 4 XMR')
    expect(() => planPayment(job, transfer([4n * COIN - 1n]), 0n)).toThrow('the balance is 4 XMR')
    // Spending all four costs more than the fee of one input, by which the balance is checked.
    const almost = transfer([4n * COIN - 40_000_000n])
    expect(() => planPayment(job, almost, 0n)).toThrow('not possible')
  })

  it('takes a further coin for a fee that turned out higher', () => {
    const intent = transfer([2n * COIN - 200_000_000n])
    const inputs = [0n, 200_000_000n].map((margin) => planPayment(job, intent, margin).transactions[0]?.inputs.length)
    expect(inputs).toEqual([2, 3])
  })

  it('counts a payment id in the fee', () => {
    // The fee of one coin and two outputs without a payment id, to the atomic unit.
    const one = paymentJob({ outputs: coins.slice(0, 1) })
    const fees = [0n, 20_000n * 11n]
    const feasible = [new Uint8Array(), PAYMENT_ID].map((paymentId) => {
      let fee = 0n
      for (;;) {
        try {
          planPayment(one, transfer([COIN - fee], { paymentId }), 0n)
          return fee
        } catch {
          fee += 10_000n
        }
      }
    })
    const [without = 0n] = feasible
    expect(feasible.map((fee) => fee - without)).toEqual(fees)
  })

  it('needs no money for a fee that recipients pay', () => {
    const intent = transfer([3n * COIN, COIN], { feeFrom: [1] })
    const { transactions } = planPayment(job, intent, 0n)
    expect(transactions).toHaveLength(1)
    expect(transactions[0]).toMatchObject({ amounts: [3n * COIN, COIN], feeFrom: [1] })
    expect(new Set(transactions[0]?.inputs)).toEqual(new Set(coins))
    expect(() => planPayment(job, transfer([4n * COIN + 1n], { feeFrom: [0] }), 0n)).toThrow(
      '4.000000000001 XMR are needed with the fee, the balance is 4 XMR',
    )
  })

  it('rejects several transactions if recipients pay the fee', () => {
    const amounts = Array.from({ length: 16 }, () => 5n)
    const failure = (() => {
      try {
        planPayment(job, transfer(amounts, { feeFrom: [0] }), 0n)
      } catch (error) {
        return error
      }
      return undefined
    })()
    expect(failure).toBeInstanceOf(FeeFromError)
    expect(failure).toMatchObject({ details: { reason: 'split' } })
  })
})

describe('the plan of a sweep', () => {
  const sweep = (fields: Partial<SweepIntent> = {}): SweepIntent => ({
    ...{ kind: 'sweep', ...SOURCE, recipient: recipient('theirs'), outputs: 1, belowAmount: undefined },
    addresses: 'all',
    ...fields,
  })
  const coins = [
    coin(100),
    coin(200, { amount: 2n * COIN, subaddress: { major: 0, minor: 1 } }),
    coin(300, { amount: 3n * COIN, subaddress: { major: 0, minor: 2 } }),
  ]
  const job = paymentJob({ outputs: coins })

  it('sends everything that can be spent to one recipient', () => {
    const intent = sweep()
    const { transactions } = planPayment(job, intent, 0n)
    expect(transactions).toEqual([
      {
        inputs: expect.anything(),
        recipients: [intent.recipient],
        amounts: 'everything',
        feeFrom: [],
        paymentId: new Uint8Array(),
      },
    ])
    expect(new Set(transactions[0]?.inputs)).toEqual(new Set(coins))
  })

  it('divides it into several outputs, with the payment id of the recipient', () => {
    const theirs = recipient('theirs')
    const integrated = { ...theirs, payee: { ...theirs.payee, kind: 'integrated' as const, paymentId: PAYMENT_ID } }
    const [transaction] = planPayment(job, sweep({ outputs: 3, recipient: integrated }), 0n).transactions
    expect(transaction?.recipients).toEqual([integrated, integrated, integrated])
    expect(transaction?.paymentId).toEqual(PAYMENT_ID)
  })

  it('leaves out coins that are not below the amount', () => {
    const [transaction] = planPayment(job, sweep({ belowAmount: 3n * COIN }), 0n).transactions
    expect(new Set(transaction?.inputs)).toEqual(new Set(coins.slice(0, 2)))
  })

  it('leaves out coins that are not worth their fee', () => {
    const dusty = paymentJob({ outputs: [coin(50, { amount: 1n }), ...coins] })
    const [transaction] = planPayment(dusty, sweep(), 0n).transactions
    expect(new Set(transaction?.inputs)).toEqual(new Set(coins))
  })

  it('spends from one address only on request', () => {
    const [transaction] = planPayment(job, sweep({ addresses: 'one' }), 0n).transactions
    expect(transaction?.inputs).toEqual([coins[1]])
  })

  it('fills several transactions', () => {
    // Two inputs reach two thirds of the weight limit.
    const network = { ...moneroMainnet, maxTransactionWeight: 3000 }
    const { transactions } = planPayment({ ...job, network }, sweep(), 0n)
    expect(transactions.map(({ inputs }) => inputs.length)).toEqual([2, 1])
  })

  it.each<[string, readonly OwnedOutput[], Partial<SweepIntent>, string | undefined]>([
    ['there are no coins', [], {}, 'locked'],
    ['there are no coins in the requested addresses', coins, { subaddresses: [7] }, 'locked-subaddresses'],
    ['all coins are locked', [coin(2_999_999)], {}, 'locked'],
    ['no coin is below the amount', coins, { belowAmount: COIN }, 'below-amount'],
    ['no coin below the amount is worth its fee', [coin(1, { amount: 5n }), ...coins], { belowAmount: COIN }, 'fee'],
    ['no coin is worth its fee', [coin(1, { amount: 5n })], {}, 'fee'],
    ['a coin can be swept', coins, { belowAmount: COIN + 1n }, undefined],
  ])('names the obstacle: %s', (_, outputs, fields, obstacle) => {
    const intent = sweep(fields)
    expect(obstacleOf(paymentJob({ outputs, source: intent }), intent)).toBe(obstacle)
  })

  it('names the amount below which there is nothing', () => {
    expect(() => planPayment(job, sweep({ belowAmount: 77n }), 0n)).toThrow('no output is below 77')
  })
})

describe('the plan of a sweep of one output', () => {
  const intent = (keyImage: Uint8Array): SweepOutputIntent => ({
    ...{ kind: 'sweep-output', priority: 1, unlockTime: 0n },
    ...{ keyImage, recipient: recipient('theirs'), outputs: 2 },
  })
  const plain = coin(30)
  const outputs = [
    coin(10, { keyImage: undefined }),
    coin(20, { spent: { txid: bytesOf(8), height: 50 } }),
    plain,
    coin(40, { frozen: true }),
    coin(50, { amount: 1n }),
  ]
  const job = paymentJob({ outputs })

  it('spends the output with the key image', () => {
    expect(planPayment(job, intent(bytesOf(30)), 0n).transactions).toMatchObject([
      { inputs: [plain], recipients: [{ text: 'theirs' }, { text: 'theirs' }], amounts: 'everything' },
    ])
  })

  it('spends it even if it is not worth its fee', () => {
    expect(planPayment(job, intent(bytesOf(50)), 0n).transactions).toHaveLength(1)
  })

  it.each([
    ['unknown', 99],
    ['spent', 20],
    ['frozen', 40],
  ])('rejects one that is %s', (_, image) => {
    expect(obstacleOf(job, intent(bytesOf(image)))).toBe('key-image')
  })
})

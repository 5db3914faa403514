// Which outputs a payment may spend, whether they suffice, and the limits within which they are selected.

import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import {
  checkFunds,
  outputsOfOneAddress,
  selectionRules,
  transferInputs,
  unlockedOutputs,
  worthwhileOutputs,
} from '../../../../src/wallet/spend/inputs.ts'
import { stakePurpose } from '../../../../src/wallet/spend/purpose.ts'
import { NotEnoughMoneyError, NotEnoughUnlockedMoneyError } from '../../../../src/wallet/spend/select.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ownedOutput } from '../../../support/wallet/owned-outputs.ts'
import { firstDrawn, paymentJob } from '../../../support/wallet/spend/payment-job.ts'

const SOURCE = { account: 0, subaddresses: [], priority: 1, unlockTime: 0n }
const OXEN_ESTIMATE = { perByte: 122n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
const oxenJob = paymentJob({ network: oxenMainnet, height: 2_000_000, estimate: OXEN_ESTIMATE })

describe('the rules of a selection', () => {
  it('are the limits of the network', () => {
    expect(selectionRules(paymentJob())).toMatchObject({
      maxOutputs: 16,
      // two thirds of 149400
      weightTarget: 99_600,
      margin: 0n,
      carvesFee: true,
      reserveAmount: 2_000_000_000_000n,
    })
    expect(selectionRules(oxenJob, new Uint8Array(), 7n)).toMatchObject({
      margin: 7n,
      carvesFee: false,
      reserveAmount: 2_000_000_000n,
    })
    const heavy = { ...moneroMainnet, maxTransactionWeight: 10_000 }
    expect(selectionRules(paymentJob({ network: heavy })).weightTarget).toBe(6666)
  })

  it('count a payment id, a burnt amount and the fields of a stake in the weight', () => {
    const weightOf = (...parameters: Parameters<typeof selectionRules>): number =>
      selectionRules(...parameters).weight(2, 2)
    const plain = weightOf(paymentJob())
    expect(weightOf(paymentJob(), new Uint8Array(8))).toBe(plain + 11)
    const oxen = weightOf(oxenJob)
    expect(weightOf({ ...oxenJob, source: { ...SOURCE, priority: 5 } })).toBe(oxen + 9)
    // A tag of one byte and a key of 32.
    const purpose = stakePurpose([{ field: 'serviceNodeKey', key: bytesOf(1) }])
    expect(weightOf({ ...oxenJob, source: { ...SOURCE, purpose } })).toBe(oxen + 33)
  })

  it('charge the fee of the weight and of the outputs', () => {
    const monero = selectionRules(paymentJob())
    expect(monero.fee(2, 3)).toBe(20_000n * BigInt(monero.weight(2, 3)))
    expect(monero.fee(3, 2)).toBeGreaterThan(monero.fee(2, 2))
    const oxen = selectionRules(oxenJob)
    for (const outputs of [2, 3]) {
      const exact = 122n * BigInt(oxen.weight(1, outputs)) + 20_000_000n * BigInt(outputs)
      expect(oxen.fee(1, outputs)).toBe(((exact + 9n) / 10n) * 10n)
    }
    expect(selectionRules(paymentJob({ source: { ...SOURCE, priority: 2 } })).fee(1, 2)).toBe(4n * monero.fee(1, 2))
  })
})

describe('the outputs that a payment may spend', () => {
  it.each<[string, Partial<OutputFields>]>([
    ['of another account', { subaddress: { major: 1, minor: 3 } }],
    ['of another address than requested', { subaddress: { major: 0, minor: 2 } }],
    ['that is spent', { spent: { txid: bytesOf(8), height: 100 } }],
    ['that a pending payment spends', { spent: { txid: bytesOf(8), height: undefined } }],
    ['that is frozen', { frozen: true }],
    ['of a clear amount', { confidential: false }],
    ['without a known key image', { keyImage: undefined }],
    ['that is too young', { height: 2_999_991 }],
    ['that is locked until a later height', { unlockTime: 3_000_001n }],
  ])('exclude one %s', (_, fields) => {
    const good = ownedOutput({ subaddress: { major: 0, minor: 3 } })
    const job = paymentJob({
      source: { ...SOURCE, subaddresses: [1, 3] },
      outputs: [good, ownedOutput({ subaddress: { major: 0, minor: 3 }, ...fields })],
    })
    expect(unlockedOutputs(job)).toEqual([good])
    expect(unlockedOutputs(job)[0]).toBe(good)
  })

  it('are the chosen ones, of which the unconfirmed balance is no part', () => {
    const [chosen, other] = [ownedOutput({ key: bytesOf(21) }), ownedOutput({ key: bytesOf(22) })]
    const coming = [{ subaddress: { major: 0, minor: 0 }, amount: 1n }]
    const job = paymentJob({ source: { ...SOURCE, coins: [bytesOf(21)] }, outputs: [chosen, other], coming })
    expect(unlockedOutputs(job)).toEqual([chosen])
    expect(() => checkFunds(job, chosen.amount)).not.toThrow()
    expect(() => checkFunds(job, chosen.amount + 1n)).toThrow(NotEnoughMoneyError)
  })

  it('exclude a locked stake', () => {
    const [stake, other] = [ownedOutput({ stake: true }), ownedOutput({ keyImage: bytesOf(6) })]
    const job = paymentJob({
      outputs: [stake, other],
      stakeLocks: new Map([['05'.repeat(32), { unlockHeight: undefined, serviceNodeKey: undefined }]]),
    })
    expect(unlockedOutputs(job)).toEqual([other])
  })

  it('are of all addresses of the account if none is requested', () => {
    const outputs = [0, 1, 5].map((minor) => ownedOutput({ subaddress: { major: 0, minor } }))
    expect(unlockedOutputs(paymentJob({ outputs }))).toEqual(outputs)
  })

  it('are worth the fee of spending them on monero; on oxen all are', () => {
    for (const job of [paymentJob(), oxenJob]) {
      const rules = { ...selectionRules(job), fee: (inputs: number) => 300n * BigInt(inputs) + 5n }
      const outputs = [299n, 300n, 301n].map((amount) => ownedOutput({ amount }))
      expect(worthwhileOutputs(job, outputs, rules)).toEqual(job === oxenJob ? outputs : outputs.slice(1))
    }
  })

  it('are the oldest first, by height and then by global index', () => {
    const amount = 10n ** 12n
    const [a, b, c, d] = [
      ownedOutput({ amount, height: 90, globalIndex: 4 }),
      ownedOutput({ amount, height: 50, globalIndex: 9 }),
      ownedOutput({ amount, height: 50, globalIndex: 2 }),
      ownedOutput({ amount, height: 10, globalIndex: 7 }),
    ]
    const dust = ownedOutput({ amount: 1n, height: 5 })
    const young = ownedOutput({ amount, height: 2_999_995 })
    for (const outputs of [
      [a, b, c, d, dust, young],
      [young, dust, d, c, b, a],
    ]) {
      const job = paymentJob({ outputs })
      expect(transferInputs(job, selectionRules(job))).toEqual([d, c, b, a])
    }
  })
})

describe('the outputs of one address', () => {
  const at = (minor: number) => ownedOutput({ subaddress: { major: 0, minor } })

  it('are those of a subaddress drawn at random, not of the base address', () => {
    const outputs = [at(0), at(3), at(5), at(3), at(0)]
    const bounds: number[] = []
    const draw = (place: number) => ({
      unit: () => 0.5,
      below: (bound: number) => {
        bounds.push(bound)
        return Math.min(place, bound - 1)
      },
    })
    expect(outputsOfOneAddress(outputs, draw(0))).toEqual([at(3), at(3)])
    expect(outputsOfOneAddress(outputs, draw(1))).toEqual([at(5)])
    // Two subaddresses are shuffled, each once.
    expect(bounds).toEqual([2, 1, 2, 1])
  })

  it('are those of the base address if no other has any', () => {
    expect(outputsOfOneAddress([at(0), at(0)], firstDrawn)).toEqual([at(0), at(0)])
    expect(outputsOfOneAddress([], firstDrawn)).toEqual([])
  })
})

describe('the check of the funds', () => {
  const unlocked = ownedOutput({ amount: 60n })
  const locked = ownedOutput({ amount: 30n, height: 2_999_999 })
  const coming = [
    { subaddress: { major: 0, minor: 0 }, amount: 10n },
    { subaddress: { major: 1, minor: 0 }, amount: 1000n },
  ]
  const job = paymentJob({ outputs: [unlocked, locked, ownedOutput({ amount: 500n, frozen: true })], coming })
  const failureOf = (needed: bigint, one = job): unknown => {
    try {
      checkFunds(one, needed)
    } catch (error) {
      return error
    }
    return undefined
  }

  it('accepts what the unlocked outputs hold', () => {
    expect(failureOf(60n)).toBeUndefined()
    expect(failureOf(0n)).toBeUndefined()
  })

  it('rejects more than the unlocked outputs hold, as locked while the balance of the account suffices', () => {
    for (const needed of [61n, 100n]) {
      const error = failureOf(needed)
      expect(error).toBeInstanceOf(NotEnoughUnlockedMoneyError)
      expect(error).toMatchObject({ details: { unlocked: 60n, needed } })
    }
  })

  it('rejects more than the balance of the account with what is to come', () => {
    const error = failureOf(101n)
    expect(error).toBeInstanceOf(NotEnoughMoneyError)
    expect(error).toMatchObject({ details: { available: 100n, needed: 101n } })
    const { coming: _, ...without } = job
    expect(failureOf(91n, without)).toMatchObject({ details: { available: 90n, needed: 91n } })
  })

  it('counts the requested addresses only', () => {
    const one = { ...job, source: { ...SOURCE, subaddresses: [2] } }
    expect(failureOf(1n, one)).toMatchObject({ details: { available: 0n, needed: 1n } })
  })
})

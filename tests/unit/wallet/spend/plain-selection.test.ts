// The selection of inputs, which reads the outputs of a large wallet as seldom as possible, against one that filters all of them at each step.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumAmounts } from '../../../../src/coin/amount.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { checkFunds, selectionRules, transferInputs, unlockedOutputs } from '../../../../src/wallet/spend/inputs.ts'
import type { PaymentJob } from '../../../../src/wallet/spend/paymentContext.ts'
import {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  planSweep,
  type SelectionRules,
  TransactionNotPossibleError,
} from '../../../../src/wallet/spend/select.ts'
import { planTransfer } from '../../../../src/wallet/spend/selectTransfer.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { OutputPacker } from '../../../../src/wallet/state/packedOutput.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ownedOutput } from '../../../support/wallet/owned-outputs.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'
import {
  planSweepPlainly,
  planTransferPlainly,
  unlockedPlainly,
  unspentPlainly,
} from '../../../support/wallet/spend/plain-selection.ts'

const COIN = 10n ** 12n
const packer = new OutputPacker()

/** Few amounts, blocks, transactions and addresses, so that many outputs are equal or related in some way. */
const fields = fc.record({
  amount: fc.oneof(
    fc.constantFrom(1n, COIN / 2n, COIN, 2n * COIN - 1n, 2n * COIN, 3n * COIN),
    fc.bigInt(COIN / 100n, 5n * COIN),
  ),
  height: fc.oneof(fc.nat(40), fc.nat(2000)),
  txid: fc.nat(3).map(bytesOf),
  subaddress: fc.record({ major: fc.constant(0), minor: fc.oneof(fc.constant(0), fc.nat(3)) }),
})
/** Outputs as the ledger has them, and as other sources. */
const outputs: fc.Arbitrary<readonly OwnedOutput[]> = fc.array(
  fc
    .tuple(fields, fc.boolean())
    .map(([some, isPacked]) => (isPacked ? packer.pack(ownedOutput(some)) : ownedOutput(some))),
  { maxLength: 60 },
)

const rules: fc.Arbitrary<SelectionRules> = fc
  .record({
    maxOutputs: fc.constantFrom(3, 4, 16),
    weightTarget: fc.constantFrom(2500, 5000, 99_600),
    perInput: fc.constantFrom(1000n, COIN / 50n),
    margin: fc.constantFrom(0n, COIN / 20n),
    carvesFee: fc.boolean(),
  })
  .map(({ perInput, ...others }) => ({
    ...others,
    weight: (inputs, count) => 500 + 600 * inputs + 100 * count,
    fee: (inputs, count) => perInput * BigInt(inputs) + 20_000n * BigInt(count),
    reserveAmount: 2n * COIN,
  }))

const amounts = fc.array(fc.oneof(fc.bigInt(1n, 4n * COIN), fc.constantFrom(0n, COIN)), { minLength: 1, maxLength: 8 })

/** Returns what a selection chose, and the random number that it would draw next. */
const chosenBy = <Chosen>(seed: number, select: (sampler: ReturnType<typeof createSampler>) => Chosen) => {
  const sampler = createSampler(seededRandom(seed))
  return { chosen: select(sampler), next: sampler.unit() }
}

const orUndefined = <Chosen>(select: () => Chosen): Chosen | undefined => {
  try {
    return select()
  } catch (error) {
    if (error instanceof TransactionNotPossibleError) return undefined
    throw error
  }
}

describe('the selection of inputs', () => {
  it('chooses the same inputs and shares of a transfer as one that filters all outputs at each step', () => {
    fc.assert(
      fc.property(fc.nat(), outputs, amounts, rules, (seed, all, requested, limits) => {
        const numbersOf = (inputs: readonly OwnedOutput[]) => inputs.map((input) => all.indexOf(input))
        const fast = chosenBy(seed, (sampler) =>
          orUndefined(() => planTransfer(all, requested, limits, sampler, String)),
        )
        const plain = chosenBy(seed, (sampler) => planTransferPlainly(all, requested, limits, sampler))
        const numbered = (plans: typeof fast.chosen) =>
          plans?.map(({ inputs, shares }) => ({ inputs: numbersOf(inputs), shares }))
        expect(numbered(fast.chosen)).toEqual(numbered(plain.chosen))
        expect(fast.next).toBe(plain.next)
      }),
      { numRuns: runs(600) },
    )
  })

  it('chooses the same inputs of a sweep', () => {
    fc.assert(
      fc.property(fc.nat(), outputs, rules, (seed, all, limits) => {
        const fast = chosenBy(seed, (sampler) => planSweep(all, limits, sampler))
        const plain = chosenBy(seed, (sampler) => planSweepPlainly(all, limits, sampler))
        const numbered = ({ chosen }: typeof fast) => chosen.map((inputs) => inputs.map((input) => all.indexOf(input)))
        expect(numbered(fast)).toEqual(numbered(plain))
        expect(fast.next).toBe(plain.next)
      }),
      { numRuns: runs(200) },
    )
  })
})

/** Pairs that a transfer compares before it takes any outputs. */
const MAX_PAIRS = 200_000

describe('the pairs that a transfer compares', () => {
  const COUNT = 700

  /** Returns the positions of a pair by its place in the order in which pairs are compared, from 1 on. */
  const pairAt = (place: number): readonly [first: number, second: number] => {
    let first = 0
    let before = 0
    for (; before + COUNT - 1 - first < place; first++) before += COUNT - 1 - first
    return [first, first + place - before]
  }

  it.each([
    ['are the first 200,000', MAX_PAIRS, true],
    ['are no more', MAX_PAIRS + 1, false],
  ])('%s', (_, place, isFound) => {
    const pair = pairAt(place)
    // Only the two outputs of the pair hold the amount together.
    const all = Array.from({ length: COUNT }, (__, i) =>
      ownedOutput({ amount: pair.includes(i) ? 2n * COIN : COIN, height: 20 * i }),
    )
    const limits: SelectionRules = {
      ...{ maxOutputs: 16, weightTarget: 99_600, margin: 0n, carvesFee: true, reserveAmount: 2n * COIN },
      ...{ weight: (inputs, count) => 500 + 600 * inputs + 100 * count, fee: () => 1000n },
    }
    const sampler = createSampler(seededRandom(1))
    const [plan] = planTransfer(all, [3n * COIN + COIN / 2n], limits, sampler, String)
    const numbers = plan?.inputs.map((input) => all.indexOf(input)) ?? []
    if (isFound) expect(numbers).toEqual([...pair].reverse())
    else expect(numbers.length).toBeGreaterThan(2)
  })
})

const HEIGHT = 3_000_000
/** Outputs of which each property that excludes one is frequent. */
const anyFields = fc.record({
  amount: fc.bigInt(1n, 3n * COIN),
  confidential: fc.constantFrom(true, true, false),
  frozen: fc.constantFrom(false, false, true),
  key: fc.nat(3).map(bytesOf),
  keyImage: fc.constantFrom(bytesOf(5), bytesOf(6), undefined),
  spent: fc.constantFrom(
    undefined,
    undefined,
    { txid: bytesOf(8), height: 100 },
    { txid: bytesOf(8), height: undefined },
  ),
  subaddress: fc.record({ major: fc.nat(1), minor: fc.nat(2) }),
  height: fc.constantFrom(10, 20, HEIGHT - 11, HEIGHT - 10, HEIGHT - 9, HEIGHT),
  globalIndex: fc.nat(1000),
  unlockTime: fc.constantFrom(0n, 0n, BigInt(HEIGHT), BigInt(HEIGHT + 1), 1_700_000_000n, 1_900_000_000n),
})

const jobs: fc.Arbitrary<PaymentJob> = fc
  .record({
    outputs: fc.array(
      fc
        .tuple(anyFields, fc.boolean())
        .map(([some, isPacked]) => (isPacked ? packer.pack(ownedOutput(some)) : ownedOutput(some))),
      { maxLength: 40 },
    ),
    subaddresses: fc.constantFrom([], [0], [1, 2]),
    coins: fc.constantFrom(undefined, [bytesOf(1)], [bytesOf(2), bytesOf(3)]),
    isWatchOnly: fc.boolean(),
    isStakeLocked: fc.boolean(),
  })
  .map(({ subaddresses, coins, isWatchOnly, isStakeLocked, ...others }) => {
    const { keys } = paymentJob()
    return paymentJob({
      ...others,
      height: HEIGHT,
      keys: isWatchOnly ? { ...keys, spendSecret: undefined } : keys,
      source: { account: 0, subaddresses, priority: 1, unlockTime: 0n, ...(coins === undefined ? {} : { coins }) },
      stakeLocks: new Map(
        isStakeLocked ? [['05'.repeat(32), { unlockHeight: undefined, serviceNodeKey: undefined }]] : [],
      ),
    })
  })

const failureOf = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('the funds of a payment', () => {
  it('are the outputs that filters by each property leave', () => {
    fc.assert(
      fc.property(jobs, (job) => {
        const unlocked = unlockedPlainly(job)
        const found = unlockedOutputs(job)
        expect(found).toHaveLength(unlocked.length)
        for (const [i, output] of found.entries()) expect(output).toBe(unlocked[i])
        const inputs = transferInputs(job, selectionRules(job))
        expect(inputs.every((input, i) => i === 0 || (inputs[i - 1]?.height ?? 0) <= input.height)).toBe(true)
        expect(new Set(unlocked)).toEqual(new Set([...inputs, ...unlocked]))
      }),
      { numRuns: runs(200) },
    )
  })

  it('suffice for what they hold, with locked ones, and for no more', () => {
    fc.assert(
      fc.property(jobs, (job) => {
        const available = sumAmounts(unlockedPlainly(job))
        const balance = sumAmounts(unspentPlainly(job))
        expect(failureOf(() => checkFunds(job, available))).toBeUndefined()
        expect(failureOf(() => checkFunds(job, balance + 1n))).toBeInstanceOf(NotEnoughMoneyError)
        if (balance > available)
          expect(failureOf(() => checkFunds(job, balance))).toBeInstanceOf(NotEnoughUnlockedMoneyError)
      }),
      { numRuns: runs(200) },
    )
  })
})

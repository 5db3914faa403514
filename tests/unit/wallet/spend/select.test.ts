// Input selection: payments are covered, preferences are those of wallet2, and a shortage is reported.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSampler, type RandomSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { Spendable } from '../../../../src/wallet/spend/relatedness.ts'
import {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  outputCount,
  planSweep,
  type SelectionRules,
  TransactionNotPossibleError,
} from '../../../../src/wallet/spend/select.ts'
import { planTransfer } from '../../../../src/wallet/spend/selectTransfer.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'

const COIN = 1_000_000_000n
const FEE_PER_INPUT = 1000n
const RULES: SelectionRules = {
  maxOutputs: 16,
  weightTarget: 99_600,
  weight: (inputs, outputs) => 500 + 600 * inputs + 100 * outputs,
  fee: (inputs, outputs) => FEE_PER_INPUT * BigInt(inputs) + 20_000n * BigInt(outputs),
  margin: 0n,
  carvesFee: true,
  reserveAmount: 2n * COIN,
}
const show = (amount: bigint): string => amount.toString()

const output = (amount: bigint, height: number, minor = 0, tx = height): Spendable => {
  const txid = new Uint8Array(32)
  new DataView(txid.buffer).setUint32(0, tx)
  return { amount, height, txid, subaddress: { major: 0, minor } }
}

const plan = (outputs: readonly Spendable[], amounts: readonly bigint[], seed = 1) =>
  planTransfer(outputs, amounts, RULES, createSampler(seededRandom(seed)), show)

describe('planTransfer', () => {
  it('takes the oldest single output that suffices, and a small unrelated second one', () => {
    const small = output(5_000_000n, 500)
    const outputs = [output(COIN, 100), output(4n * COIN, 200), output(9n * COIN, 300), small]
    expect(plan(outputs, [3n * COIN])).toEqual([
      { inputs: [outputs[1], small], shares: [{ destination: 0, amount: 3n * COIN }] },
    ])
  })

  it('omits the second input if it is related to the first', () => {
    for (const near of [output(5n, 200, 0, 200), output(5n, 200, 0, 7), output(5n, 201), output(5n, 209)]) {
      const only = output(4n * COIN, 200)
      expect(plan([only, near], [COIN])[0]?.inputs).toEqual([only])
    }
  })

  it('keeps large outputs in reserve', () => {
    const outputs = [output(4n * COIN, 100), output(3n * COIN, 200), output(3n * COIN, 300)]
    expect(plan(outputs, [3n * COIN])[0]?.inputs).toEqual([outputs[0]])
    const many = [100, 200, 300, 400, 500, 600, 700].map((height) => output(3n * COIN, height))
    expect(plan(many, [COIN])[0]?.inputs).toHaveLength(2)
  })

  it('takes the least related pair of one subaddress if one output is too small', () => {
    const a = output(2n * COIN, 100)
    const b = output(2n * COIN, 101)
    const c = output(2n * COIN, 150)
    const other = output(2n * COIN, 900, 3)
    expect(new Set(plan([a, b, c, other], [3n * COIN])[0]?.inputs)).toEqual(new Set([a, c]))
  })

  it('spends the richest subaddress first', () => {
    const rich = [100, 200, 300].map((height) => output(3n * COIN, height, 1))
    const poor = [110, 210, 310].map((height) => output(COIN, height, 2))
    const [first] = plan([...poor, ...rich], [8n * COIN])
    expect(new Set(first?.inputs)).toEqual(new Set(rich))
  })

  it('pays everything exactly, from outputs used once, within the limits', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.record({ amount: fc.bigInt(100_000n, 50n * COIN), height: fc.nat(3000), minor: fc.nat(3) }), {
          minLength: 1,
          maxLength: 300,
        }),
        fc.array(fc.bigInt(1n, 20n * COIN), { minLength: 1, maxLength: 40 }),
        (seed, raw, amounts) => {
          const outputs = raw.map(({ amount, height, minor }, i) => output(amount, height, minor, i))
          const all = outputs.reduce((total, { amount }) => total + amount, 0n)
          const needed = amounts.reduce((total, amount) => total + amount, 0n)
          let plans: ReturnType<typeof plan>
          try {
            plans = plan(outputs, amounts, seed)
          } catch (error) {
            expect(error).toBeInstanceOf(TransactionNotPossibleError)
            // It is rejected only if the money is short, including fees of one transaction per output.
            expect(all).toBeLessThan(needed + BigInt(outputs.length + amounts.length) * 100_000n)
            return
          }
          const used = plans.flatMap(({ inputs }) => inputs)
          expect(new Set(used).size).toBe(used.length)
          const paid = amounts.map(() => 0n)
          for (const { inputs, shares } of plans) {
            const total = inputs.reduce((sum, { amount }) => sum + amount, 0n)
            const shared = shares.reduce((sum, { amount }) => sum + amount, 0n)
            expect(shares.length).toBeGreaterThan(0)
            expect(shares.length).toBeLessThanOrEqual(15)
            expect(total).toBeGreaterThanOrEqual(shared + RULES.fee(inputs.length, shares.length + 1))
            expect(RULES.weight(inputs.length, shares.length + 1)).toBeLessThan(149_400)
            for (const { destination, amount } of shares) {
              expect(amount).toBeGreaterThan(0n)
              paid[destination] = (paid[destination] ?? 0n) + amount
            }
          }
          expect(paid).toEqual(amounts)
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('splits a payment that needs more inputs than fit into one transaction', () => {
    const outputs = Array.from({ length: 400 }, (_, i) => output(COIN, 10 * i))
    const plans = plan(outputs, [350n * COIN])
    expect(plans.length).toBe(3)
    const paid = plans.flatMap(({ shares }) => shares).reduce((sum, { amount }) => sum + amount, 0n)
    expect(paid).toBe(350n * COIN)
  })

  it('adds a second input to the last transaction only', () => {
    const outputs = Array.from({ length: 10 }, (_, i) => output(30n * COIN - BigInt(i), 100 * i))
    const plans = plan(
      outputs,
      Array.from({ length: 20 }, () => 1_000_000n),
    )
    expect(plans.map(({ inputs, shares }) => [inputs.length, shares.length])).toEqual([
      [1, 15],
      [2, 5],
    ])
  })

  it.each([
    // wallet2 0.18 takes the fee out of the destination that it has paid in part. The 165th input reaches the weight limit: it is change.
    ['out of a partial payment', true, 165, 159n * COIN],
    // oxen-core takes further inputs, which alone pay the fee.
    ['from further inputs', false, 170, 164n * COIN],
  ])('takes the fee of a full transaction %s', (_, carvesFee, inputs, amount) => {
    const outputs = Array.from({ length: 400 }, (_, i) => output(COIN, 10 * i))
    const rules = { ...RULES, carvesFee, fee: () => 5n * COIN }
    const [first, ...more] = planTransfer(outputs, [300n * COIN], rules, createSampler(seededRandom(3)), show)
    expect(first?.inputs).toHaveLength(inputs)
    expect(first?.shares).toEqual([{ destination: 0, amount }])
    expect(more.flatMap(({ shares }) => shares).reduce((sum, share) => sum + share.amount, amount)).toBe(300n * COIN)
  })

  it('adds an input for a fee that turned out higher than estimated', () => {
    const outputs = Array.from({ length: 9 }, (_, i) => output(COIN, 10 * i))
    const low = { ...RULES, fee: () => COIN / 2n }
    const inputsFor = (margin: bigint) =>
      planTransfer(outputs, [2n * COIN + COIN / 2n], { ...low, margin }, createSampler(seededRandom(4)), show)[0]
        ?.inputs
    // Three coins hold the amount and the estimated fee, but not the actual one.
    expect(inputsFor(0n)).toHaveLength(3)
    expect(inputsFor(1n)).toHaveLength(4)
  })

  it('is fast if no single output and no pair suffices', () => {
    const outputs = Array.from({ length: 20_000 }, (_, i) => output(COIN, i))
    expect(plan(outputs, [50n * COIN])[0]?.inputs.length).toBeGreaterThan(50)
  })

  it('reports the shortage', () => {
    expect(() => plan([output(COIN, 1)], [COIN])).toThrow(
      'not possible: 1000000000 and a fee of about 41000 are to be paid from 1000000000',
    )
  })
})

describe('planTransfer, where random draws take the first', () => {
  const first: RandomSampler = { unit: () => 0.5, below: () => 0 }
  const inputsOf = (outputs: readonly Spendable[], amounts: readonly bigint[], rules: Partial<SelectionRules> = {}) =>
    planTransfer(outputs, amounts, { ...RULES, ...rules }, first, show).map(({ inputs }) => inputs)
  /** of two inputs and two outputs */
  const FEE = 42_000n

  it('takes a single output that holds the amount and the fee exactly, and none that lacks a part of the fee', () => {
    const [short, exact, large] = [
      output(3n * COIN + FEE - 1n, 100),
      output(3n * COIN + FEE, 200),
      output(9n * COIN, 300),
    ]
    expect(inputsOf([short, exact, large], [3n * COIN])).toEqual([[exact]])
  })

  it('takes the first of the least related pairs, the second output of it first', () => {
    const [a, b, c, d] = [
      output(2n * COIN, 100),
      output(2n * COIN, 101),
      output(2n * COIN, 150),
      output(2n * COIN, 300),
    ]
    expect(inputsOf([a, b, c, d], [3n * COIN])).toEqual([[c, a]])
    const [e, f] = [output(2n * COIN, 105), output(2n * COIN, 104)]
    expect(inputsOf([a, b, e, f], [3n * COIN])).toEqual([[e, a]])
  })

  it('takes a pair that holds the amount and the fee exactly', () => {
    const [a, b, c] = [output(COIN, 100), output(2n * COIN + FEE - 1n, 200), output(2n * COIN + FEE, 300)]
    expect(inputsOf([a, b, c], [3n * COIN])).toEqual([[c, a]])
  })

  it('takes no pair of two subaddresses', () => {
    const [a, b, c] = [output(2n * COIN, 100), output(2n * COIN, 300, 1), output(2n * COIN, 101)]
    expect(inputsOf([a, b, c], [3n * COIN])).toEqual([[c, a]])
  })

  it('takes the second output of a pair although the first one holds the amount', () => {
    const [a, c, d] = [output(2n * COIN, 100), output(3n * COIN, 300), output(COIN / 2n, 500)]
    expect(inputsOf([a, c, d], [3n * COIN])).toEqual([[c, a]])
  })

  it('spends subaddresses in descending order of their balance, the first one of equal ones first', () => {
    const place = (minor: number, coins: bigint) =>
      [10, 50].map((height) => output(coins * COIN, height + 100 * minor, minor))
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
      [1, 3, 2],
    ]) {
      const outputs = order.flatMap((minor) => place(minor, BigInt(2 * minor)))
      const [inputs = []] = inputsOf(outputs, [19n * COIN])
      expect(inputs.map(({ subaddress }) => subaddress.minor)).toEqual([3, 3, 2, 2])
    }
    const equal = [5, 7, 6].flatMap((minor) => place(minor, 2n))
    const [inputs = []] = inputsOf(equal, [7n * COIN])
    expect(inputs.map(({ subaddress }) => subaddress.minor)).toEqual([5, 5, 7, 7])
  })

  it('takes the second input from the subaddress of the first one, not from a richer one', () => {
    const rich = [100, 200, 300].map((height) => output(3n * COIN, height, 1))
    const [five, small] = [output(5n * COIN, 150, 2), output(1_000_000n, 250, 2)]
    expect(inputsOf([...rich, five, small], [4n * COIN])).toEqual([[five, small]])
  })

  it('takes no second input from another subaddress, which would link them', () => {
    const [five, small] = [output(5n * COIN, 150, 2), output(1_000_000n, 250, 1)]
    expect(inputsOf([five, small], [4n * COIN])).toEqual([[five]])
  })

  it('prefers outputs of the next subaddress that are unrelated to the inputs so far', () => {
    const rich = [output(4n * COIN, 100, 1), output(4n * COIN, 200, 1)]
    const [near, far] = [output(3n * COIN, 201, 2), output(3n * COIN, 900, 2)]
    const [inputs] = inputsOf([...rich, near, far], [10n * COIN])
    expect(inputs).toEqual([...rich, far])
  })

  it('takes the first of the smallest outputs as a second input', () => {
    const [five, small, twin] = [output(5n * COIN, 100), output(7n, 300), output(7n, 500)]
    expect(inputsOf([output(9n, 700), small, twin, five], [4n * COIN])).toEqual([[five, small]])
  })

  it.each([
    ['takes one of five coins of the reserve amount as a second input', 5, 2n * COIN, 2],
    ['keeps four coins of the reserve amount', 4, 2n * COIN, 1],
    ['takes one of four coins below the reserve amount', 4, 2n * COIN - 1n, 2],
  ])('%s', (_, count, amount, inputs) => {
    const others = Array.from({ length: count }, (__, i) => output(amount, 200 + 20 * i))
    expect(inputsOf([output(5n * COIN, 100), ...others], [4n * COIN])[0]).toHaveLength(inputs)
  })

  it('does not count small coins as a reserve', () => {
    const related = [101, 102, 103].map((height) => output(10n, height))
    const large = [300, 400].map((height) => output(3n * COIN, height))
    expect(inputsOf([output(5n * COIN, 100), ...related, ...large], [4n * COIN])[0]).toHaveLength(1)
  })

  it('never spends an output twice for a higher fee', () => {
    const only = output(3n * COIN + FEE, 100)
    expect(() => inputsOf([only], [3n * COIN], { margin: COIN })).toThrow(TransactionNotPossibleError)
    const fee = (inputs: number): bigint => (inputs === 1 ? 0n : 10n)
    const second = { ...RULES, fee, reserveAmount: COIN }
    expect(() => inputsOf([output(COIN + 10n, 100), output(6n, 300)], [COIN + 10n], second)).toThrow(
      TransactionNotPossibleError,
    )
  })

  it('never spends a second input twice, although it does not hold the fee that it costs', () => {
    // The first one pays the fee of one input, and both together not that of two.
    const outputs = [output(COIN + 41_003n, 100), output(5n, 300), output(50_000n, 500, 1)]
    for (let seed = 1; seed < 9; seed++) {
      const [draft, ...others] = plan(outputs, [COIN], seed)
      expect(others).toEqual([])
      expect(new Set(draft?.inputs)).toEqual(new Set(outputs))
      expect(draft?.inputs).toHaveLength(3)
    }
  })

  it('takes inputs until the weight is exactly the target; the last one is change', () => {
    const outputs = Array.from({ length: 9 }, (_, i) => output(COIN, 100 * i))
    // Three inputs and two outputs weigh 2500.
    const plans = planTransfer(outputs, [5n * COIN], { ...RULES, weightTarget: 2500 }, first, show)
    expect(plans.map(({ inputs, shares }) => [inputs.length, shares[0]?.amount])).toEqual([
      [3, 2n * COIN - 43_000n],
      [3, 2n * COIN],
      [2, COIN + 43_000n],
    ])
  })

  it.each([
    ['out of the destination that is paid in part', true, 1_250_000_000n, 3, 250_000_000n],
    ['from further inputs if that destination would receive nothing', true, 1_500_000_000n, 5, 1_500_000_000n],
    ['from the last input if that holds it exactly', false, 1_000_000_000n, 3, 1_500_000_000n],
  ])('takes the fee of a full transaction of two destinations %s', (_, carvesFee, fee, inputs, second) => {
    const outputs = Array.from({ length: 12 }, (__, i) => output(COIN, 100 * i))
    // Three inputs and three outputs weigh 2600: two inputs pay half a coin and one and a half of three coins.
    const rules = { ...RULES, weightTarget: 2600, fee: () => fee, carvesFee }
    const [plan] = planTransfer(outputs, [COIN / 2n, 3n * COIN], rules, first, show)
    expect(plan?.inputs).toHaveLength(inputs)
    expect(plan?.shares).toEqual([
      { destination: 0, amount: COIN / 2n },
      { destination: 1, amount: second },
    ])
  })
})

describe('an error of a shortage', () => {
  it('has the amounts', () => {
    const coin = { decimals: 1, ticker: 'XMR' }
    expect(new NotEnoughMoneyError(5n, 9n, coin)).toMatchObject({
      message: expect.stringContaining('0.9 XMR are needed with the fee, the balance is 0.5 XMR'),
      details: { available: 5n, needed: 9n, ...coin },
    })
    expect(new NotEnoughUnlockedMoneyError(5n, 9n, coin)).toMatchObject({
      message: expect.stringContaining('0.9 XMR are needed with the fee, 0.5 XMR can be spent now'),
      details: { unlocked: 5n, needed: 9n, ...coin },
    })
    expect(new TransactionNotPossibleError(5n, 9n, 2n, show)).toMatchObject({
      details: { available: 5n, amount: 9n, fee: 2n },
    })
  })
})

describe('outputCount', () => {
  it.each([
    ['one amount and change', 100n, [60n], 2],
    ['one amount that takes all, with a dummy', 100n, [100n], 2],
    ['two amounts and change', 100n, [60n, 30n], 3],
    ['two amounts that take all', 100n, [60n, 40n], 2],
    ['three amounts that take all', 100n, [60n, 20n, 20n], 3],
    ['three amounts and change', 100n, [60n, 20n, 10n], 4],
  ])('counts %s', (_, held, amounts, count) => {
    expect(outputCount(held, amounts)).toBe(count)
  })
})

describe('planSweep', () => {
  it('spends every output once, and fills each transaction except the last', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 700 }), (seed, count) => {
        const outputs = Array.from({ length: count }, (_, i) => output(COIN, i))
        const plans = planSweep(outputs, RULES, createSampler(seededRandom(seed)))
        expect(new Set(plans.flat()).size).toBe(count)
        expect(plans.flat()).toHaveLength(count)
        // The 165th input reaches the target weight.
        const sizes = plans.map(({ length }) => length)
        for (const size of sizes.slice(0, -1)) expect(size).toBe(165)
        expect(sizes.at(-1)).toBe(count % 165 === 0 ? 165 : count % 165)
      }),
      { numRuns: runs(40) },
    )
  })

  it('ends a transaction whose weight is exactly the target', () => {
    const outputs = Array.from({ length: 7 }, (_, i) => output(COIN, i))
    // Three inputs and two outputs weigh 2500.
    const plans = planSweep(outputs, { ...RULES, weightTarget: 2500 }, createSampler(seededRandom(1)))
    expect(plans.map(({ length }) => length)).toEqual([3, 3, 1])
  })
})

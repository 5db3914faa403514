// Input selection: payments are covered, preferences are those of wallet2, and a shortage is reported.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSampler } from '../../../../src/wallet/spend/randomSampler.ts'
import type { Spendable } from '../../../../src/wallet/spend/relatedness.ts'
import { planSweep, type SelectionRules, TransactionNotPossibleError } from '../../../../src/wallet/spend/select.ts'
import { planTransfer } from '../../../../src/wallet/spend/selectTransfer.ts'
import { seededRandom } from '../../../support/random.ts'

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
      { numRuns: 200 },
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
      { numRuns: 40 },
    )
  })
})

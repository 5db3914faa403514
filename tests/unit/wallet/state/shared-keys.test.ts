// What outputs with one one-time key add to the balance.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { creditsOf, type KeySpend, spentOutputOf } from '../../../../src/wallet/state/sharedKeys.ts'

const outputsOf = (...amounts: readonly bigint[]) =>
  amounts.map((amount, i) => ({ amount, globalIndex: 100 + i, height: 10 * (i + 1) }))

it('adds the difference of a larger output, and nothing of others', () => {
  expect(creditsOf(outputsOf(1000n, 1001n, 1001n, 7n, 1002n), undefined)).toEqual([1000n, 1n, 0n, 0n, 1n])
})

it('adds nothing of outputs larger than the one in the ring of the spend', () => {
  const spend = { height: 35, ring: [3, 101, 500] }
  expect(spentOutputOf(outputsOf(5n, 8n, 9n, 20n), spend)?.amount).toBe(8n)
  expect(creditsOf(outputsOf(5n, 8n, 9n, 20n), spend)).toEqual([5n, 3n, 0n, 0n])
})

it('takes the largest output before the spend if the ring is unknown', () => {
  const mined = { height: 30, ring: undefined }
  expect(creditsOf(outputsOf(5n, 8n, 9n, 20n), mined)).toEqual([5n, 3n, 0n, 0n])
  const pending = { height: undefined, ring: [] }
  expect(creditsOf(outputsOf(5n, 8n, 9n, 20n), pending)).toEqual([5n, 3n, 1n, 11n])
})

it('takes the oldest of the largest outputs', () => {
  const unknown = { height: undefined, ring: undefined }
  expect(spentOutputOf(outputsOf(5n, 9n, 8n, 9n), unknown)?.globalIndex).toBe(101)
  expect(spentOutputOf(outputsOf(9n, 9n, 8n), { height: 35, ring: [102, 101] })?.globalIndex).toBe(101)
  expect(spentOutputOf(outputsOf(8n, 9n), { height: 5, ring: undefined })?.globalIndex).toBe(101)
})

it('has nothing to add without outputs', () => {
  expect(creditsOf([], { height: 5, ring: undefined })).toEqual([])
})

it('adds what is unspent, or what was spent', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 1, maxLength: 6 })
  const spends = fc.record({
    height: fc.option(fc.nat({ max: 70 }), { nil: undefined }),
    ring: fc.option(fc.array(fc.integer({ min: 98, max: 107 })), { nil: undefined }),
  })
  fc.assert(
    fc.property(amounts, fc.option(spends, { nil: undefined }), (list, spend: KeySpend | undefined) => {
      const outputs = outputsOf(...list)
      const total = creditsOf(outputs, spend).reduce((sum, credit) => sum + credit, 0n)
      const largest = list.toSorted((a, b) => Number(b - a))[0]
      expect(total).toBe(spend === undefined ? largest : spentOutputOf(outputs, spend)?.amount)
    }),
  )
})

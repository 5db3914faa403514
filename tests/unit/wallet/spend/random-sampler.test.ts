// Random numbers: distributions and completeness.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSampler, gamma, shuffled } from '../../../../src/wallet/spend/randomSampler.ts'
import { seededRandom } from '../../../support/random.ts'

it('draws gamma numbers with the mean and the variance of the distribution', () => {
  const sampler = createSampler(seededRandom(1))
  const numbers = Array.from({ length: 20_000 }, () => gamma(19.28, 1 / 1.61, sampler))
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length
  const variance = numbers.reduce((a, b) => a + (b - mean) ** 2, 0) / numbers.length
  expect(mean).toBeCloseTo(19.28 / 1.61, 0)
  expect(Math.abs(variance / (19.28 / 1.61 ** 2) - 1)).toBeLessThan(0.05)
})

it('chooses uniformly', () => {
  const sampler = createSampler(seededRandom(2))
  const counts = new Array<number>(7).fill(0)
  for (let i = 0; i < 14_000; i++) {
    const drawn = sampler.below(7)
    counts[drawn] = (counts[drawn] ?? 0) + 1
  }
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200)
  expect(() => sampler.below(0)).toThrow(RangeError)
})

it('shuffles without losing anything', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.nat(), (items, seed) => {
      const mixed = shuffled(items, createSampler(seededRandom(seed)))
      expect([...mixed].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b))
    }),
  )
})

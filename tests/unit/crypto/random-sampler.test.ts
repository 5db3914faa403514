// Random numbers: distributions and completeness.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSampler, gamma, shuffled } from '../../../src/crypto/random/randomSampler.ts'
import { seededRandom } from '../../support/random.ts'

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

describe('a sampler', () => {
  /** A random source of these 64-bit words, little-endian, then zeros and a one; it notes how many bytes it is asked for. */
  const sourceOf = (...words: readonly bigint[]) => {
    const requests: number[] = []
    const random = (length: number): Uint8Array => {
      const bytes = new Uint8Array(length)
      bytes[length - 1] = 1
      const view = new DataView(bytes.buffer)
      if (requests.length === 0) for (const [i, word] of words.entries()) view.setBigUint64(8 * i, word, true)
      requests.push(length)
      return bytes
    }
    return { random, requests }
  }
  /** The word from which a 53-bit number is drawn: its upper 21 bits come first. */
  const wordOf = (value: bigint): bigint => (value >> 32n) | ((value & 0xffff_ffffn) << 32n)

  it('draws 53 bits of each eight bytes', () => {
    const { random } = sourceOf(wordOf(2n ** 32n + 2n), wordOf(2n ** 53n - 1n) | 0xffe0_0000n, wordOf(2n ** 52n))
    const sampler = createSampler(random)
    const draws = Array.from({ length: 4 }, () => sampler.below(2 ** 53 - 1))
    // The highest number is rejected: zero would be drawn more often.
    expect(draws).toEqual([2 ** 32 + 2, 2 ** 52, 0, 0])
    const units = createSampler(sourceOf(wordOf(2n ** 51n)).random)
    expect(units.unit()).toBe(0.25 + 2 ** -54)
    expect(units.unit()).toBe(2 ** -54)
  })

  it('rejects numbers beyond the last multiple of the bound', () => {
    const bound = 3 * 2 ** 51
    const drawn = (...values: readonly bigint[]) => createSampler(sourceOf(...values.map(wordOf)).random).below(bound)
    expect(drawn(BigInt(bound), 5n)).toBe(5)
    expect(drawn(BigInt(bound) - 1n, 5n)).toBe(bound - 1)
    expect(createSampler(sourceOf(wordOf(17n)).random).below(10)).toBe(7)
  })

  it('reads its source 1024 bytes at a time', () => {
    const { random, requests } = sourceOf()
    const sampler = createSampler(random)
    expect(requests).toEqual([])
    for (let i = 0; i < 128; i++) sampler.below(2)
    expect(requests).toEqual([1024])
    sampler.unit()
    expect(requests).toEqual([1024, 1024])
  })

  it('draws below positive integers only', () => {
    const sampler = createSampler(sourceOf().random)
    expect(sampler.below(1)).toBe(0)
    for (const bound of [0, -1, 1.5, 2 ** 53, Number.NaN]) expect(() => sampler.below(bound)).toThrow(RangeError)
  })
})

it('shuffles by drawing from those that are left, of which the last takes the place', () => {
  const items = ['a', 'b', 'c', 'd', 'e']
  const bounds: number[] = []
  const draws = [1, 1, 2, 0, 0]
  const below = (bound: number): number => {
    bounds.push(bound)
    return draws[bounds.length - 1] ?? 0
  }
  expect(shuffled(items, { unit: () => 0.5, below })).toEqual(['b', 'e', 'c', 'a', 'd'])
  expect(bounds).toEqual([5, 4, 3, 2, 1])
  expect(items).toEqual(['a', 'b', 'c', 'd', 'e'])
})

describe('a gamma number', () => {
  const drawn = (shape: number, scale: number, ...units: readonly number[]): number => {
    const rest = [...units]
    const unit = (): number => {
      const next = rest.shift()
      if (next === undefined) throw new Error('no further number was to be drawn')
      return next
    }
    const number = gamma(shape, scale, { unit, below: () => 0 })
    expect(rest).toEqual([])
    return number
  }

  // Computed with Python from the formulas of the paper.
  it.each<[string, number, number, readonly number[], number]>([
    ['is drawn from three uniform numbers', 19.28, 1 / 1.61, [0.5, 0.5, 0.5], 8.863275294272984],
    ['has a shape and a scale', 4, 2, [0.3, 0.125, 0.4], 12.389260119527211],
    ['is drawn again if it is rejected', 19.28, 1 / 1.61, [0.01, 0.5, 0.97, 0.5, 0.5, 0.5], 8.863275294272984],
    ['is drawn again if it would be negative', 19.28, 1 / 1.61, [1e-40, 0.5, 0.5, 0.5, 0.5], 8.863275294272984],
  ])('%s', (_, shape, scale, units, expected) => {
    expect(drawn(shape, scale, ...units)).toBeCloseTo(expected, 10)
  })
})

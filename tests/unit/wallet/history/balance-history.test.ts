// The balance over time: every change of a short history, and the ends of equal periods of a long one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balancePoints, sampleBalances } from '../../../../src/wallet/history/balanceHistory.ts'

describe('the points of a history', () => {
  it('are in the order of time, without transfers that do not count', () => {
    const items = [
      { time: 30, balance: 7n },
      { time: 25, balance: undefined },
      { time: 20, balance: 5n },
    ]
    expect(balancePoints(items)).toEqual([
      { time: 20, balance: 5n },
      { time: 30, balance: 7n },
    ])
  })

  it('do not go back in time where the times of blocks do', () => {
    const items = [
      { time: 90, balance: 3n },
      { time: 100, balance: 2n },
      { time: 50, balance: 1n },
    ]
    expect(balancePoints(items).map(({ time }) => time)).toEqual([50, 100, 100])
  })

  it('have no impossible times, which would move all later ones', () => {
    const items = [
      { time: 100, balance: 3n },
      { time: 8_640_000_000_001, balance: 2n },
      { time: 50, balance: 1n },
    ]
    expect(balancePoints(items).map(({ time }) => time)).toEqual([50, 100])
  })
})

describe('a sample', () => {
  const points = (count: number) => Array.from({ length: count }, (_, i) => ({ time: i, balance: BigInt(i) }))

  it('of few points is all of them', () => {
    expect(sampleBalances(points(5), 5)).toEqual(points(5))
    expect(sampleBalances([], 5)).toEqual([])
  })

  it('has the balance at the end of each period, and the first and the last one', () => {
    expect(sampleBalances(points(101), 5).map(({ time }) => time)).toEqual([0, 24, 49, 74, 100])
  })

  it('has few points although all are of the same second', () => {
    const same = Array.from({ length: 1000 }, (_, i) => ({ time: 7, balance: BigInt(i) }))
    expect(sampleBalances(same, 10)).toEqual([
      { time: 7, balance: 0n },
      { time: 7, balance: 999n },
    ])
  })

  it('is never longer than wanted, ends with the present balance, and invents nothing', () => {
    const times = fc.array(fc.nat(10 ** 9), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(times, fc.integer({ min: 2, max: 40 }), (unsorted, maxPoints) => {
        const all = unsorted.sort((a, b) => a - b).map((time, i) => ({ time, balance: BigInt(i) }))
        const sampled = sampleBalances(all, maxPoints)
        expect(sampled.length).toBeLessThanOrEqual(maxPoints)
        expect(sampled.at(-1)).toBe(all.at(-1))
        expect(sampled[0]).toBe(all[0])
        for (const point of sampled) expect(all).toContain(point)
      }),
    )
  })
})

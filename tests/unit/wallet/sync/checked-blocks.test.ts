// Which blocks are verified: groups with something of ours, as many others, and spot checks.
import { describe, expect, it } from 'vitest'
import type { RandomSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { checkedHeights } from '../../../../src/wallet/sync/checkedBlocks.ts'

/** A sampler that draws the given numbers, and then 15, which is no spot check of 16. */
const drawing = (...numbers: number[]): RandomSampler => ({
  unit: () => 0.5,
  below: (bound) => Math.min(numbers.shift() ?? 15, bound - 1),
})

/** Returns the first heights of the checked groups, of all heights of a range. */
const groupsOf = (
  start: number,
  count: number,
  ours: readonly number[],
  sampler: RandomSampler = drawing(),
): number[] => {
  const isChecked = checkedHeights({ start, blocks: count, transactions: count }, ours, sampler)
  const heights = Array.from({ length: count }, (_, i) => start + i).filter(isChecked)
  return [...new Set(heights.map((height) => height - (height % 16)))].filter((first) =>
    heights.includes(Math.max(first, start)),
  )
}

/** The place of the last item at each draw of the shuffle, which keeps the order reversed; then the spot checks. */
const LAST = 1_000

describe('the checked blocks', () => {
  it('are all of a short range', () => {
    const heights = Array.from({ length: 16 }, (_, i) => 100 + i)
    expect(heights.every(checkedHeights({ start: 100, blocks: 16, transactions: 5000 }, [], drawing()))).toBe(true)
    expect(heights.every(checkedHeights({ start: 100, blocks: 17, transactions: 17 }, [], drawing()))).toBe(false)
  })

  it('are those of groups with something of ours, and as many others', () => {
    expect(groupsOf(0, 160, [], drawing())).toEqual([])
    expect(groupsOf(0, 64, [20], drawing(LAST, LAST, LAST))).toEqual([16, 48])
    expect(groupsOf(0, 64, [20], drawing(0, LAST, LAST))).toEqual([0, 16])
    expect(groupsOf(0, 96, [20, 31, 40], drawing(LAST, LAST, LAST, LAST))).toEqual([16, 32, 64, 80])
  })

  it('are whole groups of heights, at the ends of the range too', () => {
    const isChecked = checkedHeights({ start: 8, blocks: 40, transactions: 40 }, [10, 47], drawing(0))
    expect([8, 15, 16, 31, 32, 47].map(isChecked)).toEqual([true, true, true, true, true, true])
    const isSpared = checkedHeights({ start: 8, blocks: 40, transactions: 40 }, [], drawing(LAST, LAST, LAST))
    expect([8, 15, 16, 31, 32, 47].some(isSpared)).toBe(false)
  })

  it.each([
    ['36 transactions a block', 36 * 32, 4],
    ['8 transactions a block', 8 * 32, 16],
    ['less than one a block', 3, 16],
    ['hundreds a block', 500 * 32, 1],
  ])('are smaller groups of dense blocks: %s', (_, transactions, expected) => {
    const isChecked = checkedHeights({ start: 64, blocks: 32, transactions }, [83], drawing(...Array(32).fill(LAST)))
    const heights = Array.from({ length: 32 }, (_, i) => 64 + i).filter(isChecked)
    const first = 83 - (83 % expected)
    const ofOurs = Array.from({ length: expected }, (_, i) => first + i)
    expect(heights).toEqual(expect.arrayContaining(ofOurs))
    // As many others.
    expect(heights).toHaveLength(2 * expected)
  })

  it('are others at random: one in sixteen', () => {
    const bounds: number[] = []
    const sampler: RandomSampler = {
      unit: () => 0.5,
      below: (bound) => {
        bounds.push(bound)
        return 0
      },
    }
    expect(groupsOf(0, 48, [], sampler)).toEqual([0, 16, 32])
    expect(bounds).toEqual([3, 2, 1, 16, 16, 16])
    expect(groupsOf(0, 48, [], drawing(LAST, LAST, LAST, 1, 15, 0))).toEqual([0])
  })
})

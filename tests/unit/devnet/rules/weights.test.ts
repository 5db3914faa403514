// Block weights: the windows of the medians, to the block.
import { describe, expect, it } from 'vitest'
import {
  BlockWeights,
  longMedianOf,
  medianOf,
  medianWithGrace,
  shortMedianOf,
} from '../../../../src/devnet/rules/weights.ts'

const ZONE = 300_000

describe('the short median', () => {
  it('covers 100 blocks, not 99 and not 101', () => {
    // 50 blocks of weight 10 and 50 of weight 20: one block more or less of either weight changes the median.
    const recent = [...new Array<number>(50).fill(10), ...new Array<number>(50).fill(20)]
    expect(shortMedianOf({ weights: recent })).toBe(15)
    expect(shortMedianOf({ weights: [1, ...recent] })).toBe(15)
    expect(shortMedianOf({ weights: [1000, ...recent] })).toBe(15)
    expect(shortMedianOf({ weights: recent.slice(1) })).toBe(20)
    expect(shortMedianOf({ weights: [...recent, 20] })).toBe(20)
  })

  it('is rounded down between two weights, and 0 without blocks', () => {
    expect(medianOf([])).toBe(0)
    expect(medianOf([10, 21])).toBe(15)
    expect(medianOf([21, 3, 10])).toBe(10)
  })

  it('covers 100 blocks with those to come', () => {
    const weights = [...new Array<number>(60).fill(10), ...new Array<number>(50).fill(20)]
    expect(medianWithGrace({ weights }, 0)).toBe(15)
    expect(medianWithGrace({ weights }, 1, 30)).toBe(20)
    expect(medianWithGrace({ weights }, 99, 30)).toBe(30)
    expect(medianWithGrace({ weights }, 1000, 30)).toBe(30)
  })
})

describe('the long median', () => {
  it('covers 100,000 blocks and is at least the full reward zone', () => {
    const history = new BlockWeights()
    for (let i = 0; i < 50_000; i++) history.push(1, ZONE + 10)
    for (let i = 0; i < 50_000; i++) history.push(1, ZONE + 30)
    expect(longMedianOf(history)).toBe(ZONE + 20)
    history.push(1, ZONE + 30)
    expect(longMedianOf(history)).toBe(ZONE + 30)
    history.pop()
    expect(longMedianOf(history)).toBe(ZONE + 20)
    expect(history.heavyCount).toBe(100_000)
    for (let i = 0; i < 60_000; i++) history.push(1, 5)
    expect(longMedianOf(history)).toBe(ZONE)
    expect(history.heavyCount).toBe(40_000)
  })
})

// The distribution of outputs: counts per block and their sums, in chunks.
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { CHUNK_BLOCKS, OutputDistribution } from '../../../src/daemon/outputDistribution.ts'
import { cumulativeOf, partFrom } from '../../support/wallet/spend/ring-node.ts'

/** Outputs of the block at a height: none in one of eleven, two bytes long in some. */
const outputsAt = (height: number): number => (height % 11 === 0 ? 0 : (height * 7919) % 300)

const sumsOf = (length: number, startHeight = 0): number[] => {
  let total = 0
  return Array.from({ length }, (_, i) => (total += outputsAt(startHeight + i)))
}

describe('the distribution of a chain', () => {
  const START = 5000
  const sums = sumsOf(30_000, START)
  const distribution = OutputDistribution.ofCumulative(sums, START)

  it('returns the sums of its blocks', () => {
    expect([distribution.startHeight, distribution.length, distribution.endHeight]).toEqual([START, 30_000, 35_000])
    expect(cumulativeOf(distribution)).toEqual(sums)
    expect([distribution.at(-1), distribution.at(30_000), distribution.base]).toEqual([undefined, undefined, 0])
    expect(distribution.total).toBe(sums.at(-1))
    const some = Array.from({ length: 30_000 }, (_, i) => outputsAt(START + i)).filter((count) => count > 0)
    expect(distribution.nonEmpty).toBe(some.length)
  })

  it('finds the first block with a sum', () => {
    const small = OutputDistribution.ofCumulative([2, 2, 5, 9])
    expect([0, 1, 2, 3, 5, 6, 9, 10].map((least) => small.firstWith(least))).toEqual([0, 0, 0, 2, 2, 3, 3, 4])
    expect(new OutputDistribution(0, 0, []).firstWith(1)).toBe(0)
    for (const least of [1, 500, ...sums.filter((_, i) => i % 997 === 0), (sums.at(-1) ?? 0) + 1])
      expect(distribution.firstWith(least)).toBe(
        sums.findIndex((sum) => sum >= least) === -1 ? 30_000 : sums.findIndex((sum) => sum >= least),
      )
  })

  it('is cut and continued at multiples of a chunk', () => {
    const old = distribution.before(3 * CHUNK_BLOCKS)
    expect(old?.endHeight).toBe(3 * CHUNK_BLOCKS)
    expect(old?.before(3 * CHUNK_BLOCKS)?.chunks).toEqual(old?.chunks)
    expect(distribution.before(CHUNK_BLOCKS - 1)).toBeUndefined()
    const whole = old?.followedBy(partFrom(distribution, 3 * CHUNK_BLOCKS))
    expect(whole && cumulativeOf(whole)).toEqual(sums)
    expect(() => old?.followedBy(partFrom(distribution, 4 * CHUNK_BLOCKS))).toThrow(RangeError)
  })

  it('begins and ends at the border of a chunk', () => {
    for (const [start, length] of [
      [0, CHUNK_BLOCKS],
      [CHUNK_BLOCKS, CHUNK_BLOCKS + 1],
      [CHUNK_BLOCKS - 1, 2],
    ] as const)
      expect(cumulativeOf(OutputDistribution.ofCumulative(sumsOf(length, start), start))).toEqual(sumsOf(length, start))
  })

  it('is rejected if its chunks do not fit', () => {
    const { chunks } = distribution
    const [first, second] = chunks
    if (first === undefined || second === undefined) throw new Error('a distribution without chunks')
    expect(() => new OutputDistribution(START, 0, chunks.toReversed())).toThrow(RangeError)
    expect(() => new OutputDistribution(START + 1, 0, chunks)).toThrow(RangeError)
    expect(() => new OutputDistribution(START, 0, [first, { ...second, blocks: 1 }, ...chunks.slice(2)])).toThrow(
      RangeError,
    )
    expect(() => new OutputDistribution(0, 0, [{ ...second, blocks: CHUNK_BLOCKS + 1 }])).toThrow(RangeError)
    for (const wrong of [{ outputs: second.outputs + 1 }, { counts: second.counts.subarray(1) }])
      expect(() => new OutputDistribution(0, 0, [{ ...second, ...wrong }]).at(0)).toThrow(RangeError)
  })

  it('is rejected if it decreases or a count is malformed', () => {
    expect(() => OutputDistribution.ofCumulative([5, 4])).toThrow(FormatError)
    for (const counts of [[0x80], [1, 0x80, 0], [0x80, 0x80, 0x80, 0x80, 1]])
      expect(() => OutputDistribution.read(0, 0, Uint8Array.from(counts))).toThrow(FormatError)
    const most = OutputDistribution.read(0, 0, Uint8Array.of(0xff, 0xff, 0xff, 0x7f))
    expect(most.total).toBe(2 ** 28 - 1)
    expect(() => OutputDistribution.read(0, Number.MAX_SAFE_INTEGER, Uint8Array.of(1))).toThrow(FormatError)
  })
})

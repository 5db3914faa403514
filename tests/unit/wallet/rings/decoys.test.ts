// Candidates and ages of decoys, draw by draw: the random numbers are fixed, and the outputs that follow from them are literal.
import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import type { RandomSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { drawCandidates, requestCount } from '../../../../src/wallet/rings/decoys.ts'
import { gammaPicker } from '../../../../src/wallet/rings/gammaPicker.ts'
import { OutputBlacklistError } from '../../../../src/wallet/rings/outputBlacklist.ts'
import { OutputDistributionError } from '../../../../src/wallet/rings/outputDistribution.ts'
import { outputChain } from '../../../support/wallet/spend/ring-node.ts'

/** Uniform numbers u, ½ and ½ give the gamma number 8.863 for u = ½, 6.313 for 0.05 and 5.322 for 0.01: ages of 7067, 551 and 204 seconds. */
const samplerOf = (first: number, below: (bound: number) => number = () => 0): RandomSampler => {
  let calls = 0
  return { unit: () => (calls++ % 3 === 0 ? first : 0.5), below }
}

describe('the age of a decoy', () => {
  // An output each minute. The newest outputs that are drawn are 5981 on monero, 5979 on oxen.
  const even = outputChain(3000, () => 2)

  it.each([
    // 7067 - 1200 s are 97 outputs: 5884, the second one of its block.
    ['is counted from the end of the lock on monero', moneroMainnet, 0.5, 5882],
    // 117 outputs: 5862, the first one of the block.
    ['is counted from the newest drawn output on oxen', oxenMainnet, 0.5, 5860],
    // 551 s are 9 outputs: 5970.
    ['may be any on oxen', oxenMainnet, 0.05, 5968],
  ])('%s', (_, rules, first, index) => {
    expect(gammaPicker(even, rules, samplerOf(first))()).toBe(index)
  })

  it.each([0.05, 0.01])('is one of the last half hour on monero if it is below the lock (%s)', (first) => {
    const bounds: number[] = []
    const below = (bound: number): number => {
      bounds.push(bound)
      return bound === 2 ? 1 : 600
    }
    // 600 s are 10 outputs: 5971, in the block of 5970 and 5971.
    expect(gammaPicker(even, moneroMainnet, samplerOf(first, below))()).toBe(5971)
    expect(bounds).toEqual([1800, 2])
  })

  it('follows the outputs of the last year', () => {
    // 262800 blocks, half of two outputs and half of six: one in 30 s; after 1200 blocks of a thousand.
    const long = outputChain(264_000, (height) => (height < 1200 ? 1000 : height < 132_600 ? 2 : 6))
    // Of 2251146 outputs up to ten blocks from the top, 195 are younger: 2250950, in the block from 2250948.
    expect(gammaPicker(long, moneroMainnet, samplerOf(0.5))()).toBe(2_250_948)
  })

  it('is in whole seconds an output on oxen, at least one', () => {
    // 50 outputs a block: 2.4 s an output, or 2. Of the ages of 7067 s the first is 2944 outputs old, the second 3533.
    const busy = outputChain(3000, () => 50)
    const heightOf = (index = -1): number => Math.floor(index / 50)
    expect(heightOf(gammaPicker(busy, oxenMainnet, samplerOf(0.5))())).toBe(2989 - Math.floor(3533 / 50))
    const exact = { ...oxenMainnet, decoys: { ...oxenMainnet.decoys, wholeSecondAverage: false } }
    expect(heightOf(gammaPicker(busy, exact, samplerOf(0.5))())).toBe(2989 - Math.floor(2944 / 50))
    // 200 outputs a block: 0.6 s an output.
    const crowded = outputChain(3000, () => 200)
    const drawn = gammaPicker(crowded, oxenMainnet, samplerOf(0.5))() ?? -1
    expect(Math.floor(drawn / 200)).toBe(2989 - Math.floor(7067 / 200))
  })

  it('is no output if the chain has none so old, or none in the block', () => {
    const usable = (count: number) =>
      gammaPicker(
        outputChain(count + 10, () => 1),
        oxenMainnet,
        samplerOf(0.5),
      )
    // With an output each two minutes, 7067 s are 58 outputs.
    expect(usable(58)()).toBeUndefined()
    expect(usable(59)()).toBe(0)
    expect(
      gammaPicker(
        outputChain(100, () => 0),
        oxenMainnet,
        samplerOf(0.5),
      )(),
    ).toBeUndefined()
  })
})

describe('the candidates of a ring', () => {
  const even = outputChain(3000, () => 2)
  const never: RandomSampler = {
    unit: () => {
      throw new Error('no age was to be drawn')
    },
    below: () => 0,
  }
  const source = (fields: Partial<Parameters<typeof drawCandidates>[0]> = {}) => ({
    distribution: even,
    rules: moneroMainnet,
    blacklist: new Set<number>(),
    sampler: samplerOf(0.5),
    ...fields,
  })

  it('are drawn by age, then evenly if ages repeat', () => {
    // Each age is that of 5882. Of the others, 0 is drawn first, then the last ones, which take its place.
    expect(drawCandidates(source(), 7, [], 5)).toEqual([7, 5882, 0, 5981, 5980])
  })

  it('are blacklisted ones only if there are no others', () => {
    const blacklist = new Set([5882, 5981])
    expect(drawCandidates(source({ blacklist }), 7, [], 4)).toEqual([7, 0, 5980, 5979])
    const few = outputChain(15, () => 1)
    const all = { distribution: few, sampler: never }
    expect(drawCandidates(source({ ...all, blacklist: new Set([0, 3]) }), 5, [], 6)).toEqual([5, 1, 4, 2, 0, 3])
  })

  it('are refused if more outputs than needed are blacklisted on the way, unless the chain is young', () => {
    // Each age is that of another block than the one before, 270 seconds older.
    const older = (): RandomSampler => {
      let calls = 0
      return { unit: () => (calls++ % 3 === 0 ? Math.min(0.9, 0.5 + calls / 300) : 0.5), below: () => 0 }
    }
    const drawn = (outputs: number, blacklisted: number) => {
      const distribution = outputChain(outputs / 2 + 9, () => 2)
      const ages = gammaPicker(distribution, moneroMainnet, older())
      const blacklist = new Set(Array.from({ length: blacklisted }, () => ages() ?? -1))
      expect(blacklist.size).toBe(blacklisted)
      return () => drawCandidates(source({ distribution, blacklist, sampler: older() }), 7, [], 4)
    }
    expect(drawn(10_000, 5)).toThrow(OutputBlacklistError)
    expect(drawn(10_000, 4)).not.toThrow()
    expect(drawn(9_998, 5)).not.toThrow()
  })

  it('are earlier candidates first, as far as the chain has them', () => {
    // 6000 outputs, of which 5982 are old enough.
    expect(drawCandidates(source(), 7, [5990, 6000, 3, 6001], 4)).toEqual([7, 5990, 3, 5882])
    expect(drawCandidates(source({ sampler: never }), 7, [1, 2, 3, 4], 4)).toEqual([7, 1, 2, 3, 4])
    expect(drawCandidates(source({ sampler: never }), 7, [5999, 2, 3], 4)).toEqual([7, 5999, 2, 3])
  })

  it('are all outputs of a chain that has no more, without any age', () => {
    const chain = (blocks: number) => ({ distribution: outputChain(blocks, () => 1), sampler: never })
    // 20 blocks have 11 usable outputs.
    expect(new Set(drawCandidates(source(chain(20)), 3, [], 11))).toEqual(
      new Set(Array.from({ length: 11 }, (_, i) => i)),
    )
    expect(drawCandidates(source(chain(20)), 3, [], 12)).toHaveLength(11)
    expect(() => drawCandidates(source(chain(20)), 3, [], 10)).toThrow('no age was to be drawn')
  })

  it('are not found on a long chain whose ages repeat: its distribution is false', () => {
    const distribution = outputChain(20, () => 100_000)
    expect(() => drawCandidates(source({ distribution }), 7, [], 5)).toThrow(OutputDistributionError)
    // It is not looked at if enough is known from earlier requests.
    for (const earlier of [
      [1, 2, 3],
      [1, 2, 3, 4],
    ])
      expect(drawCandidates(source({ distribution, sampler: never }), 7, earlier, 4)).toEqual([7, ...earlier])
  })

  it('are drawn evenly if the chain has no output of the ages', () => {
    // 21 usable outputs, an output each two minutes; the ages are 7067 s.
    const distribution = outputChain(30, () => 1)
    expect(drawCandidates(source({ distribution }), 3, [], 5)).toEqual([3, 0, 20, 19, 18])
  })

  it('are as many as wallet2 requests', () => {
    expect(requestCount(oxenMainnet)).toBe(36)
    expect(requestCount(moneroMainnet)).toBe(75)
  })
})

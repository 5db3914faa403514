// Numeric rules in cases beyond the recorded chain: heavy blocks, changing hash rates, unusual schedules.

import { describe, expect, it } from 'vitest'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { Chain } from '../../../../src/devnet/chain/chain.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { lwmaDifficulty, nextDifficulty } from '../../../../src/devnet/oxen/rules/difficulty.ts'
import { maxTransactionType, regtestGovernance, transactionVersions } from '../../../../src/devnet/oxen/rules/forks.ts'
import { baseReward, governancePayment, rewardParts } from '../../../../src/devnet/oxen/rules/reward.ts'
import { longTermWeight, weightLimits } from '../../../../src/devnet/oxen/rules/weights.ts'
import { ForkScheduleError, parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { TransactionChecker } from '../../../../src/devnet/rules/checker.ts'
import { BlockWeights, medianOf, medianWithGrace, penalizedReward } from '../../../../src/devnet/rules/weights.ts'

const MIB = 1_048_576
const OXEN = { network: regtestRules.network, governance: regtestGovernance }

describe('fork schedules', () => {
  it('are parsed from text', () => {
    expect(parseForks('7:1, 11:2,17:300', regtestRules)).toEqual([
      { version: 7, height: 1 },
      { version: 11, height: 2 },
      { version: 17, height: 300 },
    ])
    expect(parseForks('7:1,255:5', regtestRules).at(-1)).toEqual({ version: 255, height: 5 })
  })

  it.each(['', '7', '8:1', '7:2', '7:1,7:2', '7:1,9:1', '7:1,256:5', '7:1,11:x', '7:1;8:2', '7:1,'])(
    'are rejected when malformed or impossible: "%s"',
    (text) => {
      expect(() => parseForks(text, regtestRules)).toThrow(ForkScheduleError)
    },
  )

  it('determine the transaction versions and types', () => {
    expect([7, 9, 11, 17].map(transactionVersions)).toEqual([
      { min: 2, max: 2 },
      { min: 2, max: 3 },
      { min: 4, max: 4 },
      { min: 4, max: 4 },
    ])
    expect([7, 8, 9, 10, 11, 13, 14, 15, 17].map(maxTransactionType)).toEqual([0, 0, 1, 1, 2, 2, 3, 4, 4])
  })
})

describe('rewards', () => {
  it('decrease with the square of the excess weight', () => {
    expect(penalizedReward(1_000_000n, 0, 300_000)).toBe(1_000_000n)
    expect(penalizedReward(1_000_000n, 300_000, 450_000)).toBe(750_000n)
    expect(penalizedReward(1_000_000n, 300_000, 600_000)).toBe(0n)
    expect(penalizedReward(1_000_000n, 300_000, 600_001)).toBeUndefined()
    expect(penalizedReward(1_000_000n, 400_000, 400_000)).toBe(1_000_000n)
  })

  it('follow the emission curve to its end', () => {
    expect(baseReward(7, 1, 22_500_000_000_000_000n)).toBe(122_740_188_075n)
    expect(baseReward(7, 1, 2n ** 58n)).toBe(0n)
    expect(baseReward(10, 64_800 * 4, 1n)).toBe(34_250_000_000n)
  })

  it('deduct the penalty from the fees from fork 16 on', () => {
    const request = { height: 50, generated: 1n, median: 300_000, weight: 450_000 }
    const parts = rewardParts(OXEN, { ...request, fees: 10_000_000_000n })
    // A quarter of 18.333333333 coins is lost.
    expect(parts).toEqual({ miner: 0n, fees: 5_416_666_666n, serviceNodes: 16_500_000_000n, governance: 0n })
    expect(rewardParts(OXEN, { ...request, fees: 1n })?.fees).toBe(0n)
    expect(rewardParts(OXEN, { ...request, weight: 600_001, fees: 0n })).toBeUndefined()
  })

  it('pay governance for many blocks at once from fork 10 on', () => {
    const { network } = withForks(regtestRules, parseForks('7:1,10:2,15:150', regtestRules))
    const rules = { ...OXEN, network }
    expect(governancePayment(rules, 1, 5n)).toBe(5n)
    expect(governancePayment(rules, 99, 5n)).toBe(0n)
    let expected = 0n
    for (let height = 2; height < 100; height++) expected += baseReward(10, height, 1n) / 20n
    expect(governancePayment(rules, 100, 5n)).toBe(expected)
    expect(governancePayment(rules, 200, 5n)).toBe(500n)
  })
})

const historyOf = (weights: readonly number[], longTermWeights: readonly number[]) => ({
  weights,
  longTermWeights,
  heavyCount: longTermWeights.filter((weight) => weight > 300_000).length,
})

describe('weights', () => {
  it('count the heavy blocks of the window across pushes and pops', () => {
    const weights = new BlockWeights()
    const counted = (): number => weights.longTermWeights.slice(-100_000).filter((weight) => weight > 300_000).length
    for (let i = 0; i < 100_400; i++) weights.push(1, i % 3 === 0 ? 300_001 : 300_000)
    expect(weights.heavyCount).toBe(counted())
    for (let i = 0; i < 300; i++) {
      weights.pop()
      if (i % 50 === 0) expect(weights.heavyCount).toBe(counted())
    }
    expect(weights.heavyCount).toBe(counted())
  })

  it('have the median of a sorted list, rounded down between two values', () => {
    expect([[], [5], [1, 4], [9, 1, 5], [4, 1, 2, 3]].map(medianOf)).toEqual([0, 5, 2, 5, 2])
  })

  it('limit blocks to twice the median', () => {
    const quiet = historyOf([100, 200], [100, 200])
    expect(weightLimits(quiet)).toMatchObject({ effectiveMedian: 300_000, limit: 600_000 })
    const heavy = historyOf(Array(100).fill(MIB), Array(200).fill(400_000))
    expect(weightLimits(heavy)).toMatchObject({ longMedian: 400_000, effectiveMedian: MIB, limit: 2 * MIB })
    const flood = historyOf(Array(100).fill(50 * MIB), Array(200).fill(300_001))
    expect(weightLimits(flood).effectiveMedian).toBe(50 * 300_001)
  })

  it('grow by at most 40 percent in the long term', () => {
    const history = historyOf([], Array(50).fill(500_000))
    expect(longTermWeight(history, 17, 10 * MIB)).toBe(700_000)
    expect(longTermWeight(history, 17, 1000)).toBe(1000)
    expect(longTermWeight(history, 10, 10 * MIB)).toBe(10 * MIB)
  })

  it('count grace blocks as full blocks', () => {
    const weights = Array(100).fill(MIB)
    expect(medianWithGrace({ weights }, 10)).toBe(MIB)
    expect(medianWithGrace({ weights }, 99)).toBe(300_000)
    expect(medianWithGrace({ weights }, 1000)).toBe(300_000)
  })
})

// Floating-point arithmetic, truncated at the end: results may be one below the exact value.
describe('difficulty', () => {
  const steady = (count: number, pace: number, difficulty: bigint) =>
    Array.from({ length: count }, (_, i) => ({
      timestamp: 1_000_000 + i * pace,
      cumulativeDifficulty: BigInt(i + 1) * difficulty,
    }))

  it('stays constant with blocks on target, and adapts otherwise', () => {
    expect(Number(lwmaDifficulty(steady(60, 120, 100_000n), 120, 17))).toBeCloseTo(99_800, -1)
    expect(Number(lwmaDifficulty(steady(60, 60, 100_000n), 120, 17))).toBeCloseTo(199_600, -1)
    expect(Number(lwmaDifficulty(steady(60, 240, 100_000n), 120, 17))).toBeCloseTo(49_900, -1)
  })

  it('is bounded for a single block', () => {
    expect(Number(lwmaDifficulty(steady(60, 100_000, 100_000n), 120, 17))).toBeCloseTo(14_257, -1)
    expect(Number(lwmaDifficulty(steady(60, 0, 100_000n), 120, 17))).toBeCloseTo(1_996_000, -1)
    expect(Number(lwmaDifficulty(steady(3, 120, 100_000n), 120, 17))).toBe(1)
  })

  it.each([
    { network: oxenMainnet, forks: '7:1,12:90', bound: 3_600_000_000n },
    { network: regtestRules.network, forks: '7:1,16:90', bound: 3_600_000_000n },
    { network: oxenMainnet, forks: '7:1,16:90', bound: 1_000_000n },
  ])('is at most $bound for 60 blocks of $network.name after $forks', ({ network, forks, bound }) => {
    const after = { ...network, hardForks: parseForks(forks, regtestRules) }
    const fast = (blocks: number): bigint => nextDifficulty(after, steady(blocks, 120, 10_000_000_000n))
    expect(fast(89)).toBeGreaterThan(bound)
    expect(fast(90)).toBe(bound)
    expect(fast(149)).toBe(bound)
    expect(fast(150)).toBeGreaterThan(bound)
  })

  it('is fixed unless the rules adjust it', () => {
    const chain = (rules: typeof regtestRules) =>
      new Chain(rules, () => 0, new TransactionChecker(() => new Uint8Array()))
    expect(chain({ ...regtestRules, difficulty: 5n }).nextDifficulty).toBe(5n)
    const adjusted = withForks({ ...regtestRules, difficulty: 'adjusted' }, parseForks('7:1,11:2', regtestRules))
    expect(chain(adjusted).nextDifficulty).toBe(1n)
    expect(Number(adjusted.consensus.nextDifficulty(steady(100, 60, 100_000n)))).toBeCloseTo(199_600, -1)
    expect(adjusted.consensus.nextDifficulty([])).toBe(1n)
  })
})

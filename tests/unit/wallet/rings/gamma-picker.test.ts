// Ages of decoys: compared with wallet2's rule, whose probabilities are computed here by integration, block by block.
import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import { gammaPicker } from '../../../../src/wallet/rings/gammaPicker.ts'
import type { DecoyRules } from '../../../../src/wallet/rings/ring.ts'
import { seededRandom } from '../../../support/random.ts'
import { cumulativeOf, outputChain } from '../../../support/wallet/spend/ring-node.ts'

const OXEN: DecoyRules = oxenMainnet
const MONERO: DecoyRules = moneroMainnet
const FAMILIES = [
  ['oxen', OXEN],
  ['monero', MONERO],
] as const

/** log Γ(19.28) */
const LOG_GAMMA = 37.214_562_885_080_44

/** Returns the share of ages below `seconds`: the regularised incomplete gamma function P(19.28, 1.61·ln t), by its series. */
const shareBelow = (seconds: number): number => {
  if (seconds <= 1) return 0
  const x = 1.61 * Math.log(seconds)
  let term = 1 / 19.28
  let sum = term
  for (let n = 1; term > 1e-16 * sum; n++) {
    term *= x / (19.28 + n)
    sum += term
  }
  return sum * Math.exp(19.28 * Math.log(x) - x - LOG_GAMMA)
}

/** How wallet2 0.18.5 and oxen-core 8.1.6 draw, as literal numbers. */
type Rule = {
  /** blocks at the end of the chain that are not drawn from */
  readonly excluded: number
  /** seconds that are subtracted from ages; lower ages become whole seconds below `window` */
  readonly rest: number
  readonly window: number
  readonly wholeSeconds: boolean
}
const RULES: { readonly [family in 'oxen' | 'monero']: Rule } = {
  oxen: { excluded: 10, rest: 0, window: 0, wholeSeconds: true },
  monero: { excluded: 9, rest: 1200, window: 1800, wholeSeconds: false },
}

/** Returns the probability of each block of a chain that is shorter than a year, given that a draw hits one. */
const blockProbabilities = (counts: readonly number[], rule: Rule): number[] => {
  const total = counts.at(-1) ?? 0
  const exact = (120 * counts.length) / total
  const average = rule.wholeSeconds ? Math.floor(exact) : exact
  const drawable = counts[counts.length - 1 - rule.excluded] ?? 0
  const probabilities = counts.map(() => 0)
  let block = counts.length - 1
  for (let back = 0; back < drawable; back++) {
    const target = drawable - 1 - back
    while (block > 0 && (counts[block - 1] ?? 0) >= target) block--
    if ((counts[block] ?? 0) === (counts[block - 1] ?? 0)) continue
    let share = shareBelow(rule.rest + (back + 1) * average) - shareBelow(rule.rest + back * average)
    for (let second = Math.ceil(back * average); second < Math.min(rule.window, (back + 1) * average); second++)
      share += shareBelow(rule.rest) / rule.window
    probabilities[block] = (probabilities[block] ?? 0) + share
  }
  const hits = probabilities.reduce((a, b) => a + b, 0)
  return probabilities.map((share) => share / hits)
}

const DRAWS = 60_000

/** Draws that hit, per block. */
const drawnBlocks = (distribution: OutputDistribution, pick: () => number | undefined): number[] => {
  const cumulative = cumulativeOf(distribution)
  const blockOf = new Uint32Array(cumulative.at(-1) ?? 0)
  for (const [height, count] of cumulative.entries()) blockOf.fill(height, cumulative[height - 1] ?? 0, count)
  const drawn = cumulative.map(() => 0)
  for (let hits = 0; hits < DRAWS; ) {
    const index = pick()
    if (index === undefined) continue
    hits++
    const height = blockOf[index] ?? -1
    drawn[height] = (drawn[height] ?? 0) + 1
  }
  return drawn
}

/**
 * Returns Pearson's chi-square, transformed to a standard normal number (Wilson and Hilferty); infinite if a block was hit that cannot be.
 * The newest 50 blocks have bins of their own; older ones share bins that grow by a tenth, with at least 20 expected hits.
 */
const deviation = (drawn: readonly number[], probabilities: readonly number[]): number => {
  let [chiSquare, bins, expected, found, end] = [0, 0, 0, 0, 1]
  for (let depth = 1; depth <= drawn.length; depth++) {
    const probability = probabilities[drawn.length - depth] ?? 0
    const hits = drawn[drawn.length - depth] ?? 0
    if (probability === 0 && hits > 0) return Number.POSITIVE_INFINITY
    expected += DRAWS * probability
    found += hits
    if ((depth < end || expected < 20) && depth < drawn.length) continue
    if (expected > 0) chiSquare += (found - expected) ** 2 / expected
    end = depth < 50 ? depth + 1 : Math.ceil(1.1 * depth)
    bins++
    expected = 0
    found = 0
  }
  const freedom = bins - 1
  return (Math.cbrt(chiSquare / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom))
}

/** 3,000 blocks of one to 130 outputs, 1.9 seconds between them on average; every 50th block has none. */
const uneven = outputChain(3000, (height) => (height % 50 === 0 ? 0 : 1 + ((height * 37 + 50) % 130)))

const deviationOf = (rules: DecoyRules, rule: Rule, seed: number): number =>
  deviation(
    drawnBlocks(uneven, gammaPicker(uneven, rules, createSampler(seededRandom(seed)))),
    blockProbabilities(cumulativeOf(uneven), rule),
  )

describe.each(FAMILIES)('draws of the %s family', (family, rules) => {
  it('have the probabilities of the reference wallet in every block', () => {
    // 3.7 standard deviations: one in ten thousand.
    for (const seed of [1, 2, 3]) expect(Math.abs(deviationOf(rules, RULES[family], seed))).toBeLessThan(3.7)
  })

  it('differ measurably from those of altered rules', () => {
    const { decoys } = rules
    const altered: DecoyRules['decoys'][] = [
      { ...decoys, newestBlockDepth: decoys.newestBlockDepth - 1 },
      { ...decoys, wholeSecondAverage: !decoys.wholeSecondAverage },
      { ...decoys, recentSpendWindow: decoys.recentSpendWindow === undefined ? 1800 : undefined },
      { ...decoys, recentSpendWindow: 600 },
    ]
    for (const other of altered) expect(deviationOf({ ...rules, decoys: other }, RULES[family], 4)).toBeGreaterThan(5)
  })

  it('begin at the newest block that the reference wallet draws from', () => {
    const newestDrawn = (perBlock: number): number => {
      const distribution = outputChain(3000, () => perBlock)
      const drawn = drawnBlocks(distribution, gammaPicker(distribution, rules, createSampler(seededRandom(5))))
      return drawn.findLastIndex((hits) => hits > 0)
    }
    expect(newestDrawn(2)).toBe({ oxen: 2989, monero: 2990 }[family])
    // The search for the first block with a count stops one block earlier if the newest has one output only.
    expect(newestDrawn(1)).toBe({ oxen: 2988, monero: 2989 }[family])
  })
})

describe('shares of the first hours and days of a long, even chain', () => {
  const BLOCKS = 400_000
  const distribution = outputChain(BLOCKS, () => 4)
  const shares = (rules: DecoyRules, seed: number): ((blocks: number) => number) => {
    const drawn = drawnBlocks(distribution, gammaPicker(distribution, rules, createSampler(seededRandom(seed))))
    return (blocks) => drawn.slice(-blocks).reduce((a, b) => a + b, 0) / DRAWS
  }

  // Of ages exp(gamma(19.28, 1/1.61)) up to 555 days, 6.99 % lie below one hour, 9.00 % below 80 minutes, 12.41 % below two hours,
  // 13.89 % below 140 minutes, 45.3 % below a day and 72.9 % below a week (integrated numerically).
  it('count from the moment at which outputs can be spent on monero', () => {
    const share = shares(MONERO, 6)
    expect(Math.abs(share(9 + 30) - 0.09)).toBeLessThan(0.005)
    expect(Math.abs(share(9 + 60) - 0.1389)).toBeLessThan(0.006)
    expect(share(9)).toBe(0)
  })

  it('count from the newest drawn block on oxen', () => {
    const share = shares(OXEN, 7)
    expect(Math.abs(share(10 + 30) - 0.0699)).toBeLessThan(0.005)
    expect(Math.abs(share(10 + 60) - 0.1241)).toBeLessThan(0.006)
    expect(share(10)).toBe(0)
  })

  it('are those of the gamma distribution for a day and a week', () => {
    for (const rules of [OXEN, MONERO]) {
      const share = shares(rules, 8)
      expect(Math.abs(share(720) - 0.453)).toBeLessThan(0.012)
      expect(Math.abs(share(5040) - 0.729)).toBeLessThan(0.012)
    }
  })
})

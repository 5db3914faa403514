// The ages of decoys. They follow a gamma distribution fitted to real spending (Möser et al., "An Empirical Analysis of Traceability in
// the Monero Blockchain", 2018), mapped onto the chain's distribution of outputs.

import { gamma, type RandomSampler } from '../../crypto/random/randomSampler.ts'
import type { OutputDistribution } from '../../daemon/outputDistribution.ts'
import type { DecoyRules } from './ring.ts'

const SHAPE = 19.28
const SCALE = 1 / 1.61
const YEAR = 365 * 24 * 3600

/** Returns the average time between outputs of the last year in seconds. */
const averageOutputTime = (distribution: OutputDistribution, { blockTarget, decoys }: DecoyRules): number => {
  const { length, total } = distribution
  const blocks = Math.min(length, Math.floor(YEAR / blockTarget))
  const outputs = total - (distribution.at(length - blocks - 1) ?? 0)
  const exact = (blockTarget * blocks) / Math.max(1, outputs)
  return decoys.wholeSecondAverage ? Math.max(1, Math.floor(exact)) : exact
}

/**
 * Returns a function that draws the global index of one decoy per call; undefined for a draw without a hit (wallet2 0.18.5 and oxen-core
 * 8.1.6: gamma_picker).
 * @param distribution verified by `checkDistribution`
 */
export const gammaPicker = (
  distribution: OutputDistribution,
  rules: DecoyRules,
  sampler: RandomSampler,
): (() => number | undefined) => {
  const { recentSpendWindow, newestBlockDepth } = rules.decoys
  const average = averageOutputTime(distribution, rules)
  const count = distribution.at(distribution.length - newestBlockDepth) ?? 0
  const restTime = rules.spendableAge * rules.blockTarget
  return () => {
    let age = Math.exp(gamma(SHAPE, SCALE, sampler))
    if (recentSpendWindow !== undefined) age = age > restTime ? age - restTime : sampler.below(recentSpendWindow)
    const back = Math.floor(age / average)
    if (back >= count) return undefined
    const position = distribution.firstWith(count - 1 - back)
    const first = distribution.at(position - 1) ?? 0
    const inBlock = (distribution.at(position) ?? 0) - first
    return inBlock === 0 ? undefined : first + sampler.below(inBlock)
  }
}

// Candidates for ring members. The wallet requests more outputs than a ring has, the real one among them, with spares for locked and
// unusable ones.

import { type RandomSampler, shuffled } from '../../crypto/random/randomSampler.ts'
import type { OutputDistribution } from '../../daemon/outputDistribution.ts'
import { gammaPicker } from './gammaPicker.ts'
import { OutputBlacklistError } from './outputBlacklist.ts'
import { OutputDistributionError, usableCount } from './outputDistribution.ts'
import type { DecoyRules } from './ring.ts'

/** The source of decoys. `blacklist`: outputs that are used only if a young chain has no others. */
export type DecoySource = {
  readonly distribution: OutputDistribution
  readonly rules: DecoyRules
  readonly blacklist: ReadonlySet<number>
  readonly sampler: RandomSampler
}

/** Maximum number of draws; then the rest is filled uniformly. Only a chain of a few days reaches it. */
const MAX_DRAWS = 10_000
/** A chain with more usable outputs than this is never too young to draw from. */
const MAX_YOUNG_OUTPUTS = 1_000_000
/** A chain with at least this many usable outputs has few stakes among them. */
const MIN_MATURE_OUTPUTS = 10_000

/** Returns the number of outputs that wallet2 requests per ring, with spares for locked and unusable ones. */
export const requestCount = ({ ringSize, coinbaseUnlockWindow, spendableAge }: DecoyRules): number =>
  Math.floor(ringSize * 1.5 + 1) + coinbaseUnlockWindow - spendableAge

/**
 * Draws candidates by their age.
 * @throws OutputBlacklistError if most outputs that are drawn from a mature chain are blacklisted
 */
const drawByAge = (drawn: Set<number>, count: number, source: DecoySource): void => {
  const { distribution, rules, blacklist, sampler } = source
  const pick = gammaPicker(distribution, rules, sampler)
  const excluded = new Set<number>()
  for (let draws = 0; draws < MAX_DRAWS && drawn.size < count; draws++) {
    const index = pick()
    if (index !== undefined) (blacklist.has(index) ? excluded : drawn).add(index)
  }
  if (excluded.size > count && usableCount(distribution, rules) >= MIN_MATURE_OUTPUTS)
    throw new OutputBlacklistError(
      `the node blacklists most recent outputs: ${excluded.size} were drawn to find ${drawn.size} others; use another node`,
    )
}

/** Adds further outputs uniformly, the blacklisted ones last, until there are `count` or none is left. */
const fillEvenly = (
  drawn: Set<number>,
  count: number,
  { distribution, rules, blacklist, sampler }: DecoySource,
): void => {
  const others: number[] = []
  const last: number[] = []
  const usable = usableCount(distribution, rules)
  for (let index = 0; index < usable; index++) if (!drawn.has(index)) (blacklist.has(index) ? last : others).push(index)
  for (const index of [...shuffled(others, sampler), ...shuffled(last, sampler)]) {
    if (drawn.size >= count) return
    drawn.add(index)
  }
}

/**
 * Returns at least `count` global indices to request, in the order in which they were drawn: the real output first, then earlier
 * candidates. A young chain may have fewer.
 * @param earlier candidates of earlier requests for this output, which are requested again: what two different requests have in common
 * would reveal to the node which output is real
 * @throws OutputDistributionError, OutputBlacklistError
 */
export const drawCandidates = (
  source: DecoySource,
  real: number,
  earlier: readonly number[],
  count: number,
): readonly number[] => {
  const usable = usableCount(source.distribution, source.rules)
  const { total } = source.distribution
  const drawn = new Set([real, ...earlier.filter((index) => index < total)])
  // wallet2 requests all outputs of a chain that has no more.
  if (usable > count) drawByAge(drawn, count, source)
  if (drawn.size < count) {
    if (usable > MAX_YOUNG_OUTPUTS)
      throw new OutputDistributionError(
        `decoys cannot be drawn from the node's distribution of ${usable} outputs; use another node`,
      )
    fillEvenly(drawn, count, source)
  }
  return [...drawn]
}

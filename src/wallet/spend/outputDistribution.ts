// The distribution of outputs over the chain, as a node reports it: which block has an output, and how many outputs can be spent.

import type { OutputDistribution } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { ChainTooYoungError, type DecoyRules, OutputIndexError, type RealOutput } from './ring.ts'

/** The node's output distribution is inconsistent or contradicts the wallet. */
export class OutputDistributionError extends FabaError {
  override readonly name = 'OutputDistributionError'
  readonly code = 'output-distribution'
}

/**
 * Validates a distribution: the count never falls, and there are more blocks than the spendable age.
 * @throws OutputDistributionError, ChainTooYoungError
 */
export const checkDistribution = ({ cumulative, startHeight }: OutputDistribution, rules: DecoyRules): void => {
  if (!Number.isSafeInteger(startHeight) || startHeight < 0)
    throw new OutputDistributionError(`the output distribution begins at height ${startHeight}; use another node`)
  let previous = 0
  for (const [position, count] of cumulative.entries()) {
    if (!Number.isSafeInteger(count) || count < previous)
      throw new OutputDistributionError(
        `the output distribution falls from ${previous} to ${count} at height ${startHeight + position}; use another node`,
      )
    previous = count
  }
  if (cumulative.length <= rules.spendableAge)
    throw new ChainTooYoungError(rules.ringSize, `none is ${rules.spendableAge} blocks old`)
}

/** Returns the first position of ascending `counts` whose count is at least `least`; the length if there is none. */
export const lowerBound = (counts: readonly number[], least: number): number => {
  let [from, to] = [0, counts.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((counts[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}

/** Returns the height of the block with output `globalIndex`; undefined if the distribution ends before it. */
export const heightOfOutput = (
  { cumulative, startHeight }: OutputDistribution,
  globalIndex: number,
): number | undefined => {
  const position = lowerBound(cumulative, globalIndex + 1)
  return position < cumulative.length ? startHeight + position : undefined
}

/** Returns the number of outputs in the chain. */
export const outputCount = ({ cumulative }: OutputDistribution): number => cumulative.at(-1) ?? 0

/** Returns the number of outputs in blocks of at least the spendable age. */
export const usableCount = ({ cumulative }: OutputDistribution, { spendableAge }: DecoyRules): number =>
  cumulative[cumulative.length - spendableAge] ?? 0

/**
 * Verifies that a distribution covers the wallet's chain and places the wallet's outputs where the wallet found them. A node could learn
 * which output is spent from the lengths of chain at which the wallet does not request outputs.
 * @param height number of blocks that the wallet knows
 * @throws OutputDistributionError, OutputIndexError
 */
export const checkAgainstWallet = (
  distribution: OutputDistribution,
  height: number,
  outputs: readonly RealOutput[],
): void => {
  const covered = distribution.startHeight + distribution.cumulative.length
  if (covered < height)
    throw new OutputDistributionError(
      `the node's output distribution ends at height ${covered}, the wallet knows ${height} blocks; try again when the node has caught up, or use another node`,
    )
  for (const { globalIndex, height: found } of outputs) {
    const claimed = heightOfOutput(distribution, globalIndex)
    if (claimed !== found)
      throw new OutputIndexError(globalIndex, `places at height ${claimed} instead of ${found} the`)
  }
}

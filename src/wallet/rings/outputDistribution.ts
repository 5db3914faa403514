// The distribution of outputs over the chain, as a node reports it: which block has an output, and how many outputs can be spent.

import type { OutputDistribution } from '../../daemon/outputDistribution.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { ChainTooYoungError, type DecoyRules, OutputIndexError, type RealOutput } from './ring.ts'

/** The node's output distribution is inconsistent or contradicts the wallet. */
export class OutputDistributionError extends FabaError {
  override readonly name = 'OutputDistributionError'
  readonly code = 'output-distribution'
}

/**
 * Verifies that there are more blocks than the spendable age.
 * @throws ChainTooYoungError
 */
export const checkDistribution = ({ length }: OutputDistribution, { ringSize, spendableAge }: DecoyRules): void => {
  if (length <= spendableAge) throw new ChainTooYoungError(ringSize, `none is ${spendableAge} blocks old`)
}

/** Returns the height of the block with output `globalIndex`; undefined if the distribution ends before it. */
export const heightOfOutput = (distribution: OutputDistribution, globalIndex: number): number | undefined => {
  const position = distribution.firstWith(globalIndex + 1)
  return position < distribution.length ? distribution.startHeight + position : undefined
}

/** Returns the number of outputs in blocks of at least the spendable age. */
export const usableCount = (distribution: OutputDistribution, { spendableAge }: DecoyRules): number =>
  distribution.at(distribution.length - spendableAge) ?? 0

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
  const covered = distribution.endHeight
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

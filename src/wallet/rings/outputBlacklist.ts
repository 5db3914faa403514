// The blacklist of outputs: those of stakes, whose amounts and owners are public (oxen-core: get_output_blacklist). It is a node's claim.
// A list that excluded most outputs would leave the node the choice of the decoys.

import type { OutputDistribution } from '../../daemon/outputDistribution.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { DecoyRules } from './ring.ts'

/** The node's blacklist of outputs contradicts the chain. */
export class OutputBlacklistError extends FabaError {
  override readonly name = 'OutputBlacklistError'
  readonly code = 'output-blacklist'
}

/** The node's side of the blacklist. */
export type BlacklistSource = {
  /** Returns global indices of outputs that are unsuitable as decoys. Requested only if the network has such a list. */
  outputBlacklist(): Promise<readonly number[]>
}

/** Requests the blacklist if the network has one: a request for it on another network would identify this wallet. */
export const fetchBlacklist = async (
  node: BlacklistSource,
  { decoys }: Pick<DecoyRules, 'decoys'>,
): Promise<readonly number[]> => (decoys.hasOutputBlacklist ? await node.outputBlacklist() : [])

/**
 * Verifies that a blacklist is possible on the chain: each output is of the chain and listed once, and the coinbase of each block with
 * outputs, which is no stake, has at least one that is not listed.
 * @throws OutputBlacklistError
 */
export const verifyBlacklist = (
  blacklist: readonly number[],
  { total, nonEmpty: coinbases }: OutputDistribution,
): ReadonlySet<number> => {
  if (blacklist.length > total - coinbases)
    throw new OutputBlacklistError(
      `the node blacklists ${blacklist.length} of ${total} outputs in ${coinbases} blocks, more than stakes can have; use another node`,
    )
  const listed = new Set<number>()
  for (const index of blacklist) {
    if (!Number.isSafeInteger(index) || index < 0 || index >= total)
      throw new OutputBlacklistError(
        `the node blacklists output ${index} of ${total} outputs; try again; if the error remains, use another node`,
      )
    if (listed.has(index)) throw new OutputBlacklistError(`the node blacklists output ${index} twice; use another node`)
    listed.add(index)
  }
  return listed
}

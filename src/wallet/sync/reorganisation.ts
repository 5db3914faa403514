// Which reorganisations happen without the user: bounded ones, to a chain that is longer, and never below a checkpoint. What nodes
// report about their chains (final blocks, cumulative difficulty) may delay a reorganisation; it never prevents one for good.

import { FabaError } from '../../errors/fabaError.ts'
import type { BlockIds } from '../state/blockIds.ts'
import { ChainError } from './pageReader.ts'
import type { SyncContext } from './syncContext.ts'

/** Blocks that a reorganisation replaces at most, unless the user sets another number (wallet2: ORPHANED_BLOCKS_MAX_COUNT). */
export const DEFAULT_MAX_REORG_DEPTH = 100

/** By how many blocks a chain with less reported work must be longer: a false report delays a reorganisation by these blocks at most. */
const MIN_LEAD_WITH_LESS_WORK = 10

/** A reorganisation deeper than the wallet makes without the user. */
export class DeepReorganisationError extends FabaError<{
  readonly splitHeight: number
  readonly depth: number
  readonly maxDepth: number
}> {
  override readonly name = 'DeepReorganisationError'
  readonly code = 'deep-reorganisation'

  constructor(splitHeight: number, depth: number, maxDepth: number) {
    super(
      `the node's chain leaves ours at block ${splitHeight} and would replace ${depth} blocks; without the user at most ${maxDepth} are replaced. Nothing was changed. Compare with another node; if this one is right, scan again from block ${splitHeight}`,
      { details: { splitHeight, depth, maxDepth } },
    )
  }
}

/** A chain that leaves ours. */
export type Fork = {
  /** height of the first block that differs */
  readonly splitHeight: number
  /** number of blocks of the fork, as far as its blocks were received */
  readonly height: number
  /** as the node reports it */
  readonly cumulativeDifficulty: bigint | undefined
}

/** @throws ChainError if the fork contradicts a checkpoint, or what the node itself reported as final */
const assertNotFinal = ({ network, claims, node }: SyncContext, { splitHeight }: Fork, ourHeight: number): void => {
  const checkpoint = network.checkpoints.findLast(({ height }) => height < ourHeight)?.height ?? 0
  const final = Math.max(checkpoint, claims.finalHeight(node.url))
  if (splitHeight <= final)
    throw new ChainError(
      `the node's chain leaves ours at block ${splitHeight}, but blocks up to ${final} are final: choose another node`,
    )
}

/**
 * Returns whether a fork replaces our blocks from its split height on. A fork that is not longer, or has less work, is left alone: it
 * may grow.
 * @param blockIds our chain
 * @throws ChainError if the fork replaces a final block; DeepReorganisationError
 */
export const isBetterFork = (context: SyncContext, fork: Fork, blockIds: BlockIds): boolean => {
  const { claims, maxReorgDepth } = context
  const depth = blockIds.height - fork.splitHeight
  assertNotFinal(context, fork, blockIds.height)
  const lead = fork.height - blockIds.height
  if (lead < 1) return false
  const work = claims.workOf(blockIds)
  const hasLessWork = work !== undefined && fork.cumulativeDifficulty !== undefined && fork.cumulativeDifficulty <= work
  if (hasLessWork && lead < MIN_LEAD_WITH_LESS_WORK) return false
  if (depth > maxReorgDepth) throw new DeepReorganisationError(fork.splitHeight, depth, maxReorgDepth)
  return true
}

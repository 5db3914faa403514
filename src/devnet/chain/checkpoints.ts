// Checkpoints: blocks of the main chain that somebody vouches for, so that reorganisations stop short of them.

import type { QuorumSignature } from '../../coin/blocks/block.ts'

export type Checkpoint = { readonly height: number; readonly id: Uint8Array }

/** The checkpoints of a main chain as it is now. */
export type CheckpointView = {
  /** by height, the oldest first */
  readonly all: readonly Checkpoint[]
  /** the block that no reorganisation reaches any more; undefined while there is none */
  readonly immutable: Checkpoint | undefined
  /** Of those who vouch for one of them. */
  signaturesOf(checkpoint: Checkpoint): readonly QuorumSignature[]
}

/** Of chains for which nobody vouches. */
export const NO_CHECKPOINTS: CheckpointView = { all: [], immutable: undefined, signaturesOf: () => [] }

/**
 * Some of the checkpoints: down from the newest without heights, down from an end or up from a start as many as asked for, and all between
 * two heights, whichever is larger. Heights beyond the first and the last stand for these.
 * @param count 0 for all
 */
export const checkpointsBetween = (
  all: readonly Checkpoint[],
  start: number | undefined,
  end: number | undefined,
  count: number,
): readonly Checkpoint[] => {
  const [bottom, top] = [all[0]?.height ?? 0, all.at(-1)?.height ?? 0]
  const onChain = (height: number): number => Math.min(Math.max(height, bottom), top)
  const first = onChain(start ?? end ?? top)
  const last = onChain(start === undefined ? bottom : (end ?? top))
  const within = all.filter(({ height }) => height >= Math.min(first, last) && height <= Math.max(first, last))
  const inOrder = first > last ? within.toReversed() : within
  return count === 0 || (start !== undefined && end !== undefined) ? inOrder : inOrder.slice(0, count)
}

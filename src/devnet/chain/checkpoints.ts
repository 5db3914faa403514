// Checkpoints: blocks of the main chain that service nodes sign, so that reorganisations do not go below them.

import type { QuorumSignature } from '../../coin/blocks/block.ts'

export type Checkpoint = { readonly height: number; readonly id: Uint8Array }

/** The present checkpoints of a main chain. */
export type CheckpointView = {
  /** by height, ascending */
  readonly all: readonly Checkpoint[]
  /** the newest block that no reorganisation can remove; undefined while there is none */
  readonly immutable: Checkpoint | undefined
  /** Returns the signatures of a checkpoint. */
  signaturesOf(checkpoint: Checkpoint): readonly QuorumSignature[]
}

/** Of chains without checkpoints. */
export const NO_CHECKPOINTS: CheckpointView = { all: [], immutable: undefined, signaturesOf: () => [] }

/**
 * Returns a selection of checkpoints. Without heights: `count`, down from the newest. With an end: `count`, down from it. With a start:
 * `count`, up from it. With both: all between them, in descending order if the start is higher. Heights outside the range are clamped.
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

// Checkpoints: blocks of the main chain that somebody vouches for, so that reorganisations stop short of them.

import type { QuorumSignature } from '../coin/block.ts'

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

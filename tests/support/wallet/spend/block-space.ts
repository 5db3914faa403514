// What a node reports of the space in blocks.
import type { BlockSpaceSource } from '../../../../src/wallet/spend/automaticPriority.ts'

/** A node whose txpool and newest blocks are empty. */
export const EMPTY_BLOCKS: BlockSpaceSource = {
  info: async () => ({ blockWeightLimit: 600_000 }),
  txpoolBacklog: async () => [],
  blockWeights: async (_, count) => Array.from({ length: count }, () => 0),
}

// Chooses the blocks whose transactions are verified. The node sees which transactions are requested: blocks are checked in groups, some
// groups without anything of ours among them.

import { type RandomSampler, shuffled } from '../../crypto/random/randomSampler.ts'

/** Consecutive blocks that are checked together, at most. A range that is not longer, such as the newest blocks, is always checked. */
const MAX_GROUP_BLOCKS = 16
/** Transactions of a group, at least, if so many blocks have them: the node does not know which of them is ours. */
const GROUP_TRANSACTIONS = 128
/** Of the groups without anything of ours, one in this many is checked. */
const SPOT_CHECKS = 16

/** A block range: height of its first block, and numbers of its blocks and transactions, coinbases not counted. */
export type CheckedRange = { readonly start: number; readonly blocks: number; readonly transactions: number }

/** Returns how many consecutive blocks are proven together, by the numbers of blocks and transactions of a range. */
export const provenGroupBlocks = (blocks: number, transactions: number): number =>
  Math.min(Math.ceil((GROUP_TRANSACTIONS * blocks) / Math.max(transactions, 1)), MAX_GROUP_BLOCKS)

/**
 * Returns which heights of a block range are checked: the groups with a transaction of ours, as many others, and some at random.
 * @param ours heights of blocks with a transaction of ours
 * @returns a predicate
 */
export const checkedHeights = (
  { start, blocks, transactions }: CheckedRange,
  ours: readonly number[],
  sampler: RandomSampler,
): ((height: number) => boolean) => {
  if (blocks <= MAX_GROUP_BLOCKS) return () => true
  const groupBlocks = provenGroupBlocks(blocks, transactions)
  const groupOf = (height: number): number => Math.floor(height / groupBlocks)
  const checked = new Set(ours.map(groupOf))
  const [first, last] = [groupOf(start), groupOf(start + blocks - 1)]
  const others: number[] = []
  for (let group = first; group <= last; group++) if (!checked.has(group)) others.push(group)
  const cover = checked.size
  for (const [i, group] of shuffled(others, sampler).entries())
    if (i < cover || sampler.below(SPOT_CHECKS) === 0) checked.add(group)
  return (height) => checked.has(groupOf(height))
}

// Chooses the blocks whose transactions are verified. The node sees which transactions are requested: blocks are checked in groups, some
// groups without anything of ours among them.

import { type RandomSampler, shuffled } from '../spend/randomSampler.ts'

/** Consecutive blocks that are checked together. A short range, such as the newest blocks, is always checked. */
const GROUP_BLOCKS = 16
/** Of the groups without anything of ours, one in this many is checked. */
const SPOT_CHECKS = 16

/**
 * Returns which heights of a block range are checked: the groups with a transaction of ours, as many others, and some at random.
 * @param ours heights of blocks with a transaction of ours
 * @returns a predicate
 */
export const checkedHeights = (
  start: number,
  count: number,
  ours: readonly number[],
  sampler: RandomSampler,
): ((height: number) => boolean) => {
  if (count <= GROUP_BLOCKS) return () => true
  const groupOf = (height: number): number => Math.floor(height / GROUP_BLOCKS)
  const checked = new Set(ours.map(groupOf))
  const [first, last] = [groupOf(start), groupOf(start + count - 1)]
  const others: number[] = []
  for (let group = first; group <= last; group++) if (!checked.has(group)) others.push(group)
  const cover = checked.size
  for (const [i, group] of shuffled(others, sampler).entries())
    if (i < cover || sampler.below(SPOT_CHECKS) === 0) checked.add(group)
  return (height) => checked.has(groupOf(height))
}

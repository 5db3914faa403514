// The difficulty algorithm of monerod: total work over total time of 720 blocks, less 60 outlier timestamps at each end.

import type { SolvedBlock } from '../../rules/consensus.ts'

const WINDOW = 720
const LAG = 15
const CUT = 60

/**
 * Returns the difficulty of the block after `blocks` (genesis first).
 * @param target seconds between blocks
 */
export const nextDifficulty = (blocks: readonly SolvedBlock[], target: number): bigint => {
  const recent = blocks.slice(Math.max(1, blocks.length - WINDOW - LAG)).slice(0, WINDOW)
  if (recent.length <= 1) return 1n
  const count = WINDOW - 2 * CUT
  const begin = recent.length <= count ? 0 : Math.floor((recent.length - count + 1) / 2)
  const end = recent.length <= count ? recent.length : begin + count
  const times = recent.map(({ timestamp }) => timestamp).sort((a, b) => a - b)
  const span = Math.max(1, (times[end - 1] ?? 0) - (times[begin] ?? 0))
  const work = (recent[end - 1]?.cumulativeDifficulty ?? 0n) - (recent[begin]?.cumulativeDifficulty ?? 0n)
  const next = (work * BigInt(target) + BigInt(span) - 1n) / BigInt(span)
  return next < 1n ? 1n : next
}

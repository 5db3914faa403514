// Difficulty: the linearly weighted moving average of solve times (LWMA) with which the reference follows the hash rate.

import { hardForkAt, heightOfFork, type Network } from '../../coin/network.ts'
import type { SolvedBlock } from '../consensus.ts'
import { Fork } from './rules.ts'

const WINDOW = 59
const MAX_SOLVE_FACTOR = 7
const RESET_BLOCKS = 60
const RESET_DIFFICULTY = 3_600_000_000n

/**
 * LWMA of consecutive blocks.
 * @param target seconds between blocks
 */
export const averageDifficulty = (blocks: readonly SolvedBlock[], target: number, fork: number): bigint => {
  if (blocks.length < 4) return 1n
  const used = blocks.slice(0, WINDOW + 1)
  const count = used.length - 1
  const weight = (count * (count + 1)) / 2
  let weighted = 0
  let inverses = 0
  for (let i = 1; i <= count; i++) {
    const [before, block] = [used[i - 1], used[i]]
    if (before === undefined || block === undefined) break
    const limit = MAX_SOLVE_FACTOR * target
    let solve = Math.min(block.timestamp - before.timestamp, limit)
    if (fork < Fork.bulletproofs) solve = Math.max(solve, -limit)
    weighted += (solve * i) / weight
    inverses += 1 / Number(block.cumulativeDifficulty - before.cumulativeDifficulty)
  }
  if (Math.round(weighted) < target / 20) weighted = target / 20
  const next = Math.trunc((((count / inverses) * target) / weighted) * 0.998)
  return next < 1 ? 1n : BigInt(next)
}

/** Difficulty of the block that follows `blocks` (genesis first). */
export const nextDifficulty = (network: Network, blocks: readonly SolvedBlock[]): bigint => {
  const height = blocks.length
  if (height === 0) return 1n
  const fork = hardForkAt(network, height)
  // The older rule held one block more and left out the newest.
  const window =
    fork >= Fork.clsag
      ? blocks.slice(Math.max(1, height - WINDOW - 1))
      : blocks.slice(Math.max(1, height - WINDOW - 2)).slice(0, WINDOW + 1)
  const next = averageDifficulty(window, network.blockTarget, fork)
  const reset = heightOfFork(network, Fork.checkpoints)
  if (reset !== undefined && height >= reset && height < reset + RESET_BLOCKS)
    return next < RESET_DIFFICULTY ? next : RESET_DIFFICULTY
  return next
}

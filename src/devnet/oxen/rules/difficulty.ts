// The difficulty algorithm of oxen-core: the linearly weighted moving average of solve times (LWMA).

import { hardForkAt, hardForkHeight, type Network } from '../../../coin/networks/network.ts'
import type { SolvedBlock } from '../../rules/consensus.ts'
import { Fork } from './forks.ts'

const WINDOW = 59
const MAX_SOLVE_FACTOR = 7
/** Blocks after a proof-of-work change for which the difficulty is bounded. */
const BOUNDED_BLOCKS = 60
const NEW_HASH_BOUND = 3_600_000_000n
const MAINNET_PULSE_BOUND = 1_000_000n

/**
 * Computes the LWMA difficulty of consecutive blocks.
 * @param target seconds between blocks
 */
export const lwmaDifficulty = (blocks: readonly SolvedBlock[], target: number, fork: number): bigint => {
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

/** Returns the maximum difficulty at a height; undefined if it is not bounded. */
const boundAt = (network: Network, height: number): bigint | undefined => {
  const isSoonAfter = (fork: number): boolean => {
    const from = hardForkHeight(network, fork)
    return from !== undefined && height >= from && height < from + BOUNDED_BLOCKS
  }
  if (network.netType === 'mainnet' && isSoonAfter(Fork.clsag)) return MAINNET_PULSE_BOUND
  return isSoonAfter(Fork.checkpoints) ? NEW_HASH_BOUND : undefined
}

/** Returns the difficulty of the block after `blocks` (genesis first). */
export const nextDifficulty = (network: Network, blocks: readonly SolvedBlock[]): bigint => {
  const height = blocks.length
  if (height === 0) return 1n
  const fork = hardForkAt(network, height)
  // Before fork 16, the window has one block more and leaves out the newest.
  const window =
    fork >= Fork.clsag
      ? blocks.slice(Math.max(1, height - WINDOW - 1))
      : blocks.slice(Math.max(1, height - WINDOW - 2)).slice(0, WINDOW + 1)
  const next = lwmaDifficulty(window, network.blockTarget, fork)
  const bound = boundAt(network, height)
  return bound !== undefined && next > bound ? bound : next
}

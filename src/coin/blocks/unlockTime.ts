// Unlock times (a height or a timestamp) and the minimum age of spendable outputs.

import type { Network } from '../networks/network.ts'

/** Unlock times below are heights, others UNIX seconds (oxen-core: MAX_BLOCK_NUMBER). */
export const MAX_BLOCK_NUMBER = 500000000n

/** An output in a block. */
export type LockedOutput = {
  /** height of its block */
  readonly height: number
  /** its unlock time (outputUnlockTime) */
  readonly unlockTime: bigint
}

type Rules = Pick<Network, 'spendableAge' | 'blockTarget'>

/**
 * Whether an unlock time allows a spend in the next block; ignores the minimum age (oxen-core: is_output_spendtime_unlocked).
 * @param chainHeight number of blocks in the chain
 * @param now UNIX seconds
 *
 * @example
 * isUnlockTimeReached({ blockTarget: 120 }, 100n, 99, 0) // false
 * isUnlockTimeReached({ blockTarget: 120 }, 100n, 100, 0) // true
 */
export const isUnlockTimeReached = (
  { blockTarget }: Pick<Network, 'blockTarget'>,
  unlockTime: bigint,
  chainHeight: number,
  now: number,
): boolean =>
  (unlockTime < MAX_BLOCK_NUMBER ? BigInt(chainHeight) : BigInt(Math.floor(now) + blockTarget)) >= unlockTime

/**
 * Whether an output can be spent in the next block (wallet2: is_transfer_unlocked).
 *
 * @example
 * const network = { spendableAge: 10, blockTarget: 120 }
 * isSpendable(network, { height: 100, unlockTime: 0n }, 110, 0) // true
 */
export const isSpendable = (network: Rules, output: LockedOutput, chainHeight: number, now: number): boolean =>
  output.height + network.spendableAge <= chainHeight &&
  isUnlockTimeReached(network, output.unlockTime, chainHeight, now)

/**
 * Returns the number of blocks until age and unlock height allow a spend; ignores unlock times that are timestamps.
 *
 * @example
 * blocksToUnlock({ spendableAge: 10 }, { height: 100, unlockTime: 130n }, 105) // 25
 */
export const blocksToUnlock = (
  { spendableAge }: Pick<Network, 'spendableAge'>,
  { height, unlockTime }: LockedOutput,
  chainHeight: number,
): number => {
  const untilHeight = unlockTime < MAX_BLOCK_NUMBER ? Number(unlockTime) : 0
  return Math.max(0, Math.max(height + spendableAge, untilHeight) - chainHeight)
}

/**
 * Returns the number of seconds until an unlock time that is a timestamp; 0 for other outputs.
 *
 * @example
 * secondsToUnlock({ unlockTime: 1600000060n }, 1600000000) // 60n
 */
export const secondsToUnlock = ({ unlockTime }: Pick<LockedOutput, 'unlockTime'>, now: number): bigint => {
  const time = BigInt(Math.floor(now))
  return unlockTime < MAX_BLOCK_NUMBER || unlockTime < time ? 0n : unlockTime - time
}

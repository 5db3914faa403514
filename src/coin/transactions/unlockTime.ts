// When an output can be spent: its unlock time, which is a height or a moment, and the age that every output must have.

import type { Network } from '../networks/network.ts'

/** Unlock times below are heights, others UNIX seconds. */
export const MAX_BLOCK_NUMBER = 500000000n

/** An output that lies in a block. */
export type LockedOutput = {
  /** height of its block */
  readonly height: number
  /** its unlock time, as unlockTimeOf tells it */
  readonly unlockTime: bigint
}

type Rules = Pick<Network, 'spendableAge' | 'blockTarget'>

/**
 * Whether an unlock time alone lets an output be spent in the next block.
 * @param chainHeight number of blocks in the chain
 * @param now UNIX seconds
 */
export const isUnlockTimeReached = (
  { blockTarget }: Pick<Network, 'blockTarget'>,
  unlockTime: bigint,
  chainHeight: number,
  now: number,
): boolean =>
  (unlockTime < MAX_BLOCK_NUMBER ? BigInt(chainHeight) : BigInt(Math.floor(now) + blockTarget)) >= unlockTime

/** Whether an output can be spent in the next block. */
export const isSpendable = (network: Rules, output: LockedOutput, chainHeight: number, now: number): boolean =>
  output.height + network.spendableAge <= chainHeight &&
  isUnlockTimeReached(network, output.unlockTime, chainHeight, now)

/** How many blocks are missing until age and height allow a spend; 0 when they do, or when a moment in time is waited for alone. */
export const blocksToUnlock = (
  { spendableAge }: Pick<Network, 'spendableAge'>,
  { height, unlockTime }: LockedOutput,
  chainHeight: number,
): number => {
  const untilHeight = unlockTime < MAX_BLOCK_NUMBER ? Number(unlockTime) : 0
  return Math.max(0, Math.max(height + spendableAge, untilHeight) - chainHeight)
}

/** How many seconds are missing until an output that waits for a moment can be spent; 0 for all others. */
export const secondsToUnlock = ({ unlockTime }: LockedOutput, now: number): number =>
  unlockTime < MAX_BLOCK_NUMBER ? 0 : Math.max(0, Number(unlockTime) - Math.floor(now))

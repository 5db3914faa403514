// Unlock times as heights and as timestamps, at their limits (wallet2: is_transfer_unlocked).

import { describe, expect, it } from 'vitest'
import {
  blocksToUnlock,
  isSpendable,
  isUnlockTimeReached,
  secondsToUnlock,
} from '../../../../src/coin/blocks/unlockTime.ts'

const RULES = { blockTarget: 120, spendableAge: 10 }

/** The highest unlock time that is a height, and the lowest that is a timestamp (1985-11-05). */
const LAST_HEIGHT = 499_999_999n
const FIRST_TIMESTAMP = 500_000_000n
const FIRST_SECOND = 500_000_000

describe('an unlock time', () => {
  it.each([
    { unlockTime: 0n, height: 0, now: 0, isReached: true },
    { unlockTime: 100n, height: 99, now: 0, isReached: false },
    { unlockTime: 100n, height: 100, now: 0, isReached: true },
    { unlockTime: 100n, height: 101, now: 0, isReached: true },
    // A height ignores the clock.
    { unlockTime: LAST_HEIGHT, height: 499_999_998, now: 2_000_000_000, isReached: false },
    { unlockTime: LAST_HEIGHT, height: 499_999_999, now: 0, isReached: true },
    // A timestamp ignores the height, and is reached one block target before it.
    { unlockTime: FIRST_TIMESTAMP, height: 600_000_000, now: FIRST_SECOND - 121, isReached: false },
    { unlockTime: FIRST_TIMESTAMP, height: 0, now: FIRST_SECOND - 120.001, isReached: false },
    { unlockTime: FIRST_TIMESTAMP, height: 0, now: FIRST_SECOND - 120, isReached: true },
    { unlockTime: 1_600_000_000n, height: 3_000_000, now: 1_599_999_879.9, isReached: false },
    { unlockTime: 1_600_000_000n, height: 1, now: 1_599_999_880.5, isReached: true },
    { unlockTime: 2n ** 64n - 1n, height: 3_000_000, now: 1_600_000_000, isReached: false },
  ])('of $unlockTime is reached at height $height and second $now: $isReached', (example) => {
    const { unlockTime, height, now, isReached } = example
    expect(isUnlockTimeReached(RULES, unlockTime, height, now)).toBe(isReached)
  })
})

describe('an output in block 100', () => {
  const spendable = (unlockTime: bigint, chainHeight: number, now: number): boolean =>
    isSpendable(RULES, { height: 100, unlockTime }, chainHeight, now)

  it('is spendable after ten blocks and at its unlock time, whichever is later', () => {
    expect([109, 110, 111].map((height) => spendable(0n, height, 0))).toEqual([false, true, true])
    expect([109, 110].map((height) => spendable(105n, height, 0))).toEqual([false, true])
    expect([129, 130].map((height) => spendable(130n, height, 0))).toEqual([false, true])
    expect([109, 110].map((height) => spendable(1_600_000_000n, height, 1_600_000_000))).toEqual([false, true])
    expect([1_599_999_879, 1_599_999_880].map((now) => spendable(1_600_000_000n, 110, now))).toEqual([false, true])
  })

  it.each([
    { unlockTime: 0n, chainHeight: 100, blocks: 10 },
    { unlockTime: 0n, chainHeight: 109, blocks: 1 },
    { unlockTime: 0n, chainHeight: 110, blocks: 0 },
    { unlockTime: 0n, chainHeight: 5000, blocks: 0 },
    { unlockTime: 105n, chainHeight: 104, blocks: 6 },
    { unlockTime: 130n, chainHeight: 105, blocks: 25 },
    { unlockTime: 130n, chainHeight: 130, blocks: 0 },
    { unlockTime: LAST_HEIGHT, chainHeight: 110, blocks: 499_999_889 },
    { unlockTime: FIRST_TIMESTAMP, chainHeight: 107, blocks: 3 },
    { unlockTime: 1_600_000_000n, chainHeight: 110, blocks: 0 },
  ])('with unlock time $unlockTime needs $blocks more blocks in a chain of $chainHeight', (example) => {
    const { unlockTime, chainHeight, blocks } = example
    expect(blocksToUnlock(RULES, { height: 100, unlockTime }, chainHeight)).toBe(blocks)
  })

  it.each([
    { unlockTime: 0n, now: 0, seconds: 0 },
    { unlockTime: LAST_HEIGHT, now: 400_000_000, seconds: 0 },
    { unlockTime: FIRST_TIMESTAMP, now: 400_000_000, seconds: 100_000_000 },
    { unlockTime: 1_600_000_060n, now: 1_600_000_000, seconds: 60 },
    { unlockTime: 1_600_000_060n, now: 1_600_000_000.9, seconds: 60 },
    { unlockTime: 1_600_000_060n, now: 1_600_000_059, seconds: 1 },
    { unlockTime: 1_600_000_060n, now: 1_600_000_060, seconds: 0 },
    { unlockTime: 1_600_000_060n, now: 1_700_000_000, seconds: 0 },
  ])('with unlock time $unlockTime needs $seconds more seconds at $now', ({ unlockTime, now, seconds }) => {
    expect(secondsToUnlock({ unlockTime }, now)).toBe(BigInt(seconds))
  })
})

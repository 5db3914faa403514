// When nodes accept an output as ring member, in literal numbers: a test of the wallet must not call the wallet's own rule.

/**
 * Returns whether a chain of `length` blocks accepts an output: 10 blocks old, and past its unlock time.
 * @param now UNIX seconds
 */
export const isAcceptedMember = (
  { height, unlockTime }: { readonly height: number; readonly unlockTime: bigint },
  length: number,
  now: number,
): boolean => {
  const isUnlocked = unlockTime < 500_000_000n ? unlockTime <= BigInt(length) : unlockTime <= BigInt(now + 120)
  return height + 10 <= length && isUnlocked
}

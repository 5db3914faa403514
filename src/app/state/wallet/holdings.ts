// What a wallet or an account has, in parts that add up to its total.
import { sumAmounts } from '../../../coin/amount.ts'
import type { Balance, WaitingCoins } from '../../../wallet/funds/fundsViews.ts'

/** Amounts in atomic units; `total` is the sum of the others. */
export type Holdings = {
  readonly available: bigint
  /** on its way, or not old enough to be spent */
  readonly waiting: bigint
  readonly frozen: bigint
  /** locked as stakes of service nodes */
  readonly staked: bigint
  readonly total: bigint
}

/**
 * Returns the parts of a balance.
 * @param waiting the coins of the same account or wallet that cannot be spent yet
 */
export const holdingsOf = (
  { total, unlocked, frozen }: Pick<Balance, 'total' | 'unlocked' | 'frozen'>,
  waiting: readonly WaitingCoins[],
): Holdings => {
  const staked = sumAmounts(waiting.filter(({ kind }) => kind === 'stake'))
  return { available: unlocked, waiting: total - unlocked - staked, frozen, staked, total: total + frozen }
}

/** Returns all that a wallet or an account owns, frozen coins included. */
export const ownedAmount = ({ total, frozen }: Pick<Balance, 'total' | 'frozen'>): bigint => total + frozen

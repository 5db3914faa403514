// Texts of coins that cannot be spent yet.
import type { WaitingCoins, WalletView } from '../../wallet/engine/engineViews.ts'
import { t, tCount } from '../text/text.ts'

/** Returns a duration, rounded: `about 20 minutes`. */
export const formatAbout = (seconds: number): string => {
  if (seconds < 45) return t('waiting.soon')
  if (seconds < 5400) return tCount('waiting.minutes', Math.round(seconds / 60))
  if (seconds < 172_800) return tCount('waiting.hours', Math.round(seconds / 3600))
  return tCount('waiting.days', Math.round(seconds / 86_400))
}

/** Returns when coins can be spent: `in about 20 minutes (10 blocks)`. */
export const formatBlocksLeft = (blocks: number, blockTarget: number): string =>
  tCount('waiting.in', blocks, { time: formatAbout(blocks * blockTarget) })

/**
 * Returns a sentence about waiting coins: what they are, and when they can be spent.
 * @param amountText formats their amount
 */
export const waitingText = (
  { kind, amount, blocks }: WaitingCoins,
  { blockTarget }: Pick<WalletView, 'blockTarget'>,
  amountText: (amount: bigint) => string,
): string => {
  const values = { amount: amountText(amount), when: formatBlocksLeft(blocks, blockTarget) }
  if (blocks > 0) return t(`waiting.${kind}`, values)
  return t(kind === 'stake' ? 'waiting.staked' : 'waiting.later', values)
}

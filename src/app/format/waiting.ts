// Texts of coins that cannot be spent yet.
import { sumAmounts } from '../../coin/amount.ts'
import type { WalletView } from '../../engine/api/engineViews.ts'
import type { WaitingCoins } from '../../wallet/funds/fundsViews.ts'
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

/** Coins that wait for one reason and one number of blocks, in any account. */
type WaitingGroup = Omit<WaitingCoins, 'account'>

/** Entries with a number of blocks that have a line of their own. */
const MAX_TIMED_LINES = 3

/** Waiting coins as they are listed: single entries, soonest first, and the sum of the others. */
export type WaitingSummary = {
  /** the soonest entries */
  readonly soonest: readonly WaitingGroup[]
  /** the others with a number of blocks, of which `blocks` is the highest; undefined if there are none */
  readonly others: { readonly count: number; readonly amount: bigint; readonly blocks: number } | undefined
  /** entries that no height ends */
  readonly untimed: readonly WaitingGroup[]
}

/** Joins entries that differ only in their account, or whose texts have no time. */
const joinedEntries = (coins: readonly WaitingCoins[]): readonly WaitingGroup[] => {
  const groups = new Map<string, WaitingGroup>()
  for (const { kind, amount, blocks } of coins) {
    // Without a height, change and received coins have the same text.
    const shownKind = blocks === 0 && kind !== 'stake' ? 'received' : kind
    const key = `${shownKind}/${blocks}`
    groups.set(key, { kind: shownKind, blocks, amount: amount + (groups.get(key)?.amount ?? 0n) })
  }
  return [...groups.values()]
}

/** Returns waiting coins, which are soonest first, in a few entries: a miner has others in each of the next blocks. */
export const summarizeWaiting = (coins: readonly WaitingCoins[]): WaitingSummary => {
  const groups = joinedEntries(coins)
  const timed = groups.filter(({ blocks }) => blocks > 0)
  const untimed = groups.filter(({ blocks }) => blocks === 0)
  // One more entry takes the line of its sum.
  if (timed.length <= MAX_TIMED_LINES + 1) return { soonest: timed, others: undefined, untimed }
  const others = timed.slice(MAX_TIMED_LINES)
  return {
    soonest: timed.slice(0, MAX_TIMED_LINES),
    others: {
      count: others.length,
      amount: sumAmounts(others),
      blocks: Math.max(...others.map(({ blocks }) => blocks)),
    },
    untimed,
  }
}

/** Returns a sentence about waiting coins: what they are, and when they can be spent. */
const waitingText = (
  { kind, amount, blocks }: WaitingGroup,
  { blockTarget }: Pick<WalletView, 'blockTarget'>,
  amountText: (amount: bigint) => string,
): string => {
  const values = { amount: amountText(amount), when: formatBlocksLeft(blocks, blockTarget) }
  if (blocks > 0) return t(`waiting.${kind}`, values)
  return t(kind === 'stake' ? 'waiting.staked' : 'waiting.later', values)
}

/**
 * Returns sentences about waiting coins: the soonest, the sum of the others, and those without a time.
 * @param coins soonest first
 * @param amountText formats an amount
 */
export const waitingTexts = (
  coins: readonly WaitingCoins[],
  wallet: Pick<WalletView, 'blockTarget'>,
  amountText: (amount: bigint) => string,
): readonly string[] => {
  const { soonest, others, untimed } = summarizeWaiting(coins)
  const textOf = (group: WaitingGroup): string => waitingText(group, wallet, amountText)
  const othersTexts =
    others === undefined
      ? []
      : [
          tCount('waiting.others', others.count, {
            amount: amountText(others.amount),
            when: formatBlocksLeft(others.blocks, wallet.blockTarget),
          }),
        ]
  return [...soonest.map(textOf), ...othersTexts, ...untimed.map(textOf)]
}

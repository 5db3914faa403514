// The balance over time, as a chart draws it: few points, however long the history is.

import { MAX_TIME } from '../../coin/blocks/chainLimits.ts'
import type { BalancePoint } from './historyViews.ts'

/**
 * Returns at most `maxPoints` of the points: the first one, and the last one of each of equally long periods. A balance lasts until the next
 * point, so each period shows the balance at its end.
 * @param points in ascending order of time
 * @param maxPoints at least 2
 */
export const sampleBalances = (points: readonly BalancePoint[], maxPoints: number): readonly BalancePoint[] => {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length <= maxPoints) return points
  const periods = maxPoints - 1
  const length = Math.max(1, (last.time - first.time) / periods)
  const periodOf = ({ time }: BalancePoint): number => Math.min(periods - 1, Math.floor((time - first.time) / length))
  const sampled = points.filter((point, i) => {
    const next = points[i + 1]
    return next === undefined || periodOf(next) !== periodOf(point)
  })
  return sampled[0] === first ? sampled : [first, ...sampled]
}

/**
 * Returns the balance after each transfer that counts, oldest first. Times of blocks can decrease by a little: those of the points do not.
 * Transfers with impossible times have no point of their own.
 * @param items newest first
 */
export const balancePoints = (
  items: readonly { readonly time: number; readonly balance: bigint | undefined }[],
): readonly BalancePoint[] => {
  const points: BalancePoint[] = []
  let latest = 0
  for (let i = items.length - 1; i >= 0; i -= 1) {
    const item = items[i]
    if (item?.balance === undefined || item.time > MAX_TIME) continue
    latest = Math.max(latest, item.time)
    points.push({ time: latest, balance: item.balance })
  }
  return points
}

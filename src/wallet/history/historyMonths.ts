// What each month of the history brought and took.

import { MAX_TIME } from '../../coin/blocks/chainLimits.ts'
import type { Entry } from './history.ts'
import type { HistoryMonth } from './historyViews.ts'
import { balanceChange } from './runningBalance.ts'

/** Returns the start of the local calendar month of a time, and of the next one. Times in UNIX seconds. */
export const monthOf = (time: number): { readonly start: number; readonly next: number } => {
  const date = new Date(time * 1000)
  const at = (months: number): number => new Date(date.getFullYear(), date.getMonth() + months).getTime() / 1000
  return { start: at(0), next: at(1) }
}

/**
 * Returns the months from the first transfer that counts to the last, oldest first, also those without any. Transfers with impossible times
 * belong to none.
 * @param entries in any order
 */
export const monthsOf = (entries: Iterable<Entry>): readonly HistoryMonth[] => {
  const sums = new Map<number, { received: bigint; sent: bigint }>()
  for (const entry of entries) {
    const change = balanceChange(entry)
    const time = entry.made ?? entry.timestamp
    // A node reported a false time: a list up to that month would have no end.
    if (change === undefined || time > MAX_TIME) continue
    const { start } = monthOf(time)
    const sum = sums.get(start) ?? { received: 0n, sent: 0n }
    sums.set(start, sum)
    if (change > 0n) sum.received += change
    else sum.sent -= change
  }
  const starts = [...sums.keys()]
  const last = Math.max(...starts)
  const months: HistoryMonth[] = []
  for (let start = Math.min(...starts); start <= last; start = monthOf(start).next)
    months.push({ start, received: 0n, sent: 0n, ...sums.get(start) })
  return months
}

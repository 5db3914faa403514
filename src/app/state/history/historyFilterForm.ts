// The filter of the history as the user types it, and the filter that the engine applies.
import type { HistoryFilter } from '../../../wallet/history/historyViews.ts'
import { parseAmount } from '../../format/amount.ts'
import { dateToTimestamp } from '../../format/time.ts'

/** What the fields of the filter contain. Empty texts and `undefined` exclude nothing. Dates are those of date inputs. */
export type HistoryFilterText = {
  readonly show: HistoryFilter['show']
  readonly search: string
  readonly kind: HistoryFilter['kind']
  readonly account: number | undefined
  readonly address: number | undefined
  readonly from: string
  readonly until: string
  readonly minAmount: string
  readonly maxAmount: string
}

export const EMPTY_FILTER: HistoryFilterText = {
  show: 'all',
  search: '',
  kind: undefined,
  account: undefined,
  address: undefined,
  from: '',
  until: '',
  minAmount: '',
  maxAmount: '',
}

/** Returns the midnight after a day. */
const dayAfter = (date: string): number | undefined => {
  const start = dateToTimestamp(date)
  if (start === undefined) return undefined
  const day = new Date(start * 1000)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() / 1000
}

const amountOf = (text: string, decimals: number): bigint | undefined => {
  const parsed = parseAmount(text, decimals)
  return parsed.valid ? parsed.amount : undefined
}

/** Returns whether a typed amount limits nothing because it cannot be read. */
export const isUnreadableAmount = (text: string, decimals: number): boolean => {
  const parsed = parseAmount(text, decimals)
  return !parsed.valid && parsed.reason !== 'empty' && parsed.reason !== 'zero'
}

/** Returns the filter that the engine applies. Dates and amounts that cannot be read exclude nothing. */
export const historyFilterOf = (text: HistoryFilterText, decimals: number): HistoryFilter => ({
  show: text.show,
  search: text.search.trim(),
  kind: text.kind,
  account: text.account,
  address: text.address,
  from: dateToTimestamp(text.from),
  until: dayAfter(text.until),
  minAmount: amountOf(text.minAmount, decimals),
  maxAmount: amountOf(text.maxAmount, decimals),
})

const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)

const earliest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

/** Returns a filter that passes only what is between two days, both included, too. Dates that cannot be read exclude nothing. */
export const withinDates = (filter: HistoryFilter, from: string, until: string): HistoryFilter => ({
  ...filter,
  from: latest(filter.from, dateToTimestamp(from)),
  until: earliest(filter.until, dayAfter(until)),
})

/** Returns the number of limits beyond those that are always on the screen. */
export const extraFilterCount = (filter: HistoryFilter): number =>
  [filter.kind, filter.account, filter.address, filter.from, filter.until, filter.minAmount, filter.maxAmount].filter(
    (limit) => limit !== undefined,
  ).length

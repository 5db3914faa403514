// The rows of a table of the history: transfers in an order, the recipients of opened ones below them, and a row before each month.

import { MAX_TIME } from '../../coin/blocks/chainLimits.ts'
import type { Entry } from './history.ts'
import { monthOf } from './historyMonths.ts'
import type { HistoryMonth, HistoryOrder } from './historyViews.ts'
import { balanceChange } from './runningBalance.ts'

/** Returns the number of recipients of an entry that have lines of their own: those of a payment to several others; else 1. */
export const lineCountOf = ({ amount, destinations }: Entry): number =>
  amount > 0n && destinations.length > 1 ? destinations.length : 1

/** What the row of an entry is: `MONTH`, `TRANSFER`, or the number of its recipient, from 1. */
export const MONTH = -1
export const TRANSFER = 0

/** Rows in arrays of numbers: a long history has a hundred thousand. */
export type RowLayout = {
  /** the position of its entry for each row; for that of a month, of the first entry below it */
  readonly positions: Uint32Array
  readonly parts: Int32Array
  /** by row */
  readonly months: ReadonlyMap<number, HistoryMonth>
}

/** The amounts of entries by which they are sorted. */
export type OrderAmounts = {
  amountOf(entry: Entry): bigint
  /** undefined without a fee */
  feeOf(entry: Entry): bigint | undefined
}

/** Sorts positions by an amount; those without one are last. Equal ones stay in the order of the dates. */
const sortByAmount = (
  positions: Uint32Array,
  amountAt: (position: number) => bigint | undefined,
  isDescending: boolean,
): Uint32Array => {
  const amounts = new Map<number, bigint | undefined>()
  for (const position of positions) amounts.set(position, amountAt(position))
  const sign = isDescending ? -1 : 1
  return positions.slice().sort((a, b) => {
    const [first, second] = [amounts.get(a), amounts.get(b)]
    if (first === second) return a - b
    if (first === undefined || second === undefined) return first === undefined ? 1 : -1
    return first < second ? -sign : sign
  })
}

/**
 * Returns positions of entries in an order.
 * @param entries newest first
 * @param positions ascending
 */
export const orderPositions = (
  entries: readonly Entry[],
  positions: Uint32Array,
  { by, isDescending }: HistoryOrder,
  { amountOf, feeOf }: OrderAmounts,
): Uint32Array => {
  if (by === 'date') return isDescending ? positions : positions.slice().reverse()
  const comparedBy = by === 'amount' ? amountOf : feeOf
  const amountAt = (position: number): bigint | undefined => {
    const entry = entries[position]
    return entry && comparedBy(entry)
  }
  return sortByAmount(positions, amountAt, isDescending)
}

type Sums = { start: number; received: bigint; sent: bigint }

/** Sums up the months of entries in the order of their dates. An entry with an impossible time belongs to the month before it. */
class MonthRows {
  readonly months = new Map<number, Sums>()
  readonly #isDescending: boolean
  #sums: Sums | undefined
  #next = 0

  constructor(isDescending: boolean) {
    this.#isDescending = isDescending
  }

  /** Whether a time is in a later month of the table: blocks and clocks disagree, so that an entry may be a little out of order. */
  #isLater(time: number): boolean {
    if (this.#sums === undefined) return true
    return this.#isDescending ? time < this.#sums.start : time >= this.#next
  }

  /** Adds an entry. Returns whether its month begins with it, in the row `row`. */
  add(entry: Entry, row: number): boolean {
    const time = entry.made ?? entry.timestamp
    const begins = time > 0 && time <= MAX_TIME && this.#isLater(time)
    if (begins) {
      const { start, next } = monthOf(time)
      this.#sums = { start, received: 0n, sent: 0n }
      this.#next = next
      this.months.set(row, this.#sums)
    }
    const change = balanceChange(entry)
    if (this.#sums !== undefined && change !== undefined) {
      if (change > 0n) this.#sums.received += change
      else this.#sums.sent -= change
    }
    return begins
  }
}

/**
 * Returns the rows of entries.
 * @param positions of the entries, in their order
 * @param isOpened whether the recipients of an entry with several have rows
 * @param months the direction of the dates, newest first if descending, if months have rows; else undefined
 */
export const layOutRows = (
  entries: readonly Entry[],
  positions: Uint32Array,
  isOpened: (entry: Entry) => boolean,
  months: Pick<HistoryOrder, 'isDescending'> | undefined,
): RowLayout => {
  const monthRows = new MonthRows(months?.isDescending ?? true)
  const rows: number[] = []
  const parts: number[] = []
  const put = (position: number, part: number): void => {
    rows.push(position)
    parts.push(part)
  }
  for (const position of positions) {
    const entry = entries[position]
    if (entry === undefined) continue
    if (months !== undefined && monthRows.add(entry, rows.length)) put(position, MONTH)
    put(position, TRANSFER)
    const count = lineCountOf(entry)
    if (count > 1 && isOpened(entry)) for (let part = 1; part <= count; part += 1) put(position, part)
  }
  return { positions: Uint32Array.from(rows), parts: Int32Array.from(parts), months: monthRows.months }
}

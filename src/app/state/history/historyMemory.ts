// What the history showed before the user looked at a payment: filter, order, length and scroll position. It lasts until another screen opens.
import type { HistoryOrder } from '../../../wallet/history/historyViews.ts'
import type { HistoryFilterText } from './historyFilterForm.ts'

export type HistoryMemory = {
  readonly walletId: string
  readonly filter: HistoryFilterText
  readonly order: HistoryOrder
  readonly lineCount: number
  /** pixels */
  readonly scroll: number
}

/** The state of a navigation to the history: what another screen wants it to show. */
export type HistoryRequest = { readonly filter?: Partial<HistoryFilterText> }

const HISTORY = '/history'

let memory: HistoryMemory | undefined

export const rememberHistory = (next: HistoryMemory): void => {
  memory = next
}

/** Returns what the history of a wallet showed; undefined if another screen was open since. */
export const recallHistory = (walletId: string): HistoryMemory | undefined =>
  memory?.walletId === walletId ? memory : undefined

const isHistory = (path: string): boolean => path === HISTORY || path.startsWith(`${HISTORY}/`)

/** Returns whether a navigation keeps the memory. A number is a step of the browser, whose target is unknown until the next navigation. */
export const keepsHistory = (from: string, to: string | number): boolean =>
  isHistory(from) && (typeof to === 'number' || isHistory(to))

/** Forgets what the history showed if a navigation is not between it and its payments. */
export const forgetHistoryElsewhere = (from: string, to: string | number): void => {
  if (!keepsHistory(from, to)) memory = undefined
}

// The open wallet: its history, filtered and in parts, so that a long one costs no more than what is seen of it.

import type { SubmitFailure } from '../../daemon/nodeHealth.ts'
import type {
  AddressPayment,
  BalancePoint,
  HistoryArrangement,
  HistoryFilter,
  HistoryLine,
  HistoryMonth,
  HistoryPage,
  HistoryRowsPage,
} from '../../wallet/history/historyViews.ts'

export type HistoryApi = {
  /** Returns the lines of the history that pass a filter, newest first, from the position `offset` on. */
  history(filter: HistoryFilter, range: { readonly offset: number; readonly limit: number }): Promise<HistoryPage>
  /** Returns the rows of a table of the transfers that pass a filter, from the position `offset` on. */
  historyRows(
    filter: HistoryFilter,
    arrangement: HistoryArrangement,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<HistoryRowsPage>
  /** Returns all lines of a transfer; empty if the wallet has no transfer with this id. */
  transferLines(id: string): Promise<readonly HistoryLine[]>
  /** Returns the nodes that did not take a payment which another one accepted, as far as it was sent since the wallet was opened. */
  submitFailures(txid: string): Promise<readonly SubmitFailure[]>
  /** Returns the months of the transfers that pass a filter, oldest first, without gaps. Failed payments do not count. */
  historyMonths(filter: HistoryFilter): Promise<readonly HistoryMonth[]>
  /** Returns the balance of the wallet over time, oldest first: at most `maxPoints` points, the last one of each period. */
  balanceHistory(maxPoints: number): Promise<readonly BalancePoint[]>
  /** Returns the latest payments that an own address received, newest first. */
  addressPayments(account: number, index: number): Promise<readonly AddressPayment[]>
}

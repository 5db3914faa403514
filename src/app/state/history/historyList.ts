// The rows of the history around those on the screen. The engine filters, sorts and keeps the rest, however long it is.
import { type Accessor, createMemo } from 'solid-js'
import type {
  HistoryArrangement,
  HistoryFilter,
  HistoryLine,
  HistoryRow,
} from '../../../wallet/history/historyViews.ts'
import { createPagedList, type PagedList } from '../lists/pagedList.ts'
import type { Change } from '../lists/pendingChanges.ts'
import { useSession } from '../session/session.tsx'
import { createLiveList, type LiveList } from '../wallet/lists.ts'
import { createWalletTrigger } from '../wallet/walletTrigger.ts'

/** Which payments a list shows, and how. */
export type HistoryQuery = { readonly filter: HistoryFilter; readonly arrangement: HistoryArrangement }

/** The order of the history as long as the user chooses no other one. */
export const NEWEST_FIRST: HistoryArrangement['order'] = { by: 'date', isDescending: true }

type NoteSaver = {
  /**
   * Shows a note at once, and saves it.
   * @throws if it cannot be saved; the former note shows then
   */
  setNote(txid: string, note: string): Promise<void>
}

export type HistoryList = Pick<PagedList<HistoryRow, unknown>, 'lineCount' | 'loaded' | 'problem' | 'line' | 'see'> &
  NoteSaver & {
    /** number of transfers that pass the filter */
    readonly transferCount: Accessor<number>
    /** Fetches the rows from one position to another, both included. */
    fetchRows(first: number, last: number): Promise<readonly HistoryRow[]>
  }

const withNote = (line: HistoryLine, txid: string, note: string): HistoryLine =>
  line.txid === txid ? { ...line, note } : line

/** Returns the change of the rows of a transaction to another note. */
const noteChange =
  (txid: string, note: string): Change<HistoryRow> =>
  (rows) =>
    rows.map((row) => (row.kind === 'month' ? row : { ...row, line: withNote(row.line, txid, note) }))

/**
 * Creates the list of the rows of a query.
 * @param query a memo: another value is another query
 * @param margin rows to fetch on each side of those on the screen
 * @param initialCount number of rows to make room for until the first ones are fetched
 */
export const createHistoryList = (query: Accessor<HistoryQuery>, margin: number, initialCount = 0): HistoryList => {
  const { engine } = useSession()
  const list = createPagedList<HistoryQuery, HistoryRow, { readonly transfers: number }>({
    query,
    trigger: createWalletTrigger(),
    margin,
    initial: { lineCount: initialCount, totals: { transfers: 0 } },
    fetchPage: async ({ filter, arrangement }, range) => {
      const { rows, rowCount, transferCount } = await engine.historyRows(filter, arrangement, range)
      return { lines: rows, lineCount: rowCount, totals: { transfers: transferCount } }
    },
    idOf: ({ id }) => id,
  })
  return {
    ...list,
    transferCount: () => list.totals().transfers,
    fetchRows: async (first, last) => {
      const { filter, arrangement } = query()
      return (await engine.historyRows(filter, arrangement, { offset: first, limit: last - first + 1 })).rows
    },
    setNote: (txid, note) => list.change(noteChange(txid, note), () => engine.setNote(txid, note)),
  }
}

export type TransferLines = LiveList<HistoryLine> & NoteSaver

/** Returns the lines of a transfer; no items if the wallet does not have it. */
export const createTransferLines = (id: Accessor<string>): TransferLines => {
  const { engine } = useSession()
  const trigger = createWalletTrigger()
  const list = createLiveList(
    'lineId',
    createMemo(() => `${trigger()} ${id()}`),
    () => engine.transferLines(id()),
  )
  return Object.assign(list, {
    setNote: (txid: string, note: string) =>
      list.change(
        (lines) => lines.map((line) => withNote(line, txid, note)),
        () => engine.setNote(txid, note),
      ),
  })
}

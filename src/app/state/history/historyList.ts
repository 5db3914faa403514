// The lines of the history around those on the screen. The engine filters and keeps the rest, however long it is.
import { type Accessor, createMemo } from 'solid-js'
import type { HistoryFilter, HistoryLine } from '../../../wallet/history/historyViews.ts'
import { createPagedList, type PagedList } from '../lists/pagedList.ts'
import type { Change } from '../lists/pendingChanges.ts'
import { useSession } from '../session/session.tsx'
import { createLiveList, type LiveList } from '../wallet/lists.ts'
import { createWalletTrigger } from '../wallet/walletTrigger.ts'

export type HistoryList = Pick<PagedList<HistoryLine, unknown>, 'lineCount' | 'loaded' | 'problem' | 'line' | 'see'> & {
  /** number of transfers that pass the filter */
  readonly transferCount: Accessor<number>
  /**
   * Shows a note at once, and saves it.
   * @throws if it cannot be saved; the former note shows then
   */
  setNote(txid: string, note: string): Promise<void>
}

/** Returns the change of the lines of a transaction to another note. */
const noteChange =
  (txid: string, note: string): Change<HistoryLine> =>
  (lines) =>
    lines.map((line) => (line.txid === txid ? { ...line, note } : line))

/**
 * Creates the list of the lines that pass a filter.
 * @param filter a memo: another value is another filter
 * @param margin lines to fetch on each side of those on the screen
 * @param initialCount number of lines to make room for until the first ones are fetched
 */
export const createHistoryList = (filter: Accessor<HistoryFilter>, margin: number, initialCount = 0): HistoryList => {
  const { engine } = useSession()
  const list = createPagedList<HistoryFilter, HistoryLine, { readonly transfers: number }>({
    query: filter,
    trigger: createWalletTrigger(),
    margin,
    initial: { lineCount: initialCount, totals: { transfers: 0 } },
    fetchPage: async (requested, range) => {
      const { lines, lineCount, transferCount } = await engine.history(requested, range)
      return { lines, lineCount, totals: { transfers: transferCount } }
    },
    idOf: ({ lineId }) => lineId,
  })
  return {
    ...list,
    transferCount: () => list.totals().transfers,
    setNote: (txid, note) => list.change(noteChange(txid, note), () => engine.setNote(txid, note)),
  }
}

export type TransferLines = LiveList<HistoryLine> & Pick<HistoryList, 'setNote'>

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
    setNote: (txid: string, note: string) => list.change(noteChange(txid, note), () => engine.setNote(txid, note)),
  })
}

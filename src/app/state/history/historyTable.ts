// The history as a table to save: fetched in parts, so that a long one does not stop the page.
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryFilter } from '../../../wallet/history/historyViews.ts'
import { HISTORY_HEADINGS, historyRows, type TableWallet } from '../../format/historyCsv.ts'

/** Lines of one part. */
const PART = 1000

/** Returns the lines that pass a filter as CSV, newest first, with a heading. */
export const exportHistory = async (
  engine: Pick<EngineApi, 'history'>,
  filter: HistoryFilter,
  wallet: TableWallet,
  contacts: readonly ContactView[],
): Promise<string> => {
  const parts = [HISTORY_HEADINGS]
  for (let offset = 0; ; offset += PART) {
    const { lines, lineCount } = await engine.history(filter, { offset, limit: PART })
    parts.push(historyRows(lines, wallet, contacts))
    if (offset + PART >= lineCount) return parts.join('')
  }
}

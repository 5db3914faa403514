// The history as a table to save: fetched in parts, so that a long one does not stop the page.
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryFilter, HistoryLine, TransferState } from '../../../wallet/history/historyViews.ts'
import { HISTORY_HEADINGS, historyRows, type TableWallet } from '../../format/historyCsv.ts'
import { type TaxForm, taxHeadings, taxRows } from '../../format/taxCsv.ts'

/** Lines of one part. */
const PART = 1000

/** `csv`: all that is known, for spreadsheets; else the form of a program for tax reports, which has confirmed payments only. */
export type TableForm = 'csv' | TaxForm

export type TableOptions = {
  readonly form: TableForm
  /** the payments that pass a filter, or those with some ids */
  readonly payments: HistoryFilter | readonly string[]
  readonly withWaiting: boolean
  readonly withFailed: boolean
}

export type SavedWallet = TableWallet & { readonly name: string }

type TableEngine = Pick<EngineApi, 'history' | 'transferLines'>

/** Yields the lines of the history in parts. */
async function* partsOf(
  engine: TableEngine,
  payments: TableOptions['payments'],
): AsyncIterable<readonly HistoryLine[]> {
  if (!('show' in payments)) {
    for (const id of payments) yield await engine.transferLines(id)
    return
  }
  for (let offset = 0; ; offset += PART) {
    const { lines, lineCount } = await engine.history(payments, { offset, limit: PART })
    yield lines
    if (offset + PART >= lineCount) return
  }
}

const WAITING: readonly TransferState[] = ['pool', 'pending']

/** Returns payments as a table with headings, newest first or in the order of the ids. */
export const exportHistory = async (
  engine: TableEngine,
  { form, payments, withWaiting, withFailed }: TableOptions,
  wallet: SavedWallet,
  contacts: readonly ContactView[],
): Promise<string> => {
  const isWanted = ({ state }: HistoryLine): boolean =>
    state === 'failed' ? withFailed : withWaiting || !WAITING.includes(state)
  const texts = [form === 'csv' ? HISTORY_HEADINGS : taxHeadings(form)]
  for await (const part of partsOf(engine, payments)) {
    const lines = part.filter(isWanted)
    texts.push(form === 'csv' ? historyRows(lines, wallet, contacts) : taxRows(form, lines, wallet))
  }
  return texts.join('')
}

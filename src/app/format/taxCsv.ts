// The history in the forms that programs for tax reports import: Koinly's universal template and CoinTracking's CSV import. Each transfer is one row.
// Dates are UTC, amounts whole coins. Of a transfer within the wallet, a row has the fee, which is all that left it.

import { isDate } from '../../async/time.ts'
import { encodeCsvCell, escapeFormula, joinCsvRows } from '../../bytes/csv.ts'
import type { HistoryLine, TransferKind } from '../../wallet/history/historyViews.ts'
import { editableAmount } from './amount.ts'

/** What the forms read of the wallet. */
export type TaxWallet = { readonly name: string; readonly decimals: number; readonly ticker: string }

/** https://support.koinly.io/en/articles/9489976-how-to-create-a-custom-csv-file-with-your-data, "Universal" */
const KOINLY_HEADINGS = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
]

/** https://cointracking.info/import/import_csv/ */
const COINTRACKING_HEADINGS = [
  'Type',
  'Buy Amount',
  'Buy Currency',
  'Sell Amount',
  'Sell Currency',
  'Fee',
  'Fee Currency',
  'Exchange',
  'Trade-Group',
  'Comment',
  'Date',
  'Tx-ID',
]

/** Returns a UNIX time (seconds) as `2026-11-27 19:49:00`, in UTC; empty for one that no date can hold. */
const dateText = (timestamp: number): string =>
  timestamp === 0 || !isDate(timestamp) ? '' : new Date(timestamp * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Kinds whose amount stays in the wallet. */
const STAYING: readonly TransferKind[] = ['self', 'stake', 'registration']

/** What left the wallet and is no fee; 0 if it is a fee only. */
const sentOf = ({ kind, amount }: HistoryLine): bigint => (STAYING.includes(kind) ? 0n : amount)

/** Koinly's labels; without one a row is an ordinary deposit or withdrawal. */
const koinlyLabel = (line: HistoryLine): string => {
  if (line.kind === 'miner') return 'mining'
  if (line.kind === 'service node') return 'reward'
  const isCost = line.kind === 'name' || line.kind === 'burn' || sentOf(line) === 0n
  return line.direction === 'out' && isCost ? 'cost' : ''
}

const koinlyRow = (line: HistoryLine, { decimals, ticker }: TaxWallet): readonly string[] => {
  const money = (amount: bigint): readonly [string, string] =>
    amount === 0n ? ['', ''] : [editableAmount(amount, decimals, '.'), ticker]
  const isSent = line.direction === 'out'
  const sent = isSent ? sentOf(line) : 0n
  const date = dateText(line.timestamp)
  // What is a fee only is an amount without one.
  const isFeeOnly = isSent && sent === 0n
  return [
    date === '' ? '' : `${date} UTC`,
    ...money(isFeeOnly ? line.fee : sent),
    ...money(isSent ? 0n : line.amount),
    ...money(isSent && !isFeeOnly ? line.fee : 0n),
    '',
    '',
    koinlyLabel(line),
    escapeFormula(line.note),
    line.txid,
  ]
}

const coinTrackingType = (line: HistoryLine): string => {
  if (line.kind === 'miner') return 'Mining'
  if (line.kind === 'service node') return 'Masternode'
  if (line.direction === 'in') return 'Deposit'
  if (sentOf(line) === 0n) return 'Other Fee'
  return line.kind === 'name' || line.kind === 'burn' ? 'Spend' : 'Withdrawal'
}

/** CoinTracking's amounts include the fee, which stands beside them for information. */
const coinTrackingRow = (line: HistoryLine, { name, decimals, ticker }: TaxWallet): readonly string[] => {
  const money = (amount: bigint): readonly [string, string] =>
    amount === 0n ? ['', ''] : [editableAmount(amount, decimals, '.'), ticker]
  const isSent = line.direction === 'out'
  return [
    coinTrackingType(line),
    ...money(isSent ? 0n : line.amount),
    ...money(isSent ? sentOf(line) + line.fee : 0n),
    ...money(isSent && sentOf(line) > 0n ? line.fee : 0n),
    escapeFormula(name),
    '',
    escapeFormula(line.note),
    dateText(line.timestamp),
    line.txid,
  ]
}

const FORMS = {
  koinly: { headings: KOINLY_HEADINGS, rowOf: koinlyRow },
  cointracking: { headings: COINTRACKING_HEADINGS, rowOf: coinTrackingRow },
} as const

export type TaxForm = keyof typeof FORMS

/** Returns the line of headings of a form. */
export const taxHeadings = (form: TaxForm): string => joinCsvRows([FORMS[form].headings])

/**
 * Returns the rows of lines of the history: one for each confirmed transfer. The lines of its other recipients are in the first one's amount, and
 * what is not confirmed may never be.
 */
export const taxRows = (form: TaxForm, lines: readonly HistoryLine[], wallet: TaxWallet): string => {
  const { rowOf } = FORMS[form]
  const settled = lines.filter(({ part, state }) => part === 0 && state === 'confirmed')
  return joinCsvRows(settled.map((line) => rowOf(line, wallet).map(encodeCsvCell)))
}

// The history as a CSV table for spreadsheets.

import { isDate } from '../../async/time.ts'
import { encodeCsvCell, escapeFormula, joinCsvRows } from '../../bytes/csv.ts'
import type { AccountView, ContactView } from '../../wallet/accounts/accountViews.ts'
import type { HistoryLine } from '../../wallet/history/historyViews.ts'
import { editableAmount } from './amount.ts'

const HEADINGS = [
  'date',
  'direction',
  'kind',
  'state',
  'amount',
  'fee',
  'balance',
  'coin',
  'block',
  'account',
  'note',
  'contacts',
  'addresses',
  'transaction id',
  'payment id',
]

/** The line of headings. */
export const HISTORY_HEADINGS = joinCsvRows([HEADINGS])

/** What the table reads of the wallet. */
export type TableWallet = {
  readonly accounts: readonly Pick<AccountView, 'index' | 'label'>[]
  readonly decimals: number
  readonly ticker: string
}

/** Returns a time in ISO 8601; empty for 0, and for a false one that no date can hold. */
const dateOf = (timestamp: number): string =>
  timestamp === 0 || !isDate(timestamp) ? '' : new Date(timestamp * 1000).toISOString()

const addressesOf = ({ direction, addresses, recipient, destinations }: HistoryLine): readonly string[] => {
  if (direction === 'in') return addresses
  return (recipient === undefined ? destinations : [recipient]).map(({ address }) => address)
}

/** Kinds whose amount stays in the wallet. */
const STAYING: readonly HistoryLine['kind'][] = ['self', 'stake', 'registration']

/** Returns what the line paid or received; 0 for what stays in the paying account. */
const amountOf = ({ direction, kind, recipient, amount }: HistoryLine): bigint => {
  if (STAYING.includes(kind)) return 0n
  const moved = recipient === undefined ? amount : recipient.returns ? 0n : recipient.amount
  return direction === 'out' ? -moved : moved
}

/** @param names of contacts, by address */
const rowOf = (line: HistoryLine, wallet: TableWallet, names: ReadonlyMap<string, string>): string[] => {
  const amountText = (amount: bigint): string =>
    `${amount < 0n ? '-' : ''}${editableAmount(amount < 0n ? -amount : amount, wallet.decimals, '.')}`
  const addresses = addressesOf(line)
  const isFirst = line.part === 0
  const paid = line.direction === 'in' ? [] : addresses.flatMap((address) => names.get(address) ?? [])
  return [
    dateOf(line.timestamp),
    line.direction,
    line.kind,
    line.state,
    amountText(amountOf(line)),
    line.direction === 'out' && isFirst ? amountText(line.fee) : '',
    line.balance === undefined || !isFirst ? '' : amountText(line.balance),
    wallet.ticker,
    line.height === 0 ? '' : String(line.height),
    escapeFormula(wallet.accounts.find(({ index }) => index === line.account)?.label || String(line.account)),
    escapeFormula(line.note),
    escapeFormula([...new Set(paid)].join(', ')),
    addresses.join(' '),
    line.txid,
    /[^0]/.test(line.paymentId) ? line.paymentId : '',
  ]
}

/**
 * Returns one row per line: a payment to several recipients has one for each, of which the first has its fee and the balance after it.
 * Dates are UTC; amounts are in whole coins, negative if outgoing. Only fees that this wallet paid are included.
 */
export const historyRows = (
  lines: readonly HistoryLine[],
  wallet: TableWallet,
  contacts: readonly ContactView[],
): string => {
  const names = new Map(contacts.map(({ address, name }) => [address, name]))
  return joinCsvRows(lines.map((line) => rowOf(line, wallet, names).map(encodeCsvCell)))
}

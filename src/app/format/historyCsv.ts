// Payments as a CSV table for spreadsheets.

import { encodeCsvCell, escapeFormula, joinCsvRows } from '../../bytes/csv.ts'
import type { TransferView } from '../../wallet/engine/engineViews.ts'
import { editableAmount } from './amount.ts'

const HEADINGS = [
  'date',
  'direction',
  'kind',
  'state',
  'amount',
  'fee',
  'coin',
  'block',
  'note',
  'addresses',
  'transaction id',
  'payment id',
]

const dateOf = (timestamp: number): string => (timestamp === 0 ? '' : new Date(timestamp * 1000).toISOString())

const addressesOf = (transfer: TransferView): readonly string[] =>
  transfer.direction === 'in' ? transfer.addresses : transfer.destinations.map(({ address }) => address)

/**
 * Returns a heading line and one line per payment. Dates are UTC; amounts are in whole coins, negative if outgoing.
 * Only fees that this wallet paid are included.
 */
export const historyCsv = (transfers: readonly TransferView[], decimals: number, ticker: string): string =>
  joinCsvRows(
    [
      HEADINGS,
      ...transfers.map((transfer) => [
        dateOf(transfer.timestamp),
        transfer.direction,
        transfer.kind,
        transfer.state,
        `${transfer.direction === 'out' && transfer.amount > 0n ? '-' : ''}${editableAmount(transfer.amount, decimals, '.')}`,
        transfer.direction === 'out' ? editableAmount(transfer.fee, decimals, '.') : '',
        ticker,
        transfer.height === 0 ? '' : String(transfer.height),
        escapeFormula(transfer.note),
        addressesOf(transfer).join(' '),
        transfer.txid,
        /[^0]/.test(transfer.paymentId) ? transfer.paymentId : '',
      ]),
    ].map((cells) => cells.map(encodeCsvCell)),
  )

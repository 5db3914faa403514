// The columns of the history as a table.
import { type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine, HistoryOrder, HistoryRow } from '../../../wallet/history/historyViews.ts'
import { IconButton } from '../../components/controls/Button.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { FiatAmount } from '../../components/money/FiatValue.tsx'
import { TransferRing } from '../../components/payment/ConfirmationRing.tsx'
import { lineHints, lineTitle, shownAmount, transferSign } from '../../components/payment/transferText.ts'
import {
  type AmountDigits,
  amountDigits,
  amountWidth,
  type Column,
  dateWidth,
  MIN_DIGITS,
} from '../../components/table/column.ts'
import { DayAndTime } from '../../components/table/DayAndTime.tsx'
import { RowTextForm } from '../../components/table/RowTextForm.tsx'
import { detailsPath } from '../../host/navigation/detailsPath.ts'
import { t } from '../../text/text.ts'

export type PaymentRow = Exclude<HistoryRow, { readonly kind: 'month' }>
export type HistoryColumn = Column<HistoryRow, HistoryOrder['by']>

/** Columns that the user can hide and show, with those that are shown at first. */
export const COLUMN_IDS = ['date', 'amount', 'fee', 'balance', 'id', 'value'] as const
export const INITIAL_COLUMNS: readonly string[] = ['date', 'amount', 'fee', 'balance']

/** Room for amounts, fees and balances. */
export type TableDigits = { readonly [column in 'amount' | 'fee' | 'balance']: AmountDigits }

export const MIN_TABLE_DIGITS: TableDigits = { amount: MIN_DIGITS, fee: MIN_DIGITS, balance: MIN_DIGITS }

/** Returns the amount that a row shows. */
export const amountOfLine = (line: HistoryLine): bigint => line.recipient?.amount ?? shownAmount(line)

/** Returns the room that the amounts of some rows need. */
export const tableDigits = (rows: readonly HistoryRow[], decimals: number, before: TableDigits): TableDigits => {
  const lines = rows.flatMap((row) => (row.kind === 'month' ? [] : [row.line]))
  return {
    amount: amountDigits(lines.map(amountOfLine), decimals, before.amount),
    fee: amountDigits(
      lines.flatMap(({ direction, fee }) => (direction === 'out' ? [fee] : [])),
      decimals,
      before.fee,
    ),
    balance: amountDigits(
      lines.flatMap(({ balance }) => balance ?? []),
      decimals,
      before.balance,
    ),
  }
}

/** What the cells of a row need of the screen. */
export type RowActions = {
  readonly contacts: () => readonly ContactView[]
  /** Returns whether the note of a row is being edited. */
  readonly isEdited: (id: string) => boolean
  /** the note that could not be saved, which the field shows again; undefined: that of the payment */
  readonly draft: () => string | undefined
  readonly onNote: (row: PaymentRow, note: string) => void
  readonly onNoteClosed: () => void
  /** Returns whether the recipients of a payment are shown. */
  readonly isOpened: (id: string) => boolean
  readonly onToggle: (id: string) => void
}

const What = (props: { readonly row: PaymentRow; readonly actions: RowActions }): JSX.Element => {
  const line = (): HistoryLine => props.row.line
  const title = (): string => lineTitle(line(), props.actions.contacts())
  const isGroup = (): boolean => props.row.kind === 'payment' && line().parts > 1
  const isOpened = (): boolean => props.actions.isOpened(line().id)
  return (
    <span class="history-what" data-part={props.row.kind}>
      <Show when={isGroup()}>
        <span class="history-twist" data-open={isOpened()}>
          <IconButton
            icon="forward"
            label={t(isOpened() ? 'payment.hideRecipients' : 'payment.showRecipients')}
            onClick={() => props.actions.onToggle(line().id)}
          />
        </span>
      </Show>
      <a class="transfer-link" href={`#${detailsPath(line().id)}`} tabindex={-1}>
        <span class="transfer-title" dir="auto" translate="no">
          {props.row.kind === 'payment' ? showHidden(line().note) || title() : title()}
        </span>
        <Show when={props.row.kind === 'payment' && lineHints(line(), title())}>
          {(hints) => <span class="transfer-hints">{hints()}</span>}
        </Show>
      </a>
    </span>
  )
}

const paymentOf = (row: HistoryRow): PaymentRow | undefined => (row.kind === 'month' ? undefined : row)

/** Returns a cell of payments and their recipients. */
const cellOf =
  (content: (row: () => PaymentRow) => JSX.Element): HistoryColumn['cell'] =>
  (row) => <Show when={paymentOf(row())}>{(found) => content(found)}</Show>

/** Returns a cell of payments, which is empty for their recipients. */
const wholeCell = (content: (line: () => HistoryLine) => JSX.Element): HistoryColumn['cell'] =>
  cellOf((row) => <Show when={row().kind === 'payment'}>{content(() => row().line)}</Show>)

/** A part of a cell that is empty without an amount. */
const AmountIfAny = (props: { readonly amount: bigint | undefined }): JSX.Element => (
  <Show when={props.amount !== undefined}>
    <Amount amount={props.amount ?? 0n} />
  </Show>
)

const feeOf = ({ direction, fee }: HistoryLine): bigint | undefined =>
  direction === 'out' && fee > 0n ? fee : undefined

const whatCell = (actions: RowActions): HistoryColumn['cell'] =>
  cellOf((row) => (
    <Show when={actions.isEdited(row().id)} fallback={<What row={row()} actions={actions} />}>
      <RowTextForm
        label={t('history.note')}
        text={actions.draft() ?? row().line.note}
        onSave={(note) => actions.onNote(row(), note)}
        onClose={actions.onNoteClosed}
      />
    </Show>
  ))

/** What the columns depend on. */
export type ColumnOptions = {
  readonly actions: RowActions
  readonly digits: () => TableDigits
  readonly ticker: () => string
  /** of values */
  readonly currency: () => string
}

/** Returns all columns of the history. */
export const historyColumns = ({ actions, digits, ticker, currency }: ColumnOptions): readonly HistoryColumn[] => [
  {
    id: 'state',
    heading: () => '',
    width: '44px',
    cell: wholeCell((line) => <TransferRing line={line()} />),
  },
  {
    id: 'date',
    heading: () => t('details.date'),
    get width() {
      return dateWidth()
    },
    sort: { by: 'date', ascends: false },
    cell: wholeCell((line) => <DayAndTime timestamp={line().timestamp} />),
  },
  { id: 'what', heading: () => t('payment.what'), width: 'minmax(0, 1fr)', cell: whatCell(actions) },
  {
    id: 'amount',
    heading: () => t('payment.amountIn', { ticker: ticker() }),
    get width() {
      return amountWidth(digits().amount.whole + 1, digits().amount.places, 128)
    },
    get places() {
      return digits().amount.places
    },
    sort: { by: 'amount', ascends: false },
    cell: cellOf((row) => (
      <Amount
        amount={amountOfLine(row().line)}
        sign={row().line.recipient?.returns === true ? undefined : transferSign(row().line)}
      />
    )),
  },
  {
    id: 'fee',
    heading: () => t('history.fee'),
    get width() {
      return amountWidth(digits().fee.whole, digits().fee.places, 96)
    },
    get places() {
      return digits().fee.places
    },
    from: 760,
    sort: { by: 'fee', ascends: false },
    cell: wholeCell((line) => <AmountIfAny amount={feeOf(line())} />),
  },
  {
    id: 'balance',
    heading: () => t('history.balance'),
    get width() {
      return amountWidth(digits().balance.whole, digits().balance.places, 112)
    },
    get places() {
      return digits().balance.places
    },
    from: 880,
    cell: wholeCell((line) => <AmountIfAny amount={line().balance} />),
  },
  {
    id: 'id',
    heading: () => t('payment.id'),
    width: '6.5rem',
    from: 700,
    cell: wholeCell((line) => (
      <code class="mono" translate="no">
        {line().txid.slice(0, 8)}
      </code>
    )),
  },
  {
    id: 'value',
    heading: () => t('payment.valueNow', { currency: currency() }),
    width: '7rem',
    from: 700,
    cell: cellOf((row) => <FiatAmount amount={amountOfLine(row().line)} />),
  },
]

// The history as a table, where there is space for its columns.
import { createEffect, createMemo, createSignal, type JSX, on } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryLine, HistoryMonth, HistoryRow } from '../../../wallet/history/historyViews.ts'
import type { MenuGroup } from '../../components/controls/Menu.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { lineTitle } from '../../components/payment/transferText.ts'
import { DataTable } from '../../components/table/DataTable.tsx'
import { formatMoment } from '../../format/time.ts'
import { createCopying } from '../../state/history/paymentActions.ts'
import type { RowRange } from '../../state/lists/rowWindow.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { localeFormats } from '../../text/locale.ts'
import { t } from '../../text/text.ts'
import { historyColumns, MIN_TABLE_DIGITS, type TableDigits, tableDigits } from './columns.tsx'
import type { HistoryState } from './historyState.ts'
import './historyTable.css'

const MonthBand = (props: { readonly month: HistoryMonth }): JSX.Element => (
  <>
    <span class="month-name">{formatMoment(localeFormats().month, props.month.start)}</span>
    <span class="month-sums">
      <Amount amount={props.month.received} sign="in" />
      <Amount amount={props.month.sent} sign="out" />
    </span>
  </>
)

export type HistoryTableProps = {
  readonly history: HistoryState
  /** ids of the columns that the user wants to see */
  readonly columns: ReadonlySet<string>
  /** id of the payment whose details stand beside the table */
  readonly shown: string | undefined
  readonly onOpen: (line: HistoryLine) => void
  /** the focus came to a payment by a key */
  readonly onMove: (line: HistoryLine) => void
  readonly menuOf: (line: HistoryLine) => readonly MenuGroup[]
  /** the Escape key leaves the table */
  readonly onEscape: () => void
}

export const HistoryTable = (props: HistoryTableProps): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const { history } = props
  const contacts = (): readonly ContactView[] => history.contacts.items
  // In another order the balances say nothing.
  const hasBalance = (): boolean => wallet().balance.unverified === 0n && history.order().by === 'date'
  const copy = createCopying()
  const [seen, setSeen] = createSignal<RowRange>({ first: 0, last: 0 })
  const digits = createMemo(
    (before: TableDigits) => {
      const rows: HistoryRow[] = []
      for (let position = seen().first; position <= seen().last; position++) {
        const row = history.list.line(position)
        if (row !== undefined) rows.push(row)
      }
      return tableDigits(rows, wallet().decimals, before)
    },
    MIN_TABLE_DIGITS,
    { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  )
  let focusRow: (position: number) => void = () => undefined
  const positionOf = (id: string): number | undefined => {
    for (let position = seen().first; position <= seen().last; position++)
      if (history.list.line(position)?.id === id) return position
    return undefined
  }
  // The field took the focus from its row, and gives it back.
  createEffect(
    on(
      history.edited,
      (now, before) => {
        const position = before === undefined || now !== undefined ? undefined : positionOf(before.id)
        if (position !== undefined) focusRow(position)
      },
      { defer: true },
    ),
  )
  const columns = historyColumns({
    actions: {
      contacts: contacts,
      isEdited: (id) => history.edited()?.id === id,
      draft: () => history.edited()?.draft,
      onNote: (row, note) => void history.saveNote(row.line, note),
      onNoteClosed: () => history.edit(undefined),
      isOpened: (id) => history.isOpened(id),
      onToggle: (id) => history.toggle(id),
    },
    digits,
    ticker: () => wallet().ticker,
    currency: () => rate.quote()?.currency ?? '',
  })
  const shownColumns = createMemo(() =>
    columns.filter(({ id }) => {
      if (id === 'balance' && !hasBalance()) return false
      if (id === 'value' && rate.quote() === undefined) return false
      return id === 'state' || id === 'what' || props.columns.has(id)
    }),
  )
  const keys = (event: KeyboardEvent, row: HistoryRow): boolean => {
    if (row.kind === 'month') return false
    const isOpened = history.isOpened(row.line.id)
    if (event.key === 'e' || event.key === 'F2') history.edit({ id: row.id, draft: undefined })
    else if (event.key === 'c') void copy(row.line.txid)
    else if (event.key === 'Escape') props.onEscape()
    else if (row.line.parts > 1 && event.key === (isOpened ? 'ArrowLeft' : 'ArrowRight')) history.toggle(row.line.id)
    else return false
    return true
  }
  return (
    <DataTable
      label={t('history.list')}
      columns={shownColumns()}
      count={history.list.lineCount()}
      rowAt={history.list.line}
      idOf={({ id }) => id}
      nameOf={(row) => (row.kind === 'month' ? '' : row.line.note || lineTitle(row.line, contacts()))}
      onSee={(range) => {
        setSeen(range)
        history.list.see(range)
      }}
      order={history.order()}
      onOrder={history.setOrder}
      onOpen={(row) => row.kind !== 'month' && props.onOpen(row.line)}
      onEdit={({ id }) => history.edit({ id, draft: undefined })}
      menuOf={(row) => (row.kind === 'month' ? [] : props.menuOf(row.line))}
      onMove={(row) => row.kind === 'payment' && props.onMove(row.line)}
      current={props.shown}
      selection={history.selection}
      onKey={keys}
      bandOf={(row) => (row.kind === 'month' ? () => <MonthBand month={row.month} /> : undefined)}
      rowClass="transfer"
      rowData={(row) =>
        row.kind === 'month'
          ? {}
          : { 'data-state': row.line.state, 'data-direction': row.line.direction, 'data-kind': row.line.kind }
      }
      onFocusable={(focus) => {
        focusRow = focus
      }}
    />
  )
}

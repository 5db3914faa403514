// The coins as a table, where there is space for its columns.
import { createEffect, createMemo, createSignal, type JSX, on } from 'solid-js'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import type { MenuGroup } from '../../components/controls/Menu.tsx'
import { type AmountDigits, amountDigits, MIN_DIGITS } from '../../components/table/column.ts'
import { DataTable } from '../../components/table/DataTable.tsx'
import { selectColumn } from '../../components/table/selectColumn.tsx'
import { createCopying } from '../../state/history/paymentActions.ts'
import type { RowRange } from '../../state/lists/rowWindow.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import { type CoinsState, canSetFrozen } from './coinsState.ts'
import { type CoinColumn, coinColumns } from './columns.tsx'
import './coins.css'

export const CoinTable = (props: {
  readonly coins: CoinsState
  /** ids of the columns that the user wants to see */
  readonly columns: ReadonlySet<string>
  /** id of the coin whose details stand beside the table */
  readonly shown: string | undefined
  readonly menuOf: (coin: CoinView) => readonly MenuGroup[]
  readonly onDetails: (coin: CoinView) => void
  /** the Escape key leaves the table */
  readonly onEscape: () => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const { coins } = props
  const copy = createCopying()
  const amountText = createAmountText()
  const [seen, setSeen] = createSignal<RowRange>({ first: 0, last: 0 })
  const digits = createMemo(
    (before: AmountDigits) => {
      const amounts: bigint[] = []
      for (let position = seen().first; position <= seen().last; position++) {
        const coin = coins.list.line(position)
        if (coin !== undefined) amounts.push(coin.amount)
      }
      return amountDigits(amounts, wallet().decimals, before)
    },
    MIN_DIGITS,
    { equals: (a, b) => a.whole === b.whole && a.places === b.places },
  )
  let focusRow: (position: number) => void = () => undefined
  const positionOf = (id: string): number | undefined => {
    for (let position = seen().first; position <= seen().last; position++)
      if (coins.list.line(position)?.id === id) return position
    return undefined
  }
  // The field took the focus from its row, and gives it back.
  createEffect(
    on(
      coins.edited,
      (now, before) => {
        const position = before === undefined || now !== undefined ? undefined : positionOf(before.id)
        if (position !== undefined) focusRow(position)
      },
      { defer: true },
    ),
  )
  const nameOf = ({ amount }: CoinView): string => amountText(amount)
  const columns: readonly CoinColumn[] = [
    selectColumn({
      selection: coins.selection,
      count: coins.list.lineCount,
      idOf: ({ id }) => id,
      labelOf: (coin) => t('coins.pick', { amount: nameOf(coin) }),
    }),
    ...coinColumns({
      contacts: () => coins.contacts.items,
      digits,
      ticker: () => wallet().ticker,
      isChosen: coins.selection.has,
      edits: coins,
    }),
  ]
  const shownColumns = createMemo(() =>
    columns.filter(({ id }) => ['select', 'amount', 'state'].includes(id) || props.columns.has(id)),
  )
  const keys = (event: KeyboardEvent, coin: CoinView): boolean => {
    const freezes = coin.state !== 'frozen'
    // A click selects.
    if (event.key === 'Enter') props.onDetails(coin)
    else if (event.key === 'e' || event.key === 'F2') coins.edit({ id: coin.id, draft: undefined })
    else if (event.key === 'f' && canSetFrozen(coin, freezes)) void coins.setFrozen([coin], freezes)
    else if (event.key === 'c' && coin.keyImage !== '') void copy(coin.keyImage)
    else if (event.key === 'Escape') props.onEscape()
    else return false
    return true
  }
  return (
    <DataTable
      label={t('coins.list')}
      columns={shownColumns()}
      count={coins.list.lineCount()}
      rowAt={coins.list.line}
      idOf={({ id }) => id}
      nameOf={nameOf}
      onSee={(range) => {
        setSeen(range)
        coins.list.see(range)
      }}
      order={coins.order()}
      onOrder={coins.setOrder}
      menuOf={props.menuOf}
      current={props.shown}
      onMove={(coin) => props.shown !== undefined && props.onDetails(coin)}
      selection={coins.selection}
      onFocusable={(focus) => {
        focusRow = focus
      }}
      onKey={keys}
      rowClass="coin"
      rowData={(coin) => ({ 'data-state': coin.state, 'data-kind': coin.kind })}
    />
  )
}

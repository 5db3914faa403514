// What the history shows: filter, order, the rows that are opened, selected or edited.
import { useLocation } from '@solidjs/router'
import { type Accessor, createMemo, createSignal, onCleanup, onMount } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { HistoryFilter, HistoryLine, HistoryOrder, HistoryRow } from '../../../wallet/history/historyViews.ts'
import { createMediaQuery, TABLE_WIDTH } from '../../host/device/mediaQuery.ts'
import {
  EMPTY_FILTER,
  extraFilterCount,
  type HistoryFilterText,
  historyFilterOf,
} from '../../state/history/historyFilterForm.ts'
import { createHistoryList, type HistoryList, NEWEST_FIRST } from '../../state/history/historyList.ts'
import { type HistoryRequest, recallHistory, rememberHistory } from '../../state/history/historyMemory.ts'
import { SCROLL_MARGIN } from '../../state/lists/pagedList.ts'
import { createSelection, type Selection } from '../../state/lists/selection.ts'
import { createContacts, type LiveList } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createRowEdit, type RowEdit } from '../../state/wallet/rowEdit.ts'

/** `edited`: the row whose note is edited. */
export type HistoryState = Pick<RowEdit, 'edited' | 'edit'> & {
  readonly list: HistoryList
  readonly contacts: LiveList<ContactView>
  /** whether there is space for a table */
  readonly isTable: Accessor<boolean>
  readonly text: Accessor<HistoryFilterText>
  readonly filter: Accessor<HistoryFilter>
  readonly isFiltered: Accessor<boolean>
  /** Changes the filter. */
  change(changed: Partial<HistoryFilterText>): void
  /** Removes the filters of the panel. */
  clearPanel(): void
  /** Removes all filters. */
  clear(): void
  readonly order: Accessor<HistoryOrder>
  setOrder(order: HistoryOrder): void
  isOpened(id: string): boolean
  /** Shows the recipients of a payment, or hides them. */
  toggle(id: string): void
  readonly selection: Selection<HistoryRow>
  readonly selected: Accessor<readonly HistoryLine[]>
  saveNote(line: HistoryLine, note: string): Promise<void>
}

/** The position of the page, also after the list has gone. */
const createScrollPosition = (initial: number): (() => number) => {
  let position = initial
  const follow = (): void => {
    position = window.scrollY
  }
  onMount(() => {
    window.addEventListener('scroll', follow, { passive: true })
    // After the screen, which begins at its top.
    if (initial > 0) queueMicrotask(() => window.scrollTo(0, initial))
  })
  onCleanup(() => window.removeEventListener('scroll', follow))
  return () => position
}

/** The filter of the history, which is kept while the user looks at a payment. */
const createFilter = (initial: HistoryFilterText | undefined, onChange: () => void) => {
  const { wallet } = useOpenWallet()
  const [text, setText] = createSignal<HistoryFilterText>(initial ?? EMPTY_FILTER)
  const filter = createMemo(() => historyFilterOf(text(), wallet().decimals))
  const change = (changed: Partial<HistoryFilterText>): void => {
    setText({ ...text(), ...changed })
    onChange()
  }
  return {
    text,
    filter,
    change,
    isFiltered: () => extraFilterCount(filter()) > 0 || filter().show !== 'all' || filter().search !== '',
    clearPanel: () => change({ ...EMPTY_FILTER, search: text().search, show: text().show }),
    clear: () => change(EMPTY_FILTER),
  }
}

export const createHistoryState = (): HistoryState => {
  const { wallet, toasts } = useOpenWallet()
  const walletId = wallet().id
  const remembered = recallHistory(walletId)
  const isTable = createMediaQuery(TABLE_WIDTH)
  const [order, setOrder] = createSignal<HistoryOrder>(remembered?.order ?? NEWEST_FIRST)
  const [opened, setOpened] = createSignal<readonly string[]>([])
  const { edited, edit, save } = createRowEdit(toasts)
  const requested = useLocation<HistoryRequest>().state?.filter
  const initial = requested === undefined ? undefined : { ...EMPTY_FILTER, ...requested }
  const filtering = createFilter(remembered?.filter ?? initial, () => selection.clear())
  const query = createMemo(() => ({
    filter: filtering.filter(),
    arrangement: isTable()
      ? { order: order(), opened: opened(), withMonths: true }
      : { order: NEWEST_FIRST, opened: [], withMonths: false },
  }))
  const list = createHistoryList(query, SCROLL_MARGIN, remembered?.lineCount)
  const scroll = createScrollPosition(remembered?.scroll ?? 0)
  const selection = createSelection<HistoryRow>({
    idOf: ({ id }) => id,
    count: list.lineCount,
    canSelect: ({ kind }) => kind === 'payment',
    fetchRows: list.fetchRows,
  })
  onCleanup(() =>
    rememberHistory({
      walletId,
      filter: filtering.text(),
      order: order(),
      lineCount: list.lineCount(),
      scroll: scroll(),
    }),
  )
  const isOpened = (id: string): boolean => opened().includes(id)
  return {
    list,
    contacts: createContacts(),
    isTable,
    ...filtering,
    order,
    setOrder,
    isOpened,
    toggle: (id) => void setOpened(isOpened(id) ? opened().filter((each) => each !== id) : [...opened(), id]),
    selection,
    selected: createMemo(() =>
      [...selection.rows().values()].flatMap((row) => (row.kind === 'month' ? [] : [row.line])),
    ),
    edited,
    edit,
    saveNote: ({ id, txid }, note) => save(id, note, () => list.setNote(txid, note)),
  }
}

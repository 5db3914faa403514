// The lines of the history.
import { type JSX, onMount, Show } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { VirtualRows } from '../../components/layout/VirtualRows.tsx'
import type { HistoryList } from '../../state/history/historyList.ts'
import { t } from '../../text/text.ts'
import { EditableRow } from './EditableRow.tsx'

const ROW_HEIGHT = 56

export const Rows = (props: {
  readonly list: HistoryList
  readonly contacts: readonly ContactView[]
  readonly withBalance: boolean
  /** where the page is to be scrolled to at first; undefined to leave it */
  readonly scroll: number | undefined
}): JSX.Element => {
  onMount(() => {
    const { scroll } = props
    // After the screen, which begins at its top.
    if (scroll !== undefined) queueMicrotask(() => window.scrollTo(0, scroll))
  })
  return (
    <VirtualRows
      label={t('history.list')}
      look="transfers"
      count={props.list.lineCount()}
      rowHeight={ROW_HEIGHT}
      isReady={(position) => props.list.line(position) !== undefined}
      onSee={props.list.see}
    >
      {(position) => (
        <Show when={props.list.line(position)}>
          {(line) => (
            <EditableRow
              line={line()}
              contacts={props.contacts}
              withBalance={props.withBalance}
              onNote={(note) => props.list.setNote(line().txid, note)}
            />
          )}
        </Show>
      )}
    </VirtualRows>
  )
}

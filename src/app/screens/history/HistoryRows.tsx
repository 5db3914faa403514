// The history as a list of rows, where there is no space for a table.
import { createEffect, type JSX, on, onMount, Show } from 'solid-js'
import type { HistoryLine } from '../../../wallet/history/historyViews.ts'
import type { Anchor } from '../../components/controls/floating.ts'
import { MenuButton, type MenuGroup } from '../../components/controls/Menu.tsx'
import { listenForMenu } from '../../components/controls/menuGestures.ts'
import { VirtualRows } from '../../components/layout/VirtualRows.tsx'
import { TransferRow } from '../../components/payment/TransferRow.tsx'
import { lineTitle } from '../../components/payment/transferText.ts'
import { RowTextForm } from '../../components/table/RowTextForm.tsx'
import { t } from '../../text/text.ts'
import type { HistoryState } from './historyState.ts'

const ROW_HEIGHT = 56

type RowsProps = {
  readonly history: HistoryState
  readonly menuOf: (line: HistoryLine) => readonly MenuGroup[]
  readonly onMenu: (line: HistoryLine, anchor: Anchor) => void
}

const Row = (props: RowsProps & { readonly line: HistoryLine }): JSX.Element => {
  const { history } = props
  let row!: HTMLDivElement
  onMount(() => listenForMenu(row, (anchor) => props.onMenu(props.line, anchor)))
  const isEdited = (): boolean => history.edited()?.id === props.line.id
  // The field took the focus, and gives it back.
  createEffect(
    on(isEdited, (now, before) => {
      if (before === true && !now) row.querySelector('a')?.focus()
    }),
  )
  const name = (): string => props.line.note || lineTitle(props.line, history.contacts.items)
  return (
    <div class="transfer-row" ref={row}>
      <Show
        when={isEdited()}
        fallback={
          <>
            <TransferRow line={props.line} contacts={history.contacts.items} />
            <MenuButton icon="more" label={t('table.actionsOf', { name: name() })} groups={props.menuOf(props.line)} />
          </>
        }
      >
        <RowTextForm
          label={t('history.note')}
          text={history.edited()?.draft ?? props.line.note}
          onSave={(note) => void history.saveNote(props.line, note)}
          onClose={() => history.edit(undefined)}
        />
      </Show>
    </div>
  )
}

export const HistoryRows = (props: RowsProps): JSX.Element => (
  <VirtualRows
    label={t('history.list')}
    look="transfers"
    count={props.history.list.lineCount()}
    rowHeight={ROW_HEIGHT}
    isReady={(position) => props.history.list.line(position) !== undefined}
    onSee={props.history.list.see}
  >
    {(position) => {
      const line = (): HistoryLine | undefined => {
        const row = props.history.list.line(position)
        return row === undefined || row.kind === 'month' ? undefined : row.line
      }
      return <Show when={line()}>{(found) => <Row {...props} line={found()} />}</Show>
    }}
  </VirtualRows>
)

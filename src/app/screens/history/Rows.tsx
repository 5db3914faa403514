// The lines of the history. The list is virtual: only visible lines are rendered, and only those around them are in the page.
import { createWindowVirtualizer } from '@tanstack/solid-virtual'
import { createEffect, createSignal, For, type JSX, onCleanup, onMount, Show } from 'solid-js'
import type { ContactView } from '../../../wallet/engine/engineViews.ts'
import type { HistoryList } from '../../state/historyList.ts'
import { t } from '../../text/text.ts'
import { EditableRow } from './EditableRow.tsx'

const ROW_HEIGHT = 68
const OVERSCAN = 8

export const Rows = (props: {
  readonly list: HistoryList
  readonly contacts: readonly ContactView[]
  readonly withBalance: boolean
  /** where the page is to be scrolled to at first; undefined to leave it */
  readonly scroll: number | undefined
}): JSX.Element => {
  const [element, setElement] = createSignal<HTMLUListElement>()
  const [top, setTop] = createSignal(0)
  const rows = createWindowVirtualizer({
    get count() {
      return props.list.lineCount()
    },
    get scrollMargin() {
      return top()
    },
    initialOffset: props.scroll ?? 0,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  createEffect(() => {
    const items = rows.getVirtualItems()
    const first = items[0]
    const last = items.at(-1)
    if (first !== undefined && last !== undefined) props.list.see(first.index, last.index)
  })
  onMount(() => {
    // What is above the list grows and shrinks.
    const observer = new ResizeObserver(() => setTop(element()?.offsetTop ?? 0))
    const screen = element()?.parentElement
    if (screen) observer.observe(screen)
    onCleanup(() => observer.disconnect())
    setTop(element()?.offsetTop ?? 0)
    const { scroll } = props
    // After the screen, which begins at its top.
    if (scroll !== undefined) queueMicrotask(() => window.scrollTo(0, scroll))
  })
  return (
    <ul
      ref={setElement}
      class="transfers virtual"
      aria-label={t('history.list')}
      style={{ height: `${rows.getTotalSize()}px` }}
    >
      <For each={rows.getVirtualItems()}>
        {(row) => (
          <li
            data-index={row.index}
            // Large text makes rows higher.
            ref={(element) => queueMicrotask(() => rows.measureElement(element))}
            aria-setsize={props.list.lineCount()}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start - top()}px)` }}
          >
            <Show when={props.list.line(row.index)} fallback={<span class="transfer-skeleton" aria-hidden="true" />}>
              {(line) => (
                <EditableRow
                  line={line()}
                  contacts={props.contacts}
                  withBalance={props.withBalance}
                  onNote={(note) => props.list.setNote(line().txid, note)}
                />
              )}
            </Show>
          </li>
        )}
      </For>
    </ul>
  )
}

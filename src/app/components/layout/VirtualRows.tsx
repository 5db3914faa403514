// A long list of rows that are equally high, in a page or a box that scrolls. Only rows near the part that is seen are in the page.
import { createSignal, For, type JSX } from 'solid-js'
import type { RowRange } from '../../state/lists/rowWindow.ts'
import { createVirtualWindow, type ScrollBox } from './virtualWindow.ts'
import './virtualRows.css'

export const VirtualRows = (props: {
  readonly label: string
  readonly look: 'transfers' | 'addresses'
  readonly count: number
  /** pixels; large text makes rows higher */
  readonly rowHeight: number
  /** Returns whether the data of a row is there. */
  readonly isReady: (position: number) => boolean
  readonly onSee?: (seen: RowRange) => void
  readonly box?: ScrollBox
  /** the row that the box shows whenever it becomes another one; -1 for none */
  readonly revealed?: number
  readonly children: (position: number) => JSX.Element
}): JSX.Element => {
  const [list, setList] = createSignal<HTMLUListElement>()
  const rows = createVirtualWindow({
    list,
    box: () => props.box?.(),
    count: () => props.count,
    leastHeight: props.rowHeight,
    isReady: (position) => props.isReady(position),
    onSee: (seen) => props.onSee?.(seen),
    kept: () => -1,
    revealed: () => props.revealed ?? -1,
  })
  return (
    <ul
      ref={setList}
      class={`${props.look} virtual`}
      aria-label={props.label}
      style={{ height: `${props.count * rows.rowHeight()}px`, '--row-height': `${rows.rowHeight()}px` }}
    >
      <For each={rows.shown()}>
        {(position) => (
          <li
            ref={rows.observeRow}
            aria-setsize={props.count}
            aria-posinset={position + 1}
            style={{ transform: `translateY(${position * rows.rowHeight()}px)` }}
          >
            {props.children(position)}
          </li>
        )}
      </For>
    </ul>
  )
}

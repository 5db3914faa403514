// A long list of rows that are equally high, in a page or a box that scrolls. Only rows near the part that is seen are in the page. Each frame
// adds a few, so that the page stays responsive; until then the list shows their places.
import { type Accessor, createEffect, createMemo, createSignal, For, type JSX, on, onCleanup, onMount } from 'solid-js'
import type { Milliseconds } from '../../../async/time.ts'
import { type RowRange, rowsByNeed, rowsInWindow } from '../../state/lists/rowWindow.ts'
import './virtualRows.css'

/** Rows are added for this long in a frame, a quarter of what it has: their styles, layout and painting take more than that. */
const FRAME_MS: Milliseconds = 4

/** What scrolls the list: a box around it; undefined for the page. */
type ScrollBox = Accessor<HTMLElement | undefined>

/** Returns the part of the list that is seen, in pixels. */
const createSeenPart = (list: () => HTMLElement | undefined, box: ScrollBox) => {
  const measured = (): { readonly offset: number; readonly height: number } => ({
    offset: (box()?.getBoundingClientRect().top ?? 0) - (list()?.getBoundingClientRect().top ?? 0),
    height: box()?.clientHeight ?? window.innerHeight,
  })
  const [part, setPart] = createSignal(measured())
  const follow = (): void => void setPart(measured())
  onMount(() => {
    follow()
    // What is above the list grows and shrinks.
    const observer = new ResizeObserver(follow)
    const screen = list()?.parentElement
    if (screen) observer.observe(screen)
    const scrolling = box() ?? window
    scrolling.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', follow)
    onCleanup(() => {
      observer.disconnect()
      scrolling.removeEventListener('scroll', follow)
      window.removeEventListener('resize', follow)
    })
  })
  return part
}

/** Returns the height of the highest row, which large text increases, and what observes a row. It is found anew when the list gets wider. */
const createRowHeight = (list: () => HTMLElement | undefined, least: number) => {
  const [height, setHeight] = createSignal(least)
  let width = 0
  const observer = new ResizeObserver((entries) => {
    const listWidth = list()?.clientWidth ?? 0
    const heights = entries.map(({ target }) => target.getBoundingClientRect().height)
    const known = listWidth > width ? least : height()
    width = listWidth
    setHeight(Math.max(known, ...heights))
  })
  onCleanup(() => observer.disconnect())
  const observeRow = (row: HTMLElement): void => {
    observer.observe(row)
    onCleanup(() => observer.unobserve(row))
  }
  return { height, observeRow }
}

/** Returns the rows that are in the page, in their order: those that are needed, of which each frame adds as many as its time allows. */
const createShownRows = (needed: Accessor<readonly number[]>): Accessor<readonly number[]> => {
  const [shown, setShown] = createSignal<readonly number[]>([])
  let frame: number | undefined
  const addRows = (): void => {
    frame = undefined
    const end = performance.now() + FRAME_MS
    const kept = shown().filter((position) => needed().includes(position))
    setShown(kept)
    for (const position of needed()) {
      if (kept.includes(position)) continue
      if (performance.now() >= end) {
        frame = requestAnimationFrame(addRows)
        return
      }
      setShown([...shown(), position].sort((a, b) => a - b))
    }
  }
  createEffect(
    on(needed, () => {
      // Not in the effect, which would create all rows at its end.
      if (shown().length === 0) queueMicrotask(addRows)
      else frame ??= requestAnimationFrame(addRows)
    }),
  )
  onCleanup(() => {
    if (frame !== undefined) cancelAnimationFrame(frame)
  })
  return shown
}

/** Scrolls a box as little as needed to show a part of the list in it, in pixels from the top of the list. */
const reveal = (box: HTMLElement, list: HTMLElement, top: number, height: number): void => {
  const above = box.getBoundingClientRect().top - list.getBoundingClientRect().top - top
  const below = -above + height - box.clientHeight
  if (above > 0) box.scrollTop -= above
  else if (below > 0) box.scrollTop += below
}

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
  const part = createSeenPart(list, () => props.box?.())
  const rows = createRowHeight(list, props.rowHeight)
  const seen = createMemo(() => rowsInWindow(part().offset, part().height, rows.height(), props.count), undefined, {
    equals: (a, b) => a.first === b.first && a.last === b.last,
  })
  createEffect(() => props.onSee?.(seen()))
  createEffect(
    on([() => props.revealed ?? -1, rows.height], ([position, height]) => {
      const [box, element] = [props.box?.(), list()]
      if (position >= 0 && box !== undefined && element !== undefined) reveal(box, element, position * height, height)
    }),
  )

  const shown = createShownRows(createMemo(() => rowsByNeed(seen(), props.count).filter(props.isReady)))
  return (
    <ul
      ref={setList}
      class={`${props.look} virtual`}
      aria-label={props.label}
      style={{ height: `${props.count * rows.height()}px`, '--row-height': `${rows.height()}px` }}
    >
      <For each={shown()}>
        {(position) => (
          <li
            ref={rows.observeRow}
            aria-setsize={props.count}
            aria-posinset={position + 1}
            style={{ transform: `translateY(${position * rows.height()}px)` }}
          >
            {props.children(position)}
          </li>
        )}
      </For>
    </ul>
  )
}

// Which rows of a long list are in the page, and their height. Each frame adds a few rows, so that the page stays responsive; until then the
// list shows their places.
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, onMount } from 'solid-js'
import type { Milliseconds } from '../../../async/time.ts'
import { type RowRange, rowsByNeed, rowsInWindow } from '../../state/lists/rowWindow.ts'

/** Rows are added for this long in a frame, a quarter of what it has: their styles, layout and painting take more than that. */
const FRAME_MS: Milliseconds = 4

/** What scrolls the list: a box around it; undefined for the page. */
export type ScrollBox = Accessor<HTMLElement | undefined>

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
    const screen = list()?.closest('.screen') ?? list()?.parentElement
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

export type VirtualWindow = {
  /** positions of the rows that are in the page, in their order */
  readonly shown: Accessor<readonly number[]>
  /** pixels, of each row */
  readonly rowHeight: Accessor<number>
  /** Measures a row that was added. */
  observeRow(row: HTMLElement): void
}

export type VirtualWindowOptions = {
  /** the element that contains the rows */
  readonly list: Accessor<HTMLElement | undefined>
  readonly box: ScrollBox
  readonly count: Accessor<number>
  /** pixels; large text makes rows higher */
  readonly leastHeight: number
  /** Returns whether the data of a row is there. */
  readonly isReady: (position: number) => boolean
  readonly onSee: (seen: RowRange) => void
  /** a row that stays in the page wherever it is scrolled to, because it has the focus; -1 for none */
  readonly kept: Accessor<number>
  /** the row that the box shows whenever it becomes another one; -1 for none */
  readonly revealed: Accessor<number>
}

/** Creates the rows of a long list that are in the page. */
export const createVirtualWindow = ({
  list,
  box,
  count,
  leastHeight,
  isReady,
  onSee,
  kept,
  revealed,
}: VirtualWindowOptions): VirtualWindow => {
  const part = createSeenPart(list, box)
  const rows = createRowHeight(list, leastHeight)
  const seen = createMemo(() => rowsInWindow(part().offset, part().height, rows.height(), count()), undefined, {
    equals: (a, b) => a.first === b.first && a.last === b.last,
  })
  createEffect(() => onSee(seen()))
  createEffect(
    on([revealed, rows.height], ([position, height]) => {
      const [scrolling, element] = [box(), list()]
      if (position >= 0 && scrolling !== undefined && element !== undefined)
        reveal(scrolling, element, position * height, height)
    }),
  )
  const needed = createMemo((): readonly number[] => {
    const near = rowsByNeed(seen(), count())
    const withKept = kept() >= 0 && kept() < count() && !near.includes(kept()) ? [...near, kept()] : near
    return withKept.filter(isReady)
  })
  return { shown: createShownRows(needed), rowHeight: rows.height, observeRow: rows.observeRow }
}

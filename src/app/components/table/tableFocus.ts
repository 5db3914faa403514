// The focus in a table: one row takes part in the order of Tab, arrow keys move among the rows.
import { type Accessor, createSignal } from 'solid-js'

/** Rows that Page Up and Page Down skip. */
const PAGE = 15

export type TableFocus = {
  /** the position of the row that has the focus, or had it last; -1 before */
  readonly active: Accessor<number>
  setActive(position: number): void
  /** Focuses a row, now or once it is in the page. */
  focusRow(position: number): void
  /** Focuses a row that was added if it was waited for. */
  noteAdded(position: number, row: HTMLElement): void
  /** Moves the focus by a key. Returns whether the key does. */
  move(key: string): boolean
}

/**
 * @param rows the element that contains the rows; each has its position in `data-position`
 * @param isBand whether a row takes no focus
 * @param scrollTo scrolls to a row that is not in the page
 */
export const createTableFocus = (options: {
  readonly rows: Accessor<HTMLElement | undefined>
  readonly count: Accessor<number>
  readonly isBand: (position: number) => boolean
  readonly scrollTo: (position: number) => void
}): TableFocus => {
  const [active, setActive] = createSignal(-1)
  let awaited = -1
  const focusRow = (position: number): void => {
    setActive(position)
    const row = options.rows()?.querySelector<HTMLElement>(`[data-position="${position}"]`)
    awaited = row === null || row === undefined ? position : -1
    if (row) row.focus()
    else options.scrollTo(position)
  }
  /** Returns the nearest row that takes the focus, first in a direction. */
  const nearest = (position: number, step: 1 | -1): number => {
    const last = options.count() - 1
    const inside = Math.max(0, Math.min(last, position))
    for (const direction of [step, -step])
      for (let at = inside; at >= 0 && at <= last; at += direction) if (!options.isBand(at)) return at
    return -1
  }
  return {
    active,
    setActive,
    focusRow,
    noteAdded: (position, row) => {
      if (position !== awaited) return
      awaited = -1
      queueMicrotask(() => row.focus({ preventScroll: true }))
    },
    move: (key) => {
      const targets: Readonly<Record<string, readonly [position: number, step: 1 | -1]>> = {
        ArrowDown: [active() + 1, 1],
        ArrowUp: [active() - 1, -1],
        PageDown: [active() + PAGE, 1],
        PageUp: [active() - PAGE, -1],
        Home: [0, 1],
        End: [options.count() - 1, -1],
      }
      const target = targets[key]
      if (target === undefined) return false
      const position = nearest(...target)
      if (position >= 0) focusRow(position)
      return true
    },
  }
}

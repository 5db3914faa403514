// Which rows of a long list are in the page: those in the window, and some on each side of it.

/** Positions of rows, from `first` to `last`; none if `last` is before `first`. */
export type RowRange = { readonly first: number; readonly last: number }

/** Rows on each side of the window: the keyboard reaches them, and a short scroll finds them there. */
const OVERSCAN = 8

/**
 * Returns the rows in the window. Lengths are in pixels, of rows that are equally high.
 * @param offset from the top of the list to the top of the window; negative while the list begins in the window
 */
export const rowsInWindow = (offset: number, windowHeight: number, rowHeight: number, count: number): RowRange => ({
  first: Math.max(0, Math.min(count - 1, Math.floor(offset / rowHeight))),
  last: Math.min(count - 1, Math.floor((offset + windowHeight) / rowHeight)),
})

/** Returns the positions to render, in the order in which they are needed: the window first, then what is near it. */
export const rowsByNeed = ({ first, last }: RowRange, count: number): readonly number[] => {
  const positions: number[] = []
  for (let position = first; position <= last; position++) positions.push(position)
  for (let distance = 1; distance <= OVERSCAN; distance++)
    for (const position of [last + distance, first - distance])
      if (position >= 0 && position < count) positions.push(position)
  return positions
}

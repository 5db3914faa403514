// What the columns, the order and the rows of a table are.
import type { JSX } from 'solid-js'

/** By which column a table is sorted. */
export type TableOrder<By extends string> = { readonly by: By; readonly isDescending: boolean }

export type Column<Row, By extends string = string> = {
  readonly id: string
  /** Returns the heading; empty for a column of controls. */
  readonly heading: () => string
  /** a track size of CSS grids; it does not depend on the contents, as each row is a grid of its own */
  readonly width: string
  /** digits after the point of its amounts, which are aligned at the point, at the end of the column; undefined without amounts */
  readonly places?: number
  /** the table shows the column from this width on, in pixels */
  readonly from?: number
  /** the order that a click on the heading selects, from small to large first if `ascends` */
  readonly sort?: { readonly by: By; readonly ascends: boolean }
  readonly cell: (row: () => Row) => JSX.Element
}

/** Returns a width that has space for amounts: digits before the point, and after it. */
export const amountWidth = (wholeDigits: number, places: number, least: number): string =>
  `max(${least}px, calc(${wholeDigits + places + 2} * 1ch + 24px))`

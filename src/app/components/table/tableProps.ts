// What a table is told by its screen.
import type { JSX } from 'solid-js'
import type { RowRange } from '../../state/lists/rowWindow.ts'
import type { Selection } from '../../state/lists/selection.ts'
import type { MenuGroup } from '../controls/Menu.tsx'
import type { Column, TableOrder } from './column.ts'

/** The column of the buttons that open the menus. */
export const MENU_COLUMN = 'menu'

export type DataTableProps<Row, By extends string> = {
  readonly label: string
  /** the rows are as high as those of lists: for tables of things that the user opens, such as addresses */
  readonly look?: 'list'
  /** those that the user wants to see */
  readonly columns: readonly Column<Row, By>[]
  readonly count: number
  /** Returns a row; undefined until it is fetched. */
  readonly rowAt: (position: number) => Row | undefined
  readonly idOf: (row: Row) => string
  /** Returns what names a row for assistive technology. */
  readonly nameOf: (row: Row) => string
  readonly onSee?: (seen: RowRange) => void
  readonly order?: TableOrder<By>
  readonly onOrder?: (order: TableOrder<By>) => void
  /** Enter or a click opens the row; Control and Shift select, if there is a selection. */
  readonly onOpen?: (row: Row) => void
  /** a double click edits the row */
  readonly onEdit?: (row: Row) => void
  readonly menuOf?: (row: Row) => readonly MenuGroup[]
  readonly selection?: Selection<Row>
  /** id of the row whose details stand beside the table */
  readonly current?: string | undefined
  /** the focus came to a row by a key */
  readonly onMove?: (row: Row) => void
  /** Keys of the screen. Returns whether the key did something. */
  readonly onKey?: (event: KeyboardEvent, row: Row, position: number) => boolean
  /** Returns a row that is a band across all columns, and takes no focus; undefined for others. */
  readonly bandOf?: (row: Row) => (() => JSX.Element) | undefined
  /** a class of every row but bands */
  readonly rowClass?: string
  /** Returns attributes of a row for style sheets and tests. */
  readonly rowData?: (row: Row) => Readonly<Record<`data-${string}`, string>>
  /** hands out what focuses a row */
  readonly onFocusable?: (focusRow: (position: number) => void) => void
}

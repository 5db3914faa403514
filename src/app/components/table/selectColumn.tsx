// The column of the boxes that select rows. Shift selects all rows from the one that was selected last.
import { createEffect, type JSX } from 'solid-js'
import type { Selection } from '../../state/lists/selection.ts'
import { t } from '../../text/text.ts'
import type { Column } from './column.ts'

type SelectOptions<Row> = {
  readonly selection: Selection<Row>
  /** number of rows of the table */
  readonly count: () => number
  readonly idOf: (row: Row) => string
  /** Returns the label of the box of a row. */
  readonly labelOf: (row: Row) => string
}

/** The box in the heading: all rows, or none. */
const AllBox = <Row,>(props: Pick<SelectOptions<Row>, 'selection' | 'count'>): JSX.Element => {
  let box!: HTMLInputElement
  const selected = (): number => props.selection.rows().size
  const isAll = (): boolean => selected() > 0 && selected() >= props.count()
  createEffect(() => {
    box.indeterminate = selected() > 0 && !isAll()
  })
  return (
    <input
      ref={box}
      type="checkbox"
      class="checkbox"
      aria-label={t('table.selectAll')}
      checked={isAll()}
      onChange={() => {
        if (selected() === 0) {
          void props.selection.selectAll()
          return
        }
        props.selection.clear()
        box.checked = false
      }}
    />
  )
}

export const selectColumn = <Row, By extends string>(options: SelectOptions<Row>): Column<Row, By> => ({
  id: 'select',
  heading: () => '',
  headControl: () => <AllBox selection={options.selection} count={options.count} />,
  width: '40px',
  cell: (row, position) => (
    <input
      type="checkbox"
      class="checkbox"
      tabindex={-1}
      aria-label={options.labelOf(row())}
      checked={options.selection.has(options.idOf(row()))}
      disabled={!options.selection.canSelect(row())}
      onClick={(event) => {
        if (!event.shiftKey) return
        event.preventDefault()
        void options.selection.extendTo(position)
      }}
      onChange={() => options.selection.toggle(position, row())}
    />
  ),
})

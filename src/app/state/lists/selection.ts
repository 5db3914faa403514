// Rows of a long list that the user selects: one by one, from one to another, or all.
import { type Accessor, createSignal } from 'solid-js'

export type Selection<Row> = {
  /** by their ids */
  readonly rows: Accessor<ReadonlyMap<string, Row>>
  has(id: string): boolean
  canSelect(row: Row): boolean
  /** Selects a row, or no longer. */
  toggle(position: number, row: Row): void
  /** Selects the rows from the last one that was selected to this one, also those that are not fetched yet. */
  extendTo(position: number): Promise<void>
  selectAll(): Promise<void>
  /** Selects these rows and no others, if they can be selected. */
  select(rows: readonly Row[]): void
  clear(): void
}

export type SelectionOptions<Row> = {
  readonly idOf: (row: Row) => string
  readonly count: Accessor<number>
  readonly canSelect: (row: Row) => boolean
  /** Returns the rows from one position to another, both included. */
  readonly fetchRows: (first: number, last: number) => Promise<readonly Row[]>
}

export const createSelection = <Row>({ idOf, count, canSelect, fetchRows }: SelectionOptions<Row>): Selection<Row> => {
  const [rows, setRows] = createSignal<ReadonlyMap<string, Row>>(new Map())
  let last = 0
  const add = async (from: number, to: number): Promise<void> => {
    const found = await fetchRows(Math.min(from, to), Math.max(from, to))
    const added = found.filter(canSelect).map((row) => [idOf(row), row] as const)
    setRows(new Map([...rows(), ...added]))
  }
  return {
    rows,
    has: (id) => rows().has(id),
    canSelect,
    toggle: (position, row) => {
      last = position
      if (!canSelect(row)) return
      const next = new Map(rows())
      if (!next.delete(idOf(row))) next.set(idOf(row), row)
      setRows(next)
    },
    extendTo: async (position) => {
      const from = last
      last = position
      await add(from, position)
    },
    selectAll: () => add(0, count() - 1),
    select: (chosen) => void setRows(new Map(chosen.filter(canSelect).map((row) => [idOf(row), row]))),
    clear: () => void setRows(new Map()),
  }
}

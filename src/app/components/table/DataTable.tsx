// A table of many rows: sorted by its headings, moved in by keys, with a menu for each row. Of many rows only those that are seen are in the
// page.
import { createEffect, createMemo, createSignal, For, type JSX, on, onCleanup, onMount, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import type { Anchor } from '../controls/floating.ts'
import { Icon } from '../controls/Icon.tsx'
import { Menu } from '../controls/Menu.tsx'
import { createVirtualWindow } from '../layout/virtualWindow.ts'
import type { Column, TableOrder } from './column.ts'
import { DataRow } from './DataRow.tsx'
import { createTableFocus } from './tableFocus.ts'
import { type DataTableProps, MENU_COLUMN } from './tableProps.ts'
import './dataTable.css'

/** Heights of rows for a mouse, in pixels. */
const ROW_HEIGHT = 36
const LIST_ROW_HEIGHT = 44
/** The size of letters for which widths are given, in pixels. */
const USUAL_LETTERS = 16
const HeadCell = <Row, By extends string>(props: {
  readonly column: Column<Row, By>
  readonly order: TableOrder<By> | undefined
  readonly onOrder: ((order: TableOrder<By>) => void) | undefined
}): JSX.Element => {
  const isSorted = (): boolean => props.order !== undefined && props.order.by === props.column.sort?.by
  const sort = (): void => {
    const { sort: by } = props.column
    if (by === undefined) return
    const isDescending = isSorted() ? props.order?.isDescending === false : !by.ascends
    props.onOrder?.({ by: by.by, isDescending })
  }
  const ariaSort = (): 'ascending' | 'descending' | undefined => {
    if (!isSorted()) return undefined
    return props.order?.isDescending === true ? 'descending' : 'ascending'
  }
  return (
    <th
      scope="col"
      class="table-cell"
      data-column={props.column.id}
      classList={{ amounts: props.column.places !== undefined }}
      aria-sort={ariaSort()}
    >
      <Show when={props.column.sort} fallback={props.column.headControl?.() ?? <span>{props.column.heading()}</span>}>
        <button type="button" class="table-sort" onClick={sort}>
          {props.column.heading()}
          <Show when={isSorted()}>
            <Icon name="up" />
          </Show>
        </button>
      </Show>
    </th>
  )
}

/** Returns the width of an element, in pixels for letters of the usual size. */
const createWidth = (element: () => HTMLElement | undefined) => {
  const [width, setWidth] = createSignal(Number.POSITIVE_INFINITY)
  onMount(() => {
    const found = element()
    if (found === undefined) return
    const measure = (): void => {
      const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWidth((found.clientWidth * USUAL_LETTERS) / letters)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(found)
    onCleanup(() => observer.disconnect())
  })
  return width
}

export const DataTable = <Row, By extends string>(props: DataTableProps<Row, By>): JSX.Element => {
  const [rows, setRows] = createSignal<HTMLTableSectionElement>()
  const [menu, setMenu] = createSignal<{ readonly row: Row; readonly anchor: Anchor }>()
  let table: HTMLTableElement | undefined
  const menuColumn: Column<Row, By> = { id: MENU_COLUMN, heading: () => '', width: '40px', cell: () => undefined }
  const width = createWidth(() => table)
  const columns = createMemo((): readonly Column<Row, By>[] => {
    const fitting = props.columns.filter(({ from = 0 }) => width() >= from)
    return props.menuOf === undefined ? fitting : [...fitting, menuColumn]
  })
  const tracks = (): string =>
    columns()
      .map((column) => column.width)
      .join(' ')
  const isBand = (position: number): boolean => {
    const row = props.rowAt(position)
    return row !== undefined && props.bandOf?.(row) !== undefined
  }
  const scrollTo = (position: number): void => {
    const top = (rows()?.getBoundingClientRect().top ?? 0) + window.scrollY + position * windowed.rowHeight()
    window.scrollTo(0, top - window.innerHeight / 2)
  }
  const focus = createTableFocus({ rows, count: () => props.count, isBand, scrollTo })
  props.onFocusable?.(focus.focusRow)
  const [hasFocus, setHasFocus] = createSignal(false)
  const windowed = createVirtualWindow({
    list: rows,
    box: () => undefined,
    count: () => props.count,
    leastHeight: props.look === 'list' ? LIST_ROW_HEIGHT : ROW_HEIGHT,
    isReady: (position) => props.rowAt(position) !== undefined,
    onSee: (seen) => props.onSee?.(seen),
    kept: () => (hasFocus() ? focus.active() : -1),
    revealed: () => -1,
  })
  /** The one row that Tab reaches. */
  const tabbable = createMemo(() => {
    const shown = windowed.shown()
    return shown.includes(focus.active()) ? focus.active() : shown.find((position) => !isBand(position))
  })
  createEffect(
    on(
      focus.active,
      (position) => {
        const row = props.rowAt(position)
        if (row !== undefined && hasFocus()) props.onMove?.(row)
      },
      { defer: true },
    ),
  )
  return (
    <>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus, as those of a grid do
        role="grid"
        class="table"
        data-look={props.look}
        aria-label={props.label}
        aria-rowcount={props.count + 1}
        aria-colcount={columns().length}
        aria-multiselectable={props.selection === undefined ? undefined : true}
        style={{ '--columns': tracks() }}
      >
        <thead class="table-head">
          <tr aria-rowindex={1}>
            <For each={columns()}>
              {(column) => <HeadCell column={column} order={props.order} onOrder={props.onOrder} />}
            </For>
          </tr>
        </thead>
        <tbody
          ref={setRows}
          class="table-rows virtual"
          style={{ height: `${props.count * windowed.rowHeight()}px`, '--row-height': `${windowed.rowHeight()}px` }}
          onFocusIn={() => setHasFocus(true)}
          onFocusOut={() => setHasFocus(false)}
        >
          <For each={windowed.shown()}>
            {(position) => (
              <Show when={props.rowAt(position) !== undefined}>
                <DataRow
                  row={() => props.rowAt(position)}
                  position={position}
                  top={position * windowed.rowHeight()}
                  columns={columns()}
                  table={props}
                  isTabbable={tabbable() === position}
                  focus={focus}
                  observe={windowed.observeRow}
                  onMenu={(row, anchor) => setMenu({ row, anchor })}
                />
              </Show>
            )}
          </For>
        </tbody>
      </table>
      <Show when={menu()}>
        {(open) => (
          <Menu
            label={t('table.actionsOf', { name: props.nameOf(open().row) })}
            groups={props.menuOf?.(open().row) ?? []}
            anchor={open().anchor}
            onClose={() => setMenu(undefined)}
          />
        )}
      </Show>
    </>
  )
}

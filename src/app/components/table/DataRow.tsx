// A row of a table: its cells, its menu, and what keys and clicks do.
import { For, type JSX, onMount, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import type { Anchor } from '../controls/floating.ts'
import { Icon } from '../controls/Icon.tsx'
import { isMenuKey, listenForMenu } from '../controls/menuGestures.ts'
import type { Column } from './column.ts'
import type { TableFocus } from './tableFocus.ts'
import { type DataTableProps, MENU_COLUMN } from './tableProps.ts'

const CONTROLS = 'a, button, input, select, textarea, label'

type RowProps<Row, By extends string> = {
  /** undefined for a moment, when the rows of the table change */
  readonly row: () => Row | undefined
  readonly position: number
  /** pixels from the top of the table */
  readonly top: number
  readonly columns: readonly Column<Row, By>[]
  readonly table: DataTableProps<Row, By>
  readonly isTabbable: boolean
  readonly focus: TableFocus
  readonly observe: (row: HTMLElement) => void
  readonly onMenu: (row: Row, anchor: Anchor) => void
}

/** What keys do on a row that has the focus. */
const createRowKeys = <Row, By extends string>(
  props: RowProps<Row, By>,
  row: () => Row,
  element: () => HTMLElement,
) => {
  const { table, focus } = props
  /** Returns whether a key changed the selection. */
  const select = (event: KeyboardEvent): boolean => {
    const { selection } = table
    if (selection === undefined) return false
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)
    if (event.key === ' ') selection.toggle(props.position, row())
    else if (isAll) void selection.selectAll()
    else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      if (selection.rows().size === 0) selection.toggle(props.position, row())
      focus.move(event.key)
      void selection.extendTo(focus.active())
    } else return false
    return true
  }
  /** Returns whether a key did something. */
  const act = (event: KeyboardEvent): boolean => {
    if (isMenuKey(event)) {
      props.onMenu(row(), element())
      return true
    }
    if (select(event)) return true
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'Enter' && table.onOpen !== undefined) {
      table.onOpen(row())
      return true
    }
    return table.onKey?.(event, row(), props.position) === true || focus.move(event.key)
  }
  return (event: KeyboardEvent): void => {
    // Controls inside of the row have their own keys.
    if (event.target === event.currentTarget && act(event)) event.preventDefault()
  }
}

const MenuCell = (props: { readonly name: string; readonly onOpen: (anchor: Anchor) => void }): JSX.Element => (
  <button
    type="button"
    class="icon-button table-menu"
    tabindex={-1}
    aria-haspopup="menu"
    aria-label={t('table.actionsOf', { name: props.name })}
    title={t('table.actions')}
    onClick={(event) => props.onOpen(event.currentTarget)}
  >
    <Icon name="more" />
  </button>
)

export const DataRow = <Row, By extends string>(props: RowProps<Row, By>): JSX.Element => {
  let element!: HTMLTableRowElement
  // The last row that was there, while the rows of the table change.
  let last = props.row()
  const row = (): Row => {
    last = props.row() ?? last
    if (last === undefined) throw new Error('a row without data')
    return last
  }
  const id = (): string => props.table.idOf(row())
  const band = (): (() => JSX.Element) | undefined => props.table.bandOf?.(row())
  const press = createRowKeys(props, row, () => element)
  const openMenu = (anchor: Anchor): void => {
    if (props.table.menuOf !== undefined && band() === undefined) props.onMenu(row(), anchor)
  }
  const click = (event: MouseEvent): void => {
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null
    const { selection, onOpen } = props.table
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    // A link in a row leads where the row leads; with Control it opens another tab.
    if (control instanceof HTMLAnchorElement && onOpen !== undefined && isPlain) {
      event.preventDefault()
      onOpen(row())
    }
    if (control !== null || band() !== undefined) return
    if (selection !== undefined && event.shiftKey) void selection.extendTo(props.position)
    else if (selection !== undefined && (event.ctrlKey || event.metaKey || onOpen === undefined))
      selection.toggle(props.position, row())
    else onOpen?.(row())
  }
  const clickTwice = (event: MouseEvent): void => {
    const isOnControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null
    if (!isOnControl && band() === undefined) props.table.onEdit?.(row())
  }
  onMount(() => {
    props.observe(element)
    listenForMenu(element, openMenu)
    props.focus.noteAdded(props.position, element)
  })
  return (
    <tr
      ref={element}
      {...(band() === undefined ? props.table.rowData?.(row()) : undefined)}
      class={band() === undefined ? `table-row ${props.table.rowClass ?? ''}` : 'table-row table-band'}
      aria-rowindex={props.position + 2}
      data-position={props.position}
      tabindex={band() !== undefined ? undefined : props.isTabbable ? 0 : -1}
      aria-selected={
        band() !== undefined || props.table.selection === undefined ? undefined : props.table.selection.has(id())
      }
      aria-current={props.table.current === id() ? 'true' : undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onFocus={() => props.focus.setActive(props.position)}
      onKeyDown={press}
      onClick={click}
      onDblClick={clickTwice}
    >
      <Show
        when={band()}
        fallback={
          <For each={props.columns}>
            {(column) => (
              <td
                class="table-cell"
                data-column={column.id}
                classList={{ amounts: column.places !== undefined }}
                style={{ '--places': column.places }}
              >
                <Show
                  when={column.id !== MENU_COLUMN}
                  fallback={<MenuCell name={props.table.nameOf(row())} onOpen={openMenu} />}
                >
                  {column.cell(row, props.position)}
                </Show>
              </td>
            )}
          </For>
        }
      >
        {(content) => (
          <td class="table-band-cell" colspan={props.columns.length}>
            {content()()}
          </td>
        )}
      </Show>
    </tr>
  )
}

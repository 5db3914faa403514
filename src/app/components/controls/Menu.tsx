// A menu of actions: of a row, or behind a button. Arrow keys move, Enter acts, Escape and a click elsewhere close it.
import { createSignal, createUniqueId, For, type JSX, onMount, Show } from 'solid-js'
import { type Anchor, placeFloating } from './floating.ts'
import { Icon, type IconName } from './Icon.tsx'
import './floating.css'

export type MenuItem = {
  readonly text: string
  readonly icon: IconName
  /** the key that does the same without the menu, as it is written on it */
  readonly key?: string
  readonly isDangerous?: boolean
  readonly onSelect: () => void
}

/** Items of one kind; a line is between groups. */
export type MenuGroup = readonly MenuItem[]

const itemsOf = (menu: HTMLElement | undefined): readonly HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
]

/** Moves the focus among the items. Returns whether the key did. */
const moveFocus = (menu: HTMLElement | undefined, key: string): boolean => {
  const items = itemsOf(menu)
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  }
  const target = targets[key]
  if (target !== undefined) items[target]?.focus()
  return target !== undefined
}

/** A menu that is open as long as it exists. */
export const Menu = (props: {
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly anchor: Anchor
  readonly id?: string
  readonly onClose: () => void
}): JSX.Element => {
  let menu: HTMLDivElement | undefined
  onMount(() => {
    if (menu === undefined) return
    menu.showPopover()
    placeFloating(menu, props.anchor)
    itemsOf(menu)[0]?.focus()
  })
  return (
    <div
      ref={menu}
      id={props.id}
      popover="auto"
      role="menu"
      tabindex={-1}
      aria-label={props.label}
      class="floating menu"
      on:toggle={(event: ToggleEvent) => {
        if (event.newState === 'closed') props.onClose()
      }}
      onKeyDown={(event) => {
        // The row behind the menu has keys of its own.
        event.stopPropagation()
        if (event.key === 'Tab') menu?.hidePopover()
        if (event.key === 'Tab' || moveFocus(menu, event.key)) event.preventDefault()
      }}
      onClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <For each={props.groups.filter((group) => group.length > 0)}>
        {(group, at) => (
          <>
            <Show when={at() > 0}>
              <hr />
            </Show>
            <For each={group}>
              {(item) => (
                <button
                  type="button"
                  role="menuitem"
                  tabindex={-1}
                  class="menu-item"
                  data-dangerous={item.isDangerous}
                  onClick={() => {
                    // The focus goes back first: a dialog that the item opens returns it there.
                    menu?.hidePopover()
                    item.onSelect()
                  }}
                >
                  <Icon name={item.icon} />
                  <span>{item.text}</span>
                  <Show when={item.key}>
                    {(key) => (
                      <span class="key" aria-hidden="true">
                        {key()}
                      </span>
                    )}
                  </Show>
                </button>
              )}
            </For>
          </>
        )}
      </For>
    </div>
  )
}

/** A button that opens a menu. */
export const MenuButton = (props: {
  readonly label: string
  readonly icon: IconName
  readonly groups: readonly MenuGroup[]
}): JSX.Element => {
  const id = createUniqueId()
  const [isOpen, setOpen] = createSignal(false)
  let button: HTMLButtonElement | undefined
  return (
    <>
      <button
        type="button"
        class="icon-button"
        ref={button}
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={isOpen()}
        aria-controls={isOpen() ? id : undefined}
        onClick={() => setOpen(!isOpen())}
      >
        <Icon name={props.icon} />
      </button>
      <Show when={isOpen() && button}>
        {(anchor) => (
          <Menu id={id} label={props.label} groups={props.groups} anchor={anchor()} onClose={() => setOpen(false)} />
        )}
      </Show>
    </>
  )
}

// A button that opens a small panel with controls. The browser closes it by Escape and by a click elsewhere.
import { createSignal, createUniqueId, type JSX, Show } from 'solid-js'
import { placeFloating } from './floating.ts'
import { Icon, type IconName } from './Icon.tsx'
import './button.css'
import './floating.css'

export const PopoverButton = (props: {
  readonly text: string
  readonly icon: IconName
  /** of the choices that are made in the panel; shown unless it is 0 */
  readonly count?: number
  /** only the icon is drawn where there is little space */
  readonly isCompact?: boolean
  /** created when the panel opens */
  readonly children: JSX.Element
}): JSX.Element => {
  const id = createUniqueId()
  const [isOpen, setOpen] = createSignal(false)
  let button: HTMLButtonElement | undefined
  return (
    <>
      <button
        type="button"
        class="button"
        classList={{ compact: props.isCompact === true }}
        data-variant="quiet"
        ref={button}
        popovertarget={id}
        aria-expanded={isOpen()}
        title={props.isCompact === true ? props.text : undefined}
      >
        <Icon name={props.icon} />
        <span class="button-label">{props.text}</span>
        <Show when={(props.count ?? 0) > 0}>
          <span class="button-count numerals">{props.count}</span>
        </Show>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={props.text}
        class="floating popover"
        on:beforetoggle={(event: ToggleEvent) => {
          const opens = event.newState === 'open'
          setOpen(opens)
          if (opens && button !== undefined && event.currentTarget instanceof HTMLElement)
            placeFloating(event.currentTarget, button)
        }}
      >
        <Show when={isOpen()}>{props.children}</Show>
      </div>
    </>
  )
}

// Buttons and links that look like buttons. A busy button keeps its width and its label for screen readers.
import { A } from '@solidjs/router'
import { type JSX, Show, splitProps } from 'solid-js'
import { Icon, type IconName } from './Icon.tsx'
import './button.css'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = {
  readonly variant?: Variant
  readonly icon?: IconName
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly type?: 'button' | 'submit'
  readonly wide?: boolean
  /** a key that presses it, outside of fields */
  readonly shortcut?: string
  /** the whole name, where the text on the button is a word of it */
  readonly label?: string
  /** of a button that turns something on and off */
  readonly pressed?: boolean
  readonly onClick?: () => void
  readonly children: JSX.Element
}

const ShortcutHint = (props: { readonly shortcut: string | undefined }): JSX.Element => (
  <Show when={props.shortcut}>
    <span class="key" aria-hidden="true">
      {props.shortcut}
    </span>
  </Show>
)

export const Button = (props: ButtonProps): JSX.Element => (
  <button
    class="button"
    classList={{ wide: props.wide === true, busy: props.busy === true }}
    data-variant={props.variant ?? 'secondary'}
    type={props.type ?? 'button'}
    disabled={props.disabled === true}
    aria-busy={props.busy === true}
    aria-disabled={props.busy === true}
    aria-keyshortcuts={props.shortcut}
    aria-pressed={props.pressed}
    aria-label={props.label}
    title={props.label}
    onClick={(event) => {
      if (props.busy === true) event.preventDefault()
      else props.onClick?.()
    }}
  >
    <Show when={props.icon}>{(name) => <Icon name={name()} />}</Show>
    <span class="button-label">{props.children}</span>
    <ShortcutHint shortcut={props.shortcut} />
  </button>
)

export const ButtonLink = (props: {
  readonly href: string
  readonly variant?: Variant
  readonly icon?: IconName
  readonly wide?: boolean
  /** a key that follows it, outside of fields */
  readonly shortcut?: string
  readonly children: JSX.Element
}): JSX.Element => {
  const [own, link] = splitProps(props, ['variant', 'icon', 'wide', 'shortcut', 'children'])
  return (
    <A
      class="button"
      classList={{ wide: own.wide === true }}
      data-variant={own.variant ?? 'secondary'}
      aria-keyshortcuts={own.shortcut}
      {...link}
    >
      <Show when={own.icon}>{(name) => <Icon name={name()} />}</Show>
      <span class="button-label">{own.children}</span>
      <ShortcutHint shortcut={own.shortcut} />
    </A>
  )
}

/** A button that is only an icon; the label is for assistive technology and the tooltip. */
export const IconButton = (props: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
  readonly pressed?: boolean
}): JSX.Element => (
  <button
    class="icon-button"
    type="button"
    aria-label={props.label}
    title={props.label}
    aria-pressed={props.pressed}
    onClick={() => props.onClick()}
  >
    <Icon name={props.icon} />
  </button>
)

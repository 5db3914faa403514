// A search field with its icon. The key `/` leads to it.
import type { JSX } from 'solid-js'
import { Icon } from '../controls/Icon.tsx'
import './searchField.css'

export const SearchField = (props: {
  readonly label: string
  readonly value: string
  readonly onInput: (text: string) => void
}): JSX.Element => (
  <label class="search">
    <Icon name="search" />
    <input
      type="search"
      aria-label={props.label}
      aria-keyshortcuts="/"
      placeholder={props.label}
      autocomplete="off"
      spellcheck={false}
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
    <span class="key" aria-hidden="true">
      /
    </span>
  </label>
)

// The search of a list: a field without a visible label, reached by a key.
import { type JSX, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { IconButton } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import './searchField.css'

export const SearchField = (props: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onInput: (text: string) => void
  readonly ref?: (input: HTMLInputElement) => void
}): JSX.Element => {
  let input: HTMLInputElement | undefined
  return (
    <div class="search control">
      <Icon name="search" />
      <input
        ref={(element) => {
          input = element
          props.ref?.(element)
        }}
        type="search"
        inputmode="search"
        enterkeyhint="search"
        aria-label={props.label}
        aria-keyshortcuts="/"
        placeholder={props.placeholder}
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        dir="auto"
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      <Show
        when={props.value !== ''}
        fallback={
          <span class="key" aria-hidden="true">
            /
          </span>
        }
      >
        <IconButton
          icon="close"
          label={t('table.searchClear')}
          onClick={() => {
            props.onInput('')
            input?.focus()
          }}
        />
      </Show>
    </div>
  )
}

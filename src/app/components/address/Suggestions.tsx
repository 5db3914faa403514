// Recipients that match what is typed into an address field: the arrow keys choose, Enter takes (WAI-ARIA: a text field with a list of completions).
import {
  type Accessor,
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  For,
  type JSX,
  on,
  Show,
} from 'solid-js'
import type { Suggestion } from '../../state/recipients/suggestions.ts'
import { t, tCount } from '../../text/text.ts'
import type { FieldList } from '../form/Field.tsx'
import { ShortAddress } from './AddressList.tsx'
import './suggestions.css'

export type SuggestionList = {
  readonly field: FieldList
  /** empty while the list is closed */
  readonly shown: Accessor<readonly Suggestion[]>
  readonly active: Accessor<number>
  take(suggestion: Suggestion | undefined): void
}

/**
 * Creates the list of a field. Escape closes it until the text changes.
 * @param found the recipients that match the text of the field
 */
export const createSuggestionList = (
  text: Accessor<string>,
  found: Accessor<readonly Suggestion[]>,
  onTake: (address: string) => void,
): SuggestionList => {
  const id = createUniqueId()
  const [isClosed, setClosed] = createSignal(false)
  const [active, setActive] = createSignal(0)
  createEffect(
    on(text, () => {
      setClosed(false)
      setActive(0)
    }),
  )
  const shown = createMemo(() => (isClosed() ? [] : found()))
  const take = (suggestion: Suggestion | undefined): void => {
    if (suggestion?.isOutdated === false) onTake(suggestion.address)
  }
  const move = (step: number): void => {
    setActive((active() + step + shown().length) % shown().length)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => take(shown()[active()]),
    Escape: () => setClosed(true),
  }
  return {
    shown,
    active,
    take,
    field: {
      id,
      get active() {
        return shown().length === 0 ? undefined : `${id}-${active()}`
      },
      onKeyDown: (event) => {
        const act = keys[event.key]
        if (act === undefined || event.isComposing || shown().length === 0) return
        event.preventDefault()
        act()
      },
    },
  }
}

export const Suggestions = (props: { readonly list: SuggestionList }): JSX.Element => (
  <>
    <Show when={props.list.shown().length > 0}>
      <div class="suggestions" role="listbox" id={props.list.field.id} aria-label={t('suggestions.title')}>
        <For each={props.list.shown()}>
          {(suggestion, index) => (
            // The field keeps the focus; its keys choose and take.
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the option by aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              class="suggestion"
              role="option"
              id={`${props.list.field.id}-${index()}`}
              aria-selected={index() === props.list.active()}
              aria-disabled={suggestion.isOutdated}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => props.list.take(suggestion)}
            >
              <span class="suggestion-name" translate="no" dir="auto">
                {suggestion.name}
              </span>
              <ShortAddress address={suggestion.address} />
              <Show when={suggestion.isOutdated}>
                <span class="field-problem">{t('contacts.outdated')}</span>
              </Show>
            </div>
          )}
        </For>
      </div>
    </Show>
    <p class="visually-hidden" role="status">
      {props.list.shown().length === 0 ? '' : tCount('suggestions.count', props.list.shown().length)}
    </p>
  </>
)

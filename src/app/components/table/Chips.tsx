// The filters that are active: each can be removed.
import { For, type JSX, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import './chips.css'

export type Chip = { readonly text: string; readonly onRemove: () => void }

export const Chips = (props: {
  readonly chips: readonly Chip[]
  /** removes all of them */
  readonly onClear: () => void
}): JSX.Element => (
  <Show when={props.chips.length > 0}>
    <div class="chips">
      <For each={props.chips}>
        {(chip) => (
          <button
            type="button"
            class="chip"
            aria-label={t('table.filterRemove', { name: chip.text })}
            onClick={() => chip.onRemove()}
          >
            <bdi>{chip.text}</bdi>
            <Icon name="close" />
          </button>
        )}
      </For>
      <Show when={props.chips.length > 1}>
        <button type="button" class="link" onClick={() => props.onClear()}>
          {t('history.clear')}
        </button>
      </Show>
    </div>
  </Show>
)

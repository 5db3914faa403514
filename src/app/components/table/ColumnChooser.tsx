// Chooses the columns of a table, on this device.
import { For, type JSX } from 'solid-js'
import type { ColumnChoice } from '../../state/preferences/columnChoice.ts'
import { t } from '../../text/text.ts'
import { PopoverButton } from '../controls/Popover.tsx'
import './columnChooser.css'

export const ColumnChooser = (props: {
  readonly columns: readonly { readonly id: string; readonly text: string }[]
  readonly choice: ColumnChoice
}): JSX.Element => (
  <PopoverButton icon="columns" text={t('table.columns')}>
    <ul class="column-chooser">
      <For each={props.columns}>
        {({ id, text }) => (
          <li>
            <label>
              <input
                type="checkbox"
                class="checkbox"
                checked={props.choice.chosen().has(id)}
                onChange={(event) => props.choice.choose(id, event.currentTarget.checked)}
              />
              {text}
            </label>
          </li>
        )}
      </For>
    </ul>
  </PopoverButton>
)

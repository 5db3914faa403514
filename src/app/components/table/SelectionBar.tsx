// What is selected in a list, and what can be done with it: a bar at the foot of the screen.
import { type JSX, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { IconButton } from '../controls/Button.tsx'
import './selectionBar.css'

export const SelectionBar = (props: {
  readonly count: number
  /** how many, and their sum */
  readonly text: JSX.Element
  /** what the user should know about these */
  readonly warning?: JSX.Element
  readonly onClear: () => void
  readonly children: JSX.Element
}): JSX.Element => (
  <>
    <p class="visually-hidden" role="status">
      <Show when={props.count > 0}>{props.text}</Show>
    </p>
    <Show when={props.count > 0}>
      <section class="selection-bar" aria-label={t('table.selection')}>
        <p class="selection-text numerals" aria-hidden="true">
          {props.text}
        </p>
        {props.warning}
        <div class="selection-actions">{props.children}</div>
        <IconButton icon="close" label={t('table.selectNone')} onClick={() => props.onClear()} />
      </section>
    </Show>
  </>
)

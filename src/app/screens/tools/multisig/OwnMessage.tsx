// A message of this participant, to copy and send to the others.
import type { JSX } from 'solid-js'
import { CopyButton } from '../../../components/controls/Copy.tsx'
import './ownMessage.css'

export const OwnMessage = (props: {
  readonly label: string
  readonly text: string
  readonly copy: string
}): JSX.Element => (
  <div class="own-message">
    <p class="own-message-label">{props.label}</p>
    {/* It scrolls, also with the keyboard. */}
    <section class="own-message-text mono break" translate="no" tabindex="0" aria-label={props.label}>
      {props.text}
    </section>
    <div class="buttons">
      <CopyButton text={props.text} label={props.copy} />
    </div>
  </div>
)

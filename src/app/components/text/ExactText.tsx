// A text of which every character counts: what is signed, approved or verified. Characters that are not displayed are marks in it.
import { For, type JSX, Show } from 'solid-js'
import { exactParts, hasHidden } from '../../../bytes/invisibleCharacters.ts'
import { t } from '../../text/text.ts'
import { Fact, Facts } from './Facts.tsx'
import './exactText.css'

export const ExactText = (props: { readonly text: string }): JSX.Element => (
  <bdi class="exact break" translate="no">
    <For each={exactParts(props.text)}>
      {(part) => (part.isMark ? <span class="hidden-character">{part.text}</span> : part.text)}
    </For>
  </bdi>
)

/** Shows a typed text as it is, if its field does not. */
export const HiddenCharacters = (props: { readonly text: string }): JSX.Element => (
  <Show when={hasHidden(props.text)}>
    <Facts>
      <Fact variant="wide" name={t('approval.hidden')}>
        <ExactText text={props.text} />
      </Fact>
    </Facts>
  </Show>
)

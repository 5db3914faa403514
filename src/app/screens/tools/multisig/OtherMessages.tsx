// One field for the message of each other participant.
import { Index, type JSX } from 'solid-js'
import { TextArea } from '../../../components/form/Field.tsx'
import type { Participants } from '../../../state/tools/participants.ts'
import { t } from '../../../text/text.ts'

export const OtherMessages = (props: { readonly participants: Participants }): JSX.Element => (
  <fieldset class="form" aria-label={t('multisig.others')}>
    <p class="muted">{t('multisig.othersBody')}</p>
    <Index each={props.participants.texts()}>
      {(text, index) => (
        <TextArea
          mono
          rows={2}
          label={t('multisig.other', { index: index + 1 })}
          value={text()}
          problem={props.participants.problemOf(index)}
          onInput={(typed) => props.participants.setText(index, typed)}
        />
      )}
    </Index>
  </fieldset>
)

// A proof that was made, to copy and hand over.
import { type JSX, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { CopyButton } from '../controls/Copy.tsx'
import './madeProof.css'

export const MadeProof = (props: {
  readonly label: string
  readonly copyLabel: string
  readonly proof: string
  /** the proof with what it is about */
  readonly complete: string
  /** the proof in the form of Feather; undefined if there is none */
  readonly forFeather?: string | undefined
}): JSX.Element => (
  <Show when={props.proof}>
    <div class="form" role="status">
      <p class="field-label">{props.label}</p>
      <section class="made-proof" tabindex="0" aria-label={props.label}>
        <code class="mono break" translate="no">
          {props.proof}
        </code>
      </section>
      <div class="buttons">
        <CopyButton text={props.complete} label={t('proofs.copyAll')} />
        <Show when={props.forFeather}>{(text) => <CopyButton text={text()} label={t('proofs.copyForFeather')} />}</Show>
        <CopyButton text={props.proof} label={props.copyLabel} />
      </div>
      <p class="field-hint">{t('proofs.howChecked')}</p>
    </div>
  </Show>
)

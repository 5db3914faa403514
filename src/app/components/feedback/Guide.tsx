// A newcomer's guide at the top of a tool, on wide pages beside it: what it is for, what it needs, its steps, and what cannot be undone. It
// stays closed once the user has closed it.
import { For, type JSX } from 'solid-js'
import { isGuideClosed, rememberGuide } from '../../state/preferences/preferences.ts'
import { type TextKey, t } from '../../text/text.ts'
import { Notice } from './Notice.tsx'
import './guide.css'

/** Texts that have these members; `needs` and `steps` have one item a line. */
export type GuideName = 'offline' | 'ownNames' | 'stakes' | 'multisig' | 'multisigPayment'

const lines = (key: TextKey): readonly string[] => t(key).split('\n')

const Guide = (props: { readonly name: GuideName }): JSX.Element => (
  <details
    class="card guide"
    open={!isGuideClosed(props.name)}
    onToggle={(event) => rememberGuide(props.name, event.currentTarget.open)}
  >
    <summary>{t('tools.guide')}</summary>
    <div class="guide-body">
      <p>{t(`${props.name}.guide.about`)}</p>
      <h3>{t('tools.needs')}</h3>
      <ul>
        <For each={lines(`${props.name}.guide.needs`)}>{(line) => <li>{line}</li>}</For>
      </ul>
      <h3>{t('tools.steps')}</h3>
      <ol>
        <For each={lines(`${props.name}.guide.steps`)}>{(line) => <li>{line}</li>}</For>
      </ol>
      <Notice kind="warning">{t(`${props.name}.guide.final`)}</Notice>
    </div>
  </details>
)

/** A tool with its guide. */
export const Guided = (props: { readonly name: GuideName; readonly children: JSX.Element }): JSX.Element => (
  <div class="guided">
    <Guide name={props.name} />
    <div class="stack">{props.children}</div>
  </div>
)

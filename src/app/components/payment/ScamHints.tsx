// Three hints against fraud. The payment below them can be sent once the user says to have read them.
import type { JSX } from 'solid-js'
import { t } from '../../text/text.ts'
import { Switch } from '../form/Field.tsx'
import './scamHints.css'

export const ScamHints = (props: { readonly read: boolean; readonly onRead: (read: boolean) => void }): JSX.Element => (
  <section class="scam-hints" aria-label={t('scam.title')}>
    <h3>{t('scam.title')}</h3>
    <ul>
      <li>{t('scam.words')}</li>
      <li>{t('scam.final')}</li>
      <li>{t('scam.phone')}</li>
    </ul>
    <Switch role="checkbox" label={t('scam.read')} checked={props.read} onChange={props.onRead} />
  </section>
)

// Warns of an address that can be mistaken for a known one: both in groups, those that differ marked. The user confirms that this one is meant.

import type { JSX } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { KnownRecipient } from '../../state/recipients/knownRecipients.ts'
import { t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import { Switch } from '../form/Field.tsx'
import { Facts, WideFact } from '../text/Facts.tsx'
import { Address } from './Address.tsx'
import './lookalikeWarning.css'

export const LookalikeWarning = (props: {
  readonly address: string
  readonly known: KnownRecipient
  readonly confirmed: boolean
  readonly onConfirm: (confirmed: boolean) => void
  /** why the payment cannot be reviewed; empty if it can */
  readonly problem: string
}): JSX.Element => (
  <div class="notice lookalike" data-kind="problem" role="alert">
    <Icon name="warning" />
    <div class="lookalike-body">
      <p>
        <strong>{t('lookalike.title')}</strong>{' '}
        {props.known.name === '' ? t('lookalike.paid') : t('lookalike.contact', { name: showHidden(props.known.name) })}
      </p>
      <Facts>
        <WideFact name={props.known.name || t('lookalike.known')}>
          <Address text={props.known.address} comparedWith={props.address} />
        </WideFact>
        <WideFact name={t('lookalike.this')}>
          <Address text={props.address} comparedWith={props.known.address} />
        </WideFact>
      </Facts>
      <p>{t('lookalike.why')}</p>
      <Switch role="checkbox" label={t('lookalike.confirm')} checked={props.confirmed} onChange={props.onConfirm} />
      <p class="field-problem">{props.problem}</p>
    </div>
  </div>
)

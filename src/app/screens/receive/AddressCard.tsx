// One address as text and QR code.

import { type JSX, Show } from 'solid-js'
import type { AddressView } from '../../../wallet/engine/engineViews.ts'
import { Address } from '../../components/Address.tsx'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/Copy.tsx'
import { Qr } from '../../components/Qr.tsx'
import { Tag } from '../../components/Tag.tsx'
import { t } from '../../text/text.ts'
import { addressName } from './addressName.ts'
import './addressCard.css'

export const AddressCard = (props: {
  readonly address: AddressView
  /** payment link with the requested amount; empty without a request */
  readonly link: string
  readonly onCreate: () => void
}): JSX.Element => (
  <section class="card address-card" aria-label={t('receive.address')}>
    <Qr
      text={props.link || props.address.address}
      label={props.link === '' ? t('receive.qr') : t('receive.qrRequest')}
    />
    <p class="address-name">
      {addressName(props.address)}
      <Tag>{props.address.used ? t('receive.used') : t('receive.fresh')}</Tag>
    </p>
    <Address text={props.address.address} testId="address" />
    <div class="buttons centered">
      <CopyButton text={props.address.address} label={t('receive.copyAddress')} />
      <Show when={props.link}>
        <CopyButton text={props.link} label={t('receive.copyLink')} />
      </Show>
      <Button icon="plus" onClick={() => props.onCreate()}>
        {t('receive.create')}
      </Button>
    </div>
  </section>
)

// One address as text and QR code, with the payments that arrive at it.

import { type JSX, Show } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { Address } from '../../components/address/Address.tsx'
import { addressName } from '../../components/address/addressName.ts'
import { LargeQr } from '../../components/data/LargeQr.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { createArrivalWatch } from '../../state/receive/arrivalWatch.ts'
import type { ShownAddress } from '../../state/receive/shownAddress.ts'
import { t } from '../../text/text.ts'
import { AddressButtons } from './AddressButtons.tsx'
import { Arrivals } from './Arrivals.tsx'
import type { PaymentRequest } from './RequestCard.tsx'
import { ReuseNotice } from './ReuseNotice.tsx'
import './addressCard.css'

const tagOf = ({ paymentId, used }: ShownAddress, isPaid: boolean): string => {
  if (paymentId !== '') return t('integrated.tag', { id: paymentId })
  return t(used || isPaid ? 'receive.used' : 'receive.fresh')
}

export const AddressCard = (props: {
  readonly address: ShownAddress
  /** what is requested at it */
  readonly request: PaymentRequest
  /** a subaddress was created */
  readonly onCreated: (address: AddressView) => void
  /** shows the main address */
  readonly onMain: () => void
  /** makes another subaddress */
  readonly onNew: () => void
}): JSX.Element => {
  const arrivals = createArrivalWatch(
    () => props.address,
    () => props.request.requested(),
  )
  const name = (): string => (props.address.paymentId === '' ? addressName(props.address) : t('integrated.name'))
  const code = (): string => (props.request.isMade() && props.request.link()) || props.address.address
  const isReused = (): boolean =>
    props.address.used && props.address.paymentId === '' && arrivals.payments().length === 0
  return (
    <section class="card address-card" aria-label={t('receive.address')}>
      <LargeQr text={code()} label={props.request.isMade() ? t('receive.qrRequest') : t('receive.qr')} />
      <p class="address-name">
        <OwnText text={name()} />
        <Tag>{tagOf(props.address, arrivals.payments().length > 0)}</Tag>
      </p>
      <Address text={props.address.address} testId="address" />
      <Arrivals payments={arrivals.payments()} outcome={arrivals.outcome()} requested={props.request.requested()} />
      <Problem text={arrivals.problem()} />
      <Show when={isReused()}>
        <ReuseNotice account={props.address.account} onCreated={props.onCreated} />
      </Show>
      <Show when={props.address.index !== 0 || props.address.paymentId !== ''}>
        <button type="button" class="link" onClick={() => props.onMain()}>
          {t('addresses.toMain')}
        </button>
      </Show>
      <AddressButtons
        address={props.address.address}
        link={props.request.currentLink()}
        code={code()}
        name={name()}
        onNew={props.onNew}
      />
    </section>
  )
}

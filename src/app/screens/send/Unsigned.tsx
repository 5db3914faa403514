// A payment that the copy with the spend key must sign: what it pays, and its data.
import { A } from '@solidjs/router'
import type { JSX } from 'solid-js'
import type { UnsignedTransfer } from '../../../wallet/engine/engineViews.ts'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { DataOut } from '../../components/DataOut.tsx'
import { Notice } from '../../components/Notice.tsx'
import { TransferSetFacts } from '../../components/TransferSetFacts.tsx'
import { createContacts } from '../../state/lists.ts'
import { t } from '../../text/text.ts'

/** Explains, above the form, why the payment is not sent from it. */
export const UnsignedNotice = (): JSX.Element => (
  <div class="medium">
    <Notice kind="info">
      {t('send.watchOnly')} <A href="/tools/offline">{t('send.watchOnlyHow')}</A>
    </Notice>
  </div>
)

export const Unsigned = (props: { readonly payment: UnsignedTransfer; readonly onAgain: () => void }): JSX.Element => {
  const contacts = createContacts()
  return (
    <div class="stack medium">
      <Card title={t('offline.ready')}>
        <p role="status">{t('offline.readyBody')}</p>
        <TransferSetFacts {...props.payment} contacts={contacts.items} />
        <DataOut name={t('offline.file')} bytes={props.payment.bytes} />
        <div class="buttons">
          <ButtonLink href="/tools/offline">{t('offline.send')}</ButtonLink>
          <Button onClick={props.onAgain}>{t('offline.another')}</Button>
        </div>
      </Card>
    </div>
  )
}

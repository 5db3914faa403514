// A payment that this wallet cannot sign alone: what it pays, and its data for the copy with the spend key, or for other participants.
import { A } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import type { MultisigView } from '../../../engine/api/engineViews.ts'
import type { UnsignedTransfer } from '../../../wallet/offline/setViews.ts'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { DataOut } from '../../components/data/DataOut.tsx'
import { Notice } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { TransferSetFacts } from '../../components/payment/TransferSetFacts.tsx'
import { Fact } from '../../components/text/Facts.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'

/** Explains, above the form, why the payment is not sent from it. */
export const UnsignedNotice = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const amountText = createAmountText()
  return (
    <div class="stack medium">
      <Show
        when={wallet().multisig}
        fallback={
          <>
            <Notice kind="info">
              {t('send.watchOnly')} <A href="/tools/offline">{t('send.watchOnlyHow')}</A>
            </Notice>
            <Show when={wallet().balance.unverified > 0n}>
              <Notice kind="warning">
                {t('unverified.beforePaying', { amount: amountText(wallet().balance.unverified) })}{' '}
                <A href="/tools/offline">{t('offline.copies')}</A>
              </Notice>
            </Show>
          </>
        }
      >
        {(multisig) => (
          <>
            <Notice kind="info">
              {t('send.shared')} <A href="/tools/multisig">{t('send.sharedHow')}</A>
            </Notice>
            <Show when={multisig().needsImport}>
              <Notice kind="warning">
                {t('send.infosNeeded')} <A href="/tools/multisig">{t('send.infosHow')}</A>
              </Notice>
            </Show>
          </>
        )}
      </Show>
    </div>
  )
}

type UnsignedProps = { readonly payment: UnsignedTransfer; readonly onAgain: () => void }

/** In a watch-only wallet. */
const ForOfflineCopy = (props: UnsignedProps): JSX.Element => {
  return (
    <Card title={t('offline.ready')}>
      <p role="status">{t('offline.readyBody')}</p>
      <TransferSetFacts {...props.payment} />
      <DataOut name={t('offline.file')} bytes={props.payment.bytes} kind="txunsigned" />
      <div class="buttons">
        <ButtonLink href="/tools/offline">{t('offline.send')}</ButtonLink>
        <Button onClick={props.onAgain}>{t('offline.another')}</Button>
      </div>
    </Card>
  )
}

/** In a multisig wallet, whose participant has signed the payment with its proposal. */
const ForParticipants = (props: UnsignedProps & { readonly multisig: MultisigView }): JSX.Element => {
  const { threshold, total } = props.multisig
  return (
    <Card title={t('multisigPayment.proposed')}>
      <p role="status">{t('multisigPayment.proposedBody', { threshold, total })}</p>
      <TransferSetFacts {...props.payment}>
        <Fact name={t('multisigPayment.signatures')}>
          {t('multisigPayment.countOwn', { signatures: 1, threshold })}
        </Fact>
      </TransferSetFacts>
      <Notice kind="warning">{t('multisigPayment.keep')}</Notice>
      <DataOut name={t('multisigPayment.file')} bytes={props.payment.bytes} />
      <div class="buttons">
        <ButtonLink href="/tools/multisig">{t('multisigPayment.open')}</ButtonLink>
        <Button onClick={props.onAgain}>{t('multisigPayment.propose')}</Button>
      </div>
    </Card>
  )
}

export const Unsigned = (props: UnsignedProps): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <div class="stack medium">
      <Show when={wallet().multisig} fallback={<ForOfflineCopy {...props} />}>
        {(multisig) => <ForParticipants {...props} multisig={multisig()} />}
      </Show>
    </div>
  )
}

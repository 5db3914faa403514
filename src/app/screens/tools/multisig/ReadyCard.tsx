// A multisig wallet whose address is final: the address to compare, infos, payments, and the backup.
import { type JSX, Show } from 'solid-js'
import type { MultisigView } from '../../../../engine/api/engineViews.ts'
import { CopyableAddress } from '../../../components/address/Address.tsx'
import { Notice } from '../../../components/feedback/Notice.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Disclosure } from '../../../components/layout/Disclosure.tsx'
import { Facts, WideFact } from '../../../components/text/Facts.tsx'
import { createFetched } from '../../../state/requests/fetched.ts'
import { useSession } from '../../../state/session/session.tsx'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { PrepareCard } from '../cards/PrepareCard.tsx'
import { InfosCard } from './InfosCard.tsx'
import { OwnMessage } from './OwnMessage.tsx'
import { PaymentCard } from './PaymentCard.tsx'

export const ReadyCard = (props: { readonly multisig: MultisigView }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const message = createFetched(true, () => engine.multisigMessage())
  return (
    <>
      <Card title={t('multisig.ready')}>
        <p>{t('multisig.readyBody', { threshold: props.multisig.threshold, total: props.multisig.total })}</p>
        <Facts>
          <WideFact name={t('multisig.address')}>
            <CopyableAddress text={wallet().address} label={t('receive.copyAddress')} />
          </WideFact>
        </Facts>
        <Notice kind="warning">{t('multisig.compare')}</Notice>
        <Show when={message.value()}>
          {(text) => (
            <Disclosure summary={t('multisig.lastMessage')}>
              <p class="muted">{t('multisig.lastMessageBody')}</p>
              <OwnMessage label={t('multisig.lastMessage')} text={text()} copy={t('multisig.copy')} />
            </Disclosure>
          )}
        </Show>
      </Card>
      <InfosCard multisig={props.multisig} />
      <PrepareCard body={t('multisigPayment.prepareBody')} />
      <PaymentCard />
      <Card title={t('multisig.backup')}>
        <p>{t('multisig.backupBody')}</p>
      </Card>
    </>
  )
}

// Offline signing: a watch-only wallet prepares and sends payments, its copy with the spend key signs them.
import { type JSX, Match, Show, Switch, untrack } from 'solid-js'
import { Guided } from '../../components/feedback/Guide.tsx'
import { EmptyState, Notice } from '../../components/feedback/Notice.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { isOnline } from '../../state/nodes/online.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { PrepareCard } from './cards/PrepareCard.tsx'
import { ColdCopyCard, WatchingCopyCard } from './offline/CopiesCard.tsx'
import { SendCard } from './offline/SendCard.tsx'
import { SignCard } from './offline/SignCard.tsx'

export default function Offline(): JSX.Element {
  const { wallet } = useOpenWallet()
  // Before a payment comes a balance without spent coins. The card stays where it is when that is done.
  const copiesFirst = untrack(() => wallet().balance.unverified > 0n)
  return (
    <Screen title={t('tools.offline')} back={{ href: '/tools', text: t('tools.back') }}>
      <Guided name="offline">
        <Switch>
          <Match when={wallet().multisig !== undefined}>
            <EmptyState title={t('offline.multisig')} hint={t('offline.multisigHint')} />
          </Match>
          <Match when={wallet().viewOnly}>
            <Show when={copiesFirst}>
              <WatchingCopyCard />
            </Show>
            <PrepareCard body={t('offline.prepareBody')} />
            <SendCard />
            <Show when={!copiesFirst}>
              <WatchingCopyCard />
            </Show>
          </Match>
          <Match when={!wallet().viewOnly}>
            <Notice kind="info">{t(isOnline() ? 'offline.connected' : 'offline.disconnected')}</Notice>
            <SignCard />
            <ColdCopyCard />
          </Match>
        </Switch>
      </Guided>
    </Screen>
  )
}

// The tools of a development node: blocks, coins, clock, reorganisations, saved states, service nodes.
import { type JSX, Show } from 'solid-js'
import { ButtonLink } from '../../components/controls/Button.tsx'
import { EmptyState } from '../../components/feedback/Notice.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { FaucetCard, MineCard } from './development/BlocksCard.tsx'
import { ClockCard, ReorganisationCard, SnapshotCard } from './development/ChainCard.tsx'
import { ServiceNodesCard } from './development/ServiceNodesCard.tsx'

export default function DevelopmentNode(): JSX.Element {
  const { wallet } = useOpenWallet()
  return (
    <Screen title={t('devTools.title')} back={{ href: '/nodes', text: t('nodes.title') }}>
      <Show
        when={wallet().development && !wallet().offline}
        fallback={
          <EmptyState title={t('devTools.none')} hint={t('devTools.noneHint')}>
            <ButtonLink href="/nodes">{t('nodes.manage')}</ButtonLink>
          </EmptyState>
        }
      >
        <div class="columns">
          <div class="stack">
            <MineCard />
            <FaucetCard />
            <ClockCard />
          </div>
          <div class="stack">
            <ReorganisationCard />
            <SnapshotCard />
            <Show when={wallet().hasServiceNodes}>
              <ServiceNodesCard />
            </Show>
          </div>
        </div>
      </Show>
    </Screen>
  )
}

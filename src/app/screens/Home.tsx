// The overview of the open wallet: balance, sync state, accounts, latest payments.
import { type JSX, Show } from 'solid-js'
import { IconButton } from '../components/controls/Button.tsx'
import { Tour } from '../components/feedback/Tour.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { SyncCard } from '../components/node/SyncStatus.tsx'
import { syncPhase } from '../state/nodes/syncPhase.ts'
import { amountsHidden, setAmountsHidden } from '../state/preferences/preferences.ts'
import { isTourOpen } from '../state/preferences/tour.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'
import { AccountsCard } from './home/AccountsCard.tsx'
import { BackupReminder } from './home/BackupReminder.tsx'
import { BalanceCard } from './home/BalanceCard.tsx'
import { BalanceChart } from './home/BalanceChart.tsx'
import { ChainNotices } from './home/ChainNotices.tsx'
import { DevelopmentCard } from './home/DevelopmentCard.tsx'
import { InstallNotice } from './home/InstallNotice.tsx'
import { NodeNotices } from './home/NodeNotices.tsx'
import { RecentCard } from './home/RecentCard.tsx'
import { UnverifiedNotice } from './home/UnverifiedNotice.tsx'
import './home.css'

export default function Home(): JSX.Element {
  const { wallet } = useOpenWallet()
  return (
    <Screen
      title={t('home.title')}
      actions={
        <IconButton
          icon={amountsHidden() ? 'eyeOff' : 'eye'}
          label={t(amountsHidden() ? 'amounts.show' : 'amounts.hide')}
          onClick={() => setAmountsHidden(!amountsHidden())}
        />
      }
    >
      <div class="columns">
        <div class="stack">
          <Show when={isTourOpen() && !wallet().viewOnly}>
            <Tour />
          </Show>
          <BalanceCard />
          <UnverifiedNotice />
          <BackupReminder />
          <NodeNotices />
          <ChainNotices />
          <RecentCard />
        </div>
        <div class="stack home-side">
          <Show when={syncPhase(wallet().sync) !== 'synced'}>
            <SyncCard />
          </Show>
          <BalanceChart />
          <AccountsCard />
          <Show when={wallet().development}>
            <DevelopmentCard />
          </Show>
          <InstallNotice />
        </div>
      </div>
    </Screen>
  )
}

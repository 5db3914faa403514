// The settings of the open wallet and of the page.
import type { JSX } from 'solid-js'
import { Screen } from '../components/Screen.tsx'
import { t } from '../text/text.ts'
import { AppsCard, NamesCard, NodeCard } from './settings/Connections.tsx'
import { DeviceCard } from './settings/Device.tsx'
import { AboutCard, AppearanceCard } from './settings/Page.tsx'
import { RatesCard } from './settings/Rates.tsx'
import { SecurityCard } from './settings/Security.tsx'
import { AdvancedCard, WalletCard } from './settings/Wallet.tsx'

export default function Settings(): JSX.Element {
  return (
    <Screen title={t('settings.title')}>
      <div class="stack narrow">
        <WalletCard />
        <NodeCard />
        <NamesCard />
        <RatesCard />
        <SecurityCard />
        <AppearanceCard />
        <DeviceCard />
        <AppsCard />
        <AdvancedCard />
        <AboutCard />
      </div>
    </Screen>
  )
}

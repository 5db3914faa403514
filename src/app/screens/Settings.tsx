// The settings of the open wallet and of the page. They appear all at once, so that nothing moves under a click.
import { type JSX, Show } from 'solid-js'
import { SkeletonCard } from '../components/feedback/Skeleton.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { readStorageState } from '../host/device/storage.ts'
import { createFetched } from '../state/requests/fetched.ts'
import { createReloadSetting } from '../state/session/reloadUnlock.ts'
import { useSession } from '../state/session/session.tsx'
import { createSettings } from '../state/session/settings.ts'
import { t } from '../text/text.ts'
import { AppsCard, NamesCard, NodeCard } from './settings/Connections.tsx'
import { DeviceCard } from './settings/Device.tsx'
import { AboutCard, AppearanceCard } from './settings/Page.tsx'
import { RatesCard } from './settings/Rates.tsx'
import { SecurityCard } from './settings/Security.tsx'
import { AdvancedCard, WalletCard } from './settings/Wallet.tsx'

export default function Settings(): JSX.Element {
  const { engine } = useSession()
  const live = createSettings()
  const reload = createReloadSetting(engine)
  const storage = createFetched(true, readStorageState)
  // All of them hold the navigation, so that all of them are read.
  const isLoaded = (): boolean => [live.loaded(), reload.loaded(), storage.loaded()].every(Boolean)
  return (
    <Screen title={t('settings.title')}>
      <div class="stack narrow">
        <Show when={isLoaded()} fallback={<SkeletonCard rows={10} />}>
          <WalletCard />
          <NodeCard live={live} />
          <NamesCard />
          <RatesCard />
          <SecurityCard live={live} reload={reload} />
          <AppearanceCard />
          <DeviceCard storage={storage} />
          <AppsCard live={live} />
          <AdvancedCard />
          <AboutCard />
        </Show>
      </div>
    </Screen>
  )
}

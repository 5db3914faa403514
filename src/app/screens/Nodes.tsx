// The nodes of the open wallet: list, further ones, public ones, offline mode, and the tools of a development node.
import { createSignal, type JSX, Show } from 'solid-js'
import { Done, Problem } from '../components/feedback/Notice.tsx'
import { SkeletonCard } from '../components/feedback/Skeleton.tsx'
import { Switch } from '../components/form/Field.tsx'
import { Card } from '../components/layout/Card.tsx'
import { LinkCard, LinkList } from '../components/layout/LinkList.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { PublicNodes } from '../components/node/PublicNodes.tsx'
import { SyncCard } from '../components/node/SyncStatus.tsx'
import { isPrivateNetwork } from '../state/nodes/networks.ts'
import { withNodes } from '../state/nodes/nodeList.ts'
import { createAction, createQueuedAction } from '../state/requests/action.ts'
import { createSettings, type LiveSettings } from '../state/session/settings.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'
import { AddNodeCard } from './nodes/AddNodeCard.tsx'
import { CompactCard } from './nodes/CompactCard.tsx'
import { WalletNodesCard } from './nodes/WalletNodesCard.tsx'

const OfflineCard = (props: { readonly live: LiveSettings; readonly offline: boolean }): JSX.Element => {
  const change = createQueuedAction((offline: boolean) => props.live.change({ offline }))
  return (
    <Card title={t('offlineMode.title')}>
      <Switch
        label={t('offlineMode.label')}
        hint={t('offlineMode.hint')}
        checked={props.offline}
        onChange={change.run}
      />
      <Problem text={change.problem()} />
    </Card>
  )
}

const PublicNodesCard = (props: {
  readonly urls: readonly string[]
  readonly onChange: (urls: readonly string[]) => Promise<void>
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [done, setDone] = createSignal('')
  const use = createAction(async (urls: readonly string[]) => {
    setDone('')
    await props.onChange(withNodes(props.urls, urls, wallet().networkId))
    setDone(t('publicNodes.added'))
  })
  return (
    <Card title={t('publicNodes.title')}>
      <PublicNodes networkId={wallet().networkId} onUse={(urls) => void use.run(urls)} />
      <Problem text={use.problem()} />
      <Done text={done()} />
    </Card>
  )
}

export default function Nodes(): JSX.Element {
  const { wallet } = useOpenWallet()
  const live = createSettings()
  const changeUrls = (urls: readonly string[]): Promise<void> => live.changeNodes(() => ({ urls }))
  return (
    <Screen title={t('nodes.title')} back={{ href: '/settings/nodes', text: t('settings.title') }}>
      <div class="stack narrow">
        <Problem text={live.problem()} />
        <SyncCard />
        <Show when={live.settings()} fallback={<SkeletonCard rows={2} />}>
          {(settings) => (
            <>
              <WalletNodesCard nodes={settings().nodes} offline={settings().offline} onChange={live.changeNodes} />
              <Show when={!settings().offline}>
                <AddNodeCard urls={settings().nodes.urls} onChange={changeUrls} />
              </Show>
              <Show when={!isPrivateNetwork(wallet().networkId) && !settings().offline}>
                <PublicNodesCard urls={settings().nodes.urls} onChange={changeUrls} />
              </Show>
              <Show when={wallet().development && !settings().offline}>
                <LinkList title={undefined}>
                  <LinkCard
                    href="/nodes/development"
                    icon="tools"
                    title={t('devTools.title')}
                    hint={t('devTools.hint')}
                  />
                </LinkList>
              </Show>
              <Show when={!settings().offline}>
                <CompactCard
                  compactUrl={settings().compactUrl}
                  onChange={(compactUrl) => live.change({ compactUrl })}
                />
              </Show>
              <OfflineCard live={live} offline={settings().offline} />
            </>
          )}
        </Show>
      </div>
    </Screen>
  )
}

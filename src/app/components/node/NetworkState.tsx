// The state of the network in the frame: leads to the nodes.
import { A } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { syncPhase } from '../../state/nodes/syncPhase.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import { SyncBadge, syncDetail } from './SyncStatus.tsx'
import './networkState.css'

export const NetworkState = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <A class="network-state" href="/nodes" noScroll title={t('nav.nodes')} data-phase={syncPhase(wallet().sync)}>
      <SyncBadge />
      <span class="network-height numerals">{formatCount(wallet().sync.height)}</span>
      <Show when={syncDetail(wallet().sync) !== '' && syncPhase(wallet().sync) === 'syncing'}>
        <span class="network-detail">{syncDetail(wallet().sync)}</span>
      </Show>
    </A>
  )
}

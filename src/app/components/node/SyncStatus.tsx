// The sync state of the wallet. The height of the card is constant: nothing moves while the wallet syncs.

import { type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { SyncState } from '../../../wallet/sync/syncViews.ts'
import { type ChainTimes, lagOf } from '../../format/blockTime.ts'
import { sentence } from '../../format/error.ts'
import { formatBehind, formatTimeLeft } from '../../format/time.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { type SyncPhase, syncPhase } from '../../state/nodes/syncPhase.ts'
import { useSession } from '../../state/session/session.tsx'
import { createChainTimes } from '../../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { inOneLine, type TextKey, t, tCount } from '../../text/text.ts'
import { Button, IconButton } from '../controls/Button.tsx'
import './syncStatus.css'

const titles = {
  connecting: 'sync.connecting',
  syncing: 'sync.syncing',
  synced: 'sync.synced',
  offline: 'sync.offline',
  stopped: 'sync.stopped',
  outdated: 'sync.outdated',
  'other-network': 'nodeState.otherNetwork',
  replaced: 'replaced.phase',
  'on-request': 'sync.onRequest',
  'offline-mode': 'offlineMode.phase',
  behind: 'nodeState.behind',
  busy: 'nodeState.busy',
  untrusted: 'nodeState.untrusted',
  storage: 'storageLoss.phase',
} as const satisfies Record<SyncPhase, TextKey>

/** Returns the name of a state. */
export const phaseTitle = (phase: SyncPhase): string => t(titles[phase])

const badges = {
  ...titles,
  connecting: 'sync.badgeConnecting',
  offline: 'sync.badgeOffline',
  stopped: 'sync.badgeStopped',
  'other-network': 'nodeState.otherNetworkBadge',
  replaced: 'replaced.badge',
  storage: 'storageLoss.badge',
} as const satisfies Record<SyncPhase, TextKey>

/** What the user may do; the others explain themselves on the home screen. */
const hints: Readonly<Partial<Record<SyncPhase, TextKey>>> = {
  offline: 'sync.offlineHint',
  'on-request': 'sync.onRequestHint',
  'offline-mode': 'offlineMode.phaseHint',
  behind: 'nodeState.behindHint',
  busy: 'nodeState.busyHint',
  untrusted: 'nodeState.untrustedHint',
}

/** Returns the scanned share of the chain, 0 to 1. */
const progress = (sync: SyncState): number =>
  sync.phase === 'synced' ? 1 : sync.target === 0 ? 0 : Math.min(sync.height / sync.target, 1)

/** Whether the height of the node says how far the wallet has come. */
const isOnOurChain = (sync: SyncState): boolean => !['other-network', 'replaced'].includes(syncPhase(sync))

const blocks = (sync: SyncState): string =>
  isOnOurChain(sync) && (sync.phase === 'syncing' || sync.target > sync.height)
    ? t('sync.blocks', { height: formatCount(sync.height), target: formatCount(sync.target) })
    : t('sync.block', { height: formatCount(sync.height) })

/** Returns how much is left to scan, in blocks and in time; empty unless the wallet scans. */
const lagText = (sync: SyncState, times: ChainTimes): string => {
  if (sync.phase !== 'syncing') return ''
  const { blocks, seconds } = lagOf(sync, times)
  return inOneLine([tCount('sync.blocksLeft', blocks), formatBehind(seconds)])
}

/** The full sync state, on the home screen. */
export const SyncCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const { engine } = useSession()
  const times = createChainTimes()
  const sync = (): SyncState => wallet().sync
  return (
    <section class="card sync" data-phase={syncPhase(sync())} aria-label={t('sync.label')}>
      <header class="sync-header">
        <span class="sync-dot" aria-hidden="true" />
        <h2>{t(titles[syncPhase(sync())])}</h2>
        <IconButton icon="refresh" label={t('sync.refresh')} onClick={() => engine.refresh().catch(reportInternal)} />
      </header>
      <progress class="progress" max="1" value={progress(sync())} aria-label={t('sync.label')} />
      <p class="sync-line numerals">
        <span>{blocks(sync())}</span>
        <span>{sync().phase === 'syncing' ? formatTimeLeft(sync().secondsLeft) : ''}</span>
        <span>{lagText(sync(), times())}</span>
      </p>
      <Show when={hints[syncPhase(sync())]}>
        {(hint) => (
          <div class="sync-problem" role="status">
            <p>{t(hint())}</p>
            <Show when={syncPhase(sync()) === 'on-request'}>
              <Button onClick={() => engine.resumeAutoRefresh().catch(reportInternal)}>
                {t('sync.onRequestResume')}
              </Button>
            </Show>
            <Show when={syncPhase(sync()) !== 'offline-mode' && sync().problem !== ''}>
              {/* For those who run the node: not translated. */}
              <p class="sync-detail" lang="en" dir="ltr">
                {sentence(showHidden(sync().problem))}
              </p>
            </Show>
          </div>
        )}
      </Show>
    </section>
  )
}

/** Returns what is left to scan, and the time that takes; empty unless the wallet scans. */
export const syncDetail = (sync: SyncState): string =>
  sync.phase === 'syncing'
    ? inOneLine([tCount('sync.blocksLeft', Math.max(0, sync.target - sync.height)), formatTimeLeft(sync.secondsLeft)])
    : ''

/** The sync state as a dot and a word, in the frame. */
export const SyncBadge = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const sync = (): SyncState => wallet().sync
  const text = (): string => {
    const phase = syncPhase(sync())
    return phase === 'syncing' ? `${Math.floor(progress(sync()) * 100)}\u202f%` : t(badges[phase])
  }
  return (
    <span class="sync-badge numerals" data-phase={syncPhase(sync())}>
      <span class="sync-dot" aria-hidden="true" />
      <span class="sync-badge-text">{text()}</span>
    </span>
  )
}

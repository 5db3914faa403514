// The sync state of the wallet. The height of the card is constant: nothing moves while the wallet syncs.
import { type JSX, Show } from 'solid-js'
import type { SyncState } from '../../wallet/engine/engineViews.ts'
import { formatCount } from '../format/amount.ts'
import { reportInternal, sentence } from '../format/error.ts'
import { formatTimeLeft } from '../format/time.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { useSession } from '../state/session.tsx'
import { type TextKey, t } from '../text/text.ts'
import { IconButton } from './Button.tsx'
import './syncStatus.css'

/** The phase as the user sees it: a chain that only the user, or only a newer program, can follow stops the sync. */
const shownPhase = ({ phase, splitHeight, unknownFork }: SyncState): SyncState['phase'] | 'stopped' | 'outdated' =>
  unknownFork !== undefined ? 'outdated' : splitHeight === undefined ? phase : 'stopped'

type ShownPhase = ReturnType<typeof shownPhase>

const titles = {
  connecting: 'sync.connecting',
  syncing: 'sync.syncing',
  synced: 'sync.synced',
  offline: 'sync.offline',
  stopped: 'sync.stopped',
  outdated: 'sync.outdated',
} as const satisfies Record<ShownPhase, TextKey>

const badges = {
  connecting: 'sync.badgeConnecting',
  synced: 'sync.synced',
  offline: 'sync.badgeOffline',
  stopped: 'sync.badgeStopped',
  outdated: 'sync.outdated',
} as const satisfies Record<Exclude<ShownPhase, 'syncing'>, TextKey>

/** Returns the scanned share of the chain, 0 to 1. */
const progress = (sync: SyncState): number =>
  sync.phase === 'synced' ? 1 : sync.target === 0 ? 0 : Math.min(sync.height / sync.target, 1)

const blocks = (sync: SyncState): string =>
  sync.phase === 'syncing' || sync.target > sync.height
    ? t('sync.blocks', { height: formatCount(sync.height), target: formatCount(sync.target) })
    : t('sync.block', { height: formatCount(sync.height) })

const progressText = (sync: SyncState): string => {
  if (sync.phase !== 'syncing') return ''
  const left = formatTimeLeft(sync.secondsLeft)
  if (sync.blocksPerSecond < 1) return left
  return `${t('sync.speed', { speed: formatCount(Math.round(sync.blocksPerSecond)) })} · ${left}`
}

/** The full sync state, on the home screen. */
export const SyncCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const { engine } = useSession()
  const sync = (): SyncState => wallet().sync
  return (
    <section class="card sync" data-phase={shownPhase(sync())} aria-label={t('sync.label')}>
      <header class="sync-header">
        <span class="sync-dot" aria-hidden="true" />
        <h2>{t(titles[shownPhase(sync())])}</h2>
        <IconButton icon="refresh" label={t('sync.refresh')} onClick={() => engine.refresh().catch(reportInternal)} />
      </header>
      <progress class="progress" max="1" value={progress(sync())} aria-label={t('sync.label')} />
      <p class="sync-line numerals">
        <span>{blocks(sync())}</span>
        <span>{progressText(sync())}</span>
      </p>
      <Show when={shownPhase(sync()) === 'offline'}>
        <p class="sync-problem" role="status">
          {sentence(sync().problem)} {t('sync.offlineHint')}
        </p>
      </Show>
    </section>
  )
}

/** The sync state as a dot and a word, in the bar. */
export const SyncBadge = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const sync = (): SyncState => wallet().sync
  const text = (): string => {
    const phase = shownPhase(sync())
    return phase === 'syncing' ? `${Math.floor(progress(sync()) * 100)}\u202f%` : t(badges[phase])
  }
  return (
    <span class="sync-badge numerals" data-phase={shownPhase(sync())}>
      <span class="sync-dot" aria-hidden="true" />
      <span class="sync-badge-text">{text()}</span>
    </span>
  )
}

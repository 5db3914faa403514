// How far the wallet has read the chain. Until the end, its balance and its payments are a part of what it owns.
import type { WalletView } from '../../../engine/api/engineViews.ts'
import { type ChainTimes, lagOf, timeOfHeight } from '../../format/blockTime.ts'
import { formatApproximateTime } from '../../format/time.ts'
import { t } from '../../text/text.ts'
import { syncPhase } from './syncPhase.ts'

/** Blocks that may be unread without a remark, as of a wallet that syncs again. */
const MAX_UNREAD_BLOCKS = 20

/** While no node reports its height, the time of a block is an estimate: a wallet that is behind by less is not remarked. */
const MAX_UNREAD_SECONDS = 7 * 86_400

export type ChainReading = {
  /** whether the wallet is reading now, or connects to do so */
  readonly isRunning: boolean
  /** the part of the chain that is read, 0 to 1; undefined while the length of the chain is unknown */
  readonly share: number | undefined
  /** UNIX seconds until which payments are counted, an estimate; undefined if none are, or if nothing is known about the chain */
  readonly until: number | undefined
}

type Scanned = Pick<WalletView, 'sync' | 'restoreHeight' | 'createdAt'>

/** Whether a restored wallet has read none of the blocks that it is to scan. A new wallet has nothing to read. */
const hasReadNothing = ({ sync, restoreHeight, createdAt }: Scanned): boolean =>
  createdAt === 0 && sync.phase !== 'synced' && sync.height <= Math.max(1, restoreHeight)

/** Returns how far a wallet has read the chain; undefined once it has read all but the newest blocks. */
export const chainReadingOf = (wallet: Scanned, times: ChainTimes): ChainReading | undefined => {
  const { sync, restoreHeight } = wallet
  // A node of another chain says nothing about this one.
  const isOtherChain = ['other-network', 'replaced'].includes(syncPhase(sync))
  const isMeasured = sync.nodeHeight > 0 && !isOtherChain
  const lag = lagOf(sync, times)
  const isBehind = isMeasured
    ? lag.blocks > MAX_UNREAD_BLOCKS
    : times.anchor !== undefined && times.now - (timeOfHeight(sync.height, times) ?? times.now) > MAX_UNREAD_SECONDS
  const hasNothing = hasReadNothing(wallet)
  if (!isBehind && !hasNothing) return undefined
  return {
    isRunning: sync.phase === 'connecting' || sync.phase === 'syncing',
    share: isMeasured ? Math.max(0, sync.height - restoreHeight) / Math.max(1, sync.target - restoreHeight) : undefined,
    until: hasNothing || isOtherChain ? undefined : timeOfHeight(sync.height, times),
  }
}

/** Returns how far the chain is read and what is not counted yet; empty if nothing is known of both. */
export const readingText = ({ share, until }: ChainReading): string =>
  [
    share === undefined ? '' : t('reading.share', { percent: Math.floor(share * 100) }),
    until === undefined ? '' : t('reading.until', { date: formatApproximateTime(until) }),
  ]
    .filter(Boolean)
    .join(' ')

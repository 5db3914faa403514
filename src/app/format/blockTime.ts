// The time of a block by its height: an estimate, good enough for a date.
import type { HeightAnchor } from '../../coin/networks/heightAnchor.ts'
import type { SyncState } from '../../wallet/sync/syncViews.ts'

/** What is known about the times of a chain. Times in UNIX seconds. */
export type ChainTimes = {
  readonly now: number
  /** number of blocks of the chain now; undefined while no node has reported it */
  readonly chainHeight: number | undefined
  /** target time between blocks, in seconds */
  readonly blockTarget: number
  /** a known block of the chain; undefined for chains without one */
  readonly anchor: HeightAnchor | undefined
}

/**
 * Returns the approximate time of a block, past or future; undefined if nothing is known about the chain. Between a known block and now, blocks
 * are taken to be evenly spaced.
 */
export const timeOfHeight = (
  height: number,
  { now, chainHeight, blockTarget, anchor }: ChainTimes,
): number | undefined => {
  if (anchor !== undefined && height <= anchor.height)
    return anchor.timestamp - (anchor.height - height) * anchor.earlierBlockTime
  if (chainHeight === undefined)
    return anchor === undefined ? undefined : anchor.timestamp + (height - anchor.height) * blockTarget
  const top = chainHeight - 1
  if (height >= top || anchor === undefined || top <= anchor.height) return now + (height - top) * blockTarget
  const spacing = (now - anchor.timestamp) / (top - anchor.height)
  return now - (top - height) * spacing
}

/** Returns how many blocks a wallet lacks, and about how many seconds of the chain they are. */
export const lagOf = (
  { height, target }: Pick<SyncState, 'height' | 'target'>,
  times: ChainTimes,
): { readonly blocks: number; readonly seconds: number } => {
  const blocks = Math.max(0, target - height)
  const time = blocks === 0 ? undefined : timeOfHeight(height, times)
  return { blocks, seconds: time === undefined ? 0 : Math.max(0, times.now - time) }
}

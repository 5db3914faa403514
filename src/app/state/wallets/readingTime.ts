// How long a restored wallet will read the chain: an estimate from the blocks that it has to read and the speed of the last sync on this device.
import { estimateHeight } from '../../../coin/networks/network.ts'
import type { ChainClock } from '../../../engine/api/engineViews.ts'
import type { RestoreFrom, SyncState } from '../../../wallet/sync/syncViews.ts'
import { readPreference, writePreference } from '../preferences/preferences.ts'

const SPEED_KEY = 'faba.readingSpeed.'

/** Near its end the speed of a sync is that of single requests. */
const MIN_BLOCKS_LEFT = 500

/** Another speed is stored if it differs by more than this part. */
const MIN_CHANGE = 0.1

/**
 * Blocks per second where none were measured here: a fifth of what Node reads over a connection of 100 Mbit/s (tests/bench/README.md, "Large wallets",
 * the last 30 days of monero and the last day of oxen), as over one of 20 Mbit/s.
 */
const USUAL_SPEEDS: Readonly<Record<string, number>> = { monero: 90, oxen: 350 }

const storedSpeed = (networkId: string): number => {
  const stored = Number(readPreference(SPEED_KEY + networkId))
  return Number.isFinite(stored) && stored > 0 ? stored : 0
}

/** Returns how many blocks of a network are read in a second: as measured on this device, else a usual speed; undefined if nothing is known. */
export const readingSpeed = (networkId: string): number | undefined =>
  storedSpeed(networkId) || USUAL_SPEEDS[networkId.split('-', 1)[0] ?? '']

/** Stores the speed of a sync for later estimates, unless the sync is about to end. */
export const keepReadingSpeed = (
  networkId: string,
  { phase, height, target, blocksPerSecond }: Pick<SyncState, 'phase' | 'height' | 'target' | 'blocksPerSecond'>,
): void => {
  if (phase !== 'syncing' || blocksPerSecond <= 0 || target - height < MIN_BLOCKS_LEFT) return
  const stored = storedSpeed(networkId)
  if (Math.abs(blocksPerSecond - stored) > stored * MIN_CHANGE)
    writePreference(SPEED_KEY + networkId, String(Math.ceil(blocksPerSecond)))
}

const beginOf = (from: RestoreFrom, clock: ChainClock): number => {
  if (from.from === 'height') return from.height
  return from.from === 'date' ? estimateHeight(clock, from.timestamp) : 0
}

/**
 * Returns the estimated seconds that a wallet takes to read the chain from a point on; undefined for chains without a known block.
 * @param now UNIX seconds
 */
export const readingSeconds = (
  from: RestoreFrom,
  clock: ChainClock,
  { now, speed }: { readonly now: number; readonly speed: number | undefined },
): number | undefined => {
  if (clock.heightAnchor === undefined || speed === undefined) return undefined
  const begin = beginOf(from, clock)
  return Math.max(0, estimateHeight(clock, now) - begin) / speed
}

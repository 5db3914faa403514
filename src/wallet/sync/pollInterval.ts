// How often a wallet polls its node. A rhythm that no other wallet has reveals to a node which program polls, and identifies one wallet behind
// several addresses: so on public networks the interval is one of wallet2's, and each rest is longer or shorter at random.

import type { Milliseconds } from '../../async/time.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { RandomSampler } from '../../crypto/random/randomSampler.ts'
import { isPrivateChain } from './replacedChain.ts'

/** wallet2's API, which graphical wallets use: DEFAULT_REFRESH_INTERVAL_MILLIS. monero-wallet-rpc has 20 s, monero-wallet-cli 90 s. */
const PUBLIC_INTERVAL: Milliseconds = 10_000
/** A private chain has no node of a stranger. */
const PRIVATE_INTERVAL: Milliseconds = 3000
/** A rest on a public network is longer or shorter than the interval by at most this share. */
const JITTER = 0.25

/** Returns the time between two polls of the node when all blocks are scanned. */
export const defaultPollInterval = (network: Pick<Network, 'netType'>): Milliseconds =>
  isPrivateChain(network) ? PRIVATE_INTERVAL : PUBLIC_INTERVAL

/** Returns the time between two polls for a period in seconds, 0 for the default; undefined: on request only. */
export const pollIntervalOf = (
  network: Pick<Network, 'netType'>,
  period: number | undefined,
): Milliseconds | undefined => {
  if (period === undefined) return undefined
  return period === 0 ? defaultPollInterval(network) : period * 1000
}

/** Returns how long to rest before the next poll. */
export const restTime = (
  network: Pick<Network, 'netType'>,
  interval: Milliseconds,
  sampler: RandomSampler,
): Milliseconds =>
  isPrivateChain(network) ? interval : Math.round(interval * (1 - JITTER + 2 * JITTER * sampler.unit()))

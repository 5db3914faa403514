// The staking requirement and its division into portions: 2^64 - 4 portions are the whole (oxen-core: `STAKING_PORTIONS`).

import { hardForkAt, type Network } from '../networks/network.ts'
import { powerOfTwo } from './powerOfTwo.ts'

const COIN = 1_000_000_000n
/** The forks that changed the requirement or the division of it. */
const Fork = { infiniteStaking: 11, perOutputFee: 13, clsag: 16 } as const

/** The portions of the whole staking requirement. */
export const STAKING_PORTIONS = 2n ** 64n - 4n
/** Maximum number of contributions to a node, the operator's included. */
export const MAX_CONTRIBUTIONS = 4

/** Mainnet's staking requirement of forks 13 to 15: linear between these points. Heights and atomic units. */
const REQUIREMENT_POINTS: readonly (readonly [height: number, amount: bigint])[] = [
  [385824, 20458380815527n],
  [429024, 19332319724305n],
  [472224, 18438564443912n],
  [515424, 17729190407764n],
  [558624, 17166159862153n],
  [601824, 16719282221956n],
  [645024, 16364595203882n],
]

/** Interpolates with integer slopes; the first segment also applies before its start. */
const interpolatedRequirement = (height: number): bigint => {
  const end = Math.max(
    1,
    REQUIREMENT_POINTS.findIndex(([at]) => height < at),
  )
  const [from, to, last] = [REQUIREMENT_POINTS[end - 1], REQUIREMENT_POINTS[end], REQUIREMENT_POINTS.at(-1)]
  if (from === undefined || to === undefined || last === undefined) return 0n
  if (height >= last[0]) return last[1]
  return from[1] + ((to[1] - from[1]) / BigInt(to[0] - from[0])) * BigInt(height - from[0])
}

const EXPONENTIAL_START_HEIGHT = 101250

/** Double arithmetic is consensus here. */
const exponentialRequirement = (base: bigint, more: number, height: number): bigint =>
  base * COIN +
  BigInt(
    Math.trunc(
      (more * Number(COIN)) /
        powerOfTwo((Math.max(height, EXPONENTIAL_START_HEIGHT) - EXPONENTIAL_START_HEIGHT) / 129600),
    ),
  )

const mainnetRequirement = (fork: number, height: number): bigint => {
  if (fork >= Fork.clsag) return 15000n * COIN
  if (fork >= Fork.perOutputFee) return interpolatedRequirement(height)
  return fork >= Fork.infiniteStaking
    ? exponentialRequirement(15000n, 25007, height)
    : exponentialRequirement(10000n, 35000, height)
}

/**
 * Returns the staking requirement of a node registered at a height, in atomic units.
 *
 * @example
 * import { oxenMainnet } from '../networks/oxen.ts'
 * stakingRequirement(oxenMainnet, 800_000) // 15_000_000_000_000n
 */
export const stakingRequirement = (network: Network, height: number): bigint => {
  const { netType } = network
  if (netType === 'testnet' || netType === 'fakechain') return 100n * COIN
  const fork = hardForkAt(network, height)
  return netType === 'devnet' ? mainnetRequirement(fork, 600000 + height) / 10n : mainnetRequirement(fork, height)
}

/**
 * Returns the blocks for which a deregistration locks stakes (oxen-core: `staking_num_lock_blocks`).
 *
 * @example
 * import { oxenMainnet } from '../networks/oxen.ts'
 * stakingLockBlocks(oxenMainnet) // 21600
 */
export const stakingLockBlocks = ({ netType }: Network): number =>
  netType === 'fakechain' ? 30 : netType === 'testnet' ? 1440 : 21600

/**
 * Returns the blocks between an unlock request and the unlock.
 *
 * @example
 * import { oxenMainnet } from '../networks/oxen.ts'
 * unlockDelayBlocks(oxenMainnet) // 10800
 */
export const unlockDelayBlocks = (network: Network): number => stakingLockBlocks(network) / 2

/**
 * Converts portions of a requirement to atomic units.
 *
 * @example
 * portionsToAmount(STAKING_PORTIONS / 2n, 100n) // 50n
 */
export const portionsToAmount = (portions: bigint, requirement: bigint): bigint =>
  (requirement * portions) / STAKING_PORTIONS

/**
 * Returns the minimum portions that are worth an amount.
 *
 * @example
 * amountToPortions(100n, 100n) // STAKING_PORTIONS
 */
export const amountToPortions = (amount: bigint, requirement: bigint): bigint =>
  (amount * STAKING_PORTIONS + requirement - 1n) / requirement

/**
 * Returns the minimum of the next contribution; undefined if no more are accepted. 64-bit arithmetic is consensus.
 *
 * @example
 * minContribution(17, 100n, 40n, 1) // 20n
 * minContribution(17, 100n, 40n, 4) // undefined
 */
export const minContribution = (
  fork: number,
  requirement: bigint,
  reserved: bigint,
  contributions: number,
): bigint | undefined => {
  const open = BigInt.asUintN(64, requirement - reserved)
  if (fork < Fork.infiniteStaking) {
    const fair = requirement / BigInt(MAX_CONTRIBUTIONS)
    return open < fair ? open : fair
  }
  return contributions >= MAX_CONTRIBUTIONS ? undefined : open / BigInt(MAX_CONTRIBUTIONS - contributions)
}

/**
 * Returns whether reserved portions are valid: each at least the minimum contribution, their sum at most the whole.
 *
 * @example
 * arePortionsValid(17, [STAKING_PORTIONS / 4n]) // true
 * arePortionsValid(17, [1n]) // false
 */
export const arePortionsValid = (fork: number, portions: readonly bigint[]): boolean => {
  if (portions.length === 0 || portions.length > MAX_CONTRIBUTIONS) return false
  let reserved = 0n
  for (const [i, share] of portions.entries()) {
    const minimum = minContribution(fork, STAKING_PORTIONS, reserved, i)
    if (minimum === undefined || share < minimum) return false
    reserved = BigInt.asUintN(64, reserved + share)
  }
  return reserved <= STAKING_PORTIONS
}

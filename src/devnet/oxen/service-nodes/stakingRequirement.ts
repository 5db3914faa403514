// What a service node must stake, and how it is shared. Shares are portions: 2^64 - 4 of them are the whole.

import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { Fork } from '../rules/forks.ts'
import { powerOfTwo } from '../rules/powerOfTwo.ts'
import { COIN } from '../rules/reward.ts'

/** All portions together. */
export const STAKING_PORTIONS = 2n ** 64n - 4n
/** Most contributions that a node takes, the operator's included. */
export const MAX_CONTRIBUTIONS = 4

/** Requirements of mainnet for forks 13 to 15: a line between each two points. Heights and atomic units. */
const REQUIREMENT_POINTS: readonly (readonly [height: number, amount: bigint])[] = [
  [385824, 20458380815527n],
  [429024, 19332319724305n],
  [472224, 18438564443912n],
  [515424, 17729190407764n],
  [558624, 17166159862153n],
  [601824, 16719282221956n],
  [645024, 16364595203882n],
]

/** The slope of each line is a whole number; before the first point the first line counts. */
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

/** Double arithmetic is part of the rule here. */
const exponentialRequirement = (least: bigint, more: number, height: number): bigint =>
  least * COIN +
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

/** What a node that is registered at a height must stake, in atomic units. */
export const stakingRequirement = (network: Network, height: number): bigint => {
  const { netType } = network
  if (netType === 'testnet' || netType === 'fakechain') return 100n * COIN
  const fork = hardForkAt(network, height)
  return netType === 'devnet' ? mainnetRequirement(fork, 600000 + height) / 10n : mainnetRequirement(fork, height)
}

/** Blocks for which stakes are locked by a deregistration. */
export const stakingLockBlocks = ({ netType }: Network): number =>
  netType === 'fakechain' ? 30 : netType === 'testnet' ? 1440 : 21600

/** Blocks from asking for a stake back to having it. */
export const unlockDelayBlocks = (network: Network): number => stakingLockBlocks(network) / 2

/** What portions of a requirement are worth, in atomic units. */
export const portionsToAmount = (portions: bigint, requirement: bigint): bigint =>
  (requirement * portions) / STAKING_PORTIONS

/** The fewest portions that are worth an amount. */
export const amountToPortions = (amount: bigint, requirement: bigint): bigint =>
  (amount * STAKING_PORTIONS + requirement - 1n) / requirement

/** The least that the next contribution must bring; undefined when none is taken any more. 64-bit arithmetic is part of the rule. */
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

/** Whether reserved portions can stand together: each at least what it must bring, no more than all there is. */
export const arePortionsValid = (fork: number, portions: readonly bigint[]): boolean => {
  if (portions.length === 0 || portions.length > MAX_CONTRIBUTIONS) return false
  let reserved = 0n
  for (const [i, share] of portions.entries()) {
    const least = minContribution(fork, STAKING_PORTIONS, reserved, i)
    if (least === undefined || share < least) return false
    reserved = BigInt.asUintN(64, reserved + share)
  }
  return reserved <= STAKING_PORTIONS
}

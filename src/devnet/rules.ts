// What a development chain demands, as one value: the network with its fork schedule, who is paid by decree, how hard mining is.
// The rules are those of the oxen family (v8.1 form), from its first fork in use, 7, on.

import { FormatError } from '../bytes/cursor.ts'
import type { HardFork, Network } from '../coin/network.ts'
import { oxenRegtest } from '../coin/oxen.ts'

/** A fork schedule that cannot be. */
export class ForkScheduleError extends Error {
  override readonly name = 'ForkScheduleError'
}

/** To whom the governance part of rewards goes, from a fork on. */
export type GovernanceAddress = { readonly fromFork: number; readonly address: string }

/**
 * Who gets the reward of the block leader (16.5 coins from fork 15 on) while there is no service node. `burn` is the reference's
 * rule: it goes to a key that nobody has. `miner` adds it to what the miner gets, so that mining gives coins: the one deviation
 * of a development chain. Blocks of the one kind are refused by the other.
 */
export type UnclaimedReward = 'burn' | 'miner'

export type ChainRules = {
  readonly network: Network
  /** blocks between two payments of governance, from fork 10 on */
  readonly governanceInterval: number
  readonly governanceAddresses: readonly GovernanceAddress[]
  /** the same for every block, or the reference's average over the last solve times */
  readonly difficulty: bigint | 'adjusted'
  readonly unclaimedReward: UnclaimedReward
}

/** Forks that rules depend on, by what they brought. */
export const Fork = {
  first: 7,
  flatEmission: 8,
  serviceNodes: 9,
  bulletproofs: 10,
  infiniteStaking: 11,
  /** fees 80 times as high, this fork only */
  checkpoints: 12,
  perOutputFee: 13,
  blink: 14,
  names: 15,
  clsag: 16,
  newest: 17,
} as const

const MAINNET_GOVERNANCE: readonly GovernanceAddress[] = [
  {
    fromFork: 0,
    address: 'LCFxT37LAogDn1jLQKf4y7aAqfi21DjovX9qyijaLYQSdrxY1U5VGcnMJMjWrD9RhjeK5Lym67wZ73uh9AujXLQ1RKmXEyL',
  },
  {
    fromFork: Fork.infiniteStaking,
    address: 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz',
  },
]

/** Rules of a fake chain: difficulty 1, mainnet's addresses, a new fork each block up to the newest. */
export const regtestRules: ChainRules = {
  network: oxenRegtest,
  governanceInterval: 100,
  governanceAddresses: MAINNET_GOVERNANCE,
  difficulty: 1n,
  unclaimedReward: 'burn',
}

/** Rules of `faba node`: a fake chain whose miner earns coins. */
export const developmentRules: ChainRules = { ...regtestRules, unclaimedReward: 'miner' }

/** The rules with another fork schedule. */
export const withForks = (rules: ChainRules, hardForks: readonly HardFork[]): ChainRules => ({
  ...rules,
  network: { ...rules.network, hardForks },
})

/**
 * A schedule as text: `7:1,11:2,16:20` means fork 7 from height 1, 11 from height 2, 16 from height 20.
 * @throws ForkScheduleError
 */
export const parseForks = (text: string): HardFork[] => {
  const forks = text.split(',').map((entry): HardFork => {
    const match = /^\s*(\d{1,3}):(\d{1,9})\s*$/.exec(entry)
    if (match === null)
      throw new ForkScheduleError(`a fork is written version:height, as in 7:1,17:2, not "${entry.slice(0, 40)}"`)
    return { version: Number(match[1]), height: Number(match[2]) }
  })
  const [first] = forks
  if (first?.version !== Fork.first || first.height !== 1)
    throw new ForkScheduleError(`the schedule must begin with ${Fork.first}:1, as the genesis block has that version`)
  for (const [i, { version, height }] of forks.entries()) {
    const before = forks[i - 1]
    if (before !== undefined && (version <= before.version || height <= before.height))
      throw new ForkScheduleError(
        `versions and heights must ascend, but ${version}:${height} follows ${before.version}:${before.height}`,
      )
    if (version > Fork.newest) throw new ForkScheduleError(`fork ${version} is not known, the newest is ${Fork.newest}`)
  }
  return forks
}

/** The newest fork of a schedule, for which blocks vote. */
export const newestFork = ({ network }: ChainRules): number => network.hardForks.at(-1)?.version ?? Fork.first

/** Transaction versions that a fork allows. */
export const transactionVersions = (fork: number): { readonly least: number; readonly most: number } => {
  if (fork < Fork.serviceNodes) return { least: 2, most: 2 }
  if (fork < Fork.infiniteStaking) return { least: 2, most: 3 }
  return { least: 4, most: 4 }
}

/** The highest transaction type that a fork allows. */
export const highestTransactionType = (fork: number): number => {
  if (fork < Fork.serviceNodes) return 0
  if (fork < Fork.infiniteStaking) return 1
  if (fork < Fork.blink) return 2
  if (fork < Fork.names) return 3
  return 4
}

/** Address of the governance in force at a fork. */
export const governanceAddress = ({ governanceAddresses }: ChainRules, fork: number): string => {
  const found = governanceAddresses.findLast(({ fromFork }) => fromFork <= fork)
  if (found === undefined) throw new FormatError(`the rules name no governance address for fork ${fork}`)
  return found.address
}

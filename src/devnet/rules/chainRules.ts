// The rules of one development chain: network with fork schedule, consensus of its family, difficulty. And the chain's identity as text.

import { toHex } from '../../bytes/hex.ts'
import type { HardFork, Network } from '../../coin/networks/network.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { type Consensus, type Family, newestForkOf } from './consensus.ts'
import type { ProofOfWorkSettings } from './proofOfWork.ts'
import { SEED_EPOCH, type SeedEpoch } from './seedEpoch.ts'

/** A fork schedule is malformed or not possible for the family. */
export class ForkScheduleError extends FabaError {
  override readonly name = 'ForkScheduleError'
  readonly code = 'fork-schedule'
}

export type ChainRules = {
  readonly network: Network
  readonly family: Family
  /** the family's rules under the network's fork schedule */
  readonly consensus: Consensus
  /** initial setting of a new chain */
  readonly difficulty: ProofOfWorkSettings['difficulty']
  /** when the seed of the proof of work changes */
  readonly seedEpoch: SeedEpoch
}

/** Builds the rules of a network of a family. */
export const chainRules = (network: Network, family: Family, difficulty: ChainRules['difficulty']): ChainRules => ({
  network,
  family,
  consensus: family(network),
  difficulty,
  seedEpoch: SEED_EPOCH,
})

/** Returns the same rules with another fork schedule. */
export const withForks = (rules: ChainRules, hardForks: readonly HardFork[]): ChainRules => ({
  ...chainRules({ ...rules.network, hardForks }, rules.family, rules.difficulty),
  seedEpoch: rules.seedEpoch,
})

/** Versions are one byte in the RPC. */
const MAX_VERSION = 255

/**
 * Parses a fork schedule: `7:1,11:2,16:20` is fork 7 from height 1, 11 from height 2, 16 from height 20. A version above the newest known
 * one has the rules of the newest known one: wallets show at it what they do at a hard fork that they do not know.
 * @throws ForkScheduleError
 */
export const parseForks = (text: string, { consensus }: ChainRules): HardFork[] => {
  const forks = text.split(',').map((entry): HardFork => {
    const match = /^\s*(\d{1,3}):(\d{1,9})\s*$/.exec(entry)
    if (match === null)
      throw new ForkScheduleError(
        `a fork must have the form version:height, as in 7:1,17:2, not "${entry.slice(0, 40)}"`,
      )
    return { version: Number(match[1]), height: Number(match[2]) }
  })
  const [first] = forks
  const { firstFork } = consensus
  if (first?.version !== firstFork || first.height !== 1)
    throw new ForkScheduleError(`the schedule must begin with ${firstFork}:1, as the genesis block has that version`)
  for (const [i, { version, height }] of forks.entries()) {
    const before = forks[i - 1]
    if (before !== undefined && (version <= before.version || height <= before.height))
      throw new ForkScheduleError(
        `versions and heights must ascend, but ${version}:${height} follows ${before.version}:${before.height}`,
      )
    if (version > MAX_VERSION) throw new ForkScheduleError(`versions go up to ${MAX_VERSION}, but a fork is ${version}`)
  }
  return forks
}

/**
 * Returns the identity of a chain as JSON text: network, genesis block, fork schedule, newest fork. Only a chain with the same identity
 * can be loaded or resumed.
 */
export const chainIdentity = ({ network, consensus }: ChainRules): string =>
  JSON.stringify({
    network: network.name,
    genesis: toHex(network.genesisId),
    forks: network.hardForks.map(({ version, height }) => `${version}:${height}`).join(','),
    newest: consensus.newestFork,
  })

const NAMES = { network: 'network', genesis: 'genesis block', forks: 'fork schedule', newest: 'newest fork' } as const
/** Characters quoted from untrusted text. */
const MAX_QUOTED_CHARACTERS = 80

/** Describes the first difference between two results of `chainIdentity`. `found` is untrusted text. */
export const describeIdentityMismatch = (found: string, expected: string): string => {
  const [foundMembers, expectedMembers] = [membersOf(found), membersOf(expected)]
  for (const [member, name] of Object.entries(NAMES)) {
    const [there, here] = [foundMembers.get(member), expectedMembers.get(member)]
    if (there !== here) return `its ${name} is ${(there ?? 'missing').slice(0, MAX_QUOTED_CHARACTERS)}, not ${here}`
  }
  return 'its chain identity differs'
}

const membersOf = (identity: string): ReadonlyMap<string, string> => {
  try {
    const value: unknown = JSON.parse(identity)
    if (typeof value === 'object' && value !== null)
      return new Map(Object.entries(value).map(([name, member]) => [name, String(member)]))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return new Map()
}

/** Returns the newest fork of the chain's schedule; it is the version that blocks vote for. */
export const newestScheduledFork = ({ network, consensus }: ChainRules): number =>
  newestForkOf(network.hardForks, consensus)

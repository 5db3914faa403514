// What a development chain demands, as one value: the network with its fork schedule, the rules of its family, how hard mining is.

import { toHex } from '../../bytes/hex.ts'
import type { HardFork, Network } from '../../coin/networks/network.ts'
import { type Consensus, type Family, newestForkOf } from './consensus.ts'
import type { ProofOfWorkSettings } from './proofOfWork.ts'

/** A fork schedule that cannot be. */
export class ForkScheduleError extends Error {
  override readonly name = 'ForkScheduleError'
}

export type ChainRules = {
  readonly network: Network
  readonly family: Family
  /** the family's rules under the network's schedule */
  readonly consensus: Consensus
  /** of a new chain */
  readonly difficulty: ProofOfWorkSettings['difficulty']
}

/** The rules of a network, by its family. */
export const chainRules = (network: Network, family: Family, difficulty: ChainRules['difficulty']): ChainRules => ({
  network,
  family,
  consensus: family(network),
  difficulty,
})

/** The rules with another fork schedule. */
export const withForks = ({ network, family, difficulty }: ChainRules, hardForks: readonly HardFork[]): ChainRules =>
  chainRules({ ...network, hardForks }, family, difficulty)

/**
 * A schedule as text: `7:1,11:2,16:20` means fork 7 from height 1, 11 from height 2, 16 from height 20.
 * @throws ForkScheduleError
 */
export const parseForks = (text: string, { consensus }: ChainRules): HardFork[] => {
  const forks = text.split(',').map((entry): HardFork => {
    const match = /^\s*(\d{1,3}):(\d{1,9})\s*$/.exec(entry)
    if (match === null)
      throw new ForkScheduleError(`a fork is written version:height, as in 7:1,17:2, not "${entry.slice(0, 40)}"`)
    return { version: Number(match[1]), height: Number(match[2]) }
  })
  const [first] = forks
  const { firstFork, newestFork } = consensus
  if (first?.version !== firstFork || first.height !== 1)
    throw new ForkScheduleError(`the schedule must begin with ${firstFork}:1, as the genesis block has that version`)
  for (const [i, { version, height }] of forks.entries()) {
    const before = forks[i - 1]
    if (before !== undefined && (version <= before.version || height <= before.height))
      throw new ForkScheduleError(
        `versions and heights must ascend, but ${version}:${height} follows ${before.version}:${before.height}`,
      )
    if (version > newestFork) throw new ForkScheduleError(`fork ${version} is not known, the newest is ${newestFork}`)
  }
  return forks
}

/** What must be the same for a chain to go on elsewhere or later: network, genesis block and fork schedule, as text. */
export const chainIdentity = ({ network, consensus }: ChainRules): string =>
  JSON.stringify({
    network: network.name,
    genesis: toHex(network.genesisId),
    forks: network.hardForks.map(({ version, height }) => `${version}:${height}`).join(','),
    newest: consensus.newestFork,
  })

const NAMES = { network: 'network', genesis: 'genesis block', forks: 'fork schedule', newest: 'newest fork' } as const
/** Characters of a text that may be anybody's. */
const MAX_TOLD = 80

/** What first parts two chains, of which `identityOf` said these texts, in words. The one that was found may be anybody's text. */
export const describeIdentityMismatch = (found: string, wanted: string): string => {
  const [of, own] = [membersOf(found), membersOf(wanted)]
  for (const [member, name] of Object.entries(NAMES)) {
    const [there, here] = [of.get(member), own.get(member)]
    if (there !== here) return `its ${name} is ${(there ?? 'not said').slice(0, MAX_TOLD)}, not ${here}`
  }
  return 'it says otherwise which chain it is'
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

/** The newest fork of a schedule, for which blocks vote. */
export const newestScheduledFork = ({ network, consensus }: ChainRules): number =>
  newestForkOf(network.hardForks, consensus)

// What the oxen family (v8.1 form) demands, from its first fork in use on: what its forks brought, and who is paid by decree.

import { FormatError } from '../../../bytes/cursor.ts'
import type { Network } from '../../../coin/networks/network.ts'

/** Forks that rules depend on, by what they brought. */
export const Fork = {
  first: 7,
  flatEmission: 8,
  serviceNodes: 9,
  bulletproofs: 10,
  infiniteStaking: 11,
  /** fees 80 times as high, this fork only */
  checkpoints: 12,
  /** and quorums that sign checkpoints, votes in order */
  perOutputFee: 13,
  blink: 14,
  names: 15,
  clsag: 16,
  newest: 17,
} as const

/** Transaction versions that a fork allows. */
export const transactionVersions = (fork: number): { readonly min: number; readonly max: number } => {
  if (fork < Fork.serviceNodes) return { min: 2, max: 2 }
  if (fork < Fork.infiniteStaking) return { min: 2, max: 3 }
  return { min: 4, max: 4 }
}

/** The highest transaction type that a fork allows. */
export const maxTransactionType = (fork: number): number => {
  if (fork < Fork.serviceNodes) return 0
  if (fork < Fork.infiniteStaking) return 1
  if (fork < Fork.blink) return 2
  if (fork < Fork.names) return 3
  return 4
}

/** To whom the governance part of rewards goes, from a fork on. */
export type GovernanceAddress = { readonly fromFork: number; readonly address: string }

export type Governance = {
  /** blocks between two payments, from fork 10 on */
  readonly interval: number
  readonly addresses: readonly GovernanceAddress[]
}

/** Of fake chains, which pay mainnet's addresses. */
export const regtestGovernance: Governance = {
  interval: 100,
  addresses: [
    {
      fromFork: 0,
      address: 'LCFxT37LAogDn1jLQKf4y7aAqfi21DjovX9qyijaLYQSdrxY1U5VGcnMJMjWrD9RhjeK5Lym67wZ73uh9AujXLQ1RKmXEyL',
    },
    {
      fromFork: Fork.infiniteStaking,
      address: 'LDBEN6Ut4NkMwyaXWZ7kBEAx8X64o6YtDhLXUP26uLHyYT4nFmcaPU2Z2fauqrhTLh4Qfr61pUUZVLaTHqAdycETKM1STrz',
    },
  ],
}

/** The address in force at a fork. */
export const governanceAddress = ({ addresses }: Governance, fork: number): string => {
  const found = addresses.findLast(({ fromFork }) => fromFork <= fork)
  if (found === undefined) throw new FormatError(`the rules name no governance address for fork ${fork}`)
  return found.address
}

/**
 * Who gets the reward of the block leader (16.5 coins from fork 15 on) while there is no service node. `burn` is the reference's
 * rule: it goes to a key that nobody has. `miner` adds it to what the miner gets, so that mining gives coins: the one deviation
 * of a development chain. Blocks of the one kind are refused by the other.
 */
export type UnclaimedReward = 'burn' | 'miner'

/** What distinguishes chains of the family. */
export type OxenRules = {
  readonly network: Network
  readonly governance: Governance
  readonly unclaimedReward: UnclaimedReward
}

// Forks of the oxen family (oxen-core v8.1) and what they introduced; governance addresses.

import { FormatError } from '../../../bytes/cursor.ts'
import type { Network } from '../../../coin/networks/network.ts'

/** Forks that rules depend on, named after what they introduced. */
export const Fork = {
  first: 7,
  flatEmission: 8,
  serviceNodes: 9,
  bulletproofs: 10,
  infiniteStaking: 11,
  /** fees are 80 times as high at this fork only */
  checkpoints: 12,
  /** also checkpoint quorums and sorted votes */
  perOutputFee: 13,
  blink: 14,
  names: 15,
  clsag: 16,
  newest: 17,
} as const

/** Returns the range of transaction versions of a fork. */
export const transactionVersions = (fork: number): { readonly min: number; readonly max: number } => {
  if (fork < Fork.serviceNodes) return { min: 2, max: 2 }
  if (fork < Fork.infiniteStaking) return { min: 2, max: 3 }
  return { min: 4, max: 4 }
}

/** Returns the highest transaction type of a fork. */
export const maxTransactionType = (fork: number): number => {
  if (fork < Fork.serviceNodes) return 0
  if (fork < Fork.infiniteStaking) return 1
  if (fork < Fork.blink) return 2
  if (fork < Fork.names) return 3
  return 4
}

/** The governance address from a fork on. */
export type GovernanceAddress = { readonly fromFork: number; readonly address: string }

export type Governance = {
  /** blocks between two payments, from fork 10 on */
  readonly interval: number
  readonly addresses: readonly GovernanceAddress[]
}

/** Governance of fakechains, with mainnet's addresses. */
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

/** Returns the governance address of a fork. */
export const governanceAddress = ({ addresses }: Governance, fork: number): string => {
  const found = addresses.findLast(({ fromFork }) => fromFork <= fork)
  if (found === undefined) throw new FormatError(`the rules have no governance address for fork ${fork}`)
  return found.address
}

/**
 * The receiver of the block leader's reward (16.5 coins from fork 15 on) if there is no service node. `burn` is oxen-core's rule: an output to
 * the null address, which is unspendable. `miner` adds it to the miner's payment, so that mining yields coins: the only deviation of a
 * development chain from oxen-core. Chains of one kind refuse blocks of the other.
 */
export type UnclaimedReward = 'burn' | 'miner'

/** The parameters in which chains of the family differ. */
export type OxenRules = {
  readonly network: Network
  readonly governance: Governance
  readonly unclaimedReward: UnclaimedReward
}

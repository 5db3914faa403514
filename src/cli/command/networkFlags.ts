// The flags that name a network.

import type { Network } from '../../coin/networks/network.ts'
import { networks } from '../../coin/networks/networks.ts'
import { type FlagGroup, type Flags, UsageError } from './command.ts'

export const NETWORK_GROUP: FlagGroup = {
  title: 'Network',
  flags: [
    { name: 'network', value: 'FAMILY', choices: ['oxen', 'monero'], description: 'oxen (default) or monero' },
    { name: 'testnet', description: 'the test network' },
    { name: 'devnet', description: 'the development network (oxen)' },
    { name: 'stagenet', description: 'the staging network (monero)' },
    { name: 'regtest', description: 'a private chain' },
  ],
}

const NETWORK_FLAGS = ['testnet', 'devnet', 'stagenet', 'regtest'] as const

/**
 * Returns the network that the flags name.
 * @throws UsageError if there is none, or several are named
 */
export const parseNetwork = (flags: Flags): Network => {
  const family = flags.text('network') ?? 'oxen'
  const families = [...new Set(networks.map(({ id }) => id.slice(0, id.indexOf('-'))))]
  if (!families.includes(family)) throw new UsageError(`--network is ${families.join(' or ')}, not "${family}"`)
  const [kind, secondKind] = NETWORK_FLAGS.filter((name) => flags.has(name))
  if (kind !== undefined && secondKind !== undefined)
    throw new UsageError(`choose one of --${kind} and --${secondKind}`)
  const network = networks.find(({ id }) => id === `${family}-${kind ?? 'mainnet'}`)
  if (network === undefined) throw new UsageError(`there is no --${kind} of --network ${family}`)
  return network
}

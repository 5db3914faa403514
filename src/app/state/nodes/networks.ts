// The networks of the network field, in this order. Their definitions are in src/coin; the page needs only names.
import { type TextKey, t } from '../../text/text.ts'

/** The chain of development nodes. */
export const DEVELOPMENT_NETWORK = 'oxen-regtest'

/** The development node inside the page. */
export const IN_PAGE_NODE = 'devnet:'

const names = {
  'oxen-regtest': 'network.oxen-regtest',
  'oxen-mainnet': 'network.oxen-mainnet',
  'monero-mainnet': 'network.monero-mainnet',
  'oxen-testnet': 'network.oxen-testnet',
  'oxen-devnet': 'network.oxen-devnet',
  'monero-stagenet': 'network.monero-stagenet',
  'monero-testnet': 'network.monero-testnet',
  'monero-regtest': 'network.monero-regtest',
} as const satisfies Record<string, TextKey>

export type NetworkId = keyof typeof names

// Object.keys returns string[].
export const networkIds = Object.keys(names) as readonly NetworkId[]

export const isNetworkId = (id: string): id is NetworkId => id in names

/** Returns the name of a network; its id if the page has no name for it. */
export const networkName = (id: string): string => (isNetworkId(id) ? t(names[id]) : id)

const kinds = {
  mainnet: 'networkKind.mainnet',
  testnet: 'networkKind.testnet',
  stagenet: 'networkKind.stagenet',
  devnet: 'networkKind.devnet',
  regtest: 'networkKind.regtest',
} as const satisfies Record<string, TextKey>

const isKind = (kind: string): kind is keyof typeof kinds => kind in kinds

/** Returns which of its coin's networks this is; its id if the page has no name for it. */
export const networkKind = (id: string): string => {
  const kind = id.slice(id.indexOf('-') + 1)
  return isKind(kind) ? t(kinds[kind]) : id
}

/** Whether the coins of a network have a value. */
export const hasValue = (id: string): boolean => id.endsWith('-mainnet')

/** Whether each node of a network has a chain of its own. */
export const isPrivateNetwork = (id: string): boolean => id.endsWith('-regtest')

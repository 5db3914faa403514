// The networks a wallet can be made for, in the order they are offered. What they are lives in src/coin; the page needs names.
import { type TextKey, t } from '../text/text.ts'

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

// Object.keys forgets the keys' type.
export const networkIds = Object.keys(names) as readonly NetworkId[]

export const isNetworkId = (id: string): id is NetworkId => id in names

/** The name of a network; its id where the page has no name for it. */
export const networkName = (id: string): string => (isNetworkId(id) ? t(names[id]) : id)

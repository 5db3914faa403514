// The identity of each network's chain: what a node reports, and the id of the first block. Without the rest of a network's definition, so
// that a page can recognise the network of a node with little code.

type ChainIdentity = {
  /** `nettype` of the node's get_info */
  readonly netType: string
  /** hex */
  readonly genesisId: string
}

const MONERO = '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3'
const OXEN = '08ff156d993012b0bdf2816c4bee47c9bbc7930593b70ee02574edddf15ee933'

/** Networks of both families share the names of their net types; a regtest network has the first block of its mainnet. */
export const chainIds = {
  'monero-mainnet': { netType: 'mainnet', genesisId: MONERO },
  'monero-testnet': {
    netType: 'testnet',
    genesisId: '48ca7cd3c8de5b6a4d53d2861fbdaedca141553559f9be9520068053cda8430b',
  },
  'monero-stagenet': {
    netType: 'stagenet',
    genesisId: '76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb',
  },
  'monero-regtest': { netType: 'fakechain', genesisId: MONERO },
  'oxen-mainnet': { netType: 'mainnet', genesisId: OXEN },
  'oxen-testnet': {
    netType: 'testnet',
    genesisId: '469b387c5c84130f7ec9e7e128a35ae3a1c728522aeb282e8ee145cfc1b5529b',
  },
  'oxen-devnet': {
    netType: 'devnet',
    genesisId: '93228e506979e2159af05ff19a06dd35ac27a54b9b9feee76db14b534d739fe2',
  },
  'oxen-regtest': { netType: 'fakechain', genesisId: OXEN },
} as const satisfies Record<string, ChainIdentity>

/**
 * Returns the id of the network whose chain has a net type and first block; undefined if there is none.
 * @param genesisId hex
 *
 * @example
 * findNetworkId('fakechain', chainIds['oxen-mainnet'].genesisId) // 'oxen-regtest'
 * findNetworkId('mainnet', '00') // undefined
 */
export const findNetworkId = (netType: string, genesisId: string): string | undefined =>
  Object.entries(chainIds).find(([, chain]) => chain.netType === netType && chain.genesisId === genesisId)?.[0]

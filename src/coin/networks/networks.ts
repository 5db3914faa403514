// The table of all networks.

import { FabaError } from '../../errors/fabaError.ts'
import { moneroMainnet, moneroRegtest, moneroStagenet, moneroTestnet } from './monero.ts'
import type { Network } from './network.ts'
import { oxenDevnet, oxenMainnet, oxenRegtest, oxenTestnet } from './oxen.ts'

/** No network has the requested id. */
export class UnknownNetworkError extends FabaError<{ readonly id: string }> {
  override readonly name = 'UnknownNetworkError'
  readonly code = 'unknown-network'
}

/** All networks, the oxen family first. */
export const networks: readonly Network[] = [
  oxenMainnet,
  oxenTestnet,
  oxenDevnet,
  oxenRegtest,
  moneroMainnet,
  moneroTestnet,
  moneroStagenet,
  moneroRegtest,
]

/**
 * Returns the network with an id.
 * @throws UnknownNetworkError
 *
 * @example
 * networkById('oxen-mainnet').ticker // 'OXEN'
 */
export const networkById = (id: string): Network => {
  const network = networks.find((candidate) => candidate.id === id)
  if (network === undefined)
    throw new UnknownNetworkError(
      `there is no network "${id}"; the networks are ${networks.map((known) => known.id).join(', ')}`,
      { details: { id } },
    )
  return network
}

/**
 * Returns the public networks of a network's coin. Contains the network itself unless it is a regtest.
 *
 * @example
 * publicNetworksOf(networkById('oxen-regtest')).map(({ netType }) => netType) // ['mainnet', 'testnet', 'devnet']
 */
export const publicNetworksOf = (network: Network): Network[] =>
  networks.filter((other) => other.familyName === network.familyName && other.netType !== 'fakechain')

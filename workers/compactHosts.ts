// The hosts of the compact chain that wallets of the page use: the one of the page, or one that the user names.

import type { Network } from '../src/coin/networks/network.ts'
import { type CompactHost, createCompactHost } from '../src/daemon/compactHost.ts'
import { BESIDE_PAGE } from '../src/wallet/open/walletRules.ts'

/**
 * Returns a function that returns the host of a network for the setting `compactUrl`, the same one each time.
 * @param page address of the page's folder: its compact chains are in `compact/NETWORK`
 */
export const createCompactHosts = (page: URL): ((network: Network, compactUrl: string) => CompactHost | undefined) => {
  const hosts = new Map<string, CompactHost>()
  const create = (network: Network, compactUrl: string): CompactHost =>
    createCompactHost({
      network,
      url: compactUrl === BESIDE_PAGE ? new URL(`compact/${network.id}`, page).href : compactUrl,
      fetch: (request) => fetch(request),
      mayBeMissing: compactUrl === BESIDE_PAGE,
    })
  return (network, compactUrl) => {
    if (compactUrl === '') return undefined
    const key = `${network.id} ${compactUrl}`
    const known = hosts.get(key) ?? create(network, compactUrl)
    hosts.set(key, known)
    return known
  }
}

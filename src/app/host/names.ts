// OpenAlias names, asked of the resolver that the person chose and believed only where signatures lead to them from the DNS root.
import { networkById } from '../../coin/networks/networks.ts'
import { createAliasResolver } from '../../dns/aliasResolver.ts'
import { selectAlias } from '../../dns/openAlias.ts'

/**
 * The address of a network that a name leads to.
 * @param resolver address of a DNS service over HTTPS; it learns the name
 * Throws an error that says why there is none.
 */
export const addressAtName = async (resolver: string, networkId: string, name: string): Promise<string> => {
  const network = networkById(networkId)
  const resolve = createAliasResolver({ url: resolver, fetch: (request) => fetch(request), clock: () => Date.now() })
  const found = selectAlias([network], await resolve(name))
  if (found === undefined) throw new Error(`there is no ${network.ticker} address at ${name}`)
  return found.address
}

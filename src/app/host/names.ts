// OpenAlias names, asked of the resolver that the person chose and believed only where signatures lead to them from the DNS root.
import { networkById } from '../../coin/networks/networks.ts'
import { aliasFor } from '../../dns/openAlias.ts'
import { createNameResolver } from '../../dns/resolve.ts'

/**
 * The address of a network that a name leads to.
 * @param resolver address of a DNS service over HTTPS; it learns the name
 * Throws an error that says why there is none.
 */
export const addressAtName = async (resolver: string, networkId: string, name: string): Promise<string> => {
  const network = networkById(networkId)
  const resolve = createNameResolver({ url: resolver, fetch: (request) => fetch(request), clock: () => Date.now() })
  const found = aliasFor([network], await resolve(name))
  if (found === undefined) throw new Error(`there is no ${network.ticker} address at ${name}`)
  return found.address
}

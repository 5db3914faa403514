// Resolves OpenAlias names with the DNS service from the page's settings. Records are used only with DNSSEC signatures from the DNS root.
import { networkById } from '../src/coin/networks/networks.ts'
import { createAliasResolver } from '../src/dns/aliasResolver.ts'
import { selectAlias } from '../src/dns/openAlias.ts'
import { FabaError } from '../src/errors/fabaError.ts'

/** The name exists, but has no address of this network. */
export class AddressNotPublishedError extends FabaError<{ readonly ticker: string; readonly name: string }> {
  override readonly name = 'AddressNotPublishedError'
  readonly code = 'address-not-published'
}

/**
 * Returns the address that a name has for a network.
 * @param resolver URL of a DNS service over HTTPS; it learns the name
 * @throws AddressNotPublishedError, and the errors of `createAliasResolver`
 */
export const lookUpAddress = async (resolver: string, networkId: string, name: string): Promise<string> => {
  const network = networkById(networkId)
  const resolve = createAliasResolver({ url: resolver, fetch: (request) => fetch(request), clock: () => Date.now() })
  const found = selectAlias([network], await resolve(name))
  if (found === undefined)
    throw new AddressNotPublishedError(`there is no ${network.ticker} address at ${name}`, {
      details: { ticker: network.ticker, name },
    })
  return found.address
}

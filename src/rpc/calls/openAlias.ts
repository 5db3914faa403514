// OpenAlias names in place of addresses, for hosts that resolve them.

import type { Network } from '../../coin/networks/network.ts'
import { NameNotFoundError, NotValidatedError, ResolverError } from '../../dns/errors.ts'
import { isAliasName, selectAlias } from '../../dns/openAlias.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import { formOf, requireWallet, type WalletRpcContext } from './walletRpcContext.ts'

const invalidAddress = (context: WalletRpcContext, name: string, reason: string): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.wrongAddress, formOf(context).errors.invalidAddress(name), reason)

/**
 * Resolves a name to an address of one of the networks; undefined if it has none.
 * @throws JsonRpcError if the host resolves no names, the resolver fails, or the records are not validated by DNSSEC
 */
export const resolveAliasAddress = async (
  context: WalletRpcContext,
  networks: readonly Network[],
  name: string,
): Promise<string | undefined> => {
  const { host } = context
  if (host?.resolveName === undefined)
    throw new JsonRpcError(
      WALLET_RPC_CODES.unknown,
      'OpenAlias names are not resolved',
      'no resolver is configured: resolve the name and pass the address',
    )
  try {
    return selectAlias(networks, await host.resolveName(name))?.address
  } catch (error) {
    if (error instanceof NameNotFoundError) return undefined
    if (error instanceof NotValidatedError)
      throw new JsonRpcError(WALLET_RPC_CODES.wrongAddress, `Invalid DNSSEC for ${name}`, error.message)
    if (error instanceof ResolverError) throw invalidAddress(context, name, error.message)
    throw error
  }
}

/**
 * Resolves a text to an address if it has the form of a name; returns any other text unchanged, without validation.
 * @throws JsonRpcError if the name has no address of the network
 */
export const resolveAddress = async (context: WalletRpcContext, network: Network, text: string): Promise<string> => {
  if (!isAliasName(text)) return text
  if (context.host?.resolveName === undefined)
    throw invalidAddress(context, text, 'this is an OpenAlias name, and no resolver is configured: pass the address')
  const address = await resolveAliasAddress(context, [network], text)
  if (address === undefined) throw invalidAddress(context, text, `No ${network.familyName} address found at ${text}`)
  return address
}

/**
 * Returns a destination with the address in place of a name. Where the user approves payments, names are not resolved and fail as
 * invalid addresses: a name may lead elsewhere a moment after the approval.
 * @throws JsonRpcError as above
 */
export const resolveDestination = async <Destination extends { readonly address: string }>(
  context: WalletRpcContext,
  destination: Destination,
): Promise<Destination> => {
  const { network } = requireWallet(context)
  if (context.requestApproval !== undefined) return destination
  return { ...destination, address: await resolveAddress(context, network, destination.address) }
}

// Addresses of nodes as users write them.

import type { Network } from '../../coin/networks/network.ts'
import { DaemonChoiceError } from '../walletRpcContext.ts'

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
const PORT = /^https?:\/\/(?:\[[^\]]*\]|[^:/[\]]*):\d+/i

/**
 * Returns the URL of a node from `host`, `host:port` or a URL. The default scheme is http, the default port that of the network.
 * @throws DaemonChoiceError if the address is invalid or contains a login
 */
export const nodeUrlOf = (address: string, network: Network): string => {
  const text = address.trim()
  const withScheme = SCHEME.test(text) ? text : `http://${text}`
  if (!URL.canParse(withScheme) || !/^https?:\/\/./i.test(withScheme))
    throw new DaemonChoiceError(`a node's address looks like host:${network.rpcPort} or http://host:${network.rpcPort}`)
  const url = new URL(withScheme)
  if (url.username !== '' || url.password !== '')
    throw new DaemonChoiceError("a node's address must not contain a login: pass user name and password separately")
  if (!PORT.test(withScheme)) url.port = String(network.rpcPort)
  return url.href.replace(/\/+$/, '')
}

// Addresses of nodes as users write them.

import type { Network } from '../../coin/networks/network.ts'
import { NodeUrlError } from '../../daemon/errors.ts'
import { parseNodeUrl } from '../../daemon/nodeUrl.ts'
import { DaemonChoiceError, type SslSupport } from './walletRpcContext.ts'

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
const HTTPS_PORT = /:443\/?$/
const PORT = /^https?:\/\/(?:\[[^\]]*\]|[^:/[\]]*):\d+/i

/** @throws DaemonChoiceError if the scheme of a URL contradicts `ssl` */
export const checkTls = (url: string, ssl: SslSupport): void => {
  const isSecure = /^https:/i.test(url)
  if (ssl === 'disabled' && isSecure)
    throw new DaemonChoiceError('the address begins with https://, which requires TLS, and TLS is disabled')
  if (ssl === 'enabled' && !isSecure)
    throw new DaemonChoiceError('TLS is required, and the address begins with http://')
}

/** Returns an address with its scheme. An address without one has http, unless TLS is enabled or the port is that of https. */
const withSchemeOf = (text: string, ssl: SslSupport): string => {
  if (!SCHEME.test(text)) {
    const isSecure = ssl === 'enabled' || (ssl === 'autodetect' && HTTPS_PORT.test(text))
    return `${isSecure ? 'https' : 'http'}://${text}`
  }
  checkTls(text, ssl)
  return text
}

/**
 * Returns the URL of a node from `host`, `host:port` or a URL. The default scheme is http (https on port 443), the default port that of the
 * network. The result is no address to parse again: a URL has no port if it is that of its scheme.
 * @throws DaemonChoiceError if the address is invalid or contains a login, or contradicts `ssl`
 */
export const nodeUrlOf = (address: string, network: Network, ssl: SslSupport): string => {
  const withScheme = withSchemeOf(address.trim(), ssl)
  if (!URL.canParse(withScheme) || !/^https?:\/\/./i.test(withScheme))
    throw new DaemonChoiceError(`a node's address looks like host:${network.rpcPort} or http://host:${network.rpcPort}`)
  const url = new URL(withScheme)
  if (url.username !== '' || url.password !== '')
    throw new DaemonChoiceError("a node's address must not contain a login: pass user name and password separately")
  if (!PORT.test(withScheme)) url.port = String(network.rpcPort)
  try {
    return parseNodeUrl(url.href)
  } catch (error) {
    if (error instanceof NodeUrlError) throw new DaemonChoiceError(error.message)
    throw error
  }
}

// Connections through a SOCKS 5 proxy (RFC 1928). The proxy resolves host names, so that no DNS query of this machine reveals them.

import { isIP, type Socket } from 'node:net'
import type { SocksClientError } from 'socks'
import { FabaError } from '../../errors/fabaError.ts'
import { DaemonChoiceError } from '../../rpc/walletRpcContext.ts'

/** A host name or IP address without brackets, and a TCP port. */
export type ProxyAddress = { readonly host: string; readonly port: number }

/** The proxy cannot be reached, or does not connect to the destination. */
export class ProxyError extends FabaError {
  override readonly name = 'ProxyError'
  readonly code = 'proxy'
}

const PROXY = /^(?:socks(?:5h?)?:\/\/)?(?:(\[[^\]]+\]|[^:/[\]]+):)?(\d{1,5})\/?$/i

/**
 * Parses a proxy's address: `host:port`, `socks5://host:port`, or a port of this machine. Returns undefined for an empty text.
 * @throws DaemonChoiceError
 */
export const parseProxyAddress = (text: string): ProxyAddress | undefined => {
  if (text.trim() === '') return undefined
  const [, host = '127.0.0.1', port = ''] = PROXY.exec(text.trim()) ?? []
  if (port === '' || Number(port) < 1 || Number(port) > 65535)
    throw new DaemonChoiceError('the address of a proxy has the form host:port or socks5://host:port')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** The replies of RFC 1928, section 6, by the names that the library gives them. */
const REPLIES: readonly (readonly [string, string])[] = [
  ['NotAllowed', 'its rules forbid it'],
  ['NetworkUnreachable', 'the network cannot be reached'],
  ['HostUnreachable', 'the host cannot be reached'],
  ['ConnectionRefused', 'the connection was refused'],
  ['TTLExpired', 'the time to live expired'],
  ['Failure', 'general failure of the proxy'],
]

const describeProxyError = (error: SocksClientError): string => {
  if (!error.message.includes('rejected connection'))
    return `the SOCKS 5 handshake with the proxy failed: ${error.message}`
  const [, reason = error.message] = REPLIES.find(([name]) => error.message.endsWith(name)) ?? []
  return `the proxy did not connect: ${reason}`
}

/**
 * Opens a connection through a proxy without authentication.
 * @throws ProxyError
 */
export const connectThroughProxy = async (proxy: ProxyAddress, destination: ProxyAddress): Promise<Socket> => {
  // Few services use a proxy.
  const { SocksClient, SocksClientError } = await import('socks')
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: { ...proxy, type: 5 },
      destination: { host: destination.host, port: destination.port },
    })
    return socket
  } catch (error) {
    if (error instanceof SocksClientError) throw new ProxyError(describeProxyError(error), { cause: error })
    throw error
  }
}

/** Returns the TLS server name for a host; none for an IP address (RFC 6066, section 3). */
export const serverNameOf = (host: string): { readonly servername?: string } =>
  isIP(host) === 0 ? { servername: host } : {}

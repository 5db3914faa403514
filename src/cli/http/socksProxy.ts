// Connections through a SOCKS 5 proxy (RFC 1928). The proxy resolves host names, so that no DNS query of this machine reveals them.

import { connect, isIP, type Socket } from 'node:net'
import type { SocksClientError } from 'socks'
import type { Milliseconds } from '../../async/time.ts'
import { withTimeout } from '../../async/withTimeout.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { DaemonChoiceError } from '../../rpc/calls/walletRpcContext.ts'

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

const handshakeError = (reason: string, cause: unknown): ProxyError =>
  new ProxyError(`the SOCKS 5 handshake with the proxy failed: ${reason}`, { cause })

const toProxyError = (error: SocksClientError): ProxyError => {
  if (!error.message.includes('rejected connection')) return handshakeError(error.message, error)
  const [, reason = error.message] = REPLIES.find(([name]) => error.message.endsWith(name)) ?? []
  return new ProxyError(`the proxy did not connect: ${reason}`, { cause: error })
}

const CONNECT_TIMEOUT_MS: Milliseconds = 30_000

/** Connects to a proxy. Errors of the connection have a listener for as long as it lives: the library removes its own. */
const connectToProxy = async (proxy: ProxyAddress): Promise<Socket> => {
  const socket = connect(proxy)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  socket.on('error', reject)
  try {
    await withTimeout(promise, CONNECT_TIMEOUT_MS, () => {
      throw handshakeError('it does not respond', undefined)
    })
    return socket
  } catch (error) {
    socket.destroy()
    if (error instanceof FabaError || !(error instanceof Error)) throw error
    const code = 'code' in error ? String(error.code) : ''
    throw handshakeError(error.message === '' ? code : error.message, error)
  }
}

/**
 * Opens a connection through a proxy without authentication.
 * @throws ProxyError
 */
export const connectThroughProxy = async (proxy: ProxyAddress, destination: ProxyAddress): Promise<Socket> => {
  // Few services use a proxy.
  const { SocksClient, SocksClientError } = await import('socks')
  const existing_socket = await connectToProxy(proxy)
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      existing_socket,
      proxy: { ...proxy, type: 5 },
      destination: { host: destination.host, port: destination.port },
    })
    return socket
  } catch (error) {
    existing_socket.destroy()
    if (error instanceof SocksClientError) throw toProxyError(error)
    throw error
  }
}

/** Returns the TLS server name for a host; none for an IP address (RFC 6066, section 3). */
export const serverNameOf = (host: string): { readonly servername?: string } =>
  isIP(host) === 0 ? { servername: host } : {}

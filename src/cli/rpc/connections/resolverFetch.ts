// HTTP/2 requests to a DNS-over-HTTPS resolver: some resolvers support no other version (RFC 8484, section 5.2), and the platform's
// fetch does not offer it. Uses the proxy of the node.

import {
  type ClientHttp2Session,
  connect as connectHttp2,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { FabaError } from '../../../errors/fabaError.ts'
import type { Fetch } from '../../../jsonrpc/client.ts'
import { connectThroughProxy, type ProxyAddress, serverNameOf } from '../../http/socksProxy.ts'

/** Idle time after which a connection is closed. */
const IDLE_TIMEOUT_MS = 10_000

/** The resolver does not support HTTP/2, or closes the connection before it responds. */
export class ResolverConnectionError extends FabaError {
  override readonly name = 'ResolverConnectionError'
  readonly code = 'resolver-connection'
}

/** Opens a connection for HTTP/2 to the host of a URL. */
const openSocket = async ({ protocol, hostname, port }: URL, proxy: ProxyAddress | undefined): Promise<Socket> => {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'https:'
  const address = { host, port: Number(port === '' ? (isSecure ? 443 : 80) : port) }
  const socket = proxy === undefined ? undefined : await connectThroughProxy(proxy, address)
  if (!isSecure) return socket ?? connect(address)
  const tlsSocket = connectTls({
    ...address,
    ...serverNameOf(host),
    ALPNProtocols: ['h2'],
    ...(socket === undefined ? {} : { socket }),
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  tlsSocket.once('secureConnect', resolve)
  // Also of a socket that is left because it has no HTTP/2.
  tlsSocket.on('error', reject)
  await promise
  if (tlsSocket.alpnProtocol === 'h2') return tlsSocket
  tlsSocket.destroy()
  throw new ResolverConnectionError('the resolver does not support HTTP/2')
}

/** @param onUnusable called when the session accepts no further requests */
const openSession = async (
  url: URL,
  proxy: ProxyAddress | undefined,
  onUnusable: () => void,
): Promise<ClientHttp2Session> => {
  const socket = await openSocket(url, proxy)
  const session = connectHttp2(url.origin, { createConnection: () => socket, settings: { enablePush: false } })
  // A resolver that pushes before it knows the settings (RFC 9113, section 8.4). The connection ends with it.
  session.on('stream', (pushed) => {
    pushed.on('error', onUnusable)
    session.destroy(new ResolverConnectionError('the resolver pushed a response that was not requested'))
  })
  session.setTimeout(IDLE_TIMEOUT_MS, () => {
    onUnusable()
    session.close()
  })
  session.on('goaway', onUnusable)
  session.on('close', onUnusable)
  // Each request reports its own error.
  session.on('error', onUnusable)
  // An open session does not keep the process alive.
  session.unref()
  return session
}

/** Settles like the promise; rejects with the signal's reason when that aborts first. */
const raceWithAbort = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const sendRequest = async (session: ClientHttp2Session, request: Request): Promise<Response> => {
  const url = new URL(request.url)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders & IncomingHttpStatusHeader>()
  const stream = session.request(
    { ...Object.fromEntries(request.headers), ':path': `${url.pathname}${url.search}` },
    { signal: request.signal },
  )
  stream.once('response', resolve)
  stream.on('error', reject)
  stream.once('close', () => reject(new ResolverConnectionError('the resolver closed the connection')))
  const headers = await promise
  // Node's web stream is the one that Response accepts, although their types differ.
  const body = Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
  return new Response(body, {
    status: headers[':status'] ?? 0,
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
}

/** Returns a fetch for GET requests to one resolver, over one session at a time. Redirections are not followed. */
export const createResolverFetch = (proxy: ProxyAddress | undefined): Fetch => {
  let current: Promise<ClientHttp2Session> | undefined
  const sessionFor = async (url: URL, signal: AbortSignal): Promise<ClientHttp2Session> => {
    const forget = (): void => {
      if (current === session) current = undefined
    }
    const session = current ?? openSession(url, proxy, forget)
    current = session
    try {
      return await raceWithAbort(session, signal)
    } catch (error) {
      forget()
      throw error
    }
  }
  return async (request) => sendRequest(await sessionFor(new URL(request.url), request.signal), request)
}

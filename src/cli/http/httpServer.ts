// Serves a fetch handler on TCP ports until the process is stopped.

import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Http2Bindings, type HttpBindings, serve } from '@hono/node-server'
import type { Milliseconds } from '../../async/time.ts'
import { UsageError } from '../command/command.ts'
import { describeListenError } from '../command/listenErrors.ts'
import type { ListenAddress } from './accessFlags.ts'
import { ALLOWED_HOSTS_FLAG, type AllowedHosts, isAllowedHost } from './allowedHosts.ts'
import { separateChallenges } from './challengeLines.ts'
import { type ConnectionLimits, limitConnections, normalizeAddress } from './connectionLimits.ts'
import { plainResponse } from './plainResponse.ts'
import { checkClientCertificates, httpsOptionsOf, type ServerTls } from './serverTls.ts'

/** The IP addresses of both ends of a connection. */
export type ConnectionAddresses = { readonly remoteAddress: string; readonly localAddress: string }

/** The connection of a request. */
export type Connection = ConnectionAddresses & {
  /** Ends it at once, so that the client does not take a part of a response for the whole. */
  readonly cut: () => void
}

/** A handler that also works without a connection, as in tests and in one process. */
export type FetchHandler = (request: Request, connection?: Connection) => Response | Promise<Response>

/** A handler that also receives the connection. */
export type ServerHandler = (request: Request, connection: Connection) => Response | Promise<Response>

const connectionOf = ({ incoming: { socket }, outgoing }: HttpBindings | Http2Bindings): Connection => ({
  remoteAddress: normalizeAddress(socket.remoteAddress),
  localAddress: normalizeAddress(socket.localAddress),
  cut: () => outgoing.destroy(),
})

export type ListenOptions = {
  /** Stops the server, like a signal to the process. */
  readonly signal: AbortSignal
  /** Time that open requests have to complete after a stop. */
  readonly gracePeriodMs: Milliseconds
  /** no limits when left out */
  readonly limits?: ConnectionLimits | undefined
  /** names in Host headers besides the own addresses; none when left out */
  readonly allowedHosts?: AllowedHosts | undefined
  /** HTTP when left out */
  readonly tls?: ServerTls | undefined
}

/** As monerod's: a wallet mistakes a connection that the server closed while idle for an unreachable node. */
const KEEP_ALIVE_TIMEOUT_MS = 30 * 60_000

/** Interval at which a stopping server closes idle connections. */
const CLOSE_INTERVAL_MS = 20

/** Answers an error of a handler with status 500, without its message, and prints it with its stack. */
const withErrorBoundary =
  (handler: ServerHandler): ServerHandler =>
  async (request, connection) => {
    try {
      return await handler(request, connection)
    } catch (error) {
      // A request that ends because the client disconnected is not a defect.
      if (!request.signal.aborted || error !== request.signal.reason) console.error('faba: internal error:', error)
      return plainResponse(500, 'Internal Server Error\n')
    }
  }

/** Wraps a handler: requests whose Host header names another service are rejected with status 403. */
const rejectOtherHosts = (handler: ServerHandler, listenHost: string, allowed: AllowedHosts): ServerHandler => {
  /** What was accepted last: clients repeat it, and the check takes as long as a short call. */
  let accepted: { readonly header: string; readonly localAddress: string } | undefined
  return (request, connection) => {
    const header = request.headers.get('host')
    // Node rejects a request of HTTP/1.1 without the header. One of HTTP/1.0 is not from a page: browsers always send it.
    if (header === null) return handler(request, connection)
    const { localAddress } = connection
    if (header === accepted?.header && localAddress === accepted.localAddress) return handler(request, connection)
    if (!isAllowedHost(header, { listenHost, localAddress, allowed }))
      return plainResponse(403, `this host name is not allowed; add it to --${ALLOWED_HOSTS_FLAG.name}\n`)
    accepted = { header, localAddress }
    return handler(request, connection)
  }
}

type Server = ReturnType<typeof serve>

/** Stops accepting connections, closes idle ones, and closes all after the grace period. Calls back when none is left. */
const closeServer = (server: Server, gracePeriodMs: Milliseconds, onClosed: () => void): void => {
  const deadline = performance.now() + gracePeriodMs
  const closeConnections = (): void => {
    if (!('closeAllConnections' in server)) return
    if (performance.now() < deadline) server.closeIdleConnections()
    else server.closeAllConnections()
  }
  const timer = setInterval(closeConnections, CLOSE_INTERVAL_MS)
  server.close(() => {
    clearInterval(timer)
    onClosed()
  })
  closeConnections()
}

/**
 * Listens, and returns after SIGINT, SIGTERM, SIGHUP or the signal, once all connections are closed. Accepts the Host headers of the own
 * addresses and of `allowedHosts` only.
 * @param onListening receives the URL of the service
 * @param options without them, a stop cuts off open requests
 * @throws UsageError when the address cannot be bound
 */
export const listen = async (
  handler: ServerHandler,
  { host, port }: ListenAddress,
  onListening: (url: string) => void,
  options?: ListenOptions,
): Promise<void> => {
  const stopped = Promise.withResolvers<void>()
  const respond = withErrorBoundary(rejectOtherHosts(handler, host, options?.allowedHosts ?? []))
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings) =>
    separateChallenges(await respond(request, connectionOf(env)), env.outgoing)
  const { tls } = options ?? {}
  const protocol = tls === undefined ? {} : { createServer: createHttpsServer, serverOptions: httpsOptionsOf(tls) }
  const server = serve({ fetch, hostname: host, port, ...protocol }, ({ port: boundPort }: AddressInfo) => {
    try {
      onListening(`http${tls === undefined ? '' : 's'}://${host.includes(':') ? `[${host}]` : host}:${boundPort}`)
    } catch (error) {
      stopped.reject(error)
      stop()
    }
  })
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  if (tls !== undefined && server instanceof HttpsServer) checkClientCertificates(server, tls)
  if (options?.limits !== undefined) limitConnections(server, options.limits)
  server.on('error', (error) =>
    stopped.reject(new UsageError(`cannot listen on ${host}:${port}: ${describeListenError(error)}`, { cause: error })),
  )
  // A signal may arrive twice: a terminal signals every process of the command, and the executable forwards signals. A server that
  // closes already is closed again without effect.
  const stop = (): void => closeServer(server, options?.gracePeriodMs ?? 0, stopped.resolve)
  options?.signal.addEventListener('abort', stop)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  await stopped.promise
}

export type Listener = Omit<ListenOptions, 'signal' | 'gracePeriodMs'> & {
  readonly handler: ServerHandler
  readonly address: ListenAddress
  /** cuts off open requests when left out */
  readonly gracePeriodMs?: Milliseconds
  /** whether the other listeners suffice if its address cannot be bound */
  readonly isOptional?: boolean
}

/**
 * Listens on several addresses, and returns like `listen`.
 * @param onListening receives the URLs in the order of the listeners, once all listen that can; an optional one may be missing
 * @param stopping stops all listeners; aborted when one of them has stopped
 * @throws UsageError when one of the addresses cannot be bound; then no listener is left
 */
export const listenAll = async (
  listeners: readonly Listener[],
  onListening: (urls: readonly string[]) => void,
  stopping: AbortController,
): Promise<void> => {
  const urls = new Map<Listener, string | undefined>()
  const settle = (listener: Listener, url: string | undefined): void => {
    urls.set(listener, url)
    const bound = listeners.flatMap((each) => urls.get(each) ?? [])
    if (urls.size === listeners.length && bound.length > 0) onListening(bound)
  }
  const failures: unknown[] = []
  const servers = listeners.map(async (listener) => {
    const { handler, address, gracePeriodMs = 0, isOptional = false, ...options } = listener
    const onBound = (url: string): void => settle(listener, url)
    try {
      await listen(handler, address, onBound, { ...options, signal: stopping.signal, gracePeriodMs })
    } catch (error) {
      failures.push(error)
      if (!isOptional || failures.length === listeners.length || urls.get(listener) !== undefined) throw error
      settle(listener, undefined)
    }
  })
  try {
    await Promise.all(servers)
  } finally {
    stopping.abort()
    await Promise.allSettled(servers)
  }
}

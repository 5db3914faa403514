// Hosts a fetch handler on a TCP port until the process is asked to stop.

import type { AddressInfo } from 'node:net'
import { type Http2Bindings, type HttpBindings, serve } from '@hono/node-server'
import { UsageError } from '../command.ts'
import type { Place } from './access.ts'
import { type ConnectionLimits, limitConnections, plainAddress } from './connections.ts'

export type FetchHandler = (request: Request) => Response | Promise<Response>

/** A handler that is also told the address a request came from. */
export type HostedHandler = (request: Request, from: string) => Response | Promise<Response>

const addressOf = ({ incoming }: HttpBindings | Http2Bindings): string => plainAddress(incoming.socket.remoteAddress)

const REASONS: Record<string, string> = {
  EADDRINUSE: 'it is in use; stop the other program or choose another port',
  EACCES: 'this user may not listen there; choose a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address',
}

const reasonOf = (error: Error): string => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REASONS[code] ?? error.message
}

export type Stopping = {
  /** stops like a signal to the process */
  readonly signal: AbortSignal
  /** milliseconds that requests have to be answered */
  readonly patience: number
  /** any number of connections when left out */
  readonly limits?: ConnectionLimits | undefined
}

/** Milliseconds that a connection may rest: wallets take one that was closed meanwhile for a node that is gone. As the reference has it. */
const REST = 30 * 60_000

/** Milliseconds between looks for connections that have nothing left to answer. */
const LOOK = 20

/**
 * Listens, tells where, and returns once SIGINT, SIGTERM or SIGHUP came and open connections were closed.
 * @param host address to bind; loopback unless a person says otherwise
 * @param announce is given the URL under which the service is reached
 * @param stopping how else it ends; open requests are cut off when left out
 * @throws UsageError when the address cannot be had
 */
export const host = async (
  handler: HostedHandler,
  { host: hostname, port }: Place,
  announce: (url: string) => void,
  stopping?: Stopping,
): Promise<void> => {
  const stopped = Promise.withResolvers<void>()
  const fetch = (request: Request, env: HttpBindings | Http2Bindings) => handler(request, addressOf(env))
  const server = serve({ fetch, hostname, port }, ({ port: bound }: AddressInfo) => {
    try {
      announce(`http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${bound}`)
    } catch (error) {
      stopped.reject(error)
      stop()
    }
  })
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = REST
  if (stopping?.limits !== undefined) limitConnections(server, stopping.limits)
  server.on('error', (error) =>
    stopped.reject(new UsageError(`cannot listen on ${hostname}:${port}: ${reasonOf(error)}`)),
  )
  let looking: NodeJS.Timeout | undefined
  const stop = (): void => {
    if (looking !== undefined) return
    server.close(() => {
      clearInterval(looking)
      stopped.resolve()
    })
    const end = performance.now() + (stopping?.patience ?? 0)
    const look = (): void => {
      if (!('closeAllConnections' in server)) return
      if (performance.now() < end) server.closeIdleConnections()
      else server.closeAllConnections()
    }
    looking = setInterval(look, LOOK)
    look()
  }
  stopping?.signal.addEventListener('abort', stop)
  // A terminal signals every process of the command, and the door passes the signal on: it may come twice.
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  await stopped.promise
}

export type Listener = { readonly handler: HostedHandler; readonly place: Place; readonly limits?: ConnectionLimits }

/**
 * Several places at once: listens, tells where once all do, and returns like `host`.
 * @param announce is given their URLs, in their order
 * @param stopping stops them all, and is aborted once one of them has stopped
 * @throws UsageError when one of the addresses cannot be had; then it listens on none
 */
export const hostAll = async (
  listeners: readonly Listener[],
  announce: (urls: readonly string[]) => void,
  stopping: AbortController,
): Promise<void> => {
  const urls = new Map<Listener, string>()
  const hosted = listeners.map((listener) => {
    const bound = (url: string): void => {
      urls.set(listener, url)
      if (urls.size === listeners.length) announce(listeners.map((each) => urls.get(each) ?? ''))
    }
    return host(listener.handler, listener.place, bound, {
      signal: stopping.signal,
      patience: 0,
      limits: listener.limits,
    })
  })
  try {
    await Promise.all(hosted)
  } finally {
    stopping.abort()
    await Promise.allSettled(hosted)
  }
}

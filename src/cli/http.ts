// Hosts a fetch handler on a TCP port until the process is asked to stop.

import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { UsageError } from './command.ts'

export type FetchHandler = (request: Request) => Response | Promise<Response>

const REASONS: Record<string, string> = {
  EADDRINUSE: 'it is in use; stop the other program or choose another with --port',
  EACCES: 'this user may not listen there; choose a port above 1023 with --port',
  EADDRNOTAVAIL: 'this machine has no such address; check --host',
}

const reasonOf = (error: Error): string => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REASONS[code] ?? error.message
}

/**
 * Listens, tells where, and returns once SIGINT or SIGTERM came and open connections were closed.
 * @param host address to bind; loopback unless a person says otherwise
 * @param announce is given the URL under which the service is reached
 * @throws UsageError when the address cannot be had
 */
export const host = async (
  handler: FetchHandler,
  { host: hostname, port }: { readonly host: string; readonly port: number },
  announce: (url: string) => void,
): Promise<void> => {
  const stopped = Promise.withResolvers<void>()
  const server = serve({ fetch: handler, hostname, port }, ({ port: bound }: AddressInfo) => {
    announce(`http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${bound}`)
  })
  server.on('error', (error) =>
    stopped.reject(new UsageError(`cannot listen on ${hostname}:${port}: ${reasonOf(error)}`)),
  )
  const stop = (): void => {
    server.close(() => stopped.resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  // A terminal signals every process of the command, and the door passes the signal on: it may come twice.
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await stopped.promise
}

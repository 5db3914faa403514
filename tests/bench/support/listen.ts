// Serves fetch handlers over HTTP on this machine.

import { serve } from '@hono/node-server'
import { freePort } from '../../support/peers/monero.ts'

export type FetchHandler = (request: Request) => Promise<Response>

/** Serves a handler over HTTP on this machine. */
export const listen = async (handler: FetchHandler): Promise<{ readonly url: string; close(): void }> => {
  const port = await freePort()
  const server = serve({ fetch: handler, port, hostname: '127.0.0.1' })
  // monero-ts reports a node as unreachable if its connection was closed while it worked.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 600_000
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

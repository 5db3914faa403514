// A node's service at a port of this machine, for wallets that reach their node over HTTP.
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'

export const serveNode = async (
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const listening = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, listening.resolve)
  const { port } = await listening.promise
  // As the command has it: wallets take a connection that was closed while it rested for a node that is gone.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 30 * 60_000
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
      return closed.promise
    },
  }
}

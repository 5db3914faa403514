// Serves a node on a local HTTP port, for wallets that connect over HTTP.
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'

export const serveNode = async (
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const listening = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, listening.resolve)
  const { port } = await listening.promise
  // Same value as the `faba node` command: wallets treat a connection that was closed while idle as a lost node.
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

// faba node: a development node over HTTP.

import type { Command } from '../command/command.ts'
import { NODE_MANUAL } from '../command/manuals.ts'
import { bindingOn } from '../http/boundAddress.ts'
import { type Listener, listenAll } from '../http/httpServer.ts'
import { CA_GROUP } from '../http/upstreamFetch.ts'
import { createPortHandler, NODE_ACCESS_GROUPS, type PortKind, parseNodeAccess } from './nodeAccess.ts'
import { DEVELOPMENT_GROUPS } from './nodeFlags.ts'
import { startNodeFromFlags } from './startNode.ts'
import { formatStartupMessage } from './startupMessage.ts'
import { STATE_GROUP, writeDump } from './stateFiles.ts'

export const nodeCommand: Command = {
  name: 'node',
  summary: 'a private development chain with consensus checks and a faucet, without peers',
  groups: [...NODE_ACCESS_GROUPS, ...DEVELOPMENT_GROUPS, CA_GROUP, STATE_GROUP],
  manual: NODE_MANUAL,
  run: async (flags) => {
    const access = await parseNodeAccess(flags)
    const stopping = new AbortController()
    const running = await startNodeFromFlags(flags, () => stopping.abort())
    // The handler of a port checks origins, before the login.
    const serviceOptions = { origins: [], maxRequestBytes: access.maxRequestBytes }
    const serve = (kind: PortKind) => running.serve({ ...serviceOptions, restricted: kind === 'public' })
    const listeners = (['admin', 'public'] as const).flatMap((kind): Listener[] => {
      const address = access[kind]
      if (address === undefined) return []
      const { connections: limits, allowedHosts } = access
      return [{ address, limits, allowedHosts, handler: createPortHandler(serve, kind, access, running) }]
    })
    try {
      const message = await formatStartupMessage(running, flags.text('data-dir'))
      await listenAll(
        listeners,
        ([url, publicUrl]) => {
          const addresses = [
            `development node: ${url}`,
            ...(publicUrl === undefined ? [] : [`public RPC: ${publicUrl}`]),
          ]
          // monero-ts waits for these words of monerod, and parses each chunk of output as one line, to its end.
          const words = url === undefined ? [] : [`core RPC server started ok: ${bindingOn(new URL(url))}`]
          console.log([...addresses, message, ...words].join('\n'))
        },
        stopping,
      )
      await writeDump(flags, running.node)
    } finally {
      running.close()
    }
  },
}

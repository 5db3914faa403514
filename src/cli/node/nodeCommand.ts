// faba node: a development node over HTTP.

import type { Command } from '../command.ts'
import { type Listener, listenAll } from '../http/httpServer.ts'
import { CA_FLAG } from '../http/upstreamFetch.ts'
import { NODE_ACCESS_FLAGS, parseNodeAccess, withAccessControl } from './nodeAccess.ts'
import { DEVELOPMENT_FLAGS } from './nodeFlags.ts'
import { startNodeFromFlags } from './startNode.ts'
import { formatStartupMessage } from './startupMessage.ts'
import { STATE_FLAGS, writeDump } from './stateFiles.ts'

export const nodeCommand: Command = {
  name: 'node',
  summary: 'a private development chain with consensus checks and a faucet, without peers',
  flags: [...NODE_ACCESS_FLAGS, ...DEVELOPMENT_FLAGS, CA_FLAG, ...STATE_FLAGS],
  run: async (flags) => {
    const access = await parseNodeAccess(flags)
    const stopping = new AbortController()
    const running = await startNodeFromFlags(flags, () => stopping.abort())
    // withAccessControl checks origins, before the login.
    const serviceOptions = { origins: [], maxRequestBytes: access.maxRequestBytes }
    const listeners = (['admin', 'public'] as const).flatMap((kind): Listener[] => {
      const address = access[kind]
      if (address === undefined) return []
      const service = running.serve({ ...serviceOptions, restricted: kind === 'public' })
      return [{ address, limits: access.connections, handler: withAccessControl(service, kind, access, running) }]
    })
    try {
      const message = await formatStartupMessage(running, flags.text('data-dir'))
      await listenAll(
        listeners,
        ([url, publicUrl]) => {
          console.log(`development node: ${url}`)
          if (publicUrl !== undefined) console.log(`public RPC: ${publicUrl}`)
          console.log(message)
        },
        stopping,
      )
      await writeDump(flags, running.node)
    } finally {
      running.close()
    }
  },
}

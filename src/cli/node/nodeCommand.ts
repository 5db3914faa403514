// faba node: a development node over HTTP.

import type { Command } from '../command.ts'
import { hostAll, type Listener } from '../http/httpServer.ts'
import { CA_FLAG } from '../serve/upstream.ts'
import { guarded, NODE_ACCESS_FLAGS, nodeAccessOf } from './nodeAccess.ts'
import { describeNode } from './nodeBanner.ts'
import { DEVELOPMENT_FLAGS, startNode } from './nodeOptions.ts'
import { STATE_FLAGS, writeDump } from './nodeState.ts'

export const nodeCommand: Command = {
  name: 'node',
  about: 'a development chain of your own: real checks, coins for the asking, no other nodes',
  flags: [...NODE_ACCESS_FLAGS, ...DEVELOPMENT_FLAGS, CA_FLAG, ...STATE_FLAGS],
  run: async (flags) => {
    const access = await nodeAccessOf(flags)
    const stopping = new AbortController()
    const running = await startNode(flags, () => stopping.abort())
    // Who may call from a page is said for what is hosted, with the login.
    const limits = { origins: [], maxRequestBytes: access.maxRequestBytes }
    const listeners = (['admin', 'public'] as const).flatMap((kind): Listener[] => {
      const place = access[kind]
      if (place === undefined) return []
      const service = running.serve({ ...limits, restricted: kind === 'public' })
      return [{ place, limits: access.connections, handler: guarded(service, kind, access, running) }]
    })
    try {
      const about = await describeNode(running, flags.text('data-dir'))
      await hostAll(
        listeners,
        ([first, second]) => {
          console.log(`development node: ${first}`)
          if (second !== undefined) console.log(`its public port: ${second}`)
          console.log(about)
        },
        stopping,
      )
      await writeDump(flags, running.node)
    } finally {
      running.close()
    }
  },
}

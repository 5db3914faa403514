// faba node: a development node over HTTP.

import type { RunningNode } from '../../devnet/startNode.ts'
import type { Command, Flags } from '../command/command.ts'
import { NODE_MANUAL } from '../command/manuals.ts'
import { bindingOn } from '../http/boundAddress.ts'
import { type Listener, listenAll } from '../http/httpServer.ts'
import { CA_GROUP } from '../http/upstreamFetch.ts'
import type { Publisher } from '../zmq/publisher.ts'
import { formatZmqAddress } from '../zmq/zmqAddress.ts'
import { checkIgnoredFlags, describeIgnoredFlags, IGNORED_GROUP } from './ignoredFlags.ts'
import { createPortHandler, NODE_ACCESS_GROUPS, type NodeAccess, type PortKind, parseNodeAccess } from './nodeAccess.ts'
import { LOG_GROUP } from './nodeEventLog.ts'
import { DEVELOPMENT_GROUPS } from './nodeFlags.ts'
import { startNodeFromFlags } from './startNode.ts'
import { formatStartupMessage } from './startupMessage.ts'
import { STATE_GROUP, writeDump } from './stateFiles.ts'
import { parseZmqAddresses, publishNode, ZMQ_GROUP } from './zmqFlags.ts'

/** How a node is served. */
type NodeServer = {
  readonly flags: Flags
  readonly access: NodeAccess
  readonly publisher: Pick<Publisher, 'addresses'>
  readonly stopping: AbortController
}

/** Serves the RPC of a node until it is stopped, and prints where. */
const serveUntilStopped = async (
  running: RunningNode,
  { flags, access, publisher, stopping }: NodeServer,
): Promise<void> => {
  // The handler of a port checks origins, before the login.
  const serviceOptions = { origins: [], maxRequestBytes: access.maxRequestBytes }
  const serve = (kind: PortKind) => running.serve({ ...serviceOptions, restricted: kind === 'public' })
  const listeners = (['admin', 'public'] as const).flatMap((kind): Listener[] => {
    const address = access[kind]
    if (address === undefined) return []
    const { connections: limits, allowedHosts } = access
    return [{ address, limits, allowedHosts, handler: createPortHandler(serve, kind, access, running) }]
  })
  const message = await formatStartupMessage(running, flags.text('data-dir'))
  await listenAll(
    listeners,
    ([url, publicUrl]) => {
      const addresses = [
        `development node: ${url}`,
        ...(publicUrl === undefined ? [] : [`public RPC: ${publicUrl}`]),
        ...publisher.addresses.map((address) => `ZMQ publisher: ${formatZmqAddress(address)}`),
      ]
      // monero-ts waits for these words of monerod, and parses each chunk of output as one line, to its end.
      const words = url === undefined ? [] : [`core RPC server started ok: ${bindingOn(new URL(url))}`]
      console.log([...addresses, message, ...words].join('\n'))
    },
    stopping,
  )
}

export const nodeCommand: Command = {
  name: 'node',
  summary: 'a private development chain with consensus checks and a faucet, without peers',
  groups: [
    ...NODE_ACCESS_GROUPS,
    ...DEVELOPMENT_GROUPS,
    ...[CA_GROUP, STATE_GROUP, ZMQ_GROUP, LOG_GROUP, IGNORED_GROUP],
  ],
  manual: NODE_MANUAL,
  run: async (flags) => {
    const access = await parseNodeAccess(flags)
    const zmqAddresses = parseZmqAddresses(flags)
    checkIgnoredFlags(flags)
    for (const line of describeIgnoredFlags(flags)) console.log(line)
    const stopping = new AbortController()
    const running = await startNodeFromFlags(flags, () => stopping.abort())
    try {
      const publisher = await publishNode(running.node, zmqAddresses)
      try {
        await serveUntilStopped(running, { flags, access, publisher, stopping })
        await writeDump(flags, running.node)
      } finally {
        publisher.close()
      }
    } finally {
      running.close()
    }
  },
}

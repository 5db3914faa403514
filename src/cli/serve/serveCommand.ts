// faba serve: the page, and beside it at /node a development node, or a door to a real one.

import { NodeUrlError } from '../../daemon/errors.ts'
import { withScheme } from '../../devnet/upstream/bootstrapDaemon.ts'
import { buildPage, DIST, isPageBuilt } from '../build.ts'
import { type Command, type Flag, type Flags, UsageError } from '../command.ts'
import { confirmedHost, namedLogin } from '../http/access.ts'
import { type FetchHandler, host } from '../http/httpServer.ts'
import { admitOwnPages, parseOrigins } from '../http/origins.ts'
import { proxyNode } from '../http/proxy.ts'
import { serveFiles } from '../http/staticFiles.ts'
import { describeNode } from '../node/nodeBanner.ts'
import { DEVELOPMENT_FLAGS, startNode } from '../node/nodeOptions.ts'
import { STATE_FLAGS, writeDump } from '../node/nodeState.ts'
import { CA_FLAG, upstreamFetch } from './upstream.ts'

const DEFAULT_PORT = 8090
const NODE_PATH = '/node'

type Backend = {
  readonly handler: FetchHandler
  readonly about: string
  /** stops whatever goes on without a request */
  readonly close: () => void
  /** writes down what is to be kept */
  readonly save: () => Promise<void>
}

/** What is for the development node alone. */
const NODE_FLAGS: readonly Flag[] = [
  {
    name: 'rpc-access-control-origins',
    value: 'LIST',
    about: 'other origins whose pages may call the node, parted by commas; * for any, none if left out',
  },
  ...DEVELOPMENT_FLAGS,
  ...STATE_FLAGS,
]

const backendOf = async (flags: Flags, stop: () => void): Promise<Backend> => {
  const url = flags.text('node')
  const login = await namedLogin(flags, 'node-login')
  if (url === undefined) {
    if (login !== undefined) throw new UsageError('--node-login wants --node')
    const node = await startNode(flags, stop)
    return {
      // Whoever else has a page open here is not asked to mine, to load a chain, or to ask other nodes.
      handler: admitOwnPages(node.serve({ origins: [] }), parseOrigins(flags.text('rpc-access-control-origins') ?? '')),
      about: `development node at ${NODE_PATH}\n${await describeNode(node, flags.text('data-dir'))}`,
      close: node.close,
      save: () => writeDump(flags, node.node),
    }
  }
  const own = NODE_FLAGS.find(({ name }) => flags.has(name) || flags.text(name) !== undefined)
  if (own !== undefined) throw new UsageError(`--${own.name} is for the development node, which --node replaces`)
  try {
    return {
      handler: proxyNode(withScheme(url), { login, fetch: upstreamFetch(flags) }),
      about: `node at ${NODE_PATH}: ${url}`,
      close: () => undefined,
      save: async () => undefined,
    }
  } catch (error) {
    if (error instanceof NodeUrlError) throw new UsageError(`--node: ${error.message}`, { cause: error })
    throw error
  }
}

/** The same request, one folder further up. */
const below = (prefix: string, request: Request): Request => {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length)
  return new Request(url, request)
}

/** Requests below `/node` to one handler, all others to another. */
const mount =
  (files: FetchHandler, node: FetchHandler): FetchHandler =>
  (request) =>
    new URL(request.url).pathname.startsWith(`${NODE_PATH}/`) ? node(below(NODE_PATH, request)) : files(request)

const LOOPBACK = '127.0.0.1'

export const serveCommand: Command = {
  name: 'serve',
  about: 'the page, with a development node beside it, or with a door to a real one',
  flags: [
    { name: 'port', value: 'N', about: `TCP port, ${DEFAULT_PORT} if left out; 0 takes a free one` },
    { name: 'host', value: 'ADDRESS', about: `address to listen on, ${LOOPBACK} if left out` },
    { name: 'confirm-external-bind', about: 'listen on an address that other machines reach' },
    { name: 'node', value: 'URL', about: 'a real node to stand behind /node, instead of a development node' },
    { name: 'node-login', value: 'USER:PASS', about: 'login of that node, which the page is not told' },
    { name: 'build', about: 'build the page anew; it is built anyway where it is missing' },
    CA_FLAG,
    ...NODE_FLAGS,
  ],
  run: async (flags) => {
    const place = {
      host: confirmedHost(flags.text('host') ?? LOOPBACK, 'host', flags.has('confirm-external-bind')),
      port: flags.integer('port', { least: 0, most: 65535, otherwise: DEFAULT_PORT }),
    }
    if (flags.has('build') || !isPageBuilt()) {
      console.log('building the page, which takes a moment ...')
      await buildPage()
    }
    const stopping = new AbortController()
    const backend = await backendOf(flags, () => stopping.abort())
    const announce = (url: string): void => {
      console.log(`Faba: ${url}`)
      console.log(backend.about)
    }
    try {
      await host(mount(serveFiles(DIST), backend.handler), place, announce, { signal: stopping.signal, patience: 0 })
      await backend.save()
    } finally {
      backend.close()
    }
  },
}

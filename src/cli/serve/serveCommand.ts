// faba serve: the page, and at /node a development node or a proxy to a real node.

import { withScheme } from '../../devnet/upstream/bootstrapDaemon.ts'
import { buildPage, DIST, isPageBuilt } from '../command/build.ts'
import { type Command, type FlagGroup, type Flags, UsageError } from '../command/command.ts'
import { withUsageErrors } from '../command/fileErrors.ts'
import { SERVE_MANUAL } from '../command/manuals.ts'
import { createDiskFolder } from '../compact/diskFolder.ts'
import { checkListenHost, PORT_RANGE, readLoginFlag } from '../http/accessFlags.ts'
import { ALLOWED_HOSTS_FLAG, parseAllowedHosts } from '../http/allowedHosts.ts'
import { allowSameOrigin, parseOrigins } from '../http/allowedOrigins.ts'
import { CONNECTION_LIMIT_FLAGS, parseConnectionLimits } from '../http/connectionLimits.ts'
import { type FetchHandler, listen } from '../http/httpServer.ts'
import { createNodeProxy } from '../http/nodeProxy.ts'
import { createFileServer } from '../http/staticFiles.ts'
import { CA_FLAG, createUpstreamFetch } from '../http/upstreamFetch.ts'
import { DEVELOPMENT_GROUPS } from '../node/nodeFlags.ts'
import { startNodeFromFlags } from '../node/startNode.ts'
import { formatStartupMessage } from '../node/startupMessage.ts'
import { STATE_GROUP, writeDump } from '../node/stateFiles.ts'
import { COMPACT_PATH, createCompactServer, createOwnCompactServer } from './compactFiles.ts'
import { withKeptChain } from './keptChain.ts'

const DEFAULT_PORT = 8090
const LOOPBACK = '127.0.0.1'
const NODE_PATH = '/node'

/** The node behind `/node`. */
type Backend = {
  readonly handler: FetchHandler
  /** the compact chain of the node's network; undefined without one */
  readonly compact: FetchHandler | undefined
  /** printed at the start */
  readonly message: string
  /** writes the state to the file of --dump */
  readonly save: () => Promise<void>
  /** stops everything that runs without a request */
  readonly close: () => void
}

const DATA_DIR = 'folder that stores the chain; default: one of the user for each port; with --port 0 in memory only'

/** Flags that configure the development node, and contradict --node. */
const NODE_GROUPS: readonly FlagGroup[] = [
  {
    title: 'Development node',
    flags: [
      {
        name: 'rpc-access-control-origins',
        value: 'LIST',
        description: 'other origins whose pages may call the node, separated by commas; * for any; default: none',
      },
    ],
  },
  ...DEVELOPMENT_GROUPS,
  {
    ...STATE_GROUP,
    flags: STATE_GROUP.flags.map((flag) => (flag.name === 'data-dir' ? { ...flag, description: DATA_DIR } : flag)),
  },
]

const createDevelopmentBackend = async (given: Flags, port: number, stopping: AbortController): Promise<Backend> => {
  const flags = withKeptChain(given, port, (line) => console.log(line))
  const node = await startNodeFromFlags(flags, () => stopping.abort())
  const origins = parseOrigins(flags.text('rpc-access-control-origins') ?? '')
  return {
    // Pages of other origins must not mine, load a chain, or make this node call other nodes.
    handler: allowSameOrigin(node.serve({ origins: [] }), origins),
    compact: await createOwnCompactServer(node, stopping.signal, (error) =>
      console.error('faba: internal error:', error),
    ),
    message: `development node at ${NODE_PATH}\n${await formatStartupMessage(node, flags.text('data-dir'))}`,
    save: () => writeDump(flags, node.node),
    close: () => {
      stopping.abort()
      node.close()
    },
  }
}

const createProxyBackend = async (flags: Flags, url: string): Promise<Backend> => {
  const nodeFlag = NODE_GROUPS.flatMap(({ flags: own }) => own).find(
    ({ name }) => flags.has(name) || flags.text(name) !== undefined,
  )
  if (nodeFlag !== undefined)
    throw new UsageError(`--${nodeFlag.name} is for the development node, which --node replaces`)
  const login = await readLoginFlag(flags, 'node-login')
  const fetch = createUpstreamFetch(flags)
  const folder = flags.text('compact')
  return {
    handler: await withUsageErrors('--node', () => createNodeProxy(withScheme(url), { login, fetch })),
    compact: folder === undefined ? undefined : createCompactServer(createDiskFolder(folder)),
    message: `node at ${NODE_PATH}: ${url}`,
    save: async () => undefined,
    close: () => undefined,
  }
}

const createBackend = async (flags: Flags, port: number, stopping: AbortController): Promise<Backend> => {
  const url = flags.text('node')
  if (url !== undefined) return await createProxyBackend(flags, url)
  if (flags.text('node-login') !== undefined) throw new UsageError('--node-login requires --node')
  if (flags.text('compact') !== undefined)
    throw new UsageError('--compact requires --node: a development node makes its own compact chain')
  return await createDevelopmentBackend(flags, port, stopping)
}

const removePathPrefix = (prefix: string, request: Request): Request => {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length)
  return new Request(url, request)
}

/** Routes requests below `/node` to the node, those for the compact chain to it, all others to the files. */
const mount =
  (files: FetchHandler, { handler: node, compact }: Backend): FetchHandler =>
  (request, connection) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(`${NODE_PATH}/`)) return node(removePathPrefix(NODE_PATH, request), connection)
    return compact !== undefined && pathname.startsWith(COMPACT_PATH) ? compact(request, connection) : files(request)
  }

export const serveCommand: Command = {
  name: 'serve',
  summary: 'the page, with a development node or a proxy to a real node',
  groups: [
    {
      title: 'Page',
      flags: [
        { name: 'port', value: 'N', description: `TCP port; default: ${DEFAULT_PORT}; 0 selects a free one` },
        { name: 'host', value: 'ADDRESS', description: `address to listen on; default: ${LOOPBACK}` },
        { name: 'confirm-external-bind', description: 'allow an address that other machines reach' },
        ALLOWED_HOSTS_FLAG,
        ...CONNECTION_LIMIT_FLAGS,
        { name: 'build', description: 'rebuild the page; a missing page is always built' },
      ],
    },
    {
      title: 'Real node',
      flags: [
        { name: 'node', value: 'URL', description: 'a real node behind /node, instead of a development node' },
        { name: 'node-login', value: 'USER:PASS', description: 'login of that node; the page does not see it' },
        {
          name: 'compact',
          value: 'DIR',
          description:
            'folder of the compact chain (faba compact), served beside the page: wallets read old blocks from it',
        },
        CA_FLAG,
      ],
    },
    ...NODE_GROUPS,
  ],
  manual: SERVE_MANUAL,
  run: async (flags) => {
    const address = {
      host: checkListenHost(flags.text('host') ?? LOOPBACK, 'host', flags.has('confirm-external-bind')),
      port: flags.integer('port', { ...PORT_RANGE, fallback: DEFAULT_PORT }),
    }
    if (flags.has('build') || !isPageBuilt()) {
      console.log('building the page, which takes a moment ...')
      await buildPage()
    }
    const stopping = new AbortController()
    const backend = await createBackend(flags, address.port, stopping)
    const announce = (url: string): void => {
      console.log(`Faba: ${url}`)
      console.log(backend.message)
    }
    try {
      await listen(mount(createFileServer(DIST), backend), address, announce, {
        signal: stopping.signal,
        gracePeriodMs: 0,
        limits: parseConnectionLimits(flags),
        allowedHosts: parseAllowedHosts(flags.text(ALLOWED_HOSTS_FLAG.name)),
      })
      await backend.save()
    } finally {
      backend.close()
    }
  },
}

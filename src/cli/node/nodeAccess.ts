// Access to the development node: ports, login, origins, connection limits, bans. The flags have the names of oxend's and monerod's.

import { systemRandom } from '../../crypto/random/random.ts'
import type { Login } from '../../daemon/loginSession.ts'
import { type AdminSettings, parseHosts } from '../../devnet/node/adminSettings.ts'
import { forbiddenPaths } from '../../devnet/rpc/dialect.ts'
import type { RunningNode } from '../../devnet/startNode.ts'
import type { AllowedOrigins } from '../../jsonrpc/http.ts'
import { type FlagGroup, type Flags, UsageError } from '../command/command.ts'
import { readNewPassword } from '../command/terminal.ts'
import {
  checkListenHost,
  isLoopback,
  type ListenAddress,
  PORT_RANGE,
  parseLogin,
  resolveLogin,
} from '../http/accessFlags.ts'
import { ALLOWED_HOSTS_FLAG, type AllowedHosts, parseAllowedHosts } from '../http/allowedHosts.ts'
import { allowOrigins, isAllowedOrigin, parseOrigins } from '../http/allowedOrigins.ts'
import { CONNECTION_LIMIT_FLAGS, type ConnectionLimits, parseConnectionLimits } from '../http/connectionLimits.ts'
import { requireLogin } from '../http/httpLogin.ts'
import type { FetchHandler, ServerHandler } from '../http/httpServer.ts'
import { plainResponse } from '../http/plainResponse.ts'

const DEFAULT_PORT = 22023
const LOOPBACK = '127.0.0.1'
const MIB = 1024 * 1024
const MIN_REQUEST_BYTES = 1024
const DEFAULT_MAX_REQUEST_BYTES = 16 * MIB

export const NODE_ACCESS_GROUPS: readonly FlagGroup[] = [
  {
    title: 'Service',
    flags: [
      { name: 'port', value: 'N', description: `TCP port; default: ${DEFAULT_PORT}; 0 selects a free one` },
      { name: 'host', value: 'ADDRESS', description: `address to listen on; default: ${LOOPBACK}` },
      { name: 'rpc-bind-port', value: 'N', description: 'same as --port' },
      { name: 'rpc-bind-ip', value: 'ADDRESS', description: 'same as --host' },
      { name: 'rpc-admin', value: 'ADDRESS:PORT', description: '--host and --port in one; none for no such port' },
      { name: 'restricted', description: 'serve public methods only' },
      { name: 'restricted-rpc', description: 'same as --restricted' },
      { name: 'rpc-restricted-bind-port', value: 'N', description: 'a second TCP port, with public methods only' },
      {
        name: 'rpc-restricted-bind-ip',
        value: 'ADDRESS',
        description: `address of the second port; default: ${LOOPBACK}`,
      },
      { name: 'rpc-public', value: 'ADDRESS:PORT', description: 'address and port of the second port in one' },
      { name: 'confirm-external-bind', description: 'allow an address that other machines reach' },
    ],
  },
  {
    title: 'Access',
    flags: [
      { name: 'rpc-login', value: 'USER:PASS', description: 'login of the RPC, by Digest or Basic; default: none' },
      {
        name: 'rpc-access-control-origins',
        value: 'LIST',
        description:
          'origins whose pages may call all methods, separated by commas; * for any; "" for none; default: pages of any origin may call public methods only',
      },
      ALLOWED_HOSTS_FLAG,
      {
        name: 'max-request-bytes',
        value: 'N',
        description: `maximum length of a request's body; default: ${DEFAULT_MAX_REQUEST_BYTES}`,
      },
      ...CONNECTION_LIMIT_FLAGS,
    ],
  },
]

/** Origins whose pages may call the admin methods, and those whose pages may call the public ones. */
export type OriginAccess = { readonly admin: AllowedOrigins; readonly public: AllowedOrigins }

export type NodeAccess = {
  /** the port with all methods; undefined for none */
  readonly admin: ListenAddress | undefined
  /** the port with public methods only; undefined for none */
  readonly public: ListenAddress | undefined
  readonly login: Login | undefined
  readonly origins: OriginAccess
  readonly allowedHosts: AllowedHosts
  readonly maxRequestBytes: number
  readonly connections: ConnectionLimits
}

/** The argument of --rpc-admin for no port. */
const NO_LISTENER = 'none'
const ADDRESS_AND_PORT = /^(?:\[([\da-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i

const parseAddressAndPort = (text: string, flag: string): ListenAddress => {
  const [, ipv6, nameOrIpv4, port] = ADDRESS_AND_PORT.exec(text) ?? []
  const host = ipv6 ?? nameOrIpv4
  if (host === undefined || Number(port) > PORT_RANGE.max)
    throw new UsageError(`--${flag} takes an address and a port such as ${LOOPBACK}:${DEFAULT_PORT}, not "${text}"`)
  return { host, port: Number(port) }
}

/**
 * Returns the name of the one flag of several that is present; undefined for none.
 * @throws UsageError for more than one
 */
const findSingleFlag = (flags: Flags, ...names: readonly [string, ...string[]]): string | undefined => {
  const [first, second] = names.filter((name) => flags.text(name) !== undefined)
  if (first !== undefined && second !== undefined) throw new UsageError(`choose one of --${first} and --${second}`)
  return first
}

/** The flags of one listener: `combined`, or a port and a host. */
type ListenerFlags = {
  readonly combined: string
  readonly ports: readonly [string, ...string[]]
  readonly hosts: readonly [string, ...string[]]
  /** whether `combined` accepts addresses that other machines reach without --confirm-external-bind */
  readonly isExternalAllowed: boolean
}

const ADMIN_FLAGS: ListenerFlags = {
  combined: 'rpc-admin',
  ports: ['port', 'rpc-bind-port'],
  hosts: ['host', 'rpc-bind-ip'],
  isExternalAllowed: false,
}
const PUBLIC_FLAGS: ListenerFlags = {
  combined: 'rpc-public',
  ports: ['rpc-restricted-bind-port'],
  hosts: ['rpc-restricted-bind-ip'],
  // As oxend does: this port is meant for other machines.
  isExternalAllowed: true,
}

/** Returns the listen address of the flags; undefined without any of them, `none` if `combined` is that. */
const parseListenAddress = (
  flags: Flags,
  { combined, ports, hosts, isExternalAllowed }: ListenerFlags,
): ListenAddress | typeof NO_LISTENER | undefined => {
  const isConfirmed = flags.has('confirm-external-bind')
  const [portFlag, hostFlag] = [findSingleFlag(flags, ...ports), findSingleFlag(flags, ...hosts)]
  const text = flags.text(combined)
  if (text !== undefined) {
    const other = portFlag ?? hostFlag
    if (other !== undefined) throw new UsageError(`choose one of --${combined} and --${other}`)
    if (text === NO_LISTENER) return NO_LISTENER
    const address = parseAddressAndPort(text, combined)
    return isExternalAllowed ? address : { ...address, host: checkListenHost(address.host, combined, isConfirmed) }
  }
  if (portFlag === undefined && hostFlag === undefined) return undefined
  const host = hostFlag === undefined ? LOOPBACK : (flags.text(hostFlag) ?? LOOPBACK)
  return {
    host: checkListenHost(host, hostFlag ?? '', isConfirmed),
    port: flags.integer(portFlag ?? '', { ...PORT_RANGE, fallback: DEFAULT_PORT }),
  }
}

/** Returns the addresses of both ports. */
const parseListenAddresses = (flags: Flags): Pick<NodeAccess, 'admin' | 'public'> => {
  const first = parseListenAddress(flags, ADMIN_FLAGS) ?? { host: LOOPBACK, port: DEFAULT_PORT }
  const second = parseListenAddress(flags, PUBLIC_FLAGS)
  const isRestricted = flags.has('restricted') || flags.has('restricted-rpc')
  if (flags.text('rpc-restricted-bind-ip') !== undefined && flags.text('rpc-restricted-bind-port') === undefined)
    throw new UsageError('--rpc-restricted-bind-ip requires --rpc-restricted-bind-port')
  if (isRestricted && second !== undefined)
    throw new UsageError('a second port with public methods requires a first one without --restricted')
  const adminAddress = first === NO_LISTENER || isRestricted ? undefined : first
  const publicAddress = isRestricted ? first : second
  if (publicAddress === NO_LISTENER)
    throw new UsageError('--rpc-public takes an address and a port; leave it out for none')
  if (adminAddress === undefined && publicAddress === undefined)
    throw new UsageError('--rpc-admin none leaves nothing to serve: add --rpc-public ADDRESS:PORT')
  return { admin: adminAddress, public: publicAddress }
}

const parseRpcLogin = async (flags: Flags): Promise<Login | undefined> => {
  const text = flags.text('rpc-login')
  if (text === undefined) return undefined
  const login = parseLogin(text, 'rpc-login', (terminal) => readNewPassword(terminal, 'password of the RPC login'))
  return await resolveLogin(login, 'rpc-login')
}

const parseOriginAccess = (text: string | undefined): OriginAccess => {
  if (text === undefined) return { admin: [], public: '*' }
  const origins = parseOrigins(text)
  return { admin: origins, public: origins }
}

/**
 * Parses the flags, and reads a missing password from the terminal.
 * @throws UsageError for flags that are invalid or contradict each other
 */
export const parseNodeAccess = async (flags: Flags): Promise<NodeAccess> => ({
  ...parseListenAddresses(flags),
  login: await parseRpcLogin(flags),
  origins: parseOriginAccess(flags.text('rpc-access-control-origins')),
  allowedHosts: parseAllowedHosts(flags.text(ALLOWED_HOSTS_FLAG.name)),
  maxRequestBytes: flags.integer('max-request-bytes', {
    min: MIN_REQUEST_BYTES,
    max: Number.MAX_SAFE_INTEGER,
    fallback: DEFAULT_MAX_REQUEST_BYTES,
  }),
  connections: parseConnectionLimits(flags),
})

/** Wraps a handler: rejects requests of banned addresses (`set_bans`) with status 403, except exempt ones. */
const rejectBanned =
  (handler: FetchHandler, { bans }: AdminSettings, isExempt: (address: string) => boolean): ServerHandler =>
  (request, connection) => {
    const { remoteAddress } = connection
    const caller = parseHosts(remoteAddress)
    if (caller === undefined || caller.kind === 'subnet' || isExempt(remoteAddress) || bans.secondsLeft(caller) === 0)
      return handler(request, connection)
    return plainResponse(403, 'this address is banned\n')
  }

/** `admin`: serves all methods; `public`: serves public methods only. */
export type PortKind = 'admin' | 'public'

/** Requires a login except for paths that are forbidden with any login: as in oxend, they are reported as such without one. */
const requireLoginExceptForbidden = (
  service: FetchHandler,
  kind: PortKind,
  login: Login,
  dialect: RunningNode['dialect'],
): FetchHandler => {
  const withLogin = requireLogin(service, login, {
    clock: () => Date.now(),
    random: systemRandom,
  })
  const forbidden: ReadonlySet<string> = kind === 'public' ? forbiddenPaths(dialect) : new Set()
  return (request, connection) =>
    (forbidden.has(new URL(request.url).pathname) ? service : withLogin)(request, connection)
}

/** Returns a handler that gives pages of origins without admin access the public methods only. */
const serveByOrigin = (handlers: Record<PortKind, FetchHandler>, origins: OriginAccess): FetchHandler => {
  const [admin, publicOnly] = [
    allowOrigins(handlers.admin, origins.admin),
    allowOrigins(handlers.public, origins.public),
  ]
  return (request, connection) => (isAllowedOrigin(request, origins.admin) ? admin : publicOnly)(request, connection)
}

/**
 * Returns the handler of a port: checks bans, then origins, then the login.
 * @param serve creates a service with all methods or with the public ones
 * @param kind with `admin`, bans do not apply to this machine, because only an admin call can lift them
 */
export const createPortHandler = (
  serve: (kind: PortKind) => FetchHandler,
  kind: PortKind,
  { login, origins }: Pick<NodeAccess, 'login' | 'origins'>,
  { settings, dialect }: Pick<RunningNode, 'settings' | 'dialect'>,
): ServerHandler => {
  const serveWithLogin = (served: PortKind): FetchHandler => {
    const service = serve(served)
    return login === undefined ? service : requireLoginExceptForbidden(service, served, login, dialect)
  }
  const handler =
    kind === 'admin'
      ? serveByOrigin({ admin: serveWithLogin('admin'), public: serveWithLogin('public') }, origins)
      : allowOrigins(serveWithLogin('public'), origins.public)
  return rejectBanned(handler, settings, kind === 'admin' ? isLoopback : () => false)
}

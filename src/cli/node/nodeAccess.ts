// Who reaches the development node and how: its ports, its login, pages of other origins, banned addresses. Flags have the names
// that scripts give to the reference's node, or to that of the monero family.

import type { Login } from '../../daemon/loginSession.ts'
import { type AdminSettings, parseHosts } from '../../devnet/node/adminSettings.ts'
import type { RunningNode } from '../../devnet/node/startNode.ts'
import { forbiddenPaths } from '../../devnet/rpc/dialect.ts'
import { type Flag, type Flags, UsageError } from '../command.ts'
import { completeLogin, confirmedHost, isLoopback, type Place, parseLogin } from '../http/access.ts'
import type { ConnectionLimits } from '../http/connections.ts'
import { requireLogin } from '../http/httpLogin.ts'
import type { FetchHandler, HostedHandler } from '../http/httpServer.ts'
import { admitOrigins, type Origins, parseOrigins } from '../http/origins.ts'
import { askTwice } from '../terminal.ts'

const DEFAULT_PORT = 22023
const LOOPBACK = '127.0.0.1'
const MIB = 1024 * 1024

export const NODE_ACCESS_FLAGS: readonly Flag[] = [
  { name: 'port', value: 'N', about: `TCP port, ${DEFAULT_PORT} if left out; 0 takes a free one` },
  { name: 'host', value: 'ADDRESS', about: `address to listen on, ${LOOPBACK} if left out` },
  { name: 'rpc-bind-port', value: 'N', about: 'the same as --port' },
  { name: 'rpc-bind-ip', value: 'ADDRESS', about: 'the same as --host' },
  { name: 'rpc-admin', value: 'ADDRESS:PORT', about: 'both of these at once; none for no such port' },
  { name: 'restricted', about: "serve the public's methods only" },
  { name: 'restricted-rpc', about: 'the same as --restricted' },
  { name: 'rpc-restricted-bind-port', value: 'N', about: "a second TCP port, with the public's methods only" },
  { name: 'rpc-restricted-bind-ip', value: 'ADDRESS', about: `address of that port, ${LOOPBACK} if left out` },
  { name: 'rpc-public', value: 'ADDRESS:PORT', about: 'both of these at once' },
  { name: 'confirm-external-bind', about: 'listen on an address that other machines reach' },
  { name: 'rpc-login', value: 'USER:PASS', about: 'who may call, by Digest or Basic; anybody if left out' },
  {
    name: 'rpc-access-control-origins',
    value: 'LIST',
    about: 'origins whose pages may call, parted by commas; * for any, as if left out; "" for none',
  },
  { name: 'max-request-bytes', value: 'N', about: `longest body of a request, ${16 * MIB} if left out` },
  { name: 'rpc-max-connections', value: 'N', about: 'most connections to a port at once; any number if left out' },
  { name: 'rpc-max-connections-per-public-ip', value: 'N', about: 'the same for one address of the internet' },
  {
    name: 'rpc-max-connections-per-private-ip',
    value: 'N',
    about: 'the same for one address of a network around here',
  },
]

export type NodeAccess = {
  /** where the owner's methods are served too; undefined for nowhere */
  readonly admin: Place | undefined
  /** where the public's methods alone are served; undefined for nowhere */
  readonly public: Place | undefined
  readonly login: Login | undefined
  readonly origins: Origins
  readonly maxRequestBytes: number
  readonly connections: ConnectionLimits
}

const NO_PLACE = 'none'
const PLACE = /^(?:\[([\da-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i

const placeIn = (text: string, flag: string): Place => {
  const [, six, four, port] = PLACE.exec(text) ?? []
  const host = six ?? four
  if (host === undefined || Number(port) > 65535)
    throw new UsageError(`--${flag} takes an address and a port such as ${LOOPBACK}:${DEFAULT_PORT}, not "${text}"`)
  return { host, port: Number(port) }
}

/** The one of several flags that was given, if any. */
const oneOf = (flags: Flags, ...names: readonly [string, ...string[]]): string | undefined => {
  const [first, second] = names.filter((name) => flags.text(name) !== undefined)
  if (first !== undefined && second !== undefined) throw new UsageError(`choose one of --${first} and --${second}`)
  return first
}

/** Flags that say one place: as a whole, or its port and its address. */
type PlaceFlags = {
  readonly whole: string
  readonly ports: readonly [string, ...string[]]
  readonly hosts: readonly [string, ...string[]]
  /** whether the public's methods alone are served there */
  readonly isOpen: boolean
}

/** Undefined where none of the flags was given, `none` where the whole says so. */
const placeOf = (flags: Flags, { whole, ports, hosts, isOpen }: PlaceFlags): Place | typeof NO_PLACE | undefined => {
  const isConfirmed = flags.has('confirm-external-bind')
  const [portFlag, hostFlag] = [oneOf(flags, ...ports), oneOf(flags, ...hosts)]
  const text = flags.text(whole)
  if (text !== undefined) {
    const other = portFlag ?? hostFlag
    if (other !== undefined) throw new UsageError(`choose one of --${whole} and --${other}`)
    if (text === NO_PLACE) return NO_PLACE
    const place = placeIn(text, whole)
    // A port for the public is meant for other machines; so has the reference.
    return isOpen ? place : { ...place, host: confirmedHost(place.host, whole, isConfirmed) }
  }
  if (portFlag === undefined && hostFlag === undefined) return undefined
  const host = hostFlag === undefined ? LOOPBACK : (flags.text(hostFlag) ?? LOOPBACK)
  return {
    host: confirmedHost(host, hostFlag ?? '', isConfirmed),
    port: flags.integer(portFlag ?? '', { least: 0, most: 65535, otherwise: DEFAULT_PORT }),
  }
}

const ADMIN: PlaceFlags = {
  whole: 'rpc-admin',
  ports: ['port', 'rpc-bind-port'],
  hosts: ['host', 'rpc-bind-ip'],
  isOpen: false,
}
const PUBLIC: PlaceFlags = {
  whole: 'rpc-public',
  ports: ['rpc-restricted-bind-port'],
  hosts: ['rpc-restricted-bind-ip'],
  isOpen: true,
}

const most = (flags: Flags, name: string): number =>
  flags.integer(name, { least: 1, most: Number.MAX_SAFE_INTEGER, otherwise: Number.POSITIVE_INFINITY })

/**
 * What the flags ask for; a password that was left out is asked for.
 * @throws UsageError for flags that do not fit
 */
export const nodeAccessOf = async (flags: Flags): Promise<NodeAccess> => {
  const first = placeOf(flags, ADMIN) ?? { host: LOOPBACK, port: DEFAULT_PORT }
  const second = placeOf(flags, PUBLIC)
  const isRestricted = flags.has('restricted') || flags.has('restricted-rpc')
  if (flags.text('rpc-restricted-bind-ip') !== undefined && flags.text('rpc-restricted-bind-port') === undefined)
    throw new UsageError('--rpc-restricted-bind-ip wants --rpc-restricted-bind-port')
  if (isRestricted && second !== undefined)
    throw new UsageError('a second port with the public’s methods is for a first one without --restricted')
  const places = {
    admin: first === NO_PLACE || isRestricted ? undefined : first,
    public: isRestricted ? first : second,
  }
  if (places.public === NO_PLACE)
    throw new UsageError('--rpc-public takes an address and a port; leave it out for none')
  if (places.admin === undefined && places.public === undefined)
    throw new UsageError('--rpc-admin none leaves nothing to serve: say --rpc-public ADDRESS:PORT')
  const login = flags.text('rpc-login')
  return {
    admin: places.admin,
    public: places.public,
    login:
      login === undefined
        ? undefined
        : await completeLogin(
            parseLogin(login, 'rpc-login', (terminal) => askTwice(terminal, 'password for who calls')),
            'rpc-login',
          ),
    origins: parseOrigins(flags.text('rpc-access-control-origins') ?? '*'),
    maxRequestBytes: flags.integer('max-request-bytes', {
      least: 1024,
      most: Number.MAX_SAFE_INTEGER,
      otherwise: 16 * MIB,
    }),
    connections: {
      total: most(flags, 'rpc-max-connections'),
      perPublicAddress: most(flags, 'rpc-max-connections-per-public-ip'),
      perPrivateAddress: most(flags, 'rpc-max-connections-per-private-ip'),
    },
  }
}

const BANNED = 'this address is banned\n'

/** Refuses requests of addresses that the node's owner banned. */
const refuseBanned =
  (handler: FetchHandler, { bans }: AdminSettings, isSpared: (address: string) => boolean): HostedHandler =>
  (request, from) => {
    const caller = parseHosts(from)
    if (caller === undefined || caller.kind === 'subnet' || isSpared(from) || bans.secondsLeft(caller) === 0)
      return handler(request)
    return new Response(BANNED, { status: 403, headers: { 'content-type': 'text/plain' } })
  }

/** A login for all but paths that are forbidden whoever asks: that is told to anybody, as the reference has it. */
const askLogin =
  (service: FetchHandler, knowing: FetchHandler, forbidden: ReadonlySet<string>): FetchHandler =>
  (request) =>
    (forbidden.has(new URL(request.url).pathname) ? service : knowing)(request)

/**
 * A service of the node behind what guards it: bans, then origins, then the login.
 * @param kind whether the owner's methods are served; there, this machine is not shut out, which only the owner could undo
 */
export const guarded = (
  service: FetchHandler,
  kind: 'admin' | 'public',
  { login, origins }: Pick<NodeAccess, 'login' | 'origins'>,
  { settings, dialect }: Pick<RunningNode, 'settings' | 'dialect'>,
): HostedHandler => {
  const host = {
    clock: () => Date.now(),
    random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  }
  const forbidden: ReadonlySet<string> = kind === 'public' ? forbiddenPaths(dialect) : new Set()
  const known = login === undefined ? service : askLogin(service, requireLogin(service, login, host), forbidden)
  return refuseBanned(admitOrigins(known, origins), settings, kind === 'admin' ? isLoopback : () => false)
}

// Settings of the node's administrator: bans, traffic limits, log level and bootstrap daemon. A node without peers stores and returns
// them; its host may apply them.

import type { UnixClock } from '../chain/chain.ts'

/** Kilobytes per second. */
export type TrafficLimits = { readonly up: bigint; readonly down: bigint }

/** Defaults of oxen-core. */
export const OXEN_LIMITS: TrafficLimits = { up: 2048n, down: 8192n }

/** Maximum numbers of connections to peers. */
export type PeerLimits = { readonly out: number; readonly in: number }

/** Defaults of monerod: twelve, and no limit. */
const DEFAULT_PEER_LIMITS: PeerLimits = { out: 12, in: 2 ** 32 - 1 }

/** A banned host, or a banned IPv4 subnet. */
export type Hosts =
  | { readonly kind: 'ipv4'; readonly address: number }
  /** compressed */
  | { readonly kind: 'ipv6'; readonly address: string }
  | { readonly kind: 'subnet'; readonly address: number; readonly bits: number }

export type Ban = { readonly hosts: Hosts; readonly seconds: number }

/** The node that answers while this one is far behind. */
export type BootstrapDaemonSettings = { readonly address: string; readonly username: string; readonly password: string }

export type AdminSettings = {
  readonly bans: Bans
  readonly defaultLimits: TrafficLimits
  limits: TrafficLimits
  peerLimits: PeerLimits
  /** 0 .. 4 */
  logLevel: number
  logCategories: string
  /** undefined for none */
  bootstrap: BootstrapDaemonSettings | undefined
  /** whether the bootstrap daemon has answered before */
  bootstrapUsed: boolean
  /** stops the node; undefined if only its host can */
  readonly stop: (() => void) | undefined
}

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2})|:\d{1,5})?$/
const IPV6 = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\da-f]*:[\da-f]*:[\da-f:.]*))$/i
const MIN_BITS = 8

const masked = (address: number, bits: number): number => Math.floor(address / 2 ** (32 - bits)) * 2 ** (32 - bits)

/** Returns an IPv6 address in compressed form; undefined if it is invalid. */
const compressed = (address: string): string | undefined => {
  const url = `http://[${address}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined
}

/**
 * Parses an address such as 10.1.2.3 or [2001:db8::1], whose port is ignored, or an IPv4 subnet with a prefix of at least 8 bits such as
 * 10.1.0.0/16; returns undefined for anything else.
 */
export const parseHosts = (text: string): Hosts | undefined => {
  const [, bracketed, bare] = IPV6.exec(text) ?? []
  const six = bracketed ?? bare
  if (six !== undefined) {
    const address = compressed(six)
    return address === undefined ? undefined : { kind: 'ipv6', address }
  }
  const [, ...parts] = IPV4.exec(text) ?? []
  const bytes = parts.slice(0, 4).map(Number)
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255)) return undefined
  const address = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  if (parts[4] === undefined) return { kind: 'ipv4', address }
  const bits = Number(parts[4])
  return bits < MIN_BITS || bits > 32 ? undefined : { kind: 'subnet', address: masked(address, bits), bits }
}

const bytesOf = (address: number): number[] => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256)

/** Returns an address with its first byte as the lowest one. */
const lowestFirst = (address: number): number => bytesOf(address).reduceRight((sum, byte) => sum * 256 + byte, 0)

/** Formats hosts as monerod does. */
export const formatHosts = (hosts: Hosts): string => {
  if (hosts.kind === 'ipv6') return hosts.address
  const text = bytesOf(hosts.address).join('.')
  return hosts.kind === 'subnet' ? `${text}/${hosts.bits}` : text
}

/** Returns the integer form of an IPv4 address, with its first byte as the lowest; 0 for other hosts. */
export const ipv4ToInteger = (hosts: Hosts): number => (hosts.kind === 'ipv4' ? lowestFirst(hosts.address) : 0)

/** Parses the integer form of an IPv4 address. */
export const ipv4FromInteger = (integer: number): Hosts => ({
  kind: 'ipv4',
  address: lowestFirst(integer),
})

const byText = (a: Ban, b: Ban): number => (formatHosts(a.hosts) < formatHosts(b.hosts) ? -1 : 1)

const bySubnet = ({ hosts: a }: Ban, { hosts: b }: Ban): number =>
  a.kind !== 'subnet' || b.kind !== 'subnet' ? 0 : lowestFirst(a.address) - lowestFirst(b.address) || a.bits - b.bits

/** Banned addresses and subnets, each until a time. */
export class Bans {
  readonly #clock: UnixClock
  /** by text; `end` in UNIX seconds */
  readonly #ends = new Map<string, { readonly hosts: Hosts; readonly end: number }>()

  constructor(clock: UnixClock) {
    this.#clock = clock
  }

  /** Active bans with their remaining seconds, in monerod's order: addresses by their text, then subnets by their integer form and size. */
  get list(): readonly Ban[] {
    const now = this.#clock()
    const inForce = [...this.#ends.values()]
      .map(({ hosts, end }) => ({ hosts, seconds: end - now }))
      .filter(({ seconds }) => seconds > 0)
    const isSubnet = ({ hosts }: Ban): boolean => hosts.kind === 'subnet'
    const addresses = inForce.filter((ban) => !isSubnet(ban))
    return [...addresses.sort(byText), ...inForce.filter(isSubnet).sort(bySubnet)]
  }

  /** Bans hosts for a number of seconds from now. */
  add(hosts: Hosts, seconds: number): void {
    this.#ends.set(formatHosts(hosts), { hosts, end: this.#clock() + seconds })
  }

  /** Removes the ban of exactly these hosts, if there is one. */
  lift(hosts: Hosts): void {
    this.#ends.delete(formatHosts(hosts))
  }

  /** Returns the remaining seconds of an address's own ban, or else of its subnet's; 0 if neither is banned. */
  secondsLeft(address: Exclude<Hosts, { kind: 'subnet' }>): number {
    const { list } = this
    const own = list.find(({ hosts }) => hosts.kind === address.kind && hosts.address === address.address)
    if (own !== undefined || address.kind === 'ipv6') return own?.seconds ?? 0
    const covering = list.find(
      ({ hosts }) => hosts.kind === 'subnet' && masked(address.address, hosts.bits) === hosts.address,
    )
    return covering?.seconds ?? 0
  }
}

/** Creates settings with default values. */
export const createAdminSettings = (
  clock: UnixClock,
  stop?: () => void,
  defaultLimits = OXEN_LIMITS,
): AdminSettings => ({
  bans: new Bans(clock),
  defaultLimits,
  limits: defaultLimits,
  peerLimits: DEFAULT_PEER_LIMITS,
  logLevel: 0,
  logCategories: '',
  bootstrap: undefined,
  bootstrapUsed: false,
  stop,
})

/** Sets the limits; -1 stands for the default, 0 for no change. */
export const updateTrafficLimits = (settings: AdminSettings, up: bigint, down: bigint): void => {
  const { limits: now, defaultLimits } = settings
  const chosen = (requested: bigint, fallback: bigint, before: bigint): bigint => {
    if (requested === 0n) return before
    return requested < 0n ? fallback : requested
  }
  settings.limits = {
    up: chosen(up, defaultLimits.up, now.up),
    down: chosen(down, defaultLimits.down, now.down),
  }
}

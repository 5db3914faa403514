// What the owner of a node has told it: who is banned, how much traffic there may be, what is logged, which node stands in for it. A node without
// other nodes keeps this and tells it; its host may act on it.

import type { UnixClock } from '../chain/chain.ts'

/** Kilobytes per second. */
export type TrafficLimits = { readonly up: bigint; readonly down: bigint }

/** Of the reference. */
const USUAL_LIMITS: TrafficLimits = { up: 2048n, down: 8192n }

/** Who can be banned: one address, or the IPv4 addresses whose first bits are the same. */
export type Hosts =
  | { readonly kind: 'ipv4'; readonly address: number }
  /** in its shortest form */
  | { readonly kind: 'ipv6'; readonly address: string }
  | { readonly kind: 'subnet'; readonly address: number; readonly bits: number }

export type Ban = { readonly hosts: Hosts; readonly seconds: number }

/** The node that answers while this one is behind. */
export type BootstrapDaemonSettings = { readonly address: string; readonly username: string; readonly password: string }

export type AdminSettings = {
  readonly bans: Bans
  limits: TrafficLimits
  /** 0 .. 4 */
  logLevel: number
  logCategories: string
  /** undefined for none */
  bootstrap: BootstrapDaemonSettings | undefined
  /** whether that node has ever answered */
  bootstrapUsed: boolean
  /** ends the node; undefined where it ends with its host only */
  readonly stop: (() => void) | undefined
}

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2})|:\d{1,5})?$/
const IPV6 = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\da-f]*:[\da-f]*:[\da-f:.]*))$/i
const MIN_BITS = 8

const masked = (address: number, bits: number): number => Math.floor(address / 2 ** (32 - bits)) * 2 ** (32 - bits)

/** An address of IPv6 in its shortest form; undefined for what is none. */
const shortest = (address: string): string | undefined => {
  const url = `http://[${address}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined
}

/**
 * Reads an address such as 10.1.2.3 or [2001:db8::1], whose port does not matter, or an IPv4 subnet of 8 bits or more such as
 * 10.1.0.0/16; undefined for anything else.
 */
export const parseHosts = (text: string): Hosts | undefined => {
  const [, bracketed, bare] = IPV6.exec(text) ?? []
  const six = bracketed ?? bare
  if (six !== undefined) {
    const address = shortest(six)
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

/** What is banned as the reference writes it. */
export const formatHosts = (hosts: Hosts): string => {
  if (hosts.kind === 'ipv6') return hosts.address
  const text = bytesOf(hosts.address).join('.')
  return hosts.kind === 'subnet' ? `${text}/${hosts.bits}` : text
}

/** The integer form of an IPv4 address, whose first byte is the lowest one; 0 for what has none. */
export const ipv4ToInteger = (hosts: Hosts): number =>
  hosts.kind === 'ipv4' ? bytesOf(hosts.address).reduceRight((sum, byte) => sum * 256 + byte, 0) : 0

/** Reads the integer form of an address. */
export const ipv4FromInteger = (integer: number): Hosts => ({
  kind: 'ipv4',
  address: bytesOf(integer).reduceRight((sum, byte) => sum * 256 + byte, 0),
})

/** Addresses and subnets that are banned, each until a time. */
export class Bans {
  readonly #clock: UnixClock
  /** by their text: UNIX seconds */
  readonly #ends = new Map<string, { readonly hosts: Hosts; readonly end: number }>()

  constructor(clock: UnixClock) {
    this.#clock = clock
  }

  /** Those in force, with the seconds that are left of them: addresses, then subnets. */
  get list(): readonly Ban[] {
    const now = this.#clock()
    const inForce = [...this.#ends.values()]
      .map(({ hosts, end }) => ({ hosts, seconds: end - now }))
      .filter(({ seconds }) => seconds > 0)
    const isSubnet = ({ hosts }: Ban): boolean => hosts.kind === 'subnet'
    return [...inForce.filter((ban) => !isSubnet(ban)), ...inForce.filter(isSubnet)]
  }

  /** Bans for a time from now on. */
  add(hosts: Hosts, seconds: number): void {
    this.#ends.set(formatHosts(hosts), { hosts, end: this.#clock() + seconds })
  }

  /** Lifts the ban of exactly these hosts, if there is one. */
  lift(hosts: Hosts): void {
    this.#ends.delete(formatHosts(hosts))
  }

  /** Seconds for which an address is banned: by itself, or else with its subnet; 0 when it is not. */
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

/** An owner who has said nothing yet. */
export const createAdminSettings = (clock: UnixClock, stop?: () => void): AdminSettings => ({
  bans: new Bans(clock),
  limits: USUAL_LIMITS,
  logLevel: 0,
  logCategories: '',
  bootstrap: undefined,
  bootstrapUsed: false,
  stop,
})

/** The limits with new ones; -1 stands for the usual one, 0 for no change. */
export const updateTrafficLimits = (now: TrafficLimits, up: bigint, down: bigint): TrafficLimits => {
  const chosen = (wanted: bigint, usual: bigint, before: bigint): bigint => {
    if (wanted === 0n) return before
    return wanted < 0n ? usual : wanted
  }
  return { up: chosen(up, USUAL_LIMITS.up, now.up), down: chosen(down, USUAL_LIMITS.down, now.down) }
}

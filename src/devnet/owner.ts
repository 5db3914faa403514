// What the owner of a node has told it: who is banned, how much traffic there may be, what is logged, which node stands in for it. A node without
// other nodes keeps this and tells it; its host may act on it.

import type { Clock } from './chain.ts'

/** Kilobytes per second. */
export type TrafficLimits = { readonly up: bigint; readonly down: bigint }

/** Of the reference. */
const USUAL_LIMITS: TrafficLimits = { up: 2048n, down: 8192n }

/** IPv4 addresses whose first bits are the same; 32 bits for one address. */
export type HostRange = { readonly address: number; readonly bits: number }

export type Ban = { readonly range: HostRange; readonly seconds: number }

/** The node that answers while this one is behind. */
export type Bootstrap = { readonly address: string; readonly username: string; readonly password: string }

export type Owner = {
  readonly bans: Bans
  limits: TrafficLimits
  /** 0 .. 4 */
  logLevel: number
  logCategories: string
  /** undefined for none */
  bootstrap: Bootstrap | undefined
  /** whether that node has ever answered */
  bootstrapUsed: boolean
  /** ends the node; undefined where it ends with its host only */
  readonly stop: (() => void) | undefined
}

const HOST = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/
const LEAST_BITS = 8

const masked = (address: number, bits: number): number => Math.floor(address / 2 ** (32 - bits)) * 2 ** (32 - bits)

/** Reads an IPv4 address, or a subnet of 8 bits or more such as 10.1.0.0/16; undefined for anything else. */
export const parseHosts = (text: string): HostRange | undefined => {
  const [, ...parts] = HOST.exec(text) ?? []
  const [bits, ...bytes] = [Number(parts[4] ?? 32), ...parts.slice(0, 4).map(Number)]
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255) || bits < LEAST_BITS || bits > 32) return undefined
  const address = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return { address: masked(address, bits), bits }
}

const bytesOf = (address: number): number[] => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256)

/** Writes what parseHosts reads. */
export const formatHosts = ({ address, bits }: HostRange): string =>
  `${bytesOf(address).join('.')}${bits === 32 ? '' : `/${bits}`}`

/** The integer form of an address: its first byte is the lowest one. */
export const integerOf = ({ address }: HostRange): number =>
  bytesOf(address).reduceRight((sum, byte) => sum * 256 + byte, 0)

/** Reads the integer form of an address. */
export const fromInteger = (integer: number): HostRange => ({
  address: bytesOf(integer).reduceRight((sum, byte) => sum * 256 + byte, 0),
  bits: 32,
})

/** Addresses and subnets that are banned, each until a time. */
export class Bans {
  readonly #clock: Clock
  /** by their text: UNIX seconds */
  readonly #ends = new Map<string, { readonly range: HostRange; readonly end: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Those in force, with the seconds that are left of them. */
  get list(): readonly Ban[] {
    const now = this.#clock()
    return [...this.#ends.values()]
      .map(({ range, end }) => ({ range, seconds: end - now }))
      .filter(({ seconds }) => seconds > 0)
  }

  /** Bans for a time from now on. */
  add(range: HostRange, seconds: number): void {
    this.#ends.set(formatHosts(range), { range, end: this.#clock() + seconds })
  }

  /** Lifts the ban of exactly these hosts, if there is one. */
  lift(range: HostRange): void {
    this.#ends.delete(formatHosts(range))
  }

  /** Seconds for which an address is banned, by itself or with its subnet; 0 when it is not. */
  secondsLeft({ address }: HostRange): number {
    const covering = this.list.filter(({ range }) => masked(address, range.bits) === range.address)
    return Math.max(0, ...covering.map(({ seconds }) => seconds))
  }
}

/** An owner who has said nothing yet. */
export const newOwner = (clock: Clock, stop?: () => void): Owner => ({
  bans: new Bans(clock),
  limits: USUAL_LIMITS,
  logLevel: 0,
  logCategories: '',
  bootstrap: undefined,
  bootstrapUsed: false,
  stop,
})

/** The limits with new ones; -1 stands for the usual one, 0 for no change. */
export const changedLimits = (now: TrafficLimits, up: bigint, down: bigint): TrafficLimits => {
  const chosen = (wanted: bigint, usual: bigint, before: bigint): bigint => {
    if (wanted === 0n) return before
    return wanted < 0n ? usual : wanted
  }
  return { up: chosen(up, USUAL_LIMITS.up, now.up), down: chosen(down, USUAL_LIMITS.down, now.down) }
}

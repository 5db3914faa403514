// Limits of simultaneous connections, in total and per remote address, against exhaustion by one client.

import { BlockList, isIP, type Server } from 'node:net'
import type { Flag, Flags } from '../command/command.ts'

/** Maximum numbers of simultaneous connections; Infinity for no limit. */
export type ConnectionLimits = {
  readonly total: number
  /** per address of the public internet */
  readonly perPublicAddress: number
  /** per loopback, private or link-local address */
  readonly perPrivateAddress: number
}

const TOTAL = 'rpc-max-connections'
const PER_PUBLIC_ADDRESS = 'rpc-max-connections-per-public-ip'
const PER_PRIVATE_ADDRESS = 'rpc-max-connections-per-private-ip'

/** They have the names of monerod's. */
export const CONNECTION_LIMIT_FLAGS: readonly Flag[] = [
  { name: TOTAL, value: 'N', description: 'maximum number of connections per port; default: no limit' },
  {
    name: PER_PUBLIC_ADDRESS,
    value: 'N',
    description: 'maximum number of connections per public address; default: no limit',
  },
  {
    name: PER_PRIVATE_ADDRESS,
    value: 'N',
    description: 'maximum number of connections per loopback, private or link-local address; default: no limit',
  },
]

/**
 * Parses the flags of connection limits.
 * @throws UsageError
 */
export const parseConnectionLimits = (flags: Flags): ConnectionLimits => {
  const limit = (name: string): number =>
    flags.integer(name, { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: Number.POSITIVE_INFINITY })
  return {
    total: limit(TOTAL),
    perPublicAddress: limit(PER_PUBLIC_ADDRESS),
    perPrivateAddress: limit(PER_PRIVATE_ADDRESS),
  }
}

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Returns whether an address is loopback, private (RFC 1918, RFC 4193) or link-local. */
export const isPrivateAddress = (address: string): boolean => {
  // A link-local address may end with the name of its interface: fe80::1%eth0.
  const [withoutZone = ''] = address.split('%')
  const version = isIP(withoutZone)
  return version !== 0 && PRIVATE.check(withoutZone, version === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the IPv4 form of an IPv4-mapped IPv6 address, as dual-stack sockets report it; other addresses unchanged. */
export const normalizeAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')

/** Makes a server close new connections beyond the limits. */
export const limitConnections = (server: Server, limits: ConnectionLimits): void => {
  const openByAddress = new Map<string, number>()
  let total = 0
  server.on('connection', (socket) => {
    const address = normalizeAddress(socket.remoteAddress)
    const open = openByAddress.get(address) ?? 0
    const limit = isPrivateAddress(address) ? limits.perPrivateAddress : limits.perPublicAddress
    if (total >= limits.total || open >= limit) {
      socket.destroy()
      return
    }
    total++
    openByAddress.set(address, open + 1)
    socket.once('close', () => {
      total--
      const left = (openByAddress.get(address) ?? 1) - 1
      if (left === 0) openByAddress.delete(address)
      else openByAddress.set(address, left)
    })
  })
}

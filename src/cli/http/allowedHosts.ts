// DNS rebinding: a page of a foreign name makes that name resolve to this machine, and is then of the same origin as the service. Its
// requests keep the foreign name in their Host header, so only the service's own addresses and allowed names are accepted there.

import { isIP } from 'node:net'
import type { Flag } from '../command/command.ts'
import { isLoopback } from './accessFlags.ts'

export const ALLOWED_HOSTS_FLAG: Flag = {
  name: 'allowed-hosts',
  value: 'LIST',
  description:
    'host names of requests, separated by commas, besides the own address and localhost: the name that a TLS proxy or the DNS gives this service; .example.org also allows all names below it; * for any',
}

/** Host names in lower case, `.example.org` for a name and all names below it; `*` for any name. */
export type AllowedHosts = '*' | readonly string[]

/** Parses the argument of --allowed-hosts; none without the flag. */
export const parseAllowedHosts = (text: string | undefined): AllowedHosts => {
  const names = (text ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.includes('*') ? '*' : names
}

/** A name or an IPv4 address, or an IPv6 address in brackets, and a port. */
const HOST = /^(?:\[([\da-f:.]+)\]|([^:/?#@[\]\\]+))(?::\d{1,5})?$/i

/** Returns a host name or IP address in its canonical form, without brackets; undefined for an invalid one. */
const canonicalHost = (host: string): string | undefined => {
  const text = isIP(host) === 6 ? `http://[${host}]/` : `http://${host}/`
  return URL.canParse(text) ? new URL(text).hostname.replace(/[[\]]|\.$/g, '') : undefined
}

/** Returns the host of a Host header in its canonical form; undefined for an invalid header. */
const parseHostHeader = (header: string): string | undefined => {
  const match = HOST.exec(header)
  return canonicalHost(match?.[1] ?? match?.[2] ?? '')
}

const isLocalhost = (host: string): boolean => isLoopback(host) || host.endsWith('.localhost')

const isAllowedName = (host: string, allowed: readonly string[]): boolean =>
  allowed.some((name) => host === name || (name.startsWith('.') && (host === name.slice(1) || host.endsWith(name))))

/**
 * Returns whether a service accepts a Host header. The port is not compared: that of a tunnel or a container differs, and no page can
 * forge it.
 * @param listenHost the address or name that the service listens on
 * @param localAddress the address of this machine at which the connection arrived
 */
export const isAllowedHost = (
  header: string,
  service: { readonly listenHost: string; readonly localAddress: string; readonly allowed: AllowedHosts },
): boolean => {
  const { listenHost, localAddress, allowed } = service
  if (allowed === '*') return true
  const host = parseHostHeader(header)
  if (host === undefined) return false
  // A link-local address may end with the name of its interface: fe80::1%eth0.
  const isOwn = host === canonicalHost(listenHost) || host === canonicalHost(localAddress.replace(/%.*/, ''))
  return isOwn || (isLoopback(localAddress) && isLocalhost(host)) || isAllowedName(host, allowed)
}

// Addresses of ZMQ sockets, as monerod's flags have them: tcp://127.0.0.1:18083.

import { UsageError } from '../command/command.ts'

/** Where a socket listens. Port 0 selects a free one. */
export type ZmqAddress = { readonly host: string; readonly port: number }

const ADDRESS = /^tcp:\/\/(?:\[([\da-f:.]+)\]|([^:[\]/]+)):(\d{1,5}|\*)$/i
const MAX_PORT = 65535
/** What libzmq binds for `*`. */
const ANY_IPV4 = '0.0.0.0'

/**
 * Parses the argument of a flag.
 * @throws UsageError
 */
export const parseZmqAddress = (text: string, flag: string): ZmqAddress => {
  const [, ipv6, nameOrIpv4, digits] = ADDRESS.exec(text) ?? []
  const host = ipv6 ?? nameOrIpv4
  const port = digits === '*' ? 0 : Number(digits)
  if (host === undefined || port > MAX_PORT)
    throw new UsageError(`--${flag} takes an address such as tcp://127.0.0.1:18083, not "${text}"`)
  return { host: host === '*' ? ANY_IPV4 : host, port }
}

/** Formats an address. */
export const formatZmqAddress = ({ host, port }: ZmqAddress): string =>
  `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`

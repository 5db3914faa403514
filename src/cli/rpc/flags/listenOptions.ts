// The addresses, limits and certificates with which `faba rpc` listens.

import { type Flags, UsageError } from '../../command/command.ts'
import { checkListenHost, type ListenAddress, PORT_RANGE } from '../../http/accessFlags.ts'
import { type ConnectionLimits, parseConnectionLimits } from '../../http/connectionLimits.ts'
import { parseServerTls, type ServerTls } from '../../http/serverTls.ts'

export type ListenOptions = {
  readonly addresses: readonly (ListenAddress & {
    /** whether the others suffice if it cannot be bound */
    readonly isOptional: boolean
  })[]
  readonly limits: ConnectionLimits
  /** undefined for HTTP */
  readonly tls: ServerTls | undefined
}

const parseAddresses = (flags: Flags): ListenOptions['addresses'] => {
  if (flags.text('rpc-bind-port') === undefined)
    throw new UsageError('--rpc-bind-port is missing: give the port to listen on, as in --rpc-bind-port 22030')
  const port = flags.integer('rpc-bind-port', { ...PORT_RANGE, fallback: 0 })
  const addressOf = (flag: string, fallback: string, isOptional: boolean) => {
    // monero-wallet-rpc writes IPv6 addresses in brackets.
    const host = (flags.text(flag) ?? fallback).replace(/^\[(.*)\]$/, '$1')
    return { host: checkListenHost(host, flag, flags.has('confirm-external-bind')), port, isOptional }
  }
  const usesIpv6 = flags.has('rpc-use-ipv6')
  const ipv4 = addressOf('rpc-bind-ip', '127.0.0.1', usesIpv6 && flags.has('rpc-ignore-ipv4'))
  return usesIpv6 ? [ipv4, addressOf('rpc-bind-ipv6-address', '::1', false)] : [ipv4]
}

/**
 * Parses the flags of listening.
 * @throws UsageError
 */
export const parseListenOptions = (flags: Flags): ListenOptions => ({
  addresses: parseAddresses(flags),
  limits: parseConnectionLimits(flags),
  tls: parseServerTls(flags),
})

// The node that the flags of `faba rpc` choose.

import type { Network } from '../../../coin/networks/network.ts'
import { isLocalNode } from '../../../daemon/nodeUrl.ts'
import { nodeUrlOf } from '../../../rpc/calls/nodeAddress.ts'
import { SSL_SUPPORT, type SslSupport } from '../../../rpc/calls/walletRpcContext.ts'
import { type Flags, rejectBoth, UsageError } from '../../command/command.ts'
import { toUsageError } from '../../command/fileErrors.ts'
import { type LoginOption, PORT_RANGE, parseLogin } from '../../http/accessFlags.ts'
import { createRouteFetch, parseNodeRoute } from '../../http/nodeRoute.ts'
import type { NodeConnection } from './nodeConnection.ts'

const parseSslMode = (flags: Flags): SslSupport => {
  const text = flags.text('daemon-ssl') ?? 'autodetect'
  const mode = SSL_SUPPORT.find((known) => known === text)
  if (mode === undefined) throw new UsageError(`--daemon-ssl is ${SSL_SUPPORT.join(', ')}, not "${text}"`)
  return mode
}

/** @throws UsageError for a port that is no number, and for two addresses */
const parseAddress = (flags: Flags): string => {
  for (const name of ['daemon-host', 'daemon-port']) rejectBoth(flags, 'daemon-address', name)
  const address = flags.text('daemon-address')
  if (address !== undefined) return address
  const host = flags.text('daemon-host') ?? 'localhost'
  // 0 is wallet2's word for the port of the network.
  const port = flags.integer('daemon-port', { ...PORT_RANGE, fallback: 0 })
  return port === 0 ? host : `${host}:${port}`
}

/**
 * Parses the flags of the node, except its login.
 * @throws UsageError
 */
export const parseNode = (flags: Flags, network: Network): Omit<NodeConnection, 'login'> => {
  rejectBoth(flags, 'trusted-daemon', 'untrusted-daemon')
  const ssl = parseSslMode(flags)
  const address = parseAddress(flags)
  try {
    const url = nodeUrlOf(address, network, ssl)
    const proxy = (flags.text('proxy') ?? '').trim()
    const route = parseNodeRoute(
      {
        proxy,
        privateKeyPath: flags.text('daemon-ssl-private-key') ?? '',
        certificatePath: flags.text('daemon-ssl-certificate') ?? '',
        caFile: flags.text('daemon-ssl-ca-certificates') ?? '',
        allowAnyCertificate: flags.has('daemon-ssl-allow-any-cert'),
        fingerprints: flags.texts('daemon-ssl-allowed-fingerprints').flatMap((list) => list.split(',')),
      },
      url,
    )
    const isDirect = isLocalNode(url) && proxy === ''
    return {
      url,
      fetch: route === undefined ? undefined : createRouteFetch(route),
      trusted: !flags.has('untrusted-daemon') && (flags.has('trusted-daemon') || isDirect),
      proxy,
      isOffline: flags.has('offline'),
    }
  } catch (error) {
    throw toUsageError('the node', error)
  }
}

/** Parses the login of the node; undefined without one. */
export const parseNodeLogin = (flags: Flags): LoginOption | undefined => {
  const text = flags.text('daemon-login') ?? ''
  return text === ''
    ? undefined
    : parseLogin(text, 'daemon-login', (terminal) => terminal.readSecret('password of the node'))
}

// The node that the service uses.

import { availableParallelism } from 'node:os'
import { createNodeClient } from '../../../daemon/calls/httpNodeClient.ts'
import type { Login } from '../../../daemon/loginSession.ts'
import type { NodeClient } from '../../../daemon/nodeClient.ts'
import { createNodePool } from '../../../daemon/nodeFailover.ts'
import type { TransportOptions } from '../../../daemon/transport.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import type { Fetch } from '../../../jsonrpc/client.ts'
import { checkTls } from '../../../rpc/calls/nodeAddress.ts'
import type { DaemonChoice } from '../../../rpc/calls/walletRpcContext.ts'
import { createRouteFetch, directFetch, parseNodeRoute } from '../../http/nodeRoute.ts'
import type { Log } from '../log/log.ts'
import { withFetchLog } from '../log/requestLog.ts'

export type NodeConnection = {
  readonly url: string
  readonly login: Login | undefined
  readonly trusted: boolean
  /** address of the SOCKS proxy of every connection; empty for direct ones */
  readonly proxy: string
  /** undefined for direct connections */
  readonly fetch: Fetch | undefined
  /** whether no request is sent to any node; false when omitted */
  readonly isOffline?: boolean
}

/** The service was started with --offline. */
export class OfflineError extends FabaError {
  override readonly name = 'OfflineError'
  readonly code = 'offline'
}

/** Returns the fetch of a connection. */
export const fetchOf = ({ fetch: routeFetch, isOffline = false }: NodeConnection): Fetch => {
  if (isOffline) return async () => Promise.reject(new OfflineError('this service is offline (--offline)'))
  return routeFetch ?? directFetch
}

/** Returns the options with which requests reach the node. */
export const transportOptions = (connection: NodeConnection): TransportOptions => ({
  url: connection.url,
  fetch: fetchOf(connection),
  ...(connection.login === undefined ? {} : { login: connection.login }),
})

/** Returns a client of the node. */
export const connectNode = (connection: NodeConnection): NodeClient =>
  createNodePool([createNodeClient({ ...transportOptions(connection), trusted: connection.trusted })])

/** Returns a client of the node whose requests are logged. */
export const connectLogged = (connection: NodeConnection, log: Log): NodeClient =>
  connectNode({ ...connection, fetch: withFetchLog(fetchOf(connection), log) })

/** Returns the maximum of `threads_count` of `start_mining`, computed as wallet2's RPC does. */
export const maxMiningThreads = (): number => Math.max(2, availableParallelism())

/** Returns the connection that a call of `set_daemon` chooses, in place of the current one. */
export const chosenConnection = (current: NodeConnection, choice: DaemonChoice): NodeConnection => {
  const url = choice.url ?? current.url
  checkTls(url, choice.ssl)
  // A call that names no proxy does not leave the current one: that would reveal the user's address to the node.
  const proxy = choice.proxy.trim() === '' ? current.proxy : choice.proxy
  const route = parseNodeRoute({ ...choice, proxy }, url)
  return {
    url,
    // A login is valid for its own node only.
    login: choice.login ?? (url === current.url ? current.login : undefined),
    trusted: choice.trusted,
    proxy,
    isOffline: current.isOffline ?? false,
    fetch: route === undefined ? undefined : createRouteFetch(route),
  }
}

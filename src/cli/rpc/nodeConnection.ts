// The node that the service uses.

import { availableParallelism } from 'node:os'
import { createNodeClient } from '../../daemon/httpNodeClient.ts'
import type { Login } from '../../daemon/loginSession.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { createNodePool } from '../../daemon/nodeFailover.ts'
import type { TransportOptions } from '../../daemon/transport.ts'
import type { Fetch } from '../../jsonrpc/client.ts'

export type NodeConnection = {
  readonly url: string
  readonly login: Login | undefined
  readonly trusted: boolean
  /** address of the SOCKS proxy of every connection; empty for direct ones */
  readonly proxy: string
  /** undefined for the platform's fetch */
  readonly fetch: Fetch | undefined
}

/** Returns the options with which requests reach the node. */
export const transportOptions = ({ url, login, fetch: routeFetch }: NodeConnection): TransportOptions => ({
  url,
  fetch: routeFetch ?? ((request) => fetch(request)),
  ...(login === undefined ? {} : { login }),
})

/** Returns a client of the node. */
export const connectNode = (connection: NodeConnection): NodeClient =>
  createNodePool([createNodeClient({ ...transportOptions(connection), trusted: connection.trusted })])

/** Returns the maximum of `threads_count` of `start_mining`, computed as wallet2's RPC does. */
export const maxMiningThreads = (): number => Math.max(2, availableParallelism())

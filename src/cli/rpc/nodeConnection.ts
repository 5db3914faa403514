// The node that the service follows.

import { availableParallelism } from 'node:os'
import { createNodeClient } from '../../daemon/httpNodeClient.ts'
import type { Login } from '../../daemon/loginSession.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { createNodePool } from '../../daemon/nodeFailover.ts'
import type { TransportOptions } from '../../daemon/transport.ts'
import type { Fetch } from '../../jsonrpc/client.ts'

export type NodeLink = {
  readonly url: string
  readonly login: Login | undefined
  readonly trusted: boolean
  /** undefined where the platform's fetch goes there */
  readonly fetch: Fetch | undefined
}

/** How requests reach the node. */
export const transportOf = ({ url, login, fetch: own }: NodeLink): TransportOptions => ({
  url,
  fetch: own ?? ((request) => fetch(request)),
  ...(login === undefined ? {} : { login }),
})

export const createClient = (link: NodeLink): NodeClient => createNodePool([createNodeClient(transportOf(link))])

/** Most threads that a node may be asked to mine with, as the reference counts them. */
export const miningThreads = (): number => Math.max(2, availableParallelism())

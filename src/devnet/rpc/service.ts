// A development node as a service: JSON-RPC at /json_rpc, paths and binary paths beside it.

import { createService, type Service } from '../../jsonrpc/service.ts'
import { createAdminSettings } from '../node/adminSettings.ts'
import { OwnNode } from '../oxen/local-nodes/ownNode.ts'
import { plainNodeKeys } from '../oxen/service-nodes/nodeKeys.ts'
import { withBootstrapNode } from './bootstrapMethods.ts'
import { methodsOfDialect } from './dialect.ts'
import { toRpcError } from './errors.ts'
import type { NodeContext } from './nodeContext.ts'

export type NodeServiceOptions = {
  /** hides the admin methods */
  readonly restricted?: boolean
  /** origins whose pages may call; any if omitted */
  readonly origins?: '*' | readonly string[]
  /** maximum size of a request body in bytes */
  readonly maxRequestBytes?: number
  /** receives every error that is answered as an internal error */
  readonly report?: (error: unknown, method: string) => void
}

/** The context of a service. `ownNode` defaults to keys of an ordinary node, `settings` to those of an admin who cannot stop the node. */
export type NodeServiceContext = Omit<NodeContext, 'ownNode' | 'settings'> &
  Partial<Pick<NodeContext, 'ownNode' | 'settings'>>

/** Serves a node as its dialect has it. */
export const createNodeService = (served: NodeServiceContext, options: NodeServiceOptions = {}): Service => {
  const {
    ownNode = new OwnNode(plainNodeKeys(served.node.random(32))),
    settings = createAdminSettings(served.node.clock),
  } = served
  const context: NodeContext = { ...served, ownNode, settings }
  const methods = methodsOfDialect(context.dialect, options).map(withBootstrapNode)
  return createService(methods, context, { origins: '*', toRpcError, ...options })
}

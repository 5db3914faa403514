// A development node as a service: JSON-RPC at /json_rpc, paths and binary paths beside it.

import { createService, type Service } from '../../jsonrpc/service.ts'
import { createAdminSettings } from '../node/adminSettings.ts'
import { withBootstrapNode } from './bootstrapMethods.ts'
import { toRpcError } from './calls/errors.ts'
import type { NodeContext } from './calls/nodeContext.ts'
import { methodsOfDialect } from './dialect.ts'

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

/** The context of a service. `familyServices` defaults to those of the dialect, `settings` to those of an admin who cannot stop the node. */
export type NodeServiceContext = Omit<NodeContext, 'familyServices' | 'settings'> &
  Partial<Pick<NodeContext, 'familyServices' | 'settings'>>

/** Values of a request as JSON: some more than the body of 1 MiB has that monerod accepts. */
const MAX_REQUEST_VALUES = 200_000

/**
 * Serves a node as its dialect has it. Internal errors have code -32603 and the message "Internal error", as those of monerod (epee,
 * http_server_handlers_map2.h) and of oxen-core (recorded).
 */
export const createNodeService = (served: NodeServiceContext, options: NodeServiceOptions = {}): Service => {
  const {
    familyServices = served.dialect.createFamilyServices(served.node),
    settings = createAdminSettings(served.node.clock, undefined, served.dialect.defaultLimits),
  } = served
  const context: NodeContext = { ...served, familyServices, settings }
  const methods = methodsOfDialect(context.dialect, options).map(withBootstrapNode)
  return createService(methods, context, {
    origins: '*',
    toRpcError,
    maxRequestValues: MAX_REQUEST_VALUES,
    malformedPathStatus: served.dialect.malformedRequestStatus,
    ...options,
  })
}

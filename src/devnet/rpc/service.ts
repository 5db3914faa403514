// A development node as a service: the methods of the node's RPC that a wallet needs, and those of development.

import { createService, type Service } from '../../jsonrpc/service.ts'
import { blockMethods } from './blocks.ts'
import { chainMethods } from './chain.ts'
import type { NodeContext } from './context.ts'
import { developmentMethods } from './development.ts'
import { methodsIn } from './form.ts'
import { miningMethods } from './mining.ts'
import { nameMethods } from './names.ts'
import { outputMethods } from './outputs.ts'
import { poolMethods } from './pool.ts'
import { transactionMethods } from './transactions.ts'

/** Every method of the node's RPC. */
export const nodeMethods = [
  ...chainMethods,
  ...blockMethods,
  ...transactionMethods,
  ...outputMethods,
  ...poolMethods,
  ...miningMethods,
  ...nameMethods,
  ...developmentMethods,
]

export type NodeServiceOptions = {
  /** hides what only the node's owner may do */
  readonly restricted?: boolean
  /** told of every error that callers see as an internal error only */
  readonly report?: (error: unknown, method: string) => void
}

/** Serves a node: JSON-RPC at /json_rpc, plain and binary paths beside it. Pages of every origin may call. */
export const createNodeService = (context: NodeContext, options: NodeServiceOptions = {}): Service =>
  createService<NodeContext>(methodsIn(context.form, nodeMethods), context, { ...options, origins: '*' })

// A development node as a service: the methods of the node's RPC that a wallet needs, and those of development.

import { createService, type Service } from '../../jsonrpc/service.ts'
import { newOwner } from '../owner.ts'
import { OwnNode, plainNodeKeys } from '../oxen/ownNode.ts'
import { blockMethods } from './blocks.ts'
import { chainMethods } from './chain.ts'
import type { NodeContext } from './context.ts'
import { controlMethods } from './control.ts'
import { developmentMethods } from './development.ts'
import { methodsIn } from './form.ts'
import { heldNodeMethods } from './heldNodes.ts'
import { miningMethods } from './mining.ts'
import { nameMethods } from './names.ts'
import { outputMethods } from './outputs.ts'
import { peerMethods } from './peers.ts'
import { poolMethods } from './pool.ts'
import { quorumMethods } from './quorums.ts'
import { serviceNodeMethods } from './serviceNodes.ts'
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
  ...peerMethods,
  ...controlMethods,
  ...serviceNodeMethods,
  ...quorumMethods,
  ...developmentMethods,
  ...heldNodeMethods,
]

export type NodeServiceOptions = {
  /** hides what only the node's owner may do */
  readonly restricted?: boolean
  /** told of every error that callers see as an internal error only */
  readonly report?: (error: unknown, method: string) => void
}

/** What is served; a node that is no service node, with keys of its own, when `own` is left out, and an owner without a say. */
export type ServedNode = Omit<NodeContext, 'own' | 'owner'> & Partial<Pick<NodeContext, 'own' | 'owner'>>

/** Serves a node: JSON-RPC at /json_rpc, plain and binary paths beside it. Pages of every origin may call. */
export const createNodeService = (served: ServedNode, options: NodeServiceOptions = {}): Service => {
  const { own = new OwnNode(plainNodeKeys(served.node.random(32))), owner = newOwner(served.node.clock) } = served
  const context = { ...served, own, owner }
  return createService<NodeContext>(methodsIn(context.form, nodeMethods), context, { ...options, origins: '*' })
}

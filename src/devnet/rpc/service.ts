// A development node as a service: the methods of the node's RPC that a wallet needs, and those of development.

import type { Method } from '../../jsonrpc/method.ts'
import { createService, type Service } from '../../jsonrpc/service.ts'
import { createAdminSettings } from '../node/adminSettings.ts'
import { OwnNode } from '../oxen/local-nodes/ownNode.ts'
import { heldNodeMethods } from '../oxen/rpc/localServiceNodes.ts'
import { nameMethods } from '../oxen/rpc/names.ts'
import { quorumMethods } from '../oxen/rpc/quorums.ts'
import { serviceNodeMethods } from '../oxen/rpc/serviceNodes.ts'
import { plainNodeKeys } from '../oxen/service-nodes/nodeKeys.ts'
import { withBootstrapNode } from './bootstrapMethods.ts'
import { methodsOfDialect } from './dialect.ts'
import { blockMethods } from './methods/blocks.ts'
import { chainMethods } from './methods/chain.ts'
import { controlMethods } from './methods/control.ts'
import { developmentMethods } from './methods/development.ts'
import { walletMethods } from './methods/developmentWallets.ts'
import { miningMethods } from './methods/mining.ts'
import { outputMethods } from './methods/outputs.ts'
import { peerMethods } from './methods/peers.ts'
import { transactionMethods } from './methods/transactions.ts'
import { poolMethods } from './methods/txpool.ts'
import type { NodeContext } from './nodeContext.ts'
import type { DescribedBinaryMethod } from './nodeMethod.ts'

type NodeMethod = Method<NodeContext> | DescribedBinaryMethod

/** The methods, by what they are about. */
export const nodeGroups: readonly { readonly name: string; readonly methods: readonly NodeMethod[] }[] = [
  { name: 'Chain', methods: chainMethods },
  { name: 'Blocks', methods: blockMethods },
  { name: 'Transactions', methods: transactionMethods },
  { name: 'Outputs', methods: outputMethods },
  { name: 'Pool', methods: poolMethods },
  { name: 'Mining', methods: miningMethods },
  { name: 'Names', methods: nameMethods },
  { name: 'Other nodes, bans and limits', methods: peerMethods },
  { name: 'Running the node', methods: controlMethods },
  { name: 'Service nodes', methods: serviceNodeMethods },
  { name: 'Quorums', methods: quorumMethods },
  { name: 'Development', methods: [...developmentMethods, ...walletMethods, ...heldNodeMethods] },
]

/** Every method of the node's RPC. */
export const nodeMethods = nodeGroups.flatMap(({ methods }) => methods)

export type NodeServiceOptions = {
  /** hides what only the node's owner may do */
  readonly restricted?: boolean
  /** pages of these origins may call; those of every origin when left out */
  readonly origins?: '*' | readonly string[]
  /** longest body of a request in bytes */
  readonly maxRequestBytes?: number
  /** told of every error that callers see as an internal error only */
  readonly report?: (error: unknown, method: string) => void
}

/** What is served; a node that is no service node, with keys of its own, when `ownNode` is left out, and an owner without a say. */
export type NodeServiceContext = Omit<NodeContext, 'ownNode' | 'settings'> &
  Partial<Pick<NodeContext, 'ownNode' | 'settings'>>

/** Serves a node: JSON-RPC at /json_rpc, plain and binary paths beside it. */
export const createNodeService = (served: NodeServiceContext, options: NodeServiceOptions = {}): Service => {
  const {
    ownNode = new OwnNode(plainNodeKeys(served.node.random(32))),
    settings = createAdminSettings(served.node.clock),
  } = served
  const context = { ...served, ownNode, settings }
  return createService<NodeContext>(
    methodsOfDialect(context.dialect, nodeMethods, options).map(withBootstrapNode),
    context,
    {
      origins: '*',
      ...options,
    },
  )
}

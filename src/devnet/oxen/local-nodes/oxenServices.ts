// The parts of a running node that only the oxen family has: local service nodes, obligations votes, and the node itself as a service node.

import type { NodeContext } from '../../rpc/calls/nodeContext.ts'
import type { LocalServiceNodes } from './localServiceNodes.ts'
import type { ObligationsVotes } from './obligationsVotes.ts'
import type { OwnNode } from './ownNode.ts'

type Parts = {
  readonly ownNode: OwnNode
  /** service nodes whose keys this node holds; undefined if the chain has none */
  readonly localServiceNodes?: LocalServiceNodes | undefined
  /** undefined if the chain has no service nodes */
  readonly obligations?: ObligationsVotes | undefined
}

export class OxenServices {
  readonly ownNode: OwnNode
  readonly localServiceNodes: LocalServiceNodes | undefined
  readonly obligations: ObligationsVotes | undefined

  constructor({ ownNode, localServiceNodes, obligations }: Parts) {
    this.ownNode = ownNode
    this.localServiceNodes = localServiceNodes
    this.obligations = obligations
  }
}

/** Returns the services of the oxen family that methods of its dialect read. */
export const oxenServicesOf = ({ familyServices }: Pick<NodeContext, 'familyServices'>): OxenServices => {
  if (familyServices instanceof OxenServices) return familyServices
  throw new TypeError('the node was started without the services of the oxen family')
}

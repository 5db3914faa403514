// The service node parts of a development node, for chains whose family has service nodes.

import type { Random } from '../../crypto/random/random.ts'
import type { Faucet, FirstBlocks } from '../mining/faucet.ts'
import type { Miner } from '../mining/miner.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { serviceNodesOf } from './blocks/oxenState.ts'
import { BehaviourOverrides } from './local-nodes/behaviourOverrides.ts'
import { MAX_LOCAL_NODES } from './local-nodes/localNodeKeys.ts'
import { LocalServiceNodes, LocalServiceNodesError } from './local-nodes/localServiceNodes.ts'
import { ObligationsVotes } from './local-nodes/obligationsVotes.ts'
import { OwnNode } from './local-nodes/ownNode.ts'
import { OxenServices } from './local-nodes/oxenServices.ts'
import { plainNodeKeys } from './service-nodes/nodeKeys.ts'

/** Blocks that the registrations of a new chain take. */
const REGISTRATION_BLOCKS = 3
/** What one registration costs, in coins. */
const STAKE_AND_FEES = 101

/** Creates the behaviour overrides and adds them to the persisted state, if the chain has service nodes. */
export const addBehaviourOverrides = (node: DevelopmentNode): BehaviourOverrides => {
  const overrides = new BehaviourOverrides()
  if (serviceNodesOf(node.chain.state) !== undefined) node.persisted.add('conduct', overrides.part)
  return overrides
}

/**
 * Creates the local service nodes; undefined if the family has none.
 * @param count how many are requested
 * @throws LocalServiceNodesError if the family has none and some are requested
 */
export const createLocalServiceNodes = (
  { node, miner, faucet }: { readonly node: DevelopmentNode; readonly miner: Miner; readonly faucet: Faucet },
  overrides: BehaviourOverrides,
  count: number,
): LocalServiceNodes | undefined => {
  const registry = serviceNodesOf(node.chain.state)
  if (registry !== undefined) return new LocalServiceNodes(node, miner, faucet, registry, overrides)
  if (count > 0) throw new LocalServiceNodesError('this family has no service nodes')
  return undefined
}

/** Returns what the first blocks of a chain provide, so that service nodes can be registered. */
export const provideForRegistrations = (count: number): FirstBlocks =>
  count === 0 ? {} : { reserve: count * STAKE_AND_FEES, later: REGISTRATION_BLOCKS }

/**
 * Creates the family's services of a node. Its own keys are the last local ones, which stay free for a registration by the user, if it has
 * local service nodes; otherwise those of an ordinary node.
 * @param count how many local service nodes are requested
 */
export const createOxenServices = (
  node: DevelopmentNode,
  localServiceNodes: LocalServiceNodes | undefined,
  count: number,
  random: Random,
): OxenServices => {
  const hasLocalNodes = localServiceNodes !== undefined && (count > 0 || localServiceNodes.registered.length > 0)
  const ownNode = new OwnNode(
    hasLocalNodes ? localServiceNodes.keys.at(MAX_LOCAL_NODES - 1) : plainNodeKeys(random(32)),
  )
  const registry = serviceNodesOf(node.chain.state)
  const obligations =
    registry === undefined || localServiceNodes === undefined
      ? undefined
      : new ObligationsVotes({ node, registry, localServiceNodes, own: ownNode })
  return new OxenServices({ ownNode, localServiceNodes, obligations })
}

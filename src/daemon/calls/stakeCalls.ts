// Calls to a node about service nodes: the stakes that the network locks. The whole lists are requested, so that the node does not learn
// which stakes interest the caller.

import { BlacklistedStakesResponse, ServiceNodesResponse } from '../jsonResponses.ts'
import type { LockedStake } from '../nodeClient.ts'
import type { NodeRpc } from '../nodeRpc.ts'

const MIB = 1024 * 1024
/** 2,000 service nodes with four contributors each have about 3 MiB. */
const MAX_SERVICE_NODES_BYTES = 32 * MIB
const MAX_BLACKLIST_BYTES = 4 * MIB

/** The only fields that are needed; nodes omit the others. */
const FIELDS = { contributors: true, requested_unlock_height: true }

/** Returns the stakes of registered service nodes, then those of deregistered ones, which stay locked for a time. */
export const fetchLockedStakes = async (rpc: NodeRpc, signal: AbortSignal | undefined): Promise<LockedStake[]> => {
  const method = 'get_service_nodes'
  const response = await rpc.callMethod(method, { fields: FIELDS }, signal, MAX_SERVICE_NODES_BYTES)
  const { service_node_states: nodes } = rpc.validate(method, ServiceNodesResponse, response)
  const second = 'get_service_node_blacklisted_key_images'
  const other = await rpc.callMethod(second, {}, signal, MAX_BLACKLIST_BYTES)
  const { blacklist } = rpc.validate(second, BlacklistedStakesResponse, other)
  const registered = nodes.flatMap(({ contributors, requested_unlock_height: height }) =>
    contributors.flatMap(({ locked_contributions }) =>
      locked_contributions.map(({ key_image: keyImage }) => ({
        keyImage,
        unlockHeight: height === 0 ? undefined : height,
      })),
    ),
  )
  return [
    ...registered,
    ...blacklist.map(({ key_image: keyImage, unlock_height: unlockHeight }) => ({ keyImage, unlockHeight })),
  ]
}

// Calls to a node about service nodes: the stakes that the network locks, one service node, and the quorums that approve blinks. The whole list of stakes is requested, so
// that the node does not learn which of them interest the caller.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import {
  BlacklistedStakesResponse,
  QuorumsResponse,
  ServiceNodeResponse,
  ServiceNodesResponse,
} from '../jsonResponses.ts'
import type { BlinkQuorum, LockedStake, NodeServiceNode } from '../nodeClient.ts'
import type { NodeRpc } from '../nodeRpc.ts'

const MIB = 1024 * 1024
/** 2,000 service nodes with four contributors each have about 3 MiB. */
const MAX_SERVICE_NODES_BYTES = 32 * MIB
const MAX_BLACKLIST_BYTES = 4 * MIB

/** The only fields that are needed; nodes omit the others. */
const FIELDS = { service_node_pubkey: true, contributors: true, requested_unlock_height: true }

/** Returns the stakes of registered service nodes, then those of deregistered ones, which stay locked for a time. */
export const fetchLockedStakes = async (rpc: NodeRpc, signal: AbortSignal | undefined): Promise<LockedStake[]> => {
  const method = 'get_service_nodes'
  const response = await rpc.callMethod(method, { fields: FIELDS }, signal, MAX_SERVICE_NODES_BYTES)
  const { service_node_states: nodes } = rpc.validate(method, ServiceNodesResponse, response)
  const second = 'get_service_node_blacklisted_key_images'
  const other = await rpc.callMethod(second, {}, signal, MAX_BLACKLIST_BYTES)
  const { blacklist } = rpc.validate(second, BlacklistedStakesResponse, other)
  const registered = nodes.flatMap(({ contributors, requested_unlock_height: height, service_node_pubkey: key }) =>
    contributors.flatMap(({ locked_contributions }) =>
      locked_contributions.map(({ key_image: keyImage }) => ({
        keyImage,
        unlockHeight: height === 0 ? undefined : height,
        serviceNodeKey: key,
      })),
    ),
  )
  return [
    ...registered,
    ...blacklist.map(({ key_image: keyImage, unlock_height: unlockHeight }) => ({ keyImage, unlockHeight })),
  ]
}

/** Returns a registered service node; undefined if the key is not registered. */
export const fetchServiceNode = async (
  rpc: NodeRpc,
  key: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<NodeServiceNode | undefined> => {
  const method = 'get_service_nodes'
  const response = await rpc.callMethod(method, { service_node_pubkeys: [toHex(key)] }, signal)
  const [state] = rpc.validate(method, ServiceNodeResponse, response).service_node_states
  if (state === undefined) return undefined
  if (!equalBytes(state.service_node_pubkey, key)) throw rpc.invalidResponse(method, 'it is another service node')
  return {
    requirement: state.staking_requirement,
    reserved: state.total_reserved,
    requestedUnlockHeight: state.requested_unlock_height === 0 ? undefined : state.requested_unlock_height,
    contributors: state.contributors.map(({ address, amount, reserved, locked_contributions: locked }) => ({
      ...{ address, amount, reserved },
      locked: locked.map((output) => ({ keyImage: output.key_image, amount: output.amount })),
    })),
  }
}

/** Of oxen-core: `quorum_type::blink`. */
const BLINK_QUORUM = 2

/** Returns the blink quorums at the heights of a range. */
export const fetchBlinkQuorums = async (
  rpc: NodeRpc,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal | undefined,
): Promise<BlinkQuorum[]> => {
  const method = 'get_quorum_state'
  const range = { start_height: from, end_height: to, quorum_type: BLINK_QUORUM }
  const { quorums } = rpc.validate(method, QuorumsResponse, await rpc.callMethod(method, range, signal))
  return quorums
    .filter(({ quorum_type }) => quorum_type === BLINK_QUORUM)
    .map(({ height, quorum }) => ({ height, validators: quorum.validators.length }))
}

// Service nodes as JSON values.

import { toHex } from '../../../bytes/hex.ts'
import { formatAddress } from '../../../coin/addresses/address.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { type JsonWritable, stringifyJson } from '../../../jsonrpc/json.ts'
import type { PublicKeys } from '../../records/chainRecords.ts'
import type { OwnNode } from '../local-nodes/ownNode.ts'
import { type CheckpointParticipation, reportedUptimeProof, type TestInputs } from '../local-nodes/uptimeProofs.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import {
  earnedDowntime,
  isActive,
  isDecommissioned,
  isFunded,
  type ServiceNode,
  totalContributed,
  totalReserved,
} from '../service-nodes/serviceNodes.ts'
import { VERSION } from './version.ts'

/** Version of oxen-core's service node records. */
const RECORD_VERSION = 6

const stateHeight = (node: ServiceNode): number => {
  if (!isFunded(node)) return node.lastReward.height
  return isDecommissioned(node) ? node.lastDecommissionHeight : node.activeSince
}

/** Returns the standard address of a contributor. */
export const addressText = (network: Network, { spendKey, viewKey }: PublicKeys): string =>
  formatAddress(network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })

/** Version of this node as numbers. */
export const NODE_VERSION: readonly number[] = VERSION.split('.').map(Number)

/** Fields of a node without an uptime proof. */
const UNPROVEN = {
  last_uptime_proof: 0,
  public_ip: '0.0.0.0',
  pubkey_ed25519: '',
  pubkey_x25519: '',
  quorumnet_port: 0,
  service_node_version: [0, 0, 0],
  storage_lmq_port: 0,
  storage_port: 0,
}

/** Returns the fields of the last uptime proof of a node. */
const proven = (source: TestInputs, node: ServiceNode): { readonly [name: string]: JsonWritable } => {
  const proof = reportedUptimeProof(source, node)
  if (proof === undefined) return UNPROVEN
  const { keys, time, address } = proof
  return {
    ...UNPROVEN,
    last_uptime_proof: time,
    public_ip: address,
    pubkey_ed25519: toHex(keys.ed25519.publicKey),
    pubkey_x25519: toHex(keys.x25519.publicKey),
    service_node_version: NODE_VERSION,
  }
}

/** Returns an entry of get_service_nodes. */
export const entryOf = (
  network: Network,
  node: ServiceNode,
  source: TestInputs,
  checkpointed: readonly CheckpointParticipation[] = [],
): { readonly [name: string]: JsonWritable } => {
  const { isReachable, since } = source.own.reachabilityOf(node)
  return {
    ...proven(source, node),
    checkpoint_participation: checkpointed.map(({ height, hasSigned }) => ({
      ...{ height, voted: hasSigned, is_pulse: false },
    })),
    pulse_participation: node.pulseTurns.map(({ height, round, hasSigned }) => ({
      ...{ height, voted: hasSigned, is_pulse: true, pulse_round: round },
    })),
    service_node_pubkey: toHex(node.key),
    registration_height: node.registrationHeight,
    registration_hf_version: node.registrationFork,
    requested_unlock_height: node.requestedUnlockHeight,
    last_reward_block_height: node.lastReward.height,
    last_reward_transaction_index: node.lastReward.index,
    active: isActive(node),
    funded: isFunded(node),
    state_height: stateHeight(node),
    decommission_count: node.decommissionCount,
    earned_downtime_blocks: earnedDowntime(node, source.chain.height - 1),
    contributors: node.contributors.map(({ address, amount, reserved, locked }) => ({
      address: addressText(network, address),
      amount,
      reserved,
      locked_contributions: locked.map((output) => ({
        amount: output.amount,
        key_image: toHex(output.keyImage),
        key_image_pub_key: toHex(output.key),
      })),
    })),
    total_contributed: totalContributed(node),
    total_reserved: totalReserved(node),
    staking_requirement: node.requirement,
    portions_for_operator: node.operatorPortions,
    operator_address: addressText(network, node.operator),
    swarm_id: node.swarm,
    storage_server_reachable: isReachable,
    storage_server_reachable_timestamp: since,
  }
}

/** Returns the entry of this node while it is not registered. */
export const unregisteredEntry = ({ keys, storagePort }: OwnNode): { readonly [name: string]: JsonWritable } => ({
  ...UNPROVEN,
  pubkey_ed25519: toHex(keys.ed25519.publicKey),
  pubkey_x25519: toHex(keys.x25519.publicKey),
  service_node_version: NODE_VERSION,
  storage_lmq_port: storagePort,
  // oxen-core writes an empty key here.
  service_node_pubkey: '',
  registration_height: 0,
  registration_hf_version: 0,
  requested_unlock_height: 0,
  last_reward_block_height: 0,
  last_reward_transaction_index: 0,
  active: false,
  funded: false,
  state_height: 0,
  decommission_count: 0,
  earned_downtime_blocks: 0,
  total_contributed: 0,
  total_reserved: 0,
  staking_requirement: 0,
  portions_for_operator: 0,
  operator_address: '',
  swarm_id: 0,
  storage_server_reachable: false,
  storage_server_reachable_timestamp: 0,
})

const keysValue = ({ spendKey, viewKey }: PublicKeys): JsonWritable => ({
  m_spend_public_key: toHex(spendKey),
  m_view_public_key: toHex(viewKey),
})

const recordValue = (node: ServiceNode): JsonWritable => ({
  pubkey: toHex(node.key),
  info: {
    version: RECORD_VERSION,
    registration_height: node.registrationHeight,
    requested_unlock_height: node.requestedUnlockHeight,
    last_reward_block_height: node.lastReward.height,
    last_reward_transaction_index: node.lastReward.index,
    decommission_count: node.decommissionCount,
    active_since_height: node.activeSince,
    last_decommission_height: node.lastDecommissionHeight,
    contributors: node.contributors.map(({ address, amount, reserved, locked }) => ({
      version: 0,
      amount,
      reserved,
      address: keysValue(address),
      locked_contributions: locked.map((output) => ({
        version: 0,
        key_image_pub_key: toHex(output.key),
        key_image: toHex(output.keyImage),
        amount: output.amount,
      })),
    })),
    total_contributed: totalContributed(node),
    total_reserved: totalReserved(node),
    staking_requirement: node.requirement,
    portions_for_operator: node.operatorPortions,
    operator_address: keysValue(node.operator),
    swarm_id: node.swarm,
    last_ip_change_height: node.lastAddressChangeHeight,
    registration_hf_version: node.registrationFork,
    recommission_credit: node.recommissionCredit,
    pulse_sorter: {
      last_height_validating_in_quorum: node.lastValidation.height,
      quorum_index: node.lastValidation.index,
    },
  },
})

/** Returns service node records as JSON text, in oxen-core's order of fields. */
export const recordsJson = (nodes: readonly ServiceNode[]): string =>
  nodes.length === 0 ? '{}' : stringifyJson(nodes.map(recordValue))

const ago = (now: number, then: number): string => {
  if (then >= now) return 'now'
  if (then === 0) return 'never'
  const seconds = now - then
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}

/** Returns the service node state of this node for the status line. `now`: UNIX seconds. */
export const ownStanding = (registry: ServiceNodeRegistry | undefined, own: OwnNode, now: number): string => {
  const { service } = own.keys
  if (service === undefined) return 'no'
  const node = registry?.find(service.publicKey)
  if (node === undefined) return 'not registered'
  const state = isFunded(node) ? (isActive(node) ? 'active' : 'decomm.') : 'awaiting contr.'
  const [storage, router] = [ago(now, own.lastStoragePing), ago(now, own.lastLokinetPing)]
  return `${state}, proof: never, storage: ${storage}, lokinet: ${router}`
}

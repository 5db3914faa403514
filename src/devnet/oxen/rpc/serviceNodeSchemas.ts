// Schemas of results about service nodes and quorums.

import * as v from 'valibot'
import { i64, index, list, u8, u16, u32, u64 } from '../../../jsonrpc/schemas.ts'

const text = v.string()

const contributionRecord = v.object({ amount: u64, key_image: text, key_image_pub_key: text })

const contributorRecord = v.object({
  amount: u64,
  reserved: u64,
  address: text,
  locked_contributions: list(contributionRecord),
})

const participationRecord = v.object({
  height: index,
  voted: v.boolean(),
  is_pulse: v.boolean(),
  pulse_round: v.optional(u8),
})

/** All fields of a service node. */
const whole = {
  service_node_pubkey: text,
  registration_height: index,
  registration_hf_version: u16,
  requested_unlock_height: index,
  last_reward_block_height: index,
  last_reward_transaction_index: u32,
  active: v.boolean(),
  funded: v.boolean(),
  state_height: index,
  decommission_count: u32,
  earned_downtime_blocks: i64,
  service_node_version: v.array(u16),
  contributors: list(contributorRecord),
  total_contributed: u64,
  total_reserved: u64,
  staking_requirement: u64,
  portions_for_operator: u64,
  swarm_id: u64,
  operator_address: text,
  public_ip: text,
  storage_port: u16,
  storage_lmq_port: u16,
  quorumnet_port: u16,
  pubkey_ed25519: text,
  pubkey_x25519: text,
  last_uptime_proof: index,
  storage_server_reachable: v.boolean(),
  storage_server_reachable_timestamp: index,
  checkpoint_participation: list(participationRecord),
  pulse_participation: list(participationRecord),
}

export const serviceNodeRecord = v.object(whole)

/** Selection of fields of get_service_nodes. */
export const fieldSelection = v.object(
  v.entriesFromList(
    ['all', 'height', 'target_height', 'block_hash', 'hardfork', ...Object.keys(whole)],
    v.optional(v.boolean(), false),
  ),
)

/** A service node with the selected fields. */
export const chosenRecord = v.partial(serviceNodeRecord)

export const quorumRecord = v.object({
  height: index,
  quorum_type: u8,
  quorum: v.object({ validators: list(text), workers: list(text) }),
})

export const lockedStakeRecord = v.object({ key_image: text, unlock_height: index, amount: u64 })

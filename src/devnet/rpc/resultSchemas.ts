// Schemas of results: those that several methods share, and long ones.

import * as v from 'valibot'
import { index, list, u8, u16, u32, u64 } from '../../jsonrpc/schemas.ts'
import { TRUST_STATUS } from './nodeMethod.ts'

const text = v.string()
const bool = v.boolean()

/** Accepts a value, or a list with the value, which older clients send. */
export const oneOrList = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.union([item, v.array(item)]), v.title(`${v.getTitle(item) ?? 'str'} or a list of it`))

export const headerRecord = v.object({
  major_version: u8,
  minor_version: u8,
  timestamp: index,
  prev_hash: text,
  nonce: u32,
  orphan_status: bool,
  height: index,
  depth: index,
  hash: text,
  difficulty: u64,
  cumulative_difficulty: u64,
  reward: u64,
  miner_reward: u64,
  block_size: index,
  block_weight: index,
  num_txes: index,
  pow_hash: v.optional(text),
  long_term_weight: index,
  miner_tx_hash: text,
  tx_hashes: list(text),
  service_node_winner: text,
})

export const connectionRecord = v.object({
  address: text,
  address_type: u32,
  avg_download: index,
  avg_upload: index,
  connection_id: text,
  current_download: index,
  current_upload: index,
  height: index,
  host: text,
  incoming: bool,
  ip: text,
  live_time: index,
  local_ip: bool,
  localhost: bool,
  peer_id: text,
  port: text,
  pruning_seed: u32,
  recv_count: index,
  recv_idle_time: index,
  rpc_port: u32,
  send_count: index,
  send_idle_time: index,
  state: text,
  support_flags: u32,
})

export const spanRecord = v.object({
  connection_id: text,
  nblocks: index,
  rate: index,
  remote_address: text,
  size: index,
  speed: index,
  start_block_height: index,
})

export const peerRecord = v.object({
  id: u64,
  host: text,
  ip: u32,
  port: u16,
  rpc_port: v.optional(u16, 0),
  last_seen: index,
  pruning_seed: v.optional(u32, 0),
})

export const publicNodeRecord = v.object({ host: text, last_seen: index, rpc_port: u16 })

export const banRecord = v.object({ host: text, ip: u32, seconds: u32 })

export const checkpointRecord = v.object({
  version: u8,
  type: text,
  height: index,
  block_hash: text,
  signatures: list(v.object({ voter_index: u16, signature: text })),
  prev_height: index,
})

export const alternativeRecord = v.object({
  block_hash: text,
  height: index,
  length: index,
  difficulty: u64,
  block_hashes: list(text),
  main_chain_parent_block: text,
})

export const outputRecord = v.object({ key: text, mask: text, unlocked: bool, height: index, txid: text })

export const histogramRecord = v.object({
  amount: u64,
  total_instances: index,
  unlocked_instances: index,
  recent_instances: index,
})

export const distributionRecord = v.object({
  amount: u64,
  base: index,
  distribution: list(index),
  start_height: index,
  binary: bool,
  compress: bool,
})

/** 32 bytes in binary requests and responses. */
export const hash = v.pipe(text, v.title('hash'))

/** Concatenated hashes as one blob. */
export const packed = v.pipe(text, v.title('packed hashes'))

const bytes = v.pipe(text, v.title('bytes'))

export const completeBlockRecord = v.object({ block: bytes, txs: list(bytes), checkpoint: bytes })

export const outputBytes = v.object({ key: hash, mask: hash, unlocked: bool, height: index, txid: hash })

export const distributionBytes = v.object({
  amount: index,
  base: index,
  start_height: index,
  binary: bool,
  compress: bool,
  distribution: v.optional(bytes),
  compressed_data: v.optional(bytes),
})

/** Three u64 per transaction: weight, fee, and the negated seconds since its receipt. */
export const backlogRecord = v.pipe(text, v.title('packed u64: blob_size, fee, time_in_pool'))

const bin = v.object({ txs: u32, bytes: index })

export const poolStatsRecord = v.object({
  bytes_total: index,
  bytes_min: index,
  bytes_max: index,
  bytes_med: index,
  fee_total: u64,
  oldest: index,
  txs_total: u32,
  num_failing: u32,
  num_10m: u32,
  num_not_relayed: u32,
  num_double_spends: u32,
  histo_98pc: index,
  histo: list(bin),
})

const registrationRecord = v.object({
  contributors: list(v.object({ wallet: text, portion: u32 })),
  fee: u32,
  expiry: u64,
})

const stateChangeRecord = v.object({
  old_dereg: v.optional(bool),
  type: text,
  height: index,
  index,
  voters: list(index),
})

/** An LNS operation. */
const nameDeedRecord = v.object({
  buy: v.optional(bool),
  update: v.optional(bool),
  renew: v.optional(bool),
  type: text,
  blocks: v.optional(index),
  name_hash: text,
  value: v.optional(text),
  owner: v.optional(text),
  backup_owner: v.optional(text),
})

/** Known fields of a transaction's extra. */
const extraRecord = v.object({
  pubkey: v.optional(text),
  burn_amount: v.optional(u64),
  extra_nonce: v.optional(text),
  payment_id: v.optional(text),
  mm_depth: v.optional(index),
  mm_root: v.optional(text),
  additional_pubkeys: list(text),
  sn_winner: v.optional(text),
  sn_pubkey: v.optional(text),
  sn_registration: v.optional(registrationRecord),
  sn_contributor: v.optional(text),
  sn_state_change: v.optional(stateChangeRecord),
  tx_secret_key: v.optional(text),
  locked_key_images: list(text),
  key_image_unlock: v.optional(text),
  lns: v.optional(nameDeedRecord),
})

export const poolEntryRecord = v.object({
  id_hash: text,
  tx_json: text,
  blob_size: index,
  weight: index,
  fee: u64,
  max_used_block_id_hash: text,
  max_used_block_height: index,
  kept_by_block: bool,
  last_failed_height: index,
  last_failed_id_hash: text,
  receive_time: index,
  relayed: bool,
  last_relayed_time: index,
  do_not_relay: bool,
  double_spend_seen: bool,
  tx_blob: text,
  extra: v.optional(extraRecord),
  stake_amount: v.optional(u64),
})

export const transactionRecord = v.object({
  tx_hash: text,
  as_hex: v.optional(text),
  pruned_as_hex: v.optional(text),
  prunable_as_hex: v.optional(text),
  prunable_hash: v.optional(text),
  as_json: v.optional(text),
  size: u32,
  in_pool: bool,
  double_spend_seen: bool,
  blink: bool,
  block_height: v.optional(index),
  block_timestamp: v.optional(index),
  output_indices: list(index),
  relayed: v.optional(bool),
  received_timestamp: v.optional(index),
  extra: v.optional(extraRecord),
  stake_amount: v.optional(u64),
})

/** An LNS record. The methods add the index of the request's entry. */
export const nameFields = {
  type: u16,
  name_hash: text,
  owner: text,
  backup_owner: v.optional(text),
  encrypted_value: text,
  update_height: index,
  expiration_height: v.optional(index),
  txid: text,
} as const

/** Flags for the reasons of a rejection, with oxen-core's spelling. */
export const verdictRecord = v.object({
  m_verifivation_failed: bool,
  m_verifivation_impossible: bool,
  m_added_to_pool: bool,
  m_should_be_relayed: bool,
  m_low_mixin: bool,
  m_double_spend: bool,
  m_invalid_input: bool,
  m_invalid_output: bool,
  m_too_few_outputs: bool,
  m_too_big: bool,
  m_overspend: bool,
  m_fee_too_low: bool,
  m_invalid_version: bool,
  m_invalid_type: bool,
  m_key_image_locked_by_snode: bool,
  m_key_image_blacklisted: bool,
  m_verbose_error: text,
  m_vote_ctx: v.object({
    m_added_to_pool: bool,
    m_duplicate_voters: bool,
    m_incorrect_voting_group: bool,
    m_invalid_block_height: bool,
    m_invalid_vote_type: bool,
    m_not_enough_votes: bool,
    m_signature_not_valid: bool,
    m_validator_index_out_of_bounds: bool,
    m_verification_failed: bool,
    m_votes_not_sorted: bool,
    m_worker_index_out_of_bounds: bool,
  }),
})

/** The state of a node. Restricted services omit the optional fields. */
export const infoRecord = {
  height: index,
  target_height: index,
  immutable_height: index,
  immutable_block_hash: text,
  pulse_ideal_timestamp: index,
  pulse_target_timestamp: index,
  difficulty: u64,
  target: index,
  tx_count: index,
  tx_pool_size: index,
  rpc_connections_count: index,
  mainnet: bool,
  testnet: bool,
  devnet: bool,
  stagenet: bool,
  nettype: text,
  top_block_hash: text,
  cumulative_difficulty: u64,
  block_size_limit: index,
  block_weight_limit: index,
  block_size_median: index,
  block_weight_median: index,
  offline: bool,
  database_size: index,
  version: text,
  status_line: text,
  development: bool,
  alt_blocks_count: v.optional(index),
  outgoing_connections_count: v.optional(index),
  incoming_connections_count: v.optional(index),
  white_peerlist_size: v.optional(index),
  grey_peerlist_size: v.optional(index),
  service_node: v.optional(bool),
  start_time: v.optional(index),
  last_storage_server_ping: v.optional(index),
  last_lokinet_ping: v.optional(index),
  last_xnet_ping: v.optional(index),
  free_space: v.optional(index),
  bootstrap_daemon_address: v.optional(text),
  height_without_bootstrap: v.optional(index),
  was_bootstrap_ever_used: v.optional(bool),
  ...TRUST_STATUS,
} as const

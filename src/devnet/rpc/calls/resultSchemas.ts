// Schemas of results: those that several methods share, and long ones.

import * as v from 'valibot'
import { index, list, u8, u16, u32, u64 } from '../../../jsonrpc/schemas.ts'
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

// Schemas of transactions in results, and of the outcome of a submission.

import * as v from 'valibot'
import { index, list, u32, u64 } from '../../../jsonrpc/schemas.ts'

const text = v.string()
const bool = v.boolean()

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

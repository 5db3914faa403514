// Schemas of the JSON responses of nodes. monerod 0.18 and oxen-core 8.1 differ in some names and forms; the schemas accept both. Both
// omit empty lists, and members with default values.

import * as v from 'valibot'
import { fromBase64 } from '../bytes/base64.ts'
import { MAX_HEIGHT, MAX_TIME } from '../coin/blocks/chainLimits.ts'
import { hex, hex32, index, u8, u64 } from '../jsonrpc/schemas.ts'
import type { VerificationFailure } from './nodeClient.ts'

/** A list with at most `max` items; empty if it is missing. */
const listOf = <const Item extends v.GenericSchema>(item: Item, max: number) =>
  v.optional(v.pipe(v.array(item), v.maxLength(max)), [])

/** A txpool has up to 648 MB (monerod, oxen-core: DEFAULT_TXPOOL_MAX_WEIGHT), which 440,000 transactions of minimum size fill; more where its operator chose so. */
export const MAX_POOL_HASHES = 1_000_000
/** Of one request. */
const MAX_TRANSACTIONS = 100
const MAX_KEY_IMAGES = 1000
/** Of one transaction; early ones had thousands. */
const MAX_OUTPUTS = 100_000
const MAX_FEE_LEVELS = 10
const MAX_HEADERS = 100

const height = v.pipe(index, v.maxValue(MAX_HEIGHT, 'no chain is as high'))
const time = v.pipe(index, v.maxValue(MAX_TIME, 'no block is as late'))

const flag = v.optional(v.boolean(), false)
const text = v.optional(v.string(), '')

/** The status of a response: OK, or the reason of a failure. A few responses have none. */
export const StatusResponse = v.object({ status: v.optional(v.string(), 'OK') })

export const InfoResponse = v.object({
  height,
  // Peers of an honest node may claim any.
  target_height: v.optional(u64, 0),
  top_block_hash: hex32,
  immutable_height: v.optional(height, 0),
  cumulative_difficulty: v.optional(u64),
  cumulative_difficulty_top64: v.optional(u64, 0),
  nettype: text,
  version: text,
  development: flag,
  block_weight_limit: v.optional(u64),
})

export const HardForkResponse = v.object({ version: u8 })

export const HeaderResponse = v.object({ block_header: v.object({ hash: hex32, height, timestamp: time }) })

export const BlockResponse = v.object({ blob: hex })

export const PoolHashesResponse = v.object({ tx_hashes: listOf(hex32, MAX_POOL_HASHES) })

/** `as_hex` is the full transaction, `pruned_as_hex` the pruned one; either may be missing or empty. */
export const TransactionsResponse = v.object({
  txs: listOf(
    v.object({
      tx_hash: hex32,
      as_hex: v.optional(hex, ''),
      pruned_as_hex: v.optional(hex, ''),
      prunable_hash: v.optional(hex, ''),
      in_pool: flag,
      double_spend_seen: flag,
      // Transactions in the pool have none, or the largest u64.
      block_height: v.optional(u64),
      block_timestamp: v.optional(u64),
      output_indices: listOf(index, MAX_OUTPUTS),
      blink: flag,
      received_timestamp: v.optional(u64),
    }),
    MAX_TRANSACTIONS,
  ),
})

/** The same response, of which only the hashes are read. */
export const PrunableHashesResponse = v.object({
  txs: listOf(v.object({ tx_hash: hex32, prunable_hash: v.optional(hex, '') }), MAX_TRANSACTIONS),
})

/** Has `fee_per_byte` and `fee_per_output` (oxen-core), or `fee` and `fees` (monerod). */
export const FeeResponse = v.object({
  fee_per_byte: v.optional(u64),
  fee_per_output: v.optional(u64, 0),
  fee: v.optional(u64),
  fees: listOf(u64, MAX_FEE_LEVELS),
  quantization_mask: v.optional(u64, 1),
})

/** Packed entries; omitted if there are none. */
export const BacklogResponse = v.object({ backlog: v.optional(v.string(), '') })

export const BlockWeightsResponse = v.object({ headers: listOf(v.object({ block_weight: u64 }), MAX_HEADERS) })

export const KeyImagesResponse = v.object({ spent_status: listOf(v.picklist([0, 1, 2]), MAX_KEY_IMAGES) })

/** Upper bounds of lists; oxen mainnet has some 2,000 service nodes with up to ten contributors each. */
const MAX_SERVICE_NODES = 20_000
const MAX_CONTRIBUTORS = 100
const MAX_BLACKLISTED_STAKES = 20_000

const contributor = v.object({ locked_contributions: listOf(v.object({ key_image: hex32 }), MAX_CONTRIBUTORS) })

/** The longest address has 108 characters. */
const addressText = v.pipe(v.string(), v.maxLength(200))

export const ServiceNodeResponse = v.object({
  service_node_states: listOf(
    v.pipe(
      v.object({
        service_node_pubkey: hex32,
        staking_requirement: u64,
        total_reserved: v.optional(u64, 0),
        requested_unlock_height: v.optional(height, 0),
        contributors: listOf(
          v.pipe(
            v.object({
              address: addressText,
              amount: v.optional(u64, 0),
              reserved: v.optional(u64, 0),
              locked_contributions: listOf(v.object({ key_image: hex32, amount: u64 }), MAX_CONTRIBUTORS),
            }),
            v.check(({ amount, reserved }) => amount <= reserved, 'more is staked than promised'),
          ),
          MAX_CONTRIBUTORS,
        ),
      }),
      v.check(
        ({ staking_requirement, total_reserved }) => total_reserved <= staking_requirement,
        'more is promised than needed',
      ),
    ),
    1,
  ),
})

export const ServiceNodesResponse = v.object({
  service_node_states: listOf(
    v.object({
      service_node_pubkey: v.optional(hex32),
      requested_unlock_height: v.optional(height, 0),
      contributors: listOf(contributor, MAX_CONTRIBUTORS),
    }),
    MAX_SERVICE_NODES,
  ),
})

export const BlacklistedStakesResponse = v.object({
  blacklist: listOf(v.object({ key_image: hex32, unlock_height: height }), MAX_BLACKLISTED_STAKES),
})

/** Quorums of one kind in a few heights, and their members. */
const MAX_QUORUMS = 100
const MAX_QUORUM_MEMBERS = 100

export const QuorumsResponse = v.object({
  quorums: listOf(
    v.object({ height, quorum_type: index, quorum: v.object({ validators: listOf(hex32, MAX_QUORUM_MEMBERS) }) }),
    MAX_QUORUMS,
  ),
})

const MAX_NAME_RECORDS = 10_000
/** The longest texts of a record: addresses have 95 characters, encrypted values 146. */
const MAX_NAME_TEXT = 300

const nameText = v.pipe(v.string(), v.maxLength(MAX_NAME_TEXT))

const nameHash = v.pipe(
  v.string(),
  v.transform((text) => fromBase64(text)),
  v.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array && bytes.length === 32, 'not a hash in base64'),
)

const nameRecord = {
  type: v.pipe(index, v.maxValue(7)),
  name_hash: nameHash,
  owner: nameText,
  backup_owner: v.optional(nameText),
  encrypted_value: v.pipe(nameText, hex),
  update_height: height,
  expiration_height: v.optional(height),
  txid: hex32,
}

export const NamesResponse = v.object({
  entries: listOf(v.object({ entry_index: index, ...nameRecord }), MAX_NAME_RECORDS),
})

export const NamesOfOwnersResponse = v.object({
  entries: listOf(v.object({ request_index: index, ...nameRecord }), MAX_NAME_RECORDS),
})

/** Rejection flags are members of the response, or members of `tvc` with the prefix `m_`. */
export const SubmitResponse = v.object({
  status: text,
  reason: text,
  double_spend: flag,
  tvc: v.optional(v.record(v.string(), v.unknown()), {}),
})

export const FaucetResponse = v.object({ tx_hash: hex32 })

/** Meanings of the rejection flags, in the words and order of wallet2 (get_text_reason). */
const FLAGS: readonly (readonly [flag: string, text: string])[] = [
  ['low_mixin', 'Insufficient mixin'],
  ['double_spend', 'Double spend TX'],
  ['invalid_input', 'Invalid inputs'],
  ['invalid_output', 'Invalid outputs'],
  ['too_few_outputs', 'Need at least 2 outputs'],
  ['too_big', 'TX too big'],
  ['overspend', 'Overspend'],
  ['fee_too_low', 'Fee too low'],
  ['invalid_version', 'TX has invalid version'],
  ['invalid_type', 'TX has invalid type'],
  ['key_image_locked_by_snode', 'Key image is locked by service node'],
  ['key_image_blacklisted', 'Key image is blacklisted on the service node network'],
  ['tx_extra_too_big', 'TX extra too big'],
  ['nonzero_unlock_time', 'TX has an unlock time'],
  ['sanity_check_failed', 'Sanity check failed'],
]

/** Flags of a failed verification that say nothing about its reason. */
const GENERAL_FLAGS: readonly (readonly [flag: string, text: string])[] = [
  ['verifivation_failed', 'Verification failed, connection should be dropped'],
  ['verifivation_impossible', 'Verification impossible, related to alt chain'],
]

/** Returns what an oxen-core node found wrong with a transaction; undefined if it does not report it. */
export const verificationFailure = (tvc: { readonly [name: string]: unknown }): VerificationFailure | undefined => {
  const flags = [...GENERAL_FLAGS, ...FLAGS].flatMap(([name, meaning]) => (tvc[`m_${name}`] === true ? [meaning] : []))
  const verbose = typeof tvc['m_verbose_error'] === 'string' ? tvc['m_verbose_error'] : ''
  return flags.length === 0 && verbose === '' ? undefined : { verbose, flags }
}

/** Returns the reason for which a node rejected a transaction. */
export const rejectionReason = (response: { readonly [name: string]: unknown }): string => {
  const { tvc, reason } = response
  const flags: { readonly [name: string]: unknown } = { ...response, ...(typeof tvc === 'object' ? tvc : {}) }
  const texts = FLAGS.filter(([name]) => flags[name] === true || flags[`m_${name}`] === true).map(
    ([, meaning]) => meaning,
  )
  for (const message of [flags['m_verbose_error'], reason])
    if (typeof message === 'string' && message !== '' && !texts.includes(message)) texts.unshift(message)
  return texts.length > 0 ? texts.join(', ') : 'Verification failed'
}

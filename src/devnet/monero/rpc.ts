// How a node of the monero family (0.18) speaks where it differs from the current form.

import * as v from 'valibot'
import { concat, utf8 } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { JsonWritable } from '../../jsonrpc/json.ts'
import { binaryMethod } from '../../jsonrpc/method.ts'
import { index } from '../../jsonrpc/schemas.ts'
import { answer, method, type NodeContext } from '../rpc/context.ts'
import type { AnswerFields, RpcForm } from '../rpc/form.ts'
import { poolIds } from '../rpc/pool.ts'

const VERSION = '0.18.0.0'
/** major · 65536 + minor, of the release whose answers this node gives */
const RPC_VERSION = 3 * 65536 + 10

const U64 = 2n ** 64n

const without = (fields: AnswerFields, ...names: readonly string[]): AnswerFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** A figure in three forms, for clients that hold 64 bits at most. */
const wide = (name: string, value: bigint): AnswerFields => ({
  [name]: value % U64,
  [`${name}_top64`]: value / U64,
  [`wide_${name}`]: `0x${value.toString(16)}`,
})

const asBigInt = (value: JsonWritable): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n

const widened = (fields: AnswerFields, ...names: readonly string[]): AnswerFields => ({
  ...fields,
  ...Object.assign({}, ...names.map((name) => wide(name, asBigInt(fields[name])))),
})

const isFields = (value: JsonWritable): value is AnswerFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const header = (value: JsonWritable): JsonWritable =>
  isFields(value)
    ? {
        pow_hash: '',
        ...widened(
          without(value, 'miner_reward', 'service_node_winner', 'tx_hashes'),
          'difficulty',
          'cumulative_difficulty',
        ),
      }
    : value

const headers = (value: JsonWritable): JsonWritable => (Array.isArray(value) ? value.map(header) : value)

/** An answer with the headers of blocks in it. */
const withHeaders = (fields: AnswerFields): AnswerFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'block_header') return [name, header(value)]
      return [name, name === 'block_headers' || name === 'headers' ? headers(value) : value]
    }),
  )

const info = (fields: AnswerFields, { node }: NodeContext, restricted: boolean): AnswerFields => ({
  ...widened(
    without(
      fields,
      'immutable_height',
      'immutable_block_hash',
      'pulse_ideal_timestamp',
      'pulse_target_timestamp',
      'devnet',
      'status_line',
      'service_node',
      'last_storage_server_ping',
      'last_lokinet_ping',
      'last_xnet_ping',
    ),
    'difficulty',
    'cumulative_difficulty',
  ),
  adjusted_time: node.rules.consensus.lockTime(node.chain.blocks) ?? node.clock(),
  bootstrap_daemon_address: '',
  busy_syncing: false,
  restricted,
  rpc_connections_count: restricted ? 0 : 1,
  stagenet: node.rules.network.netType === 'stagenet',
  synchronized: true,
  update_available: false,
  version: restricted ? '' : `${VERSION}-faba`,
})

/** A transaction as it is looked up. The specified form has its bytes in lists of their own as well. */
const lookedUp = (value: JsonWritable, height: number): JsonWritable => {
  if (!isFields(value)) return value
  const mined = asBigInt(value['block_height'])
  return {
    as_hex: '',
    as_json: '',
    prunable_as_hex: '',
    prunable_hash: '',
    pruned_as_hex: '',
    ...without(value, 'blink', 'size', 'extra'),
    ...(value['in_pool'] === false ? { confirmations: BigInt(height) - mined } : {}),
  }
}

const lookedUpAll = (fields: AnswerFields, { node }: NodeContext): AnswerFields => {
  const { txs } = fields
  if (!Array.isArray(txs)) return fields
  const found = txs.map((value: JsonWritable) => lookedUp(value, node.chain.height))
  const texts = (name: string): JsonWritable[] => found.flatMap((value) => (isFields(value) ? [value[name]] : []))
  return { ...fields, txs: found, txs_as_hex: texts('as_hex') }
}

/** Refusals by the flags of this family. */
const FLAGS = {
  double_spend: 'm_double_spend',
  fee_too_low: 'm_fee_too_low',
  invalid_input: 'm_invalid_input',
  invalid_output: 'm_invalid_output',
  low_mixin: 'm_low_mixin',
  overspend: 'm_overspend',
  too_big: 'm_too_big',
  too_few_outputs: 'm_too_few_outputs',
} as const

/** What the flags mean, in words that wallets show. */
const REASONS: { readonly [flag in keyof typeof FLAGS]: string } = {
  low_mixin: 'bad ring size',
  double_spend: 'double spend',
  invalid_input: 'invalid input',
  invalid_output: 'invalid output',
  too_big: 'too big',
  overspend: 'overspend',
  fee_too_low: 'fee too low',
  too_few_outputs: 'too few outputs',
}

const sent = (fields: AnswerFields): AnswerFields => {
  const { tvc, reason } = fields
  const found: AnswerFields = isFields(tvc) ? tvc : {}
  const flags = Object.fromEntries(Object.entries(FLAGS).map(([name, flag]) => [name, found[flag] === true]))
  const reasons = Object.entries(REASONS).flatMap(([name, words]) => (flags[name] === true ? [words] : []))
  return { ...without(fields, 'tvc', 'blink_status'), ...flags, reason: reason === '' ? reasons.join(', ') : reason }
}

/** How bytes are written where a text of this JSON cannot hold them as they are. */
const ESCAPES: ReadonlyMap<number, string> = new Map(
  [...'\b\f\n\r\t\v"\\/'].map((character, i) => [character.charCodeAt(0), `\\${'bfnrtv"\\/'[i]}`]),
)

const poolHashes = (ids: readonly Uint8Array[]): Uint8Array => {
  const escaped = [...concat(...ids)].flatMap((byte) => {
    const instead = ESCAPES.get(byte)
    return instead === undefined ? [byte] : [...utf8(instead)]
  })
  const hashes = escaped.length === 0 ? [] : [utf8('"tx_hashes":"'), Uint8Array.from(escaped), utf8('",')]
  return concat(utf8('{"credits":0,"status":"OK","top_hash":"",'), ...hashes, utf8('"untrusted":false}'))
}

/** The family's methods and fields. */
export const moneroForm: RpcForm = {
  lacks: new Set([
    'dev_service_nodes',
    'dev_verdict',
    'get_checkpoints',
    'get_service_nodes',
    'get_service_node_blacklisted_key_images',
    'get_staking_requirement',
    'get_output_blacklist.bin',
    'get_service_node_status',
    'get_service_keys',
    'get_service_privkeys',
    'get_service_node_registration_cmd_raw',
    'get_service_node_registration_cmd',
    'storage_server_ping',
    'lokinet_ping',
    'report_peer_storage_server_status',
    'perform_blockchain_test',
    'test_trigger_p2p_resync',
    'test_trigger_uptime_proof',
    'get_quorum_state',
    'get_service_nodes_state_changes',
    'lns_names_to_owners',
    'lns_owners_to_names',
    'lns_resolve',
  ]),
  own: [
    binaryMethod({
      names: ['get_transaction_pool_hashes.bin'],
      about: 'ids of all that waits for a block, as raw bytes in a text of JSON in spite of the name',
      access: 'public',
      handler: ({ node }, _body, { restricted }) => poolHashes(poolIds(node, restricted)),
    }),
    method({
      names: ['get_fee_estimate'],
      about: 'fees per byte at four levels, in atomic units',
      access: 'public',
      params: { grace_blocks: v.optional(index, 0) },
      handler: ({ node: { chain, rules } }, { grace_blocks: graceBlocks }) => {
        const { perByte, perByteLevels, quantizationMask } = rules.consensus.feeRates(chain, graceBlocks)
        return answer({ fee: perByte, fees: perByteLevels, quantization_mask: quantizationMask })
      },
    }),
    method({
      names: ['get_miner_data'],
      about: 'what a miner needs to make a block of its own',
      access: 'public',
      params: {},
      handler: ({ node: { chain, pool, rules } }) =>
        answer({
          major_version: chain.nextFork,
          height: chain.height,
          prev_id: toHex(chain.tip.id),
          seed_hash: toHex(rules.network.genesisId),
          difficulty: `0x${chain.nextDifficulty.toString(16)}`,
          median_weight: chain.limits.effectiveMedian,
          already_generated_coins: chain.tip.generated,
          tx_backlog: pool.entries.map(({ parsed, fee }) => ({ id: toHex(parsed.id), weight: parsed.weight, fee })),
        }),
    }),
  ],
  answers: new Map<string, (fields: AnswerFields, context: NodeContext, call: { restricted: boolean }) => AnswerFields>(
    [
      ['get_info', (fields, context, { restricted }) => info(fields, context, restricted)],
      ['get_height', (fields) => without(fields, 'immutable_height', 'immutable_hash')],
      ['get_version', (fields) => ({ ...fields, version: RPC_VERSION, release: false })],
      ['get_last_block_header', withHeaders],
      ['get_block_header_by_hash', withHeaders],
      ['get_block_header_by_height', withHeaders],
      ['get_block_headers_range', withHeaders],
      ['get_block', withHeaders],
      ['get_block_template', (fields) => ({ ...widened(fields, 'difficulty'), seed_height: 0 })],
      ['mining_status', (fields) => widened(fields, 'difficulty')],
      ['send_raw_transaction', sent],
      ['get_transactions', lookedUpAll],
      [
        'get_coinbase_tx_sum',
        (fields) => ({ ...widened(without(fields, 'burn_amount'), 'emission_amount', 'fee_amount'), untrusted: false }),
      ],
    ],
  ),
  common: { credits: 0, top_hash: '' },
  prunedAsObjects: true,
}

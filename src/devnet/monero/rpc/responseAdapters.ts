// Converts results of the shared methods to those of monerod (0.18).

import { FormatError } from '../../../bytes/cursor.ts'
import { toHex } from '../../../bytes/hex.ts'
import { type Block, blockId, parseBlock } from '../../../coin/blocks/block.ts'
import { prunableHash } from '../../../coin/transactions/transactionHash.ts'
import type { JsonValue, JsonWritable } from '../../../jsonrpc/json.ts'
import type { ParsedTransaction } from '../../records/chainRecords.ts'
import { transactionJson } from '../../rpc/calls/chainJson.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import { type DialectCall, type NodeContext, type ResponseFields, targetHeight } from '../../rpc/calls/nodeContext.ts'
import { isObject } from '../../rpc/dialect.ts'

const VERSION = '0.18.5.3'

const U64 = 2n ** 64n
const MAX_U64 = U64 - 1n
/** Database size that a restricted service of monerod reports for a small chain. */
const ROUNDED_SIZE = 5 * 1024 ** 3

/** Returns a result without some of its fields. */
export const without = (fields: ResponseFields, ...names: readonly string[]): ResponseFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** Returns a 128-bit number in monerod's three fields, for clients limited to 64 bits. */
const wide = (name: string, value: bigint): ResponseFields => ({
  [name]: value % U64,
  [`${name}_top64`]: value / U64,
  [`wide_${name}`]: `0x${value.toString(16)}`,
})

const asBigInt = (value: JsonWritable): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n

const widened = (fields: ResponseFields, ...names: readonly string[]): ResponseFields => ({
  ...fields,
  ...Object.assign({}, ...names.map((name) => wide(name, asBigInt(fields[name])))),
})

const isList = <T extends JsonWritable>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

const header = (value: JsonWritable): JsonWritable =>
  isObject(value)
    ? {
        ...widened(
          without(value, 'miner_reward', 'service_node_winner', 'tx_hashes'),
          'difficulty',
          'cumulative_difficulty',
        ),
        pow_hash: value['pow_hash'] ?? '',
      }
    : value

/** The empty `block_header` beside `block_headers`. */
const NO_HEADER: ResponseFields = {
  ...{ major_version: 0, minor_version: 0, timestamp: 0, prev_hash: '', nonce: 0, orphan_status: false, height: 0 },
  ...{ depth: 0, hash: '', difficulty: 0, difficulty_top64: 0, wide_difficulty: '' },
  ...{ cumulative_difficulty: 0, cumulative_difficulty_top64: 0, wide_cumulative_difficulty: '' },
  ...{ reward: 0, block_size: 0, num_txes: 0, pow_hash: '', miner_tx_hash: '' },
}

/** Converts the block headers in a result. */
export const withHeaders = (fields: ResponseFields): ResponseFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'block_header') return [name, header(value)]
      return [name, isList(value) && (name === 'block_headers' || name === 'headers') ? value.map(header) : value]
    }),
  )

export const withHeader = (fields: ResponseFields): ResponseFields => ({
  block_header: NO_HEADER,
  ...withHeaders(fields),
})

export const wholeBlock = (fields: ResponseFields): ResponseFields => {
  const found = withHeaders(fields)
  const { block_header: top } = found
  return { ...found, miner_tx_hash: isObject(top) ? top['miner_tx_hash'] : '' }
}

/** Converts alternative chains. */
export const branches = (fields: ResponseFields): ResponseFields => {
  const { chains } = fields
  if (!isList(chains)) return fields
  return { ...fields, chains: chains.map((each) => (isObject(each) ? widened(each, 'difficulty') : each)) }
}

/** Fields of get_info on a restricted service. */
const RESTRICTED_INFO: ResponseFields = {
  ...{ alt_blocks_count: 0, free_space: MAX_U64, height_without_bootstrap: 0, start_time: 0 },
  ...{ grey_peerlist_size: 0, white_peerlist_size: 0, incoming_connections_count: 0, outgoing_connections_count: 0 },
  ...{ database_size: ROUNDED_SIZE, version: '', was_bootstrap_ever_used: false, rpc_connections_count: 0 },
}

const lockTime = ({ node }: NodeContext): number => node.rules.consensus.adjustedTime(node.chain.blocks) ?? node.clock()

export const info = (fields: ResponseFields, { context, call: { restricted } }: DialectCall): ResponseFields => ({
  ...widened(fields, 'difficulty', 'cumulative_difficulty'),
  adjusted_time: lockTime(context),
  bootstrap_daemon_address: restricted ? '' : (context.settings.bootstrap?.address ?? ''),
  busy_syncing: targetHeight(context) > 0,
  restricted,
  stagenet: context.node.rules.network.netType === 'stagenet',
  synchronized: targetHeight(context) === 0,
  update_available: false,
  ...(restricted ? RESTRICTED_INFO : { rpc_connections_count: 1, version: `${VERSION}-faba` }),
})

/** Returns the block of submit_block. */
export const submittedBlock = ({ context, params }: DialectCall): Block | undefined => {
  const { blob } = params
  const text = isList(blob) ? blob[0] : blob
  const bytes = typeof text === 'string' ? parseHex(text) : undefined
  try {
    return bytes === undefined ? undefined : parseBlock(context.node.rules.network, bytes)
  } catch (error) {
    // The method itself rejects malformed blocks.
    if (error instanceof FormatError) return undefined
    throw error
  }
}

export const withBlockId = (fields: ResponseFields, request: DialectCall): ResponseFields => {
  const block = submittedBlock(request)
  return block === undefined ? fields : { ...fields, block_id: toHex(blockId(block)) }
}

export const template = (fields: ResponseFields, { context }: DialectCall): ResponseFields => ({
  ...widened(fields, 'difficulty'),
  seed_height: context.node.chain.work.seedHeight(Number(fields['height'])),
})

/** monerod's defaults of background mining: percentages of idle and of own processor time, and seconds. */
const BACKGROUND = { bg_idle_threshold: 90, bg_min_idle_seconds: 10, bg_target: 40 }
const NO_BACKGROUND = { bg_idle_threshold: 0, bg_min_idle_seconds: 0, bg_target: 0 }

export const miningStatus = (fields: ResponseFields, { context: { miner } }: DialectCall): ResponseFields => {
  const background = miner.session?.background
  return {
    ...widened(fields, 'difficulty'),
    ...(background === undefined ? NO_BACKGROUND : BACKGROUND),
    bg_ignore_battery: background?.ignoresBattery ?? false,
    is_background_mining_enabled: background !== undefined,
  }
}

/** The response to a range beyond the chain. */
const NO_SUMS: ResponseFields = {
  ...{ emission_amount: 0, emission_amount_top64: 0, wide_emission_amount: '' },
  ...{ fee_amount: 0, fee_amount_top64: 0, wide_fee_amount: '' },
  status: 'height or count is too large',
}

export const minerSums = (fields: ResponseFields, { context: { node }, params }: DialectCall): ResponseFields => {
  const top = BigInt(node.chain.height)
  if (asBigInt(params['height']) >= top || asBigInt(params['count']) > top) return NO_SUMS
  return widened(without(fields, 'burn_amount'), 'emission_amount', 'fee_amount')
}

type RequestedParts = { readonly asJson: boolean; readonly split: boolean; readonly prune: boolean }

/** Returns the requested parts of a transaction; the others are empty. */
const contentOf = (parsed: ParsedTransaction, { asJson, split, prune }: RequestedParts): ResponseFields => {
  const { transaction, blob, prefix, base, prunable } = parsed
  // A transaction without a prunable part looks pruned although it is complete.
  const apart = split || prune || prunable.length === 0
  return {
    as_hex: apart ? '' : toHex(blob),
    as_json: asJson ? transactionJson(prune ? { ...transaction, prunable: undefined } : transaction) : '',
    prunable_as_hex: apart && !prune ? toHex(prunable) : '',
    prunable_hash: toHex(prunableHash(transaction)),
    pruned_as_hex: apart ? toHex(blob.subarray(0, prefix.length + base.length)) : '',
  }
}

const parsedOf = ({ node: { chain, pool } }: NodeContext, hash: JsonWritable): ParsedTransaction | undefined => {
  const id = typeof hash === 'string' ? parseHex(hash, 32) : undefined
  if (id === undefined) return undefined
  const place = chain.placeOf(id)
  if (place === undefined) return pool.get(id)?.parsed
  return chain.blockAt(place.height)?.transactions[place.position]
}

/** Returns a list of the parameters. */
export const listOf = ({ params }: DialectCall, name: string): readonly JsonValue[] => {
  const list = params[name]
  return isList(list) ? list : []
}

/** Reports hexadecimal text of another length as monerod does. */
export const withSizeMismatch = (fields: ResponseFields, texts: readonly JsonValue[]): ResponseFields => {
  const isParsed = (text: JsonValue): boolean => typeof text === 'string' && parseHex(text, 32) !== undefined
  const [wrong] = String(fields['status']).startsWith('Failed to parse') ? texts.filter((text) => !isParsed(text)) : []
  return typeof wrong === 'string' && parseHex(wrong) !== undefined
    ? { ...fields, status: 'Failed, size of data mismatch' }
    : fields
}

/** Converts get_transactions. The specification has the blobs in separate lists as well. */
export const lookedUp = (fields: ResponseFields, request: DialectCall): ResponseFields => {
  const { context, params } = request
  const { txs } = fields
  if (!isList(txs)) return withSizeMismatch(fields, listOf(request, 'txs_hashes'))
  const is = (name: string): boolean => params[name] === true
  const requested = { asJson: is('decode_as_json'), split: is('split'), prune: is('prune') }
  const found = txs.filter(isObject).map((value) => {
    const parsed = parsedOf(context, value['tx_hash'])
    const mined = value['in_pool'] === false
    return {
      ...without(value, 'blink', 'size', 'extra'),
      ...(parsed === undefined ? {} : contentOf(parsed, requested)),
      ...(mined ? { confirmations: BigInt(context.node.chain.height) - asBigInt(value['block_height']) } : {}),
    }
  })
  return {
    ...fields,
    txs: found,
    txs_as_hex: found.map((value: ResponseFields) => value['as_hex']),
    ...(requested.asJson ? { txs_as_json: found.map((value: ResponseFields) => value['as_json']) } : {}),
  }
}

/** Rejection flags of monerod, with the flags of oxen-core. */
const FLAGS = {
  double_spend: 'm_double_spend',
  fee_too_low: 'm_fee_too_low',
  invalid_input: 'm_invalid_input',
  invalid_output: 'm_invalid_output',
  low_mixin: 'm_low_mixin',
  nonzero_unlock_time: 'm_nonzero_unlock_time',
  overspend: 'm_overspend',
  too_big: 'm_too_big',
  too_few_outputs: 'm_too_few_outputs',
  tx_extra_too_big: 'm_tx_extra_too_big',
} as const

/** monerod's reasons by flag. */
const REASONS: { readonly [flag in keyof typeof FLAGS]: string } = {
  low_mixin: 'bad ring size',
  double_spend: 'double spend',
  invalid_input: 'invalid input',
  invalid_output: 'invalid output',
  too_big: 'too big',
  overspend: 'overspend',
  fee_too_low: 'fee too low',
  too_few_outputs: 'too few outputs',
  tx_extra_too_big: 'tx-extra too big',
  nonzero_unlock_time: 'tx unlock time is not zero',
}

export const sent = (fields: ResponseFields): ResponseFields => {
  const { tvc, reason } = fields
  const found: ResponseFields = isObject(tvc) ? tvc : {}
  const flags = Object.fromEntries(Object.entries(FLAGS).map(([name, flag]) => [name, found[flag] === true]))
  const reasons = Object.entries(REASONS).flatMap(([name, words]) => (flags[name] === true ? [words] : []))
  return { ...without(fields, 'tvc', 'blink_status'), ...flags, reason: reason === '' ? reasons.join(', ') : reason }
}

export const pooled = (fields: ResponseFields): ResponseFields => {
  const { transactions } = fields
  if (!isList(transactions)) return fields
  return {
    ...fields,
    transactions: transactions.map((value) =>
      // monerod reports the maximum time for a transaction that was never relayed.
      isObject(value) && value['do_not_relay'] === true && value['last_relayed_time'] === 0
        ? { ...value, last_relayed_time: MAX_U64 }
        : value,
    ),
  }
}

/** Converts get_outs: `txid` is empty unless requested. */
export const ringMembers = (fields: ResponseFields, { params }: DialectCall): ResponseFields => {
  const { outs } = fields
  if (!isList(outs) || params['get_txid'] === true) return fields
  return { ...fields, outs: outs.map((value) => (isObject(value) ? { ...value, txid: '' } : value)) }
}

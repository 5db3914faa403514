// Requests to a node of the monero family that monero-ts does not send: alias names, other parameters, binary requests, invalid requests.

import { expect } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import {
  asBlob,
  asBool,
  asPacked,
  asSections,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'
import { blockId, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { blockTemplate } from '../../../src/devnet/mining/blockTemplate.ts'
import type { ChainSample } from './monero-ts-node-steps.ts'
import { callRpc, type RawResponse, requestPath } from './node-pair.ts'

/** A request: its title and the call. */
export type NodeRequest = {
  readonly name: string
  readonly called: string
  readonly send: (url: string) => Promise<RawResponse>
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const byRpc = (method: string, params: unknown = {}): NodeRequest => ({
  name: `${method} ${shortened(JSON.stringify(params))}`,
  called: method,
  send: (url) => callRpc(url, method, params),
})

const byPath = (path: string, body: unknown = {}): NodeRequest => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { name: `/${path} ${shortened(text)}`, called: path, send: (url) => requestPath(url, path, text) }
}

const byBytes = (path: string, section: WritableSection, about: string): NodeRequest => ({
  name: `/${path} ${about}`,
  called: path,
  send: (url) => requestPath(url, path, writePortable(section)),
})

/** The same request, sent once the restricted RPC lists a transaction of the txpool; monerod lists it with a delay. */
const onceListed = (txid: string, request: NodeRequest): NodeRequest => ({
  ...request,
  send: async (url) => {
    await expect
      .poll(async () => new TextDecoder().decode((await requestPath(url, 'get_transaction_pool_hashes')).body), {
        timeout: 20_000,
      })
      .toContain(txid)
    return await request.send(url)
  },
})

/** A call whose parameters are JSON text. */
const byText = (method: string, params: string): NodeRequest => ({
  name: `${method} ${params}`,
  called: method,
  send: (url) => requestPath(url, 'json_rpc', `{"jsonrpc":"2.0","id":"0","method":"${method}","params":${params}}`),
})

/** Requests with integers as texts. */
const textIntegers = (address: string): readonly NodeRequest[] => [
  byRpc('get_block', { height: '5' }),
  byRpc('get_block_header_by_height', { height: '5' }),
  byRpc('get_block_headers_range', { start_height: '1', end_height: 2 }),
  byRpc('get_block_template', { wallet_address: address, reserve_size: '8' }),
  byRpc('get_coinbase_tx_sum', { height: '1', count: 1 }),
  byRpc('get_fee_estimate', { grace_blocks: '10' }),
  byRpc('hard_fork_info', { version: '16' }),
  byRpc('get_output_histogram', { amounts: ['0'] }),
  byRpc('get_output_distribution', { amounts: ['0'], binary: false }),
  byRpc('generateblocks', { amount_of_blocks: '0', wallet_address: address }),
  byRpc('set_bans', { bans: [{ ip: '16909060', ban: true, seconds: 1 }] }),
  byPath('get_outs', { outputs: [{ amount: '0', index: 3 }] }),
  byPath('set_limit', { limit_down: '5' }),
  byPath('set_log_level', { level: '0' }),
]

/** The transaction with another unlock time, and with single bits changed: at places over its whole length, and in its last commitment. */
const changedTransactions = (hex: string): readonly NodeRequest[] => {
  const blob = fromHex(hex)
  const places = Array.from({ length: 40 }, (_, i) => Math.floor((i * blob.length) / 40))
  const inLast = Array.from({ length: 16 }, (_, i) => ({ at: blob.length - (i < 8 ? 1 : 6), mask: 1 << (i % 8) }))
  const changes = [{ at: 1, mask: 5 }, ...places.map((at) => ({ at, mask: 1 })), ...inLast]
  const changed = changes.map(({ at, mask }) => ({
    name: `/send_raw_transaction with byte ${at} changed by ${mask}`,
    blob: blob.map((byte, i) => (i === at ? byte ^ mask : byte)),
  }))
  return changed.map(({ name, blob: sent }) => ({
    ...byPath('send_raw_transaction', { tx_as_hex: toHex(sent), do_sanity_checks: false }),
    name,
  }))
}

const UNKNOWN_ID = '11'.repeat(32)
const DAY_SECONDS = 86_400

/** Requests about an alternative block of both nodes, on top of the block below the top. */
const alternativeBlockRequests = ({ ours: { node, faucet } }: ChainSample): readonly NodeRequest[] => {
  const { chain, pool, random } = node
  const parent = chain.blockAt(chain.height - 2)?.id ?? new Uint8Array()
  const request = { to: faucet.address, nonce: new Uint8Array(), timestamp: undefined }
  const { block } = node.withTop(parent, () => blockTemplate(chain, pool, request, random))
  const hash = toHex(blockId(block))
  return [
    byRpc('submit_block', [toHex(serializeBlock(block))]),
    byRpc('get_alternate_chains'),
    byPath('get_alt_blocks_hashes'),
    byRpc('get_block_header_by_hash', { hash, hashes: [hash] }),
    byRpc('get_block', { hash }),
  ]
}

const chainRequests = ({ ours, address }: ChainSample): readonly NodeRequest[] => {
  const { chain } = ours.node
  const { height } = chain
  const idAt = (at: number): string => toHex(chain.blockAt(at)?.id ?? new Uint8Array())
  const hexAt = (at: number): string => toHex(chain.blockAt(at)?.blob ?? new Uint8Array())
  return [
    ...['get_version', 'get_block_count', 'getblockcount', 'nonsense', 'get_info', 'get_miner_data'].map((name) =>
      byRpc(name),
    ),
    ...['get_height', 'getheight', 'get_info', 'getinfo', 'nonsense', 'get_alt_blocks_hashes'].map((name) =>
      byPath(name),
    ),
    byRpc('on_get_block_hash', [5]),
    byRpc('on_getblockhash', [0]),
    byRpc('on_get_block_hash', []),
    byRpc('on_get_block_hash', [1, 2]),
    ...[[height], [height + 5], [2 ** 53 - 1], ['5'], [-1], [1.5], ['x']].map((params) =>
      byRpc('on_get_block_hash', params),
    ),
    ...['9007199254740993', '18446744073709551615', '18446744073709551616'].map((at) =>
      byText('on_get_block_hash', `[${at}]`),
    ),
    ...['9007199254740993', '18446744073709551615'].flatMap((at) =>
      ['get_block_header_by_height', 'get_block'].map((method) => byText(method, `{"height":${at}}`)),
    ),
    ...textIntegers(address),
    byRpc('getlastblockheader'),
    byRpc('get_block_header_by_hash'),
    byRpc('get_block_header_by_hash', { hash: 'nonsense' }),
    byRpc('get_block_header_by_hash', { hashes: [idAt(7), idAt(8)] }),
    byRpc('get_block_header_by_hash', { hashes: Array.from({ length: 1001 }, () => idAt(7)) }),
    byRpc('get_block_header_by_height'),
    byRpc('get_block_header_by_height', { height: 'nonsense' }),
    byRpc('get_block_headers_range', { start_height: 3, end_height: 5 }),
    byRpc('getblock', { hash: idAt(7), height: 3 }),
    byRpc('get_block', { height: -1 }),
    byRpc('get_coinbase_tx_sum', { height: 3, count: height - 2 }),
    byRpc('get_coinbase_tx_sum', { height: 3, count: height + 1 }),
    byRpc('get_coinbase_tx_sum'),
    byRpc('get_fee_estimate', { grace_blocks: 10 }),
    ...[0, 1, 15, 16, 17, 255].map((version) => byRpc('hard_fork_info', { version })),
    byRpc('get_alternate_chains'),
    byRpc('get_block_template', { wallet_address: address, extra_nonce: '0011' }),
    byRpc('get_block_template', { wallet_address: address, extra_nonce: 'nonsense' }),
    byRpc('get_block_template', { wallet_address: address, extra_nonce: '00', reserve_size: 3 }),
    byRpc('get_block_template', { wallet_address: address, prev_block: 'nonsense' }),
    byRpc('get_block_template', { wallet_address: address, prev_block: UNKNOWN_ID }),
    byRpc('get_block_template', { wallet_address: address, prev_block: idAt(height - 2) }),
    byRpc('submit_block', []),
    byRpc('submit_block', ['nonsense']),
    byRpc('submit_block', ['00', '00']),
    byRpc('submit_block', ['11'.repeat(200)]),
    byRpc('submit_block', [hexAt(height - 1)]),
    byRpc('submitblock', [hexAt(0)]),
    ...[10, 11].map((count) =>
      byRpc('add_aux_pow', {
        blocktemplate_blob: 'nonsense',
        aux_pow: Array.from({ length: count }, (_, i) => ({ id: `0${i % 10}`.repeat(32), hash: UNKNOWN_ID })),
      }),
    ),
    byRpc('calc_pow', { major_version: 16, height: 5, block_blob: hexAt(5), seed_hash: '' }),
    byRpc('generateblocks', { amount_of_blocks: 0, wallet_address: address }),
    byRpc('generateblocks', { amount_of_blocks: 1, wallet_address: 'nonsense' }),
    byRpc('generateblocks', { amount_of_blocks: 1, wallet_address: address, prev_block: 'nonsense' }),
  ]
}

/** The amount of the output of the genesis block, which is public. */
const GENESIS_AMOUNT = 17_592_186_044_415

const outputRequests = ({ mined, coinbase, spent, ours }: ChainSample): readonly NodeRequest[] => {
  const { chain } = ours.node
  const many = Array.from({ length: 5001 }, () => ({ amount: 0, index: 1 }))
  const hashes = { txs_hashes: [mined, coinbase] }
  return [
    byPath('get_transactions', hashes),
    byPath('gettransactions', { ...hashes, decode_as_json: true }),
    byPath('get_transactions', { ...hashes, split: true }),
    byPath('get_transactions', { ...hashes, split: true, prune: true, decode_as_json: true }),
    byPath('get_transactions'),
    byPath('get_transactions', 'nonsense'),
    ...['', '11', `${UNKNOWN_ID}11`, 'xyz'].flatMap((text) => [
      byPath('get_transactions', { txs_hashes: [coinbase, text] }),
      byPath('is_key_image_spent', { key_images: [UNKNOWN_ID, text] }),
    ]),
    byPath('get_transactions', { txs_hashes: Array.from({ length: 101 }, () => coinbase) }),
    byPath('is_key_image_spent', { key_images: [spent, UNKNOWN_ID] }),
    byPath('is_key_image_spent', { key_images: ['nonsense'] }),
    byPath('is_key_image_spent', { key_images: Array.from({ length: 5001 }, () => UNKNOWN_ID) }),
    byPath('is_key_image_spent'),
    byPath('get_outs', { outputs: [3, 60].map((index) => ({ amount: 0, index })), get_txid: true }),
    byPath('get_outs', { outputs: [{ amount: 0, index: 3 }] }),
    byPath('get_outs', { outputs: [{ amount: 0, index: 30000 }] }),
    byPath('get_outs', { outputs: [{ amount: 5, index: 3 }] }),
    byPath('get_outs', { outputs: [{ amount: GENESIS_AMOUNT, index: 0 }], get_txid: true }),
    byPath('get_outs', { outputs: [{ amount: GENESIS_AMOUNT, index: 1 }] }),
    byPath('get_outs', { outputs: many.slice(0, 5000) }),
    byPath('get_outs', { outputs: many }),
    byPath('get_outs'),
    byRpc('get_output_histogram'),
    byRpc('get_output_histogram', { amounts: [0], min_count: 5, unlocked: true }),
    byRpc('get_output_histogram', { amounts: [0], min_count: 5000 }),
    byRpc('get_output_histogram', { amounts: [0, 7], recent_cutoff: 1 }),
    byRpc('get_output_histogram', { amounts: [7, 0, 7] }),
    byRpc('get_output_histogram', { amounts: [0], recent_cutoff: (chain.blockAt(90)?.timestamp ?? 0) - 5 }),
    byRpc('get_output_histogram', { amounts: [0], recent_cutoff: Math.floor(Date.now() / 1000) - 4 * DAY_SECONDS }),
    byRpc('get_output_distribution', { amounts: [0], binary: false, from_height: 3, to_height: 8 }),
    byRpc('get_output_distribution', { amounts: [0], binary: false, from_height: 3, cumulative: true }),
    byRpc('get_output_distribution', { amounts: [0, 7], binary: false }),
    ...[0, 1, 2].flatMap((from) =>
      [false, true].map((cumulative) =>
        byRpc('get_output_distribution', {
          ...{ amounts: [GENESIS_AMOUNT, 7], binary: false, from_height: from, to_height: 9, cumulative },
        }),
      ),
    ),
    byRpc('get_output_distribution', { amounts: [0], binary: false, compress: true }),
    ...[{}, { compress: true }, { cumulative: true, from_height: 7 }, { cumulative: true, compress: true }].map(
      (form) => byRpc('get_output_distribution', { amounts: [0], ...form }),
    ),
    byRpc('get_output_distribution', { amounts: [0], from_height: 30, to_height: 8 }),
    byRpc('get_output_distribution', { amounts: [0], from_height: 3, to_height: chain.height }),
    byRpc('get_output_distribution'),
  ]
}

const byteRequests = ({ ours, mined }: ChainSample): readonly NodeRequest[] => {
  const { chain } = ours.node
  const idOf = (at: number): Uint8Array => chain.blockAt(at)?.id ?? new Uint8Array(32)
  const known = { block_ids: asPacked([idOf(100), idOf(0)]) }
  const output = (index: number): WritableSection => ({ amount: asU64(0), index: asU64(index) })
  const spread = { amounts: asU64s([0]), from_height: asU64(3), cumulative: asBool(true), binary: asBool(true) }
  return [
    byBytes('get_blocks.bin', known, 'from a known block'),
    byBytes('getblocks.bin', { ...known, start_height: asU64(95), prune: asBool(true) }, 'pruned'),
    byBytes('get_blocks.bin', { ...known, start_height: asU64(95), no_miner_tx: asBool(true) }, 'without coinbases'),
    byBytes('get_blocks.bin', { ...known, start_height: asU64(950) }, 'beyond the top'),
    byBytes('get_blocks.bin', { block_ids: asPacked([]) }, 'from nothing known'),
    byBytes('get_blocks_by_height.bin', { heights: asU64s([3, 101, 111]) }, 'three'),
    byBytes('get_blocks_by_height.bin', { heights: asU64s([3, 1000]) }, 'beyond the top'),
    byBytes('get_blocks_by_height.bin', { heights: asU64s(Array.from({ length: 1000 }, () => 3)) }, 'a thousand'),
    byBytes('get_blocks_by_height.bin', { heights: asU64s(Array.from({ length: 1001 }, () => 3)) }, 'too many'),
    byBytes('get_outs.bin', { outputs: asSections(Array.from({ length: 5000 }, () => output(3))) }, 'five thousand'),
    byBytes('get_outs.bin', { outputs: asSections(Array.from({ length: 5001 }, () => output(3))) }, 'too many'),
    byBytes('get_hashes.bin', known, 'from a known block'),
    byBytes('get_hashes.bin', { block_ids: asPacked([idOf(100)]) }, 'without the first block'),
    byBytes('get_o_indexes.bin', { txid: asBlob(fromHex(mined)) }, 'of a transaction'),
    byBytes('get_o_indexes.bin', { txid: asBlob(fromHex(UNKNOWN_ID)) }, 'of none'),
    byBytes('get_outs.bin', { outputs: asSections([output(3), output(110)]), get_txid: asBool(true) }, 'with ids'),
    byBytes('get_outs.bin', { outputs: asSections([output(3)]), get_txid: asBool(false) }, 'without ids'),
    byBytes('get_outs.bin', { outputs: asSections([output(30000)]) }, 'beyond the last'),
    byBytes('get_output_distribution.bin', { ...spread, compress: asBool(false) }, 'plain'),
    byBytes('get_output_distribution.bin', { ...spread, compress: asBool(true) }, 'compressed'),
    byBytes('get_output_distribution.bin', { ...spread, binary: asBool(false) }, 'not of bytes'),
    byPath('get_hashes.bin', 'nonsense'),
  ]
}

const poolRequests = ({ first, doubleSpend, second }: ChainSample): readonly NodeRequest[] => [
  ...['get_transaction_pool', 'get_transaction_pool_hashes', 'get_transaction_pool_stats'].map((path) => byPath(path)),
  byRpc('get_txpool_backlog'),
  byPath('get_transaction_pool_hashes.bin', ''),
  byPath('sendrawtransaction', { tx_as_hex: first.hex, do_not_relay: true, do_sanity_checks: false }),
  // The restricted RPC does not list transactions with do_not_relay.
  byRpc('get_info'),
  byRpc('get_miner_data'),
  byPath('get_transaction_pool_stats'),
  byRpc('relay_tx', { txids: [UNKNOWN_ID, 'nonsense', first.id] }),
  byRpc('relay_tx'),
  byPath('send_raw_transaction', { tx_as_hex: doubleSpend.hex }),
  ...changedTransactions(second.hex),
  byPath('send_raw_transaction', { tx_as_hex: second.hex }),
  byPath('send_raw_transaction'),
  onceListed(second.id, byRpc('get_txpool_backlog')),
  onceListed(second.id, byPath('is_key_image_spent', { key_images: [first.keyImage, second.keyImage] })),
  byRpc('flush_txpool', { txids: [first.id, 'nonsense'] }),
  byRpc('flush_txpool'),
  byRpc('flush_cache', { bad_txs: true, bad_blocks: true }),
  byPath('get_transaction_pool_hashes'),
]

const controlRequests: readonly NodeRequest[] = [
  ...['get_connections', 'sync_info', 'get_bans', 'get_bans', 'get_txids_loose'].map((name) => byRpc(name)),
  ...['get_peer_list', 'get_public_nodes', 'get_net_stats', 'get_limit', 'save_bc'].map((name) => byPath(name)),
  byPath('set_limit', { limit_down: -1, limit_up: 0 }),
  byPath('set_limit', { limit_down: -2 }),
  byPath('set_limit', { limit_down: -1, limit_up: -1 }),
  byRpc('banned', { address: '1.2.3.4' }),
  byRpc('banned', { address: 'nonsense' }),
  byRpc('set_bans', { bans: [{ ip: 16909060, ban: true, seconds: 60 }] }),
  byRpc('get_bans'),
  byRpc('banned', { address: '4.3.2.1' }),
  byRpc('set_bans', { bans: [{ ip: 16909060, ban: false }] }),
  byRpc('set_bans'),
  ...['9.9.9.9', '9.9.9.0/24', '9.9.9.9/32', '[::1]', '[2001:db8::1]:18080', '1.2.3.4:18080'].flatMap((host) => [
    byRpc('set_bans', { bans: [{ host, ban: true, seconds: 100_000 }] }),
    byRpc('get_bans'),
    byRpc('banned', { address: host }),
    byRpc('banned', { address: '9.9.9.9' }),
    byRpc('set_bans', { bans: [{ host, ban: false }] }),
    byRpc('get_bans'),
  ]),
  ...['1.2.3.4/33', '1.2.3.4/', '1.2.3.4/255.0.0.0', '2001:db8::/32', 'localhost', ' 1.2.3.4', '256.1.1.1'].flatMap(
    (host) => [byRpc('set_bans', { bans: [{ host, ban: true, seconds: 5 }] }), byRpc('banned', { address: host })],
  ),
  ...[{}, { ban: true }, { ban: true, seconds: 5 }, { host: '', ip: 0, ban: true, seconds: 5 }].map((ban) =>
    byRpc('set_bans', { bans: [ban] }),
  ),
  ...['::1', '10.0.0.1', '9.0.0.1', '[::2]', '100.0.0.0/8', '10.0.0.0/8', '9.0.0.0/24'].map((host) =>
    byRpc('set_bans', { bans: [{ host, ban: true, seconds: 100_000 }] }),
  ),
  byRpc('get_bans'),
  byRpc('set_bans', { bans: [{ host: '9.9.9.9', ban: true }] }),
  byRpc('get_bans'),
  ...['out_peers', 'in_peers'].flatMap((name) => [
    ...[{ set: false }, { [name]: 5 }, { set: false, [name]: 3 }, {}, { [name]: -1 }, { [name]: 'x' }].map((params) =>
      byPath(name, params),
    ),
  ]),
  byPath('set_log_level', { level: 1 }),
  byPath('set_log_level', { level: 9 }),
  byPath('set_log_level', { level: 0 }),
  byPath('set_log_categories', { categories: '*:ERROR' }),
  byPath('set_log_hash_rate', { visible: true }),
  byPath('set_bootstrap_daemon', { address: '' }),
  byPath('update', { command: 'check' }),
  byPath('mining_status'),
  byPath('stop_mining'),
  byPath('start_mining'),
  byRpc('prune_blockchain', { check: true }),
  byRpc('rpc_access_info', { client: 'x' }),
  byRpc('rpc_access_pay', { client: 'x' }),
  byRpc('rpc_access_submit_nonce', { client: 'x' }),
  byRpc('rpc_access_data'),
  byRpc('rpc_access_account', { client: 'x' }),
  byPath('json_rpc', 'nonsense'),
  byPath('json_rpc', { jsonrpc: '2.0', id: 1, method: 'get_version' }),
]

const endRequests: readonly NodeRequest[] = [
  byPath('pop_blocks', { nblocks: 2 }),
  byPath('pop_blocks'),
  byPath('get_height'),
  byPath('get_transaction_pool_hashes'),
]

/** Returns all requests by subject, in the order in which they run. */
export const nodeRequests = (cast: ChainSample): { readonly [about: string]: readonly NodeRequest[] } => ({
  chain: [...chainRequests(cast), ...alternativeBlockRequests(cast)],
  outputs: outputRequests(cast),
  bytes: byteRequests(cast),
  pool: poolRequests(cast),
  control: controlRequests,
  end: endRequests,
})

// How a node of the monero family (0.18) speaks where it differs from the current form.

import { isJsonObject } from '../../../jsonrpc/json.ts'
import type { DialectCall, ResponseFields, RpcDialect } from '../../rpc/nodeContext.ts'
import { BOTH } from '../../rpc/nodeMethod.ts'
import { moneroMethods } from './methods.ts'
import {
  branches,
  info,
  lookedUp,
  minerSums,
  miningStatus,
  paidPortable,
  pooled,
  ringMembers,
  sent,
  spread,
  template,
  wholeBlock,
  withHeader,
  withHeaders,
  without,
} from './responseAdapters.ts'
import { moneroByteLimits, moneroRefusals, spentStatus } from './restrictions.ts'

/** Methods that a node may charge for: their answers tell what is left of a credit. */
const PAID: ReadonlySet<string> = new Set([
  'get_info',
  'get_last_block_header',
  'get_block_header_by_hash',
  'get_block_header_by_height',
  'get_block_headers_range',
  'get_block',
  'get_transactions',
  'get_coinbase_tx_sum',
  'get_fee_estimate',
  'hard_fork_info',
  'get_alt_blocks_hashes',
  'sync_info',
  'get_transaction_pool',
  'get_transaction_pool_hashes',
  'get_transaction_pool_stats',
  'get_txpool_backlog',
  'relay_tx',
  'is_key_image_spent',
  'send_raw_transaction',
  'get_output_histogram',
  'get_output_distribution',
  'get_outs',
  'rpc_access_info',
  'rpc_access_pay',
])

/** Methods whose answers do not tell whether to trust them. */
const UNTOLD: ReadonlySet<string> = new Set(['banned', 'set_bootstrap_daemon'])

const answers: readonly (readonly [string, (answer: ResponseFields, asked: DialectCall) => ResponseFields])[] = [
  ['get_info', info],
  ['get_height', (fields) => without(fields, 'immutable_height', 'immutable_hash')],
  ['get_last_block_header', withHeaders],
  ['get_block_header_by_hash', withHeader],
  ['get_block_header_by_height', withHeaders],
  ['get_block_headers_range', withHeaders],
  ['get_block', wholeBlock],
  ['get_alternative_chains', branches],
  ['get_block_template', template],
  ['mining_status', miningStatus],
  ['send_raw_transaction', sent],
  ['get_transactions', lookedUp],
  ['get_transaction_pool', pooled],
  ['get_outs', ringMembers],
  ['get_coinbase_tx_sum', minerSums],
  // A block that votes for no version votes for the first.
  [
    'hard_fork_info',
    (fields, { params }) => (params['version'] === 1 ? { ...fields, votes: fields['window'] } : fields),
  ],
  ['get_output_distribution', spread],
  ['is_key_image_spent', spentStatus],
  ['out_peers', (fields, { params }) => ({ ...fields, out_peers: params['out_peers'] ?? 0 })],
  ['in_peers', (fields, { params }) => ({ ...fields, in_peers: params['in_peers'] ?? 0 })],
]

/** The family's methods and fields. */
export const moneroDialect: RpcDialect = {
  groups: [{ name: 'monerod', methods: moneroMethods }],
  overrides: new Map([
    ['get_limit', { access: 'public' }],
    ['get_public_nodes', { transports: BOTH }],
    ['set_bootstrap_daemon', { transports: BOTH }],
  ]),
  hidesAdminMethods: true,
  paramAdapters: new Map([
    // A list is what these take, not the parameters in their order.
    ['get_block_hash', (params) => (Array.isArray(params) ? { height: params } : params)],
    ['submit_block', (params) => (Array.isArray(params) ? { blob: params } : params)],
    [
      'get_block_header_by_height',
      (params) => (isJsonObject(params) ? { ...params, height: params['height'] ?? 0 } : params),
    ],
  ]),
  restrictedChecks: moneroRefusals,
  binaryLimits: moneroByteLimits,
  responseAdapters: new Map(answers),
  commonFields: (name) =>
    UNTOLD.has(name) ? {} : { untrusted: false, ...(PAID.has(name) ? { credits: 0, top_hash: '' } : {}) },
  adaptBinaryResponse: paidPortable,
  hasPrunedTxObjects: true,
  blockEntryFields: {},
}

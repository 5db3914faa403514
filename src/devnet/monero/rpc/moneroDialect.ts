// The node RPC of monerod (0.18), as differences from oxen-core's.

import { asText, asU64 } from '../../../bytes/portableStorageWriter.ts'
import { isJsonObject } from '../../../jsonrpc/json.ts'
import { MONERO_BOOTSTRAP_REFUSALS } from '../../rpc/calls/bootstrapRefusals.ts'
import type { DialectCall, ResponseFields, RpcDialect } from '../../rpc/calls/nodeContext.ts'
import { BOTH } from '../../rpc/calls/nodeMethod.ts'
import { moneroMethods } from './methods.ts'
import {
  branches,
  info,
  lookedUp,
  minerSums,
  miningStatus,
  pooled,
  ringMembers,
  sent,
  template,
  wholeBlock,
  withBlockId,
  withHeader,
  withHeaders,
  without,
} from './responseAdapters.ts'
import { moneroByteLimits, moneroRefusals, spentStatus } from './restrictions.ts'

/** Methods with RPC payment: their results have `credits` and `top_hash`. */
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
  'get_transaction_pool_hashes.bin',
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

/** Methods whose results have no `untrusted`. */
const WITHOUT_UNTRUSTED: ReadonlySet<string> = new Set(['banned', 'set_bootstrap_daemon'])

const answers: readonly (readonly [string, (answer: ResponseFields, request: DialectCall) => ResponseFields])[] = [
  ['get_info', info],
  ['get_height', (fields) => without(fields, 'immutable_height', 'immutable_hash')],
  ['get_last_block_header', withHeaders],
  ['get_block_header_by_hash', withHeader],
  ['get_block_header_by_height', withHeaders],
  ['get_block_headers_range', withHeaders],
  ['get_block', wholeBlock],
  ['get_alternative_chains', branches],
  ['get_block_template', template],
  ['submit_block', withBlockId],
  ['mining_status', miningStatus],
  ['send_raw_transaction', sent],
  ['get_transactions', lookedUp],
  ['get_transaction_pool', pooled],
  ['get_outs', ringMembers],
  ['get_coinbase_tx_sum', minerSums],
  // A block without a vote counts as a vote for version 1.
  [
    'hard_fork_info',
    (fields, { params }) => (params['version'] === 1 ? { ...fields, votes: fields['window'] } : fields),
  ],
  ['is_key_image_spent', spentStatus],
]

/** monerod's methods and fields. */
export const moneroDialect: RpcDialect = {
  groups: [{ name: 'monerod', methods: moneroMethods }],
  overrides: new Map([
    ['get_limit', { access: 'public' }],
    ['get_transaction_pool', { access: 'admin' }],
    ['get_public_nodes', { transports: BOTH }],
    ['set_bootstrap_daemon', { transports: BOTH }],
  ]),
  hidesAdminMethods: true,
  paramAdapters: new Map([
    // These methods take a list itself, not positional parameters.
    ['get_block_hash', (params) => (Array.isArray(params) ? { height: params } : params)],
    ['submit_block', (params) => (Array.isArray(params) ? { blob: params } : params)],
    [
      'get_block_header_by_height',
      (params) => (isJsonObject(params) ? { ...params, height: params['height'] ?? 0 } : params),
    ],
  ]),
  restrictedChecks: moneroRefusals,
  binaryLimits: moneroByteLimits,
  bootstrapRefusals: MONERO_BOOTSTRAP_REFUSALS,
  responseAdapters: new Map(answers),
  commonFields: (name) =>
    WITHOUT_UNTRUSTED.has(name) ? {} : { untrusted: false, ...(PAID.has(name) ? { credits: 0, top_hash: '' } : {}) },
  commonBinaryFields: { credits: asU64(0), top_hash: asText('') },
  malformedRequestStatus: 400,
  defaultLimits: { up: 8192n, down: 32_768n },
  acceptsTextForIntegers: false,
  createFamilyServices: () => ({}),
  transactionFields: () => ({}),
  submitBlink: undefined,
  hasPrunedTxObjects: true,
  blockEntryFields: {},
}

// Methods that nodes of the monero family (0.18) have alone, or that work in another way there.

import * as v from 'valibot'
import { concat, utf8 } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { binaryMethod } from '../../../jsonrpc/method.ts'
import { i64, list } from '../../../jsonrpc/schemas.ts'
import type { Chain } from '../../chain/chain.ts'
import { updateTrafficLimits } from '../../node/adminSettings.ts'
import { NODE_CODES } from '../../rpc/errorCodes.ts'
import { hexOf } from '../../rpc/hexParam.ts'
import { HISTOGRAM_PARAMS, histogramOf, isTooOld, type PlainOutput } from '../../rpc/histogram.ts'
import { miningFault, seedsOf } from '../../rpc/mining.ts'
import type { NodeContext } from '../../rpc/nodeContext.ts'
import { BOTH, method, reach } from '../../rpc/nodeMethod.ts'
import { answer } from '../../rpc/response.ts'
import { poolIds, visible } from '../../rpc/txpool.ts'
import { workMethods } from './workMethods.ts'

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

/** The outputs that are no ring's: those of the first coinbase, whose amounts are seen. */
const plainOutputs = (chain: Chain): PlainOutput[] =>
  chain.blockAt(0)?.block.minerTransaction.outputs.map(({ amount }) => ({ amount, height: 0 })) ?? []

const TOO_MUCH = 'Restricted RPC will not serve histograms on the whole blockchain. Use your own node.'

const PAYMENTS_NOT_ENABLED = -21

const notEnabled = (): never => {
  throw new JsonRpcError(PAYMENTS_NOT_ENABLED, 'Payments not enabled')
}

const client = { client: v.optional(v.string(), '') }

const paymentMethods = [
  method({
    names: ['rpc_access_info'],
    about: 'what this node charges for answers: nothing',
    access: 'public',
    params: client,
    handler: () =>
      answer({
        ...{ cookie: 0, credits_per_hash_found: 0, diff: 0, hashing_blob: '', height: 0 },
        ...{ next_seed_hash: '', seed_hash: '', seed_height: 0 },
      }),
  }),
  method({
    names: ['rpc_access_pay', 'rpc_access_submit_nonce'],
    about: 'pays for answers, which is not necessary',
    access: 'public',
    params: client,
    handler: () => answer({}, 'Payment not necessary'),
  }),
  method({
    names: ['rpc_access_data', 'rpc_access_account'],
    about: 'who paid for answers; nobody does',
    access: 'admin',
    params: client,
    handler: notEnabled,
  }),
  method({
    names: ['rpc_access_tracking'],
    about: 'how often each method was called, which is not counted',
    access: 'admin',
    params: { clear: v.optional(v.boolean(), false) },
    handler: () => answer({}),
  }),
]

export const moneroMethods = [
  ...paymentMethods,
  ...workMethods,
  binaryMethod<NodeContext>({
    names: ['get_transaction_pool_hashes.bin'],
    about: 'ids of all that waits for a block, as raw bytes in a text of JSON in spite of the name',
    access: 'public',
    handler: ({ node }, _body, { restricted }) => poolHashes(poolIds(node, restricted)),
  }),
  method({
    names: ['get_alt_blocks_hashes'],
    about: 'ids of blocks beside the main chain',
    access: 'public',
    transports: BOTH,
    params: {},
    handler: ({ node }) => answer({ blks_hashes: node.alternatives.all.map(({ id }) => toHex(id)) }),
  }),
  method({
    names: ['get_fee_estimate'],
    about: 'fees per byte at four levels, in atomic units',
    access: 'public',
    params: { grace_blocks: v.optional(reach, 0) },
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
    handler: ({ node }) => {
      const { chain } = node
      return answer({
        major_version: chain.nextFork,
        height: chain.height,
        prev_id: toHex(chain.tip.id),
        seed_hash: seedsOf(chain).seed_hash,
        difficulty: `0x${chain.nextDifficulty.toString(16)}`,
        median_weight: chain.limits.effectiveMedian,
        already_generated_coins: chain.tip.generated,
        // Not even the owner is told here of what is kept back.
        tx_backlog: visible(node, true).map(({ parsed: { id, weight }, fee }) => ({ id: toHex(id), weight, fee })),
      })
    },
  }),
  method({
    names: ['relay_tx'],
    about: 'marks transactions of the pool as told to the network',
    access: 'admin',
    params: { txids: list(v.string()) },
    handler: ({ node: { pool } }, { txids }) => {
      const faults = txids.flatMap((txid) => {
        const id = hexOf(txid, 32)
        if (id === undefined) return [`invalid transaction id: ${txid}`]
        if (pool.get(id) === undefined) return [`transaction not found in pool: ${txid}`]
        pool.relay(id)
        return []
      })
      if (faults.length > 0) throw new JsonRpcError(NODE_CODES.internal, faults.join(', '))
      return answer({})
    },
  }),
  method({
    names: ['get_output_histogram'],
    about: 'number of outputs by amount: all, those that can be spent, and those of them that are recent',
    access: 'public',
    params: HISTOGRAM_PARAMS,
    handler: ({ node: { chain, clock } }, params, { restricted }) => {
      if (restricted && params.amounts.length === 0) return answer({}, TOO_MUCH)
      if (restricted && isTooOld(params, clock())) return answer({}, 'Recent cutoff is too old')
      return answer({ histogram: histogramOf(chain, params, plainOutputs(chain)) })
    },
  }),
  method({
    names: ['start_mining'],
    about: 'mines to an address, a block each second, until stop_mining',
    access: 'admin',
    transports: BOTH,
    params: {
      miner_address: v.optional(v.string(), ''),
      threads_count: v.optional(reach, 0),
      do_background_mining: v.optional(v.boolean(), false),
      ignore_battery: v.optional(v.boolean(), false),
    },
    handler: (context, { miner_address: address, threads_count: threads }) => {
      const fault = miningFault(context, address, threads)
      if (fault === undefined) context.miner.startSession(address)
      return answer({}, fault)
    },
  }),
  method({
    names: ['set_limit'],
    about: 'sets limits of the traffic with other nodes: -1 for the usual one, 0 for no change; kept, and told',
    access: 'admin',
    transports: BOTH,
    params: { limit_down: v.optional(i64, 0), limit_up: v.optional(i64, 0) },
    handler: ({ owner }, { limit_down: down, limit_up: up }) => {
      if (down < -1n || up < -1n) return answer({ limit_down: 0, limit_up: 0 }, 'Invalid parameter')
      owner.limits = updateTrafficLimits(owner.limits, up, down)
      return answer({ limit_down: owner.limits.down, limit_up: owner.limits.up })
    },
  }),
  method({
    names: ['update'],
    about: 'looks for a newer release, which takes other machines: this node calls none',
    access: 'admin',
    transports: BOTH,
    params: { command: v.optional(v.string(), ''), path: v.optional(v.string(), '') },
    handler: () =>
      answer(
        { auto_uri: '', hash: '', path: '', update: false, user_uri: '', version: '' },
        'Daemon is running offline',
      ),
  }),
]

// Methods that only monerod (0.18) has, or that differ there.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { i64, list } from '../../../jsonrpc/schemas.ts'
import { updateTrafficLimits } from '../../node/adminSettings.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import { targetHeight } from '../../rpc/calls/nodeContext.ts'
import { BOTH, heightParam, nodeMethod } from '../../rpc/calls/nodeMethod.ts'
import { HISTOGRAM_PARAMS, histogramOf, isTooOld } from '../../rpc/calls/outputHistogram.ts'
import { response } from '../../rpc/calls/response.ts'
import { adminInfoFields, infoFields } from '../../rpc/methods/chain.ts'
import { miningFault } from '../../rpc/methods/mining.ts'
import { blocksWithPool } from './blocksWithPool.ts'
import { looseIdsMethod } from './looseIds.ts'
import { minerData } from './minerData.ts'
import { packedMethods } from './packedMethods.ts'
import { peerLimitMethods } from './peerLimits.ts'
import { workMethods } from './proofOfWork.ts'

/** RPC version of the release whose responses this node gives: major · 65536 + minor. */
const RPC_VERSION = 3 * 65536 + 16

const TOO_MUCH = 'Restricted RPC will not serve histograms on the whole blockchain. Use your own node.'

const PAYMENTS_NOT_ENABLED = -21

const notEnabled = (): never => {
  throw new JsonRpcError(PAYMENTS_NOT_ENABLED, 'Payments not enabled')
}

const client = { client: v.optional(v.string(), '') }

const paymentMethods = [
  nodeMethod({
    names: ['rpc_access_info'],
    about: 'state of RPC payments, which are disabled',
    access: 'public',
    params: client,
    handler: () =>
      response({
        ...{ cookie: 0, credits_per_hash_found: 0, diff: 0, hashing_blob: '', height: 0 },
        ...{ next_seed_hash: '', seed_hash: '', seed_height: 0 },
      }),
  }),
  nodeMethod({
    names: ['rpc_access_pay', 'rpc_access_submit_nonce'],
    about: 'pays for RPC, which is not necessary',
    access: 'public',
    params: client,
    handler: () => response({}, 'Payment not necessary'),
  }),
  nodeMethod({
    names: ['rpc_access_data', 'rpc_access_account'],
    about: 'accounts of RPC payments, which are disabled',
    access: 'admin',
    params: client,
    handler: notEnabled,
  }),
  nodeMethod({
    names: ['rpc_access_tracking'],
    about: 'call statistics of RPC payments, which are not collected',
    access: 'admin',
    params: { clear: v.optional(v.boolean(), false) },
    handler: () => response({}),
  }),
]

export const moneroMethods = [
  nodeMethod({
    names: ['get_info', 'getinfo'],
    about: 'state of the node',
    access: 'public',
    transports: BOTH,
    params: {},
    handler: (context, _params, { restricted }) =>
      response({ ...infoFields(context, restricted), ...(restricted ? {} : adminInfoFields(context)) }),
  }),
  nodeMethod({
    names: ['get_version'],
    about: 'version of the RPC',
    access: 'public',
    params: {},
    handler: (context) => {
      const { chain, rules } = context.node
      const target = targetHeight(context)
      return response({
        ...{ version: RPC_VERSION, release: false, current_height: chain.height },
        ...(target === 0 ? {} : { target_height: target }),
        hard_forks: rules.network.hardForks.map(({ version, height }) => ({ height, hf_version: version })),
      })
    },
  }),
  ...paymentMethods,
  ...workMethods,
  blocksWithPool,
  looseIdsMethod,
  ...packedMethods,
  ...peerLimitMethods,
  nodeMethod({
    names: ['get_alt_blocks_hashes'],
    about: 'ids of alternative blocks',
    access: 'admin',
    transports: BOTH,
    params: {},
    handler: ({ node }) => response({ blks_hashes: node.alternatives.all.map(({ id }) => toHex(id)) }),
  }),
  nodeMethod({
    names: ['get_fee_estimate'],
    about: 'fees per byte at four levels, in atomic units',
    access: 'public',
    params: { grace_blocks: v.optional(heightParam, 0) },
    handler: ({ node: { chain, rules } }, { grace_blocks: graceBlocks }) => {
      const { perByte, perByteLevels, quantizationMask } = rules.consensus.feeRates(chain, graceBlocks)
      return response({ fee: perByte, fees: perByteLevels, quantization_mask: quantizationMask })
    },
  }),
  nodeMethod({
    names: ['get_miner_data'],
    about: 'data from which a miner builds a block',
    access: 'public',
    params: {},
    handler: ({ node }) => response(minerData(node)),
  }),
  nodeMethod({
    names: ['relay_tx'],
    about: 'marks pool transactions as relayed',
    access: 'admin',
    params: { txids: list(v.string()) },
    handler: ({ node }, { txids }) => {
      const faults = txids.flatMap((txid) => {
        const id = parseHex(txid, 32)
        if (id === undefined) return [`invalid transaction id: ${txid}`]
        if (node.pool.get(id) === undefined) return [`transaction not found in pool: ${txid}`]
        node.relayTransaction(id)
        return []
      })
      if (faults.length > 0) throw new JsonRpcError(NODE_ERROR_CODES.internal, faults.join(', '))
      return response({})
    },
  }),
  nodeMethod({
    names: ['get_output_histogram'],
    about: 'number of outputs by amount: total, unlocked, and recent',
    access: 'public',
    params: HISTOGRAM_PARAMS,
    handler: ({ node: { chain, clock } }, params, { restricted }) => {
      if (restricted && params.amounts.length === 0) return response({}, TOO_MUCH)
      if (restricted && isTooOld(params, clock())) return response({}, 'Recent cutoff is too old')
      return response({ histogram: histogramOf(chain, params) })
    },
  }),
  nodeMethod({
    names: ['start_mining'],
    about: 'mines to an address, one block per second, until stop_mining',
    access: 'admin',
    transports: BOTH,
    params: {
      miner_address: v.optional(v.string(), ''),
      threads_count: v.optional(heightParam, 0),
      do_background_mining: v.optional(v.boolean(), false),
      ignore_battery: v.optional(v.boolean(), false),
    },
    handler: (context, { miner_address: address, threads_count: threads, ...options }) => {
      const fault = miningFault(context, address, threads)
      const background = options.do_background_mining ? { ignoresBattery: options.ignore_battery } : undefined
      if (fault === undefined) context.miner.startSession(address, { threads, background })
      return response({}, fault)
    },
  }),
  nodeMethod({
    names: ['set_limit'],
    about: 'sets the bandwidth limits: -1 for the default, 0 for no change',
    access: 'admin',
    transports: BOTH,
    params: { limit_down: v.optional(i64, 0), limit_up: v.optional(i64, 0) },
    handler: ({ settings }, { limit_down: down, limit_up: up }) => {
      if (down < -1n || up < -1n) return response({ limit_down: 0, limit_up: 0 }, 'Invalid parameter')
      updateTrafficLimits(settings, up, down)
      return response({ limit_down: settings.limits.down, limit_up: settings.limits.up })
    },
  }),
  nodeMethod({
    names: ['update'],
    about: 'checks for a newer release; this node is offline',
    access: 'admin',
    transports: BOTH,
    params: { command: v.optional(v.string(), ''), path: v.optional(v.string(), '') },
    handler: () =>
      response(
        { auto_uri: '', hash: '', path: '', update: false, user_uri: '', version: '' },
        'Daemon is running offline',
      ),
  }),
]

// Methods about the chain as a whole: height, state, forks, fees.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { hardForkAt, heightOfFork } from '../../coin/network.ts'
import { feeOf } from '../../coin/transaction.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../jsonrpc/json.ts'
import { index, u8 } from '../../jsonrpc/schemas.ts'
import { outputSum } from '../coinbase.ts'
import type { DevelopmentNode } from '../node.ts'
import { BLINK_PERCENT } from '../oxen/fees.ts'
import { pulseTimes } from '../oxen/state.ts'
import { newestFork } from '../rules.ts'
import { answer, BOTH, bareAnswer, method, NODE_CODES, type NodeContext, RPC_VERSION, VERSION } from './context.ts'
import { ownStanding } from './serviceNodeValues.ts'

const MOST_U64 = 2n ** 64n - 1n
const VERSION_WINDOW = 10080
const databaseSize = ({ chain }: DevelopmentNode): number =>
  chain.blocks.reduce((sum, { blob, weight }) => sum + blob.length + weight, 0)

const infoOf = ({ node, own }: NodeContext, restricted: boolean): { readonly [name: string]: JsonWritable } => {
  const { chain, pool, rules, clock } = node
  const { height, tip, limits } = chain
  const { ideal, target } = pulseTimes(rules.network, chain.blocks) ?? { ideal: 0, target: 0 }
  const { netType } = rules.network
  return {
    height,
    target_height: 0,
    immutable_height: 0,
    immutable_block_hash: '',
    pulse_ideal_timestamp: ideal,
    pulse_target_timestamp: target,
    difficulty: chain.nextDifficulty,
    target: rules.network.blockTarget,
    tx_count: chain.blocks.reduce((sum, { transactions }) => sum + transactions.length - 1, 0),
    tx_pool_size: pool.size,
    mainnet: netType === 'mainnet',
    testnet: netType === 'testnet',
    devnet: netType === 'devnet',
    nettype: netType,
    top_block_hash: toHex(tip.id),
    cumulative_difficulty: tip.cumulativeDifficulty,
    block_size_limit: limits.limit,
    block_weight_limit: limits.limit,
    block_size_median: limits.effectiveMedian,
    block_weight_median: limits.effectiveMedian,
    offline: true,
    database_size: restricted ? 1_000_000_000 : databaseSize(node),
    version: restricted ? '8' : `${VERSION}-faba`,
    status_line: restricted
      ? `v8; Height: ${height}`
      : `v${VERSION}; Height: ${height}, SN: ${ownStanding(chain.state.serviceNodes, own, clock())}`,
    development: true,
  }
}

const adminInfo = ({ node, own }: NodeContext): { readonly [name: string]: JsonWritable } => ({
  alt_blocks_count: node.alternativeIds.length,
  outgoing_connections_count: 0,
  incoming_connections_count: 0,
  white_peerlist_size: 0,
  grey_peerlist_size: 0,
  start_time: node.startedAt,
  last_storage_server_ping: own.lastStoragePing,
  last_lokinet_ping: own.lastLokinetPing,
  last_xnet_ping: own.lastLokinetPing,
  free_space: 0,
  height_without_bootstrap: node.chain.height,
  service_node: own.keys.service !== undefined,
  was_bootstrap_ever_used: false,
})

export const chainMethods = [
  method({
    names: ['get_height', 'getheight'],
    about: 'number of blocks and id of the top one',
    access: 'public',
    transports: BOTH,
    params: {},
    handler: ({ node }) =>
      answer({
        height: node.chain.height,
        hash: toHex(node.chain.tip.id),
        immutable_height: 0,
        immutable_hash: '',
      }),
  }),
  method({
    names: ['get_info', 'getinfo'],
    about: 'state of the node; `development` tells one of ours',
    access: 'public',
    transports: BOTH,
    params: {},
    handler: (context, _params, { restricted }) =>
      answer({ ...infoOf(context, restricted), ...(restricted ? {} : adminInfo(context)) }),
  }),
  method({
    names: ['get_net_stats'],
    about: 'traffic with other nodes, of which there are none',
    access: 'admin',
    transports: BOTH,
    params: {},
    handler: ({ node }) =>
      bareAnswer({
        start_time: node.startedAt,
        total_packets_in: 0,
        total_bytes_in: 0,
        total_packets_out: 0,
        total_bytes_out: 0,
      }),
  }),
  method({
    names: ['get_block_count', 'getblockcount'],
    about: 'number of blocks',
    access: 'public',
    params: {},
    handler: ({ node }) => bareAnswer({ count: node.chain.height }),
  }),
  method({
    names: ['get_block_hash', 'on_get_block_hash', 'on_getblockhash'],
    about: 'id of the block at a height: {"height":[N]}, {"height":N} or [N]',
    access: 'public',
    params: { height: v.optional(v.union([index, v.array(index)])) },
    handler: ({ node: { chain } }, { height }) => {
      const [wanted, ...others] = Array.isArray(height) ? height : [height]
      if (wanted === undefined || others.length > 0)
        throw new JsonRpcError(NODE_CODES.wrongParam, 'Wrong parameters, expected height')
      const record = chain.blockAt(wanted)
      if (record === undefined)
        throw new JsonRpcError(
          NODE_CODES.tooBigHeight,
          `Requested block height: ${wanted} greater than current top block height: ${chain.height - 1}`,
        )
      return toHex(record.id)
    },
  }),
  method({
    names: ['get_version'],
    about: 'version of this RPC',
    access: 'public',
    params: {},
    handler: () => answer({ version: RPC_VERSION }),
  }),
  method({
    names: ['hard_fork_info'],
    about: 'the fork in force, and from which height another holds',
    access: 'public',
    params: { version: v.optional(u8, 0) },
    handler: ({ node: { chain, rules } }, { version }) => {
      const current = hardForkAt(rules.network, chain.height)
      const newest = newestFork(rules)
      const asked =
        version > 0 ? version : (rules.network.hardForks.find((fork) => fork.version > current)?.version ?? newest)
      const recent = chain.blocks.slice(-VERSION_WINDOW)
      return answer({
        version: current,
        enabled: current >= asked,
        window: recent.length,
        votes: recent.filter(({ block }) => block.minorVersion >= asked).length,
        threshold: 0,
        voting: newest,
        state: 0,
        earliest_height: heightOfFork(rules.network, asked) ?? MOST_U64,
      })
    },
  }),
  method({
    names: ['get_fee_estimate'],
    about: 'fees per byte and per output in atomic units',
    access: 'public',
    params: { grace_blocks: v.optional(index, 0) },
    handler: ({ node: { chain } }, { grace_blocks: graceBlocks }) => {
      const { perByte, perOutput, quantizationMask } = chain.rules.consensus.feeRates(chain, graceBlocks)
      return answer({
        fee_per_byte: perByte,
        fee_per_output: perOutput,
        blink_fee_per_byte: (perByte * BLINK_PERCENT) / 100n,
        blink_fee_per_output: (perOutput * BLINK_PERCENT) / 100n,
        blink_fee_fixed: 0,
        quantization_mask: quantizationMask,
      })
    },
  }),
  method({
    names: ['get_coinbase_tx_sum'],
    about: 'coins made, fees paid and coins burnt by `count` blocks from a height',
    access: 'admin',
    params: { height: v.optional(index, 0), count: v.optional(index, 0) },
    handler: ({ node: { chain, rules } }, { height, count }) => {
      let emission = 0n
      let fees = 0n
      let burnt = 0n
      for (const { transactions, block, height: at } of chain.blocks.slice(height, height + count)) {
        let own = 0n
        for (const { transaction } of transactions.slice(1)) {
          const burned = rules.consensus.burned(transaction, hardForkAt(rules.network, at))
          own += feeOf(transaction) - burned
          burnt += burned
        }
        fees += own
        emission += outputSum(block.minerTransaction) - own
      }
      return bareAnswer({ emission_amount: emission, fee_amount: fees, burn_amount: burnt })
    },
  }),
  method({
    names: ['get_alternative_chains', 'get_alternate_chains'],
    about: 'chains beside the main one',
    access: 'admin',
    params: {},
    handler: ({ node }) =>
      bareAnswer({
        chains: node.alternativeChains.map(({ blocks, parent }) => ({
          block_hash: toHex(blocks[0]?.id ?? new Uint8Array()),
          height: blocks[0]?.height ?? 0,
          length: blocks.length,
          difficulty: parent.cumulativeDifficulty + BigInt(blocks.length) * node.chain.nextDifficulty,
          block_hashes: blocks.map(({ id }) => toHex(id)),
          main_chain_parent_block: toHex(parent.id),
        })),
      }),
  }),
  method({
    names: ['get_checkpoints'],
    about: 'checkpoints of service nodes, of which there are none',
    access: 'public',
    params: {},
    handler: () => answer({}),
  }),
  method({
    names: ['sync_info'],
    about: 'progress with other nodes, of which there are none',
    access: 'admin',
    params: {},
    handler: ({ node }) =>
      bareAnswer({ height: node.chain.height, target_height: 0, next_needed_pruning_seed: 1, overview: '[]' }),
  }),
  method({
    names: ['save_bc'],
    about: 'does nothing: the chain lives in memory',
    access: 'admin',
    transports: BOTH,
    params: {},
    handler: () => bareAnswer({}),
  }),
]

// Methods about the chain as a whole: height, block ids, hard forks, emission, alternative chains.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt, hardForkHeight } from '../../../coin/networks/network.ts'
import { transactionFee } from '../../../coin/transactions/transaction.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { index, list, u8, u32, u64 } from '../../../jsonrpc/schemas.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { newestScheduledFork } from '../../rules/chainRules.ts'
import { outputSum } from '../../rules/coinbase.ts'
import { blockAt } from '../calls/blockAt.ts'
import { NODE_ERROR_CODES } from '../calls/errors.ts'
import { type NodeContext, targetHeight } from '../calls/nodeContext.ts'
import { BOTH, heightParam, nodeMethod, STATUS, TRUST_STATUS } from '../calls/nodeMethod.ts'
import { response, statusResponse } from '../calls/response.ts'
import { alternativeRecord, oneOrList } from '../calls/resultSchemas.ts'
import { visible } from './txpool.ts'

const MAX_U64 = 2n ** 64n - 1n
const VERSION_WINDOW = 10080
const GIGABYTE = 1_000_000_000
const databaseSize = ({ chain }: DevelopmentNode): number => chain.totals.bytes

/** Returns a database size in bytes rounded up to a multiple of 10^9, which restricted services report. */
export const roundedSize = (bytes: number): number => Math.max(1, Math.ceil(bytes / GIGABYTE)) * GIGABYTE

/** Returns the fields of get_info that both families have. */
export const infoFields = (context: NodeContext, restricted: boolean): { readonly [name: string]: JsonWritable } => {
  const { node, follower } = context
  const { chain, rules } = node
  const { height, tip, limits } = chain
  const { netType } = rules.network
  return {
    height,
    target_height: targetHeight(context),
    difficulty: chain.nextDifficulty,
    target: rules.network.blockTarget,
    tx_count: chain.totals.transactions,
    tx_pool_size: visible(node, restricted).length,
    // The node knows no connection but the caller's.
    rpc_connections_count: restricted ? 0 : 1,
    mainnet: netType === 'mainnet',
    testnet: netType === 'testnet',
    stagenet: netType === 'stagenet',
    nettype: netType,
    top_block_hash: toHex(tip.id),
    cumulative_difficulty: tip.cumulativeDifficulty,
    block_size_limit: limits.limit,
    block_weight_limit: limits.limit,
    block_size_median: limits.effectiveMedian,
    block_weight_median: limits.effectiveMedian,
    offline: follower === undefined,
    database_size: restricted ? roundedSize(databaseSize(node)) : databaseSize(node),
    development: true,
  }
}

/** Returns the fields of get_info that both families hide on a restricted service. */
export const adminInfoFields = ({
  node,
  settings,
  freeSpace,
}: NodeContext): { readonly [name: string]: JsonWritable } => ({
  alt_blocks_count: node.alternatives.all.length,
  outgoing_connections_count: 0,
  incoming_connections_count: 0,
  white_peerlist_size: 0,
  grey_peerlist_size: 0,
  start_time: node.startedAt,
  free_space: freeSpace?.() ?? 0,
  height_without_bootstrap: node.chain.height,
  bootstrap_daemon_address: settings.bootstrap?.address,
  was_bootstrap_ever_used: settings.bootstrapUsed,
})

export const chainMethods = [
  nodeMethod({
    names: ['get_height', 'getheight'],
    about: 'number of blocks and id of the top one',
    access: 'public',
    transports: BOTH,
    params: {},
    result: { height: index, hash: v.string(), immutable_height: index, immutable_hash: v.string(), ...TRUST_STATUS },
    handler: ({ node }) =>
      response({
        height: node.chain.height,
        hash: toHex(node.chain.tip.id),
        immutable_height: node.checkpoints.immutable?.height ?? 0,
        immutable_hash: toHex(node.checkpoints.immutable?.id ?? new Uint8Array()),
      }),
  }),
  nodeMethod({
    names: ['get_block_count', 'getblockcount'],
    about: 'number of blocks',
    access: 'public',
    params: {},
    result: { count: index, ...STATUS },
    handler: ({ node }) => statusResponse({ count: node.chain.height }),
  }),
  {
    // The result is a string.
    ...nodeMethod({
      names: ['get_block_hash', 'on_get_block_hash', 'on_getblockhash'],
      about: 'id of the block at a height: {"height":[N]}, {"height":N} or [N]',
      access: 'public',
      params: { height: v.optional(oneOrList(u64)) },
      handler: ({ node: { chain } }, { height }) => {
        const [requested, ...others] = Array.isArray(height) ? height : [height]
        if (requested === undefined || others.length > 0)
          throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'Wrong parameters, expected height')
        return toHex(blockAt(chain, requested).id)
      },
    }),
    result: v.string(),
  },
  nodeMethod({
    names: ['hard_fork_info'],
    about: 'the current hard fork, and the height at which another one starts',
    access: 'public',
    params: { version: v.optional(u8, 0) },
    result: {
      version: u32,
      enabled: v.boolean(),
      window: u32,
      votes: u32,
      threshold: u32,
      voting: u32,
      state: u32,
      earliest_height: u64,
      ...TRUST_STATUS,
    },
    handler: ({ node: { chain, rules } }, { version }) => {
      const current = hardForkAt(rules.network, chain.height)
      const newest = newestScheduledFork(rules)
      const target =
        version > 0 ? version : (rules.network.hardForks.find((fork) => fork.version > current)?.version ?? newest)
      const recent = chain.blocks.slice(-VERSION_WINDOW)
      return response({
        version: current,
        enabled: current >= target,
        window: recent.length,
        votes: recent.filter(({ block }) => block.minorVersion >= target).length,
        threshold: 0,
        voting: newest,
        state: 0,
        earliest_height: hardForkHeight(rules.network, target) ?? MAX_U64,
      })
    },
  }),
  nodeMethod({
    names: ['get_coinbase_tx_sum'],
    about: 'sums over `count` blocks from a height: emission, fees, burnt coins',
    access: 'admin',
    params: { height: v.optional(heightParam, 0), count: v.optional(heightParam, 0) },
    result: { emission_amount: u64, fee_amount: u64, burn_amount: u64, ...STATUS },
    handler: ({ node: { chain, rules } }, { height, count }) => {
      let emission = 0n
      let fees = 0n
      let burnt = 0n
      for (const { transactions, block, height: at } of chain.blocks.slice(height, height + count)) {
        let own = 0n
        for (const { transaction } of transactions.slice(1)) {
          const burned = rules.consensus.burnedFee(transaction, hardForkAt(rules.network, at))
          own += transactionFee(transaction) - burned
          burnt += burned
        }
        fees += own
        emission += outputSum(block.minerTransaction) - own
      }
      return statusResponse({ emission_amount: emission, fee_amount: fees, burn_amount: burnt })
    },
  }),
  nodeMethod({
    names: ['get_alternative_chains', 'get_alternate_chains'],
    about: 'alternative chains',
    access: 'admin',
    params: {},
    result: { chains: list(alternativeRecord), ...STATUS },
    handler: ({ node }) =>
      statusResponse({
        chains: node.alternatives.chains.map(({ blocks, parent }) => ({
          block_hash: toHex(blocks[0]?.id ?? new Uint8Array()),
          height: blocks[0]?.height ?? 0,
          length: blocks.length,
          difficulty: blocks[0]?.cumulativeDifficulty ?? parent.cumulativeDifficulty,
          block_hashes: blocks.map(({ id }) => toHex(id)),
          main_chain_parent_block: toHex(parent.id),
        })),
      }),
  }),
]

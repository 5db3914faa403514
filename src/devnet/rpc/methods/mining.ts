// Methods about mining sessions and the removal of blocks.

import * as v from 'valibot'
import { AddressError } from '../../../coin/addresses/address.ts'
import { hardForkAt } from '../../../coin/networks/network.ts'
import { index, u32, u64 } from '../../../jsonrpc/schemas.ts'
import { BlockProducerUnavailableError, blockTemplate } from '../../mining/blockTemplate.ts'
import { MinerAddressError } from '../../mining/miner.ts'
import type { NodeContext } from '../calls/nodeContext.ts'
import { BOTH, heightParam, nodeMethod, STATUS } from '../calls/nodeMethod.ts'
import { statusResponse } from '../calls/response.ts'

const MAX_BLOCKS_AT_ONCE = 10_000

/** Limit of oxen-core and monerod. */
const THREADS_PER_CORE = 4

/** Returns why mining to an address cannot start; undefined if it can. */
export const miningFault = ({ miner }: NodeContext, address: string, threads: number): string | undefined => {
  try {
    miner.keysOf(address)
  } catch (error) {
    if (error instanceof MinerAddressError) return "Mining to subaddress isn't supported yet"
    if (error instanceof AddressError) return 'Failed, wrong address'
    throw error
  }
  if (threads > THREADS_PER_CORE * navigator.hardwareConcurrency)
    return 'Failed, too many threads relative to CPU cores.'
  return miner.session === undefined ? undefined : 'Already mining'
}

/** Returns the reward of the next block in atomic units; 0 while nothing is mined or the next block must be a pulse block. */
const rewardAtWork = ({ node: { chain, pool, random }, miner }: NodeContext): bigint => {
  if (miner.session === undefined) return 0n
  const to = miner.keysOf(miner.session.address)
  try {
    return blockTemplate(chain, pool, { to, nonce: new Uint8Array(), timestamp: undefined }, random).reward
  } catch (error) {
    if (error instanceof BlockProducerUnavailableError) return 0n
    throw error
  }
}

export const miningMethods = [
  nodeMethod({
    names: ['start_mining'],
    about: 'mines to an address: `num_blocks` blocks at once, or one block per second until stop_mining',
    access: 'admin',
    transports: BOTH,
    params: {
      miner_address: v.optional(v.string(), ''),
      threads_count: v.optional(heightParam, 0),
      num_blocks: v.optional(heightParam, 0),
      slow_mining: v.optional(v.boolean(), false),
    },
    result: STATUS,
    handler: async (context, { miner_address: address, threads_count: threads, num_blocks: count }) => {
      const { miner } = context
      const fault = miningFault(context, address, threads)
      if (fault !== undefined) return statusResponse({}, fault)
      if (count === 0) miner.startSession(address, { threads, background: undefined })
      else await miner.mineInSlices(Math.min(count, MAX_BLOCKS_AT_ONCE), miner.keysOf(address))
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['stop_mining'],
    about: 'stops the mining that start_mining started',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: STATUS,
    handler: ({ miner }) => {
      if (miner.session === undefined) return statusResponse({}, 'Mining never started')
      miner.stopSession()
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['mining_status'],
    about: 'state of the mining that start_mining started',
    access: 'admin',
    transports: BOTH,
    params: {},
    result: {
      active: v.boolean(),
      speed: index,
      threads_count: u32,
      address: v.string(),
      pow_algorithm: v.string(),
      block_target: u32,
      block_reward: u64,
      difficulty: u64,
      ...STATUS,
    },
    handler: (context) => {
      const { node, miner } = context
      const { chain, rules } = node
      const { session } = miner
      return statusResponse({
        active: session !== undefined,
        speed: 0,
        threads_count: session === undefined ? 0 : Math.max(1, session.threads),
        address: session?.address ?? '',
        pow_algorithm: rules.consensus.powAlgorithm(hardForkAt(rules.network, chain.height)),
        block_target: rules.network.blockTarget,
        block_reward: rewardAtWork(context),
        difficulty: chain.nextDifficulty,
      })
    },
  }),
  nodeMethod({
    names: ['pop_blocks'],
    about: 'removes the top blocks; their transactions return to the pool, unless keep_txs is false',
    access: 'admin',
    transports: BOTH,
    params: { nblocks: v.optional(heightParam, 0), keep_txs: v.optional(v.boolean(), true) },
    result: { height: index, ...STATUS },
    handler: ({ node }, { nblocks: count, keep_txs: keepsTransactions }) => {
      if (keepsTransactions) node.popBlocks(count)
      else node.discardBlocks(count)
      return statusResponse({ height: node.chain.height })
    },
  }),
]

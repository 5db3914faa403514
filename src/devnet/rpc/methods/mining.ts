// Methods about mining: templates and blocks from outside, blocks on demand, taking blocks off again.

import * as v from 'valibot'
import { equalBytes } from '../../../bytes/bytes.ts'
import { FormatError } from '../../../bytes/cursor.ts'
import { toHex } from '../../../bytes/hex.ts'
import { AddressError } from '../../../coin/addresses/address.ts'
import { blockHashingBlob, blockId, parseBlock, serializeBlock } from '../../../coin/blocks/block.ts'
import { hardForkAt } from '../../../coin/networks/network.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { index, list, u32, u64 } from '../../../jsonrpc/schemas.ts'
import { BlockRefusedError, type Chain } from '../../chain/chain.ts'
import type { BlockRecord, PublicKeys } from '../../chain/chainRecords.ts'
import { BlockProducerUnavailableError, blockTemplate } from '../../mining/blockTemplate.ts'
import { type Miner, MinerAddressError } from '../../mining/miner.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { seedHeight, withFixedSeed } from '../../rules/proofOfWork.ts'
import { NODE_ERROR_CODES } from '../errorCodes.ts'
import { parseHex } from '../hexParam.ts'
import type { NodeContext } from '../nodeContext.ts'
import { BOTH, heightParam, nodeMethod, STATUS, TRUST_STATUS } from '../nodeMethod.ts'
import { response, statusResponse } from '../response.ts'
import { oneOrList } from '../resultSchemas.ts'

/** Blocks before a seed takes effect that it is told. */
const SEED_NOTICE = 64
const MAX_RESERVE = 255
const MAX_BLOCKS_AT_ONCE = 10_000
const EXTRA_BLOB = 100
/** From the coinbase's public key to the reserved bytes: the key, tag and length of the nonce. */
const KEY_TO_RESERVED = 34

const addressKeys = ({ miner }: NodeContext, address: string) => {
  try {
    return miner.keysOf(address)
  } catch (error) {
    if (error instanceof MinerAddressError)
      throw new JsonRpcError(
        NODE_ERROR_CODES.miningToSubaddress,
        'Mining to subaddress is not supported yet',
        error.message,
      )
    if (error instanceof AddressError)
      throw new JsonRpcError(NODE_ERROR_CODES.wrongAddress, 'Failed to parse wallet address', error.message)
    throw error
  }
}

const nonceOf = (reserve: number, extraNonce: string): Uint8Array => {
  if (reserve > MAX_RESERVE)
    throw new JsonRpcError(NODE_ERROR_CODES.tooBigReserve, 'Too big reserved size, maximum 255')
  if (extraNonce.length > 2 * MAX_RESERVE)
    throw new JsonRpcError(NODE_ERROR_CODES.tooBigReserve, 'Too big extra_nonce size, maximum 510 hex chars')
  if (extraNonce === '') return new Uint8Array(reserve)
  if (reserve > 0)
    throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'Cannot specify both a reserve_size and an extra_nonce')
  const nonce = parseHex(extraNonce)
  if (nonce === undefined)
    throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'Parameter extra_nonce should be a hex string')
  return nonce
}

/** Position of `part` in `whole`, or -1. */
const positionOf = (whole: Uint8Array, part: Uint8Array): number => {
  for (let at = 0; at + part.length <= whole.length; at++) {
    if (part.every((byte, i) => whole[at + i] === byte)) return at
  }
  return -1
}

const mineBlocks = async (miner: Miner, count: number, to: PublicKeys): Promise<BlockRecord[]> => {
  try {
    return await miner.mineInSlices(count, to)
  } catch (error) {
    if (error instanceof BlockProducerUnavailableError)
      throw new JsonRpcError(NODE_ERROR_CODES.blockNotAccepted, error.message)
    throw error
  }
}

/** The seed of the next block's proof of work, and the one that comes soon, if another. */
export const seedsOf = (chain: Chain) => {
  const [now, soon] = [seedHeight(chain.height), seedHeight(chain.height + SEED_NOTICE)]
  const idOf = (height: number): string => toHex(chain.blockAt(height)?.id ?? new Uint8Array(32))
  return { seed_hash: idOf(now), next_seed_hash: soon === now ? '' : idOf(soon) }
}

const submit = (node: DevelopmentNode, blob: Uint8Array): void => {
  try {
    if (blob.length > node.chain.limits.limit + EXTRA_BLOB) {
      // Whether it is a block comes before how large it is.
      parseBlock(node.rules.network, blob)
      throw new JsonRpcError(NODE_ERROR_CODES.blockTooBig, 'Block blob size is too big, rejecting block')
    }
    node.submitBlock(blob)
  } catch (error) {
    if (error instanceof FormatError)
      throw new JsonRpcError(NODE_ERROR_CODES.wrongBlockBlob, 'Wrong block blob', error.message)
    if (error instanceof BlockRefusedError)
      throw new JsonRpcError(NODE_ERROR_CODES.blockNotAccepted, 'Block not accepted', error.message)
    throw error
  }
}

/** The block that another one is to follow: undefined for the top one. */
const parentOf = ({ chain }: DevelopmentNode, text: string): Uint8Array | undefined => {
  if (text === '') return undefined
  const id = parseHex(text, 32)
  if (id === undefined) throw new JsonRpcError(NODE_ERROR_CODES.internal, 'Invalid prev_block')
  return equalBytes(id, chain.tip.id) ? undefined : id
}

/** Does something as if a block were the top one, where it is not. */
const onTop = <T>(node: DevelopmentNode, parent: Uint8Array | undefined, work: () => T): T => {
  try {
    return parent === undefined ? work() : node.withTop(parent, work)
  } catch (error) {
    if (!(error instanceof BlockRefusedError)) throw error
    throw new JsonRpcError(NODE_ERROR_CODES.internal, 'Internal error: failed to create block template', error.message)
  }
}

type Mined = { readonly id: Uint8Array; readonly height: number }

/** Mines blocks one after the other, the first after a block that is not the top one. */
const mineBeside = async (
  { node, miner }: NodeContext,
  count: number,
  to: PublicKeys,
  parent: Uint8Array,
): Promise<Mined[]> => {
  const { chain, pool, random, time } = node
  await chain.work.ready()
  const mined: Mined[] = []
  let previous = parent
  while (mined.length < count) {
    const request = { to, nonce: new Uint8Array(), timestamp: time.setting.next }
    const placed = onTop(node, equalBytes(previous, chain.tip.id) ? undefined : previous, () =>
      withFixedSeed(chain.placeOnTip(blockTemplate(chain, pool, request, random).block)),
    )
    const block = await miner.runInSlices(chain.work.findNonce(placed, () => true))
    submit(node, serializeBlock(block))
    time.blockMade()
    previous = blockId(block)
    mined.push({ id: previous, height: placed.height })
  }
  return mined
}

/** Threads that a processor is thought able to feed. */
const THREADS_PER_CORE = 4

/** Why mining to an address cannot begin; undefined when it can. */
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

/** What the next block would pay the one who mines now, in atomic units; 0 while nobody does, or nobody may. */
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

const blockBlob = v.optional(oneOrList(v.string()), [])

export const miningMethods = [
  nodeMethod({
    names: ['get_block_template', 'getblocktemplate'],
    about: 'the next block, to be mined outside: after the top one, or after `prev_block` as if that were the top',
    access: 'public',
    params: {
      reserve_size: v.optional(heightParam, 0),
      wallet_address: v.optional(v.string(), ''),
      prev_block: v.optional(v.string(), ''),
      extra_nonce: v.optional(v.string(), ''),
    },
    result: {
      difficulty: u64,
      height: index,
      reserved_offset: index,
      expected_reward: u64,
      prev_hash: v.string(),
      seed_hash: v.string(),
      next_seed_hash: v.string(),
      blocktemplate_blob: v.string(),
      blockhashing_blob: v.string(),
      ...TRUST_STATUS,
    },
    handler: (context, params) => {
      const { chain, pool, random } = context.node
      const nonce = nonceOf(params.reserve_size, params.extra_nonce)
      const to = addressKeys(context, params.wallet_address)
      return onTop(context.node, parentOf(context.node, params.prev_block), () => {
        const { block, publicKey, reward } = blockTemplate(chain, pool, { to, nonce, timestamp: undefined }, random)
        const blob = serializeBlock(block)
        return response({
          difficulty: chain.nextDifficulty,
          height: chain.height,
          reserved_offset: nonce.length === 0 ? 0 : positionOf(blob, publicKey) + KEY_TO_RESERVED,
          expected_reward: reward,
          prev_hash: toHex(block.previousId),
          ...seedsOf(chain),
          blocktemplate_blob: toHex(blob),
          blockhashing_blob: toHex(blockHashingBlob(block)),
        })
      })
    },
  }),
  nodeMethod({
    names: ['submit_block', 'submitblock'],
    about: 'takes a block: {"blob":["hex"]}, {"blob":"hex"} or ["hex"]',
    access: 'public',
    params: { blob: blockBlob },
    result: STATUS,
    handler: ({ node }, { blob }) => {
      const [text, ...others] = typeof blob === 'string' ? [blob] : blob
      if (text === undefined || others.length > 0) throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'Wrong param')
      const bytes = parseHex(text)
      if (bytes === undefined) throw new JsonRpcError(NODE_ERROR_CODES.wrongBlockBlob, 'Wrong block blob')
      submit(node, bytes)
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['generateblocks'],
    about:
      'mines blocks to an address, one after the other: after the top one, or after `prev_block`, whose chain takes over once it is the better one',
    access: 'admin',
    params: {
      amount_of_blocks: v.optional(heightParam, 0),
      wallet_address: v.optional(v.string(), ''),
      prev_block: v.optional(v.string(), ''),
      starting_nonce: v.optional(u32, 0),
    },
    result: { height: index, blocks: list(v.string()), ...STATUS },
    handler: async (context, { amount_of_blocks: count, wallet_address: address, prev_block: previous }) => {
      const { node, miner } = context
      if (node.rules.network.netType !== 'fakechain')
        throw new JsonRpcError(NODE_ERROR_CODES.regtestRequired, 'Regtest required when generating blocks')
      if (count > MAX_BLOCKS_AT_ONCE)
        throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, `at most ${MAX_BLOCKS_AT_ONCE} blocks are mined at once`)
      const keys = count === 0 ? undefined : addressKeys(context, address)
      const parent = parentOf(node, previous)
      const mineAll = (to: PublicKeys): Promise<Mined[]> =>
        parent === undefined ? mineBlocks(miner, count, to) : mineBeside(context, count, to, parent)
      const mined = keys === undefined ? [] : await mineAll(keys)
      return statusResponse({
        height: mined.at(-1)?.height ?? node.chain.height,
        blocks: mined.map(({ id }) => toHex(id)),
      })
    },
  }),
  nodeMethod({
    names: ['start_mining'],
    about: 'mines to an address: `num_blocks` blocks at once, or without end a block each second',
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
      if (count === 0) miner.startSession(address)
      else await mineBlocks(miner, Math.min(count, MAX_BLOCKS_AT_ONCE), miner.keysOf(address))
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['stop_mining'],
    about: 'ends what start_mining began',
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
    about: 'whether start_mining is at work',
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
        threads_count: session === undefined ? 0 : 1,
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
    about: 'takes the top blocks off; their transactions go back to the pool',
    access: 'admin',
    transports: BOTH,
    params: { nblocks: v.optional(heightParam, 0) },
    result: { height: index, ...STATUS },
    handler: ({ node }, { nblocks: count }) => {
      node.popBlocks(count)
      return statusResponse({ height: node.chain.height })
    },
  }),
]

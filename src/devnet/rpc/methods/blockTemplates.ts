// Methods about block templates: templates for miners, submitted blocks, blocks on demand.

import * as v from 'valibot'
import { equalBytes } from '../../../bytes/bytes.ts'
import { type FormatError, varintBytes } from '../../../bytes/cursor.ts'
import { toHex } from '../../../bytes/hex.ts'
import type { AddressError } from '../../../coin/addresses/address.ts'
import { blockHashingBlob, blockId, parseBlock, serializeBlock } from '../../../coin/blocks/block.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { index, list, u32, u64 } from '../../../jsonrpc/schemas.ts'
import type { BlockRefusedError, Chain } from '../../chain/chain.ts'
import { blockTemplate } from '../../mining/blockTemplate.ts'
import type { MinerAddressError } from '../../mining/miner.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import type { PublicKeys } from '../../records/chainRecords.ts'
import { mapAsyncErrors, mapErrors, NODE_ERROR_CODES, type RpcErrorTable } from '../calls/errors.ts'
import { parseHex } from '../calls/hexParam.ts'
import type { NodeContext } from '../calls/nodeContext.ts'
import { heightParam, nodeMethod, STATUS, TRUST_STATUS } from '../calls/nodeMethod.ts'
import { response, statusResponse } from '../calls/response.ts'
import { oneOrList } from '../calls/resultSchemas.ts'

const MAX_RESERVE = 255
const MAX_BLOCKS_AT_ONCE = 10_000
const EXTRA_BLOB = 100
/**
 * Returns the offset of the reserved bytes from the coinbase's public key: behind the key, tag and length of the nonce. The offsets of monerod and
 * oxen-core for 128 bytes and more, whose length takes two bytes, are one too low: a pool that writes there breaks the template.
 */
const keyToReserved = (reserved: number): number => 32 + 1 + varintBytes(reserved).length

const ADDRESS_ERRORS: RpcErrorTable<AddressError | MinerAddressError> = {
  'miner-address': [NODE_ERROR_CODES.miningToSubaddress, 'Mining to subaddress is not supported yet'],
  address: [NODE_ERROR_CODES.wrongAddress, 'Failed to parse wallet address'],
}

const SUBMIT_ERRORS: RpcErrorTable<BlockRefusedError | FormatError> = {
  format: [NODE_ERROR_CODES.wrongBlockBlob, 'Wrong block blob'],
  portable: [NODE_ERROR_CODES.wrongBlockBlob, 'Wrong block blob'],
  'block-refused': [NODE_ERROR_CODES.blockNotAccepted, 'Block not accepted'],
}

const TEMPLATE_ERRORS: RpcErrorTable<BlockRefusedError> = {
  'block-refused': [NODE_ERROR_CODES.internal, 'Internal error: failed to create block template'],
}

const addressKeys = ({ miner }: NodeContext, address: string): PublicKeys =>
  mapErrors(ADDRESS_ERRORS, () => miner.keysOf(address))

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

/** Returns the position of `part` in `whole`; -1 if absent. */
const positionOf = (whole: Uint8Array, part: Uint8Array): number => {
  for (let at = 0; at + part.length <= whole.length; at++) {
    if (part.every((byte, i) => whole[at + i] === byte)) return at
  }
  return -1
}

/** Returns the seed of the next block's proof of work, and the following seed if it takes effect within the lag of the seed epoch. */
export const seedsOf = (chain: Chain) => {
  const [now, soon] = [chain.work.seedHeight(chain.height), chain.work.nextSeedHeight(chain.height)]
  const idOf = (height: number): string => toHex(chain.blockAt(height)?.id ?? new Uint8Array(32))
  return { seed_hash: idOf(now), next_seed_hash: soon === now ? '' : idOf(soon) }
}

const submit = (node: DevelopmentNode, blob: Uint8Array): Promise<void> =>
  mapAsyncErrors(SUBMIT_ERRORS, async () => {
    if (blob.length > node.chain.limits.limit + EXTRA_BLOB) {
      // A malformed blob is reported before its size.
      parseBlock(node.rules.network, blob)
      throw new JsonRpcError(NODE_ERROR_CODES.blockTooBig, 'Block blob size is too big, rejecting block')
    }
    await node.chain.work.verifyInSlices(() => node.submitBlock(blob))
  })

/** Returns the id of the parent block; undefined for the top block. @throws JsonRpcError */
const parentOf = ({ chain }: DevelopmentNode, text: string): Uint8Array | undefined => {
  if (text === '') return undefined
  const id = parseHex(text, 32)
  if (id === undefined) throw new JsonRpcError(NODE_ERROR_CODES.internal, 'Invalid prev_block')
  return equalBytes(id, chain.tip.id) ? undefined : id
}

/** Runs `work` with `parent` as the top block; undefined stands for the present top block. */
const withParent = <T>(node: DevelopmentNode, parent: Uint8Array | undefined, work: () => T): T =>
  mapErrors(TEMPLATE_ERRORS, () => (parent === undefined ? work() : node.withTop(parent, work)))

type Mined = { readonly id: Uint8Array; readonly height: number }

/** Mines a chain of blocks, the first on `parent`, which is not the top block. */
const mineBranch = async (
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
    const placed = withParent(node, equalBytes(previous, chain.tip.id) ? undefined : previous, () =>
      chain.work.withFixedSeed(chain.placeOnTip(blockTemplate(chain, pool, request, random).block)),
    )
    const block = await miner.runInSlices(chain.work.findNonce(placed, () => true))
    await submit(node, serializeBlock(block))
    time.blockMade()
    previous = blockId(block)
    mined.push({ id: previous, height: placed.height })
  }
  return mined
}

const blockBlob = v.optional(oneOrList(v.string()), [])

export const blockTemplateMethods = [
  nodeMethod({
    names: ['get_block_template', 'getblocktemplate'],
    about: 'template of the next block for a miner: on the top block, or on `prev_block`',
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
      return withParent(context.node, parentOf(context.node, params.prev_block), () => {
        const { block, publicKey, reward } = blockTemplate(chain, pool, { to, nonce, timestamp: undefined }, random)
        const blob = serializeBlock(block)
        return response({
          difficulty: chain.nextDifficulty,
          height: chain.height,
          reserved_offset: nonce.length === 0 ? 0 : positionOf(blob, publicKey) + keyToReserved(nonce.length),
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
    about: 'submits a block: {"blob":["hex"]}, {"blob":"hex"} or ["hex"]',
    access: 'public',
    params: { blob: blockBlob },
    result: STATUS,
    handler: async ({ node }, { blob }) => {
      const [text, ...others] = typeof blob === 'string' ? [blob] : blob
      if (text === undefined || others.length > 0) throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, 'Wrong param')
      const bytes = parseHex(text)
      if (bytes === undefined) throw new JsonRpcError(NODE_ERROR_CODES.wrongBlockBlob, 'Wrong block blob')
      await submit(node, bytes)
      return statusResponse({})
    },
  }),
  nodeMethod({
    names: ['generateblocks'],
    about:
      'mines blocks to an address: on the top block, or on `prev_block`, whose branch becomes the main chain once it has more cumulative difficulty',
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
        throw new JsonRpcError(NODE_ERROR_CODES.wrongParam, `at most ${MAX_BLOCKS_AT_ONCE} blocks are mined per call`)
      const keys = count === 0 ? undefined : addressKeys(context, address)
      const parent = parentOf(node, previous)
      const mineAll = (to: PublicKeys): Promise<Mined[]> =>
        parent === undefined ? miner.mineInSlices(count, to) : mineBranch(context, count, to, parent)
      const mined = keys === undefined ? [] : await mineAll(keys)
      return statusResponse({
        height: mined.at(-1)?.height ?? node.chain.height,
        blocks: mined.map(({ id }) => toHex(id)),
      })
    },
  }),
]

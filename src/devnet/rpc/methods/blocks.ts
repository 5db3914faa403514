// Methods about blocks: headers, complete blocks, and the binary pages from which wallets sync.

import * as v from 'valibot'
import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import {
  asBlob,
  asBlobs,
  asBool,
  asPacked,
  asSections,
  asU64,
  asU64s,
  type WritableSection,
} from '../../../bytes/portableStorageWriter.ts'
import { serializeBlock } from '../../../coin/blocks/block.ts'
import { transactionId } from '../../../coin/transactions/transactionHash.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { Call } from '../../../jsonrpc/method.ts'
import { index, list } from '../../../jsonrpc/schemas.ts'
import type { Chain } from '../../chain/chain.ts'
import type { BlockRecord } from '../../chain/chainRecords.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { blockJson, type HeaderOptions, type HeaderSource, headerJson } from '../chainJson.ts'
import { NODE_ERROR_CODES } from '../errors.ts'
import { parseHex } from '../hexParam.ts'
import type { RpcDialect } from '../nodeContext.ts'
import { binaryNodeMethod, heightParam, nodeMethod, TRUST_STATUS } from '../nodeMethod.ts'
import { response } from '../response.ts'
import { completeBlockRecord, headerRecord, oneOrList, packed } from '../resultSchemas.ts'

const MAX_BLOCKS = 1000
const MAX_PAGE_BYTES = 100 * 1024 * 1024
const MIN_BLOCKS = 3
const MAX_HASHES = 10000
const NO_HASH = new Uint8Array(32)

const flag = v.optional(v.boolean(), false)

/** Returns the header options allowed to the caller, with proof of work loaded if needed. Restricted services omit `pow_hash`. */
const partsOf = async ({ work }: Chain, options: HeaderOptions, { restricted }: Call): Promise<HeaderOptions> => {
  const { get_tx_hashes } = options
  const fill_pow_hash = options.fill_pow_hash && !restricted
  if (fill_pow_hash) await work.load()
  return { get_tx_hashes, fill_pow_hash }
}

type Found = HeaderSource & { readonly blob: Uint8Array }

/** Returns an alternative block. As in oxen-core, its weights are those of the main chain's block at the same height. */
const besideMain = ({ chain, alternatives }: DevelopmentNode, id: Uint8Array): Found | undefined => {
  const found = alternatives.get(id)
  if (found === undefined) return undefined
  const { weight = 0, longTermWeight = 0 } = chain.blockAt(found.height) ?? {}
  return { ...found, weight, longTermWeight, blob: serializeBlock(found.block) }
}

/** Returns a block of the main chain or an alternative block. @throws JsonRpcError */
const blockByHash = (node: DevelopmentNode, hash: string): Found => {
  const id = parseHex(hash, 32)
  if (id === undefined)
    throw new JsonRpcError(
      NODE_ERROR_CODES.wrongParam,
      `Failed to parse hex representation of block hash. Hex = ${hash}.`,
    )
  const found = node.chain.blockAt(node.chain.heightOf(id) ?? -1) ?? besideMain(node, id)
  if (found === undefined)
    throw new JsonRpcError(NODE_ERROR_CODES.internal, `Internal error: can't get block by hash. Hash = ${hash}.`)
  return found
}

const blockAt = (chain: Chain, height: number): BlockRecord => {
  const record = chain.blockAt(height)
  if (record === undefined)
    throw new JsonRpcError(
      NODE_ERROR_CODES.tooBigHeight,
      `Requested block height: ${height} greater than current top block height: ${chain.height - 1}`,
    )
  return record
}

/** Returns the height of the first id that is on the main chain; undefined unless the last id is the genesis block's. */
const commonHeight = (chain: Chain, ids: readonly Uint8Array[]): number | undefined => {
  const last = ids.at(-1)
  if (last === undefined || !equalBytes(last, chain.rules.network.genesisId)) return undefined
  for (const id of ids) {
    const height = chain.heightOf(id)
    if (height !== undefined) return height
  }
  return undefined
}

/** monerod leaves the hash of the omitted prunable part empty. */
const prunedObject = (pruned: Uint8Array): WritableSection => ({ blob: asBlob(pruned), prunable_hash: asBlob(NO_HASH) })

const wholeSection = ({ blob, listed }: BlockRecord, dialect: RpcDialect): WritableSection => ({
  block: asBlob(blob),
  txs: asBlobs(listed),
  ...dialect.blockEntryFields,
})

const prunedSection = (
  { blob, prunedListed }: BlockRecord,
  { hasPrunedTxObjects: prunedAsObjects }: RpcDialect,
): WritableSection =>
  prunedAsObjects
    ? { pruned: asBool(true), block: asBlob(blob), txs: asSections(prunedListed.map(prunedObject)) }
    : { block: asBlob(blob), txs: asBlobs(prunedListed), checkpoint: asBlob(new Uint8Array()) }

const failedPage = { fields: { start_height: asU64(0), current_height: asU64(0) }, status: 'Failed' }

export const blockMethods = [
  nodeMethod({
    names: ['get_last_block_header', 'getlastblockheader'],
    about: 'header of the top block',
    access: 'public',
    params: { fill_pow_hash: flag, get_tx_hashes: flag },
    result: { block_header: headerRecord, ...TRUST_STATUS },
    handler: async ({ node: { chain } }, params, call) => {
      const parts = await partsOf(chain, params, call)
      return response({ block_header: headerJson(chain, chain.tip, parts) })
    },
  }),
  nodeMethod({
    names: ['get_block_header_by_hash', 'getblockheaderbyhash'],
    about: 'headers of blocks by id, including alternative blocks',
    access: 'public',
    params: { hash: v.optional(v.string(), ''), hashes: list(v.string()), fill_pow_hash: flag, get_tx_hashes: flag },
    result: { block_header: v.optional(headerRecord), block_headers: list(headerRecord), ...TRUST_STATUS },
    handler: async ({ node }, { hash, hashes, ...options }, call) => {
      const { chain } = node
      const parts = await partsOf(chain, options, call)
      return response({
        block_header: hash === '' ? undefined : headerJson(chain, blockByHash(node, hash), parts),
        block_headers: hashes.map((each) => headerJson(chain, blockByHash(node, each), parts)),
      })
    },
  }),
  nodeMethod({
    names: ['get_block_header_by_height', 'getblockheaderbyheight'],
    about: 'headers of blocks by their heights',
    access: 'public',
    params: {
      height: v.optional(oneOrList(heightParam)),
      heights: list(heightParam),
      fill_pow_hash: flag,
      get_tx_hashes: flag,
    },
    result: { block_header: v.optional(headerRecord), block_headers: list(headerRecord), ...TRUST_STATUS },
    handler: async ({ node: { chain } }, { height, heights, ...others }, call) => {
      const parts = await partsOf(chain, others, call)
      // oxen-core takes the first height of a list.
      const requested = Array.isArray(height) ? height[0] : height
      return response({
        block_header: requested === undefined ? undefined : headerJson(chain, blockAt(chain, requested), parts),
        block_headers: heights.map((each) => headerJson(chain, blockAt(chain, each), parts)),
      })
    },
  }),
  nodeMethod({
    names: ['get_block_headers_range', 'getblockheadersrange'],
    about: 'headers of consecutive blocks, inclusive of both ends',
    access: 'public',
    params: {
      start_height: v.optional(heightParam, 0),
      end_height: v.optional(heightParam, 0),
      fill_pow_hash: flag,
      get_tx_hashes: flag,
    },
    result: { headers: list(headerRecord), ...TRUST_STATUS },
    handler: async ({ node: { chain } }, { start_height: start, end_height: end, ...options }, call) => {
      if (start > end || end >= chain.height)
        throw new JsonRpcError(NODE_ERROR_CODES.tooBigHeight, 'Invalid start/end heights.')
      const parts = await partsOf(chain, options, call)
      return response({ headers: chain.blocks.slice(start, end + 1).map((record) => headerJson(chain, record, parts)) })
    },
  }),
  nodeMethod({
    names: ['get_block', 'getblock'],
    about: 'a block by height or by id, including alternative blocks: header, blob and JSON text',
    access: 'public',
    params: { hash: v.optional(v.string(), ''), height: v.optional(heightParam, 0), fill_pow_hash: flag },
    result: {
      block_header: headerRecord,
      tx_hashes: list(v.string()),
      miner_tx_hash: v.string(),
      blob: v.string(),
      json: v.string(),
      ...TRUST_STATUS,
    },
    handler: async ({ node }, { hash, height, fill_pow_hash: fill }, call) => {
      const { chain } = node
      const found = hash === '' ? blockAt(chain, height) : blockByHash(node, hash)
      const parts = await partsOf(chain, { fill_pow_hash: fill, get_tx_hashes: false }, call)
      return response({
        block_header: headerJson(chain, found, parts),
        tx_hashes: found.block.transactionIds.map(toHex),
        miner_tx_hash: toHex(transactionId(found.block.minerTransaction)),
        blob: toHex(found.blob),
        json: blockJson(found.block),
      })
    },
  }),
  binaryNodeMethod({
    names: ['get_blocks.bin', 'getblocks.bin'],
    about: 'a page of blocks with transactions and output indices, from a height or the last common block',
    access: 'public',
    params: { block_ids: packed, start_height: index, prune: flag, no_miner_tx: flag },
    result: {
      blocks: list(completeBlockRecord),
      output_indices: list(v.object({ indices: list(v.object({ indices: list(index) })) })),
      start_height: index,
      current_height: index,
    },
    handler: ({ node: { chain }, dialect }, fields) => {
      const startHeight = fields.number('start_height')
      const start = startHeight > 0 ? startHeight : commonHeight(chain, fields.keys('block_ids'))
      if (start === undefined || start >= chain.height) return failedPage
      const pruned = fields.boolean('prune', false)
      const withoutMiner = fields.boolean('no_miner_tx', false)
      const page: BlockRecord[] = []
      let size = 0
      for (const record of chain.blocks.slice(start, start + MAX_BLOCKS)) {
        if (page.length >= MIN_BLOCKS && size >= MAX_PAGE_BYTES) break
        page.push(record)
        size += record.blob.length + record.weight
      }
      return {
        fields: {
          blocks: asSections(
            page.map((record) => (pruned ? prunedSection(record, dialect) : wholeSection(record, dialect))),
          ),
          output_indices: asSections(
            page.map(({ outputIndices }) => ({
              indices: asSections(
                outputIndices.map((indices, i) => (withoutMiner && i === 0 ? {} : { indices: asU64s(indices) })),
              ),
            })),
          ),
          start_height: asU64(start),
          current_height: asU64(chain.height),
        },
      }
    },
  }),
  binaryNodeMethod({
    names: ['get_blocks_by_height.bin', 'getblocks_by_height.bin'],
    about: 'blocks with complete transactions, by height',
    access: 'public',
    params: { heights: list(index) },
    result: { blocks: list(completeBlockRecord) },
    handler: ({ node: { chain }, dialect }, fields) => {
      const found: BlockRecord[] = []
      for (const height of fields.numbers('heights')) {
        const record = chain.blockAt(height)
        if (record === undefined)
          return {
            fields: { blocks: asSections(found.map((each) => wholeSection(each, dialect))) },
            status: `Error retrieving block at height ${height}`,
          }
        found.push(record)
      }
      return { fields: { blocks: asSections(found.map((each) => wholeSection(each, dialect))) } }
    },
  }),
  binaryNodeMethod({
    names: ['get_hashes.bin', 'gethashes.bin'],
    about: 'block ids starting with the last common block',
    access: 'public',
    params: { block_ids: packed, start_height: index },
    result: { m_block_ids: packed, start_height: index, current_height: index },
    handler: ({ node: { chain } }, fields) => {
      const start = commonHeight(chain, fields.keys('block_ids'))
      if (start === undefined) return failedPage
      return {
        fields: {
          m_block_ids: asPacked(chain.blocks.slice(start, start + MAX_HASHES).map(({ id }) => id)),
          start_height: asU64(start),
          current_height: asU64(chain.height),
        },
      }
    },
  }),
  binaryNodeMethod({
    names: ['get_alt_blocks_hashes.bin'],
    about: 'ids of alternative blocks',
    access: 'public',
    params: {},
    result: { blks_hashes: list(v.string()) },
    handler: ({ node }) => ({
      fields: { blks_hashes: asBlobs(node.alternatives.all.map(({ id }) => new TextEncoder().encode(toHex(id)))) },
    }),
  }),
]

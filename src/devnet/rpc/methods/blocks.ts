// Methods about blocks: headers, complete blocks, and the binary pages from which wallets sync.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { asBlobs, asPacked, asSections, asU64 } from '../../../bytes/portableStorageWriter.ts'
import { serializeBlock } from '../../../coin/blocks/block.ts'
import { transactionId } from '../../../coin/transactions/transactionHash.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { Call } from '../../../jsonrpc/method.ts'
import { index, list, u64 } from '../../../jsonrpc/schemas.ts'
import type { Chain } from '../../chain/chain.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { blockAt } from '../calls/blockAt.ts'
import {
  blockPage,
  commonHeight,
  FAILED_PAGE,
  PAGE_PARAMS,
  PAGE_RESULT,
  pageOptions,
  pageStart,
  wholeSection,
} from '../calls/blockPages.ts'
import { blockJson, type HeaderOptions, type HeaderSource, headerJson, headersJson } from '../calls/chainJson.ts'
import { NODE_ERROR_CODES } from '../calls/errors.ts'
import { parseHex } from '../calls/hexParam.ts'
import { binaryNodeMethod, heightParam, nodeMethod, TRUST_STATUS } from '../calls/nodeMethod.ts'
import { response } from '../calls/response.ts'
import { completeBlockRecord, headerRecord, oneOrList, packed } from '../calls/resultSchemas.ts'

const MAX_HASHES = 10000

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

export const blockMethods = [
  nodeMethod({
    names: ['get_last_block_header', 'getlastblockheader'],
    about: 'header of the top block',
    access: 'public',
    params: { fill_pow_hash: flag, get_tx_hashes: flag },
    result: { block_header: headerRecord, ...TRUST_STATUS },
    handler: async ({ node: { chain } }, params, call) => {
      const parts = await partsOf(chain, params, call)
      return response({ block_header: await headerJson(chain, chain.tip, parts) })
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
        block_header: hash === '' ? undefined : await headerJson(chain, blockByHash(node, hash), parts),
        block_headers: await headersJson(
          chain,
          hashes.map((each) => blockByHash(node, each)),
          parts,
        ),
      })
    },
  }),
  nodeMethod({
    names: ['get_block_header_by_height', 'getblockheaderbyheight'],
    about: 'headers of blocks by their heights',
    access: 'public',
    params: {
      height: v.optional(oneOrList(u64)),
      heights: list(u64),
      fill_pow_hash: flag,
      get_tx_hashes: flag,
    },
    result: { block_header: v.optional(headerRecord), block_headers: list(headerRecord), ...TRUST_STATUS },
    handler: async ({ node: { chain } }, { height, heights, ...others }, call) => {
      const parts = await partsOf(chain, others, call)
      // oxen-core takes the first height of a list.
      const requested = Array.isArray(height) ? height[0] : height
      return response({
        block_header: requested === undefined ? undefined : await headerJson(chain, blockAt(chain, requested), parts),
        block_headers: await headersJson(
          chain,
          heights.map((each) => blockAt(chain, each)),
          parts,
        ),
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
      return response({ headers: await headersJson(chain, chain.blocks.slice(start, end + 1), parts) })
    },
  }),
  nodeMethod({
    names: ['get_block', 'getblock'],
    about: 'a block by height or by id, including alternative blocks: header, blob and JSON text',
    access: 'public',
    params: { hash: v.optional(v.string(), ''), height: v.optional(u64, 0), fill_pow_hash: flag },
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
        block_header: await headerJson(chain, found, parts),
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
    params: PAGE_PARAMS,
    result: PAGE_RESULT,
    handler: (context, fields) => {
      const { chain } = context.node
      const start = pageStart(chain, fields)
      return start === undefined ? FAILED_PAGE : { fields: blockPage(context, start, pageOptions(fields)) }
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
      if (start === undefined) return FAILED_PAGE
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

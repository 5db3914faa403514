// get_blocks.bin of monerod since 0.18.2: blocks, the pool, or both in one response, and of the pool only what changed.

import * as v from 'valibot'
import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import {
  asBlob,
  asBool,
  asPacked,
  asSections,
  asU8,
  asU64,
  type WritableSection,
} from '../../../bytes/portableStorageWriter.ts'
import { index, list, u8 } from '../../../jsonrpc/schemas.ts'
import type { Chain } from '../../chain/chain.ts'
import type { BinaryFields } from '../../rpc/calls/binaryFields.ts'
import {
  blockPage,
  FAILED_PAGE,
  MAX_PAGE_BLOCKS,
  PAGE_PARAMS,
  PAGE_RESULT,
  pageOptions,
  pageStart,
} from '../../rpc/calls/blockPages.ts'
import type { NodeContext } from '../../rpc/calls/nodeContext.ts'
import { binaryNodeMethod } from '../../rpc/calls/nodeMethod.ts'
import { hash, packed } from '../../rpc/calls/resultSchemas.ts'
import { visible } from '../../rpc/methods/txpool.ts'
import type { PoolEntry } from '../../txpool/poolEntry.ts'

/** Values of `requested_info`: its parts of the response. */
const REQUESTED_PARTS: readonly { readonly blocks: boolean; readonly pool: boolean }[] = [
  { blocks: true, pool: false },
  { blocks: true, pool: true },
  { blocks: false, pool: true },
]

/** Values of `pool_info_extent`. */
const INCREMENTAL = 1
const FULL = 2

/** Transactions of the pool in one response of a restricted service. */
const MAX_RESTRICTED_TRANSACTIONS = 100

type Page = { readonly fields: WritableSection; readonly status?: string }

const NO_BLOCKS: WritableSection = { start_height: asU64(0), current_height: asU64(0) }

const transactionSection = ({ parsed, doubleSpendSeen }: PoolEntry, pruned: boolean): WritableSection => ({
  tx_hash: asBlob(parsed.id),
  tx_blob: asBlob(pruned ? parsed.blob.subarray(0, parsed.prefix.length + parsed.base.length) : parsed.blob),
  double_spend_seen: asBool(doubleSpendSeen),
})

/** Returns the fields of the pool: all of it, or what changed at or after `pool_info_since`. */
const poolFields = ({ node }: NodeContext, fields: BinaryFields, restricted: boolean): WritableSection => {
  const changes = node.pool.changesSince(fields.number('pool_info_since'), !restricted)
  const added = visible(node, restricted).filter(
    ({ parsed }) => changes === undefined || changes.added.has(toHex(parsed.id)),
  )
  const count = restricted ? MAX_RESTRICTED_TRANSACTIONS : added.length
  const pruned = fields.boolean('prune', false)
  return {
    pool_info_extent: asU8(changes === undefined ? FULL : INCREMENTAL),
    added_pool_txs: asSections(added.slice(0, count).map((entry) => transactionSection(entry, pruned))),
    remaining_added_pool_txids: asPacked(added.slice(count).map(({ parsed }) => parsed.id)),
    removed_pool_txids: asPacked(changes?.removed ?? []),
  }
}

/** Returns the first height that the caller may not know: that of the last common block, or with `block_ids_exclusive` the one above it. */
const firstHeight = (chain: Chain, fields: BinaryFields): number | undefined => {
  const start = pageStart(chain, fields)
  const excludesCommon = fields.boolean('block_ids_exclusive', false) && fields.number('start_height') === 0
  return start === undefined || !excludesCommon ? start : start + 1
}

/** Returns the requested blocks; none if the first id is that of the top block. */
const blocksOf = (context: NodeContext, fields: BinaryFields): Page => {
  const { chain } = context.node
  const [newest] = fields.keys('block_ids')
  if (newest !== undefined && equalBytes(newest, chain.tip.id))
    return { fields: { ...NO_BLOCKS, current_height: asU64(chain.height) } }
  const start = firstHeight(chain, fields)
  if (start === undefined) return FAILED_PAGE
  const requested = fields.number('max_block_count')
  const maxBlocks = requested > 0 ? Math.min(requested, MAX_PAGE_BLOCKS) : MAX_PAGE_BLOCKS
  return { fields: blockPage(context, start, { ...pageOptions(fields), maxBlocks }) }
}

export const blocksWithPool = binaryNodeMethod({
  names: ['get_blocks.bin', 'getblocks.bin'],
  about:
    'a page of blocks with transactions and output indices, from a height or the last common block; the pool, or what changed of it; or both',
  access: 'public',
  params: {
    ...PAGE_PARAMS,
    block_ids_exclusive: v.optional(v.boolean(), false),
    requested_info: v.optional(u8, 0),
    pool_info_since: v.optional(index, 0),
    max_block_count: v.optional(index, 0),
  },
  result: {
    ...PAGE_RESULT,
    daemon_time: index,
    pool_info_extent: v.optional(u8),
    added_pool_txs: list(v.object({ tx_hash: hash, tx_blob: v.string(), double_spend_seen: v.boolean() })),
    remaining_added_pool_txids: v.optional(packed),
    removed_pool_txids: v.optional(packed),
  },
  handler: (context, fields, { restricted }) => {
    const daemonTime = asU64(context.node.clock())
    const parts = REQUESTED_PARTS[fields.byte('requested_info')]
    if (parts === undefined)
      return { fields: { ...NO_BLOCKS, daemon_time: daemonTime }, status: 'Failed, wrong requested info' }
    const pool = parts.pool ? poolFields(context, fields, restricted) : {}
    const page: Page = parts.blocks ? blocksOf(context, fields) : { fields: NO_BLOCKS }
    return { ...page, fields: { ...page.fields, ...pool, daemon_time: daemonTime } }
  },
})

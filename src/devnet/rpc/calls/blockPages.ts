// Pages of blocks for get_blocks.bin: blocks with their transactions and output indices.

import * as v from 'valibot'
import { equalBytes } from '../../../bytes/bytes.ts'
import {
  asBlob,
  asBlobs,
  asBool,
  asSections,
  asU64,
  asU64s,
  type WritableSection,
} from '../../../bytes/portableStorageWriter.ts'
import { index, list } from '../../../jsonrpc/schemas.ts'
import type { Chain } from '../../chain/chain.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import type { BinaryFields } from './binaryFields.ts'
import type { NodeContext, RpcDialect } from './nodeContext.ts'
import { completeBlockRecord, packed } from './resultSchemas.ts'

export const MAX_PAGE_BLOCKS = 1000
const MAX_PAGE_BYTES = 100 * 1024 * 1024
const MIN_BLOCKS = 3
const NO_HASH = new Uint8Array(32)

const flag = v.optional(v.boolean(), false)

/** The fields of a request for a page. */
export const PAGE_PARAMS = { block_ids: packed, start_height: index, prune: flag, no_miner_tx: flag } as const

/** The fields of a page. */
export const PAGE_RESULT = {
  blocks: list(completeBlockRecord),
  output_indices: list(v.object({ indices: list(v.object({ indices: list(index) })) })),
  start_height: index,
  current_height: index,
} as const

/** Returns the height of the first id that is on the main chain; undefined unless the last id is the genesis block's. */
export const commonHeight = (chain: Chain, ids: readonly Uint8Array[]): number | undefined => {
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

export const wholeSection = ({ blob, listed }: BlockRecord, dialect: RpcDialect): WritableSection => ({
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

/** The response to a request for blocks that the chain does not have. */
export const FAILED_PAGE = { fields: { start_height: asU64(0), current_height: asU64(0) }, status: 'Failed' }

export type PageOptions = { readonly pruned: boolean; readonly withoutMiner: boolean; readonly maxBlocks: number }

/** Reads the options of a page that both families have. */
export const pageOptions = (fields: BinaryFields): PageOptions => ({
  pruned: fields.boolean('prune', false),
  withoutMiner: fields.boolean('no_miner_tx', false),
  maxBlocks: MAX_PAGE_BLOCKS,
})

/** Returns the height of the first block of a page: the requested one, or that of the last common block; undefined if it is not on the chain. */
export const pageStart = (chain: Chain, fields: BinaryFields): number | undefined => {
  const requested = fields.number('start_height')
  const start = requested > 0 ? requested : commonHeight(chain, fields.keys('block_ids'))
  return start === undefined || start >= chain.height ? undefined : start
}

/** Returns the fields of the page that begins at a height. */
export const blockPage = (
  { node: { chain }, dialect }: NodeContext,
  start: number,
  { pruned, withoutMiner, maxBlocks }: PageOptions,
): WritableSection => {
  const page: BlockRecord[] = []
  let size = 0
  for (const record of chain.blocks.slice(start, start + maxBlocks)) {
    if (page.length >= MIN_BLOCKS && size >= MAX_PAGE_BYTES) break
    page.push(record)
    size += record.blob.length + record.weight
  }
  return {
    blocks: asSections(page.map((record) => (pruned ? prunedSection(record, dialect) : wholeSection(record, dialect)))),
    output_indices: asSections(
      page.map(({ outputIndices }) => ({
        indices: asSections(
          outputIndices.map((indices, i) => (withoutMiner && i === 0 ? {} : { indices: asU64s(indices) })),
        ),
      })),
    ),
    start_height: asU64(start),
    current_height: asU64(chain.height),
  }
}

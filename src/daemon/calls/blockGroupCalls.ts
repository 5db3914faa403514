// Calls for a few consecutive blocks.

import { splitRows } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { asBool, asPacked, asU64, asU64s, writePortable } from '../../bytes/portableStorageWriter.ts'
import { visitBlock } from '../../coin/blocks/block.ts'
import { parseBlocksResponse } from '../binaryResponses.ts'
import type { BlockPage, RawBlock, RequestedBlocks } from '../nodeClient.ts'
import type { NodeRpc } from '../nodeRpc.ts'
import { inChunks, TRANSACTIONS_PER_CALL } from './callLimits.ts'
import { checkStart, fetchPage, MAX_BLOCKS_BYTES, prunedPart } from './chainCalls.ts'
import { fetchTransactions } from './transactionCalls.ts'

type Signal = AbortSignal | undefined

const PATH_BY_HEIGHT = '/get_blocks_by_height.bin'

/** Requests a page of blocks, of which a node that does not know the limit sends more. */
const fetchLimitedPage = async (
  rpc: NodeRpc,
  { startHeight, count }: RequestedBlocks,
  signal: Signal,
): Promise<BlockPage> => {
  const limit = { max_block_count: asU64(count) }
  const fields = { block_ids: asPacked([]), start_height: asU64(startHeight), prune: asBool(true), ...limit }
  const page = checkStart(rpc, await fetchPage(rpc, fields, signal), startHeight)
  return { ...page, blocks: page.blocks.slice(0, count) }
}

/** Returns the output indices of transactions by id in hex. */
const fetchOutputIndices = async (
  rpc: NodeRpc,
  ids: readonly Uint8Array[],
  signal: Signal,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const fetchSome = (some: readonly Uint8Array[]) => fetchTransactions(rpc, some, false, signal)
  const transactions = await inChunks(ids, TRANSACTIONS_PER_CALL, fetchSome)
  return new Map(transactions.map(({ id, outputIndices }) => [toHex(id), outputIndices]))
}

/** Requests whole blocks by their heights, and the output indices of their transactions; undefined if the node does not send all of them. */
const fetchByHeight = async (
  rpc: NodeRpc,
  { network, startHeight, count }: RequestedBlocks,
  signal: Signal,
): Promise<BlockPage | undefined> => {
  const heights = Array.from({ length: count }, (_, i) => startHeight + i)
  const body = writePortable({ heights: asU64s(heights) })
  const options = { maxBytes: MAX_BLOCKS_BYTES, signal }
  const response = await rpc.callBinary(PATH_BY_HEIGHT, body, parseBlocksResponse, options)
  if (response.blocks.length !== count) return undefined
  const idsOf = rpc.parse(PATH_BY_HEIGHT, () =>
    response.blocks.map(({ block }) => {
      const { minerTransactionId, transactionIds } = visitBlock(network, block, {})
      return [minerTransactionId, ...splitRows(transactionIds, 32)]
    }),
  )
  const indices = await fetchOutputIndices(rpc, idsOf.flat(), signal)
  const blocks: RawBlock[] = []
  for (const [i, { block, transactions }] of response.blocks.entries()) {
    const outputIndices = (idsOf[i] ?? []).flatMap((id) => {
      const found = indices.get(toHex(id))
      return found === undefined ? [] : [found]
    })
    if (outputIndices.length !== transactions.length + 1) return undefined
    blocks.push({ block, transactions: transactions.map((blob) => prunedPart(network, blob)), outputIndices })
  }
  return { startHeight, chainHeight: startHeight + count, blocks }
}

/** Requests a few pruned blocks. Nodes of the oxen family send long pages whatever is requested: there blocks are requested by height. */
export const fetchFewBlocks = async (rpc: NodeRpc, requested: RequestedBlocks, signal: Signal): Promise<BlockPage> => {
  const byHeight = requested.network.hasPoolNews ? undefined : await fetchByHeight(rpc, requested, signal)
  return byHeight ?? (await fetchLimitedPage(rpc, requested, signal))
}

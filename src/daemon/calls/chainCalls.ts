// Calls to a node about its chain: state, blocks and block ids.

import type * as v from 'valibot'
import { FormatError } from '../../bytes/cursor.ts'
import {
  asBool,
  asPacked,
  asU8,
  asU64,
  type WritableSection,
  writePortable,
} from '../../bytes/portableStorageWriter.ts'
import { MAX_HEIGHT } from '../../coin/blocks/chainLimits.ts'
import type { HasWireFormat } from '../../coin/transactions/transaction.ts'
import { visitTransaction } from '../../coin/transactions/transactionVisitor.ts'
import { parseBlocksResponse, parseHashesResponse } from '../binaryResponses.ts'
import { BlockResponse, HardForkResponse, HeaderResponse, InfoResponse } from '../jsonResponses.ts'
import type { BlockPage, HashPage, NodeInfo, NodeNews } from '../nodeClient.ts'
import type { NodeRpc } from '../nodeRpc.ts'
import type { TxpoolView } from '../txpoolView.ts'
import { verifyBlockPage, verifyHashPage, verifyNewBlocks } from '../verifyResponses.ts'

const MIB = 1024 * 1024
/** A page has up to 100 MiB, and one block beyond that. */
export const MAX_BLOCKS_BYTES = 160 * MIB
const MAX_HASHES_BYTES = MIB
const MAX_BLOCK_BYTES = 16 * MIB

type Signal = AbortSignal | undefined

/** Joins the halves of a cumulative difficulty of 128 bits. */
const cumulativeDifficultyOf = ({
  cumulative_difficulty: low,
  cumulative_difficulty_top64: high,
}: v.InferOutput<typeof InfoResponse>): bigint | undefined => (low === undefined ? undefined : (high << 64n) | low)

/** Returns the best height that the node knows. What no chain reaches is a false claim of one of its peers. */
const targetHeightOf = ({ height, target_height: target }: v.InferOutput<typeof InfoResponse>): number =>
  target > BigInt(MAX_HEIGHT) ? height : Math.max(height, Number(target))

export const fetchInfo = async (rpc: NodeRpc, signal: Signal): Promise<NodeInfo> => {
  const method = 'get_info'
  const info = rpc.validate(method, InfoResponse, await rpc.callMethod(method, {}, signal))
  if (info.height < 1) throw rpc.invalidResponse(method, 'the chain has no genesis block')
  if (info.immutable_height >= info.height)
    throw rpc.invalidResponse(
      method,
      `block ${info.immutable_height} cannot be final in a chain of ${info.height} blocks`,
    )
  return {
    height: info.height,
    targetHeight: targetHeightOf(info),
    topHash: info.top_block_hash,
    immutableHeight: info.immutable_height,
    cumulativeDifficulty: cumulativeDifficultyOf(info),
    netType: info.nettype,
    version: info.version,
    development: info.development,
    blockWeightLimit: info.block_weight_limit === undefined ? undefined : Number(info.block_weight_limit),
  }
}

export const fetchHardFork = async (rpc: NodeRpc, signal: Signal): Promise<number> => {
  const method = 'hard_fork_info'
  return rpc.validate(method, HardForkResponse, await rpc.callMethod(method, {}, signal)).version
}

export const PATH_OF_BLOCKS = '/get_blocks.bin'

export const fetchPage = async (rpc: NodeRpc, fields: WritableSection, signal: Signal): Promise<BlockPage> => {
  const body = writePortable(fields)
  const options = { maxBytes: MAX_BLOCKS_BYTES, signal }
  const response = await rpc.callBinary(PATH_OF_BLOCKS, body, parseBlocksResponse, options)
  return rpc.parse(PATH_OF_BLOCKS, () => verifyBlockPage(response))
}

/** @throws NodeError unless a page begins where it was requested */
export const checkStart = (rpc: NodeRpc, page: BlockPage, startHeight: number): BlockPage => {
  if (page.startHeight === startHeight) return page
  const reason = `it begins at block ${page.startHeight}, requested was block ${startHeight}`
  throw rpc.invalidResponse(PATH_OF_BLOCKS, reason)
}

/** @param unpruned requests full transactions; otherwise pruned ones */
export const fetchBlocks = async (
  rpc: NodeRpc,
  history: readonly Uint8Array[],
  startHeight: number,
  unpruned: boolean,
  signal: Signal,
): Promise<BlockPage> => {
  const fields = { block_ids: asPacked(history), start_height: asU64(startHeight), prune: asBool(!unpruned) }
  const page = await fetchPage(rpc, fields, signal)
  return startHeight > 0 ? checkStart(rpc, page, startHeight) : page
}

/** Value of `requested_info`: blocks and txpool. */
const BLOCKS_AND_POOL = 1
/** Blocks in an answer with the txpool. Its transactions are whole; a wallet that lacks more blocks requests them pruned. */
const MAX_NEW_BLOCKS = 10

/** Returns the pruned part of a whole transaction; all of what cannot be read, which the reader of its page reports. */
export const prunedPart = (network: HasWireFormat, blob: Uint8Array): Uint8Array => {
  try {
    return blob.subarray(0, blob.length - visitTransaction(network, blob, {}).prunable.length)
  } catch (error) {
    if (error instanceof FormatError) return blob
    throw error
  }
}

const prunedPage = (network: HasWireFormat, page: BlockPage): BlockPage => ({
  ...page,
  blocks: page.blocks.map((block) => ({
    ...block,
    transactions: block.transactions.map((blob) => prunedPart(network, blob)),
  })),
})

/**
 * Requests the blocks after a chain history and the changes of the txpool, as wallet2 does since 0.18.2.
 * @param network of the node
 * @param view the txpool of this node, which follows the answer
 * @returns undefined if the node does not report its txpool with blocks
 */
export const fetchNews = async (
  rpc: NodeRpc,
  history: readonly Uint8Array[],
  network: HasWireFormat,
  view: TxpoolView,
  signal: Signal,
): Promise<NodeNews | undefined> => {
  const { since } = view
  const body = writePortable({
    block_ids: asPacked(history),
    start_height: asU64(0),
    // The id of a whole transaction is verified without another request.
    prune: asBool(false),
    requested_info: asU8(BLOCKS_AND_POOL),
    pool_info_since: asU64(since),
    max_block_count: asU64(MAX_NEW_BLOCKS),
  })
  const response = await rpc.callBinary(PATH_OF_BLOCKS, body, parseBlocksResponse, {
    maxBytes: MAX_BLOCKS_BYTES,
    signal,
  })
  if (response.pool === undefined) return undefined
  const page = rpc.parse(PATH_OF_BLOCKS, () => verifyNewBlocks(response))
  view.follow(response.pool, since, response.time)
  return { page: page && prunedPage(network, page), pool: view.content() }
}

const fetchHeader = async (rpc: NodeRpc, height: number, signal: Signal) => {
  const method = 'get_block_header_by_height'
  const response = rpc.validate(method, HeaderResponse, await rpc.callMethod(method, { height }, signal))
  return response.block_header
}

export const fetchBlocksFrom = async (
  rpc: NodeRpc,
  startHeight: number,
  unpruned: boolean,
  signal: Signal,
): Promise<BlockPage> => {
  if (startHeight > 0) return await fetchBlocks(rpc, [], startHeight, unpruned, signal)
  // Nodes treat height 0 as unset, so the id of the genesis block is needed.
  const { hash } = await fetchHeader(rpc, 0, signal)
  return await fetchBlocks(rpc, [hash], 0, unpruned, signal)
}

export const fetchBlock = async (rpc: NodeRpc, height: number, signal: Signal): Promise<Uint8Array> => {
  const method = 'get_block'
  const response = await rpc.callMethod(method, { height }, signal, MAX_BLOCK_BYTES)
  return rpc.validate(method, BlockResponse, response).blob
}

export const fetchHashes = async (rpc: NodeRpc, history: readonly Uint8Array[], signal: Signal): Promise<HashPage> => {
  const path = '/get_hashes.bin'
  const body = writePortable({ block_ids: asPacked(history), start_height: asU64(0) })
  const response = await rpc.callBinary(path, body, parseHashesResponse, { maxBytes: MAX_HASHES_BYTES, signal })
  return rpc.parse(path, () => verifyHashPage(response, history))
}

export const fetchBlockTimestamp = async (rpc: NodeRpc, height: number, signal: Signal): Promise<number> => {
  const header = await fetchHeader(rpc, height, signal)
  if (header.height !== height)
    throw rpc.invalidResponse(
      'get_block_header_by_height',
      `it contains block ${header.height}, requested was block ${height}`,
    )
  return header.timestamp
}

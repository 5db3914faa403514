// Calls to a node about the space in blocks: what the txpool waits for, and how full the newest blocks are.

import { Reader } from '../../bytes/cursor.ts'
import { packedBytes } from '../../jsonrpc/packedJson.ts'
import { BacklogResponse, BlockWeightsResponse, MAX_POOL_HASHES } from '../jsonResponses.ts'
import type { BacklogEntry } from '../nodeClient.ts'
import { MAX_SMALL_BYTES, type NodeRpc } from '../nodeRpc.ts'

type Signal = AbortSignal | undefined

/** Weight, fee and seconds in the pool, each as u64 (monerod: tx_backlog_entry). */
const ENTRY_BYTES = 24
/** Escaped, a byte takes two. */
const MAX_BACKLOG_BYTES = 2 * ENTRY_BYTES * MAX_POOL_HASHES

export const fetchTxpoolBacklog = async (rpc: NodeRpc, signal: Signal): Promise<readonly BacklogEntry[]> => {
  const method = 'get_txpool_backlog'
  const response = await rpc.callPackedMethod(method, {}, { maxBytes: MAX_BACKLOG_BYTES, signal })
  const bytes = packedBytes(rpc.validate(method, BacklogResponse, response).backlog)
  if (bytes.length % ENTRY_BYTES !== 0)
    throw rpc.invalidResponse(method, `${bytes.length} bytes are not a number of entries of ${ENTRY_BYTES} bytes`)
  const reader = new Reader(bytes)
  return Array.from({ length: bytes.length / ENTRY_BYTES }, () => {
    const entry = { weight: Number(reader.u64()), fee: reader.u64() }
    reader.u64()
    return entry
  })
}

/** @param count at most 100, which fit into a small response */
export const fetchBlockWeights = async (
  rpc: NodeRpc,
  startHeight: number,
  count: number,
  signal: Signal,
): Promise<readonly number[]> => {
  // The name by which wallet2 calls get_block_headers_range.
  const method = 'getblockheadersrange'
  const params = { start_height: startHeight, end_height: startHeight + count - 1 }
  const response = await rpc.callMethod(method, params, signal, MAX_SMALL_BYTES)
  const { headers } = rpc.validate(method, BlockWeightsResponse, response)
  if (headers.length !== count)
    throw rpc.invalidResponse(method, `it contains ${headers.length} headers, requested were ${count}`)
  return headers.map(({ block_weight }) => Number(block_weight))
}

// The client of one node over HTTP. Its requests suit oxen-core 8.1 and monerod 0.18 alike.

import { toHex } from '../../bytes/hex.ts'
import { FaucetResponse } from '../jsonResponses.ts'
import type { NodeClient } from '../nodeClient.ts'
import { NodeRpc } from '../nodeRpc.ts'
import type { TransportOptions } from '../transport.ts'
import { TxpoolView } from '../txpoolView.ts'
import { fetchFewBlocks } from './blockGroupCalls.ts'
import { fetchBlockWeights, fetchTxpoolBacklog } from './blockSpaceCalls.ts'
import { inChunks, KEY_IMAGES_PER_CALL, OUTPUTS_PER_CALL, TRANSACTIONS_PER_CALL } from './callLimits.ts'
import {
  fetchBlock,
  fetchBlocks,
  fetchBlocksFrom,
  fetchBlockTimestamp,
  fetchHardFork,
  fetchHashes,
  fetchInfo,
  fetchNews,
} from './chainCalls.ts'
import { fetchNames, fetchNamesOfOwners } from './nameCalls.ts'
import { fetchFeeEstimate, fetchOutputBlacklist, fetchOutputDistribution, fetchOutputs } from './outputCalls.ts'
import { fetchBlinkQuorums, fetchLockedStakes, fetchServiceNode } from './stakeCalls.ts'
import {
  fetchBlinkHashes,
  fetchKeyImageStatus,
  fetchPoolHashes,
  fetchPrunableHashes,
  fetchTransactions,
  submitTransaction,
} from './transactionCalls.ts'

export type NodeClientOptions = TransportOptions & {
  /** requests full transactions, with the proofs that wallets do not need */
  readonly unpruned?: boolean
  /** the user vouches for the node: the transactions of its blocks are not verified (wallet2: trusted daemon) */
  readonly trusted?: boolean
}

/** Creates what requests blocks and txpool in one request, until the node turns out not to send both. */
const createNews = (rpc: NodeRpc, trusted: boolean): NodeClient['news'] => {
  const view = new TxpoolView()
  let isAnswered = true
  return async (history, network, signal) => {
    const news = isAnswered ? await fetchNews(rpc, history, network, view, signal) : undefined
    isAnswered = news !== undefined
    return news?.page === undefined ? news : { ...news, page: { ...news.page, trusted } }
  }
}

const faucet = async (
  rpc: NodeRpc,
  address: string,
  amount: bigint,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> => {
  const response = await rpc.callMethod('dev_faucet', { address, amount }, signal)
  return rpc.validate('dev_faucet', FaucetResponse, response).tx_hash
}

/**
 * Creates a client of the node at `options.url`.
 * @throws NodeUrlError if that is not a URL, or contains a login
 */
export const createNodeClient = (options: NodeClientOptions): NodeClient => {
  const rpc = new NodeRpc(options)
  const { unpruned = false, trusted = false } = options
  return {
    url: rpc.url,
    receivedBytes: () => rpc.receivedBytes,
    info: (signal) => fetchInfo(rpc, signal),
    hardFork: (signal) => fetchHardFork(rpc, signal),
    blocks: async (history, signal) => ({ ...(await fetchBlocks(rpc, history, 0, unpruned, signal)), trusted }),
    fewBlocks: async (requested, signal) => ({ ...(await fetchFewBlocks(rpc, requested, signal)), trusted }),
    blocksFrom: async (startHeight, signal) => ({
      ...(await fetchBlocksFrom(rpc, startHeight, unpruned, signal)),
      trusted,
    }),
    block: (height, signal) => fetchBlock(rpc, height, signal),
    hashes: (history, signal) => fetchHashes(rpc, history, signal),
    blockTimestamp: (height, signal) => fetchBlockTimestamp(rpc, height, signal),
    news: createNews(rpc, trusted),
    poolHashes: (signal) => fetchPoolHashes(rpc, signal),
    blinkHashes: (signal) => fetchBlinkHashes(rpc, signal),
    transactions: (ids, signal) =>
      inChunks(ids, TRANSACTIONS_PER_CALL, (chunk) => fetchTransactions(rpc, chunk, unpruned, signal)),
    prunableHashes: (ids, signal) =>
      inChunks(ids, TRANSACTIONS_PER_CALL, (chunk) => fetchPrunableHashes(rpc, chunk, signal)),
    wholeTransactions: (ids, signal) =>
      inChunks(ids, TRANSACTIONS_PER_CALL, (chunk) => fetchTransactions(rpc, chunk, true, signal)),
    outputs: (indices, signal) => inChunks(indices, OUTPUTS_PER_CALL, (chunk) => fetchOutputs(rpc, chunk, signal)),
    outputDistribution: ({ fromHeight = 0, signal } = {}) => fetchOutputDistribution(rpc, fromHeight, signal),
    outputBlacklist: (signal) => fetchOutputBlacklist(rpc, signal),
    feeEstimate: (signal) => fetchFeeEstimate(rpc, signal),
    txpoolBacklog: (signal) => fetchTxpoolBacklog(rpc, signal),
    blockWeights: (startHeight, count, signal) => fetchBlockWeights(rpc, startHeight, count, signal),
    keyImageStatus: (keyImages, signal) =>
      inChunks(keyImages, KEY_IMAGES_PER_CALL, (chunk) => fetchKeyImageStatus(rpc, chunk, signal)),
    lockedStakes: (signal) => fetchLockedStakes(rpc, signal),
    blinkQuorums: (from, to, signal) => fetchBlinkQuorums(rpc, { from, to }, signal),
    serviceNode: (key, signal) => fetchServiceNode(rpc, key, signal),
    names: (queries, { includeExpired = false, signal } = {}) => fetchNames(rpc, queries, includeExpired, signal),
    namesOfOwners: (owners, signal) => fetchNamesOfOwners(rpc, owners, signal),
    submit: (blob, { blink = false, signal } = {}) => submitTransaction(rpc, blob, blink, signal),
    submitBlock: async (blob, { submitBlockParams }, signal) => {
      const blobs = [toHex(blob)]
      await rpc.callMethod('submit_block', submitBlockParams === 'list' ? blobs : { blob: blobs }, signal)
    },
    mine: async (blocks, address, signal) => {
      await rpc.callMethod('dev_mine', { blocks, address }, signal)
    },
    faucet: (address, amount, signal) => faucet(rpc, address, amount, signal),
    developmentCall: (method, params, signal) => rpc.callMethod(method, params, signal),
  }
}

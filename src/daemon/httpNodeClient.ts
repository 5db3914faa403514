// The client of one node: asks in words that v8.1-form nodes and monerod 0.18 both understand, and believes nothing that contradicts
// itself.

import { toHex } from '../bytes/hex.ts'
import { asBool, asPacked, asSections, asU64, asU64s, writePortable } from '../bytes/portableStorageWriter.ts'
import { NodeRefusedError } from './errors.ts'
import type { BlockPage, NodeClient, NodeTransaction, RingOutput, SpentStatus } from './nodeClient.ts'
import { createCalls, MAX_SMALL_BYTES } from './requests.ts'
import {
  Faucet,
  Fee,
  Header,
  Info,
  OneBlock,
  PoolHashes,
  readBlacklistAnswer,
  readBlocksAnswer,
  readDistributionAnswer,
  readHashesAnswer,
  readOutputsAnswer,
  readPoolHashesAnswer,
  refusalReason,
  Spent,
  Submitted,
  Transactions,
} from './responses.ts'
import type { TransportOptions } from './transport.ts'
import { checkedDistribution, checkedFee, checkedHashes, checkedPage, type FeeBounds } from './verifyResponses.ts'

export type NodeClientOptions = TransportOptions & {
  /** the highest fees that are believed; any when left out */
  readonly feeBounds?: FeeBounds
  /** asks for whole transactions, with the proofs that a wallet has no use for */
  readonly whole?: boolean
}

const KIB = 1024
const MIB = 1024 * KIB

/** Longest answers. A page of blocks has up to 100 MiB and the one block that goes beyond. */
const MAX_BLOCKS_BYTES = 160 * MIB
const MAX_HASHES_BYTES = MIB
const MAX_DISTRIBUTION_BYTES = 64 * MIB
const MAX_BLACKLIST_BYTES = 32 * MIB
const MAX_POOL_BYTES = 16 * MIB
const MAX_TRANSACTIONS_BYTES = 64 * MIB
const MAX_BLOCK_BYTES = 16 * MIB

/** What nodes that serve the public answer at once. */
const OUTPUTS_PER_CALL = 5000
const TRANSACTIONS_PER_CALL = 100
const KEY_IMAGES_PER_CALL = 1000

/** Blocks for which a fee should still do, as the reference asks. */
const GRACE_BLOCKS = 10

const SPENT_STATUSES = ['unspent', 'in chain', 'in pool'] as const

const chunksOf = <T>(items: readonly T[], size: number): T[][] => {
  const chunks: T[][] = []
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size))
  return chunks
}

const safeHeight = (height: bigint | undefined): number | undefined =>
  height === undefined || height > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(height)

/**
 * A client of the node at `options.url`.
 * @throws NodeUrlError when that is no address, or contains a login
 */
export const createNodeClient = (options: NodeClientOptions): NodeClient => {
  const calls = createCalls(options)
  const { url, unbelievable, reading, checkStatus, shaped, postJson, callPath, callJsonRpc, callBinary } = calls
  const prune = options.whole !== true

  const fetchBlocks = async (
    history: readonly Uint8Array[],
    startHeight: number,
    signal: AbortSignal | undefined,
  ): Promise<BlockPage> => {
    const path = '/get_blocks.bin'
    const body = writePortable({
      block_ids: asPacked(history),
      start_height: asU64(startHeight),
      prune: asBool(prune),
    })
    const answer = await callBinary(path, body, readBlocksAnswer, { maxBytes: MAX_BLOCKS_BYTES, signal })
    const page = reading(path, () => checkedPage(answer))
    if (startHeight > 0 && page.startHeight !== startHeight)
      throw unbelievable(path, `it begins at block ${page.startHeight}, asked was for ${startHeight}`)
    return page
  }

  const fetchTransactions = async (
    ids: readonly Uint8Array[],
    signal: AbortSignal | undefined,
  ): Promise<NodeTransaction[]> => {
    const path = '/get_transactions'
    const asked = new Set(ids.map(toHex))
    const params = { txs_hashes: [...asked], decode_as_json: false, prune }
    const answer = await callPath(path, params, { maxBytes: MAX_TRANSACTIONS_BYTES, signal })
    return shaped(path, Transactions, answer).txs.map((tx) => {
      if (!asked.delete(toHex(tx.tx_hash))) throw unbelievable(path, 'it holds a transaction that was not asked for')
      const whole = tx.as_hex.length > 0
      const blob = whole ? tx.as_hex : tx.pruned_as_hex
      if (blob.length === 0) throw unbelievable(path, 'it holds a transaction without its bytes')
      const blockHeight = tx.in_pool ? undefined : safeHeight(tx.block_height)
      if (!tx.in_pool && blockHeight === undefined)
        throw unbelievable(path, 'it holds a transaction that is neither in a block nor in the pool')
      return {
        id: tx.tx_hash,
        blob,
        pruned: !whole,
        prunableHash: tx.prunable_hash,
        inPool: tx.in_pool,
        doubleSpendSeen: tx.double_spend_seen,
        blockHeight,
        blockTimestamp: tx.in_pool ? undefined : safeHeight(tx.block_timestamp),
        outputIndices: tx.in_pool ? [] : tx.output_indices,
        blink: tx.blink,
        receivedTimestamp: tx.in_pool ? safeHeight(tx.received_timestamp) : undefined,
      }
    })
  }

  const fetchOutputs = async (
    indices: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<readonly RingOutput[]> => {
    const path = '/get_outs.bin'
    const body = writePortable({
      outputs: asSections(indices.map((index) => ({ amount: asU64(0), index: asU64(index) }))),
      get_txid: asBool(false),
    })
    const maxBytes = 4 * KIB + indices.length * 256
    const { outputs } = await callBinary(path, body, readOutputsAnswer, { maxBytes, signal })
    if (outputs.length !== indices.length)
      throw unbelievable(path, `it holds ${outputs.length} outputs, asked was for ${indices.length}`)
    if (outputs.some(({ key, commitment }) => key.length !== 32 || commitment.length !== 32))
      throw unbelievable(path, 'it holds an output without key or commitment')
    return outputs
  }

  const fetchKeyImageStatus = async (
    keyImages: readonly Uint8Array[],
    signal: AbortSignal | undefined,
  ): Promise<SpentStatus[]> => {
    const path = '/is_key_image_spent'
    const answer = await callPath(path, { key_images: keyImages.map(toHex) }, { maxBytes: MAX_SMALL_BYTES, signal })
    const { spent_status: statuses } = shaped(path, Spent, answer)
    if (statuses.length !== keyImages.length)
      throw unbelievable(path, `it holds ${statuses.length} states, asked was for ${keyImages.length}`)
    return statuses.map((status) => SPENT_STATUSES[status])
  }

  return {
    url,

    info: async (signal) => {
      const info = shaped('get_info', Info, await callJsonRpc('get_info', {}, signal))
      if (info.height < 1) throw unbelievable('get_info', 'it has not even a genesis block')
      if (info.immutable_height >= info.height)
        throw unbelievable('get_info', `block ${info.immutable_height} cannot be final in a chain of ${info.height}`)
      return {
        height: info.height,
        targetHeight: Math.max(info.height, info.target_height),
        topHash: info.top_block_hash,
        immutableHeight: info.immutable_height,
        netType: info.nettype,
        version: info.version,
        development: info.development,
      }
    },

    blocks: async (history, signal) => await fetchBlocks(history, 0, signal),

    blocksFrom: async (startHeight, signal) => {
      if (startHeight > 0) return await fetchBlocks([], startHeight, signal)
      // Height 0 cannot be asked for; the id of the block there can.
      const method = 'get_block_header_by_height'
      const { block_header: header } = shaped(method, Header, await callJsonRpc(method, { height: 0 }, signal))
      return await fetchBlocks([header.hash], 0, signal)
    },

    block: async (height, signal) => {
      const method = 'get_block'
      return shaped(method, OneBlock, await callJsonRpc(method, { height }, signal, MAX_BLOCK_BYTES)).blob
    },

    hashes: async (history, signal) => {
      const path = '/get_hashes.bin'
      const body = writePortable({ block_ids: asPacked(history), start_height: asU64(0) })
      const answer = await callBinary(path, body, readHashesAnswer, { maxBytes: MAX_HASHES_BYTES, signal })
      return reading(path, () => checkedHashes(answer, history))
    },

    blockTimestamp: async (height, signal) => {
      const method = 'get_block_header_by_height'
      const { block_header: header } = shaped(method, Header, await callJsonRpc(method, { height }, signal))
      if (header.height !== height)
        throw unbelievable(method, `it is of block ${header.height}, asked was for ${height}`)
      return header.timestamp
    },

    poolHashes: async (signal) => {
      const path = '/get_transaction_pool_hashes'
      return shaped(path, PoolHashes, await callPath(path, {}, { maxBytes: MAX_POOL_BYTES, signal })).tx_hashes
    },

    blinkHashes: async (signal) => {
      const body = writePortable({ blinked_txs_only: asBool(true), long_poll: asBool(false) })
      const ask = { maxBytes: MAX_POOL_BYTES, signal }
      return (await callBinary('/get_transaction_pool_hashes.bin', body, readPoolHashesAnswer, ask)).hashes
    },

    transactions: async (ids, signal) => {
      const found: NodeTransaction[] = []
      for (const chunk of chunksOf(ids, TRANSACTIONS_PER_CALL)) found.push(...(await fetchTransactions(chunk, signal)))
      return found
    },

    outputs: async (indices, signal) => {
      const found: RingOutput[] = []
      for (const chunk of chunksOf(indices, OUTPUTS_PER_CALL)) found.push(...(await fetchOutputs(chunk, signal)))
      return found
    },

    outputDistribution: async (signal) => {
      const path = '/get_output_distribution.bin'
      const body = writePortable({
        amounts: asU64s([0]),
        from_height: asU64(0),
        to_height: asU64(0),
        cumulative: asBool(true),
        binary: asBool(true),
        compress: asBool(true),
      })
      const ask = { maxBytes: MAX_DISTRIBUTION_BYTES, signal }
      const { distributions } = await callBinary(path, body, readDistributionAnswer, ask)
      return reading(path, () => checkedDistribution(distributions))
    },

    outputBlacklist: async (signal) => {
      try {
        const ask = { maxBytes: MAX_BLACKLIST_BYTES, signal }
        return (await callBinary('/get_output_blacklist.bin', writePortable({}), readBlacklistAnswer, ask)).indices
      } catch (error) {
        if (error instanceof NodeRefusedError && error.httpStatus === 404) return []
        throw error
      }
    },

    feeEstimate: async (signal) => {
      const method = 'get_fee_estimate'
      const fee = shaped(method, Fee, await callJsonRpc(method, { grace_blocks: GRACE_BLOCKS }, signal))
      const perByte = fee.fee_per_byte ?? fee.fee
      if (perByte === undefined) throw unbelievable(method, 'it names no fee')
      const estimate = {
        perByte,
        perOutput: fee.fee_per_output,
        perByteLevels: fee.fees,
        quantizationMask: fee.quantization_mask,
      }
      return reading(method, () => checkedFee(estimate, options.feeBounds))
    },

    keyImageStatus: async (keyImages, signal) => {
      const statuses: SpentStatus[] = []
      for (const chunk of chunksOf(keyImages, KEY_IMAGES_PER_CALL))
        statuses.push(...(await fetchKeyImageStatus(chunk, signal)))
      return statuses
    },

    submit: async (blob, { blink = false, signal } = {}) => {
      const path = '/send_raw_transaction'
      const params = {
        tx_as_hex: toHex(blob),
        do_not_relay: false,
        do_sanity_checks: true,
        ...(blink ? { blink } : {}),
      }
      const answer = await postJson(path, params, { maxBytes: MAX_SMALL_BYTES, signal })
      const { status, double_spend: doubleSpend, tvc } = shaped(path, Submitted, answer)
      if (status === 'OK') return { accepted: true }
      if (status === 'BUSY') checkStatus(path, status)
      if (status === '') throw unbelievable(path, 'it has no status')
      return {
        accepted: false,
        doubleSpend: doubleSpend || tvc['m_double_spend'] === true,
        reason: refusalReason(answer),
      }
    },

    submitBlock: async (blob, signal) => {
      await callJsonRpc('submit_block', [toHex(blob)], signal)
    },

    mine: async (blocks, address, signal) => {
      await callJsonRpc('dev_mine', { blocks, address }, signal)
    },

    faucet: async (address, amount, signal) =>
      shaped('dev_faucet', Faucet, await callJsonRpc('dev_faucet', { address, amount }, signal)).tx_hash,
  }
}

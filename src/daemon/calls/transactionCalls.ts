// Calls to a node about transactions: those of the chain and the txpool, spent key images, and relay.

import type * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { asBool, writePortable } from '../../bytes/portableStorageWriter.ts'
import { MAX_HEIGHT, MAX_TIME } from '../../coin/blocks/chainLimits.ts'
import type { JsonObject } from '../../jsonrpc/json.ts'
import { parsePoolHashesResponse } from '../binaryResponses.ts'
import {
  KeyImagesResponse,
  PoolHashesResponse,
  PrunableHashesResponse,
  rejectionReason,
  SubmitResponse,
  TransactionsResponse,
  verificationFailure,
} from '../jsonResponses.ts'
import type { NodeTransaction, PrunableHash, SpentStatus, SubmitResult } from '../nodeClient.ts'
import { MAX_SMALL_BYTES, type NodeRpc } from '../nodeRpc.ts'

const MIB = 1024 * 1024
/** MAX_POOL_HASHES hashes as JSON */
const MAX_POOL_BYTES = 80 * MIB
const MAX_TRANSACTIONS_BYTES = 64 * MIB

const SPENT_STATUSES = ['unspent', 'in chain', 'in pool'] as const

type Signal = AbortSignal | undefined

export const fetchPoolHashes = async (rpc: NodeRpc, signal: Signal): Promise<readonly Uint8Array[]> => {
  const path = '/get_transaction_pool_hashes'
  const response = await rpc.callPath(path, {}, { maxBytes: MAX_POOL_BYTES, signal })
  return rpc.validate(path, PoolHashesResponse, response).tx_hashes
}

export const fetchBlinkHashes = async (rpc: NodeRpc, signal: Signal): Promise<readonly Uint8Array[]> => {
  const path = '/get_transaction_pool_hashes.bin'
  const body = writePortable({ blinked_txs_only: asBool(true), long_poll: asBool(false) })
  return (await rpc.callBinary(path, body, parsePoolHashesResponse, { maxBytes: MAX_POOL_BYTES, signal })).hashes
}

/** Returns a height or a time; undefined for one that is not reported, or that no chain has. */
const upTo = (max: number, value: bigint | undefined): number | undefined =>
  value === undefined || value > BigInt(max) ? undefined : Number(value)

const toNodeTransaction = (
  rpc: NodeRpc,
  path: string,
  tx: v.InferOutput<typeof TransactionsResponse>['txs'][number],
): NodeTransaction => {
  const isFull = tx.as_hex.length > 0
  const blob = isFull ? tx.as_hex : tx.pruned_as_hex
  if (blob.length === 0) throw rpc.invalidResponse(path, 'it contains a transaction without its bytes')
  const blockHeight = tx.in_pool ? undefined : upTo(MAX_HEIGHT, tx.block_height)
  if (!tx.in_pool && blockHeight === undefined)
    throw rpc.invalidResponse(path, 'it contains a transaction that is neither in a block nor in the pool')
  return {
    id: tx.tx_hash,
    blob,
    pruned: !isFull,
    prunableHash: tx.prunable_hash,
    inPool: tx.in_pool,
    doubleSpendSeen: tx.double_spend_seen,
    blockHeight,
    blockTimestamp: tx.in_pool ? undefined : upTo(MAX_TIME, tx.block_timestamp),
    outputIndices: tx.in_pool ? [] : tx.output_indices,
    blink: tx.blink,
    receivedTimestamp: tx.in_pool ? upTo(MAX_TIME, tx.received_timestamp) : undefined,
  }
}

const TRANSACTIONS_PATH = '/get_transactions'

const requestTransactions = (
  rpc: NodeRpc,
  ids: Iterable<string>,
  unpruned: boolean,
  signal: Signal,
): Promise<JsonObject> => {
  const params = { txs_hashes: [...ids], decode_as_json: false, prune: !unpruned }
  return rpc.callPath(TRANSACTIONS_PATH, params, { maxBytes: MAX_TRANSACTIONS_BYTES, signal })
}

/** Omits unknown transactions. */
const fetchForm = async (
  rpc: NodeRpc,
  ids: readonly Uint8Array[],
  unpruned: boolean,
  signal: Signal,
): Promise<NodeTransaction[]> => {
  const requested = new Set(ids.map(toHex))
  const response = await requestTransactions(rpc, requested, unpruned, signal)
  return rpc.validate(TRANSACTIONS_PATH, TransactionsResponse, response).txs.map((tx) => {
    if (!requested.delete(toHex(tx.tx_hash)))
      throw rpc.invalidResponse(TRANSACTIONS_PATH, 'it contains a transaction that was not requested')
    return toNodeTransaction(rpc, TRANSACTIONS_PATH, tx)
  })
}

/** Whether a transaction is pruned and of version 1: its id covers the signatures, so that nothing proves the rest without them. */
const isUnprovable = ({ blob, pruned }: NodeTransaction): boolean => pruned && blob[0] === 1

/**
 * Omits unknown transactions.
 * @param unpruned requests full transactions; otherwise pruned ones, but full ones of version 1
 */
export const fetchTransactions = async (
  rpc: NodeRpc,
  ids: readonly Uint8Array[],
  unpruned: boolean,
  signal: Signal,
): Promise<NodeTransaction[]> => {
  const found = await fetchForm(rpc, ids, unpruned, signal)
  const unprovable = unpruned ? [] : found.filter(isUnprovable).map(({ id }) => id)
  if (unprovable.length === 0) return found
  return [...found.filter((one) => !isUnprovable(one)), ...(await fetchForm(rpc, unprovable, true, signal))]
}

/** Omits transactions that are unknown, or whose hash the node does not report. */
export const fetchPrunableHashes = async (
  rpc: NodeRpc,
  ids: readonly Uint8Array[],
  signal: Signal,
): Promise<PrunableHash[]> => {
  const response = await requestTransactions(rpc, ids.map(toHex), false, signal)
  return rpc
    .validate(TRANSACTIONS_PATH, PrunableHashesResponse, response)
    .txs.map(({ tx_hash: id, prunable_hash: prunableHash }) => ({ id, prunableHash }))
    .filter(({ prunableHash }) => prunableHash.length === 32)
}

export const fetchKeyImageStatus = async (
  rpc: NodeRpc,
  keyImages: readonly Uint8Array[],
  signal: Signal,
): Promise<SpentStatus[]> => {
  const path = '/is_key_image_spent'
  const params = { key_images: keyImages.map(toHex) }
  const response = await rpc.callPath(path, params, { maxBytes: MAX_SMALL_BYTES, signal })
  const { spent_status: statuses } = rpc.validate(path, KeyImagesResponse, response)
  if (statuses.length !== keyImages.length)
    throw rpc.invalidResponse(path, `it contains ${statuses.length} states, requested were ${keyImages.length}`)
  return statuses.map((status) => SPENT_STATUSES[status])
}

export const submitTransaction = async (
  rpc: NodeRpc,
  blob: Uint8Array,
  blink: boolean,
  signal: Signal,
): Promise<SubmitResult> => {
  const path = '/send_raw_transaction'
  const params = {
    tx_as_hex: toHex(blob),
    do_not_relay: false,
    do_sanity_checks: true,
    ...(blink ? { blink } : {}),
  }
  const response = await rpc.postJson(path, params, { maxBytes: MAX_SMALL_BYTES, signal })
  const { status, double_spend: doubleSpend, tvc } = rpc.validate(path, SubmitResponse, response)
  if (status === 'OK') return { accepted: true }
  if (status === 'BUSY') rpc.checkStatus(path, status)
  if (status === '') throw rpc.invalidResponse(path, 'it has no status')
  return {
    accepted: false,
    doubleSpend: doubleSpend || tvc['m_double_spend'] === true,
    reason: rejectionReason(response),
    verification: verificationFailure(tvc),
  }
}

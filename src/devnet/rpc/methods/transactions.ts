// Methods about transactions: queries and submission.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { prunableHash } from '../../../coin/transactions/transactionHash.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { i32, list, u32 } from '../../../jsonrpc/schemas.ts'
import type { ParsedTransaction } from '../../records/chainRecords.ts'
import { transactionJson } from '../calls/chainJson.ts'
import { parseHex } from '../calls/hexParam.ts'
import type { NodeContext, ResponseFields, TransactionDetails } from '../calls/nodeContext.ts'
import { BOTH, nodeMethod, STATUS, TRUST_STATUS } from '../calls/nodeMethod.ts'
import { response, statusResponse } from '../calls/response.ts'
import { submissionResponse, toSubmissionResponse } from '../calls/submissionResponse.ts'
import { transactionRecord, verdictRecord } from '../calls/transactionSchemas.ts'

const flag = v.optional(v.boolean(), false)

/** Which parts of a transaction a response contains. */
type Form = {
  readonly asJson: boolean
  readonly split: boolean
  readonly prune: boolean
  readonly details: TransactionDetails
}

/** Returns the fields with the transaction's content. `height`: of its block, or of the next block for a pool transaction. */
const contentFields = (
  { node, dialect }: NodeContext,
  parsed: ParsedTransaction,
  height: number,
  form: Form,
): ResponseFields => {
  const { transaction, blob, prefix, base, prunable } = parsed
  // oxen-core stores no prunable part for these, so they look pruned although they are complete.
  const looksPruned = prunable.length === 0
  const isSplit = form.split || form.prune || looksPruned
  const content = {
    tx_hash: toHex(parsed.id),
    prunable_hash: isSplit ? toHex(prunableHash(transaction)) : undefined,
    size: blob.length,
    ...dialect.transactionFields(node.rules, transaction, height, form.details),
  }
  if (form.asJson)
    return { ...content, as_json: transactionJson(form.prune ? { ...transaction, prunable: undefined } : transaction) }
  if (!isSplit) return { ...content, as_hex: toHex(blob) }
  return {
    ...content,
    pruned_as_hex: toHex(blob.subarray(0, prefix.length + base.length)),
    prunable_as_hex: form.split && !form.prune && !looksPruned ? toHex(prunable) : undefined,
  }
}

/** Returns a transaction of the chain; undefined if it is not on the chain. */
const minedEntry = (context: NodeContext, id: Uint8Array, form: Form): ResponseFields | undefined => {
  const { chain, pool } = context.node
  const place = chain.placeOf(id)
  const record = place === undefined ? undefined : chain.blockAt(place.height)
  const mined = record?.transactions[place?.position ?? 0]
  if (record === undefined || mined === undefined) return undefined
  return {
    ...contentFields(context, mined, record.height, form),
    in_pool: false,
    double_spend_seen: false,
    blink: pool.isApproved(id),
    block_height: record.height,
    block_timestamp: record.timestamp,
    output_indices: record.outputIndices[place?.position ?? 0],
  }
}

/** Returns a transaction of the pool; undefined if the pool lacks it or hides it from callers of a restricted service. */
const pooledEntry = (
  context: NodeContext,
  id: Uint8Array,
  form: Form,
  restricted: boolean,
): ResponseFields | undefined => {
  const { chain, pool } = context.node
  const entry = pool.get(id)
  if (entry === undefined || (restricted && entry.doNotRelay)) return undefined
  return {
    ...contentFields(context, entry.parsed, chain.height, form),
    in_pool: true,
    double_spend_seen: entry.doubleSpendSeen,
    blink: pool.isApproved(id),
    relayed: entry.relayed,
    received_timestamp: restricted ? 0 : entry.receivedAt,
  }
}

/** Returns a field; an empty string if it is absent, so that positions in lists of the older form stay the same. */
const textOf = (entry: ResponseFields, name: string): JsonWritable => entry[name] ?? ''

export const transactionMethods = [
  nodeMethod({
    names: ['get_transactions', 'gettransactions'],
    about: 'transactions of the chain and the pool by id',
    access: 'public',
    transports: BOTH,
    params: {
      txs_hashes: list(v.string()),
      decode_as_json: flag,
      tx_extra: flag,
      split: flag,
      prune: flag,
      stake_info: flag,
    },
    result: {
      txs: list(transactionRecord),
      txs_as_hex: list(v.string()),
      txs_as_json: list(v.string()),
      missed_tx: list(v.string()),
      ...TRUST_STATUS,
    },
    handler: (context, params, { restricted }) => {
      const form = {
        asJson: params.decode_as_json,
        split: params.split,
        prune: params.prune,
        details: { extra: params.tx_extra, stake: params.stake_info },
      }
      const txs: ResponseFields[] = []
      const missed: string[] = []
      for (const hash of params.txs_hashes) {
        const id = parseHex(hash, 32)
        if (id === undefined) return response({}, 'Failed to parse hex representation of transaction hash')
        const found = minedEntry(context, id, form) ?? pooledEntry(context, id, form, restricted)
        if (found === undefined) missed.push(hash)
        else txs.push(found)
      }
      return response({
        txs,
        txs_as_hex: txs.map((entry) => textOf(entry, 'as_hex')),
        txs_as_json: form.asJson ? txs.map((entry) => textOf(entry, 'as_json')) : [],
        missed_tx: missed,
      })
    },
  }),
  nodeMethod({
    names: ['is_key_image_spent'],
    about: 'for each key image: 0 unspent, 1 spent on the chain, 2 in the pool',
    access: 'public',
    transports: BOTH,
    params: { key_images: list(v.string()) },
    result: { spent_status: list(u32), ...TRUST_STATUS },
    handler: ({ node: { chain, pool } }, { key_images: images }) => {
      const statuses: number[] = []
      for (const image of images) {
        const bytes = parseHex(image, 32)
        if (bytes === undefined) return response({}, 'Failed to parse hex representation of key image')
        statuses.push(chain.isSpent(bytes) ? 1 : pool.isSpending(bytes) ? 2 : 0)
      }
      return response({ spent_status: statuses })
    },
  }),
  nodeMethod({
    names: ['send_raw_transaction', 'sendrawtransaction'],
    about: 'submits a transaction to the pool; flags give the reason for a rejection',
    access: 'public',
    transports: BOTH,
    params: {
      tx_as_hex: v.optional(v.string(), ''),
      do_not_relay: flag,
      do_sanity_checks: v.optional(v.boolean(), true),
      blink: flag,
    },
    result: {
      reason: v.string(),
      not_relayed: v.boolean(),
      sanity_check_failed: v.boolean(),
      blink_status: i32,
      tvc: verdictRecord,
      ...TRUST_STATUS,
    },
    handler: (context, { tx_as_hex: text, do_not_relay: doNotRelay, do_sanity_checks: sanityCheck, blink }) => {
      const blob = parseHex(text)
      if (blob === undefined) return submissionResponse('Failed', {})
      const options = { doNotRelay, sanityCheck }
      const { submitBlink } = context.dialect
      if (blink && submitBlink !== undefined) return submitBlink(context, blob, options)
      return toSubmissionResponse(context.node.submitTransaction(blob, options))
    },
  }),
  nodeMethod({
    names: ['relay_tx'],
    about: 'marks pool transactions as relayed',
    access: 'admin',
    params: { txids: list(v.string()) },
    result: STATUS,
    handler: ({ node }, { txids }) => {
      const faults: string[] = []
      for (const txid of txids) {
        const id = parseHex(txid, 32)
        if (id === undefined) faults.push(`invalid transaction id: ${txid}`)
        // oxen-core reports no error for unknown transactions.
        else node.relayTransaction(id)
      }
      return statusResponse({}, faults.length === 0 ? 'OK' : faults.join(', '))
    },
  }),
]

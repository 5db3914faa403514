// Methods about transactions: queries and submission.

import * as v from 'valibot'
import { toHex } from '../../../bytes/hex.ts'
import { prunableHash } from '../../../coin/transactions/transactionHash.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { i32, list, u32 } from '../../../jsonrpc/schemas.ts'
import type { ParsedTransaction } from '../../chain/chainRecords.ts'
import { BlinkStatus, blinkObstacle, burnsEnough } from '../../oxen/local-nodes/blinkApprovals.ts'
import type { ChainRules } from '../../rules/chainRules.ts'
import type { Flag, Refusal, VoteFlag } from '../../rules/refusal.ts'
import type { SubmitOptions, SubmitResult } from '../../txpool/txpool.ts'
import { transactionJson } from '../chainJson.ts'
import { extraJson, stakeAmount } from '../extraJson.ts'
import { parseHex } from '../hexParam.ts'
import type { NodeContext } from '../nodeContext.ts'
import { BOTH, nodeMethod, STATUS, TRUST_STATUS } from '../nodeMethod.ts'
import { response, statusResponse } from '../response.ts'
import { transactionRecord, verdictRecord } from '../resultSchemas.ts'

const flag = v.optional(v.boolean(), false)

type Form = {
  readonly asJson: boolean
  readonly split: boolean
  readonly prune: boolean
  readonly extra: boolean
  readonly stake: boolean
}

/** Returns the fields with the transaction's content. `height`: of its block, or of the next block for a pool transaction. */
const contentOf = (
  rules: ChainRules,
  parsed: ParsedTransaction,
  height: number,
  form: Form,
): { readonly [name: string]: JsonWritable } => {
  const { transaction, blob, prefix, base, prunable } = parsed
  // oxen-core stores no prunable part for these, so they look pruned although they are complete.
  const looksPruned = prunable.length === 0
  const apart = form.split || form.prune || looksPruned
  const content = {
    tx_hash: toHex(parsed.id),
    prunable_hash: apart ? toHex(prunableHash(transaction)) : undefined,
    size: blob.length,
    extra: form.extra ? extraJson(rules, transaction) : undefined,
    stake_amount: form.stake ? stakeAmount(rules, transaction, height) : undefined,
  }
  if (form.asJson)
    return { ...content, as_json: transactionJson(form.prune ? { ...transaction, prunable: undefined } : transaction) }
  if (!apart) return { ...content, as_hex: toHex(blob) }
  return {
    ...content,
    pruned_as_hex: toHex(blob.subarray(0, prefix.length + base.length)),
    prunable_as_hex: form.split && !form.prune && !looksPruned ? toHex(prunable) : undefined,
  }
}

/** Returns a field; an empty string if it is absent, so that positions in lists of the older form stay the same. */
const textOf = (entry: { readonly [name: string]: JsonWritable }, name: string): JsonWritable => entry[name] ?? ''

/** Field names of oxen-core, with its spelling. */
const FLAG_NAMES: { readonly [flag in Flag]: string } = {
  failed: 'm_verifivation_failed',
  impossible: 'm_verifivation_impossible',
  lowMixin: 'm_low_mixin',
  doubleSpend: 'm_double_spend',
  invalidInput: 'm_invalid_input',
  invalidOutput: 'm_invalid_output',
  tooFewOutputs: 'm_too_few_outputs',
  tooBig: 'm_too_big',
  feeTooLow: 'm_fee_too_low',
  invalidVersion: 'm_invalid_version',
  invalidType: 'm_invalid_type',
  lockedKeyImage: 'm_key_image_locked_by_snode',
  blacklistedKeyImage: 'm_key_image_blacklisted',
}

const UNUSED_FLAGS = ['m_added_to_pool', 'm_overspend', 'm_should_be_relayed']

const VOTE_FLAG_NAMES: { readonly [flag in VoteFlag]: string } = {
  invalidBlockHeight: 'm_invalid_block_height',
  workerOutOfBounds: 'm_worker_index_out_of_bounds',
  validatorOutOfBounds: 'm_validator_index_out_of_bounds',
  notEnoughVotes: 'm_not_enough_votes',
  votesNotSorted: 'm_votes_not_sorted',
  duplicateVoters: 'm_duplicate_voters',
  signatureNotValid: 'm_signature_not_valid',
}

/** Flags of single votes between peers, which RPC never sets. */
const UNUSED_VOTE_FLAGS = [
  'm_added_to_pool',
  'm_incorrect_voting_group',
  'm_invalid_vote_type',
  'm_verification_failed',
]

const allFalse = (names: readonly string[]): { readonly [name: string]: boolean } =>
  Object.fromEntries(names.map((name) => [name, false]))

/** The part of a refusal that a response contains. */
type Why = Pick<Refusal, 'flags' | 'verbose' | 'vote'>

const NOTHING_WRONG: Why = { flags: [] }

const contextOf = ({ flags, verbose = '', vote }: Why): JsonWritable => ({
  ...allFalse(Object.values(FLAG_NAMES)),
  ...allFalse(UNUSED_FLAGS),
  ...Object.fromEntries(flags.map((each) => [FLAG_NAMES[each], true])),
  m_verbose_error: verbose,
  m_vote_ctx: {
    ...allFalse(Object.values(VOTE_FLAG_NAMES)),
    ...allFalse(UNUSED_VOTE_FLAGS),
    ...(vote === undefined ? {} : { [VOTE_FLAG_NAMES[vote]]: true }),
  },
})

const sendAnswer = (
  status: string,
  fields: { readonly [name: string]: JsonWritable },
  why = NOTHING_WRONG,
): JsonWritable =>
  response(
    {
      reason: '',
      not_relayed: false,
      sanity_check_failed: false,
      blink_status: 0,
      tvc: contextOf(why),
      ...fields,
    },
    status,
  )

const admissionAnswer = (admission: SubmitResult): JsonWritable => {
  if (admission.accepted) return sendAnswer('OK', admission.relayed ? {} : { not_relayed: true, reason: 'Not relayed' })
  const { status, sane } = admission
  return sendAnswer('Failed', { reason: status, sanity_check_failed: !sane }, admission)
}

const rejected = (reason: string, why = NOTHING_WRONG): JsonWritable =>
  sendAnswer('Failed', { blink_status: BlinkStatus.rejected, reason }, why)

/** Submits a blink transaction: approved by the chain's quorums, or by the assumed quorum of dev_quorum. */
const blinkAnswer = (
  { node, localServiceNodes }: NodeContext,
  blob: Uint8Array,
  options: SubmitOptions,
): JsonWritable => {
  const accepted = sendAnswer('OK', { blink_status: BlinkStatus.accepted })
  if (node.hasQuorum) {
    const admission = node.submitApproved(blob, options)
    return admission.accepted ? accepted : admissionAnswer(admission)
  }
  const parsed = node.pool.parse(blob)
  // The sanity check precedes the quorum, as for other transactions.
  if (options.sanityCheck && !node.pool.isSane(parsed))
    return sendAnswer('Failed', { reason: 'Sanity check failed', sanity_check_failed: true })
  const obstacle = blinkObstacle(node.chain, localServiceNodes?.keys, localServiceNodes?.canSign)
  if (obstacle !== undefined) return sendAnswer('Failed', { blink_status: obstacle.status, reason: obstacle.reason })
  if (parsed === undefined) return rejected('Could not parse transaction data')
  if (
    node.chain.placeOf(parsed.id) !== undefined ||
    (node.pool.isApproved(parsed.id) && node.pool.get(parsed.id) !== undefined)
  )
    return rejected('Transaction was already submitted')
  if (!burnsEnough(node.chain, parsed))
    return rejected('Transaction rejected by quorum', { flags: ['failed', 'feeTooLow'] })
  const admission = node.submitApproved(blob, options)
  return admission.accepted ? accepted : rejected('Transaction rejected by quorum', admission)
}

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
    handler: ({ node }, params, { restricted }) => {
      const { chain, pool, rules } = node
      const form = {
        asJson: params.decode_as_json,
        split: params.split,
        prune: params.prune,
        extra: params.tx_extra,
        stake: params.stake_info,
      }
      const txs: { readonly [name: string]: JsonWritable }[] = []
      const missed: string[] = []
      for (const hash of params.txs_hashes) {
        const id = parseHex(hash, 32)
        if (id === undefined) return response({}, 'Failed to parse hex representation of transaction hash')
        const place = chain.placeOf(id)
        const record = place === undefined ? undefined : chain.blockAt(place.height)
        const mined = record?.transactions[place?.position ?? 0]
        const pooled = pool.get(id)
        if (record !== undefined && mined !== undefined)
          txs.push({
            ...contentOf(rules, mined, record.height, form),
            in_pool: false,
            double_spend_seen: false,
            blink: node.pool.isApproved(id),
            block_height: record.height,
            block_timestamp: record.timestamp,
            output_indices: record.outputIndices[place?.position ?? 0],
          })
        else if (pooled !== undefined && !(restricted && pooled.doNotRelay))
          txs.push({
            ...contentOf(rules, pooled.parsed, chain.height, form),
            in_pool: true,
            double_spend_seen: pooled.doubleSpendSeen,
            blink: node.pool.isApproved(id),
            relayed: pooled.relayed,
            received_timestamp: restricted ? 0 : pooled.receivedAt,
          })
        else missed.push(hash)
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
      if (blob === undefined) return sendAnswer('Failed', {})
      if (blink) return blinkAnswer(context, blob, { doNotRelay, sanityCheck })
      return admissionAnswer(context.node.submitTransaction(blob, { doNotRelay, sanityCheck }))
    },
  }),
  nodeMethod({
    names: ['relay_tx'],
    about: 'marks pool transactions as relayed',
    access: 'admin',
    params: { txids: list(v.string()) },
    result: STATUS,
    handler: ({ node: { pool } }, { txids }) => {
      const faults: string[] = []
      for (const txid of txids) {
        const id = parseHex(txid, 32)
        if (id === undefined) faults.push(`invalid transaction id: ${txid}`)
        // oxen-core reports no error for unknown transactions.
        else pool.relay(id)
      }
      return statusResponse({}, faults.length === 0 ? 'OK' : faults.join(', '))
    },
  }),
]

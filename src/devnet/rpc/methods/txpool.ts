// Methods about the transaction pool.

import * as v from 'valibot'
import { equalBytes, u64Bytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { asPacked } from '../../../bytes/portableStorageWriter.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { list } from '../../../jsonrpc/schemas.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { medianOf } from '../../rules/weights.ts'
import type { PoolEntry } from '../../txpool/poolEntry.ts'
import { transactionJson } from '../calls/chainJson.ts'
import { parseHex } from '../calls/hexParam.ts'
import type { NodeContext, TransactionDetails } from '../calls/nodeContext.ts'
import { BOTH, binaryNodeMethod, nodeMethod, STATUS, TRUST_STATUS } from '../calls/nodeMethod.ts'
import { response, statusResponse } from '../calls/response.ts'
import { backlogRecord, hash, packed, poolStatsRecord } from '../calls/resultSchemas.ts'
import { poolEntryRecord } from '../calls/transactionSchemas.ts'

const LONG_POLL_TIMEOUT_MS = 15_000
const UNCHANGED = 'Long polling client timed out before txpool had an update'
const BINS = 10
/** Share of the oldest transactions, which have a bin of their own. */
const OLDEST_SHARE = 0.02

const entryOf = (
  { node: { chain }, dialect }: NodeContext,
  entry: PoolEntry,
  restricted: boolean,
  details: TransactionDetails,
): JsonWritable => {
  const { parsed } = entry
  return {
    id_hash: toHex(parsed.id),
    tx_json: transactionJson(parsed.transaction),
    blob_size: parsed.blob.length,
    weight: parsed.weight,
    fee: entry.fee,
    max_used_block_id_hash: toHex(chain.blockAt(entry.maxUsedHeight)?.id ?? new Uint8Array(32)),
    max_used_block_height: entry.maxUsedHeight,
    kept_by_block: entry.keptByBlock,
    last_failed_height: entry.lastFailedHeight,
    last_failed_id_hash: toHex(entry.lastFailedId),
    receive_time: restricted ? 0 : entry.receivedAt,
    relayed: entry.relayed,
    last_relayed_time: restricted ? 0 : entry.lastRelayedAt,
    do_not_relay: entry.doNotRelay,
    double_spend_seen: entry.doubleSpendSeen,
    tx_blob: toHex(parsed.blob),
    ...dialect.transactionFields(chain.rules, parsed.transaction, chain.height, details),
  }
}

/** Returns the pool transactions that the caller may see: restricted services hide those with do_not_relay. */
export const visible = ({ pool }: DevelopmentNode, restricted: boolean): readonly PoolEntry[] =>
  pool.entries.filter(({ doNotRelay }) => !(restricted && doNotRelay))

/** Returns the ids of the visible pool transactions. */
export const poolIds = (node: DevelopmentNode, restricted: boolean): readonly Uint8Array[] =>
  visible(node, restricted).map(({ parsed }) => parsed.id)

/** Returns the exclusive or of all ids. */
const checksumOf = (entries: readonly PoolEntry[]): Uint8Array => {
  const checksum = new Uint8Array(32)
  for (const { parsed } of entries) for (const [i, byte] of parsed.id.entries()) checksum[i] = (checksum[i] ?? 0) ^ byte
  return checksum
}

/** Waits until the pool or the chain changes, the long poll times out, or the caller disconnects. */
const untilChange = async (node: DevelopmentNode, signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = node.listen(() => resolve())
  const timer = setTimeout(resolve, LONG_POLL_TIMEOUT_MS)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
  stop()
}

/** A pool entry of which only the weight is needed. */
type Weighed = Omit<PoolEntry, 'parsed'> & { readonly parsed: Pick<PoolEntry['parsed'], 'weight'> }

type Bin = { readonly txs: number; readonly bytes: number }

/**
 * Returns the weights by age in bins of equal width. With 50 entries or more, the oldest 2 % have a bin of their own.
 * @returns the bins, and the age in seconds at which the bin of the oldest starts; 0 if there is no such bin
 */
const histogramOf = (
  entries: readonly Weighed[],
  now: number,
): { readonly bins: readonly Bin[]; readonly oldFrom: number } => {
  if (entries.length <= 1) return { bins: [], oldFrom: 0 }
  const ages = entries.map(({ receivedAt }) => Math.max(1, now - receivedAt)).sort((a, b) => b - a)
  const oldFrom = ages[Math.floor(entries.length * OLDEST_SHARE) - 1] ?? 0
  const equal = oldFrom > 0 ? BINS - 1 : Math.min(BINS, entries.length)
  const span = oldFrom > 0 ? oldFrom : (ages[0] ?? 1)
  const bins = Array.from({ length: oldFrom > 0 ? BINS : equal }, () => ({ txs: 0, bytes: 0 }))
  for (const { receivedAt, parsed } of entries) {
    const age = Math.max(1, now - receivedAt)
    const at = oldFrom > 0 && age >= oldFrom ? BINS - 1 : Math.floor((age * equal - 1) / span)
    const bin = bins[at]
    if (bin !== undefined) bins[at] = { txs: bin.txs + 1, bytes: bin.bytes + parsed.weight }
  }
  return { bins, oldFrom }
}

/** Returns weight, fee and age of each entry as a string of bytes. `now`: UNIX seconds. */
export const backlogOf = (entries: readonly Pick<Weighed, 'parsed' | 'fee' | 'receivedAt'>[], now: number): string =>
  entries
    .map(({ parsed, fee, receivedAt }) => {
      const age = BigInt.asUintN(64, BigInt(receivedAt - now))
      return String.fromCharCode(...u64Bytes(BigInt(parsed.weight)), ...u64Bytes(fee), ...u64Bytes(age))
    })
    .join('')

const TEN_MINUTES = 600

const minimum = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((lowest, each) => Math.min(lowest, each))

const maximum = (numbers: readonly number[]): number => numbers.reduce((highest, each) => Math.max(highest, each), 0)

/** Returns the statistics of the entries. `now`: UNIX seconds. */
export const statsOf = (entries: readonly Weighed[], now: number): JsonWritable => {
  const weights = entries.map(({ parsed }) => parsed.weight)
  const { bins, oldFrom } = histogramOf(entries, now)
  const count = (test: (entry: Weighed) => boolean): number => entries.filter(test).length
  return {
    bytes_total: weights.reduce((sum, weight) => sum + weight, 0),
    bytes_min: minimum(weights),
    bytes_max: maximum(weights),
    bytes_med: medianOf(weights),
    fee_total: entries.reduce((sum, { fee }) => sum + fee, 0n),
    oldest: minimum(entries.map(({ receivedAt }) => receivedAt)),
    txs_total: entries.length,
    num_failing: count(({ lastFailedHeight }) => lastFailedHeight > 0),
    num_10m: count(({ receivedAt }) => receivedAt < now - TEN_MINUTES),
    num_not_relayed: count(({ relayed }) => !relayed),
    num_double_spends: count(({ doubleSpendSeen }) => doubleSpendSeen),
    histo_98pc: oldFrom,
    histo: bins,
  }
}

export const poolMethods = [
  nodeMethod({
    names: ['get_transaction_pool'],
    about: 'transactions in the pool',
    access: 'public',
    transports: BOTH,
    params: { tx_extra: v.optional(v.boolean(), false), stake_info: v.optional(v.boolean(), false) },
    result: {
      transactions: list(poolEntryRecord),
      spent_key_images: list(v.object({ id_hash: v.string(), txs_hashes: list(v.string()) })),
      ...TRUST_STATUS,
    },
    handler: (context, { tx_extra: extra, stake_info: stake }, { restricted }) => {
      const { node } = context
      const entries = visible(node, restricted)
      const shown = new Set(entries.map(({ parsed }) => toHex(parsed.id)))
      return response({
        transactions: entries.map((entry) => entryOf(context, entry, restricted, { extra, stake })),
        spent_key_images: node.pool.keyImages
          .map(({ keyImage, spenders }) => ({ id_hash: keyImage, txs_hashes: spenders.filter((id) => shown.has(id)) }))
          .filter(({ txs_hashes: spenders }) => spenders.length > 0),
      })
    },
  }),
  nodeMethod({
    names: ['get_transaction_pool_hashes'],
    about: 'ids of the transactions in the pool',
    access: 'public',
    transports: BOTH,
    params: {},
    result: { tx_hashes: list(v.string()), ...TRUST_STATUS },
    handler: ({ node }, _params, { restricted }) => response({ tx_hashes: poolIds(node, restricted).map(toHex) }),
  }),
  binaryNodeMethod({
    names: ['get_transaction_pool_hashes.bin'],
    about: 'ids of the transactions in the pool; with `long_poll`, the response waits for a change',
    access: 'public',
    params: {
      blinked_txs_only: v.optional(v.boolean(), false),
      long_poll: v.optional(v.boolean(), false),
      tx_pool_checksum: v.optional(hash),
    },
    result: { tx_hashes: packed },
    handler: async ({ node }, fields, { restricted, signal }) => {
      if (fields.boolean('blinked_txs_only', false)) {
        const approved = visible(node, restricted).filter(({ parsed }) => node.pool.isApproved(parsed.id))
        return { fields: { tx_hashes: asPacked(approved.map(({ parsed }) => parsed.id)) } }
      }
      if (fields.boolean('long_poll', false)) {
        const known = fields.key('tx_pool_checksum') ?? new Uint8Array(32)
        const isKnown = (): boolean => equalBytes(known, checksumOf(visible(node, restricted)))
        if (isKnown()) await untilChange(node, signal)
        if (isKnown()) return { fields: {}, status: UNCHANGED }
      }
      return { fields: { tx_hashes: asPacked(poolIds(node, restricted)) } }
    },
  }),
  nodeMethod({
    names: ['get_txpool_backlog'],
    about: 'weight, fee and age of the transactions in the pool, packed into a string of bytes',
    access: 'public',
    params: {},
    result: { backlog: v.optional(backlogRecord), ...TRUST_STATUS },
    handler: ({ node }, _params, { restricted }) => {
      const entries = visible(node, restricted)
      return response({ backlog: entries.length === 0 ? undefined : backlogOf(entries, node.clock()) })
    },
  }),
  nodeMethod({
    names: ['get_transaction_pool_stats'],
    about: 'statistics of the pool',
    access: 'public',
    transports: BOTH,
    params: {},
    result: { pool_stats: poolStatsRecord, ...TRUST_STATUS },
    handler: ({ node }, _params, { restricted }) =>
      response({ pool_stats: statsOf(visible(node, restricted), node.clock()) }),
  }),
  nodeMethod({
    names: ['flush_txpool'],
    about: 'removes transactions from the pool; all if no id is given',
    access: 'admin',
    params: { txids: list(v.string()) },
    result: STATUS,
    handler: ({ node }, { txids }) => {
      const ids = txids.map((txid) => parseHex(txid, 32))
      const readable = ids.filter((id) => id !== undefined)
      node.removeTransactions(txids.length === 0 ? node.pool.entries.map(({ parsed }) => parsed.id) : readable)
      if (readable.length === ids.length) return statusResponse({})
      return statusResponse({}, ids.length === 1 ? 'Failed to parse txid' : 'Failed to parse some of the txids')
    },
  }),
  nodeMethod({
    names: ['flush_cache'],
    about: 'clears the caches of invalid transactions or invalid alternative blocks',
    access: 'admin',
    params: { bad_txs: v.optional(v.boolean(), false), bad_blocks: v.optional(v.boolean(), false) },
    result: STATUS,
    handler: ({ node }, { bad_txs: transactions, bad_blocks: blocks }) => {
      if (transactions) node.pool.clearInvalid()
      if (blocks) node.alternatives.clearInvalid()
      return statusResponse({})
    },
  }),
]

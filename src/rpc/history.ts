// What came and what went.

import * as v from 'valibot'
import { index, list, u32, u64 } from '../jsonrpc/schemas.ts'
import type { Entry } from '../wallet/history.ts'
import { method, no, requireWallet, yes } from './source.ts'
import { listTransfers, transferObject } from './transfers.ts'

const subaddressIndex = v.object({ major: u32, minor: u32 })

const transfer = v.object({
  address: v.string(),
  amount: u64,
  blink_mempool: v.boolean(),
  checkpointed: u32,
  confirmations: v.optional(index),
  destinations: v.optional(v.array(v.object({ address: v.string(), amount: u64 }))),
  double_spend_seen: v.boolean(),
  fee: u64,
  height: index,
  note: v.string(),
  payment_id: v.string(),
  subaddr_index: subaddressIndex,
  subaddr_indices: v.array(subaddressIndex),
  suggested_confirmations_threshold: v.optional(index),
  timestamp: index,
  txid: v.string(),
  type: v.string(),
  unlock_time: u64,
  was_blink: v.boolean(),
})

const getTransfers = method({
  names: ['get_transfers'],
  about: 'What came and what went',
  access: 'admin',
  params: {
    in: yes,
    out: yes,
    stake: yes,
    pending: yes,
    failed: yes,
    pool: yes,
    coinbase: yes,
    filter_by_height: no,
    min_height: v.optional(index, 0),
    max_height: v.optional(index, 500_000_000),
    account_index: v.optional(u32, 0),
    subaddr_indices: list(u32),
    all_accounts: no,
  },
  result: v.object({
    in: v.optional(v.array(transfer)),
    out: v.optional(v.array(transfer)),
    pool: v.optional(v.array(transfer)),
  }),
  handler: (source, params) => {
    const wallet = requireWallet(source)
    const buckets = listTransfers(wallet, params)
    const objects = (entries: readonly Entry[]) =>
      entries.length === 0 ? undefined : entries.map((entry) => transferObject(wallet, entry))
    return { in: objects(buckets.in), out: objects(buckets.out), pool: objects(buckets.pool) }
  },
})

/** The methods of this file. */
export const historyMethods = [getTransfers]

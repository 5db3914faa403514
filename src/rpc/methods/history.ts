// Incoming and outgoing transfers.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { JsonSequence } from '../../jsonrpc/json.ts'
import { heightLimit, index, list, u32, u64 } from '../../jsonrpc/schemas.ts'
import { compareEntries, type Entry } from '../../wallet/history/history.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { transfersCsv } from '../calls/transferCsv.ts'
import {
  entriesOf,
  filterOf,
  listTransfers,
  sourceNow,
  type TransfersFilter,
  transferObject,
} from '../calls/transfers.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import { falseByDefault, method, requireAccount, requireWallet, subaddressIndex } from '../calls/walletRpcContext.ts'

const transfer = v.object({
  address: v.string(),
  amount: u64,
  amounts: v.optional(v.array(u64)),
  blink_mempool: v.optional(v.boolean()),
  checkpointed: v.optional(index),
  confirmations: v.optional(index),
  destinations: v.optional(v.array(v.object({ address: v.string(), amount: u64 }))),
  double_spend_seen: v.boolean(),
  fee: u64,
  height: index,
  locked: v.boolean(),
  note: v.string(),
  payment_id: v.string(),
  subaddr_index: subaddressIndex,
  subaddr_indices: v.array(subaddressIndex),
  suggested_confirmations_threshold: v.optional(u64),
  timestamp: index,
  txid: v.string(),
  type: v.string(),
  unlock_time: u64,
  was_blink: v.optional(v.boolean()),
})

/** Selects transfers. The default depends on the family. */
const flag = v.optional(v.boolean())

/** Parameters that select transfers. */
const selection = {
  in: flag,
  out: flag,
  stake: flag,
  pending: flag,
  failed: flag,
  pool: flag,
  coinbase: flag,
  filter_by_height: falseByDefault,
  min_height: v.optional(heightLimit, 0),
  max_height: v.optional(heightLimit, 500_000_000),
  account_index: v.optional(u32, 0),
  subaddr_indices: list(u32),
  all_accounts: falseByDefault,
}

/** Returns the requested transfers, with the current pool, or the last known pool if the node is unreachable. */
const transfersNow = async (wallet: Wallet, filter: TransfersFilter) => {
  if (filter.pool) await wallet.sync.pollTxpool()
  return listTransfers(wallet, filter)
}

const getTransfers = method({
  names: ['get_transfers'],
  about: 'Returns incoming and outgoing transfers',
  access: 'admin',
  effect: 'read',
  params: selection,
  result: v.object({
    in: v.optional(v.array(transfer)),
    out: v.optional(v.array(transfer)),
    pending: v.optional(v.array(transfer)),
    failed: v.optional(v.array(transfer)),
    pool: v.optional(v.array(transfer)),
  }),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const { transfers: form, hasUnminedInOut } = wallet.network.walletRpc
    const { in: incoming, out, pending, failed, pool } = await transfersNow(wallet, filterOf(params, form.flags))
    const compare = form.order === 'oldest first' ? compareEntries : (a: Entry, b: Entry) => compareEntries(b, a)
    const objects = (...lists: readonly (readonly Entry[])[]) => {
      const entries = lists.flat().sort(compare)
      if (entries.length === 0) return undefined
      const source = sourceNow(wallet, entries)
      return new JsonSequence(function* () {
        for (const entry of entries) yield transferObject(source, entry)
      })
    }
    return {
      in: objects(incoming),
      out: hasUnminedInOut ? objects(out, pending, failed) : objects(out),
      pending: objects(pending),
      failed: objects(failed),
      pool: objects(pool),
    }
  },
})

const getTransfersCsv = method({
  names: ['get_transfers_csv'],
  about: 'Returns incoming and outgoing transfers as CSV',
  access: 'admin',
  effect: 'read',
  params: selection,
  result: v.object({ csv: v.string() }),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const entries = Object.values(await transfersNow(wallet, filterOf(params, true))).flat()
    return { csv: transfersCsv(wallet, entries) }
  },
})

const TXID_DIGITS = 64

const checkTxid = (txid: string): string => {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(txid))
    throw new JsonRpcError(WALLET_RPC_CODES.wrongTxid, 'Transaction ID has invalid format')
  if (txid.length !== TXID_DIGITS)
    throw new JsonRpcError(WALLET_RPC_CODES.wrongTxid, `Transaction ID has invalid size: ${txid}`)
  return txid.toLowerCase()
}

const getTransferByTxid = method({
  names: ['get_transfer_by_txid'],
  about: 'Returns the transfers of an account in a transaction',
  access: 'admin',
  effect: 'read',
  params: { txid: v.optional(v.string(), ''), account_index: v.optional(u32, 0) },
  result: v.object({ transfer, transfers: v.array(transfer) }),
  handler: async (context, { txid, account_index }) => {
    const wallet = requireWallet(context)
    const id = checkTxid(txid)
    // wallet2 spells this message in two ways.
    requireAccount(wallet, account_index, 'Account index is out of bound')
    await wallet.sync.pollTxpool()
    const transfers = entriesOf(wallet, account_index)
      .filter((entry) => toHex(entry.txid) === id)
      .map((entry) => transferObject(wallet, entry))
    const [first] = transfers
    if (first === undefined) throw new JsonRpcError(WALLET_RPC_CODES.wrongTxid, 'Transaction not found.')
    return { transfer: first, transfers }
  },
})

/** The methods of this file. */
export const historyMethods = [getTransfers, getTransferByTxid, getTransfersCsv]

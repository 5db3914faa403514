// A client of the wallet RPC with a function per method, whose types are those of the declarations. They are imported as types
// only: a page that uses it loads neither schemas nor the engine.

import { createJsonRpcClient, type Fetch } from '../jsonrpc/client.ts'
import { type TypedClient, typedClient } from '../jsonrpc/typedClient.ts'
import type { WalletMethod } from './methodTable.ts'

/** Integers of 64 bits in results, with a method before them where the name means it there only. All others are numbers. */
export const WIDE_FIELDS: readonly string[] = [
  ...['balance', 'unlocked_balance', 'total_balance', 'total_unlocked_balance'],
  ...['amount', 'fee', 'amounts', 'amount_list', 'fee_list', 'unlock_time'],
  ...['received', 'check_reserve_proof.total', 'spent', 'unspent'],
]

/** A function per method and alias of the wallet RPC: `await client.get_balance({ account_index: 0 })`. */
export type WalletClient = TypedClient<WalletMethod>

/**
 * A client of the wallet RPC at `url`. Amounts are bigints; errors are JsonRpcError, with the code of the answer. Results have the
 * types of the declarations, which is trusted: who asks a service that they do not know checks with `ask` of createJsonRpcClient.
 */
export const createWalletClient = (fetch: Fetch, url = '/json_rpc'): WalletClient =>
  typedClient<WalletMethod>(createJsonRpcClient(fetch, url), WIDE_FIELDS)

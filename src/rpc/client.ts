// A typed client of the wallet RPC with a function per method. It imports the method table as a type only, so that a page that uses it
// loads neither schemas nor the engine.

import { createJsonRpcClient, type Fetch } from '../jsonrpc/client.ts'
import { type TypedClient, typedClient } from '../jsonrpc/typedClient.ts'
import type { WalletMethod } from './methodTable.ts'

/** Result fields with 64-bit integers, with a method as prefix if the name applies to that method only. All others are numbers. */
export const WIDE_FIELDS: readonly string[] = [
  ...['balance', 'unlocked_balance', 'total_balance', 'total_unlocked_balance'],
  ...['amount', 'fee', 'amounts', 'amount_list', 'fee_list', 'unlock_time'],
  ...['received', 'check_reserve_proof.total', 'spent', 'unspent'],
  ...['amount_in', 'amount_out', 'change_amount', 'n_outputs'],
  ...['time_to_unlock', 'suggested_confirmations_threshold'],
]

/** A function per method and alias of the wallet RPC: `await client.get_balance({ account_index: 0 })`. */
export type WalletClient = TypedClient<WalletMethod>

/**
 * Returns a client of the wallet RPC at `url`. Amounts are bigints; errors are JsonRpcError with the code of the response. Results are
 * not validated: to call an untrusted service, use `ask` of createJsonRpcClient with a schema.
 */
export const createWalletClient = (fetch: Fetch, url = '/json_rpc'): WalletClient =>
  typedClient<WalletMethod>(createJsonRpcClient(fetch, url), WIDE_FIELDS)

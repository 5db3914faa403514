// One call after the other, so that nothing comes between the steps of a payment. Calls that only look do not wait: they are
// answered while a rescan or a payment is under way.

import { JSON_RPC_CODES, JsonRpcError } from '../jsonrpc/errors.ts'
import type { JsonMethod } from '../jsonrpc/method.ts'
import type { WalletSource } from './source.ts'

/** By their primary names. `refresh` changes nothing that the sync would not change by itself. */
const LOOKING: ReadonlySet<string> = new Set([
  'check_reserve_proof',
  'check_spend_proof',
  'check_tx_key',
  'check_tx_proof',
  'estimate_fee',
  'estimate_tx_size_and_weight',
  'frozen',
  'get_account_tags',
  'get_accounts',
  'get_address',
  'get_address_book',
  'get_address_index',
  'get_attribute',
  'get_balance',
  'get_bulk_payments',
  'get_default_fee_priority',
  'get_height',
  'get_languages',
  'get_payments',
  'get_transfer_by_txid',
  'get_transfers',
  'get_transfers_csv',
  'get_tx_notes',
  'get_version',
  'incoming_transfers',
  'is_multisig',
  'make_integrated_address',
  'make_uri',
  'parse_uri',
  'refresh',
  'set_log_categories',
  'set_log_level',
  'split_integrated_address',
  'validate_address',
  'verify',
])

/** As many calls wait for their turn; more are told to come back. */
const MOST_WAITING = 1000

/** The methods of one service, whose calls take turns. */
export const takeTurns = (methods: readonly JsonMethod<WalletSource>[]): JsonMethod<WalletSource>[] => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MOST_WAITING)
      throw new JsonRpcError(JSON_RPC_CODES.busy, 'Busy', `${waiting} calls are waiting already; try again`)
    waiting++
    const done = last.then(work).finally(() => {
      waiting--
    })
    last = done.catch(() => undefined)
    return done
  }
  return methods.map((method) =>
    LOOKING.has(method.names[0])
      ? method
      : {
          ...method,
          invoke: async (source, params, call) => await inTurn(() => method.invoke(source, params, call)),
        },
  )
}

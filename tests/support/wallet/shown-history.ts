// What a wallet shows of all its accounts over the RPC.

import type { Engine } from '../../../src/engine/engine.ts'
import type { JsonValue } from '../../../src/jsonrpc/json.ts'
import { numberIn, objectIn, objectsIn, stringIn } from '../rpc/response.ts'
import { call } from '../rpc/wallet-calls.ts'

const EVERYTHING = { in: true, out: true, pending: true, failed: true, pool: true, all_accounts: true }

/** Omits the destinations and payment ids of payments, which only the wallet that sent them knows. */
const omitDestinations = (name: string, value: JsonValue): JsonValue | undefined =>
  name === 'destinations' || name === 'payment_id' ? undefined : value

/**
 * Returns the history, outputs and balance of all accounts.
 * `view`: all answers without destinations and payment ids; `known`: ids of the transactions whose destinations this wallet knows.
 */
export const shownHistory = async (engine: Engine) => {
  const history = await call(engine, 'get_transfers', EVERYTHING)
  const transfers = Object.keys(history).flatMap((bucket) => objectsIn(history, bucket))
  const single = await Promise.all(
    transfers.map((one) =>
      call(engine, 'get_transfer_by_txid', {
        txid: stringIn(one, 'txid'),
        account_index: numberIn(objectIn(one, 'subaddr_index'), 'major'),
      }),
    ),
  )
  const accounts = objectsIn(await call(engine, 'get_accounts'), 'subaddress_accounts')
  const incoming = await Promise.all(
    accounts.map((_, account_index) =>
      call(engine, 'incoming_transfers', { transfer_type: 'all', account_index, verbose: true }),
    ),
  )
  const balance = await call(engine, 'get_balance', { all_accounts: true })
  const view = JSON.stringify({ history, single, accounts, incoming, balance }, omitDestinations)
  const known = transfers.flatMap((one) => (one['destinations'] === undefined ? [] : [stringIn(one, 'txid')]))
  return { view: JSON.parse(view) as unknown, known, balance: numberIn(balance, 'balance') }
}

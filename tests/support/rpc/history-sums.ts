// What the lists of the wallet RPC and of the page add up to.
import { expect } from 'vitest'
import { parseAmount } from '../../../src/coin/amount.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { JsonObject } from '../../../src/jsonrpc/json.ts'
import { openedIn } from '../wallet/engine-host.ts'
import { numberIn, objectsIn, stringIn } from './response.ts'
import { call } from './wallet-calls.ts'

export const listIn = (result: JsonObject, name: string): readonly JsonObject[] =>
  result[name] === undefined ? [] : objectsIn(result, name)

export const amountIn = (entry: JsonObject, name: string): bigint => BigInt(numberIn(entry, name))

/** Returns the amounts of the entries of a list; none if the list is omitted. */
export const amountsIn = (result: JsonObject, name: string): bigint[] =>
  listIn(result, name).map((entry) => amountIn(entry, 'amount'))

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Returns what each list adds up to. */
const sumsOf = async (engine: Engine) => {
  const wallet = openedIn(engine)
  const transfers = await call(engine, 'get_transfers', { all_accounts: true, in: true, out: true, pending: true })
  const received = sum(amountsIn(transfers, 'in'))
  const outgoing = wallet.network.walletRpc.hasUnminedInOut
    ? listIn(transfers, 'out')
    : [...listIn(transfers, 'out'), ...listIn(transfers, 'pending')]
  const paid = sum(outgoing.map((entry) => amountIn(entry, 'amount') + amountIn(entry, 'fee')))
  const rows = stringIn(await call(engine, 'get_transfers_csv', { all_accounts: true }), 'csv')
    .trimEnd()
    .split('\r\n')
  const lists = await Promise.all(
    wallet.state.labels.map((_, account_index) =>
      call(engine, 'incoming_transfers', { transfer_type: 'available', account_index }),
    ),
  )
  const page = wallet
    .transfers({})
    .map(({ direction, state, amount, fee }) =>
      direction === 'out' ? -amount - fee : state === 'confirmed' ? amount : 0n,
    )
  const bulk = await call(engine, 'get_bulk_payments')
  return {
    transfers: received - paid,
    csv: rows.length === 1 ? 0n : parseAmount(rows.at(-1)?.split(',')[6] ?? '', wallet.network.decimals),
    outputs: sum(lists.flatMap((list) => amountsIn(list, 'transfers'))),
    page: sum(page),
    bulkPayments: sum(amountsIn(bulk, 'payments')) - paid,
  }
}

/** What fees exceed the known inputs of their payments: this part was paid from unknown inputs. */
const unknownFees = (engine: Engine): bigint => {
  const payments = [...openedIn(engine).state.ledger.payments.values()]
  return sum(payments.map(({ amountIn, fee }) => (fee > amountIn ? fee - amountIn : 0n)))
}

/** Expects that every list adds up to the balance of all accounts, except for fees that were paid from unknown inputs. */
export const expectSums = async (engine: Engine): Promise<void> => {
  const { balance } = await call(engine, 'get_balance', { all_accounts: true })
  const { outputs, ...histories } = await sumsOf(engine)
  const total = BigInt(String(balance))
  const history = total - unknownFees(engine)
  expect({ outputs, ...histories }).toEqual({
    outputs: total,
    ...Object.fromEntries(Object.keys(histories).map((name) => [name, history])),
  })
}

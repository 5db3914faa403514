// One call after the other, so that nothing comes between the steps of a payment. Calls that only look do not wait: they are
// answered while a rescan or a payment is under way. Who waits for a person's consent has no turn yet, and holds up nobody.

import { JSON_RPC_CODES, JsonRpcError } from '../jsonrpc/errors.ts'
import type { JsonMethod } from '../jsonrpc/method.ts'
import type { WalletRpcContext } from './walletSource.ts'

/** As many calls wait for their turn; more are told to come back. */
const MAX_WAITING = 1000

/** The methods of one service, whose calls take turns. */
export const serializeWrites = (methods: readonly JsonMethod<WalletRpcContext>[]): JsonMethod<WalletRpcContext>[] => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING)
      throw new JsonRpcError(JSON_RPC_CODES.busy, 'Busy', `${waiting} calls are waiting already; try again`)
    waiting++
    const done = last.then(work).finally(() => {
      waiting--
    })
    last = done.catch(() => undefined)
    return done
  }
  return methods.map((method) =>
    method.effect === 'read'
      ? method
      : {
          ...method,
          invoke: async (source, params, call) => {
            const { approve, run } = method.parse(params)
            const check = await approve(source, call)
            return await inTurn(async () => {
              check()
              return await run(source, call)
            })
          },
        },
  )
}

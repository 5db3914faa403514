// Serial execution of calls: calls that change something run one after the other, so that nothing comes between the steps of a
// payment. Calls that only read do not wait: they are answered while a rescan or a payment runs. A call that waits for the user's
// approval is not in the queue yet and holds up no other.

import { SerialQueue } from '../async/serialQueue.ts'
import { JSON_RPC_CODES, JsonRpcError } from '../jsonrpc/errors.ts'
import type { JsonMethod } from '../jsonrpc/method.ts'
import type { WalletRpcContext } from './walletRpcContext.ts'

/** Calls that may wait or run; more are rejected as busy. */
const MAX_WAITING = 1000

/** Returns the methods with writing calls queued, one queue for all of them. */
export const serializeWrites = (methods: readonly JsonMethod<WalletRpcContext>[]): JsonMethod<WalletRpcContext>[] => {
  const queue = new SerialQueue()
  const enqueue = <T>(task: () => Promise<T>): Promise<T> => {
    if (queue.size >= MAX_WAITING)
      throw new JsonRpcError(JSON_RPC_CODES.busy, 'Busy', `${queue.size} calls are waiting already; try again`)
    return queue.run(task)
  }
  return methods.map((method) =>
    method.effect === 'read'
      ? method
      : {
          ...method,
          invoke: async (context, params, call) => {
            const { check, run } = await method.parse(params).approve(context, call)
            return await enqueue(async () => {
              check()
              return await run(context, call)
            })
          },
        },
  )
}

// Serial execution of calls: calls that change something run one after the other, so that nothing comes between the steps of a
// payment. Calls that only read do not wait: they are answered while a rescan or a payment runs. Of a heavy method one call runs at a time.
// A call that waits for the user's approval is not in a queue yet and holds up no other.

import { SerialQueue } from '../async/serialQueue.ts'
import { JSON_RPC_CODES, JsonRpcError } from '../jsonrpc/errors.ts'
import type { JsonMethod } from '../jsonrpc/method.ts'
import type { WalletRpcContext } from './calls/walletRpcContext.ts'

/** Calls that may wait or run in one queue; more are rejected as busy. */
const MAX_WAITING = 1000

/** The same for the calls of a heavy method. */
export const MAX_HEAVY_CALLS = 32

type WalletMethod = JsonMethod<WalletRpcContext>

/** Returns a method whose calls run in a queue, once they are approved. */
const queued = (method: WalletMethod, queue: SerialQueue, maxCalls: number): WalletMethod => ({
  ...method,
  invoke: async (context, params, call) => {
    const { check, run } = await method.parse(params).approve(context, call)
    if (queue.size >= maxCalls)
      throw new JsonRpcError(JSON_RPC_CODES.busy, 'Busy', `${queue.size} calls are waiting already; try again`)
    return await queue.run(async () => {
      // Only a call that changes nothing is left out if its caller has gone.
      if (method.effect === 'read') call.signal.throwIfAborted()
      check()
      return await run(context, call)
    })
  },
})

/** Returns the methods with writing calls queued, one queue for all of them. */
export const serializeWrites = (methods: readonly WalletMethod[]): WalletMethod[] => {
  const queue = new SerialQueue()
  return methods.map((method) => (method.effect === 'read' ? method : queued(method, queue, MAX_WAITING)))
}

/** Returns the methods with a queue for each heavy one that reads. Writing calls have a queue of their own. */
export const limitHeavyCalls = (methods: readonly WalletMethod[]): WalletMethod[] =>
  methods.map((method) =>
    method.effect === 'read' && method.cost === 'heavy' ? queued(method, new SerialQueue(), MAX_HEAVY_CALLS) : method,
  )

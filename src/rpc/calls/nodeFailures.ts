// Errors of methods whose node cannot be reached, where wallet2 has others than `no connection to daemon`.

import { NodeTimeoutError, NodeUnreachableError } from '../../daemon/errors.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { requireWallet, type WalletRpcContext } from './walletRpcContext.ts'

/** What fails without a node. */
type Failing = 'paymentWithoutNode' | 'sweepWithoutNode' | 'transactionWithoutNode'

/**
 * Runs a step that needs the node.
 * @throws JsonRpcError with wallet2's code and message if the node cannot be reached
 */
export const withNode = async <T>(context: WalletRpcContext, failing: Failing, step: () => Promise<T>): Promise<T> => {
  const { network } = requireWallet(context)
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof NodeUnreachableError || error instanceof NodeTimeoutError)) throw error
    const { code, message } = network.walletRpc.errors[failing]
    throw new JsonRpcError(code, message, error.message)
  }
}

// What the user approves before a page may pay, learn a secret, prove something in the user's name, redirect payments, or do other harm.
// Hosts without a user in front of them (`faba rpc`) have no `requestApproval`, and every call is allowed.

import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { ApprovalAction } from '../../engine/api/approvalRequest.ts'
import type { Approval, Call } from '../../jsonrpc/method.ts'
import { unlockTimesIn } from '../../wallet/offline/describeSet.ts'
import type { Payment } from '../../wallet/state/ledger.ts'
import { requireWallet, type WalletRpcContext } from './walletRpcContext.ts'

/**
 * Returns the `approval` of a method whose parameters are parsed into a value before they are shown.
 * @param parse throws for parameters that would be rejected anyway, so that the user is not asked about them
 * @param actionOf returns what the call would do; undefined if it needs no approval
 * @param discard called with the value if approval is denied
 */
export const requireApprovalOf =
  <Params, Value>(
    parse: (context: WalletRpcContext, params: Params) => Value | Promise<Value>,
    actionOf: (context: WalletRpcContext, params: Params, value: Value) => ApprovalAction | undefined,
    discard: (value: Value) => void = () => undefined,
  ) =>
  async (context: WalletRpcContext, params: Params, call: Call): Promise<Approval<Value | undefined>> => {
    if (context.requestApproval === undefined) return { check: () => undefined, value: undefined }
    requireWallet(context)
    const value = await parse(context, params)
    try {
      const action = actionOf(context, params, value)
      if (action === undefined) return { check: () => undefined, value }
      const { check } = await context.requestApproval(call.name, action, call)
      return { check, value }
    } catch (error) {
      discard(value)
      throw error
    }
  }

/**
 * Returns the `approval` of a method.
 * @param actionOf returns what a call with these parameters would do; undefined if it needs no approval. Throws for parameters that
 * would be rejected anyway.
 */
export const requireApproval = <Params>(
  actionOf: (
    context: WalletRpcContext,
    params: Params,
  ) => ApprovalAction | undefined | Promise<ApprovalAction | undefined>,
) => requireApprovalOf(actionOf, (_context, _params: Params, action) => action)

/** Returns what relaying a payment opened from metadata would do. */
export const describeRelay = (
  network: Network,
  { txid, account, destinations, fee, blob }: Payment,
): ApprovalAction => ({
  kind: 'relay',
  txid: toHex(txid),
  account,
  destinations,
  fee,
  unlockTimes: unlockTimesIn(network, [{ blob }]),
})

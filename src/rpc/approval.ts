// What the user approves before a page may pay, learn a secret, or do other lasting harm. Hosts without a user in front of them
// (`faba rpc`) have no `requestApproval`, and every call is allowed.

import { toHex } from '../bytes/hex.ts'
import type { Network } from '../coin/networks/network.ts'
import type { Approval, Call } from '../jsonrpc/method.ts'
import type { ApprovalAction } from '../wallet/engine/approvalRequest.ts'
import type { Wallet } from '../wallet/engine/wallet.ts'
import type { PaymentIntent, SweepIntent, SweepOutputIntent, TransferIntent } from '../wallet/spend/intent.ts'
import type { Ledger, Payment } from '../wallet/state/ledger.ts'
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
      const check =
        action === undefined ? () => undefined : await context.requestApproval(call.name, action, call.signal)
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

/**
 * Returns whether a payment stays local: it is not relayed, and the caller receives no bytes that a node would accept. Metadata is
 * sealed, and `relay_tx` asks.
 */
export const isLocalOnly = (flags: { readonly do_not_relay: boolean; readonly get_tx_hex: boolean }): boolean =>
  flags.do_not_relay && !flags.get_tx_hex

const priorityName = ({ fees }: Network, priority: number): string => {
  const value = priority === 0 ? fees.defaultPriority.standard : priority
  return fees.priorities.standard.find((known) => known.value === value)?.name ?? String(value)
}

const describeTransfer = (network: Network, intent: TransferIntent): ApprovalAction => ({
  kind: 'transfer',
  account: intent.account,
  subaddresses: intent.subaddresses,
  destinations: intent.recipients.map(({ text, amount }) => ({ address: text, amount })),
  feeFrom: intent.feeFrom,
  priority: priorityName(network, intent.priority),
  unlockTime: intent.unlockTime,
})

const describeSweep = (network: Network, intent: SweepIntent): ApprovalAction => ({
  kind: 'sweep',
  account: intent.account,
  subaddresses: intent.subaddresses,
  from: intent.addresses === 'one' ? 'one' : intent.subaddresses.length > 0 ? 'given' : 'all',
  address: intent.recipient.text,
  belowAmount: intent.belowAmount,
  priority: priorityName(network, intent.priority),
  unlockTime: intent.unlockTime,
})

const amountOf = (ledger: Ledger, keyImage: Uint8Array): bigint | undefined => {
  const [id] = ledger.withKeyImage(toHex(keyImage))
  return id === undefined ? undefined : ledger.outputs.get(id)?.amount
}

const describeSweepOutput = ({ network, state }: Wallet, intent: SweepOutputIntent): ApprovalAction => ({
  kind: 'sweep output',
  amount: amountOf(state.ledger, intent.keyImage),
  address: intent.recipient.text,
  priority: priorityName(network, intent.priority),
  unlockTime: intent.unlockTime,
})

/** Returns what a payment would do, in full, for the user to approve. */
export const describeIntent = (wallet: Wallet, intent: PaymentIntent): ApprovalAction => {
  switch (intent.kind) {
    case 'transfer':
      return describeTransfer(wallet.network, intent)
    case 'sweep':
      return describeSweep(wallet.network, intent)
    case 'sweep-output':
      return describeSweepOutput(wallet, intent)
  }
}

/** Returns what relaying a payment opened from metadata would do. */
export const describeRelay = ({ txid, destinations, fee }: Payment): ApprovalAction => ({
  kind: 'relay',
  txid: toHex(txid),
  destinations,
  fee,
})

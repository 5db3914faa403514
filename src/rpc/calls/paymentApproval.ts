// The user's approval of payments. A payment is built and signed before the user sees it: the dialog shows the fee and the total of the
// signed transactions, and exactly these are sent after approval. A payment of a multisig wallet is signed after approval only, with the
// nonces of other participants: it is shown as it was built.

import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { PaymentAction, PaymentCost } from '../../engine/api/approvalRequest.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import type { Approval, ApprovalCheck, Call } from '../../jsonrpc/method.ts'
import { buildProposal } from '../../wallet/multisig/proposeSet.ts'
import { unsignedTransaction } from '../../wallet/offline/unsignedSet.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { PaymentIntent, PaymentSource } from '../../wallet/spend/intent.ts'
import {
  type BuiltPayment,
  discardBuilt,
  discardPrepared,
  type PreparedPayment,
  type PreparedTransaction,
} from '../../wallet/spend/prepare.ts'
import { PAYMENT } from '../../wallet/spend/purpose.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import { requireWallet, type WalletRpcContext } from './walletRpcContext.ts'

/** A payment that may be made. */
export type ApprovedPayment<Intent extends PaymentIntent = PaymentIntent> = {
  readonly intent: Intent
  /** the transactions that the user approved; undefined if they are still to be built */
  readonly prepared?: PreparedPayment
  /** the same in a multisig wallet */
  readonly proposal?: BuiltPayment
}

type LocalFlags = {
  readonly do_not_relay: boolean
  readonly get_tx_hex: boolean
  readonly get_tx_metadata: boolean
}

/** Returns whether a payment stays local: it is not relayed, and the caller receives no bytes that a node would accept. */
const isLocalOnly = ({ do_not_relay, get_tx_hex, get_tx_metadata }: LocalFlags): boolean =>
  do_not_relay && !get_tx_hex && !get_tx_metadata

/** @param priority at which the payment was made; 0: the default of its kind */
const priorityName = (
  { fees }: Network,
  { purpose = PAYMENT }: Pick<PaymentSource, 'purpose'>,
  priority: number,
): string => {
  const isStandard = purpose.kind === 'standard'
  const priorities = isStandard ? fees.priorities : fees.orderPriorities
  const value = priority === 0 ? (isStandard ? fees.defaultPriority : priorities[0]?.value) : priority
  return priorities.find((known) => known.value === value)?.name ?? String(value)
}

/** Returns whether an intent is approved by itself, also if it is not relayed: what it changes is not only the balance. */
const isOrder = ({ kind }: PaymentIntent): boolean => kind === 'name' || kind === 'stake'

/** What the user sees of a payment. */
type ShownTransactions = readonly Pick<PreparedTransaction, 'destinations' | 'fee' | 'inputs'>[]

const costOf = (prepared: ShownTransactions): PaymentCost => ({
  amount: prepared.reduce((sum, { destinations }) => sum + sumAmounts(destinations), 0n),
  fee: prepared.reduce((sum, { fee }) => sum + fee, 0n),
  transactions: prepared.length,
})

/** Returns the account that pays. */
const accountOf = (intent: PaymentIntent, [first]: ShownTransactions): number =>
  intent.kind === 'sweep-output' ? (first?.inputs[0]?.subaddress.major ?? 0) : intent.account

/** Returns what a prepared payment does, in full, for the user to approve. */
const describePayment = (
  network: Network,
  intent: PaymentIntent,
  { transactions: prepared, priority }: ReadyPayment,
): PaymentAction => {
  const { unlockTime } = intent
  const account = accountOf(intent, prepared)
  const terms = { ...costOf(prepared), priority: priorityName(network, intent, priority), unlockTime }
  switch (intent.kind) {
    case 'transfer': {
      const { subaddresses, feeFrom } = intent
      const destinations = prepared.flatMap((transaction) => transaction.destinations)
      return { kind: 'transfer', ...terms, account, subaddresses, feeFrom, destinations }
    }
    case 'sweep': {
      const { subaddresses, addresses, belowAmount, recipient } = intent
      const from = addresses === 'one' ? 'one' : subaddresses.length > 0 ? 'given' : 'all'
      return { kind: 'sweep', ...terms, account, subaddresses, from, belowAmount, address: recipient.text }
    }
    case 'sweep-output':
      return { kind: 'sweep output', ...terms, account, address: intent.recipient.text }
    case 'stake':
      return { kind: 'stake order', ...costOf(prepared), priority: terms.priority, account, order: intent.order }
    case 'name':
      return { kind: 'name order', ...costOf(prepared), priority: terms.priority, account, order: intent.order }
  }
}

/** @throws JsonRpcError if a payment takes more transactions than the method makes */
export const checkTransactionCount = (prepared: readonly unknown[], maxTransactions: number): void => {
  if (prepared.length > maxTransactions)
    throw new JsonRpcError(WALLET_RPC_CODES.tooLarge, 'Transaction would be too large.  try /transfer_split.')
}

/** A payment as it is shown to the user. `discard` wipes its secrets. */
type ReadyPayment = {
  readonly transactions: ShownTransactions
  /** at which it was made; 0: the default of the network */
  readonly priority: number
  readonly payment: Pick<ApprovedPayment, 'prepared' | 'proposal'>
  readonly discard: () => void
}

const NOTHING: ReadyPayment = { transactions: [], priority: 0, payment: {}, discard: () => undefined }

/** Prepares a payment, or builds one to propose, as far as that needs no approval. */
const makeReady = async (wallet: Wallet, intent: PaymentIntent): Promise<ReadyPayment> => {
  if (wallet.keys.multisig === undefined) {
    const prepared = await wallet.payments.prepare(intent)
    const [{ priority } = intent] = prepared
    return { transactions: prepared, priority, payment: { prepared }, discard: () => discardPrepared(prepared) }
  }
  const proposal = await buildProposal(wallet, intent)
  const transactions = proposal.transactions.map(unsignedTransaction)
  const { priority } = proposal.job.source
  return { transactions, priority, payment: { proposal }, discard: () => discardBuilt(proposal.transactions) }
}

/** Returns a check that wipes the secrets of the payment if it fails. */
const withDiscard = (check: ApprovalCheck, { discard }: ReadyPayment): ApprovalCheck => {
  return () => {
    try {
      check()
    } catch (error) {
      discard()
      throw error
    }
  }
}

/** Returns whether the caller of a payment receives nothing that spends coins, but which ones would be spent. */
const isUnspending = ({ viewOnly, keys }: Wallet, params: LocalFlags, intent: PaymentIntent): boolean =>
  // A watch-only wallet signs nothing. A proposal has the signature of this participant.
  viewOnly || (keys.multisig === undefined && isLocalOnly(params) && !isOrder(intent))

/**
 * Returns the `approval` of a method that makes payments. The payment is built before the user is asked, unless payments are permitted
 * for the session: then it is built when it is its turn.
 * @param parse throws for parameters that would be rejected anyway
 * @param maxTransactions rejects a payment that takes more
 */
export const requirePaymentApproval =
  <Params extends LocalFlags, Intent extends PaymentIntent>(
    parse: (context: WalletRpcContext, params: Params) => Promise<Intent>,
    maxTransactions = Number.POSITIVE_INFINITY,
  ) =>
  async (
    context: WalletRpcContext,
    params: Params,
    call: Call,
  ): Promise<Approval<ApprovedPayment<Intent> | undefined>> => {
    const { requestApproval } = context
    if (requestApproval === undefined) return { check: () => undefined, value: undefined }
    const wallet = requireWallet(context)
    const intent = await parse(context, params)
    if (isUnspending(wallet, params, intent)) {
      const { check } = await requestApproval(call.name, { kind: 'export', what: 'payment' }, call)
      return { check, value: { intent } }
    }
    let ready = NOTHING
    const prepare = async (): Promise<PaymentAction> => {
      ready = await makeReady(wallet, intent)
      checkTransactionCount(ready.transactions, maxTransactions)
      return describePayment(wallet.network, intent, ready)
    }
    try {
      // A permission for payments of the session does not cover orders: their action is not a function, and no payment.
      const action = isOrder(intent) ? await prepare() : prepare
      const { scope, check } = await requestApproval(call.name, action, call)
      if (scope === 'call') return { check: withDiscard(check, ready), value: { intent, ...ready.payment } }
      ready.discard()
      return { check, value: { intent } }
    } catch (error) {
      ready.discard()
      throw error
    }
  }

// Payments: recipients, fees, preparing, sending.

import type { ParsedDestination } from '../../wallet/accounts/accountViews.ts'
import type { CoinDetails, CoinPage, CoinQuery, CoinView } from '../../wallet/funds/fundsViews.ts'
import type { TransferView } from '../../wallet/history/historyViews.ts'
import type { FeesNowView, FeeView, PreparedTransactionView, PreparedTransfer, PriorityView } from './engineViews.ts'

/** From which coins a payment is made, and how it travels. */
export type PaymentTerms = {
  readonly account: number
  readonly priority: number
  /** ids of the coins to pay from; all of the account if omitted */
  readonly coins?: readonly string[]
}

export type TransferRequest = PaymentTerms & {
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** the recipients share the fee, which reduces what they receive; default: the sender */
  readonly feePaidBy?: 'sender' | 'recipients'
}

/** A payment of everything that the account, or the chosen coins, can pay to one address. */
export type SweepRequest = PaymentTerms & {
  readonly address: string
  /** number of equal outputs into which each transaction divides what it sends; one if omitted */
  readonly outputs?: number
}

/** A payment whose recipients may not be known yet. */
export type QuoteRequest = Omit<PaymentTerms, 'priority'> &
  (
    | { readonly pays: 'amounts'; readonly amounts: readonly bigint[]; readonly feePaidBy: 'sender' | 'recipients' }
    | { readonly pays: 'everything' }
  )

export type PaymentsApi = {
  parseDestination(text: string): Promise<ParsedDestination>
  paymentUri(request: {
    readonly address: string
    readonly amount?: bigint
    readonly recipientName?: string
    readonly description?: string
  }): Promise<string>
  /**
   * Returns the priorities of this network, cheapest first, with the default of one whose blocks have space; without the instant one, about
   * which the node is asked.
   */
  priorities(): Promise<readonly PriorityView[]>
  /**
   * Returns what a payment costs at each priority that can be offered, cheapest first: the instant one only if the node has quorums that can
   * approve it now. The node is requested its fee estimate.
   */
  quoteFees(request: QuoteRequest): Promise<readonly FeeView[]>
  /** Returns what an ordinary payment costs now at each priority that can be offered, and what waits before it. The node is requested. */
  feesNow(): Promise<FeesNowView>
  /** Returns coins of an account, from the position `offset` on. */
  coins(query: CoinQuery, range: { readonly offset: number; readonly limit: number }): Promise<CoinPage>
  /** Returns those of some coins that are unspent. The time that it takes does not depend on how many coins the wallet has. */
  coinsWithIds(ids: readonly string[]): Promise<readonly CoinView[]>
  /** Returns all that is known of a coin, spent or not; undefined if the wallet does not have it. */
  coinDetails(id: string): Promise<CoinDetails | undefined>
  /** Freezes coins, so that they are neither counted nor spent, or thaws them: all of them, or none if one is unknown. */
  setFrozen(keyImages: readonly string[], frozen: boolean): Promise<void>
  /** Sets the label of a coin; the empty label removes it. Fails if the wallet has no such coin. */
  setCoinLabel(id: string, label: string): Promise<void>
  /** Fails if the payment is to be instant, and no quorum can approve it now. */
  prepareTransfer(request: TransferRequest): Promise<PreparedTransfer>
  prepareSweep(request: SweepRequest): Promise<PreparedTransfer>
  /** Returns the transactions of a prepared payment, which still waits. Nothing is sent. */
  preparedTransactions(id: string): Promise<readonly PreparedTransactionView[]>
  /**
   * Records a prepared payment durably, then relays it. If it fails with PaymentRefusedError and `isWaiting`, or without a record, it can be
   * confirmed again. An instant payment that no quorum can approve any more is not sent.
   */
  confirmTransfer(id: string): Promise<readonly TransferView[]>
  discardTransfer(id: string): Promise<void>
  /** Returns whether a payment is being prepared, confirmed or sent, by the page or over the wallet RPC. */
  isPaying(): Promise<boolean>
  /** Submits a payment again that is no longer in the chain. Fails if the node refuses it; its coins are free then. */
  resendPayment(txid: string): Promise<readonly TransferView[]>
}

// Payments: recipients, preparing, sending.

import type { ParsedDestination, PreparedTransfer, PriorityView, TransferView } from '../engineViews.ts'

export type PaymentsApi = {
  parseDestination(text: string): Promise<ParsedDestination>
  paymentUri(request: {
    readonly address: string
    readonly amount?: bigint
    readonly recipientName?: string
    readonly description?: string
  }): Promise<string>
  /** Returns the priorities of this network, cheapest first. */
  priorities(): Promise<readonly PriorityView[]>
  prepareTransfer(request: {
    readonly account: number
    readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Prepares a payment of everything that the account can spend to one address. */
  prepareSweep(request: {
    readonly account: number
    readonly address: string
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Records a prepared payment durably, then relays it. */
  confirmTransfer(id: string): Promise<readonly TransferView[]>
  discardTransfer(id: string): Promise<void>
  /** Submits a payment again that is no longer in the chain. Fails if the node refuses it; its coins are free then. */
  resendPayment(txid: string): Promise<readonly TransferView[]>
}

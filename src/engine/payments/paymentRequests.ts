// The payments that the page requests, as intents.

import { fromHex } from '../../bytes/hex.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { type SweepIntent, sweepDestination, type TransferIntent, transferIntent } from '../../wallet/spend/intent.ts'
import type { FeeView } from '../api/engineViews.ts'
import type { PaymentTerms, QuoteRequest, SweepRequest, TransferRequest } from '../api/paymentsApi.ts'

const sourceOf = ({ account, priority, coins }: PaymentTerms) => ({
  ...{ account, priority, subaddresses: [], unlockTime: 0n },
  coins: coins?.map((id) => fromHex(id)),
})

/** Returns the intent of a transfer that the page requests. */
export const transferOf = ({ network }: Wallet, request: TransferRequest): TransferIntent => {
  const { destinations, feePaidBy } = request
  return transferIntent(network, {
    ...sourceOf(request),
    destinations,
    feeFrom: feePaidBy === 'recipients' ? destinations.map((_, i) => i) : [],
  })
}

/** Returns the intent of a sweep that the page requests. */
export const sweepOf = ({ network }: Wallet, request: SweepRequest): SweepIntent => ({
  kind: 'sweep',
  ...sourceOf(request),
  ...sweepDestination(network, { address: request.address, outputs: 1 }),
  belowAmount: undefined,
  addresses: 'all',
})

/** Returns what a payment costs at each priority. In place of recipients, who may not be known yet, stands the wallet itself. */
export const quoteFees = async (wallet: Wallet, request: QuoteRequest): Promise<readonly FeeView[]> => {
  const address = wallet.addressText({ major: 0, minor: 0 })
  const terms = { ...request, priority: 0 }
  const intent =
    request.pays === 'everything'
      ? sweepOf(wallet, { ...terms, address })
      : transferOf(wallet, { ...terms, destinations: request.amounts.map((amount) => ({ address, amount })) })
  const { priorities } = wallet.network.fees
  const quotes = await wallet.payments.quoteFees(intent)
  return priorities.flatMap(({ value, name }) => {
    const quote = quotes.find(({ priority }) => priority === value)
    if (quote === undefined) return []
    const { isDefault, fee, transactions, arrives, isPossible } = quote
    return [{ value, name, isDefault, fee, transactions, arrives, isPossible }]
  })
}

// The payments that the page requests, as intents.

import { fromHex } from '../../bytes/hex.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { type SweepIntent, sweepDestination, type TransferIntent, transferIntent } from '../../wallet/spend/intent.ts'
import type { FeesNowView, FeeView, PriorityView } from '../api/engineViews.ts'
import type { PaymentTerms, QuoteRequest, SweepRequest, TransferRequest } from '../api/paymentsApi.ts'
import { offersInstant } from './instantPayments.ts'

/** Returns the priority of payments without one: that which the user prefers, or else the usual one of the network; 0 for an automatic one. */
const usualPriorityOf = ({ network, payments }: Wallet): number =>
  payments.preferredPriority === 0 ? network.fees.usualPriority : payments.preferredPriority

const sourceOf = (wallet: Wallet, { account, priority, coins }: PaymentTerms) => ({
  ...{ account, subaddresses: [], unlockTime: 0n },
  priority: priority === 0 ? usualPriorityOf(wallet) : priority,
  coins: coins?.map((id) => fromHex(id)),
})

/** Returns the intent of a transfer that the page requests. */
export const transferOf = (wallet: Wallet, request: TransferRequest): TransferIntent => {
  const { destinations, feePaidBy } = request
  return transferIntent(wallet.network, {
    ...sourceOf(wallet, request),
    destinations,
    feeFrom: feePaidBy === 'recipients' ? destinations.map((_, i) => i) : [],
  })
}

/** Returns the intent of a sweep that the page requests. */
export const sweepOf = (wallet: Wallet, request: SweepRequest): SweepIntent => ({
  kind: 'sweep',
  ...sourceOf(wallet, request),
  ...sweepDestination(wallet.network, { address: request.address, outputs: request.outputs ?? 1 }),
  belowAmount: undefined,
  addresses: 'all',
})

/** Returns the priorities that the page can offer without asking a node. */
export const offeredPriorities = (wallet: Wallet): readonly PriorityView[] => {
  const { priorities, defaultPriority, blinkPriority } = wallet.network.fees
  const usual = usualPriorityOf(wallet) || defaultPriority
  return priorities
    .filter(({ value }) => value !== blinkPriority)
    .map(({ value, name }) => ({ value, name, isDefault: value === usual }))
}

/** Returns whether a request of the page is for an instant payment. */
export const isInstant = ({ network }: Wallet, { priority }: Pick<PaymentTerms, 'priority'>): boolean =>
  priority !== 0 && priority === network.fees.blinkPriority

/** Returns what a payment costs at each priority that can be offered now. In place of recipients, who may not be known yet, stands the wallet itself. */
export const quoteFees = async (wallet: Wallet, request: QuoteRequest): Promise<readonly FeeView[]> => {
  const address = wallet.addressText({ major: 0, minor: 0 })
  const terms = { ...request, priority: 0 }
  const intent =
    request.pays === 'everything'
      ? sweepOf(wallet, { ...terms, address })
      : transferOf(wallet, { ...terms, destinations: request.amounts.map((amount) => ({ address, amount })) })
  const { priorities, blinkPriority } = wallet.network.fees
  const [quotes, hasInstant] = await Promise.all([wallet.payments.quoteFees(intent), offersInstant(wallet)])
  return priorities.flatMap(({ value, name }) => {
    if (value === blinkPriority && !hasInstant) return []
    const quote = quotes.find(({ priority }) => priority === value)
    if (quote === undefined) return []
    const { isDefault, fee, transactions, arrives, isPossible } = quote
    return [{ value, name, isDefault, fee, transactions, arrives, isPossible }]
  })
}

/** Returns what an ordinary payment costs now at each priority that can be offered. */
export const feesNow = async (wallet: Wallet): Promise<FeesNowView> => {
  const { priorities, blinkPriority } = wallet.network.fees
  const [now, hasInstant] = await Promise.all([wallet.payments.feesNow(), offersInstant(wallet)])
  const usual = usualPriorityOf(wallet)
  const tiers = priorities.flatMap(({ value, name }) => {
    const tier =
      value === blinkPriority && !hasInstant ? undefined : now.tiers.find(({ priority }) => priority === value)
    if (tier === undefined) return []
    const { perKilobyte, fee, blocksBefore } = tier
    const isDefault = usual === 0 ? tier.isDefault : value === usual
    return [{ value, name, isDefault, perKilobyte, fee, blocksBefore }]
  })
  return { tiers, weight: now.weight, waiting: now.waiting }
}
